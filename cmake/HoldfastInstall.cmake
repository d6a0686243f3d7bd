# What `make install` puts where: headers, both libraries, the CMake package and the pkg-config file, scenes, pages, examples.
# The tool, its man page and its completion are installed by tool/CMakeLists.txt.

include(CMakePackageConfigHelpers)

# A header is public once holdfast.h (the core), extras.h or papers.h includes it.
foreach(umbrella holdfast extras papers)
  file(STRINGS include/holdfast/${umbrella}.h public_headers REGEX "^#include \"holdfast/")
  list(TRANSFORM public_headers REPLACE "^#include \"(holdfast/[^\"]*)\".*" "include/\\1")
  install(FILES include/holdfast/${umbrella}.h ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/holdfast)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS include/holdfast/${umbrella}.h)
endforeach()
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/holdfast)
foreach(flavour shared static)
  install(TARGETS holdfast_${flavour} EXPORT holdfast-${flavour} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(EXPORT holdfast-${flavour} NAMESPACE holdfast:: FILE holdfast-${flavour}.cmake DESTINATION ${package_dir})
endforeach()

configure_package_config_file(cmake/holdfast-config.cmake.in holdfast-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(holdfast-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/holdfast-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/holdfast-config-version.cmake
        DESTINATION ${package_dir})

# A program that links the static library needs what the library was built with: -lname where the linker finds it by itself,
# the whole path where it does not.
set(private_libs "")
foreach(library ${HOLDFAST_STATIC_LIBRARIES})
  if(library MATCHES "^/")
    get_filename_component(directory ${library} DIRECTORY)
    get_filename_component(name ${library} NAME_WE)
    if(directory IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES OR directory STREQUAL "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}")
      string(REGEX REPLACE "^lib" "-l" library ${name})
    endif()
  elseif(NOT library MATCHES "^-")
    set(library "-l${library}")
  endif()
  list(APPEND private_libs ${library})
endforeach()
list(REMOVE_DUPLICATES private_libs)
list(JOIN private_libs " " HOLDFAST_PC_LIBS_PRIVATE)
# Paths relative to the prefix stay so: the whole tree can be moved.
foreach(dir INCLUDEDIR LIBDIR)
  if(IS_ABSOLUTE ${CMAKE_INSTALL_${dir}})
    set(HOLDFAST_PC_${dir} ${CMAKE_INSTALL_${dir}})
  else()
    set(HOLDFAST_PC_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
# So does the prefix itself, from where the file lies.
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
  set(HOLDFAST_PC_PREFIX ${CMAKE_INSTALL_PREFIX})
else()
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  string(REGEX REPLACE "/$" "" HOLDFAST_PC_PREFIX "\${pcfiledir}/${up}")
endif()
configure_file(cmake/holdfast.pc.in holdfast.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/holdfast.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The pages keep their places relative to each other, so that the links between them hold.
install(FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES bench/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/bench)
install(FILES python/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/python)
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/holdfast)
