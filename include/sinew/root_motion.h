/// Root motion: how a clip moves the character as a whole, separated from the pose.
///
/// A motion is a rotation about the up axis and a translation. To let the character walk through the world while the
/// pose stays in place, multiply the character's transform by the motion between two times, and remove the motion from
/// the pose.
///
/// Motions are sampled from the authored curves in double precision, only of the joint and its ancestors. For a chain
/// of three joints it takes about as long as two or three poses of a played character.
///
/// Translations are in units of the file, in model space; rotations are quaternions x, y, z, w.
///
///     sinew_root_motion_tables *motions;
///     if (sinew_root_motion_tables_create(model, NULL, &motions, &error) ||
///         sinew_mixer_set_motions(mixer, motions, &error))
///         return puts(error.message);
///     sinew_root_delta character = {.rotation = {0, 0, 0, 1}};
///     sinew_mixer_result result = {.character = &character};
///     sinew_mixer_step(mixer, seconds, &result); // in every tick: `character` moves, and poses stay in place
///     printf("%.2f %.2f\n", character.translation.x, character.translation.z);
#ifndef SINEW_ROOT_MOTION_H
#define SINEW_ROOT_MOTION_H

#include "sinew/blend.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The parts of a joint's motion that are removed from the pose and become root motion.
typedef enum sinew_root_motion_part {
    SINEW_MOTION_GROUND = 1, ///< translation along the ground
    SINEW_MOTION_HEIGHT = 2, ///< translation along the up axis
    SINEW_MOTION_YAW = 4,    ///< rotation about the up axis
} sinew_root_motion_part;

/// A rotation about the model's up axis, followed by a translation, in model space.
typedef struct sinew_root_delta {
    sinew_vec3 translation;
    sinew_quat rotation;
} sinew_root_delta;

/// Returns a · b, which applies b first.
SINEW_API sinew_root_delta sinew_root_delta_multiply(const sinew_root_delta *a, const sinew_root_delta *b);

/// Returns the motion that undoes `motion`.
SINEW_API sinew_root_delta sinew_root_delta_inverse(const sinew_root_delta *motion);

/// A clip, the joint whose motion is the root motion, and the parts of that motion.
typedef struct sinew_root_motion {
    int32_t clip;   ///< not SINEW_NONE
    int32_t joint;  ///< the hips or the root
    uint32_t parts; ///< sinew_root_motion_part
} sinew_root_motion;

/// Returns the joint that moves the character: the joint that moves a mesh and has no ancestor that does. If there are
/// several, such as hips and targets of feet next to them, it is the one with the most skin weight at and below it,
/// then the one with the most descendants. In a file without skinned meshes it is the first bone with two children.
/// SINEW_NONE if there is neither. The time is proportional to the number of influences in the model.
SINEW_API int32_t sinew_model_find_motion_joint(const sinew_model *model);

/// Returns the motion from the start of the clip to `time`, in seconds from there. Outside the clip, the motion
/// repeats: after n loops it is the n-th power of the motion of the whole clip. `scratch` is a pose of the model; its
/// contents change. A time that is not finite counts as 0.
SINEW_API sinew_root_delta sinew_root_motion_at(const sinew_model *model, const sinew_root_motion *root, double time,
                                                sinew_pose *scratch);

/// Returns the motion between two times, relative to the character at `from`: at(from)⁻¹ · at(to). `to` may be before
/// `from`.
SINEW_API sinew_root_delta sinew_root_motion_between(const sinew_model *model, const sinew_root_motion *root,
                                                     double from, double to, sinew_pose *scratch);

/// Removes the motion of the clip since its start from a local pose at `time`, which is within the clip. The root above
/// `root->joint` is changed, so that the whole hierarchy moves.
SINEW_API void sinew_root_motion_remove(const sinew_model *model, const sinew_root_motion *root, double time,
                                        sinew_pose *scratch, sinew_local_pose *pose);

/// Removes root motion from an evaluated pose, and computes globals and palette again. The pose may be blended or
/// edited: the removed motion goes from the joint's transform in the first frame of the clip to its transform in
/// `pose`.
SINEW_API void sinew_root_motion_remove_from_pose(const sinew_model *model, const sinew_root_motion *root,
                                                  sinew_pose *scratch, sinew_pose *pose);

// ---- tables -------------------------------------------------------------------------------------------------------

/// The motion of all clips of a model as tables, 60 times per second, for mixers (mixer.h): a lookup takes less than 10
/// % of the time of a pose. Immutable: any number of mixers and threads may use them.
///
/// A clip moves the character if the joint ends at another position or direction than at the start, by 2 % of the
/// model's size or by 10 degrees. In a clip that stays in place, the character moves with the velocity that keeps
/// planted feet from sliding, the opposite of `ground_velocity` in contacts.h; it does not move if the clip is not a
/// loop or no feet are found.
typedef struct sinew_root_motion_tables sinew_root_motion_tables;

/// Options of the tables. Zeroed: the joint of sinew_model_find_motion_joint, along the ground, with yaw.
typedef struct sinew_root_motion_table_options {
    int32_t joint;  ///< joint of the root motion, ignored if `parts` is 0; SINEW_NONE: all clips stay in place
    uint32_t parts; ///< sinew_root_motion_part; 0: the defaults
} sinew_root_motion_table_options;

/// Creates tables by sampling all clips, which takes milliseconds per second of a clip. `options` may be NULL. The
/// caller destroys *out_motions after the mixers that use it; it is NULL on failure. The model must outlive it.
SINEW_API SINEW_NODISCARD sinew_result sinew_root_motion_tables_create(const sinew_model *model,
                                                                       const sinew_root_motion_table_options *options,
                                                                       sinew_root_motion_tables **out_motions,
                                                                       sinew_error *out_error);

/// Destroys the tables. Accepts NULL.
SINEW_API void sinew_root_motion_tables_destroy(sinew_root_motion_tables *motions);

/// Returns the motion of a clip between two times like sinew_root_motion_between, but from the tables.
SINEW_API sinew_root_delta sinew_root_motion_tables_between(const sinew_root_motion_tables *motions, int32_t clip,
                                                            double from, double to);

#ifdef __cplusplus
}
#endif

#endif
