/// The state of the player. It does not depend on a window, so tests can run it.
#ifndef SINEW_PROGRAM_VIEWER_CORE_VIEWER_H
#define SINEW_PROGRAM_VIEWER_CORE_VIEWER_H

#include "draw/scene/motion_overlays.h"
#include "draw/scene/orbit.h"
#include "draw/scene/scene_crowd.h"
#include "draw/scene/timeline_scale.h"
#include "program/viewer/core/edit_list.h"
#include "program/viewer/core/prompt.h"
#include "program/viewer/core/second_clip.h"
#include "program/viewer/core/viewer_settings.h"
#include "runtime/view/shown_pose.h"
#include "runtime/view/view.h"
#include "sinew/render.h"

/// Optional panels of the window.
typedef enum viewer_panel {
    VIEWER_PANEL_TREE,    ///< clips and joints
    VIEWER_PANEL_CURVES,  ///< curves and values of the selected joint
    VIEWER_PANEL_INFO,    ///< facts and warnings
    VIEWER_PANEL_TIMES,   ///< durations
    VIEWER_PANEL_EDITS,   ///< the list of edits
    VIEWER_PANEL_COMPARE, ///< the comparison of two clips
    VIEWER_PANEL_COUNT
} viewer_panel;

/// Features that a display may lack.
enum {
    VIEWER_LACKS_WINDOW = 1, ///< panels and full screen
    VIEWER_LACKS_LABELS = 2, ///< enough pixels for text in the image
};

enum { VIEWER_NOTE = 160 };

/// Durations in seconds. `pose` and `draw` are moving averages.
typedef struct viewer_times {
    double load; ///< loading the file
    double pose; ///< evaluating the clip to a palette
    double draw; ///< CPU time of drawing the character
} viewer_times;

/// A drag of the selected joint. Zeroed: none.
typedef struct viewer_drag {
    int is_active;
    int is_moved;        ///< the mouse has moved since the press
    sinew_camera camera; ///< camera when the drag began
    int height;          ///< height of the image in pixels when the drag began
    sinew_vec3 start;    ///< position of the joint in world space when the drag began
} viewer_drag;

struct viewer_state {
    const viewer_settings *settings;
    const char *name;                ///< path of the current file
    const char *const *file_paths;   ///< [file_count] paths of the playlist
    int32_t file_number, file_count; ///< the number of the current file, from 1; number of files
    char **typed_paths;              ///< [typed_path_count] paths that the user typed
    int32_t typed_path_count;
    const sinew_model *model;
    sinew__joint_prefix prefix;       ///< common prefix of the joints' names, which lists and notes omit
    int lacks;                        ///< VIEWER_LACKS_… of the display; 0: a window
    const sinew_error *texture_notes; ///< [texture_note_count] of viewer_file
    int32_t texture_note_count;
    int is_loading;   ///< an empty model is shown until the first file is loaded
    int model_number; ///< increases with each model, so that results computed for another model are not used
    sinew_pose *pose;
    sinew_playback player;
    int32_t clip;
    shown_fade fade;         ///< fade from the previous clip
    int is_in_place;         ///< the character's motion over the ground is removed
    shown_in_place in_place; ///< used while is_in_place
    scene_crowd crowd;       ///< empty unless the settings request one
    sinew_bounds bounds;     ///< bounds of the whole clip and all instances
    scene_orbit orbit;
    sinew_view view;
    double front;           ///< front that views refer to, in degrees from the file's front
    int fitted;             ///< the camera fits clip and window, because the user has not moved it
    double aspect;          ///< width / height of the image
    double loop_from;       ///< start of a range in seconds, set when `l` is pressed first; negative: `l` was not
                            ///< pressed
    timeline_range visible; ///< part of the clip that timeline and curves show
    int is_now_visible;     ///< the current time was in `visible`; when it leaves that part, the timeline scrolls by a
                            ///< page

    int32_t selected_joint; ///< SINEW_NONE: none. Change it with viewer_select

    sinew_colors colors;
    int skeleton, hide_meshes, edges, hide_ground, hide_status;
    sinew_draw_skin skin;
    int names, axes;
    int trail;              ///< the motion trail is shown, of `trail_joint` or the selected joint
    int32_t trail_joint;    ///< SINEW_NONE: the trail follows the selection
    double trail_window;    ///< seconds of the trail before and after the current time; 0: the whole trail
    int tracking;           ///< the camera tracks the character
    int tracking_is_chosen; ///< the user chose `tracking`; else it depends on the clip
    int32_t onion;          ///< number of ghosts on each side
    scene_motion motion;
    int help;          ///< page of help that is shown, from 1; 0: none
    int has_more_help; ///< there is a further page of help
    int panels[VIEWER_PANEL_COUNT];
    viewer_prompt prompt;       ///< gets all keys while it is open
    hidden_joints hidden;       ///< joints that the user hid
    viewer_edit_list edit_list; ///< edits of the settings for this model, and of the user
    pose_edits edits;           ///< the result of the list, and of the drag or rotation in progress
    sinew_quat rotation_before; ///< rotation of the selected joint when VIEWER_PROMPT_ROTATION was opened
    viewer_drag drag;           ///< drag of the selected joint
    viewer_comparison other;    ///< comparison with a second clip or file
    viewer_times times;

    int quit;                       ///< the user wants to quit
    int full_screen;                ///< the window should cover the screen
    int save;                       ///< image to save: a viewer_save
    int save_pose;                  ///< pose to save: a viewer_pose_file
    int save_clip;                  ///< save the edited clips to `clip_path`
    int save_film;                  ///< save a film of the playing range to `clip_path`
    int is_filming;                 ///< a film is requested or in progress; clear it to discard the film
    char clip_path[256];            ///< name of a file, as typed
    int keys_have_changed;          ///< the file of keys must be written again
    int copy;                       ///< copy the command line of the current image
    int file_step;                  ///< number of files to step by: 1: to the next, -1: to the previous
    int reload;                     ///< load the current file again
    char note[VIEWER_NOTE];         ///< message shown briefly, such as the result of a key; "": none
    char reload_error[VIEWER_NOTE]; ///< the reason why the changed file cannot be played, shown until it can; "": none
};

typedef enum viewer_save { VIEWER_SAVE_NONE, VIEWER_SAVE_ALL, VIEWER_SAVE_PLAIN } viewer_save;

/// Initializes the state from the settings. Close it even after a failure.
SINEW_NODISCARD sinew_result viewer_open(viewer_state *viewer, const viewer_settings *settings, sinew_error *out_error);
void viewer_close(viewer_state *viewer);

/// Appends an edit to the list, and applies the list. If the list is full, shows a note.
void viewer_add_edit(viewer_state *viewer, const viewer_edit *edit);

/// Applies the list of edits, for this clip. It also undoes the changes of a drag or rotation in progress.
void viewer_apply_edits(viewer_state *viewer);

/// Ends the drag and appends it as an edit: the joint keeps its target.
void viewer_end_drag(viewer_state *viewer);

/// Closes the prompt for a rotation, and appends the rotation to the list of edits.
void viewer_end_rotation(viewer_state *viewer);

/// Returns the joint whose trail is drawn, or SINEW_NONE.
int32_t viewer_trail_joint(const viewer_state *viewer);

/// Selects a joint, or none (SINEW_NONE), and shows a note.
void viewer_select(viewer_state *viewer, int32_t joint);

/// Shows a note briefly in the status line. Longer texts are truncated.
void viewer_notify(viewer_state *viewer, const char *text);

/// Plays another file at the same time, and selects the joint with the same name. A camera that the user moved is kept,
/// unless the characters differ in size. With `same`, the file is a new version of the current one: clip, range and
/// camera are kept. On failure nothing changes.
SINEW_NODISCARD sinew_result viewer_take_file(viewer_state *viewer, const char *name, const viewer_file *file, int same,
                                              sinew_error *out_error);

/// Returns the clip of a file with the name of another model's clip; else the clip that the file plays first.
int32_t viewer_find_same_clip(const sinew_model *old, int32_t old_clip, const viewer_file *file);

/// Returns whether a model has nothing to draw except its skeleton.
int viewer_is_skeleton_only(const sinew_model *model);

/// Returns the inputs of the pose that the player draws.
shown_posing viewer_posing(viewer_state *viewer);

/// Fits the camera to the clip, or to the tracked character, in the chosen view. The camera is fitted again after
/// changes, until the user moves it.
void viewer_fit(viewer_state *viewer);

/// Fits the camera to the selected joint and the bones that end there; to everything if no joint is selected. The
/// direction of the view is kept.
void viewer_fit_joint(viewer_state *viewer);

/// viewer_zoom_timeline zooms the timeline by a factor around a time; viewer_pan_timeline moves the visible part by
/// seconds.
void viewer_zoom_timeline(viewer_state *viewer, double factor, double around);
void viewer_pan_timeline(viewer_state *viewer, double seconds);

/// Scrolls a zoomed timeline by a page when the current time has just left it.
void viewer_follow_time(viewer_state *viewer);

/// Returns the bounds that the camera fits: the clip's; the tracked character's; or, in a comparison, both clips'.
const sinew_bounds *viewer_fitted_bounds(const viewer_state *viewer);

/// Plays in place, or with the character's motion over the ground. The time is kept.
void viewer_set_in_place(viewer_state *viewer, int is_in_place);

/// Sets the aspect ratio of the image: width / height.
void viewer_set_aspect(viewer_state *viewer, double aspect);

/// Returns the current time in seconds from the clip's start.
double viewer_time(const viewer_state *viewer);

/// Returns the frame number on the file's timeline at a time of the clip.
double viewer_frame(const viewer_state *viewer, double time, double fps);

/// Returns the duration of the clip in seconds.
double viewer_clip_duration(const viewer_state *viewer);

/// Sets the time, in seconds from the clip's start.
void viewer_seek(viewer_state *viewer, double seconds);

/// Plays only a range of the clip, in seconds from its start; begin ≤ end.
void viewer_play_range(viewer_state *viewer, double begin, double end);

/// Starts a clip at its beginning, with a fade if the settings request one. Speed, loop mode and pause are kept.
void viewer_start_clip(viewer_state *viewer, int32_t clip);

/// Advances the clock by seconds of real time. More than five seconds count as five: the process was stopped or the
/// machine slept. A negative step counts as zero.
void viewer_advance(viewer_state *viewer, double seconds);

/// Fills the drawing options of the current frame, except for its size. `status` is not copied: it must live as long as
/// the options.
void viewer_fill_options(const viewer_state *viewer, const char *status, sinew_draw_options *out_options);

/// Adds motion trail, ghosts and tracking camera to the options. The ghosts' poses are in `viewer->motion`.
SINEW_NODISCARD sinew_result viewer_apply_motion(viewer_state *viewer, sinew_draw_options *options,
                                                 sinew_error *out_error);

#endif
