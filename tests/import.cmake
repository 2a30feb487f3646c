sinew_unit_test(test_sniff_format unit/test_sniff_format.c LIBS sinew_import)
add_library(import_test_support STATIC support/import_text.c)
target_include_directories(import_test_support PUBLIC ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(import_test_support PUBLIC sinew_import sinew_flags PkgConfig::CMOCKA)

sinew_unit_test(test_import_bvh unit/test_import_bvh.c LIBS import_test_support)
sinew_unit_test(test_import_gltf unit/test_import_gltf.c LIBS import_test_support)
sinew_unit_test(test_import_collada unit/test_import_collada.c LIBS import_test_support)
sinew_unit_test(test_import_image unit/test_import_image.c LIBS import_test_support)
