# sinew_cli_test(NAME [DRAWS]): tests/cli/NAME.sh, run in an empty folder. DRAWS: it opens OpenGL, see SINEW_GL_ENVIRONMENT.
function(sinew_cli_test name)
  cmake_parse_arguments(TEST "DRAWS" "" "" ${ARGN})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/cli-${name})
  set(scripts ${CMAKE_CURRENT_SOURCE_DIR}/cli)
  add_test(NAME cli.${name} COMMAND sh ${scripts}/run.sh ${folder} ${scripts}/${name}.sh)
  set_tests_properties(
    cli.${name}
    PROPERTIES LABELS cli
               TIMEOUT 900
               ENVIRONMENT
               "$<$<BOOL:${TEST_DRAWS}>:${SINEW_GL_ENVIRONMENT}>;SINEW=$<TARGET_FILE:sinew_program>;DATA=${CMAKE_CURRENT_SOURCE_DIR}/data;SCRIPTS=${scripts};CMAKE=${CMAKE_COMMAND}")
endfunction()

find_package(Threads REQUIRED)
sinew_unit_test(test_clip_facts unit/test_clip_facts.c ${PROJECT_SOURCE_DIR}/src/program/cli/facts/clip_facts.c)
sinew_unit_test(test_library unit/test_library.c support/make_dancer.c support/make_body.c LIBS sinew_test_models sinew_library)
sinew_unit_test(test_library_shards unit/test_library_shards.c LIBS sinew_test_models sinew_library)
sinew_unit_test(test_library_walk unit/test_library_walk.c LIBS sinew_library)
target_link_options(test_library_walk PRIVATE -Wl,--wrap=readdir)
sinew_unit_test(test_library_side_files unit/test_library_side_files.c LIBS sinew_library)
sinew_unit_test(test_library_database unit/test_library_database.c LIBS sinew_library)
target_compile_definitions(test_library_database PRIVATE SINEW_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
set_tests_properties(unit.test_library_database PROPERTIES WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}) # it writes a database
if(SINEW_FUZZ) # with its own measure_file.c: no importer
  add_executable(fuzz_database fuzz/fuzz_database.c)
  target_link_libraries(fuzz_database PRIVATE sinew_library sinew sinew_flags -fsanitize=fuzzer -Wl,--wrap=sinew__thread_sleep)
  sinew_fuzz_test(fuzz_database -max_total_time=30 -timeout=20 -max_len=16384 -dict=${CMAKE_CURRENT_SOURCE_DIR}/fuzz/dictionaries/database.dict
                  ${CMAKE_CURRENT_BINARY_DIR}/fuzz_database-cases ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/database)
endif()

# A collection of files with known facts, copies and faults.
add_executable(make_collection support/make_collection.c support/make_dancer.c)
target_include_directories(make_collection PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(make_collection PRIVATE sinew_test_models sinew sinew_flags m)
sinew_unit_test(test_bench_rounds unit/test_bench_rounds.c ${PROJECT_SOURCE_DIR}/src/program/cli/bench/bench_rounds.c)
sinew_unit_test(test_tutorial_skin unit/test_tutorial_skin.c bench/tutorial_skin.c LIBS sinew_test_models scenes)
sinew_unit_test(test_thread_pool unit/test_thread_pool.c ${PROJECT_SOURCE_DIR}/src/core/platform/posix/thread_pool_posix.c LIBS Threads::Threads)
sinew_unit_test(test_fork_pool unit/test_fork_pool.c ${PROJECT_SOURCE_DIR}/src/core/platform/posix/fork_pool_posix.c)

if(TARGET sinew_program)
  sinew_cli_test(usage)
  sinew_cli_test(input)
  sinew_cli_test(data)
  sinew_cli_test(posing)
  sinew_cli_test(library)
  sinew_cli_test(library_side_files)
  sinew_cli_test(library_attacks)
  sinew_cli_test(shards) # kills ten shards and ten merges
  set_tests_properties(cli.shards PROPERTIES LABELS "cli;slow" TIMEOUT 900)
  sinew_cli_test(library_pictures DRAWS) # kills four updates
  set_tests_properties(cli.library_pictures PROPERTIES TIMEOUT 300)
  sinew_cli_test(collection)
  set_property(TEST cli.collection APPEND PROPERTY ENVIRONMENT "MAKE_COLLECTION=$<TARGET_FILE:make_collection>" "SUPPORT=${CMAKE_CURRENT_SOURCE_DIR}/support")
  sinew_cli_test(curves)
  set_property(TEST cli.curves APPEND PROPERTY ENVIRONMENT "SUPPORT=${CMAKE_CURRENT_SOURCE_DIR}/support")
  sinew_cli_test(export DRAWS)
  sinew_cli_test(export_fbx)
  sinew_cli_test(survives)
  set_property(TEST cli.survives APPEND PROPERTY ENVIRONMENT "SOURCE=${PROJECT_SOURCE_DIR}")
  sinew_cli_test(many_files DRAWS)
  sinew_cli_test(gltf)
  set_property(TEST cli.gltf APPEND PROPERTY ENVIRONMENT "CHECK_GLB=${CMAKE_CURRENT_SOURCE_DIR}/gltf/check_glb.mjs")
  set_property(TEST cli.gltf APPEND PROPERTY ENVIRONMENT "CHECK_FBX=${CMAKE_CURRENT_SOURCE_DIR}/gltf/check_fbx.mjs")
  set_property(TEST cli.gltf APPEND PROPERTY ENVIRONMENT "CHECK_READ=${CMAKE_CURRENT_SOURCE_DIR}/gltf/check_read.mjs")
  sinew_cli_test(gltf_files)
  set_property(TEST cli.gltf_files APPEND PROPERTY ENVIRONMENT "GLTF=${CMAKE_CURRENT_SOURCE_DIR}/gltf")
  sinew_cli_test(anim)
  sinew_cli_test(retarget)
  sinew_cli_test(vrm)
  sinew_cli_test(edit)
  sinew_cli_test(outputs)
  sinew_cli_test(output_rules)
  sinew_cli_test(interrupts) # a hundred exports
  set_tests_properties(cli.interrupts PROPERTIES LABELS "cli;slow")
  sinew_cli_test(races)
  sinew_cli_test(names)
  sinew_cli_test(action)
  if(NOT SINEW_SANITIZE) # it tests the shells, and takes ten minutes with sanitizers
    sinew_cli_test(completion)
  endif()
  sinew_cli_test(pipes DRAWS)
  sinew_cli_test(film DRAWS)
  sinew_cli_test(sheet DRAWS)
  sinew_cli_test(pictures DRAWS)
  sinew_cli_test(cameras DRAWS)
  sinew_cli_test(front DRAWS)
  sinew_cli_test(display)
  sinew_cli_test(budgets DRAWS)
  set_tests_properties(cli.budgets PROPERTIES LABELS "cli;slow" TIMEOUT 900)
  if(SINEW_SANITIZE)
    set_property(TEST cli.budgets APPEND PROPERTY ENVIRONMENT "SANITIZED=1")
  endif()
  sinew_cli_test(terminal DRAWS)
  sinew_cli_test(narrow DRAWS)
  sinew_unit_test(test_terminal_replies unit/test_terminal_replies.c)
  set_tests_properties(
    unit.test_terminal_replies
    PROPERTIES LABELS cli
               ENVIRONMENT "${SINEW_GL_ENVIRONMENT};SINEW=$<TARGET_FILE:sinew_program>;ARM=${CMAKE_CURRENT_SOURCE_DIR}/data/arm.fbx")
  sinew_cli_test(keys DRAWS) # each key twice, in a window and in a terminal
  set_tests_properties(cli.keys PROPERTIES LABELS "cli;slow" TIMEOUT 900)
  sinew_cli_test(files DRAWS)
  sinew_cli_test(copy DRAWS)
  set_tests_properties(cli.files cli.copy PROPERTIES LABELS "cli;slow" TIMEOUT 900) # dozens of terminals
  sinew_cli_test(slow_import)
  sinew_cli_test(sandbox)
  sinew_cli_test(hardening)
  set(fortified 1)
  if(SINEW_SANITIZE)
    set(fortified 0)
  endif()
  set_property(TEST cli.hardening APPEND PROPERTY ENVIRONMENT
    "HARDENED=$<TARGET_FILE:sinew_program> $<TARGET_FILE:sinew_worker> $<TARGET_FILE:sinew_image_worker>"
    "FORTIFIED=$<IF:$<CONFIG:Debug>,0,${fortified}>"
    "CONTROL_FLOW=$<AND:$<BOOL:${SINEW_HAS_cf_protection_full}>,$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},x86_64>>")
  set_property(TEST cli.sandbox APPEND PROPERTY ENVIRONMENT "REFUSE=$<TARGET_FILE:sinew_refuse_sandbox>")
  sinew_cli_test(dragging DRAWS)
  sinew_cli_test(panels DRAWS)
  sinew_cli_test(keeping DRAWS)
  pkg_check_modules(X11 IMPORTED_TARGET x11)
  if(X11_FOUND)
    add_executable(window_client support/window_client.c)
    target_link_libraries(window_client PRIVATE PkgConfig::X11 sinew_flags)
    sinew_cli_test(opening DRAWS)
    sinew_cli_test(dropping DRAWS)
    sinew_cli_test(edits DRAWS)
    sinew_cli_test(comparing DRAWS)
    sinew_cli_test(file_pictures DRAWS)
    set_property(TEST cli.opening cli.dropping cli.edits cli.comparing cli.file_pictures APPEND PROPERTY ENVIRONMENT "WINDOW_CLIENT=$<TARGET_FILE:window_client>")
  endif()
  sinew_cli_test(diff DRAWS)
  sinew_cli_test(findings DRAWS)
  sinew_cli_test(bench)
  add_executable(write_mutants support/write_mutants.c)
  target_link_libraries(write_mutants PRIVATE sinew_test_models sinew_flags)
  sinew_cli_test(mutants DRAWS)
  set_property(TEST cli.mutants PROPERTY TIMEOUT 900) # it starts the program 300 times
  set_property(TEST cli.mutants APPEND PROPERTY ENVIRONMENT "WRITE_MUTANTS=$<TARGET_FILE:write_mutants>")
  sinew_cli_test(cache DRAWS)
  sinew_cli_test(bake DRAWS)
  if(TARGET sample_play_baked)
    set_property(TEST cli.bake APPEND PROPERTY ENVIRONMENT "PLAY_BAKED=$<TARGET_FILE:sample_play_baked>")
  endif()
endif()

if(SINEW_FUZZ AND TARGET sinew_program)
  set(cli ${PROJECT_SOURCE_DIR}/src/program/cli)
  add_executable(
    fuzz_documents
    fuzz/fuzz_documents.c
    support/make_body.c
    ${cli}/posing/pose_edit_options.c
    ${cli}/facts/author_joints.c
    ${cli}/framework/command.c
    ${cli}/framework/report.c)
  target_link_libraries(fuzz_documents PRIVATE sinew_test_models sinew_import sinew_check sinew_output sinew_scene sinew_library sinew_platform sinew_flags
                                               -fsanitize=fuzzer)
  sinew_fuzz_test(fuzz_documents -max_total_time=30 -timeout=10 -max_len=4096 -dict=${CMAKE_CURRENT_SOURCE_DIR}/fuzz/dictionaries/documents.dict
                  ${CMAKE_CURRENT_BINARY_DIR}/fuzz_documents-cases ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/corpus/documents)
endif()
