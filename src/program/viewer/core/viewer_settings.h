/// The files and the initial state of a player: in a window, in a terminal, or in a test without either.
#ifndef SINEW_PROGRAM_VIEWER_CORE_VIEWER_SETTINGS_H
#define SINEW_PROGRAM_VIEWER_CORE_VIEWER_SETTINGS_H

#include "program/viewer/core/second_clip.h"
#include "program/viewer/core/viewer_file.h"
#include "runtime/view/pose_edits.h"
#include "sinew/playback.h"
#include "sinew/render.h"

/// A key from a file: the pose that a clip has at a time.
typedef struct viewer_key {
    int32_t clip;
    double time;     ///< seconds from the clip's start
    pose_edits pose; ///< local transforms of the joints that the key changes
} viewer_key;

/// Two clips whose distances are measured in the same way as by `sinew diff`.
typedef struct viewer_measure {
    const char *paths[2];
    const sinew_model *models[2];
    int32_t clips[2];         ///< SINEW_NONE: the rest pose
    const double (*times)[2]; ///< [count] times of both clips, in seconds from their starts
    int32_t count;
    /// Gets the distances in cm, one after the other. If it returns a value other than 0, the measurement ends.
    int (*put)(void *user, double cm);
    void *put_user;
} viewer_measure;

/// A step of `sinew edit`: an option, and its value or NULL.
typedef struct viewer_step {
    const char *option, *text;
} viewer_step;

typedef struct viewer_settings viewer_settings;
struct viewer_settings {
    const viewer_files *files; ///< the list of files; NULL: only the file below
    const sinew_model *model;  ///< NULL: the first readable file is loaded, see `begin`
    const sinew_image *images; ///< [texture_count]
    const char *name;          ///< path of the file, shown in the title and used for names of saved images
    sinew_engine engine;
    int32_t clip; ///< SINEW_NONE: the rest pose
    double time;  ///< time to start at, in seconds from the clip's start
    double speed; ///< factor; 1 is the authored speed
    sinew_loop_mode loop;
    double fade;  ///< seconds of the cross-fade between clips; 0: none
    int in_place; ///< remove the character's motion over the ground
    int paused;
    int32_t crowd; ///< number of instances, each at its own time; 0: a single character
    sinew_view view;
    int takes_file_front; ///< views refer to the file's front, not the body's
    sinew_show skeleton;
    int has_joint; ///< `joint` is selected
    int32_t joint;
    sinew_colors colors;
    sinew_draw_skin skin;
    int names, axes, trail, parallel; ///< overlays and projection
    int holds_trail;                  ///< the trail stays at `trail_joint`, whatever is selected
    int32_t trail_joint;
    double trail_window;              ///< seconds of the trail before and after the current time; 0: the whole trail
    int tracking;                     ///< track the character with the camera; negative: only if the clip moves it far
    int32_t onion;                    ///< number of ghosts on each side
    int32_t width, height;            ///< size of the window in points
    double load_time;                 ///< seconds that loading the file took
    const sinew_error *texture_notes; ///< [texture_note_count] of viewer_file
    int32_t texture_note_count;
    double quit_after;                ///< seconds after which the player quits; negative: never
    const char *screenshot;           ///< path to save the last frame to, or NULL
    void (*lose_display)(void *user); ///< ends the process when the display connection is lost; NULL: Xlib ends it
    /// Called when the first file was loaded, if `model` is NULL. It may complete `settings`, a copy that has the file.
    /// If it returns a value other than 0, the player ends. May be NULL.
    int (*begin)(void *user, viewer_settings *settings);
    /// Called for each model that is shown. Sets the initial pose edits, which the player takes over. May be NULL.
    void (*find_edits)(void *user, const char *name, const sinew_model *model, pose_edits *out_edits);
    /// Reads the keys of a model from a file, sorted by time. The caller frees the pose of each key, and *out_keys with
    /// sinew_free.
    sinew_result (*read_keys)(void *user, const char *path, const sinew_model *model, viewer_key **out_keys,
                              int32_t *out_count, sinew_error *out_error);
    /// Applies edit steps to the file at `source`, and writes the result to `path` in the format of its extension. May
    /// be NULL.
    sinew_result (*save_edited)(void *user, const char *source, const viewer_step *steps, int32_t count,
                                const char *path, sinew_error *out_error);
    const viewer_files *other_files;   ///< opens files to compare with, with their own clips; NULL: no comparison with
                                       ///< files
    const viewer_files *picture_files; ///< opens files of the list to draw thumbnails of them; NULL: no thumbnails
    const char *other_path;            ///< file to compare with at the start, or NULL
    int other_clip_is_chosen;          ///< the user chose a clip for `other_path`
    viewer_compare_way other_way;
    double equal_share; ///< fraction of a character's size: smaller distances count as equal
    /// Measures distances, on a thread of the player. May be NULL.
    sinew_result (*measure)(void *user, const viewer_measure *what, sinew_error *out_error);
    const char *const *edit_words; ///< [edit_word_count] command-line options of the initial edits, for copied commands
    size_t edit_word_count;
    /// Called when the player ends with `result` and `error` while a file is still loading, after the terminal was
    /// restored. It may end the process without waiting for the loader and the graphics driver. If it returns, or is
    /// NULL, the player waits for both.
    void (*end_early)(void *user, sinew_result result, sinew_error *error);
    void *user;
};

/// Plays until the user quits, or no file can be loaded. Without a model, the window opens if loading takes longer than
/// a moment. SINEW_ERROR_NO_DISPLAY: no window can be opened; SINEW_ERROR_NO_GL: nothing can be drawn;
/// SINEW_ERROR_WRITE: the screenshot cannot be written; SINEW_ERROR_CANCELLED: the player ended before there was
/// anything to save.
SINEW_NODISCARD sinew_result viewer_play(const viewer_settings *settings, sinew_error *out_error);

#endif
