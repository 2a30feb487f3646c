/// The state of the player. It knows no window, so tests can drive it.
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
    VIEWER_PANEL_COMPARE, ///< how two clips are compared
    VIEWER_PANEL_COUNT
} viewer_panel;

/// Features that a display may lack.
enum {
    VIEWER_LACKS_WINDOW = 1, ///< panels, full screen
    VIEWER_LACKS_LABELS = 2, ///< pixels for text in the image
};

enum { VIEWER_NOTE = 160 };

/// Durations in seconds; pose and draw are moving averages.
typedef struct viewer_times {
    double load; ///< of loading the file
    double pose; ///< clip to palette
    double draw; ///< CPU time of drawing the character
} viewer_times;

/// A drag of the selected joint, whose limb follows. Zeroed: none.
typedef struct viewer_drag {
    int is_active;
    int is_moved;        ///< the mouse has left the position of the press
    sinew_camera camera; ///< at the start of the drag
    int height;          ///< of that image, pixels
    sinew_vec3 start;    ///< the joint in that image, world space
} viewer_drag;

struct viewer_state {
    const viewer_settings *settings;
    const char *name;                ///< path of the current file
    const char *const *file_paths;   ///< [file_count] of the playlist
    int32_t file_number, file_count; ///< the number counts from 1
    char **typed_paths;              ///< [typed_path_count] of files that the user typed
    int32_t typed_path_count;
    const sinew_model *model;
    sinew__joint_prefix prefix;       ///< of its joints, which lists and notes leave out
    int lacks;                        ///< VIEWER_LACKS_… of the display; 0: a window
    const sinew_error *texture_notes; ///< [texture_note_count] as of viewer_file
    int32_t texture_note_count;
    int is_loading;   ///< waiting for the first file with an empty model
    int model_number; ///< increases with each model; invalidates results computed for another one
    sinew_pose *pose;
    sinew_playback player;
    int32_t clip;
    shown_fade fade;         ///< from the clip before
    int is_in_place;         ///< without the motion of the character over the ground
    shown_in_place in_place; ///< memory for that
    scene_crowd crowd;       ///< empty unless the settings request one
    sinew_bounds bounds;     ///< of the whole clip and all instances
    scene_orbit orbit;
    sinew_view view;
    double front;           ///< of views, in degrees from the file's
    int fitted;             ///< the camera fits clip and window: the user has not moved it
    double aspect;          ///< of the image
    double loop_from;       ///< where `l` was pressed first; negative: nowhere
    timeline_range visible; ///< part of the clip on the timeline and in the curves
    int is_now_visible;     ///< the current time was in it: the timeline turns the page when it leaves

    int32_t selected_joint; ///< or SINEW_NONE; changed by viewer_select

    sinew_colors colors;
    int skeleton, hide_meshes, edges, hide_ground, hide_status;
    sinew_draw_skin skin;
    int names, axes;
    int trail;              ///< of `trail_joint`, or of the selected joint
    int32_t trail_joint;    ///< SINEW_NONE: the trail is that of the selected joint
    double trail_window;    ///< seconds of the trail before and after the current time; 0: all
    int tracking;           ///< the camera tracks the character
    int tracking_is_chosen; ///< by the user; otherwise it depends on the clip
    int32_t onion;          ///< ghosts on each side
    scene_motion motion;
    int help;          ///< the page of help that is shown, from 1; 0: none
    int has_more_help; ///< there is another page
    int panels[VIEWER_PANEL_COUNT];
    viewer_prompt prompt;       ///< gets all keys while it is open
    hidden_joints hidden;       ///< by the user
    viewer_edit_list edit_list; ///< of the settings, for this model, and by the user
    pose_edits edits;           ///< what the list says, with the drag or rotation in progress
    sinew_quat rotation_before; ///< of the selected joint, when VIEWER_PROMPT_ROTATION was opened
    viewer_drag drag;           ///< of the selected joint
    viewer_comparison other;    ///< a second clip or file
    viewer_times times;

    int quit;                       ///< requested by the user
    int full_screen;                ///< the window should be full screen
    int save;                       ///< image to save: viewer_save
    int save_pose;                  ///< pose to save: viewer_pose_file
    int save_clip;                  ///< save the edited clips as `clip_path`
    int save_film;                  ///< film the playing range to `clip_path`
    int is_filming;                 ///< a film was requested; cleared to discard it
    char clip_path[256];            ///< file name, as typed
    int keys_have_changed;          ///< the file of keys differs from the list of edits
    int copy;                       ///< copy the command line that draws the current image
    int file_step;                  ///< files to step: 1, -1: to the next, to the previous …
    int reload;                     ///< load the file again
    char note[VIEWER_NOTE];         ///< feedback to the last key, shown briefly; "": none
    char reload_error[VIEWER_NOTE]; ///< why the changed file cannot be played, shown until it can; "": none
};

typedef enum viewer_save { VIEWER_SAVE_NONE, VIEWER_SAVE_ALL, VIEWER_SAVE_PLAIN } viewer_save;

/// Initialises the state from the settings. Close also after a failure.
SINEW_NODISCARD sinew_result viewer_open(viewer_state *viewer, const viewer_settings *settings, sinew_error *out_error);
void viewer_close(viewer_state *viewer);

/// Appends an edit to the list and applies the list. Notes if the list is full.
void viewer_add_edit(viewer_state *viewer, const viewer_edit *edit);

/// Applies the list of edits: for this clip, after a change, or to drop what a drag or rotation has changed.
void viewer_apply_edits(viewer_state *viewer);

/// Ends the drag, which becomes an edit of the list: the joint keeps its target.
void viewer_end_drag(viewer_state *viewer);

/// Closes the prompt for a rotation, and appends the rotation to the list of edits.
void viewer_end_rotation(viewer_state *viewer);

/// Returns the joint that the trail belongs to, or SINEW_NONE.
int32_t viewer_trail_joint(const viewer_state *viewer);

/// Selects a joint, or none (SINEW_NONE), and shows a note.
void viewer_select(viewer_state *viewer, int32_t joint);

/// Shows a note briefly in the status line; longer text is truncated.
void viewer_notify(viewer_state *viewer, const char *text);

/// Plays another file at the same time, with the joint of the same name selected. A camera that the user has moved is
/// kept unless the sizes of the characters differ. With `same`, it is a new version of the current file: the clip, the
/// range and the camera are kept in any case. On failure nothing changes.
SINEW_NODISCARD sinew_result viewer_take_file(viewer_state *viewer, const char *name, const viewer_file *file, int same,
                                              sinew_error *out_error);

/// Returns the clip of a file with the name of a clip of another model; else the file's first.
int32_t viewer_find_same_clip(const sinew_model *old, int32_t old_clip, const viewer_file *file);

/// Returns whether a model has nothing to draw but its skeleton.
int viewer_is_skeleton_only(const sinew_model *model);

/// Returns the inputs of the pose that the player draws.
shown_posing viewer_posing(viewer_state *viewer);

/// Fits the camera to the clip, or to the tracked character, in the chosen view. The camera keeps fitting until the
/// user moves it.
void viewer_fit(viewer_state *viewer);

/// Fits the camera to the selected joint and the bones that meet there, or to everything if none is selected. The
/// direction of the view is kept.
void viewer_fit_joint(viewer_state *viewer);

/// Zooms the timeline by a factor around a time, or moves it by seconds.
void viewer_zoom_timeline(viewer_state *viewer, double factor, double around);
void viewer_pan_timeline(viewer_state *viewer, double seconds);

/// Turns the page of a zoomed timeline when the current time has just left it.
void viewer_follow_time(viewer_state *viewer);

/// Returns the bounds that the camera is fitted to: the clip's, both clips' while two are compared, or the tracked
/// character's.
const sinew_bounds *viewer_fitted_bounds(const viewer_state *viewer);

/// Plays in place, or with the motion of the character over the ground. The time is kept.
void viewer_set_in_place(viewer_state *viewer, int is_in_place);

/// Sets the aspect ratio of the window.
void viewer_set_aspect(viewer_state *viewer, double aspect);

/// The current time in seconds from the clip's start.
double viewer_time(const viewer_state *viewer);

/// The frame of the file's timeline at a time of the clip.
double viewer_frame(const viewer_state *viewer, double time, double fps);

/// Duration of the clip in seconds.
double viewer_clip_duration(const viewer_state *viewer);

/// Sets the time, in seconds from the clip's start.
void viewer_seek(viewer_state *viewer, double seconds);

/// Repeats a range of the clip: seconds from its start, begin ≤ end.
void viewer_play_range(viewer_state *viewer, double begin, double end);

/// Starts a clip at its beginning, with a fade if the settings request one; speed, loop mode and pause are kept.
void viewer_start_clip(viewer_state *viewer, int32_t clip);

/// Advances the clock by seconds of real time. A step longer than five seconds is not a slow frame but a stopped
/// process or a sleeping machine, and counts as five. A negative step counts as zero.
void viewer_advance(viewer_state *viewer, double seconds);

/// Fills the options of the current frame, except for its size. `status` is not copied: it must exist as
/// long as the options are used.
void viewer_fill_options(const viewer_state *viewer, const char *status, sinew_draw_options *out_options);

/// Adds motion trail, ghosts and tracking camera. Ghosts are posed in `viewer->motion`.
SINEW_NODISCARD sinew_result viewer_apply_motion(viewer_state *viewer, sinew_draw_options *options,
                                                 sinew_error *out_error);

#endif
