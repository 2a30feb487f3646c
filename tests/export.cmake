sinew_unit_test(test_export_obj unit/test_export_obj.c)
