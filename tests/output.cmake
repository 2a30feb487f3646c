sinew_unit_test(test_compare_images unit/test_compare_images.c LIBS sinew_output)
sinew_unit_test(test_output unit/test_output.c LIBS sinew_output)
add_dependencies(test_output sinew_image_worker)
