# Plants files that share a name, symbols without the prefix of their module and a file without an opening comment, and expects the
# check to name them.
cmake_minimum_required(VERSION 3.20)
set(source ${SCRATCH}/source)
set(build ${SCRATCH}/build)
file(REMOVE_RECURSE ${SCRATCH})

# A source below src and its object file, at the path that a build would use.
function(plant name code)
  get_filename_component(folder ${name} DIRECTORY)
  get_filename_component(stem ${name} NAME)
  set(object ${build}/src/${folder}/CMakeFiles/planted.dir/${stem}.c.o)
  get_filename_component(objects ${object} DIRECTORY)
  file(MAKE_DIRECTORY ${objects})
  file(WRITE ${source}/src/${name}.c "// Planted.\n${code}\n")
  execute_process(COMMAND ${COMPILER} -c ${source}/src/${name}.c -o ${object} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${name}.c was not compiled")
  endif()
endfunction()

# expect(NAME [TEXT]): the check says TEXT and no more, or passes if TEXT is missing.
function(expect name)
  execute_process(COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${source} -DBUILD_DIR=${build} -DNM=${NM} -P ${CHECK} RESULT_VARIABLE code
                  ERROR_VARIABLE text OUTPUT_QUIET)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(code EQUAL 0 AND NOT ARGN)
    return()
  endif()
  if(code EQUAL 0 OR NOT ARGN OR NOT text MATCHES "names: ${ARGN} *$")
    message(FATAL_ERROR "${name}: expected '${ARGN}', found '${text}'")
  endif()
endfunction()

plant(runtime/pose/walk "int sinew_pose_walk(void); int sinew__pose_walk(void); int sinew_pose_walk(void) { return 1; } int sinew__pose_walk(void) { return 2; }")
plant(program/viewer/panels/list "static int helper(void) { return 1; } int panel_list(void); int panel_list(void) { return helper(); }")
expect("names by the rule")

plant(runtime/pose/step "int pose_step(void); int pose_step(void) { return 1; }")
expect("a function of the library without a prefix" "runtime/pose/step.c: pose_step is not static, and does not begin with sinew__ or sinew_")

plant(runtime/pose/step "int sinew__pose_step(void); int sinew__pose_step(void) { return 1; }")
plant(program/cli/render/sheet "int viewer_sheet = 1;")
expect("data with the prefix of another module"
       "program/cli/render/sheet.c: viewer_sheet is not static, and does not begin with render_ or cli_")

plant(program/cli/render/sheet "int render_sheet = 1;")
plant(runtime/skin/walk "int sinew__skin_walk(void); int sinew__skin_walk(void) { return 1; }")
expect("two files of a name" "runtime/skin/walk.c: has the name of runtime/pose/walk.c")

file(WRITE ${source}/src/runtime/skin/walk.h "/// Planted.\n")
file(RENAME ${source}/src/runtime/skin/walk.c ${source}/src/runtime/skin/run.c)
file(WRITE ${source}/src/core/platform/posix/rest_posix.c "#define _GNU_SOURCE\n#include \"core/platform/rest.h\"\n")
expect("a file that opens with its header")

file(WRITE ${source}/src/runtime/skin/run.c "#include \"runtime/skin/walk.h\"\n// Planted.\n")
expect("a file that opens with another's header" "runtime/skin/run.c: does not open with a comment that says what it is for, nor with its header")
