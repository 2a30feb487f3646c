# Measurements, labelled `bench`: they print and never fail. To compare their numbers, run nothing else: ctest -L bench -j 1.
if(TARGET sinew_program)
  # The runtime's steps on the generated characters and on a file. bench/compare.py compares two builds.
  add_executable(bench_runtime bench/bench_runtime.c bench/characters.c bench/tutorial_skin.c bench/tutorial_walk.c)
  foreach(source program/cli/bench/bench_report.c program/cli/bench/bench_rounds.c program/cli/bench/bench_work.c program/cli/framework/text_table.c)
    target_sources(bench_runtime PRIVATE ${PROJECT_SOURCE_DIR}/src/${source})
  endforeach()
  target_compile_definitions(bench_runtime PRIVATE "SINEW_BUILD_TYPE=\"$<CONFIG>\"")
  target_include_directories(bench_runtime PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(bench_runtime PRIVATE sinew_import sinew_scene sinew_flags m)
  find_program(PYTHON3 python3)
  if(PYTHON3)
    add_test(NAME bench.runtime
             COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/bench/compare.py --runs 1 $<TARGET_FILE:bench_runtime> $<TARGET_FILE:bench_runtime>
                     -- --rounds 3 sines motion samples/character.fbx
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  else()
    add_test(NAME bench.runtime COMMAND bench_runtime WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endif()
  set_tests_properties(bench.runtime PROPERTIES LABELS bench TIMEOUT 900)
endif()

# What sinew's own reading adds to Assimp's.
if(TARGET sinew_import)
  pkg_check_modules(ASSIMP REQUIRED IMPORTED_TARGET assimp)
  add_library(character_fbx STATIC support/character_fbx.c support/write_fbx.c)
  target_include_directories(character_fbx PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(character_fbx PUBLIC sinew sinew_flags m)
  add_executable(bench_import bench/bench_import.c)
  target_link_libraries(bench_import PRIVATE character_fbx sinew_import PkgConfig::ASSIMP)
  add_test(NAME bench.import COMMAND bench_import 1)
  set_tests_properties(bench.import PROPERTIES LABELS bench TIMEOUT 900)

  # What rows cost.
  add_executable(bench_bake bench/bench_bake.c)
  target_link_libraries(bench_bake PRIVATE character_fbx sinew_import)
  add_test(NAME bench.bake COMMAND bench_bake 1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(bench.bake PROPERTIES LABELS bench TIMEOUT 900)

  # The cost of the sandbox for both.
  add_executable(bench_load bench/bench_load.c)
  target_link_libraries(bench_load PRIVATE character_fbx sinew_import PkgConfig::ASSIMP)
  add_dependencies(bench_load sinew_worker)
  add_test(NAME bench.load COMMAND bench_load 1 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(bench.load PROPERTIES LABELS bench TIMEOUT 900)
endif()

if(TARGET sinew_program)
  add_executable(write_character bench/write_character.c)
  target_link_libraries(write_character PRIVATE character_fbx sinew_import)
  add_test(NAME bench.check COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${CMAKE_CURRENT_BINARY_DIR}/bench-check
                                    ${CMAKE_CURRENT_SOURCE_DIR}/bench/check_files.sh)
  set_tests_properties(bench.check PROPERTIES LABELS bench TIMEOUT 900
    ENVIRONMENT "SINEW=$<TARGET_FILE:sinew_program>;WRITE_CHARACTER=$<TARGET_FILE:write_character>")
endif()

# Peak of memory and processor time of importing large FBX files.
if(TARGET sinew_program AND PYTHON3)
  add_test(NAME bench.import_memory
           COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/bench/import_memory.py --rounds 1 samples/character.fbx $<TARGET_FILE:sinew_program>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(bench.import_memory PROPERTIES LABELS bench TIMEOUT 900)
endif()

# An update of the small game: a hundred and one foxes that blend, look and put their feet on hills, on one core.
if(TARGET sample_stroll)
  add_test(NAME bench.stroll COMMAND sample_stroll samples --headless 600 -o ${CMAKE_CURRENT_BINARY_DIR}/bench_stroll.png
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(bench.stroll PROPERTIES LABELS bench TIMEOUT 900 ENVIRONMENT "${SINEW_GL_ENVIRONMENT}"
                                               PASS_REGULAR_EXPRESSION "[0-9.]+ ms an update")
endif()

if(TARGET sinew_program)
  add_test(NAME bench.collection COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${CMAKE_CURRENT_BINARY_DIR}/bench-collection
                                         ${CMAKE_CURRENT_SOURCE_DIR}/bench/collection.sh)
  set_tests_properties(bench.collection PROPERTIES LABELS "bench;slow" TIMEOUT 3600
    ENVIRONMENT "${SINEW_GL_ENVIRONMENT};SINEW=$<TARGET_FILE:sinew_program>;MAKE_COLLECTION=$<TARGET_FILE:make_collection>;SUPPORT=${CMAKE_CURRENT_SOURCE_DIR}/support;SIDE_FILES=${CMAKE_CURRENT_SOURCE_DIR}/bench/side_files.py")
  add_test(NAME bench.collection_overhead COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/cli/run.sh ${CMAKE_CURRENT_BINARY_DIR}/bench-collection-overhead
                                                  ${CMAKE_CURRENT_SOURCE_DIR}/bench/collection_overhead.sh)
  set_tests_properties(bench.collection_overhead PROPERTIES LABELS "bench;slow" TIMEOUT 1200
    ENVIRONMENT "SINEW=$<TARGET_FILE:sinew_program>;MAKE_COLLECTION=$<TARGET_FILE:make_collection>;SAMPLES=${PROJECT_SOURCE_DIR}/samples")
endif()
