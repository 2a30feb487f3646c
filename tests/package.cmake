# Installed files work. Not tested with sanitizers, which a stranger's program would also have to link.
if(NOT SINEW_INSTALL OR NOT SINEW_PROGRAM OR SINEW_SANITIZE)
  return()
endif()
# sinew_package_test(NAME): tests/package/NAME.sh, run in an empty folder. It configures with the generator of this build:
# CMake's default may ask for a `make` that is not installed.
function(sinew_package_test name)
  add_test(NAME package.${name} COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${CMAKE_CURRENT_BINARY_DIR}/package-${name}
                                        ${CMAKE_CURRENT_SOURCE_DIR}/package/${name}.sh)
  set_tests_properties(
    package.${name} PROPERTIES LABELS package TIMEOUT 900
    ENVIRONMENT "BUILD=${CMAKE_BINARY_DIR};SOURCE=${PROJECT_SOURCE_DIR};CMAKE=${CMAKE_COMMAND};CC=${CMAKE_C_COMPILER};CMAKE_GENERATOR=${CMAKE_GENERATOR}")
endfunction()
sinew_package_test(install)
sinew_package_test(debian)
sinew_package_test(example)
sinew_package_test(shared)
sinew_package_test(parts)
sinew_package_test(first_hour)
set_tests_properties(package.shared package.parts package.first_hour PROPERTIES LABELS "package;slow") # each builds the libraries once more
