# The libraries of sinew's parts, how they are found, and the names of their packages, which docs/systems.md lists by system.
if(NOT SINEW_RUNTIME_ONLY)
  find_package(PkgConfig QUIET)
endif()
include(${CMAKE_CURRENT_LIST_DIR}/find_library_target.cmake)

# sinew_package_names(LIBRARY OUT): "Debian and Ubuntu libexpat1-dev, Fedora expat-devel, …" from the table of docs/systems.md.
function(sinew_package_names library out)
  file(STRINGS ${PROJECT_SOURCE_DIR}/docs/systems.md row REGEX "^\\| ${library} \\|")
  if(NOT row MATCHES "^\\| [^|]+ \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|")
    message(FATAL_ERROR "docs/systems.md does not list the packages of ${library}")
  endif()
  set(${out} "Debian and Ubuntu ${CMAKE_MATCH_1}, Fedora ${CMAKE_MATCH_2}, Arch ${CMAKE_MATCH_3}, Homebrew ${CMAKE_MATCH_4}" PARENT_SCOPE)
endfunction()

# sinew_missing(PART LIBRARY): ends the configuration. PART is the option that needs the library.
function(sinew_missing part library)
  sinew_package_names("${library}" packages)
  message(FATAL_ERROR "${part} needs ${library}, which is not found. Its packages: ${packages}. -D${part}=OFF builds without that part.")
endfunction()

# sinew_package(PART NAME MODULE LIBRARY): finds a library with pkg-config and defines PkgConfig::NAME.
macro(sinew_package part name module library)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${module})
  endif()
  if(NOT ${name}_FOUND)
    if(NOT PKG_CONFIG_FOUND)
      sinew_missing(${part} pkg-config)
    endif()
    sinew_missing(${part} "${library}")
  endif()
endmacro()

# Optional libraries. AUTO uses a library if it is found, ON requires it, OFF leaves it out.
foreach(library DRACO MESHOPTIMIZER CHAFA IMGUI SECCOMP)
  set(SINEW_${library} AUTO CACHE STRING "Use this optional library: AUTO, ON or OFF")
  set_property(CACHE SINEW_${library} PROPERTY STRINGS AUTO ON OFF)
endforeach()

# sinew_note_optional(NAME LIBRARY FOUND LACKING): notes for `sinew --version` whether the build has the library of the option SINEW_NAME, and says
# LACKING, the functions that a build without it lacks.
function(sinew_note_optional name library found lacking)
  if(found)
    set_property(GLOBAL APPEND PROPERTY SINEW_BUILT_WITH "${library}")
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY SINEW_BUILT_WITHOUT "${library}")
  if(SINEW_${name} STREQUAL "ON")
    sinew_missing(SINEW_${name} "${library}")
  elseif(SINEW_${name} STREQUAL "AUTO")
    sinew_package_names("${library}" packages)
    message(STATUS "${library} is not found: ${lacking}. Its packages: ${packages}")
  else()
    message(STATUS "Without ${library}: ${lacking}")
  endif()
endfunction()

# sinew_optional_package(NAME MODULE LIBRARY LACKING): finds an optional library with pkg-config. Sets NAME_FOUND and defines PkgConfig::NAME.
macro(sinew_optional_package name module library lacking)
  set(${name}_FOUND FALSE)
  if(PKG_CONFIG_FOUND AND NOT "${SINEW_${name}}" STREQUAL "OFF")
    pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${module})
  endif()
  sinew_note_optional(${name} "${library}" "${${name}_FOUND}" "${lacking}")
endmacro()

# sinew_optional_target(NAME LIBRARY LACKING PACKAGE TARGET HEADER FILE): the same for a library without a file for pkg-config. Sets NAME_FOUND.
macro(sinew_optional_target name library lacking package)
  set(${name}_FOUND FALSE)
  if(NOT "${SINEW_${name}}" STREQUAL "OFF")
    sinew_find_library_target(${package} ${ARGN})
    set(${name}_FOUND ${${package}_FOUND})
  endif()
  sinew_note_optional(${name} "${library}" "${${name}_FOUND}" "${lacking}")
endmacro()
