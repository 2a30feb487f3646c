find_package(Threads REQUIRED)

# A worker with planted deeds, in the same cage; under the name of the real one, in a folder of its own.
set(planted_folder ${CMAKE_CURRENT_BINARY_DIR}/planted)
add_executable(planted_worker support/planted_worker.c)
set_target_properties(planted_worker PROPERTIES OUTPUT_NAME sinew-worker RUNTIME_OUTPUT_DIRECTORY ${planted_folder})
target_link_libraries(planted_worker PRIVATE sinew_cage sinew_flags)

sinew_unit_test(test_worker_cage unit/test_worker_cage.c support/temporary_folder.c LIBS sinew_test_models)
target_compile_definitions(test_worker_cage PRIVATE SINEW_PLANTED_WORKER_FOLDER="${planted_folder}")
sinew_unit_test(test_worker_load unit/test_worker_load.c support/temporary_folder.c LIBS sinew_import Threads::Threads)
set(SINEW_HEAP_MIB 200 CACHE STRING "Heap of the host whose threads load models in test_worker_load")
set(SINEW_LOADS_PER_THREAD 5 CACHE STRING "Models that each of them loads")
target_compile_definitions(test_worker_load PRIVATE SINEW_PLANTED_WORKER_FOLDER="${planted_folder}"
  SINEW_HEAP_MIB=${SINEW_HEAP_MIB} SINEW_LOADS_PER_THREAD=${SINEW_LOADS_PER_THREAD})
foreach(test test_worker_cage test_worker_load)
  add_dependencies(${test} planted_worker sinew_worker sinew_image_worker)
endforeach()
if(SINEW_SANITIZE)
  target_compile_definitions(test_worker_cage PRIVATE SINEW_SANITIZED)
endif()

if(SINEW_FUZZ)
  add_executable(fuzz_block fuzz/fuzz_block.c)
  target_link_libraries(fuzz_block PRIVATE sinew_test_models sinew_flags -fsanitize=fuzzer)
  sinew_fuzz_test(fuzz_block -max_len=4096)
endif()
