/// The files that a player plays, and how it comes by them.
#ifndef SINEW_VIEWER_CORE_VIEWER_FILE_H
#define SINEW_VIEWER_CORE_VIEWER_FILE_H

#include "sinew/render.h"

/// A file ready to be played.
typedef struct viewer_file {
    const sinew_model *model;
    const sinew_image *images; ///< [texture_count]
    int32_t clip;              ///< the one to begin with; SINEW_NONE: the rest pose
    double load_time;          ///< seconds that reading it took, its textures included
    void *own;                 ///< what whoever opened it keeps with it
} viewer_file;

/// What may be played, and who reads it. `open` runs on a thread of its own, the others on the player's.
typedef struct viewer_files {
    const char *const *paths; ///< [count]
    int32_t count;
    int32_t first;            ///< the one that the player begins with
    int watch;                ///< files that change are read again
    const char *also_read;    ///< a file that goes into each of them, to be watched like them; or NULL
    const char *texture_path; ///< where side files may lie beside the usual places, or NULL

    /// Reads a file. Asks `progress` every now and then; any answer but 0 ends it with SINEW_ERROR_CANCELLED.
    sinew_result (*open)(void *user, const char *path, int (*progress)(void *, double), void *progress_user,
                         viewer_file *out_file, sinew_error *out_error);
    /// Tells how reading a file went, before it is shown. `error` NULL: well.
    void (*tell)(void *user, const char *path, const viewer_file *file, const sinew_error *error);
    /// Gives back what `open` made.
    void (*close)(void *user, viewer_file *file);
    void *user;
} viewer_files;

#endif
