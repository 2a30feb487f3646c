# Debian's zsh loads the completions of packages from another directory.
set(zsh ${CPACK_TEMPORARY_DIRECTORY}/program/usr/share/zsh)
if(EXISTS ${zsh}/site-functions)
  file(RENAME ${zsh}/site-functions ${zsh}/vendor-completions)
endif()
