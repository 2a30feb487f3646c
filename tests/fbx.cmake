sinew_unit_test(test_fbx_number unit/test_fbx_number.c)
sinew_unit_test(test_fbx_document unit/test_fbx_document.c support/make_fbx.c LIBS PkgConfig::LIBDEFLATE)
sinew_unit_test(test_fbx_corpus unit/test_fbx_corpus.c)
set_tests_properties(unit.test_fbx_corpus PROPERTIES LABELS corpus)
