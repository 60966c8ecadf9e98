# The readers of boards are compiled one by one: in a batch the compiler inlines less of std::string, and they lose 8 % of
# their speed (yomi bench records).
foreach(source board_builder board_line json json_parser lin_reader pbn_board pbn_reader pbn_sections pbn_tags)
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/formats/${source}.cpp TARGET_DIRECTORY yomi_formats
               PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
endforeach()
