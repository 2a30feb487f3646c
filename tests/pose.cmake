sinew_unit_test(test_pose unit/test_pose.c LIBS sinew_test_models)
sinew_unit_test(test_rows unit/test_rows.c support/scenes.c LIBS sinew_test_models)
