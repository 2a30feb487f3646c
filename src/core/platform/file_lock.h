/// Files and folders that a program holds: advisory locks that the system releases when the program ends.
#ifndef SINEW_CORE_PLATFORM_FILE_LOCK_H
#define SINEW_CORE_PLATFORM_FILE_LOCK_H

#include "sinew/result.h"

/// Creates the file if it is missing and locks it. *out_lock is released by sinew__file_unlock. SINEW_ERROR_SYSTEM:
/// another program holds it; SINEW_ERROR_WRITE: the file cannot be created.
SINEW_NODISCARD sinew_result sinew__file_lock(const char *path, int *out_lock, sinew_error *out_error);

/// Locks a folder, whose files are not locked. Exclusively if no other program has locked it, else together with
/// others, all of which have shared it. *out_is_alone says which. Released by sinew__file_unlock. Returns −1 if another
/// program has it exclusively, or the file system locks no folders.
int sinew__folder_lock(const char *path, int *out_is_alone);

/// Lets other programs also lock the folder.
void sinew__folder_share(int lock);

/// −1 is not a lock.
void sinew__file_unlock(int lock);

#endif
