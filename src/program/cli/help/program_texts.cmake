# Texts that the built program prints about itself: manual pages and completions. A manual page is named after cmd_<name>.c.
set(texts ${CMAKE_BINARY_DIR}/texts)
set(text_files "")

# sinew_program_text(FILE WORD…): writes the output of `sinew WORD…` to a file.
function(sinew_program_text file)
  add_custom_command(
    OUTPUT ${texts}/${file}
    COMMAND sinew_program ${ARGN} > ${texts}/${file}
    DEPENDS sinew_program
    VERBATIM)
  set(text_files ${text_files} ${texts}/${file} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${texts})
sinew_program_text(sinew.1 help --man)
get_target_property(program_sources sinew_program SOURCES)
list(TRANSFORM program_sources REPLACE "^.*/cmd_(.*)\\.c$" "\\1" OUTPUT_VARIABLE commands)
list(REMOVE_ITEM commands ${program_sources})
foreach(command IN LISTS commands)
  sinew_program_text(sinew-${command}.1 help --man ${command})
endforeach()
set(pages ${text_files})
foreach(shell bash zsh fish)
  sinew_program_text(completion.${shell} completion ${shell})
endforeach()
add_custom_target(sinew_program_texts ALL DEPENDS ${text_files})

install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${texts}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME sinew)
install(FILES ${texts}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _sinew)
install(FILES ${texts}/completion.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME sinew.fish)
