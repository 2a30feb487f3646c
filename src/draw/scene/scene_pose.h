/// The pose that is drawn: a clip at a time, the fade from the clip before, in place, edited by hand, with hidden
/// joints. The player and the commands pose every character here but those of crowds, which play the clip alone; crowds
/// are here too.
#ifndef SINEW_DRAW_SCENE_SCENE_POSE_H
#define SINEW_DRAW_SCENE_SCENE_POSE_H

#include "draw/scene/pose_edits.h"
#include "sinew/crowd.h"
#include "sinew/mixer.h"
#include "sinew/render.h"

// ---- fades --------------------------------------------------------------------------------------------------------

/// A cross-fade from the clip that played before. Zeroed: none.
typedef struct scene_fade {
    const sinew_model *model; ///< of the memory below; NULL: nothing is allocated
    sinew_mixer *mixer;       ///< plays both clips
    sinew_blender *blender;
    sinew_local_pose *blended;
    double remaining; ///< seconds; 0: no fade
} scene_fade;

void scene_fade_free(scene_fade *fade);

/// Begins a fade of `duration` seconds, > 0, from a clip, which plays on as `player` does, to the start of another. If
/// a fade is in progress, begins it from what is shown. When out of memory, does nothing.
void scene_fade_begin(scene_fade *fade, const sinew_model *model, int32_t from, const sinew_player *player, int32_t to,
                      double duration);

/// Advances fade and clips by seconds of real time, ≥ 0.
void scene_fade_advance(scene_fade *fade, double seconds);

// ---- playing in place -----------------------------------------------------------------------------------------------

/// What plays a clip without the motion of the character over the ground. Zeroed: there is no memory yet.
typedef struct scene_in_place {
    const sinew_model *model; ///< of the memory below
    sinew_pose *scratch;
    int32_t joint; ///< whose motion is removed, or SINEW_NONE
} scene_in_place;

/// Allocates memory for a model, unless there is some for it, and finds the joint. Returns 0 when out of memory.
int scene_in_place_open(scene_in_place *in_place, const sinew_model *model);
void scene_in_place_free(scene_in_place *in_place);

// ---- hidden joints -------------------------------------------------------------------------------------------------

/// Joints that the user has hidden, with their descendants. Zeroed: none is hidden.
typedef struct hidden_joints {
    uint8_t *is_off; ///< [joint_count] hidden itself; NULL: none is
    int32_t *under;  ///< [joint_count] the topmost hidden joint among this one and its ancestors, or SINEW_NONE
} hidden_joints;

/// Hides or shows a joint. Does nothing when out of memory.
void scene_hidden_joints_toggle(hidden_joints *hidden, const sinew_model *model, int32_t joint);
void scene_hidden_joints_free(hidden_joints *hidden);

/// Returns whether a joint or one of its ancestors is hidden.
int scene_hidden_joints_hide(const hidden_joints *hidden, int32_t joint);

// ---- the pose -----------------------------------------------------------------------------------------------------

/// What is posed. NULL: without.
typedef struct scene_posing {
    const sinew_model *model;
    sinew_engine engine;
    int32_t clip; ///< SINEW_NONE: the rest pose
    scene_fade *fade;
    scene_in_place *in_place;
    const pose_edits *edits;
    const hidden_joints *hidden;
} scene_posing;

/// Poses the clip at a time in seconds from its start. Blended while a fade is in progress; then the motion of the
/// character over the ground and its yaw since the first frame of the clip are removed, edits are applied to that, and
/// what hidden joints influence collapses to the topmost of them. Fails as scene_pose_edits_apply does.
SINEW_NODISCARD sinew_result scene_pose(const scene_posing *posing, double time, sinew_pose *pose,
                                        sinew_error *out_error);

/// Does what follows the fade to an evaluated pose.
SINEW_NODISCARD sinew_result scene_pose_change(const scene_posing *posing, sinew_pose *pose, sinew_error *out_error);

/// Returns the position to which edits->targets[index] moves its joint at a time, as it is drawn without a fade and
/// without hidden joints: the target, or the nearest point in reach. `pose` is scratch.
sinew_vec3 scene_pose_find_reached(const scene_posing *posing, double time, int32_t index, sinew_pose *pose);

/// Zeroed: no crowd.
typedef struct scene_crowd {
    const sinew_model *model;
    sinew_crowd *crowd;
    sinew_character *characters;    ///< [count]
    sinew_palette_matrix *palettes; ///< [count × skin_joint_count]
    float (*positions)[3];          ///< [count]
    int32_t count;
    sinew_bounds character; ///< of one instance
} scene_crowd;

/// Creates a crowd of `count` instances, at least one. SINEW_ERROR_LIMIT names the limit. Close also after a failure.
SINEW_NODISCARD sinew_result scene_crowd_open(scene_crowd *crowd, const sinew_model *model, int32_t count,
                                              sinew_error *out_error);
void scene_crowd_close(scene_crowd *crowd);

/// Arranges the instances. `character` are the bounds of one instance; `out_bounds` are those of the crowd.
void scene_crowd_arrange(scene_crowd *crowd, const sinew_bounds *character, sinew_bounds *out_bounds);

/// Poses the instances: the first at `time` (seconds from the clip's start), the others at later times that depend on
/// their index.
void scene_crowd_pose(scene_crowd *crowd, int32_t clip, double time);

/// Replaces the default view by the one for crowds.
sinew_view scene_crowd_view(const scene_crowd *crowd, sinew_view view);

/// Returns what the renderer draws.
sinew_instances scene_crowd_instances(const scene_crowd *crowd);

#endif
