add_library(scenes STATIC support/scenes.c)
target_include_directories(scenes PUBLIC ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(scenes PUBLIC sinew PRIVATE sinew_flags m)

sinew_unit_test(test_mipmap unit/test_mipmap.c)
find_package(PkgConfig REQUIRED)
pkg_check_modules(EPOXY REQUIRED IMPORTED_TARGET epoxy)
sinew_unit_test(test_overlays unit/test_overlays.c LIBS scenes sinew_render PkgConfig::EPOXY m)
sinew_unit_test(test_motion_bounds unit/test_motion_bounds.c LIBS scenes) # without OpenGL
foreach(test test_renderer test_shader_skin test_draw_crowd test_interface test_gpu_page test_graphics_state)
  sinew_unit_test(${test} unit/${test}.c support/own_context.c support/test_stage.c LIBS scenes sinew_test_models sinew_import sinew_render sinew_viewer PkgConfig::EPOXY)
  set_tests_properties(unit.${test} PROPERTIES ENVIRONMENT ${SINEW_GL_ENVIRONMENT})
endforeach()

# The module of pages, compiled for this machine.
set(page_sources module.c page_facts.c page_import.c page_joints.c page_picture.c page_textures.c)
list(TRANSFORM page_sources PREPEND ${PROJECT_SOURCE_DIR}/src/page/)
sinew_unit_test(test_page_module unit/test_page_module.c support/held_memory.c support/make_body.c support/own_context.c support/test_stage.c ${page_sources}
                ${PROJECT_SOURCE_DIR}/src/import/browser/browser_import.c ${PROJECT_SOURCE_DIR}/src/import/browser/decode_meshopt.c ${without_assimp}
                LIBS scenes sinew_test_models sinew_import sinew_output sinew_scene PkgConfig::EPOXY)
target_compile_options(test_page_module PRIVATE $<$<C_COMPILER_ID:GNU>:-Wno-attributes> $<$<C_COMPILER_ID:Clang>:-Wno-unknown-attributes>)
set_tests_properties(unit.test_page_module PROPERTIES ENVIRONMENT ${SINEW_GL_ENVIRONMENT})

# The rigs of tests/unit/test_rigs.c, in pictures.
sinew_unit_test(test_mirror_picture unit/test_mirror_picture.c support/make_rig.c support/own_context.c support/test_stage.c
                LIBS sinew_test_models sinew_render sinew_viewer PkgConfig::EPOXY)
set_tests_properties(unit.test_mirror_picture PROPERTIES ENVIRONMENT ${SINEW_GL_ENVIRONMENT})

# Every public function with wrong arguments, one at a time; not optimized, because it is eleven thousand lines that run once.
find_program(PYTHON3 python3)
if(PYTHON3 AND NOT WIN32)
  set(arguments ${CMAKE_CURRENT_SOURCE_DIR}/abi/arguments.py)
  add_custom_command(OUTPUT test_arguments.c COMMAND ${PYTHON3} ${arguments} ${CMAKE_CURRENT_SOURCE_DIR}/abi/abi.txt test_arguments.c
                     DEPENDS ${arguments} abi/accepted.py abi/arguments_begin.c abi/abi.txt)
  set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/test_arguments.c PROPERTIES COMPILE_OPTIONS "-O0;-Wno-double-promotion")
  sinew_unit_test(test_arguments ${CMAKE_CURRENT_BINARY_DIR}/test_arguments.c support/argument_objects.c support/own_context.c
                  LIBS sinew_import sinew_render sinew_viewer PkgConfig::EPOXY)
  set_tests_properties(unit.test_arguments PROPERTIES ENVIRONMENT ${SINEW_GL_ENVIRONMENT})
  add_dependencies(test_arguments sinew_worker sinew_image_worker)
endif()

# Mutants of blocks, used in every way; SINEW_MUTANTS and SINEW_SEED ask for more.
sinew_unit_test(test_mutants unit/test_mutants.c support/use_model.c support/edit_kinds.c support/own_context.c LIBS sinew_test_models sinew_render sinew_viewer PkgConfig::EPOXY)
set_tests_properties(unit.test_mutants PROPERTIES ENVIRONMENT ${SINEW_GL_ENVIRONMENT})
if(SINEW_FUZZ)
  add_executable(fuzz_full fuzz/fuzz_full.c support/use_model.c support/edit_kinds.c)
  target_link_libraries(fuzz_full PRIVATE sinew_test_models sinew_render sinew_flags -fsanitize=fuzzer)
  sinew_fuzz_test(fuzz_full -max_len=256)
endif()

# Squares written as glTF, FBX and Collada whose images use two sets of texture coordinates: their pixels, and their exports' pixels.
if(PYTHON3 AND TARGET sinew_program)
  add_test(NAME render.texture_mappings COMMAND ${PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/support/texture_mappings.py $<TARGET_FILE:sinew_program>
           ${CMAKE_BINARY_DIR}/texture-mappings)
  set_tests_properties(render.texture_mappings PROPERTIES ENVIRONMENT "${SINEW_GL_ENVIRONMENT}" TIMEOUT 900)
endif()

# sinew_visual_test(NAME DATA samples/file ARGS option…): `sinew render` must give the image tests/visual/NAME.png. Only a person who has looked
# at it changes one: `sinew render DATA ARGS --size 320x240 -o tests/visual/NAME.png`. A failure leaves the image and the difference in
# the build's visual/ folder.
function(sinew_visual_test name)
  cmake_parse_arguments(TEST "" "DATA" "ARGS" ${ARGN})
  set(folder ${CMAKE_BINARY_DIR}/visual)
  file(MAKE_DIRECTORY ${folder})
  add_test(NAME visual.${name}
           COMMAND sinew_program render ${PROJECT_SOURCE_DIR}/${TEST_DATA} ${TEST_ARGS} --no-cache --size 320x240
                   -o ${folder}/${name}.png --reference ${PROJECT_SOURCE_DIR}/tests/visual/${name}.png
                   --difference ${folder}/${name}-difference.png)
  # Mesa says that it has OpenGL 2.1: the same image from OpenGL ES 3.0, and with it from all shaders as GLSL ES.
  add_test(NAME visual.es.${name}
           COMMAND sinew_program render ${PROJECT_SOURCE_DIR}/${TEST_DATA} ${TEST_ARGS} --no-cache --size 320x240
                   -o ${folder}/${name}-es.png --reference ${PROJECT_SOURCE_DIR}/tests/visual/${name}.png
                   --difference ${folder}/${name}-es-difference.png)
  set_tests_properties(visual.${name} visual.es.${name} PROPERTIES LABELS visual TIMEOUT 900)
  set_tests_properties(visual.${name} PROPERTIES ENVIRONMENT "${SINEW_GL_ENVIRONMENT}")
  set_tests_properties(visual.es.${name} PROPERTIES ENVIRONMENT "${SINEW_GL_ENVIRONMENT};MESA_GL_VERSION_OVERRIDE=2.1")
endfunction()

if(TARGET sinew_program)
  sinew_visual_test(character_walk DATA samples/character.fbx ARGS --clip walk --at 7f)
  sinew_visual_test(skeleton_only DATA samples/character_anim.fbx ARGS --clip wave --at 36f)
  sinew_visual_test(face_morph DATA samples/face.fbx ARGS --at 60f --view front)
  sinew_visual_test(gltf_wave DATA samples/character.glb ARGS --clip wave --at 1.2)
  sinew_visual_test(wireframe DATA samples/character.fbx ARGS --clip idle --at start --wireframe)
  sinew_visual_test(edges DATA samples/character.fbx ARGS --clip walk --at 7f --edges --view iso)
  sinew_visual_test(skeleton_overlay DATA samples/character.fbx ARGS --clip walk --at 7f --view side --skeleton)
  sinew_visual_test(weights DATA samples/character.fbx ARGS --clip walk --at 7f --colors weights --joint spine)
  sinew_visual_test(influences DATA samples/character.fbx ARGS --clip walk --at 7f --colors influences)
  sinew_visual_test(crowd DATA samples/character.fbx ARGS --clip walk --at 7f --crowd 12)
  sinew_visual_test(names_and_axes DATA samples/character.fbx ARGS --clip walk --at 7f --skeleton --names --axes --joint hand.L)
  sinew_visual_test(trail DATA samples/character.fbx ARGS --clip wave --at 40f --trail hand.R)
  sinew_visual_test(onion DATA samples/character.fbx ARGS --clip walk --at 14f --onion 2 --view side)
  sinew_visual_test(parallel_front DATA samples/character.fbx ARGS --clip walk --at 7f --ortho --view front)
  sinew_visual_test(transparent DATA samples/character.fbx ARGS --clip wave --at 30f --transparent)
  # Models of tests/support/make_surfaces.py.
  sinew_visual_test(culling DATA tests/data/surfaces/culling.fbx)
  sinew_visual_test(soft_hair DATA tests/data/surfaces/hair.fbx)
  sinew_visual_test(maps DATA tests/data/surfaces/maps.fbx)
  sinew_visual_test(missing_textures DATA tests/data/surfaces/missing.fbx)
endif()
