sinew_unit_test(test_affine unit/test_affine.c)
sinew_unit_test(test_hash unit/test_hash.c)
sinew_unit_test(test_printable unit/test_printable.c)
sinew_unit_test(test_write_file unit/test_write_file.c)
