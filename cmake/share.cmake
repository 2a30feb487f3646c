# With BUILD_SHARED_LIBS, builds shared libraries for other projects in addition to the static ones. The program, the workers and the
# tests link the static ones, because they use internal functions. A shared library exports its public functions only, and contains its
# own copy of the internal functions of other libraries that it uses.
#
# sinew_share(LIBRARY COMPONENT [NEEDS SHARED_LIBRARY…]): creates LIBRARY_shared from the same objects, and the alias sinew::COMPONENT of
# the variant for other projects. Call it in the directory that found the packages of the library.
function(sinew_share library component)
  cmake_parse_arguments(SHARE "" "" "NEEDS" ${ARGN})
  set(offered ${library})
  if(BUILD_SHARED_LIBS)
    set(offered ${library}_shared)
    get_target_property(libraries ${library} LINK_LIBRARIES)
    add_library(${offered} SHARED $<TARGET_OBJECTS:${library}>)
    set_target_properties(${offered} PROPERTIES OUTPUT_NAME ${library} VERSION ${PROJECT_VERSION}
                                                SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
    target_include_directories(${offered} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${offered} PUBLIC ${SHARE_NEEDS})
    foreach(needed IN LISTS libraries)
      target_link_libraries(${offered} PRIVATE $<BUILD_INTERFACE:${needed}>)
    endforeach()
    target_compile_definitions(${library} PRIVATE SINEW_BUILDS_SHARED)
    target_compile_definitions(${offered} INTERFACE SINEW_SHARED)
    if(MINGW) # the DLL needs no other one
      target_link_options(${offered} PRIVATE -static-libgcc)
    endif()
    if(NOT APPLE)
      target_link_options(${offered} PRIVATE LINKER:--exclude-libs,ALL LINKER:--no-undefined)
    endif()
  endif()
  add_library(sinew::${component} ALIAS ${offered})
  set_target_properties(${offered} PROPERTIES EXPORT_NAME ${component})
endfunction()
