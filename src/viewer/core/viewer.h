/// The player's state, from a file's beginning to its end. Knows no window: everything here can be driven by a test.
#ifndef SINEW_VIEWER_CORE_VIEWER_H
#define SINEW_VIEWER_CORE_VIEWER_H

#include "scene/motion_overlays.h"
#include "scene/pose_overrides.h"
#include "scene/scene_crowd.h"
#include "viewer/core/hidden_joints.h"
#include "viewer/core/orbit_camera.h"
#include "viewer/core/prompt.h"
#include "viewer/core/viewer_settings.h"

/// Panels of the window that are shown when asked for.
typedef enum viewer_panel {
    VIEWER_PANEL_TREE,   ///< clips and joints
    VIEWER_PANEL_CURVES, ///< of the selected joint, and its values
    VIEWER_PANEL_INFO,   ///< facts and warnings
    VIEWER_PANEL_TIMES,  ///< how long things take
    VIEWER_PANEL_COUNT
} viewer_panel;

enum { VIEWER_NOTE = 160 };

/// How long things take, in seconds; means of the last pictures.
typedef struct viewer_times {
    double load; ///< of the file, when it was read
    double pose; ///< clip to palette
    double draw; ///< the figure's picture, as far as the processor is concerned
} viewer_times;

typedef struct viewer_state {
    const viewer_settings *settings;
    const char *name; ///< path of the file that plays
    const sinew_model *model;
    int is_loading;   ///< for the first file: nothing plays, and the model is an empty one
    int model_number; ///< how many have been played before; what was made for another is of no use
    sinew_pose *pose;
    sinew_player player;
    int32_t clip;
    scene_crowd crowd;   ///< none unless the settings ask for one
    sinew_bounds bounds; ///< of the whole clip, and of all figures
    viewer_orbit orbit;
    sinew_view view;
    int fitted;       ///< the user has not moved the camera: it follows clip and window
    double aspect;    ///< of the picture
    double loop_from; ///< where `l` was pressed first, or negative

    int32_t selected_joint; ///< the one that is looked at, or SINEW_NONE; changed by viewer_select

    sinew_colors colors;
    int skeleton, hide_meshes, edges, hide_ground, hide_status;
    sinew_draw_skin skin;
    int names, axes;
    int trail;              ///< of the selected joint
    int tracking;           ///< the camera goes along with the figure
    int tracking_is_chosen; ///< by the user; else it does where the clip leads far away
    int32_t onion;          ///< ghosts on each side
    scene_motion motion;
    int help;          ///< the page of the keys that is shown, from 1; 0: none
    int has_more_help; ///< another page follows
    int panels[VIEWER_PANEL_COUNT];
    viewer_prompt prompt;       ///< while it is open it has all keys
    hidden_joints hidden;       ///< by the user
    pose_overrides overrides;   ///< by the user
    sinew_quat rotation_before; ///< how the selected joint was when VIEWER_PROMPT_ROTATION began
    viewer_times times;

    int quit;               ///< the user has had enough
    int full_screen;        ///< the window should fill the screen
    int save;               ///< pictures to save: viewer_save
    int copy;               ///< the command line that draws this picture is asked for
    int file_step;          ///< 1, -1: the next file, the one before, is asked for; 2: the one after the next …
    int reload;             ///< this file should be read once more
    char note[VIEWER_NOTE]; ///< what the last key did, shown for a moment; "": nothing
    char reload_error[VIEWER_NOTE]; ///< why the file's new version does not play, shown until one does; "": nothing
} viewer_state;

typedef enum viewer_save { VIEWER_SAVE_NONE, VIEWER_SAVE_ALL, VIEWER_SAVE_PLAIN } viewer_save;

/// Makes the state that the settings ask for. Close also after a failure.
SINEW_NODISCARD sinew_result viewer_open(viewer_state *viewer, const viewer_settings *settings, sinew_error *out_error);
void viewer_close(viewer_state *viewer);

/// Looks at a joint from now on, or at none (SINEW_NONE), and says so.
void viewer_select(viewer_state *viewer, int32_t joint);

/// Says something for a moment, where the status is; longer text is cut.
void viewer_notify(viewer_state *viewer, const char *text);

/// Plays another file from its beginning, seen as a new file is; with `same`, a new version of the file that plays:
/// clip and selected joint (by name), time and camera stay. On failure nothing has changed.
SINEW_NODISCARD sinew_result viewer_take_file(viewer_state *viewer, const char *name, const viewer_file *file, int same,
                                              sinew_error *out_error);

/// Whether a model has nothing to show but its skeleton.
int viewer_is_skeleton_only(const sinew_model *model);

/// Fits the camera to the clip, or to the way that it follows, as the chosen view sees it; it keeps to them until the
/// user moves it.
void viewer_fit(viewer_state *viewer);

/// What the camera is fitted to: all that the clip reaches, or the figure that it goes along with.
const sinew_bounds *viewer_fitted_bounds(const viewer_state *viewer);

/// The window has another shape.
void viewer_set_aspect(viewer_state *viewer, double aspect);

/// Seconds on the file's timeline: where the clip begins, and what is shown now. How long the clip is.
double viewer_clip_start(const viewer_state *viewer);
double viewer_timeline(const viewer_state *viewer);
double viewer_clip_duration(const viewer_state *viewer);

/// Goes to a time, in seconds from the clip's start.
void viewer_seek(viewer_state *viewer, double seconds);

/// Plays one part of the clip over and over: seconds from its start, begin ≤ end.
void viewer_play_range(viewer_state *viewer, double begin, double end);

/// Starts a clip at its beginning; speed, loop mode and pause stay.
void viewer_start_clip(viewer_state *viewer, int32_t clip);

/// Lets seconds of the world pass. A step longer than five seconds is no slow picture: the program was stopped or the
/// machine slept, and the clip goes on near where it was. A clock that goes backwards stands still.
void viewer_advance(viewer_state *viewer, double seconds);

#endif
