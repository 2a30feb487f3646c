/// Which file plays: the list of files, reading another one while this one plays, watching it for changes.
#ifndef SINEW_VIEWER_CORE_PLAYLIST_H
#define SINEW_VIEWER_CORE_PLAYLIST_H

#include "viewer/core/file_loader.h"
#include "viewer/core/viewer.h"
#include "viewer/core/watch_files.h"

/// Zeroed: nothing plays.
typedef struct viewer_playlist {
    const viewer_files *files; ///< NULL: there is one file, and it stays
    const char **paths;        ///< [count] those of `files`, and dropped ones
    char **dropped;            ///< [dropped_count] of them, to be freed
    int32_t count, dropped_count;
    int32_t index;            ///< the file that plays; negative: none yet
    int32_t end;              ///< where going on after files that cannot be read ends
    int32_t drop_end;         ///< the place after the last file that was dropped
    viewer_file file;         ///< the same
    const sinew_model *first; ///< the one that the settings named, which is not the playlist's to close; or NULL

    viewer_loader *loader; ///< NULL: nothing is being read
    int32_t target;        ///< what it reads; `index`: the same file once more
    int32_t step;          ///< where to go on when that fails: 1, -1; 0: nowhere
    int note_is_ours;      ///< the viewer's note says what is being read
    viewer_watch watch;
} viewer_playlist;

/// Begins with the file that the settings name, else to read the first. End also after a failure.
SINEW_NODISCARD sinew_result viewer_playlist_begin(viewer_playlist *playlist, const viewer_settings *settings,
                                                   sinew_error *out_error);
/// Gives up what is being read, at once.
void viewer_playlist_end(viewer_playlist *playlist);

/// Puts a file after the one that plays and begins to read it; one that is not the first of those dropped together,
/// after the one before.
void viewer_playlist_drop(viewer_playlist *playlist, viewer_state *viewer, const char *path, int is_first);

/// Begins to read what keys and changed files ask for; says in the viewer's note what goes on, and what failed.
/// When nothing plays and nothing can be read, the viewer quits. `seconds` is a clock that only rises. Returns whether
/// another file has been read: show it and call `accept`, or `refuse` it.
int viewer_playlist_update(viewer_playlist *playlist, viewer_state *viewer, double seconds, viewer_file *out_file);
void viewer_playlist_accept(viewer_playlist *playlist, viewer_state *viewer, const viewer_file *file);
void viewer_playlist_refuse(viewer_playlist *playlist, viewer_state *viewer, viewer_file *file,
                            const sinew_error *error);

#endif
