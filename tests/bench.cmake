# Measurements, labelled `bench`: they print, they do not judge.
if(TARGET sinew_import)
  add_executable(bench_pose bench/bench_pose.c support/bench_character.c ${PROJECT_SOURCE_DIR}/src/cli/tutorial_walk.c)
  target_include_directories(bench_pose PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(bench_pose PRIVATE sinew_import sinew sinew_flags m)
  add_test(NAME bench.pose COMMAND bench_pose samples/character.fbx WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(bench.pose PROPERTIES LABELS bench TIMEOUT 300 RUN_SERIAL ON)
endif()
