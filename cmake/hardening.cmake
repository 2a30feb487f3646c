# Protections that compiler, linker and architecture know, for everything that links sinew_flags. They make an error in sinew or in a
# library that it feeds harder to exploit; the sandbox of the workers does not depend on them.
if(NOT UNIX)
  return()
endif()
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckLinkerFlag)
include(CheckPIESupported)
check_pie_supported() # position-independent programs: CMAKE_POSITION_INDEPENDENT_CODE also links them so

foreach(flag stack-protector-strong stack-clash-protection cf-protection=full)
  string(MAKE_C_IDENTIFIER SINEW_HAS_${flag} known)
  check_c_compiler_flag(-f${flag} ${known})
  if(${known})
    target_compile_options(sinew_flags INTERFACE $<$<COMPILE_LANGUAGE:C>:-f${flag}>)
  endif()
endforeach()

# Checked library calls need an optimizer; sanitizers check more themselves. GCC 11 knows level 2 only, and warns of 3.
foreach(level 3 2)
  set(CMAKE_REQUIRED_FLAGS "-O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${level}")
  check_c_source_compiles("#include <stdio.h>\nint main(void) { return 0; }" SINEW_FORTIFIES_${level})
  unset(CMAKE_REQUIRED_FLAGS)
  if(SINEW_FORTIFIES_${level} AND NOT SINEW_SANITIZE)
    target_compile_options(
      sinew_flags INTERFACE "$<$<AND:$<COMPILE_LANGUAGE:C>,$<NOT:$<CONFIG:Debug>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=${level}>")
    break()
  endif()
endforeach()

foreach(flag relro now noexecstack)
  check_linker_flag(C LINKER:-z,${flag} SINEW_LINKS_${flag})
  if(SINEW_LINKS_${flag})
    target_link_options(sinew_flags INTERFACE LINKER:-z,${flag})
  endif()
endforeach()
