# sinew_package(PART NAME MODULE DEBIAN): finds a package with pkg-config and defines PkgConfig::NAME. PART is the option of the part that
# needs it, which the message about a missing package names. DEBIAN is the name of the package there.
if(NOT SINEW_RUNTIME_ONLY)
  find_package(PkgConfig QUIET)
endif()
macro(sinew_package part name module debian)
  if(NOT PKG_CONFIG_FOUND)
    message(FATAL_ERROR "${part} needs pkg-config. -D${part}=OFF builds without that part.")
  endif()
  pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${module})
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${part} needs ${module} (Debian: ${debian}), which pkg-config does not find. -D${part}=OFF builds without that part.")
  endif()
endmacro()
