/// The files of a player, and the callbacks that load them.
#ifndef SINEW_PROGRAM_VIEWER_CORE_VIEWER_FILE_H
#define SINEW_PROGRAM_VIEWER_CORE_VIEWER_FILE_H

#include "sinew/render.h"

/// A loaded file.
typedef struct viewer_file {
    const sinew_model *model;
    const sinew_image *images;        ///< [texture_count]
    int32_t clip;                     ///< clip to play first; SINEW_NONE: the rest pose
    double load_time;                 ///< seconds to load it, including textures
    const sinew_error *texture_notes; ///< [texture_note_count] reasons why images are missing or were reduced
    int32_t texture_note_count;
    void *own; ///< private data of `open`, which `close` frees
} viewer_file;

/// The list of files, and the callbacks for them. `open` runs on a loader thread, the others on the player's thread.
typedef struct viewer_files {
    const char *const *paths; ///< [count]
    int32_t count;
    int32_t first;                ///< index of the file to play first
    int watch;                    ///< reload files that change
    const char *const *also_read; ///< [also_read_count] files that every file depends on; they are also watched
    size_t also_read_count;
    const char *texture_path; ///< additional directory for side files, or NULL

    /// Loads a file. It calls `progress` repeatedly; if that returns a value other than 0, it fails with
    /// SINEW_ERROR_CANCELLED.
    sinew_result (*open)(void *user, const char *path, int (*progress)(void *, double), void *progress_user,
                         viewer_file *out_file, sinew_error *out_error);
    /// Called after loading a file, before it is shown. `error` is NULL on success.
    void (*tell)(void *user, const char *path, const viewer_file *file, const sinew_error *error);
    /// Frees a file that `open` loaded.
    void (*close)(void *user, viewer_file *file);
    void *user;
} viewer_files;

#endif
