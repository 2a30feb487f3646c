/// The part of a comparison that a front end has: loading the second file, drawing both, measuring their distances.
#ifndef SINEW_PROGRAM_VIEWER_CORE_COMPARE_FILES_H
#define SINEW_PROGRAM_VIEWER_CORE_COMPARE_FILES_H

#include "program/viewer/core/playlist.h"
#include "program/viewer/core/second_clip.h"

typedef struct viewer_frontend viewer_frontend;
typedef struct viewer_measuring viewer_measuring;

/// Zeroed: nothing is compared.
typedef struct viewer_compared {
    viewer_file file;         ///< the second one; zeroed: the comparison is with a clip of the file that plays
    viewer_watch watch;       ///< of `file`
    viewer_loader *loader;    ///< NULL: nothing is loading
    const char *path;         ///< of the file that is loading
    sinew_renderer *renderer; ///< of the second file, or NULL
    sinew_renderer *spare;    ///< holds the image of the player while halves of it are drawn; NULL: none were drawn
    uint8_t *pixels;          ///< [pixels_size] scratch for images
    size_t pixels_size;
    viewer_measuring *measuring; ///< NULL: nothing was measured
} viewer_compared;

/// Takes the clip or file that is requested, continues to load it, and measures distances. Notes progress and failures.
void viewer_compare_step(viewer_frontend *frontend);

/// Returns whether a file is loading or distances are being measured: the step should be called soon again.
int viewer_compare_is_busy(const viewer_frontend *frontend);

/// Ends the measurement before one of the models is destroyed; the next step begins it again.
void viewer_compare_pause(viewer_frontend *frontend);

/// Frees everything; the OpenGL context is current.
void viewer_compare_end(viewer_frontend *frontend);

/// Draws both into the image of the front end's renderer. `options` are of the first one, which is posed.
SINEW_NODISCARD sinew_result viewer_compare_draw(viewer_frontend *frontend, const sinew_draw_options *options,
                                                 sinew_error *out_error);

#endif
