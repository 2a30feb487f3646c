sinew_unit_test(test_pose unit/test_pose.c LIBS sinew_test_models)
sinew_unit_test(test_rows unit/test_rows.c support/scenes.c LIBS sinew_test_models)
find_package(Threads REQUIRED)
sinew_unit_test(test_crowd unit/test_crowd.c LIBS sinew_test_models Threads::Threads)
