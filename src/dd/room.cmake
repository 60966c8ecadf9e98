# The engine for machines with AVX2 and BMI2 is one file, chosen at run time.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/dd/search_avx2.cpp
                              PROPERTIES COMPILE_OPTIONS "-mavx2;-mbmi;-mbmi2;-mpopcnt;-mlzcnt;-mtune=znver3")
endif()
# The other one at -O2: half the time to compile, and 1 to 2 % slower on machines that few have.
set_source_files_properties(${PROJECT_SOURCE_DIR}/src/dd/search_portable.cpp
                            PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O2>)
# The search has no buffers that input could overrun, and is what a tenth of a percent is felt in.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(yomi_dd PRIVATE -fno-stack-protector)
endif()
