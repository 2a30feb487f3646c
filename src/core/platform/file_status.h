/// What the system records about a file, without its content.
#ifndef SINEW_CORE_PLATFORM_FILE_STATUS_H
#define SINEW_CORE_PLATFORM_FILE_STATUS_H

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

/// What is at a path itself: a link is not followed.
sinew__file_kind sinew__file_kind_of(const char *path);

/// The status of an open file; −1 is no file.
int sinew__file_status_of(int descriptor, sinew__file_status *out_status);

/// Sets the time of the last change of an open file's content to the present.
void sinew__file_touch(int descriptor);

/// Returns whether two paths lead to one existing file.
int sinew__is_same_file(const char *a, const char *b);

/// For the other files of this folder: a status from the system's `struct stat`.
struct stat;
sinew__file_status sinew__file_status_from(const struct stat *status);

#endif
