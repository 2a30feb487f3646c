# Plants one breach of each rule in a copy of the sources and expects the check to name it.
set(breaches
    "pose/reaches_forward.c|#include \"skin/skin_method.h\"|pose comes before skin"
    "model/knows_assimp.c|#include <assimp/scene.h>|only import/ knows Assimp"
    "skin/draws.c|#include <epoxy/gl.h>|only render/ draws"
    "model/opens_a_file.c|#include <fcntl.h>|only platform/ and the sandbox"
    "worker/host/makes_a_pipe.c|#include <sys/socket.h>|only platform/ and the sandbox"
    "base/utils.c|#include <stdint.h>|does not say what the file does"
    "blend/allocates.c|void *f(void) { return malloc(1) }|allocates: only base/memory.c"
    "output/frees.c|void f(char *text) { free(text) }|allocates: only base/memory.c"
    "import/names_an_option.c|char *hint = \"try --timeout 60s\"|names a command-line option"
    "fbx/prints.c|int f(void) { return printf(\"x\") }|only cli/ and viewer/ talk")
foreach(breach IN LISTS breaches)
  string(REPLACE "|" ";" parts "${breach}")
  list(GET parts 0 file)
  list(GET parts 1 content)
  list(GET parts 2 expected)
  file(REMOVE_RECURSE ${SCRATCH})
  file(COPY ${PROJECT_SOURCE_DIR}/src DESTINATION ${SCRATCH})
  file(WRITE ${SCRATCH}/src/${file} "${content}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${SCRATCH} -P ${PROJECT_SOURCE_DIR}/cmake/check_layering.cmake
                  RESULT_VARIABLE code ERROR_VARIABLE text OUTPUT_QUIET)
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  if(code EQUAL 0 OR NOT text MATCHES "${expected}")
    message(FATAL_ERROR "${file} was not caught ('${expected}'): ${text}")
  endif()
endforeach()
