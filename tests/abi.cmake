# The ABI of the headers is the one listed. On 64-bit systems with the usual alignments; sanitizers change neither.
find_program(PYTHON3 python3)
if(PYTHON3 AND CMAKE_SIZEOF_VOID_P EQUAL 8 AND NOT WIN32)
  add_test(NAME abi COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/abi/abi.py ${CMAKE_C_COMPILER} ${PROJECT_SOURCE_DIR}/include
                            ${CMAKE_CURRENT_SOURCE_DIR}/abi/abi.txt)
endif()
