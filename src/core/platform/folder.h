/// Folders: the names and files in them, creating and removing them; and the status of a path: its kind, size and
/// time.
#ifndef SINEW_CORE_PLATFORM_FOLDER_H
#define SINEW_CORE_PLATFORM_FOLDER_H

#include <stdint.h>

/// Device and inode identify a file or folder while it exists.
typedef struct sinew__file_status {
    uint64_t device, inode, size, links;
    int64_t modified; ///< time of the last change of the content, in nanoseconds since 1970
    int64_t changed;  ///< time of the last change of the inode, which programs cannot set
} sinew__file_status;

/// Returns 0 with errno, and a zeroed status, if there is no file at `path` or it cannot be reached. Links are
/// followed.
int sinew__file_status_of_path(const char *path, sinew__file_status *out_status);

typedef enum sinew__file_kind { SINEW__NO_FILE, SINEW__REGULAR_FILE, SINEW__LINK, SINEW__OTHER_FILE } sinew__file_kind;

/// The kind of a path itself: a link is not followed.
sinew__file_kind sinew__file_kind_of(const char *path);

/// The status of an open file; −1 is not a file.
int sinew__file_status_of(int descriptor, sinew__file_status *out_status);

/// Sets the time of the last change of an open file's content to the present.
void sinew__file_touch(int descriptor);

/// Returns whether two paths lead to one existing file.
int sinew__is_same_file(const char *a, const char *b);

/// A folder whose names are being read.
typedef struct sinew__folder sinew__folder;

/// Opens the folder at a path, or the one that is open at a descriptor, which it takes over. Returns NULL with errno.
sinew__folder *sinew__folder_read(const char *path);
sinew__folder *sinew__folder_read_open(int descriptor);

/// Returns the next name, "." and ".." included. It is valid until the next call. NULL with errno 0: it was the last
/// one; NULL with another errno: it cannot be read.
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

/// Creates the missing folders above a file: readable by their owner only if `is_private`, else as the
/// umask says.
void sinew__folders_create_above(const char *path, int is_private);

/// Removes a folder if it is empty.
void sinew__folder_remove(const char *path);

#endif
