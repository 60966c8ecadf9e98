# The auction policy and the estimate of tricks. Their loops are over rows of numbers: vectors, and no fused
# operations, which would make the sums differ between machines.
yomi_embed(bidding bidding_data.h yomi::bidding::data bidding auctions tricks)
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/bidding/sparse_network.cpp
                            PROPERTIES COMPILE_OPTIONS "-O3;-ffp-contract=off"
                                       SKIP_PRECOMPILE_HEADERS ON)  # gcc 12 fails on headers of another level

# The systems that ship are compiled in, so that the program is one file.
file(GLOB_RECURSE system_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/systems ${PROJECT_SOURCE_DIR}/systems/*.toml)
set(systems_source ${CMAKE_CURRENT_BINARY_DIR}/bidding_systems.cpp)
set(systems_text "// Made from systems/ by CMake.\n#include \"yomi/bidding/shipped.h\"\nnamespace yomi::bidding {\nusing namespace std::literals;\nconst std::vector<ShippedFile>& shipped_files() {\n  static const std::vector<ShippedFile> kFiles = {\n")
foreach(name IN LISTS system_files)
  set(file ${PROJECT_SOURCE_DIR}/systems/${name})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} content)
  string(APPEND systems_text "{\"${name}\", R\"yomi(${content})yomi\"sv},\n")
endforeach()
string(APPEND systems_text "  };\n  return kFiles;\n}\n}\n")
file(CONFIGURE OUTPUT ${systems_source} CONTENT "${systems_text}" @ONLY)
target_sources(yomi_bidding PRIVATE ${systems_source})
set_source_files_properties(${systems_source} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
