# The calls of a game to the runtime: the only test of a build without other parts.
add_executable(test_runtime runtime/test_runtime.c)
target_link_libraries(test_runtime PRIVATE sinew sinew_flags m)
add_test(NAME runtime COMMAND test_runtime data/arm.sinew WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
set_tests_properties(runtime PROPERTIES LABELS runtime)
if(BUILD_SHARED_LIBS) # the functions that a program calls through a shared library
  add_executable(play_shared ${PROJECT_SOURCE_DIR}/samples/play_baked.c)
  target_link_libraries(play_shared PRIVATE sinew::sinew)
  set_target_properties(play_shared PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}) # DLLs are found in this folder
  add_test(NAME runtime.shared COMMAND play_shared data/arm.sinew WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties(runtime.shared PROPERTIES LABELS runtime)
endif()
if(SINEW_PROGRAM)
  add_test(NAME runtime.data COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/runtime/check_data.sh $<TARGET_FILE:sinew_program>)
  set_tests_properties(runtime.data PROPERTIES LABELS runtime)
endif()
