# Plants one breach of each rule in a copy of the sources and expects the check to name each of them.
set(breaches
    "runtime/pose/reaches_forward.c|#include \"runtime/skin/skin_method.h\"|runtime/pose comes before runtime/skin"
    "runtime/pose/bakes.c|#include \"author/bake/bake_clip.h\"|runtime may not use author"
    "author/export/draws.c|#include \"draw/render/renderer.h\"|author may not use draw"
    "program/cli/framework/measures_text.c|#include \"draw/scene/orbit.h\"|only commands that draw use draw"
    "import/starts_a_worker.c|#include \"import/worker/host/run_worker.h\"|import comes before import/worker"
    "runtime/loose.c|typedef int loose|belongs to no module"
    "runtime/model/knows_assimp.c|#include <assimp/scene.h>|only import/ knows Assimp"
    "runtime/skin/draws.c|#include <epoxy/gl.h>|only draw/render/ draws"
    "runtime/model/opens_a_file.c|#include <fcntl.h>|only core/platform/ and the sandbox"
    "import/worker/host/makes_a_pipe.c|#include <sys/socket.h>|only core/platform/ and the sandbox"
    "core/base/utils.c|#include <stdint.h>|does not say what the file does"
    "runtime/blend/allocates.c|void *f(void) { return malloc(1) }|allocates: only core/base/memory.c"
    "draw/output/frees.c|void f(char *text) { free(text) }|allocates: only core/base/memory.c"
    "import/names_an_option.c|char *hint = \"try --timeout 60s\"|names a command-line option"
    "fbx/prints.c|int f(void) { return printf(\"x\") }|only program/cli/ and program/viewer/ talk")
file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${PROJECT_SOURCE_DIR}/src DESTINATION ${SCRATCH})
foreach(breach IN LISTS breaches)
  string(REPLACE "|" ";" parts "${breach}")
  list(GET parts 0 file)
  list(GET parts 1 content)
  file(WRITE ${SCRATCH}/src/${file} "${content}\n")
endforeach()
execute_process(COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${SCRATCH} -P ${PROJECT_SOURCE_DIR}/cmake/check_layering.cmake
                RESULT_VARIABLE code ERROR_VARIABLE text OUTPUT_QUIET)
if(code EQUAL 0)
  message(FATAL_ERROR "nothing was caught: ${text}")
endif()
foreach(breach IN LISTS breaches)
  string(REPLACE "|" ";" parts "${breach}")
  list(GET parts 0 file)
  list(GET parts 2 expected)
  string(REPLACE "." "\\." file "${file}")
  if(NOT text MATCHES " ${file}[^\n]*${expected}")
    message(FATAL_ERROR "${file} was not caught ('${expected}'): ${text}")
  endif()
endforeach()
