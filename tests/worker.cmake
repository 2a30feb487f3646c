find_package(Threads REQUIRED)

# A worker with planted deeds, in the same cage; under the name of the real one, in a folder of its own.
set(planted_folder ${CMAKE_CURRENT_BINARY_DIR}/planted)
add_executable(planted_worker support/planted_worker.c)
set_target_properties(planted_worker PROPERTIES OUTPUT_NAME sinew-worker RUNTIME_OUTPUT_DIRECTORY ${planted_folder})
target_link_libraries(planted_worker PRIVATE sinew_cage sinew_flags)

sinew_unit_test(test_worker_cage unit/test_worker_cage.c support/temporary_folder.c LIBS sinew_test_models)
target_compile_definitions(test_worker_cage PRIVATE SINEW_PLANTED_WORKER_FOLDER="${planted_folder}")
sinew_unit_test(test_worker_load unit/test_worker_load.c support/temporary_folder.c LIBS sinew_import)
target_compile_definitions(test_worker_load PRIVATE SINEW_PLANTED_WORKER_FOLDER="${planted_folder}")
sinew_unit_test(test_many_loads unit/test_many_loads.c support/temporary_folder.c support/held_memory.c LIBS Threads::Threads)
target_compile_definitions(test_many_loads PRIVATE SINEW_PLANTED_WORKER_FOLDER="${planted_folder}")
sinew_unit_test(test_cache unit/test_cache.c LIBS Threads::Threads)
foreach(test test_worker_cage test_worker_load test_many_loads test_cache)
  add_dependencies(${test} planted_worker sinew_worker sinew_image_worker)
  if(SINEW_SANITIZE)
    target_compile_definitions(${test} PRIVATE SINEW_SANITIZED)
  endif()
endforeach()

# A large host for minutes: a gigabyte of heap, a thousand loads of its threads, ten thousand of different files.
add_test(NAME unit.ten_thousand_loads COMMAND test_many_loads WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(unit.ten_thousand_loads PROPERTIES LABELS "unit;slow" TIMEOUT 1500 ENVIRONMENT "SINEW_HEAP_MIB=1024;SINEW_LOADS=1000")

if(SINEW_FUZZ)
  add_executable(fuzz_block fuzz/fuzz_block.c)
  target_link_libraries(fuzz_block PRIVATE sinew_test_models sinew_flags -fsanitize=fuzzer)
  sinew_fuzz_test(fuzz_block -max_len=4096)
endif()
