/// The user's edits of poses, as a list of steps that can be undone, redone and switched off.
#ifndef SINEW_PROGRAM_VIEWER_CORE_EDIT_LIST_H
#define SINEW_PROGRAM_VIEWER_CORE_EDIT_LIST_H

#include "author/edit/posed_clip.h"
#include "runtime/view/pose_edits.h"
#include "sinew/pose.h"

/// Seconds of the fade before and after a key; the default of `sinew edit`.
#define VIEWER_EDIT_EASE 0.25

typedef enum viewer_edit_kind {
    VIEWER_EDIT_OPTIONS,  ///< the edits of the command line
    VIEWER_EDIT_ROTATION, ///< `joint` is rotated by `rotation`, in addition to its rotation so far
    VIEWER_EDIT_TARGET,   ///< the limb that ends at `joint` reaches for `target`
    VIEWER_EDIT_KEY,      ///< the clip has `pose` at a time; the pose includes rotations and targets made before
    VIEWER_EDIT_RESET,    ///< removes rotations and targets
    VIEWER_EDIT_SWITCH,   ///< switches the edit `item` off or on
} viewer_edit_kind;

typedef struct viewer_edit {
    viewer_edit_kind kind;
    int32_t joint;
    sinew_quat rotation;
    sinew_vec3 target; ///< position in model space
    int32_t clip;      ///< clip of a key
    double time;       ///< time of a key, in seconds from the clip's start
    pose_edits pose;   ///< a key's local transforms of the joints that it changes
    int32_t item;      ///< index of the edit to switch
    int is_listed;     ///< no later edit removed or replaced this edit
    int is_on;         ///< this edit is listed, and was not switched off
} viewer_edit;

/// A list of edits. A zeroed one is empty.
typedef struct viewer_edit_list {
    viewer_edit *items; ///< [count] in the order of making them
    int32_t count, capacity;
    int32_t done;       ///< number of edits that are not undone; they come first
    int32_t fixed;      ///< number of edits at the start of the list that came from options or files; they cannot be
                        ///< undone
    int32_t chosen;     ///< index of the edit that keys switch, or SINEW_NONE
    pose_edits options; ///< edits of the command line
    int32_t changes;    ///< increases whenever the keys change

    // The keys of the playing clip that are on.
    sinew__posed_clip keys; ///< count 0: none
    sinew_edit_pose *key_poses;
    sinew_pose *scratch; ///< NULL: no key was made yet
} viewer_edit_list;

void viewer_edit_list_free(viewer_edit_list *list);

/// Returns whether no edit that changes poses is on, in any clip.
int viewer_edit_list_is_empty(const viewer_edit_list *list);

/// Appends an edit; edits that are undone are removed. The list takes over the edit's pose, even on failure. Returns 0
/// when out of memory, or if the list is full.
int viewer_edit_list_add(viewer_edit_list *list, const sinew_model *model, const viewer_edit *edit);

/// Inserts keys from a file before the user's own edits. The list takes over their poses. Returns 0 when out of memory.
int viewer_edit_list_insert_keys(viewer_edit_list *list, viewer_edit *keys, int32_t count);

/// Finds out which edits are listed and on, and sets the pose edits and the keys of `clip`. The list keeps ownership of
/// the arrays in `edits`, except for rotations and targets.
void viewer_edit_list_apply(viewer_edit_list *list, const sinew_model *model, int32_t clip, pose_edits *edits);

/// Changes the evaluated pose of the clip by the keys. Callback shown_posing.change_clip.
void viewer_edit_list_change_clip(const void *list, sinew_pose *pose);

/// Returns the next listed edit after the chosen one (`step` 1), or the previous one (-1). If none is chosen, returns
/// the last listed edit; if none is listed, SINEW_NONE.
int32_t viewer_edit_list_step(const viewer_edit_list *list, int step);

#endif
