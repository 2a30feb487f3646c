/// Files for a player that are made in code when they are read: "bad" and "worse" cannot be, "slow" is there once it is
/// let go, and so is "stuck", which hears nothing meanwhile; all others are tubes, "bare" one without its texture.
#ifndef SINEW_TESTS_MADE_FILES_H
#define SINEW_TESTS_MADE_FILES_H

#include <stdatomic.h>

#include "program/viewer/core/viewer_file.h"

extern char told[200];        ///< the report about them: "bad torn, good plays, "
extern atomic_int live_files; ///< read and not given back
extern atomic_int is_let_go;  ///< set by the test

/// A list of them; `paths` stays the caller's.
viewer_files made_files(const char *const *paths, int32_t count);

#endif
