/// What every child process starts with.
#ifndef SINEW_PLATFORM_POSIX_SPAWN_POSIX_H
#define SINEW_PLATFORM_POSIX_SPAWN_POSIX_H

#include <spawn.h>

/// Default signal handling, whatever the host's is; a separate process group, so that only the host receives Ctrl-C.
/// Returns 0 or an errno.
int sinew__spawn_set_attributes(posix_spawnattr_t *attributes);

#endif
