# The rooms of src/, each a static library that sees the public headers, its own folder, and the rooms it stands on.
add_library(yomi_all INTERFACE)

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
