set(check_modules ${PROJECT_SOURCE_DIR}/cmake/check_layering.cmake)
set(check_cycles ${PROJECT_SOURCE_DIR}/cmake/check_cycles.cmake)
add_test(NAME layering COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -P ${check_modules})
add_test(NAME layering.cycles COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DBUILD_DIR=${PROJECT_BINARY_DIR} -DNM=${CMAKE_NM}
                                      -P ${check_cycles})
add_test(NAME layering.names COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DBUILD_DIR=${PROJECT_BINARY_DIR} -DNM=${CMAKE_NM}
                                     -P ${PROJECT_SOURCE_DIR}/cmake/check_names.cmake)
# The checks can fail: a module that reaches forward is caught, and so are files that reach themselves. They check no
# program, so that sanitizers change nothing about them.
if(NOT SINEW_SANITIZE)
  add_test(NAME layering.catches COMMAND ${CMAKE_COMMAND} -DPROJECT_SOURCE_DIR=${PROJECT_SOURCE_DIR} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/layering
                                         -P ${CMAKE_CURRENT_SOURCE_DIR}/layering_catches.cmake)
  add_test(NAME layering.cycles.catches COMMAND ${CMAKE_COMMAND} -DCHECK=${check_cycles} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/cycles
                                                -DCOMPILER=${CMAKE_C_COMPILER} -DNM=${CMAKE_NM}
                                                -P ${CMAKE_CURRENT_SOURCE_DIR}/layering_cycles_catches.cmake)
  add_test(NAME layering.names.catches COMMAND ${CMAKE_COMMAND} -DCHECK=${PROJECT_SOURCE_DIR}/cmake/check_names.cmake
                                               -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/names -DCOMPILER=${CMAKE_C_COMPILER} -DNM=${CMAKE_NM}
                                               -P ${CMAKE_CURRENT_SOURCE_DIR}/layering_names_catches.cmake)
  add_test(NAME layering.callers COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/callers.sh ${CMAKE_NM} ${CMAKE_C_COMPILER} ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR})
endif()
