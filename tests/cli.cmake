# sinew_cli_test(NAME): tests/cli/NAME.sh, run in an empty folder.
function(sinew_cli_test name)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/cli-${name})
  set(scripts ${CMAKE_CURRENT_SOURCE_DIR}/cli)
  add_test(NAME cli.${name} COMMAND sh ${scripts}/run.sh ${folder} ${scripts}/${name}.sh)
  set_tests_properties(
    cli.${name}
    PROPERTIES LABELS cli
               TIMEOUT 120
               ENVIRONMENT
               "SINEW=$<TARGET_FILE:sinew_program>;DATA=${CMAKE_CURRENT_SOURCE_DIR}/data;SCRIPTS=${scripts};CMAKE=${CMAKE_COMMAND}")
endfunction()

if(TARGET sinew_program)
  sinew_cli_test(usage)
  sinew_cli_test(input)
  sinew_cli_test(data)
  sinew_cli_test(export)
  sinew_cli_test(names)
  sinew_cli_test(pictures)
  sinew_cli_test(display)
  sinew_cli_test(diff)
endif()
