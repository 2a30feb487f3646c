/// A front end's part of a comparison: loads the second file, draws both models, and measures distances.
#ifndef SINEW_PROGRAM_VIEWER_CORE_COMPARE_FILES_H
#define SINEW_PROGRAM_VIEWER_CORE_COMPARE_FILES_H

#include "program/viewer/core/playlist.h"
#include "program/viewer/core/second_clip.h"

typedef struct viewer_frontend viewer_frontend;
typedef struct viewer_measuring viewer_measuring;

/// The comparison's files and memory. Zeroed: nothing is compared.
typedef struct viewer_compared {
    viewer_file file;         ///< the second file; zeroed: the playing file is compared with another clip of itself
    viewer_watch watch;       ///< watches `file`
    viewer_loader *loader;    ///< NULL: nothing is loading
    const char *path;         ///< path of the file that is loading
    sinew_renderer *renderer; ///< draws the second file, or NULL
    sinew_renderer *spare;    ///< holds both halves of an image next to each other; NULL: none were drawn
    uint8_t *pixels;          ///< [pixels_size] scratch memory for images
    size_t pixels_size;
    viewer_measuring *measuring; ///< NULL: nothing was measured
} viewer_compared;

/// Continues the comparison that was requested: loads its file, measures distances, and shows notes about progress and
/// failures.
void viewer_compare_step(viewer_frontend *frontend);

/// Returns whether a file is loading or distances are being measured, so that viewer_compare_step should be called
/// again soon.
int viewer_compare_is_busy(const viewer_frontend *frontend);

/// Stops measuring before one of the models is destroyed. The next viewer_compare_step starts to measure again.
void viewer_compare_pause(viewer_frontend *frontend);

/// Frees everything. The OpenGL context must be current.
void viewer_compare_end(viewer_frontend *frontend);

/// Draws both models into the image of the front end's renderer. `options` are for the first model, which is already
/// posed.
SINEW_NODISCARD sinew_result viewer_compare_draw(viewer_frontend *frontend, const sinew_draw_options *options,
                                                 sinew_error *out_error);

#endif
