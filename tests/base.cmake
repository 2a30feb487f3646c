sinew_unit_test(test_affine unit/test_affine.c)
sinew_unit_test(test_printable unit/test_printable.c)
