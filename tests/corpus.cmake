# How exactly poses match what modelling programs exported, where the corpus lies beside the project. The numbers only rise.
set(SINEW_MIN_TRUTH 0)
set(SINEW_MIN_SAMPLED 0)
if(TARGET sinew_program AND NOT SINEW_SANITIZE)
  add_test(NAME corpus.fidelity COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/corpus/fidelity.sh $<TARGET_FILE:sinew_program> ${SINEW_MIN_TRUTH} ${SINEW_MIN_SAMPLED}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(corpus.fidelity PROPERTIES LABELS corpus SKIP_RETURN_CODE 77 TIMEOUT 600)
endif()
