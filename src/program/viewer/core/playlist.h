/// The playlist: the file that plays, the file that is loading, and watching files for changes.
#ifndef SINEW_PROGRAM_VIEWER_CORE_PLAYLIST_H
#define SINEW_PROGRAM_VIEWER_CORE_PLAYLIST_H

#include "program/viewer/core/viewer.h"
#include "program/viewer/core/viewer_file.h"

typedef struct viewer_loader viewer_loader;

/// Starts loading a file. `files` and `path` must outlive the loader. Returns NULL when out of memory or threads.
viewer_loader *viewer_loader_start(const viewer_files *files, const char *path);

/// Returns the result and destroys the loader, which must be done.
SINEW_NODISCARD sinew_result viewer_loader_take(viewer_loader *loader, viewer_file *out_file, sinew_error *out_error);

/// Cancels loading immediately and destroys the loader. Accepts NULL.
void viewer_loader_cancel(viewer_loader *loader);

/// Returns whether loading has ended.
int viewer_loader_is_done(viewer_loader *loader);

/// Watches files for changes. Zeroed: watches nothing.
typedef struct viewer_watch {
    const char *path;
    const viewer_files *files;
    const sinew_model *model;  ///< model whose side files and textures are also watched
    uint64_t known;            ///< hash of the metadata when the files were read; 0: they have changed since
    uint64_t seen;             ///< hash at the last check
    double last_poll, changed; ///< seconds of the caller's clock
    int notifications;         ///< inotify descriptor + 1; 0: none
    int has_event;             ///< the directories have changed since the last check
} viewer_watch;

/// Watches the file at `path`, the files `files->also_read`, and the side files and textures of `model`. A file that
/// was changed after `model` was read from it counts as changed. Replaces an earlier watch. `path` and `model` must
/// outlive the watch.
void viewer_watch_begin(viewer_watch *watch, const viewer_files *files, const char *path, const sinew_model *model);
void viewer_watch_end(viewer_watch *watch);

/// Returns whether the files have changed since they were read, and have not changed for a moment. They then count as
/// read. `seconds` is a monotonic clock.
int viewer_watch_poll(viewer_watch *watch, double seconds);

/// The files of a player. Zeroed: nothing plays.
typedef struct viewer_playlist {
    const viewer_files *files; ///< NULL: there is only one file
    const char **paths;        ///< [count] paths of `files`, and of files dropped on the window
    char **dropped;            ///< [dropped_count] copies of the dropped files' paths
    int32_t count, dropped_count;
    int32_t index;            ///< index of the file that plays; negative: none yet
    int32_t end;              ///< index where skipping unreadable files stops
    int32_t drop_end;         ///< index after the last dropped file
    viewer_file file;         ///< the file that plays
    const sinew_model *first; ///< model of the settings, which the playlist must not close; or NULL

    viewer_loader *loader; ///< NULL: nothing is loading
    int32_t target;        ///< index of the file that is loading; equal to `index`: a reload
    int32_t step;          ///< 1 or -1: next file to try if loading fails; 0: none
    int note_is_ours;      ///< the viewer's note is about the file that is loading
    viewer_watch watch;
} viewer_playlist;

/// Starts with the model of the settings; without one, starts loading the first file. End the playlist even after a
/// failure.
SINEW_NODISCARD sinew_result viewer_playlist_begin(viewer_playlist *playlist, const viewer_settings *settings,
                                                   sinew_error *out_error);

/// Cancels loading, and frees the playlist.
void viewer_playlist_end(viewer_playlist *playlist);

/// Sets the number of the playing file, and the number of files, in the viewer's state.
void viewer_playlist_number(const viewer_playlist *playlist, viewer_state *viewer);

/// Inserts a dropped file. `is_first`: the first or only file of a drop, which is inserted after the playing file and
/// starts to load. Other files of the drop are inserted after the previous one.
void viewer_playlist_drop(viewer_playlist *playlist, viewer_state *viewer, const char *path, int is_first);

/// Starts loading files that keys or changes on disk request, and shows progress and errors as notes. Quits the viewer
/// if nothing plays and nothing can be loaded. `seconds` is a monotonic clock. Returns whether a file was loaded: show
/// it and call `accept`, or call `refuse`.
int viewer_playlist_update(viewer_playlist *playlist, viewer_state *viewer, double seconds, viewer_file *out_file);
void viewer_playlist_accept(viewer_playlist *playlist, viewer_state *viewer, const viewer_file *file);
void viewer_playlist_refuse(viewer_playlist *playlist, viewer_state *viewer, viewer_file *file,
                            const sinew_error *error);

#endif
