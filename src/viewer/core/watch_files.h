/// Noticing that a file, or one that belongs to it, has become another.
///
/// Whether it has is decided by looking at the files alone; the kernel's notices (inotify) only say when to look.
/// Without notices, as for files on another machine, they are looked at every second.
#ifndef SINEW_VIEWER_CORE_WATCH_FILES_H
#define SINEW_VIEWER_CORE_WATCH_FILES_H

#include "viewer/core/viewer_file.h"

/// Zeroed: watches nothing.
typedef struct viewer_watch {
    const char *path;
    const viewer_files *files;
    const sinew_model *model;  ///< whose side files and textures are watched with it
    uint64_t known;            ///< what the files looked like when they were read; 0: they have changed since
    uint64_t seen;             ///< when they were looked at last
    double last_poll, changed; ///< seconds of the caller's clock
    int notifications;         ///< inotify descriptor + 1; 0: there is none
    int has_event;             ///< something happened in the folders since they were looked at
} viewer_watch;

/// Watches the file at `path`, `files->also_read`, and the side files and textures of `model`, which was made of them.
/// What has changed since it was made counts as a change. Begins anew where it watched others; `model`
/// is then the one that counts.
void viewer_watch_begin(viewer_watch *watch, const viewer_files *files, const char *path, const sinew_model *model);
void viewer_watch_end(viewer_watch *watch);

/// Whether the files are others than when they were read, and have been left alone for a moment. Then these count as
/// read. `seconds` is any clock that only rises.
int viewer_watch_poll(viewer_watch *watch, double seconds);

#endif
