/// Detects changes of a file and the files it depends on.
///
/// Only the files' metadata decide whether they have changed; the kernel's notifications (inotify) only say when to
/// check. Without notifications, as for files on another machine, they are checked every second.
#ifndef SINEW_VIEWER_CORE_WATCH_FILES_H
#define SINEW_VIEWER_CORE_WATCH_FILES_H

#include "viewer/core/viewer_file.h"

/// Zeroed: watches nothing.
typedef struct viewer_watch {
    const char *path;
    const viewer_files *files;
    const sinew_model *model;  ///< its side files and textures are watched as well
    uint64_t known;            ///< hash when the files were read; 0: they have changed since
    uint64_t seen;             ///< hash at the last check
    double last_poll, changed; ///< seconds of the caller's clock
    int notifications;         ///< inotify descriptor + 1; 0: none
    int has_event;             ///< the directories have changed since the last check
} viewer_watch;

/// Watches the file at `path`, `files->also_read`, and the side files and textures of `model`, which was made of them.
/// Changes since it was made count. Replaces what was watched before.
void viewer_watch_begin(viewer_watch *watch, const viewer_files *files, const char *path, const sinew_model *model);
void viewer_watch_end(viewer_watch *watch);

/// Returns whether the files have changed since they were read and have settled. They then count as read. `seconds` is
/// a monotonic clock.
int viewer_watch_poll(viewer_watch *watch, double seconds);

#endif
