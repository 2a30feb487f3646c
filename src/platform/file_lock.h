/// A file that one program at a time holds: an advisory lock that the system releases when the program ends.
#ifndef SINEW_PLATFORM_FILE_LOCK_H
#define SINEW_PLATFORM_FILE_LOCK_H

#include "sinew/result.h"

/// Creates the file if it is missing and locks it. *out_lock is released by sinew__file_unlock. SINEW_ERROR_SYSTEM:
/// another program holds it; SINEW_ERROR_WRITE: the file cannot be created.
SINEW_NODISCARD sinew_result sinew__file_lock(const char *path, int *out_lock, sinew_error *out_error);

/// −1 is no lock.
void sinew__file_unlock(int lock);

#endif
