/// Edits of clips and joints: a list of steps creates another model, which does not refer to its source.
///
/// The author's keys are kept, with their tangents and weights, if a step allows it; a segment that is cut keeps its
/// shape. Layers, animated visibility, morph weights, cameras and events are kept. If a step samples the motion, a note
/// says so, and no joint deviates from the motion by more than sinew_edit_step.error. No clip of the new model is baked
/// (bake.h), and the importer's nodes have no keys: the engine `assimp` shows their rest pose.
///
///     // Cuts clip 0 to its first second, and mirrors it.
///     const sinew_edit_step steps[] = {
///         {.kind = SINEW_EDIT_TRIM, .clips = (const int32_t[]){0}, .clip_count = 1, .from = 0, .to = 1},
///         {.kind = SINEW_EDIT_MIRROR, .clips = (const int32_t[]){0}, .clip_count = 1},
///     };
///     sinew_model *edited;
///     if (sinew_model_edit(model, steps, 2, NULL, &edited, &error) != SINEW_OK) puts(error.message);
#ifndef SINEW_EDIT_H
#define SINEW_EDIT_H

#include <stdbool.h>

#include "sinew/pose.h"
#include "sinew/retarget.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The kind of a step. Each comment names the fields of sinew_edit_step that the step reads, in addition to `kind`,
/// `clips` and `clip_count`.
typedef enum sinew_edit_kind {
    // Steps that add, drop or name clips.
    SINEW_EDIT_KEEP,   ///< drops all other clips
    SINEW_EDIT_RENAME, ///< renames a clip to `name`, which no other clip may have
    /// splits a clip at `times`, which are increasing and inside it. The parts replace the clip, in order, at their
    /// times on the timeline. Their names are `names`, [time_count + 1]; NULL: `walk 1`, `walk 2`, …
    SINEW_EDIT_SPLIT,
    /// joins two or more clips, in their order, to one, which replaces the first: each starts at the end of the
    /// previous
    /// one. It is named `name`; NULL: the first clip's name, without the number that splitting added. A joint that only
    /// some of the clips animate is at rest in the others. SINEW_ERROR_UNSUPPORTED: their layers differ, or one clip
    /// has curves of a joint and another has tracks
    SINEW_EDIT_JOIN,
    SINEW_EDIT_STILL, ///< adds a clip `name` of one frame: the pose of a clip at `from`
    // Steps that change times.
    SINEW_EDIT_TRIM,    ///< cuts to the range `from` … `to`, which keeps its time on the timeline
    SINEW_EDIT_START,   ///< moves the clip along the timeline, so that it starts at `from` seconds
    SINEW_EDIT_SPEED,   ///< plays `factor` times as fast, 0.001 … 1000
    SINEW_EDIT_REVERSE, ///< plays backwards
    /// sets the frame rate to `fps`, 0.001 … 100000. Keys keep their times in seconds; a note gives the number of keys
    /// between frames
    SINEW_EDIT_RATE,
    // Steps that change the motion.
    /// exchanges left and right. Parts of the body are paired by `map` (NULL: found by name), other joints by name and
    /// then by position, morphs and events by name. The plane of reflection is the body's in its reference pose
    /// (retarget.h). For a model without a body it is the plane between the pairs or, without pairs, a plane of the
    /// file's axes. A joint without a counterpart is mirrored in place, or follows its parent if that has a
    /// counterpart. Notes give the reference pose, the numbers of such joints, and the number of joints that are
    /// sampled because their axes differ. Errors of a `map` are the errors of sinew_body_map_check
    SINEW_EDIT_MIRROR,
    /// removes the motion of the character along the ground and about the up axis (root_motion.h). Motion that cannot
    /// be removed by dropping keys is sampled. SINEW_ERROR_NO_JOINT: no joint moves the character
    SINEW_EDIT_IN_PLACE,
    /// closes loops: in its last `frames` frames, a clip approaches the pose and the velocity of its first frame, moved
    /// by the clip's root motion. An open loop instead gets the frame that it lacks at its end
    SINEW_EDIT_CLOSE,
    /// replaces the keys of each property by fewer ones, linear or cubic, within `error`. A note gives the numbers
    SINEW_EDIT_REDUCE,
    /// inserts `poses`, [pose_count], into clips, in order of time. Between two poses the motion is interpolated.
    /// During `ease` seconds before the first pose and after the last, it fades between the pose and the clip's motion.
    /// Joints that the poses change are sampled. Other errors come from the poses' `edit`
    SINEW_EDIT_POSE,
    // Steps that change joints and the whole model; they read no clips.
    SINEW_EDIT_RENAME_JOINTS, ///< renames joints: `names`, [joint_count]; NULL for a joint that keeps its name
    /// drops joints and their descendants: `drops`, [joint_count], is 1 for each. Vertices that they move follow the
    /// nearest remaining ancestor, as in the bind pose. SINEW_ERROR_UNSUPPORTED: a mesh is attached to a dropped joint,
    /// or no joint remains
    SINEW_EDIT_DROP_JOINTS,
    /// multiplies all lengths by `factor`, 1e-6 … 1e6: joints, meshes, cameras, translations of clips
    SINEW_EDIT_SCALE,
    SINEW_EDIT_KIND_COUNT
} sinew_edit_kind;

/// A pose that is inserted into clips.
typedef struct sinew_edit_pose {
    double from, to; ///< range in seconds from the clip's start during which the pose holds
    /// `edit` is applied to the pose at `from`, and the change that it makes is added to the clip's motion in the range
    bool is_relative;
    /// Edits a pose of the clip, whose globals must be complete before and after. A result other than SINEW_OK ends the
    /// edit.
    sinew_result (*edit)(void *user, sinew_pose *pose, sinew_error *out_error);
    void *user; ///< passed to the callback
} sinew_edit_pose;

/// One step of an edit. Fields that its kind does not read are ignored. Times are in seconds from a clip's start.
typedef struct sinew_edit_step {
    sinew_edit_kind kind;
    /// [clip_count] the clips to edit, of the model that the previous step created; other clips do not change. NULL:
    /// all clips. RENAME, SPLIT and STILL take exactly one
    const int32_t *clips;
    int32_t clip_count;
    /// largest displacement of a joint if motion is sampled, as a fraction of sinew_model_info.size; 0: 1e-4
    double error;
    double from, to, factor, fps, frames, ease;
    const double *times; ///< [time_count]
    int32_t time_count;
    const char *name;
    const char *const *names;
    const sinew_body_map *map;
    const sinew_edit_pose *poses; ///< [pose_count]
    int32_t pose_count;
    const uint8_t *drops; ///< [joint_count]
} sinew_edit_step;

/// Options of an edit. Zero-initialized: the defaults.
typedef struct sinew_edit_options {
    /// Called with one printable line for each thing that a step could only approximate. May be NULL.
    void (*note)(void *user, const char *text);
    void *user; ///< passed to the callback
} sinew_edit_options;

/// Creates a model by `steps`, [count]. Each step edits the model that the previous one created; `model` does not
/// change. The caller destroys *out_model; it is NULL on failure. `options` may be NULL.
///
/// SINEW_ERROR_INVALID_ARGUMENT: a clip or joint does not exist, a name is empty or in use, or a number is out of
/// range. SINEW_ERROR_NO_TIME: a range is empty or not inside a clip, a pose is outside a clip, or a clip has fewer
/// frames than CLOSE needs. SINEW_ERROR_NO_CLIP: a step of clips finds none. SINEW_ERROR_NO_CURVES: the model is
/// stripped. With several steps the message starts with the number of the step: "step 2: …".
SINEW_API SINEW_NODISCARD sinew_result sinew_model_edit(const sinew_model *model, const sinew_edit_step *steps,
                                                        int32_t count, const sinew_edit_options *options,
                                                        sinew_model **out_model, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
