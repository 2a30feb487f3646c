sinew_unit_test(test_skin unit/test_skin.c LIBS sinew_test_models)
sinew_unit_test(test_skin_pack unit/test_skin_pack.c support/scenes.c LIBS sinew_test_models)
sinew_unit_test(test_skin_kernels unit/test_skin_kernels.c LIBS sinew_test_models)
if(NOT SINEW_SANITIZE) # sanitizers replace malloc
  sinew_unit_test(test_no_allocation unit/test_no_allocation.c LIBS sinew_test_models)
endif()
sinew_unit_test(test_skin_cache unit/test_skin_cache.c LIBS sinew_test_models)
sinew_unit_test(test_frames unit/test_frames.c LIBS sinew_test_models)
