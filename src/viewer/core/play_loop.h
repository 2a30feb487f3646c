/// What every player has in common, wherever its pictures go: the clock, the pictures, the saving of pictures.
#ifndef SINEW_VIEWER_CORE_PLAY_LOOP_H
#define SINEW_VIEWER_CORE_PLAY_LOOP_H

#include "viewer/core/playlist.h"
#include "viewer/core/viewer.h"

typedef struct viewer_size {
    int width, height; ///< pixels
    double scale;      ///< pixels per point of text
} viewer_size;

/// A place to play in: the first member of the struct of each.
typedef struct viewer_frontend viewer_frontend;
struct viewer_frontend {
    const viewer_settings *requested; ///< by whoever opened the stage
    viewer_settings settings;         ///< of what plays
    sinew_model *empty;               ///< plays until the first file is there; NULL: it was there before
    viewer_state viewer;
    viewer_playlist playlist;
    sinew_renderer *renderer;
    viewer_size size;    ///< of the pictures that are saved
    double frame_time;   ///< seconds from one picture to the next
    double suspended;    ///< seconds that were not lived through, while the program was stopped; they do not count
    double draw_time;    ///< seconds that a moving picture takes, a mean of late
    int measured;        ///< moving pictures so far
    int is_slow;         ///< moving pictures get one sample a pixel, so that more of them come
    int needs_redraw;    ///< what is shown is not the state
    uint64_t note_ticks; ///< when the note appeared
    int has_panels;      ///< words stand around the picture, not in it

    /// Waits for the user, at most so long, and does what the user wants.
    void (*wait)(viewer_frontend *frontend, double seconds);
    /// Shows this moment. Clears `needs_redraw`, or leaves it where the place is still busy with the picture before.
    sinew_result (*show)(viewer_frontend *frontend, sinew_error *out_error);
    /// Puts a text where the user can paste it from.
    void (*copy)(viewer_frontend *frontend, const char *text);
    /// Reads what this moment looks like with everything around the picture: [size]. NULL: nothing is around it.
    sinew_result (*read)(viewer_frontend *frontend, uint8_t *out_pixels, sinew_error *out_error);
};

/// Makes the state, and begins to read where there is no model yet; then the renderer, in the current OpenGL context.
/// The settings must stay. Close also after a failure, while the context is current.
SINEW_NODISCARD sinew_result viewer_begin_frontend(viewer_frontend *frontend, const viewer_settings *settings,
                                                   sinew_error *out_error);
SINEW_NODISCARD sinew_result viewer_open_renderer(viewer_frontend *frontend, sinew_error *out_error);
/// Both.
SINEW_NODISCARD sinew_result viewer_open_frontend(viewer_frontend *frontend, const viewer_settings *settings,
                                                  sinew_error *out_error);
void viewer_close_frontend(viewer_frontend *frontend);

/// Whether the picture changes by itself.
int viewer_is_moving(const viewer_frontend *frontend);

/// Seconds since a reading of SDL_GetPerformanceCounter.
double viewer_seconds_since(uint64_t ticks);

/// Poses the model at this moment, and says how it is seen in a picture of that size.
SINEW_NODISCARD sinew_result viewer_prepare_draw(viewer_frontend *frontend, const char *status, const viewer_size *size,
                                                 sinew_draw_options *out_options, sinew_error *out_error);

/// Draws what viewer_prepare_draw posed, or the crowd of it.
SINEW_NODISCARD sinew_result viewer_draw_characters(viewer_frontend *frontend, const sinew_draw_options *options,
                                                    sinew_error *out_error);

/// Poses the model at this moment and draws it into the renderer, with status line and help unless `what` is plain.
SINEW_NODISCARD sinew_result viewer_draw(viewer_frontend *frontend, viewer_save what, const viewer_size *size,
                                         sinew_error *out_error);

/// Selects the joint at pixel (x, y) of a picture of that size, from the top left; where there is none, nothing
/// changes.
void viewer_click(viewer_frontend *frontend, const viewer_size *size, double x, double y);

/// Notes how long the picture of this moment took; with fewer than twenty a second while it moves, the machine is slow.
void viewer_record_draw_time(viewer_frontend *frontend, double seconds);

/// Plays until the user has had enough, and saves the last picture where the settings ask for it.
SINEW_NODISCARD sinew_result viewer_run_loop(viewer_frontend *frontend, sinew_error *out_error);

/// Lets whoever opened the stage end the process after that, where a file is still being read.
void viewer_end_early(const viewer_frontend *frontend, sinew_result result, sinew_error *error);

#endif
