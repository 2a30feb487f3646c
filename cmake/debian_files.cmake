# Changes the files of the packages before cpack writes them.
# Debian's zsh loads the completions of packages from another directory.
set(zsh ${CPACK_TEMPORARY_DIRECTORY}/program/usr/share/zsh)
if(EXISTS ${zsh}/site-functions)
  file(RENAME ${zsh}/site-functions ${zsh}/vendor-completions)
endif()

# Every package contains its licence.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  set(folder ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  configure_file(${CPACK_RESOURCE_FILE_LICENSE} ${folder}/copyright COPYONLY)
endforeach()

# So do those that contain the font of labels.
set(font_licence /usr/share/doc/fonts-dejavu-core/copyright)
foreach(component program render render_dev)
  string(TOUPPER ${component} upper)
  set(copyright ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}/copyright)
  if(EXISTS ${copyright} AND EXISTS ${font_licence})
    file(READ ${font_licence} text)
    file(APPEND ${copyright} "\n\nThe font DejaVu Sans, which is part of the program:\n\n${text}")
  endif()
endforeach()
