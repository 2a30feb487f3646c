# Runs a sample program: its exit code and its output must be right.
# cmake -DSAMPLE=<program> -DARGUMENTS=<list> -DEXIT=<code> -DPATTERN=<regular expression> -P run_sample.cmake
execute_process(COMMAND ${SAMPLE} ${ARGUMENTS} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
message("${text}")
if(NOT code STREQUAL EXIT)
  message(FATAL_ERROR "exit ${code}, expected ${EXIT}")
endif()
if(NOT text MATCHES "${PATTERN}")
  message(FATAL_ERROR "nothing in it is like ${PATTERN}")
endif()
