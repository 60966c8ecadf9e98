# cmake --install: the program with its manual pages and completion, libyomi (the rooms that other programs can build on),
# libyomi_dds, headers, and what find_package(yomi) and pkg-config need.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The rooms that other programs can build on, with those they stand on.
set(waiting belief formats daihinmin)
set(installed_rooms)
while(waiting)
  list(POP_FRONT waiting room)
  if(NOT room IN_LIST installed_rooms)
    list(APPEND installed_rooms ${room})
    get_target_property(needs yomi_${room} YOMI_NEEDS)
    list(APPEND waiting ${needs})
  endif()
endwhile()
foreach(room IN LISTS installed_rooms)
  list(APPEND objects $<TARGET_OBJECTS:yomi_${room}>)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/yomi/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/yomi)
endforeach()
add_library(libyomi STATIC ${objects})
set_target_properties(libyomi PROPERTIES OUTPUT_NAME yomi EXPORT_NAME yomi LINKER_LANGUAGE CXX)
target_include_directories(libyomi INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(libyomi INTERFACE cxx_std_20)
target_link_libraries(libyomi PUBLIC fmt::fmt Threads::Threads)

set_target_properties(yomi_dds PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} EXPORT_NAME dds)
target_include_directories(yomi_dds INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
install(FILES ${PROJECT_SOURCE_DIR}/bindings/c/include/yomi_dds.h ${PROJECT_SOURCE_DIR}/bindings/c/include/yomi_dds_types.h
        ${PROJECT_SOURCE_DIR}/bindings/c/include/yomi_dds_context.h ${PROJECT_SOURCE_DIR}/bindings/c/include/yomi.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(TARGETS yomi DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS yomi_c DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS libyomi yomi_dds EXPORT yomi DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT yomi NAMESPACE yomi:: FILE yomi-targets.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/yomi)
file(WRITE ${PROJECT_BINARY_DIR}/yomi-config.cmake
     "include(CMakeFindDependencyMacro)\nfind_dependency(fmt)\nfind_dependency(Threads)\n"
     "include(\${CMAKE_CURRENT_LIST_DIR}/yomi-targets.cmake)\n")
write_basic_package_version_file(${PROJECT_BINARY_DIR}/yomi-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/yomi-config.cmake ${PROJECT_BINARY_DIR}/yomi-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/yomi)

# yomi_pkg_config(NAME description libs requires)
function(yomi_pkg_config name description libs requires)
  file(RELATIVE_PATH up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  file(WRITE ${PROJECT_BINARY_DIR}/${name}.pc
       "prefix=\${pcfiledir}/${up}\nlibdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}\n"
       "includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}\n\nName: ${name}\nDescription: ${description}\n"
       "Version: ${PROJECT_VERSION}\nRequires: ${requires}\nLibs: -L\${libdir} ${libs}\nCflags: -I\${includedir}\n")
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
yomi_pkg_config(yomi "bridge and Daihinmin: rules, double-dummy solver, belief, records" "-lyomi -lpthread" fmt)
yomi_pkg_config(yomi_c "bridge for C: deals by condition, exact chances, calls and cards with reasons" "-lyomi_c" "")
yomi_pkg_config(yomi_dds "the interface of DDS 2.9 on yomi's solver" "-lyomi_dds" "")

# The program writes its own manual pages and completion.
install(CODE "
  set(share \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}\")
  file(MAKE_DIRECTORY \"\${share}/man/man1\" \"\${share}/bash-completion/completions\" \"\${share}/zsh/site-functions\"
       \"\${share}/fish/vendor_completions.d\")
  set(program \"$<TARGET_FILE:yomi>\")
  execute_process(COMMAND \"\${program}\" describe man --folder \"\${share}/man/man1\" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND \"\${program}\" describe bash OUTPUT_FILE \"\${share}/bash-completion/completions/yomi\"
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND \"\${program}\" describe zsh OUTPUT_FILE \"\${share}/zsh/site-functions/_yomi\"
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND \"\${program}\" describe fish OUTPUT_FILE \"\${share}/fish/vendor_completions.d/yomi.fish\"
                  COMMAND_ERROR_IS_FATAL ANY)")
