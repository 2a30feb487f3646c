/// The loop that the window and the terminal player share: time, frames, files, saved images.
#ifndef SINEW_PROGRAM_VIEWER_CORE_PLAY_LOOP_H
#define SINEW_PROGRAM_VIEWER_CORE_PLAY_LOOP_H

#include "program/viewer/core/compare_files.h"
#include "program/viewer/core/film.h"
#include "program/viewer/core/playlist.h"
#include "program/viewer/core/save_edited.h"
#include "program/viewer/core/viewer.h"

typedef struct viewer_size {
    int width, height; ///< pixels
    double scale;      ///< pixels per point of text
} viewer_size;

/// The state of a front end; the first member of the window's and the terminal's struct.
struct viewer_frontend {
    const viewer_settings *requested; ///< settings of the caller
    viewer_settings settings;         ///< a copy of the settings with the current file
    sinew_model *empty;               ///< model that plays until the first file is loaded; NULL: there was a model at
                                      ///< the start
    viewer_state viewer;
    viewer_playlist playlist;
    viewer_film film;
    viewer_compared compared;
    viewer_saving *saving; ///< NULL: no clip is being saved
    sinew_renderer *renderer;
    viewer_size size;   ///< size of saved images
    double frame_time;  ///< seconds between frames
    double suspended;   ///< seconds that the process was stopped; playing does not advance by them
    double draw_time;   ///< seconds to draw a frame while playing; a moving average
    int measured;       ///< number of frames drawn while playing
    int is_slow;        ///< draw one sample per pixel while playing, which is faster
    int needs_redraw;   ///< the state has changed since the last shown frame
    int image_is_stale; ///< the renderer's image is not the last shown frame
    double note_time;   ///< sinew__now() when the note was set
    int has_panels;     ///< text is drawn around the image, not in it

    /// Waits for input, at most `seconds`, and handles it.
    void (*wait)(viewer_frontend *frontend, double seconds);
    /// Shows a frame, and clears `needs_redraw`; if the output is still busy with the last frame, does neither.
    sinew_result (*show)(viewer_frontend *frontend, sinew_error *out_error);
    /// Copies text to the clipboard.
    void (*copy)(viewer_frontend *frontend, const char *text);
    /// Reads the shown frame, including the parts around the image: [size]. NULL: nothing is around the image.
    sinew_result (*read)(viewer_frontend *frontend, uint8_t *out_pixels, sinew_error *out_error);
};

/// viewer_begin_frontend creates the state, and starts loading if there is no model yet. viewer_open_renderer then
/// creates the renderer in the current OpenGL context. The settings must outlive the front end. Close the front end
/// even after a failure, while the context is current.
SINEW_NODISCARD sinew_result viewer_begin_frontend(viewer_frontend *frontend, const viewer_settings *settings,
                                                   sinew_error *out_error);
SINEW_NODISCARD sinew_result viewer_open_renderer(viewer_frontend *frontend, sinew_error *out_error);
/// Does the work of viewer_begin_frontend and viewer_open_renderer.
SINEW_NODISCARD sinew_result viewer_open_frontend(viewer_frontend *frontend, const viewer_settings *settings,
                                                  sinew_error *out_error);
void viewer_close_frontend(viewer_frontend *frontend);

/// Returns whether the clip is playing.
int viewer_is_moving(const viewer_frontend *frontend);

/// Returns the seconds since a time of sinew__now().
double viewer_seconds_since(double time);

/// Poses the model at the current time, and fills the drawing options for an image of a size.
SINEW_NODISCARD sinew_result viewer_prepare_draw(viewer_frontend *frontend, const char *status, const viewer_size *size,
                                                 sinew_draw_options *out_options, sinew_error *out_error);

/// Draws the model that viewer_prepare_draw posed, or the crowd.
SINEW_NODISCARD sinew_result viewer_draw_characters(viewer_frontend *frontend, const sinew_draw_options *options,
                                                    sinew_error *out_error);

/// Poses the model at the current time and draws it, with status line and help unless `what` is plain.
SINEW_NODISCARD sinew_result viewer_draw(viewer_frontend *frontend, viewer_save what, const viewer_size *size,
                                         sinew_error *out_error);

/// Selects the joint at pixel (x, y), from the top left of an image of a size. Does nothing if none exists.
void viewer_click(viewer_frontend *frontend, const viewer_size *size, double x, double y);

/// Begins a drag of the selected joint, if it is at pixel (x, y) and its limb can follow.
void viewer_press(viewer_frontend *frontend, const viewer_size *size, double x, double y);

/// Records how long drawing a frame took. Below twenty frames per second, drawing is considered slow.
void viewer_record_draw_time(viewer_frontend *frontend, double seconds);

/// Plays until the user quits, and saves the last frame if the settings request that.
SINEW_NODISCARD sinew_result viewer_run_loop(viewer_frontend *frontend, sinew_error *out_error);

/// Lets the caller end the process while a file is still loading. Call it after viewer_run_loop.
void viewer_end_early(const viewer_frontend *frontend, sinew_result result, sinew_error *error);

#endif
