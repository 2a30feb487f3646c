sinew_unit_test(test_blend unit/test_blend.c support/scenes.c LIBS sinew_test_models)
sinew_unit_test(test_ik unit/test_ik.c LIBS sinew_test_models)
sinew_unit_test(test_mixer unit/test_mixer.c LIBS sinew_test_models sinew_platform)
sinew_unit_test(test_root_motion unit/test_root_motion.c LIBS sinew_test_models)
