/// A film of the playing range in the current view, drawn frame by frame while the player runs.
#ifndef SINEW_PROGRAM_VIEWER_CORE_FILM_H
#define SINEW_PROGRAM_VIEWER_CORE_FILM_H

#include "draw/output/output.h"

typedef struct viewer_frontend viewer_frontend;

/// Zeroed: none is being written.
typedef struct viewer_film {
    output out; ///< state NULL: none
    char path[256];
    uint8_t *pixels;  ///< [width × height × 4]
    double from, fps; ///< time of the first frame in the clip, frames per second
    int32_t count;    ///< frames
    int32_t palette;  ///< frames that are drawn before the others, for the colours of the format
    int32_t drawn;    ///< frames, with those of the palette
    int model_number; ///< of the model that is filmed
} viewer_film;

/// Begins a film that was requested, draws its next frame, or ends it; shows its progress as a note.
void viewer_film_step(viewer_frontend *frontend);

/// Ends a film that is incomplete and leaves no file.
void viewer_film_discard(viewer_film *film);

#endif
