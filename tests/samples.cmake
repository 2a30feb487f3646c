# Every sample runs, with good and with bad arguments.
if(NOT SINEW_SAMPLES)
  return()
endif()
# sinew_sample_test(NAME SAMPLE EXIT PATTERN ARGUMENTS…)
function(sinew_sample_test name sample exit pattern)
  add_test(NAME samples.${name}
           COMMAND ${CMAKE_COMMAND} -DSAMPLE=$<TARGET_FILE:sample_${sample}> "-DARGUMENTS=${ARGN}" -DEXIT=${exit} "-DPATTERN=${pattern}"
                   -P ${CMAKE_CURRENT_SOURCE_DIR}/run_sample.cmake
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(samples.${name} PROPERTIES LABELS samples TIMEOUT 900)
endfunction()

sinew_unit_test(test_ribbon unit/test_ribbon.c ../samples/ribbon_model.c)
target_include_directories(test_ribbon PRIVATE ${PROJECT_SOURCE_DIR}/samples)
sinew_sample_test(ribbon ribbon 0 "11 +5\\.0000 +0\\.5000 +0\\.0000" 0)
if(TARGET sinew_program)
  # While only one clip plays, the hand is at the position of `sinew pose --joints hand.R --what global`: walk at 0, wave at 1.5 s.
  sinew_sample_test(fade fade 0 "0 % +-16\\.86.. +43\\.11.. +23\\.40.*1\\.50 s +100 % +-18\\.3... +82\\.7... +13\\.9"
                    samples/character.fbx walk wave hand.R)
  # Joints outside the mask are at the positions of `sinew pose --clip walk --at 0.5s --what global`, 0.4497 34.624 and 8.6077, within 10 % of the error
  # that baking may have.
  sinew_sample_test(layers layers 0 "hips +0\\.00 +0\\.4(4[89]|5[01]). +34\\.62[3-5].*foot\\.L +0\\.00 +8\\.6(0[6-9]|10).*hand\\.R +1\\.00 +-35\\.(69[5-9]|70[0-9])" samples/character.fbx walk wave
                    upper_arm.R)
  sinew_sample_test(layers_no_joint layers 1 "no joint 'wing'" samples/character.fbx walk wave wing)
  sinew_sample_test(look_at look_at 0 "40\\.0 +60\\.0: +0\\.0 degrees and 50\\." samples/character.fbx)
  sinew_sample_test(look_at_no_fox look_at 1 "no joint" samples/face.fbx)
  # A loop goes by (300, 400) and turns by 90° about y, which takes (x, z) to (z, -x): (700, 100) after two, (400, -300) after three.
  sinew_sample_test(root_motion root_motion 0
                    "1\\.00 s +character +300\\.000 +0\\.000 +400\\.000, in place 0\\.000.*2\\.00 s +character +700\\.000 +0\\.000 +100\\.000.*3\\.00 s +character +400\\.000 +0\\.000 +-300\\.000"
                    tests/data/turn.bvh 1)
  sinew_sample_test(root_motion_no_clip root_motion 1 "no clip 'dance'" tests/data/turn.bvh dance)
  sinew_sample_test(crowd_of_mixers crowd_of_mixers 0 "0\\.00 s.*1\\.00 s" samples/character.fbx hand.R)
  sinew_sample_test(crowd_of_mixers_no_joint crowd_of_mixers 1 "no joint 'wing'" samples/character.fbx wing)
  # From 1 to 3 s 0.4 m/s is wanted, then 1.2 until 5 s: 3.2 m; between the points a blend is a little slower than its position.
  sinew_sample_test(locomotion locomotion 0 "step right, .*step left, .*6\\.0 s +3\\.1[0-9]* m" samples/character.glb samples/run.glb)
  sinew_sample_test(locomotion_no_run locomotion 1 "no clip 'run'" samples/character.glb samples/character.glb)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/stream_clips)
  sinew_sample_test(stream_clips stream_clips 0 "20 clips played, at most [0-9]+ of 300 KB, 0 allocations in frames, frames as inside the model"
                    samples/character.glb ${CMAKE_CURRENT_BINARY_DIR}/stream_clips)
  sinew_sample_test(stream_clips_no_folder stream_clips 1 "" samples/character.glb ${CMAKE_CURRENT_BINARY_DIR}/no_folder)
  sinew_sample_test(upper_body upper_body 0 "3\\.0 s +0\\.0. degrees" samples/character.glb)
  # Steps of 0.03 m each 0.2 m, at 0.407 m/s: 0.061 m/s, and planted toes stay.
  sinew_sample_test(stairs stairs 0 "4\\.0 s +0\\.17. m.*5\\.0 s +0\\.23. m.*toes slide 0\\.000. m" samples/character.glb)
  sinew_sample_test(stairs_no_fox stairs 1 "no clip 'walk'" samples/face.fbx)
  sinew_sample_test(shared_poses shared_poses 0 "10000 agents share [0-9]+ poses" samples/character.glb)
  sinew_sample_test(agents agents 0 "2000 agents went 0\\.09" samples/character.glb)
  sinew_sample_test(hot_reload hot_reload 0
                    "before: 'wave' at 0\\.250 s, 50 %.*after: 'wave' at 0\\.250 s, 50 %.*later: 'wave' at 0\\.500 s, 100 %.*back: 'wave' at 0\\.250 s, 50 %"
                    samples/character.glb walk wave)
  sinew_sample_test(hot_reload_no_clip hot_reload 1 "no clip 'dance'" samples/character.glb walk dance)
  sinew_sample_test(fade_no_clip fade 1 "no clip 'dance'" samples/character.fbx walk dance hand.R)
endif()
if(TARGET sample_load_and_print)
  sinew_sample_test(load_and_print load_and_print 0 "clip '.*walk'" samples/walk.fbx)
  sinew_sample_test(load_and_print_missing load_and_print 1 "missing.fbx: no such file" missing.fbx)
  sinew_sample_test(play_clip play_clip 0 "joint 'toe.R'.* 0\\.967 s" samples/walk.fbx walk toe.R)
  sinew_sample_test(play_clip_no_joint play_clip 1 "no joint 'Tentacle'" samples/walk.fbx walk Tentacle)
  # The rows of the fox are allowed to be a ten-thousandth of its size off the curves.
  sinew_sample_test(skin_on_cpu skin_on_cpu 0 "wave': .*RMSE" samples/character.fbx)
  sinew_sample_test(own_renderer own_renderer 0 "covers [1-9]" samples/character_mesh.fbx)
  # Half a percent of the fox's leg of 0.299 m is 0.0015 m, one percent is 0.0030 m: planted feet of all foxes slip and sink less.
  sinew_sample_test(stroll stroll 0 "1[0-9] prints, feet slip 0\\.00(0[0-9]|1[0-4]) m, sink 0\\.00[0-2][0-9] m" samples --headless 330 -o
                    ${CMAKE_CURRENT_BINARY_DIR}/stroll.png)
  sinew_sample_test(stroll_no_fox stroll 1 "missing/run.glb: no such file" missing --headless 1 -o ${CMAKE_CURRENT_BINARY_DIR}/stroll.png)
  sinew_sample_test(stroll_no_picture stroll 1 "missing/x.png: " samples --headless 1 -o missing/x.png)
  sinew_sample_test(stroll_usage stroll 2 "usage: stroll" samples --headless)
  # Its image while it walks and waves, compared like images of `sinew render`; only a person who has looked at it changes it.
  sinew_sample_test(stroll_waves stroll 0 "2 prints" samples --headless 120 -o ${CMAKE_CURRENT_BINARY_DIR}/stroll_waves.png)
  set_tests_properties(samples.stroll_waves PROPERTIES FIXTURES_SETUP stroll_image)
  find_package(PNG REQUIRED)
  add_executable(compare_files support/compare_files.c)
  target_link_libraries(compare_files PRIVATE sinew_output sinew_flags PNG::PNG)
  add_test(NAME visual.stroll COMMAND compare_files ${CMAKE_CURRENT_BINARY_DIR}/stroll_waves.png ${CMAKE_CURRENT_SOURCE_DIR}/visual/stroll.png 0.01)
  set_tests_properties(visual.stroll PROPERTIES LABELS visual TIMEOUT 900 FIXTURES_REQUIRED stroll_image)
  set_tests_properties(samples.stroll samples.stroll_no_picture samples.stroll_waves samples.own_renderer PROPERTIES ENVIRONMENT ${SINEW_GL_ENVIRONMENT})
endif()
