/// Lists the names in a folder and removes its files; creates and removes folders; gets the status of paths: kind, size
/// and times.
#ifndef SINEW_CORE_PLATFORM_FOLDER_H
#define SINEW_CORE_PLATFORM_FOLDER_H

#include <stdint.h>

/// The status of a file or folder. Device and inode identify it as long as it exists.
typedef struct sinew__file_status {
    uint64_t device, inode, size, links;
    int64_t modified; ///< time of the last change of the content, in nanoseconds since 1970
    int64_t changed;  ///< time of the last change of the inode, which programs cannot set
} sinew__file_status;

/// Gets the status of the file at `path`, following links. Returns 0 with errno and a zeroed status if the file does
/// not exist or cannot be reached.
int sinew__file_status_of_path(const char *path, sinew__file_status *out_status);

typedef enum sinew__file_kind { SINEW__NO_FILE, SINEW__REGULAR_FILE, SINEW__LINK, SINEW__OTHER_FILE } sinew__file_kind;

/// Returns the kind of a path itself; links are not followed.
sinew__file_kind sinew__file_kind_of(const char *path);

/// Gets the status of an open file. Returns 0 for −1.
int sinew__file_status_of(int descriptor, sinew__file_status *out_status);

/// Sets the modification time of an open file to now.
void sinew__file_touch(int descriptor);

/// Whether two paths lead to the same existing file.
int sinew__is_same_file(const char *a, const char *b);

/// A folder that is being listed.
typedef struct sinew__folder sinew__folder;

/// Open the folder at a path, or the folder that is open at a descriptor, which is taken over. Return NULL with errno.
sinew__folder *sinew__folder_read(const char *path);
sinew__folder *sinew__folder_read_open(int descriptor);

/// Returns the next name, including "." and "..". It is valid until the next call. NULL with errno 0: there are no more
/// names; NULL with another errno: the folder cannot be read.
const char *sinew__folder_next(sinew__folder *folder);

/// Gets the status of a regular file in the folder. Returns 0 for anything else, including links.
int sinew__folder_file_status(const sinew__folder *folder, const char *name, sinew__file_status *out_status);

/// Whether a name in the folder belongs to a folder, not to a link.
int sinew__folder_has_folder(const sinew__folder *folder, const char *name);

/// Removes a file of the folder. Returns 0 with errno if it still exists.
int sinew__folder_remove_file(const sinew__folder *folder, const char *name);

/// Closes a folder. Accepts NULL.
void sinew__folder_close(sinew__folder *folder);

/// Whether a path leads to a folder.
int sinew__is_folder(const char *path);

/// Creates the missing folders above a file. With `is_private` only their owner can read them; otherwise permissions
/// follow the umask.
void sinew__folders_create_above(const char *path, int is_private);

/// Removes a folder if it is empty.
void sinew__folder_remove(const char *path);

#endif
