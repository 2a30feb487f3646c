# Protections that compiler, linker and architecture know, for everything that links sinew_flags. They make an error in sinew or in a
# library that it feeds harder to exploit; the sandbox of the workers does not depend on them.
include(CheckCCompilerFlag)
include(CheckLinkerFlag)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C CXX) # position-independent programs: CMAKE_POSITION_INDEPENDENT_CODE also links them so

foreach(flag stack-protector-strong stack-clash-protection cf-protection=full)
  string(MAKE_C_IDENTIFIER SINEW_HAS_${flag} known)
  check_c_compiler_flag(-f${flag} ${known})
  if(${known})
    target_compile_options(sinew_flags INTERFACE $<$<COMPILE_LANGUAGE:C>:-f${flag}>)
  endif()
endforeach()

# Checked library calls need an optimizer; sanitizers check more themselves.
if(NOT SINEW_SANITIZE)
  target_compile_options(sinew_flags INTERFACE "$<$<AND:$<COMPILE_LANGUAGE:C>,$<NOT:$<CONFIG:Debug>>>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>")
endif()

foreach(flag relro now noexecstack)
  check_linker_flag(C LINKER:-z,${flag} SINEW_LINKS_${flag})
  if(SINEW_LINKS_${flag})
    target_link_options(sinew_flags INTERFACE LINKER:-z,${flag})
  endif()
endforeach()
