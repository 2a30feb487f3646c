sinew_unit_test(test_pose unit/test_pose.c LIBS sinew_test_models)
