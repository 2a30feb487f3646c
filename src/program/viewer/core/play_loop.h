/// Shared by the window and the terminal player: clock, frames, files, saved images.
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

/// A player's front end: the first member of the window's and the terminal's struct.
struct viewer_frontend {
    const viewer_settings *requested; ///< the caller's
    viewer_settings settings;         ///< with the current file
    sinew_model *empty;               ///< plays until the first file is loaded; NULL: it was loaded before
    viewer_state viewer;
    viewer_playlist playlist;
    viewer_film film;
    viewer_compared compared;
    viewer_saving *saving; ///< NULL: no clip is being saved
    sinew_renderer *renderer;
    viewer_size size;    ///< of saved images
    double frame_time;   ///< seconds between frames
    double suspended;    ///< seconds that the process was stopped, which do not count
    double draw_time;    ///< seconds to draw a frame while playing, a moving average
    int measured;        ///< frames drawn while playing
    int is_slow;         ///< draw one sample per pixel while playing, to draw more frames
    int needs_redraw;    ///< the state has changed since the last frame
    int image_is_stale;  ///< the renderer's image is not that of the last frame
    double note_time; ///< when the note was set
    int has_panels;      ///< text is drawn around the image, not in it

    /// Waits for input, at most `seconds`, and handles it.
    void (*wait)(viewer_frontend *frontend, double seconds);
    /// Shows a frame. Clears `needs_redraw`, unless the output is still busy with the previous frame.
    sinew_result (*show)(viewer_frontend *frontend, sinew_error *out_error);
    /// Copies text to the clipboard.
    void (*copy)(viewer_frontend *frontend, const char *text);
    /// Reads the current frame with everything around the image: [size]. NULL: there is nothing around it.
    sinew_result (*read)(viewer_frontend *frontend, uint8_t *out_pixels, sinew_error *out_error);
};

/// Creates the state, and starts loading if there is no model yet; then creates the renderer in the current OpenGL
/// context. The settings must outlive the front end. Close also after a failure, while the context is current.
SINEW_NODISCARD sinew_result viewer_begin_frontend(viewer_frontend *frontend, const viewer_settings *settings,
                                                   sinew_error *out_error);
SINEW_NODISCARD sinew_result viewer_open_renderer(viewer_frontend *frontend, sinew_error *out_error);
/// Does both.
SINEW_NODISCARD sinew_result viewer_open_frontend(viewer_frontend *frontend, const viewer_settings *settings,
                                                  sinew_error *out_error);
void viewer_close_frontend(viewer_frontend *frontend);

/// Returns whether the clip is playing.
int viewer_is_moving(const viewer_frontend *frontend);

/// Returns the seconds since a time of sinew__now.
double viewer_seconds_since(double time);

/// Poses the model at the current time, and fills the options of an image of that size.
SINEW_NODISCARD sinew_result viewer_prepare_draw(viewer_frontend *frontend, const char *status, const viewer_size *size,
                                                 sinew_draw_options *out_options, sinew_error *out_error);

/// Draws what viewer_prepare_draw posed, or the crowd.
SINEW_NODISCARD sinew_result viewer_draw_characters(viewer_frontend *frontend, const sinew_draw_options *options,
                                                    sinew_error *out_error);

/// Poses the model at the current time and draws it, with status line and help unless `what` is plain.
SINEW_NODISCARD sinew_result viewer_draw(viewer_frontend *frontend, viewer_save what, const viewer_size *size,
                                         sinew_error *out_error);

/// Selects the joint at pixel (x, y) of an image of that size, from the top left. Does nothing if no joint is there.
void viewer_click(viewer_frontend *frontend, const viewer_size *size, double x, double y);

/// Begins a drag of the selected joint if pixel (x, y) is on it and its limb can follow.
void viewer_press(viewer_frontend *frontend, const viewer_size *size, double x, double y);

/// Records how long a frame took. Below twenty frames per second, the machine counts as slow.
void viewer_record_draw_time(viewer_frontend *frontend, double seconds);

/// Plays until the user quits, and saves the last frame if the settings say so.
SINEW_NODISCARD sinew_result viewer_run_loop(viewer_frontend *frontend, sinew_error *out_error);

/// Afterwards, lets the caller end the process if a file is still loading.
void viewer_end_early(const viewer_frontend *frontend, sinew_result result, sinew_error *error);

#endif
