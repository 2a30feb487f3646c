/// Writes a film of the playing range in the current view, frame by frame while the player runs.
#ifndef SINEW_PROGRAM_VIEWER_CORE_FILM_H
#define SINEW_PROGRAM_VIEWER_CORE_FILM_H

#include "draw/output/output.h"

typedef struct viewer_frontend viewer_frontend;

/// A film in progress. Zeroed: none.
typedef struct viewer_film {
    output out; ///< `state` NULL: no film is being written
    char path[256];
    uint8_t *pixels;  ///< [width × height × 4]
    double from, fps; ///< time of the first frame in the clip, in seconds; frames per second
    int32_t count;    ///< number of frames
    int32_t palette;  ///< number of frames drawn first, to choose the format's palette
    int32_t drawn;    ///< number of frames drawn so far, including those for the palette
    int model_number; ///< model_number of the model that is filmed
} viewer_film;

/// Begins a requested film, draws its next frame, or ends it, and shows the progress as a note.
void viewer_film_step(viewer_frontend *frontend);

/// Ends an incomplete film without leaving a file.
void viewer_film_discard(viewer_film *film);

#endif
