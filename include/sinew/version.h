/// The version of sinew.
///
/// Before 1.0, only versions that differ in the patch number are compatible: a program compiled with one of them runs
/// with a shared library of the other. docs/21-ship.md says what may change; the test `abi` checks it.
///
///     printf("compiled with %s, runs with %s\n", SINEW_VERSION, sinew_version());
///     if (strcmp(SINEW_VERSION, sinew_version()) != 0) {
///         puts("the shared library is another one");
///         return 1;
///     }
#ifndef SINEW_VERSION_H
#define SINEW_VERSION_H

#include "sinew/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the headers. CMake reads it from here.
#define SINEW_VERSION_MAJOR 0
#define SINEW_VERSION_MINOR 3
#define SINEW_VERSION_PATCH 0
#define SINEW_VERSION "0.3.0"

/// Returns the version of the library that the program runs with: "0.3.0". Static storage.
SINEW_API const char *sinew_version(void);

#ifdef __cplusplus
}
#endif

#endif
