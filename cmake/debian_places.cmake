# Debian's zsh reads the completions of packages from a folder of its own.
set(zsh ${CPACK_TEMPORARY_DIRECTORY}/program/usr/share/zsh)
if(EXISTS ${zsh}/site-functions)
  file(RENAME ${zsh}/site-functions ${zsh}/vendor-completions)
endif()
