find_package(Threads REQUIRED)

# A worker that does what the test tells it to, in the same sandbox, under the name of the real one.
set(planted_folder ${CMAKE_CURRENT_BINARY_DIR}/planted)
add_executable(planted_worker support/planted_worker.c)
set_target_properties(planted_worker PROPERTIES OUTPUT_NAME sinew-worker RUNTIME_OUTPUT_DIRECTORY ${planted_folder})
target_link_libraries(planted_worker PRIVATE sinew_sandbox sinew_flags)

# Preloaded into workers: a system without seccomp.
add_library(sinew_refuse_sandbox MODULE support/refuse_sandbox.c)
set_target_properties(sinew_refuse_sandbox PROPERTIES C_VISIBILITY_PRESET default)

sinew_unit_test(test_worker_sandbox unit/test_worker_sandbox.c support/temporary_folder.c LIBS sinew_test_models)
target_compile_definitions(test_worker_sandbox PRIVATE SINEW_PLANTED_WORKER_FOLDER="${planted_folder}"
                                                       SINEW_REFUSE_SANDBOX="$<TARGET_FILE:sinew_refuse_sandbox>")
add_dependencies(test_worker_sandbox sinew_refuse_sandbox)
sinew_unit_test(test_worker_load unit/test_worker_load.c support/temporary_folder.c support/open_descriptors.c LIBS sinew_import)
target_compile_definitions(test_worker_load PRIVATE SINEW_PLANTED_WORKER_FOLDER="${planted_folder}")
sinew_unit_test(test_many_loads unit/test_many_loads.c support/temporary_folder.c support/held_memory.c support/open_descriptors.c LIBS Threads::Threads)
target_compile_definitions(test_many_loads PRIVATE SINEW_PLANTED_WORKER_FOLDER="${planted_folder}")
foreach(test test_cache test_cache_faults test_cache_dependencies test_cache_shared)
  sinew_unit_test(${test} unit/${test}.c support/cached_load.c LIBS Threads::Threads)
endforeach()
foreach(test test_worker_sandbox test_worker_load test_many_loads test_cache test_cache_faults test_cache_dependencies test_cache_shared)
  add_dependencies(${test} planted_worker sinew_worker sinew_image_worker)
  if(SINEW_SANITIZE)
    target_compile_definitions(${test} PRIVATE SINEW_SANITIZED)
  endif()
endforeach()

if(SINEW_FUZZ)
  add_executable(fuzz_block fuzz/fuzz_block.c)
  target_link_libraries(fuzz_block PRIVATE sinew_test_models sinew_flags -fsanitize=fuzzer)
  sinew_fuzz_test(fuzz_block -max_len=4096)
endif()
