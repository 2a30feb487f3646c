# What a game does with the runtime: the only test of a build without other parts.
add_executable(test_runtime runtime/test_runtime.c)
target_link_libraries(test_runtime PRIVATE sinew sinew_flags m)
add_test(NAME runtime COMMAND test_runtime data/arm.sinew WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
set_tests_properties(runtime PROPERTIES LABELS runtime)
if(SINEW_PROGRAM)
  add_test(NAME runtime.data COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/runtime/check_data.sh $<TARGET_FILE:sinew_program>)
  set_tests_properties(runtime.data PROPERTIES LABELS runtime)
endif()
