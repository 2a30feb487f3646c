/// Where this code was loaded from, and which other programs come from the same people.
#ifndef SINEW_PLATFORM_PROGRAM_ORIGIN_H
#define SINEW_PLATFORM_PROGRAM_ORIGIN_H

#include <stdint.h>

enum { SINEW__MAX_PATH = 4096 };

/// The file of the running program or of a shared library.
typedef struct sinew__program_origin {
    char folder[SINEW__MAX_PATH]; ///< without links
    uint64_t owner;
} sinew__program_origin;

/// Gets the origin of the running program, as the kernel names it: argv[0] is the caller's choice. Returns 0 on
/// failure.
int sinew__origin_of_program(sinew__program_origin *out_origin);

/// Returns a path with which the running program can be started again, even if its file was renamed.
const char *sinew__own_program(void);

/// Gets the origin of the shared library that contains an address. Returns 0 if the address is in the program itself.
int sinew__origin_of_library(uintptr_t address, sinew__program_origin *out_origin);

/// Returns whether a path leads to an executable file that is not writable by everyone, and neither the file nor a link
/// at the path belongs to someone else than root, the current user, or the owner of `origin` (may be NULL). A user who
/// can only create files cannot have put it there.
int sinew__is_trusted_program(const char *path, const sinew__program_origin *origin);

#endif
