sinew_unit_test(test_model_files unit/test_model_files.c)
