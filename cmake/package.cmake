# `cpack` in the build folder: sinew_*.deb with the program, libsinew-dev_*.deb with the libraries.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "the sinew authors")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Plays, inspects, draws and exports animated characters of FBX and other files.")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME sinew)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libegl1, libgl1, libgl1-mesa-dri") # opened while running, so nothing links them
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Libraries that load, pose, skin and draw animated characters. The files are read by the worker of the program's package.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsinew-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "sinew (= ${PROJECT_VERSION}), libdeflate-dev, libassimp-dev, libcjson-dev, libexpat1-dev, libsdl2-image-dev, libepoxy-dev, libcglm-dev")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_places.cmake)
include(CPack)
