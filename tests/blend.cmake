sinew_unit_test(test_blend unit/test_blend.c support/scenes.c LIBS sinew_test_models)
