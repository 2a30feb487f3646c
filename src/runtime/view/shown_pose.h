/// The pose that is drawn: a clip at a time, with a fade or a blend, in place, with edits, and with hidden joints. The
/// player and the commands pose every character here, except for crowds, which only play clips.
#ifndef SINEW_RUNTIME_VIEW_SHOWN_POSE_H
#define SINEW_RUNTIME_VIEW_SHOWN_POSE_H

#include "runtime/view/pose_edits.h"
#include "sinew/mixer.h"
#include "sinew/playback.h"

// ---- fades --------------------------------------------------------------------------------------------------------

/// A cross-fade from the previous clip. All zero: no fade.
typedef struct shown_fade {
    const sinew_model *model; ///< model of the memory below; NULL: nothing is allocated
    sinew_mixer *mixer;       ///< plays both clips
    sinew_blender *blender;
    sinew_local_pose *blended;
    double remaining; ///< seconds; 0: no fade
} shown_fade;

void sinew__shown_fade_free(shown_fade *fade);

/// Starts a fade of `duration` seconds, > 0, from the clip `from`, which continues as `player` plays it, to the start
/// of `to`. If a fade is in progress, the new one starts from the shown pose. Does nothing when out of memory.
void sinew__shown_fade_begin(shown_fade *fade, const sinew_model *model, int32_t from, const sinew_playback *player,
                             int32_t to, double duration);

/// Advances the fade and its clips by `seconds`, ≥ 0, of real time.
void sinew__shown_fade_advance(shown_fade *fade, double seconds);

// ---- blends -------------------------------------------------------------------------------------------------------

/// A blend of the posed clip with another clip at the same fraction of its duration. All zero: no memory is allocated
/// yet.
typedef struct shown_blend {
    const sinew_model *model; ///< model of the memory below
    sinew_blender *blender;
    sinew_local_pose *blended;
    int32_t clip; ///< the other clip
    double share; ///< weight of the other clip, 0 … 1
} shown_blend;

/// Allocates the memory of a blend, unless it exists for this model. Returns 0 when out of memory.
int sinew__shown_blend_open(shown_blend *blend, const sinew_model *model);
void sinew__shown_blend_free(shown_blend *blend);

// ---- playing in place -----------------------------------------------------------------------------------------------

/// State for playing a clip without the character's motion over the ground. All zero: nothing is allocated yet.
typedef struct shown_in_place {
    const sinew_model *model; ///< model of the memory below
    sinew_pose *scratch;
    int32_t joint; ///< joint whose motion is removed, or SINEW_NONE
} shown_in_place;

/// Allocates the memory for playing in place, unless it exists for this model, and finds the joint. Returns 0 when out
/// of memory.
int sinew__shown_in_place_open(shown_in_place *in_place, const sinew_model *model);
void sinew__shown_in_place_free(shown_in_place *in_place);

// ---- hidden joints -------------------------------------------------------------------------------------------------

/// Joints that the user has hidden, with their descendants. All zero: no joint is hidden.
typedef struct hidden_joints {
    uint8_t *is_off; ///< [joint_count] whether the joint itself is hidden; NULL: no joint is
    int32_t *under;  ///< [joint_count] topmost hidden joint among the joint and its ancestors, or SINEW_NONE
} hidden_joints;

/// Hides or shows a joint. Does nothing when out of memory.
void sinew__hidden_joints_toggle(hidden_joints *hidden, const sinew_model *model, int32_t joint);
void sinew__hidden_joints_free(hidden_joints *hidden);

/// Returns whether a joint or one of its ancestors is hidden.
int sinew__hidden_joints_hide(const hidden_joints *hidden, int32_t joint);

// ---- the pose -----------------------------------------------------------------------------------------------------

/// The inputs of a shown pose. Fields that are NULL have no effect.
typedef struct shown_posing {
    const sinew_model *model;
    sinew_engine engine;
    int32_t clip; ///< SINEW_NONE: the rest pose
    shown_fade *fade;
    const shown_blend *blend;
    shown_in_place *in_place;
    const pose_edits *edits;
    const hidden_joints *hidden;
    void (*change_clip)(const void *user, sinew_pose *pose); ///< changes the pose before in_place, edits and hidden
    const void *user;                                        ///< passed to the callback
} shown_posing;

/// Poses the clip at a time, in seconds from its start. A fade in progress takes precedence over a blend. Then, in this
/// order: `change_clip` changes the pose; in_place removes the character's motion over the ground and its yaw since the
/// first frame of the clip; edits are applied; the vertices of hidden joints collapse to the topmost hidden one. Fails
/// as sinew__pose_edits_apply does.
SINEW_NODISCARD sinew_result sinew__shown_pose(const shown_posing *posing, double time, sinew_pose *pose,
                                               sinew_error *out_error);

/// Applies the steps after the fade or blend to an evaluated pose.
SINEW_NODISCARD sinew_result sinew__shown_pose_change(const shown_posing *posing, sinew_pose *pose,
                                                      sinew_error *out_error);

/// Returns the position that the joint of edits->targets[index] reaches at a time, without fades and hidden joints: the
/// target, or the nearest point in reach. `pose` is scratch.
sinew_vec3 sinew__shown_pose_find_reached(const shown_posing *posing, double time, int32_t index, sinew_pose *pose);

#endif
