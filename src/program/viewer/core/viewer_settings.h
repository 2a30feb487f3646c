/// The files of a player and its initial state: in a window, in a terminal, or without either in a test.
#ifndef SINEW_PROGRAM_VIEWER_CORE_VIEWER_SETTINGS_H
#define SINEW_PROGRAM_VIEWER_CORE_VIEWER_SETTINGS_H

#include "program/viewer/core/second_clip.h"
#include "program/viewer/core/viewer_file.h"
#include "runtime/view/pose_edits.h"
#include "sinew/playback.h"
#include "sinew/render.h"

/// A key that a file holds: what the clip takes on at a time.
typedef struct viewer_key {
    int32_t clip;
    double time;     ///< seconds from the clip's start
    pose_edits pose; ///< stored locals
} viewer_key;

/// Two clips whose distances are measured, as `sinew diff` measures them.
typedef struct viewer_measure {
    const char *paths[2];
    const sinew_model *models[2];
    int32_t clips[2];         ///< SINEW_NONE: the rest pose
    const double (*times)[2]; ///< [count] of both clips, in seconds from their starts
    int32_t count;
    /// Takes the distances one after the other, in cm. A result other than 0 ends the measurement.
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
    const sinew_model *model;  ///< NULL: load the first readable of the files, see `begin`
    const sinew_image *images; ///< [texture_count]
    const char *name;          ///< path of the file, for the title and for saved images
    sinew_engine engine;
    int32_t clip; ///< SINEW_NONE: the rest pose
    double time;  ///< start time, seconds from the clip's start
    double speed; ///< 1 is as authored
    sinew_loop_mode loop;
    double fade;  ///< seconds of a cross-fade when the clip changes; 0: none
    int in_place; ///< without the motion of the character over the ground
    int paused;
    int32_t crowd; ///< number of instances, each at its own time; 0: a single character
    sinew_view view;
    int takes_file_front; ///< views are relative to the file's front, whatever the body faces
    sinew_show skeleton;
    int has_joint; ///< `joint` is selected
    int32_t joint;
    sinew_colors colors;
    sinew_draw_skin skin;
    int names, axes, trail, parallel; ///< overlays and projection
    int holds_trail;                  ///< the trail is that of `trail_joint`, whatever is selected
    int32_t trail_joint;
    double trail_window;              ///< seconds of the trail before and after the current time; 0: all
    int tracking;          ///< track the character with the camera; negative: only if the clip takes it far away
    int32_t onion;         ///< ghosts on each side
    int32_t width, height; ///< of the window, in points
    double load_time;      ///< seconds that loading the file took
    const sinew_error *texture_notes; ///< [texture_note_count] as of viewer_file
    int32_t texture_note_count;
    double quit_after;                ///< seconds after which the player quits; negative: never
    const char *screenshot;           ///< where to save the last frame, or NULL
    void (*lose_display)(void *user); ///< ends the process when the display connection is lost; NULL: as Xlib does
    /// If there was no model: called when the first file is loaded. `settings`, a copy with the file filled in, may be
    /// completed. A result other than 0 ends the player. May be NULL.
    int (*begin)(void *user, viewer_settings *settings);
    /// Called for each model that is shown: sets the edits of its poses, which become the player's. May be NULL.
    void (*find_edits)(void *user, const char *name, const sinew_model *model, pose_edits *out_edits);
    /// Reads a file of keys of a model, in order of time; the caller frees *out_keys (sinew_free) and the edits in it.
    sinew_result (*read_keys)(void *user, const char *path, const sinew_model *model, viewer_key **out_keys,
                              int32_t *out_count, sinew_error *out_error);
    /// Edits the file at `source` by steps and writes it to `path`, in the format of its extension. May be NULL.
    sinew_result (*save_edited)(void *user, const char *source, const viewer_step *steps, int32_t count,
                                const char *path, sinew_error *out_error);
    const viewer_files *other_files; ///< opens the files that are compared, with their own clips; NULL: none
    const viewer_files *picture_files; ///< opens the files of the list for small pictures of them; NULL: none
    const char *other_path;          ///< the file to compare with, or NULL
    int other_clip_is_chosen;        ///< by the user: the clip that `other_files` opens of that file
    viewer_compare_way other_way;
    double equal_share; ///< of a character's size: smaller distances count as equal
    /// Measures on a thread of the player. May be NULL.
    sinew_result (*measure)(void *user, const viewer_measure *what, sinew_error *out_error);
    const char *const *edit_words; ///< [edit_word_count] the options that give these edits, for copied commands
    size_t edit_word_count;
    /// Called when the player ends with `result` and `error` while a file is still loading, after the terminal is
    /// restored. May end the process without waiting for the loader and the graphics driver. If NULL, or if it returns,
    /// the player waits for both.
    void (*end_early)(void *user, sinew_result result, sinew_error *error);
    void *user;
};

/// Plays until the user quits, or no file can be loaded. Without a model, the window opens when loading takes longer
/// than a moment. Fails with SINEW_ERROR_NO_DISPLAY if no window can be opened, SINEW_ERROR_NO_GL if nothing can be
/// drawn, SINEW_ERROR_WRITE if the screenshot cannot be written, SINEW_ERROR_CANCELLED if the player ends before there
/// is anything to save.
SINEW_NODISCARD sinew_result viewer_play(const viewer_settings *settings, sinew_error *out_error);

#endif
