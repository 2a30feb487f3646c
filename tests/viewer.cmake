pkg_check_modules(SDL2 REQUIRED IMPORTED_TARGET sdl2)
sinew_unit_test(test_viewer unit/test_viewer.c LIBS scenes sinew_viewer PkgConfig::SDL2)
sinew_unit_test(test_playlist unit/test_playlist.c LIBS scenes sinew_viewer PkgConfig::SDL2)
sinew_unit_test(test_terminal unit/test_terminal.c LIBS sinew_viewer PkgConfig::SDL2)
