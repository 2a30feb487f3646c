/// The user's edits of poses, as a list of steps that can be undone, redone and switched off.
#ifndef SINEW_PROGRAM_VIEWER_CORE_EDIT_LIST_H
#define SINEW_PROGRAM_VIEWER_CORE_EDIT_LIST_H

#include "author/edit/posed_clip.h"
#include "runtime/view/pose_edits.h"
#include "sinew/pose.h"

/// Seconds in which key marks fade, as `sinew edit` does it by default.
#define VIEWER_EDIT_EASE 0.25

typedef enum viewer_edit_kind {
    VIEWER_EDIT_OPTIONS,  ///< the edits of the command line
    VIEWER_EDIT_ROTATION, ///< `joint` is rotated by `rotation`, after its rotation so far
    VIEWER_EDIT_TARGET,   ///< the limb that ends at `joint` reaches for `target`
    VIEWER_EDIT_KEY,      ///< the clip takes on `pose` at a time; rotations and targets before it are part of it
    VIEWER_EDIT_RESET,    ///< removes rotations and targets
    VIEWER_EDIT_SWITCH,   ///< switches `item` off or on
} viewer_edit_kind;

typedef struct viewer_edit {
    viewer_edit_kind kind;
    int32_t joint;
    sinew_quat rotation;
    sinew_vec3 target; ///< model space
    int32_t clip;      ///< of a key
    double time;       ///< of a key, seconds from the clip's start
    pose_edits pose;   ///< of a key: the stored locals of the joints that it changes
    int32_t item;      ///< index of the edit to switch
    int is_listed;     ///< no later edit has removed or replaced it
    int is_on;         ///< listed, and not switched off
} viewer_edit;

/// Zeroed: empty.
typedef struct viewer_edit_list {
    viewer_edit *items; ///< [count] in the order in which they were made
    int32_t count, capacity;
    int32_t done;       ///< the edits after these are undone
    int32_t fixed;      ///< the first edits, which came from outside and cannot be undone
    int32_t chosen;     ///< item that keys switch, or SINEW_NONE
    pose_edits options; ///< of the command line
    int32_t changes;    ///< increases with each change of the keys

    // the keys that are on, of the clip that plays
    sinew__posed_clip keys; ///< count 0: none
    sinew_edit_pose *key_poses;
    sinew_pose *scratch; ///< NULL: no key was made yet
} viewer_edit_list;

void viewer_edit_list_free(viewer_edit_list *list);

/// Whether anything that changes poses is on: of all clips.
int viewer_edit_list_is_empty(const viewer_edit_list *list);

/// Appends an edit; those that are undone are dropped. It takes over the edit's pose, also on failure. Returns 0 when
/// out of memory or when the list is full.
int viewer_edit_list_add(viewer_edit_list *list, const sinew_model *model, const viewer_edit *edit);

/// Inserts keys that a file holds before the user's own edits. Takes over their poses. Returns 0 when out of memory.
int viewer_edit_list_insert_keys(viewer_edit_list *list, viewer_edit *keys, int32_t count);

/// Finds which edits are listed and on, and sets the pose edits and the keys of `clip` accordingly. The arrays of
/// `edits` but its rotations and targets belong to the list.
void viewer_edit_list_apply(viewer_edit_list *list, const sinew_model *model, int32_t clip, pose_edits *edits);

/// Changes the evaluated pose of the clip by the keys: shown_posing.change_clip.
void viewer_edit_list_change_clip(const void *list, sinew_pose *pose);

/// Returns the item that is listed `step` (1 or -1) after the chosen one, or the last listed one if none is chosen.
/// SINEW_NONE: nothing is listed.
int32_t viewer_edit_list_step(const viewer_edit_list *list, int step);

#endif
