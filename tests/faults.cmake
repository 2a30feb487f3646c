# Sends the allocations of sinew in a test program through support/failing_memory.c.
function(sinew_wrap_memory target)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support/failing_memory.c
                                   ${CMAKE_CURRENT_SOURCE_DIR}/support/strike_memory.c)
  foreach(name malloc calloc realloc aligned_alloc strdup strndup free sinew__arena_take)
    target_link_options(${target} PRIVATE LINKER:--wrap=${name})
  endforeach()
endfunction()

# Lets a program live by support/virtual_clock.c instead of the system's clock.
function(sinew_wrap_clock target)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/support/virtual_clock.c)
  target_link_options(${target} PRIVATE LINKER:--wrap=sinew__now)
endfunction()

sinew_unit_test(test_out_of_memory unit/test_out_of_memory.c ${PROJECT_SOURCE_DIR}/samples/ribbon_model.c support/make_cache.c
                bench/tutorial_skin.c
                bench/tutorial_walk.c
                LIBS sinew_import sinew_output)
sinew_wrap_memory(test_out_of_memory)
target_compile_definitions(test_out_of_memory PRIVATE WORKER_FOLDER="${CMAKE_BINARY_DIR}")
add_dependencies(test_out_of_memory sinew_worker sinew_image_worker)

sinew_unit_test(test_play_memory unit/test_play_memory.c support/make_person.c LIBS sinew_test_models)
sinew_wrap_memory(test_play_memory)

sinew_unit_test(test_edit_memory unit/test_edit_memory.c support/edit_kinds.c support/make_body.c LIBS sinew_import sinew_test_models)
sinew_wrap_memory(test_edit_memory)

sinew_unit_test(test_retarget_memory unit/test_retarget_memory.c support/make_body.c support/make_rig.c support/temporary_folder.c
                LIBS sinew_test_models)
sinew_wrap_memory(test_retarget_memory)
if(TARGET sinew_check)
  sinew_unit_test(test_check_memory unit/test_check_memory.c support/make_person.c support/make_rig.c LIBS sinew_check sinew_import
                  sinew_test_models sinew_platform)
  sinew_wrap_memory(test_check_memory)
endif()
if(TARGET sinew_library)
  sinew_unit_test(test_library_memory unit/test_library_memory.c support/make_person.c support/temporary_folder.c
                  LIBS sinew_test_models sinew_library)
  sinew_wrap_memory(test_library_memory)
endif()

if(TARGET sinew_viewer)
  sinew_unit_test(test_play_without_memory unit/test_play_without_memory.c LIBS scenes sinew_viewer PkgConfig::SDL2)
  sinew_wrap_memory(test_play_without_memory)
  sinew_wrap_clock(test_play_without_memory)
  sinew_unit_test(test_first_file unit/test_first_file.c support/own_context.c support/made_files.c LIBS scenes sinew_viewer PkgConfig::SDL2)
  sinew_wrap_clock(test_first_file)
  set_tests_properties(unit.test_play_without_memory unit.test_first_file PROPERTIES ENVIRONMENT ${SINEW_GL_ENVIRONMENT})
endif()

# The program itself: its requests are refused by a library in front of the C library's (glibc; sanitizers bring their own).
if(TARGET sinew_program AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT SINEW_SANITIZE)
  add_library(sinew_refuse_request MODULE support/refuse_request.c)
  set_target_properties(sinew_refuse_request PROPERTIES C_VISIBILITY_PRESET default)
  sinew_cli_test(memory DRAWS)
  set_property(TEST cli.memory APPEND PROPERTY ENVIRONMENT "REFUSE=$<TARGET_FILE:sinew_refuse_request>")
  set_tests_properties(cli.memory PROPERTIES LABELS "cli;slow" TIMEOUT 900) # hundreds of runs; two busy cores take two minutes
endif()

# The allocator of the program under every public function that allocates.
if(TARGET sinew_viewer)
  sinew_unit_test(test_allocator unit/test_allocator.c support/own_allocator.c support/own_context.c LIBS sinew_import sinew_render sinew_viewer)
  target_compile_definitions(test_allocator PRIVATE WORKER_FOLDER="${CMAKE_BINARY_DIR}")
  add_dependencies(test_allocator sinew_worker sinew_image_worker)
  set_tests_properties(unit.test_allocator PROPERTIES ENVIRONMENT ${SINEW_GL_ENVIRONMENT})
endif()

find_package(Threads REQUIRED)
# Threads and bits.
sinew_unit_test(test_blend_contacts unit/test_blend_contacts.c LIBS sinew_import)
sinew_unit_test(test_threads unit/test_threads.c support/own_allocator.c LIBS sinew_import Threads::Threads)
add_executable(hash_palettes unit/hash_palettes.c)
target_include_directories(hash_palettes PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(hash_palettes PRIVATE sinew_import sinew_flags Threads::Threads)
add_test(NAME unit.hash_palettes COMMAND hash_palettes samples/walk.fbx samples/character.fbx samples/face.fbx samples/character.glb tests/data/arm.fbx
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(unit.hash_palettes PROPERTIES LABELS unit TIMEOUT 900)

# Hours and thousands of files. A sanitizer keeps freed memory for a while, so that nothing can be said about its size.
if(NOT SINEW_SANITIZE)
  sinew_unit_test(test_soak unit/test_soak.c support/held_memory.c LIBS sinew_import)
  if(TARGET sinew_viewer)
    sinew_unit_test(test_soak_window unit/test_soak_window.c support/held_memory.c LIBS sinew_import sinew_viewer PkgConfig::SDL2)
    sinew_wrap_clock(test_soak_window)
    # The driver's threads would touch their memory bit by bit for some minutes.
    set_tests_properties(unit.test_soak_window PROPERTIES LABELS "unit;slow" TIMEOUT 900 ENVIRONMENT "LP_NUM_THREADS=0")
  endif()
endif()
if(TARGET sinew_program)
  sinew_cli_test(playing DRAWS)
  sinew_cli_test(same_bytes DRAWS)
endif()

# What runs in several threads: all that the preset `tsan` builds and runs.
add_custom_target(thread_tests DEPENDS hash_palettes)
set_property(TEST unit.hash_palettes APPEND PROPERTY LABELS threads)
foreach(test test_threads test_crowd test_crowd_kinds test_mixer test_clip_sequences test_thread_pool test_playlist test_worker_load test_many_loads)
  add_dependencies(thread_tests ${test})
  set_property(TEST unit.${test} APPEND PROPERTY LABELS threads)
endforeach()
