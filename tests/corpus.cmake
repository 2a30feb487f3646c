# How exactly poses match the exports of modelling programs, if the corpus is beside the project. The numbers only rise.
set(SINEW_MIN_TRUTH 166)
set(SINEW_MIN_SAMPLED 621)
set(SINEW_MIN_SDK 44)
if(TARGET sinew_program AND NOT SINEW_SANITIZE)
  add_test(NAME corpus.fidelity COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/corpus/fidelity.sh $<TARGET_FILE:sinew_program> ${SINEW_MIN_TRUTH} ${SINEW_MIN_SAMPLED}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME corpus.sdk_curves COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/corpus/sdk_curves.sh $<TARGET_FILE:sinew_program> ${SINEW_MIN_SDK}
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(corpus.fidelity corpus.sdk_curves PROPERTIES LABELS corpus SKIP_RETURN_CODE 77 TIMEOUT 900)
endif()

# The flat hierarchy walk against the recursive one, over every clip of every sample, and of the corpus if there is one.
if(TARGET sinew_import)
  add_executable(walks_agree corpus/walks_agree.c support/model_files.c)
  add_executable(baked_near corpus/baked_near.c support/model_files.c)
  foreach(program walks_agree baked_near)
    target_include_directories(${program} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(${program} PRIVATE sinew_import sinew sinew_flags m)
  endforeach()
  add_test(NAME corpus.walks_samples COMMAND walks_agree samples WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME corpus.walks COMMAND walks_agree ../shared/corpus/truth ../shared/corpus/sampled WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  # Playback of baked clips against the curves that they were baked from.
  add_test(NAME corpus.baked_samples COMMAND baked_near samples WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME corpus.baked COMMAND baked_near ../shared/corpus/truth ../shared/corpus/sampled ../shared/corpus/motion WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(corpus.baked_samples corpus.baked PROPERTIES LABELS corpus SKIP_RETURN_CODE 77 TIMEOUT 900)
  set_tests_properties(corpus.walks_samples corpus.walks PROPERTIES LABELS corpus SKIP_RETURN_CODE 77 TIMEOUT 900)
  # A changed clip finds its source.
  add_executable(likeness corpus/likeness.c support/model_files.c support/make_body.c support/make_dancer.c)
  target_link_libraries(likeness PRIVATE sinew_test_models sinew_import sinew_library sinew sinew_flags m)
  add_test(NAME corpus.likeness COMMAND likeness samples ../shared/corpus/truth ../shared/corpus/sampled WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(corpus.likeness PROPERTIES LABELS corpus SKIP_RETURN_CODE 77 TIMEOUT 900)
  # Curves against the programs that wrote them.
  add_executable(evaluated_curves corpus/evaluated_curves.c support/evaluated_curves.c support/model_files.c)
  target_include_directories(evaluated_curves PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(evaluated_curves PRIVATE sinew_import sinew sinew_flags m)
  add_test(NAME corpus.evaluated_curves COMMAND evaluated_curves ../shared/corpus/sampled WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(corpus.evaluated_curves PROPERTIES LABELS corpus SKIP_RETURN_CODE 77)
endif()

# Records of the author's FBX that an export without an edit changes, and records that a renamed clip changes. The number only falls.
set(SINEW_DIFFERING_RECORDS 0)
if(TARGET sinew_program AND TARGET sinew_import AND NOT SINEW_SANITIZE)
  add_executable(compare_records corpus/compare_records.c)
  target_link_libraries(compare_records PRIVATE sinew_import sinew sinew_flags m)
  set(kept ${CMAKE_CURRENT_SOURCE_DIR}/corpus/kept_records.sh $<TARGET_FILE:sinew_program> $<TARGET_FILE:compare_records>)
  foreach(format fbx fbx-ascii)
    string(REPLACE fbx kept name ${format})
    add_test(NAME corpus.${name}_samples COMMAND ${kept} ${format} 0 samples WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    add_test(NAME corpus.${name} COMMAND ${kept} ${format} ${SINEW_DIFFERING_RECORDS} ../shared/corpus/truth ../shared/corpus/sampled
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(corpus.${name}_samples corpus.${name} PROPERTIES LABELS corpus SKIP_RETURN_CODE 77 TIMEOUT 900)
  endforeach()
endif()

# Files that options for a part of the document write anew, because a geometry cache or tangents depend on the unit. The number only falls.
set(SINEW_ANEW_BY_OPTIONS 10)
if(TARGET compare_records)
  set(options ${CMAKE_CURRENT_SOURCE_DIR}/corpus/kept_options.sh $<TARGET_FILE:sinew_program> $<TARGET_FILE:compare_records>)
  add_test(NAME corpus.kept_options_samples COMMAND ${options} 0 samples WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME corpus.kept_options COMMAND ${options} ${SINEW_ANEW_BY_OPTIONS} ../shared/corpus/truth ../shared/corpus/sampled
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(corpus.kept_options_samples corpus.kept_options PROPERTIES LABELS corpus SKIP_RETURN_CODE 77 TIMEOUT 900)
endif()

# An animator's loop: Blender imports the author's file and the one that sinew has written, and has the same scene.
if(TARGET sinew_program AND SINEW_PYTHON3 AND NOT SINEW_SANITIZE)
  set(loop ${SINEW_PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/corpus/blender_loop.py $<TARGET_FILE:sinew_program>)
  add_test(NAME corpus.blender_samples COMMAND ${loop} 0 export samples/walk.fbx samples/face.fbx WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME corpus.blender_portable COMMAND ${loop} 0 "export --curves portable" samples/walk.fbx samples/face.fbx
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  # Edits that Blender shows are found.
  add_test(NAME corpus.blender_catches COMMAND ${loop} 0 "edit --scale 1.02 --rename-joints hand.L=hand.left" samples/walk.fbx
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(corpus.blender_catches PROPERTIES
    PASS_REGULAR_EXPRESSION "bones: [0-9]+ missing.*key counts: .*rest: .*pose 0: .*silhouette 0, front: 0.*1 files, 0 not compared, 1 differ")
  add_test(NAME corpus.blender COMMAND ${loop} 0 export ../shared/corpus/truth ../shared/corpus/sampled WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(corpus.blender_samples corpus.blender_portable corpus.blender_catches PROPERTIES LABELS corpus SKIP_RETURN_CODE 77 TIMEOUT 900)
  set_tests_properties(corpus.blender PROPERTIES LABELS "corpus;slow" SKIP_RETURN_CODE 77 TIMEOUT 3600)
endif()
