# The rooms of src/, each a static library that sees the public headers, its own folder, and the rooms it stands on.
add_library(yomi_all INTERFACE)

# Most of what a source costs is the standard library: its headers, and its templates, which every source instantiates
# again. So a first build precompiles the headers and compiles the sources of a room in batches.
if(YOMI_UNITY)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/headers.cpp CONTENT "")
  add_library(yomi_headers OBJECT ${PROJECT_BINARY_DIR}/headers.cpp)
  target_link_libraries(yomi_headers PRIVATE ${YOMI_FMT} Threads::Threads)
  target_precompile_headers(yomi_headers PRIVATE <fmt/core.h> <algorithm> <chrono> <functional> <map> <memory> <optional>
                                                 <span> <string> <unordered_map> <variant> <vector>)
endif()

# yomi_room(NAME needs...): the library yomi_NAME from src/NAME/**.cpp. A room that is not there yet is left out.
function(yomi_room name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_library(yomi_${name} STATIC ${sources})
  target_include_directories(yomi_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include
                                          PRIVATE ${PROJECT_SOURCE_DIR}/src/${name})
  target_link_libraries(yomi_${name} PUBLIC ${YOMI_FMT} Threads::Threads)
  set_target_properties(yomi_${name} PROPERTIES YOMI_NEEDS "${ARGN}")
  if(YOMI_UNITY AND NOT name STREQUAL dd)  # dd has flags of its own
    target_precompile_headers(yomi_${name} REUSE_FROM yomi_headers)
    set_target_properties(yomi_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
  endif()
  foreach(need IN LISTS ARGN)
    if(TARGET yomi_${need})
      target_link_libraries(yomi_${name} PUBLIC yomi_${need})
    endif()
  endforeach()
  target_link_libraries(yomi_all INTERFACE yomi_${name})
  if(EXISTS ${PROJECT_SOURCE_DIR}/src/${name}/room.cmake)
    include(${PROJECT_SOURCE_DIR}/src/${name}/room.cmake)
  endif()
endfunction()

# yomi_embed(ROOM header namespace folder names...): the texts data/FOLDER/NAME.txt become `const std::string_view
# k_NAME` of the namespace, which the room's header declares, so that the program is one file. Those named in YOMI_LEFT_OUT
# are empty.
function(yomi_embed room header namespace folder)
  set(text "// Made from data/${folder} by CMake.\n#include \"${header}\"\nnamespace ${namespace} {\nusing namespace std::literals;\n")
  foreach(name IN LISTS ARGN)
    set(file ${PROJECT_SOURCE_DIR}/data/${folder}/${name}.txt)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} content)
    if(name IN_LIST YOMI_LEFT_OUT)
      set(content "")
    endif()
    string(APPEND text "const std::string_view k_${name} = R\"yomi(${content})yomi\"sv;\n")  # sv: nobody has to count
  endforeach()
  string(APPEND text "}\n")
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${room}_data.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
  target_sources(yomi_${room} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
endfunction()
