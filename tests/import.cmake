sinew_unit_test(test_sniff_format unit/test_sniff_format.c LIBS sinew_import)
add_library(import_test_support STATIC support/import_text.c support/fbx_text.c)
target_include_directories(import_test_support PUBLIC ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(import_test_support PUBLIC sinew_import sinew_flags PkgConfig::CMOCKA)

sinew_unit_test(test_import_bvh unit/test_import_bvh.c LIBS import_test_support)
sinew_unit_test(test_import_gltf unit/test_import_gltf.c LIBS import_test_support)
sinew_unit_test(test_import_warnings unit/test_import_warnings.c LIBS sinew_import)
sinew_unit_test(test_import_collada unit/test_import_collada.c LIBS import_test_support)
sinew_unit_test(test_import_image unit/test_import_image.c LIBS import_test_support)
sinew_unit_test(test_import_fbx_join unit/test_import_fbx_join.c LIBS import_test_support)
sinew_unit_test(test_import_fbx_clips unit/test_import_fbx_clips.c LIBS import_test_support)
sinew_unit_test(test_import_fbx_evaluation unit/test_import_fbx_evaluation.c support/evaluated_curves.c LIBS import_test_support)
sinew_unit_test(test_import_fbx_deformers unit/test_import_fbx_deformers.c LIBS import_test_support)
sinew_unit_test(test_import_fbx_materials unit/test_import_fbx_materials.c LIBS import_test_support)
sinew_unit_test(test_import_corpus unit/test_import_corpus.c LIBS import_test_support)
set_tests_properties(unit.test_import_corpus PROPERTIES LABELS corpus)
sinew_unit_test(test_cache_files unit/test_cache_files.c support/make_cache.c LIBS import_test_support)
sinew_unit_test(test_import_cache unit/test_import_cache.c support/make_cache.c LIBS import_test_support)

if(SINEW_FUZZ)
  set(dictionaries ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/dictionaries)
  foreach(target import geometry_caches glue)
    add_executable(fuzz_${target} fuzz/fuzz_${target}.c)
    target_link_libraries(fuzz_${target} PRIVATE sinew_import sinew_flags -fsanitize=fuzzer)
  endforeach()
  # A time limit for each input finds bad complexity.
  sinew_fuzz_test(fuzz_import -max_total_time=30 -timeout=10 -max_len=65536 -dict=${dictionaries}/fbx.dict ${CMAKE_CURRENT_BINARY_DIR}/fuzz_import-cases
                  ${CMAKE_CURRENT_SOURCE_DIR}/data ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/import)
  sinew_fuzz_test(fuzz_geometry_caches -max_total_time=30 -timeout=10 -max_len=4096 ${CMAKE_CURRENT_BINARY_DIR}/fuzz_geometry_caches-cases
                  ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/geometry_caches)
  sinew_fuzz_test(fuzz_glue -max_total_time=30 -timeout=10 -max_len=4096 -dict=${dictionaries}/glue.dict ${CMAKE_CURRENT_BINARY_DIR}/fuzz_glue-cases
                  ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/glue)
endif()
