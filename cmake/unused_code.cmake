# A program contains the functions of sinew that it reaches: each is in a section of its own, and the linker drops the others. The programs
# of sinew are linked so; another project decides for itself with the same linker option.
include(CheckCCompilerFlag)
include(CheckLinkerFlag)
check_c_compiler_flag(-ffunction-sections SINEW_HAS_function_sections)
if(SINEW_HAS_function_sections)
  target_compile_options(sinew_flags INTERFACE $<$<COMPILE_LANGUAGE:C>:-ffunction-sections> $<$<COMPILE_LANGUAGE:C>:-fdata-sections>)
endif()
# A build for size has no tables to unwind the stack, which crash reporters, profilers and debuggers use.
check_c_compiler_flag(-fno-asynchronous-unwind-tables SINEW_HAS_no_unwind_tables)
if(SINEW_HAS_no_unwind_tables)
  target_compile_options(sinew_flags INTERFACE $<$<AND:$<COMPILE_LANGUAGE:C>,$<CONFIG:MinSizeRel>>:-fno-asynchronous-unwind-tables>)
endif()
check_linker_flag(C LINKER:--gc-sections SINEW_LINKS_gc_sections)
if(SINEW_LINKS_gc_sections)
  target_link_options(sinew_flags INTERFACE LINKER:--gc-sections)
endif()
