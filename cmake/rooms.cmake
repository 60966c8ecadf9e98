# yomi_room(NAME needs...): the static library yomi_NAME from src/NAME/*.cpp, with the rooms it stands on.
# A room sees the public headers and its own folder, nothing else.
function(yomi_room name)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(yomi_${name} STATIC ${sources})
  target_include_directories(yomi_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include
                                          PRIVATE ${PROJECT_SOURCE_DIR}/src/${name})
  target_link_libraries(yomi_${name} PUBLIC fmt::fmt)
  foreach(need IN LISTS ARGN)
    target_link_libraries(yomi_${name} PUBLIC yomi_${need})
  endforeach()
endfunction()
