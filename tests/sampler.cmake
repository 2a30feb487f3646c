sinew_unit_test(test_curve unit/test_curve.c LIBS sinew_test_models)
sinew_unit_test(test_compact_find unit/test_compact_find.c LIBS sinew_test_models)
sinew_unit_test(test_track unit/test_track.c LIBS sinew_test_models)
sinew_unit_test(test_transform_stack unit/test_transform_stack.c)
