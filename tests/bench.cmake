# Measurements, labelled `bench`: they print, they do not judge.
if(TARGET sinew_import)
  add_executable(bench_pose bench/bench_pose.c support/bench_character.c ${PROJECT_SOURCE_DIR}/src/cli/tutorial_walk.c)
  target_include_directories(bench_pose PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(bench_pose PRIVATE sinew_import sinew sinew_flags m)
  add_test(NAME bench.pose COMMAND bench_pose samples/character.fbx WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(bench.pose PROPERTIES LABELS bench TIMEOUT 300 RUN_SERIAL ON)
endif()

# What sinew's own reading adds to Assimp's.
if(TARGET sinew_import)
  pkg_check_modules(ASSIMP REQUIRED IMPORTED_TARGET assimp)
  add_executable(bench_import bench/bench_import.c support/write_fbx.c)
  target_include_directories(bench_import PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(bench_import PRIVATE sinew_import sinew sinew_flags PkgConfig::ASSIMP m)
  add_test(NAME bench.import COMMAND bench_import 1)
  set_tests_properties(bench.import PROPERTIES LABELS bench TIMEOUT 300 RUN_SERIAL ON)
endif()
