target_compile_definitions(yomi_agent PRIVATE YOMI_VERSION="${PROJECT_VERSION}")
