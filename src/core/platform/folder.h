/// Folders: the names and files in them, creating and removing them.
#ifndef SINEW_CORE_PLATFORM_FOLDER_H
#define SINEW_CORE_PLATFORM_FOLDER_H

#include "core/platform/file_status.h"

/// A folder whose names are being read.
typedef struct sinew__folder sinew__folder;

/// Opens the folder at a path, or the one that is open at a descriptor, which it takes over. Returns NULL with errno.
sinew__folder *sinew__folder_read(const char *path);
sinew__folder *sinew__folder_read_open(int descriptor);

/// Returns the next name, "." and ".." included. It is valid until the next call. NULL with errno 0: there is none;
/// NULL with another errno: it cannot be read.
const char *sinew__folder_next(sinew__folder *folder);

/// Gets the status of a regular file in the folder. Returns 0 for anything else, links included.
int sinew__folder_file_status(const sinew__folder *folder, const char *name, sinew__file_status *out_status);

/// Returns whether a name in the folder is a folder; links are not.
int sinew__folder_has_folder(const sinew__folder *folder, const char *name);

/// Removes a file. Returns 0 with errno if it still exists.
int sinew__folder_remove_file(const sinew__folder *folder, const char *name);

/// NULL is allowed.
void sinew__folder_close(sinew__folder *folder);

/// Returns whether a path leads to a folder.
int sinew__is_folder(const char *path);

/// Creates the folders above a file where they are missing: readable by their owner only if `is_private`, else as the
/// umask says.
void sinew__folders_create_above(const char *path, int is_private);

/// Removes a folder if it is empty.
void sinew__folder_remove(const char *path);

#endif
