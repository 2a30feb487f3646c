add_test(NAME layering COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -P ${PROJECT_SOURCE_DIR}/cmake/check_layering.cmake)
# The check can fail: a module that reaches forward is caught.
add_test(NAME layering.catches COMMAND ${CMAKE_COMMAND} -DPROJECT_SOURCE_DIR=${PROJECT_SOURCE_DIR} -DSCRATCH=${CMAKE_CURRENT_BINARY_DIR}/layering
                                       -P ${CMAKE_CURRENT_SOURCE_DIR}/layering_catches.cmake)
# Every public header compiles alone, as C11 and as C++11.
file(GLOB public_headers RELATIVE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/include/sinew/*.h)
foreach(header IN LISTS public_headers)
  get_filename_component(name ${header} NAME_WE)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.c "#include \"${header}\"\n")
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}_cpp.cpp "#include \"${header}\"\n")
  list(APPEND header_sources ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.c ${CMAKE_CURRENT_BINARY_DIR}/headers/${name}_cpp.cpp)
endforeach()
add_library(sinew_headers_alone OBJECT ${header_sources})
target_include_directories(sinew_headers_alone PRIVATE ${PROJECT_SOURCE_DIR}/include)
target_compile_options(sinew_headers_alone PRIVATE -Wall -Wextra -Wpedantic -Werror)
set_target_properties(sinew_headers_alone PROPERTIES CXX_STANDARD 11 CXX_EXTENSIONS OFF)
