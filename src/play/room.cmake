# The carding agreements (data/play/carding.txt) are compiled in, so that the program is one file.
set(carding_file ${PROJECT_SOURCE_DIR}/data/play/carding.txt)
set(carding_source ${CMAKE_CURRENT_BINARY_DIR}/play_carding.cpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${carding_file})
file(READ ${carding_file} carding_content)
file(CONFIGURE OUTPUT ${carding_source} CONTENT
"// Made from data/play/carding.txt by CMake.
#include \"carding_data.h\"
namespace yomi::play {
const std::string_view kCardingText = R\"yomi(${carding_content})yomi\";
}
" @ONLY)
target_sources(yomi_play PRIVATE ${carding_source})

# What was learnt (data/play) is compiled in, so that the program is one file.
set(learnt_cards ${CMAKE_CURRENT_BINARY_DIR}/play_learnt.cpp)
set(cards_file ${PROJECT_SOURCE_DIR}/data/play/cards.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${cards_file})
file(READ ${cards_file} cards_text)
file(CONFIGURE OUTPUT ${learnt_cards} @ONLY CONTENT
     "// Made from data/play by CMake.\n#include \"learnt_cards.h\"\nnamespace yomi::play::data {\nconst std::string_view k_cards = R\"yomi(${cards_text})yomi\";\n}\n")
target_sources(yomi_play PRIVATE ${learnt_cards})
set_source_files_properties(${learnt_cards} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
