# Rules of `cmake --install`, and the files by which other projects find sinew. Every path is relative to the prefix or to
# the file that contains it, so that the prefix can be set at install time and moved afterwards.
include(CMakePackageConfigHelpers)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
set(generated ${CMAKE_BINARY_DIR}/install)

# The libraries: one set of targets per component, so that a project needs only the packages of the components it uses. Each has two
# install components, of which package.cmake makes Debian packages: the shared library, and the files for building with it (_dev).
# Headers declare what the libraries contain: sinew.h leaves out those that are not installed.
file(GLOB headers RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/include/sinew include/sinew/*.h)
list(REMOVE_ITEM headers sinew.h import.h render.h)
file(READ include/sinew/sinew.h all_headers)
if(SINEW_RUNTIME_ONLY)
  foreach(header bake.h edit.h export.h import.h load.h raw_model.h render.h retarget.h with_clips.h)
    list(REMOVE_ITEM headers ${header})
    string(REGEX REPLACE "(#include \"sinew/|///   )${header}[^\n]*\n" "" all_headers "${all_headers}")
  endforeach()
endif()
file(WRITE ${generated}/sinew.h "${all_headers}")
list(TRANSFORM headers PREPEND include/sinew/)
install(FILES ${headers} ${generated}/sinew.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sinew COMPONENT runtime_dev)
set(components runtime)
if(SINEW_IMPORT)
  list(APPEND components import)
  install(FILES include/sinew/import.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sinew COMPONENT import_dev)
endif()
if(SINEW_RENDER)
  list(APPEND components render)
  install(FILES include/sinew/render.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sinew COMPONENT render_dev)
endif()
foreach(component IN LISTS components)
  string(REPLACE "sinew_runtime" "sinew" target sinew_${component})
  set(offered ${target})
  if(BUILD_SHARED_LIBS)
    set(offered ${target}_shared)
  endif()
  install(TARGETS ${offered} EXPORT ${target} ARCHIVE COMPONENT ${component}_dev
          LIBRARY COMPONENT ${component} NAMELINK_COMPONENT ${component}_dev
          RUNTIME COMPONENT ${component})
  install(EXPORT ${target} FILE ${target}Targets.cmake NAMESPACE sinew:: DESTINATION ${config_folder} COMPONENT ${component}_dev)
endforeach()
configure_package_config_file(cmake/sinewConfig.cmake.in ${generated}/sinewConfig.cmake INSTALL_DESTINATION ${config_folder}
                              PATH_VARS CMAKE_INSTALL_LIBEXECDIR)
write_basic_package_version_file(${generated}/sinewConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/sinewConfig.cmake ${generated}/sinewConfigVersion.cmake DESTINATION ${config_folder}
        COMPONENT runtime_dev)

foreach(folder INCLUDEDIR LIBDIR LIBEXECDIR)
  file(RELATIVE_PATH path ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_FULL_${folder}})
  string(REGEX REPLACE "/$" "" path ${path})
  set(pc_${folder} "\${pcfiledir}/${path}")
endforeach()
# Dependencies that a project links in addition to sinew: none for shared libraries.
set(pc_sinew "Libs: -L\${libdir} -lsinew -ldl -lm")
set(pc_sinew_import "Requires: sinew = ${PROJECT_VERSION}, assimp, expat, libdeflate, SDL2_image, draco\nLibs: -L\${libdir} -lsinew_import -lmeshoptimizer -pthread -lstdc++ -lm")
set(pc_sinew_render "Requires: sinew = ${PROJECT_VERSION}, epoxy\nLibs: -L\${libdir} -lsinew_render -lm")
if(BUILD_SHARED_LIBS)
  set(pc_sinew "Libs: -L\${libdir} -lsinew")
  foreach(component import render)
    set(pc_sinew_${component} "Requires: sinew = ${PROJECT_VERSION}\nLibs: -L\${libdir} -lsinew_${component}")
  endforeach()
endif()
foreach(component IN LISTS components)
  string(REPLACE "sinew_runtime" "sinew" module sinew_${component})
  configure_file(cmake/${module}.pc.in ${generated}/${module}.pc @ONLY)
  install(FILES ${generated}/${module}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${component}_dev)
endforeach()

install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# File managers: open models with the player, and show them as images.
if(SINEW_VIEWER)
  install(FILES desktop/sinew.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
  install(FILES desktop/sinew.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers)
  install(FILES desktop/sinew.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
endif()
