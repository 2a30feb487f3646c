/// Advisory locks of files and folders, which the system releases when the program ends.
#ifndef SINEW_CORE_PLATFORM_FILE_LOCK_H
#define SINEW_CORE_PLATFORM_FILE_LOCK_H

#include "sinew/result.h"

/// Creates a file if it is missing, and locks it. Release *out_lock with sinew__file_unlock. SINEW_ERROR_SYSTEM:
/// another program has locked it; SINEW_ERROR_WRITE: it cannot be created.
SINEW_NODISCARD sinew_result sinew__file_lock(const char *path, int *out_lock, sinew_error *out_error);

/// Locks a folder, not its files. The lock is exclusive if no other program has locked the folder; then *out_is_alone
/// is 1. If others share a lock of the folder, the lock is shared with them. Release it with sinew__file_unlock.
/// Returns −1 if another program has locked the folder exclusively, or if the file system cannot lock folders.
int sinew__folder_lock(const char *path, int *out_is_alone);

/// Makes an exclusive lock of a folder shared.
void sinew__folder_share(int lock);

/// Releases a lock. Accepts −1.
void sinew__file_unlock(int lock);

#endif
