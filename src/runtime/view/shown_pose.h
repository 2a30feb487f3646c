/// The pose that is drawn: a clip at a time, the fade from the clip before, in place, edited by hand, with hidden
/// joints. The player and the commands pose every character here except in crowds, which only play the clip.
#ifndef SINEW_RUNTIME_VIEW_SHOWN_POSE_H
#define SINEW_RUNTIME_VIEW_SHOWN_POSE_H

#include "runtime/view/pose_edits.h"
#include "sinew/mixer.h"
#include "sinew/playback.h"

// ---- fades --------------------------------------------------------------------------------------------------------

/// A cross-fade from the clip that played before. Zeroed: none.
typedef struct shown_fade {
    const sinew_model *model; ///< of the memory below; NULL: nothing is allocated
    sinew_mixer *mixer;       ///< plays both clips
    sinew_blender *blender;
    sinew_local_pose *blended;
    double remaining; ///< seconds; 0: no fade
} shown_fade;

void sinew__shown_fade_free(shown_fade *fade);

/// Begins a fade of `duration` seconds, > 0, from a clip, which plays on as `player` does, to the start of another. If
/// a fade is in progress, begins it from the shown pose. When out of memory, does nothing.
void sinew__shown_fade_begin(shown_fade *fade, const sinew_model *model, int32_t from, const sinew_playback *player,
                             int32_t to, double duration);

/// Advances fade and clips by seconds of real time, ≥ 0.
void sinew__shown_fade_advance(shown_fade *fade, double seconds);

// ---- blends -------------------------------------------------------------------------------------------------------

/// A blend of the clip that is posed with another one, which is as far through its duration. Zeroed: there is no memory
/// yet.
typedef struct shown_blend {
    const sinew_model *model; ///< of the memory below
    sinew_blender *blender;
    sinew_local_pose *blended;
    int32_t clip; ///< the other one
    double share; ///< of the other clip, 0 to 1
} shown_blend;

/// Allocates memory for a model, unless there is some for it. Returns 0 when out of memory.
int sinew__shown_blend_open(shown_blend *blend, const sinew_model *model);
void sinew__shown_blend_free(shown_blend *blend);

// ---- playing in place -----------------------------------------------------------------------------------------------

/// State for a clip without the motion of the character over the ground. Zeroed: nothing is allocated yet.
typedef struct shown_in_place {
    const sinew_model *model; ///< of the memory below
    sinew_pose *scratch;
    int32_t joint; ///< whose motion is removed, or SINEW_NONE
} shown_in_place;

/// Allocates memory for a model, unless there is some for it, and finds the joint. Returns 0 when out of memory.
int sinew__shown_in_place_open(shown_in_place *in_place, const sinew_model *model);
void sinew__shown_in_place_free(shown_in_place *in_place);

// ---- hidden joints -------------------------------------------------------------------------------------------------

/// Joints that the user has hidden, with their descendants. Zeroed: none is hidden.
typedef struct hidden_joints {
    uint8_t *is_off; ///< [joint_count] hidden itself; NULL: none is
    int32_t *under;  ///< [joint_count] the topmost hidden joint among this one and its ancestors, or SINEW_NONE
} hidden_joints;

/// Hides or shows a joint. Does nothing when out of memory.
void sinew__hidden_joints_toggle(hidden_joints *hidden, const sinew_model *model, int32_t joint);
void sinew__hidden_joints_free(hidden_joints *hidden);

/// Returns whether a joint or one of its ancestors is hidden.
int sinew__hidden_joints_hide(const hidden_joints *hidden, int32_t joint);

// ---- the pose -----------------------------------------------------------------------------------------------------

/// The parts of a shown pose. NULL: without.
typedef struct shown_posing {
    const sinew_model *model;
    sinew_engine engine;
    int32_t clip; ///< SINEW_NONE: the rest pose
    shown_fade *fade;
    const shown_blend *blend;
    shown_in_place *in_place;
    const pose_edits *edits;
    const hidden_joints *hidden;
    void (*change_clip)(const void *user, sinew_pose *pose); ///< changes the pose of the clip before all others do
    const void *user;                                        ///< passed to the callback
} shown_posing;

/// Poses the clip at a time in seconds from its start. A fade in progress takes precedence over a blend. Then
/// `change_clip` changes the pose, the motion of the character over the ground and its yaw since the first frame of the clip are removed, edits are applied
/// to that, and what hidden joints influence collapses to the topmost of them. Fails as sinew__pose_edits_apply does.
SINEW_NODISCARD sinew_result sinew__shown_pose(const shown_posing *posing, double time, sinew_pose *pose,
                                        sinew_error *out_error);

/// Applies the steps after the fade to an evaluated pose.
SINEW_NODISCARD sinew_result sinew__shown_pose_change(const shown_posing *posing, sinew_pose *pose, sinew_error *out_error);

/// Returns the position of the joint that edits->targets[index] moves at a time, as drawn without a fade and
/// without hidden joints: the target, or the nearest point in reach. `pose` is scratch.
sinew_vec3 sinew__shown_pose_find_reached(const shown_posing *posing, double time, int32_t index, sinew_pose *pose);

#endif
