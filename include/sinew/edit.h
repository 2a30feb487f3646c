/// Edits of clips and joints: a list of steps makes another model, which plays without its source.
///
/// The author's keys stay keys, with their tangents and weights, wherever a step allows it; a segment that is cut keeps
/// its shape. Layers, animated visibility, morph weights, cameras and events are kept. If a step samples the motion,
/// a note says so, and no joint is farther from the motion than sinew_edit_step.error. No clip of the new model is
/// baked (bake.h), and the importer's nodes have no keys: the engine `assimp` shows their rest pose.
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

/// The kind of a step, and the members of sinew_edit_step that it reads beside `kind`, `clips` and `clip_count`.
typedef enum sinew_edit_kind {
    // Which clips there are.
    SINEW_EDIT_KEEP,   ///< drops all other clips
    SINEW_EDIT_RENAME, ///< renames a clip to `name`, which no other clip has
    SINEW_EDIT_SPLIT,  ///< splits a clip at `times`, which are increasing and inside it. The parts replace
    ///< it, in order, at their times on the timeline. Their names are `names` [time_count + 1]; NULL:
    ///< `walk 1`, `walk 2`, …
    SINEW_EDIT_JOIN,  ///< joins two or more clips, in their order, to one that replaces the first: each starts at the
                      ///< end of the clip before it. It gets `name`; NULL: the first clip's, without the number that
                      ///< splitting added. A joint that one clip animates and another does not rests there.
                      ///< SINEW_ERROR_UNSUPPORTED when their layers differ, or one has curves of a joint and another
                      ///< has tracks
    SINEW_EDIT_STILL, ///< adds a clip `name` of one frame after the others: the pose of a clip at `from`
    // Time.
    SINEW_EDIT_TRIM,    ///< cuts to the range `from` … `to`, which keeps its time on the timeline
    SINEW_EDIT_START,   ///< moves along the timeline, to start at `from` seconds of it
    SINEW_EDIT_SPEED,   ///< plays `factor` times as fast, 0.001 … 1000
    SINEW_EDIT_REVERSE, ///< plays backwards
    SINEW_EDIT_RATE, ///< sets the frame rate to `fps`, 0.001 … 100000. Keys stay at their seconds; a note gives the
                     ///< number of keys between frames
    // Motion.
    SINEW_EDIT_MIRROR, ///< exchanges left and right: parts of the body by `map` (NULL: found by name), other joints by
                       ///< their names and then by their positions, morphs and events by their names. The plane is the
                       ///< body's in its reference pose (retarget.h); of a model without a body the plane between its
                       ///< pairs, or the file's. A joint without another side is mirrored in place, or follows the
                       ///< joint above it if that has another side. Notes name the reference and count such joints,
                       ///< and joints whose axes differ so that they must be sampled. Errors of a `map` are errors of
                       ///< sinew_body_map_check
    SINEW_EDIT_IN_PLACE, ///< removes the motion of the character along the ground and about the up axis
                         ///< (root_motion.h).
                         ///< Root motion that leaving out keys cannot remove is sampled. SINEW_ERROR_NO_JOINT: no
                         ///< joint moves the character
    SINEW_EDIT_CLOSE,  ///< closes loops: over their last `frames` they lead to the pose and the velocity of their first
                       ///< frame, as the clip moves the character on
    SINEW_EDIT_REDUCE, ///< replaces the keys of each property by fewer ones, linear or cubic, within `error`. A note
                       ///< gives the numbers
    SINEW_EDIT_POSE,   ///< puts `poses` [pose_count] into clips, in order of time. Between two, one becomes the other;
                       ///< before the first and after the last they fade within `ease` seconds. The joints that they
                       ///< change are sampled. Other errors are the errors of the poses' own edits
    // Joints and the whole model; these read no clips.
    SINEW_EDIT_RENAME_JOINTS, ///< renames joints: `names` [joint_count], NULL for a joint that keeps its name
    SINEW_EDIT_DROP_JOINTS, ///< drops joints with all that is below them: `drops` [joint_count] is 1 for each. Vertices
                            ///< that they move follow the nearest joint above that stays, as in the bind pose.
                            ///< SINEW_ERROR_UNSUPPORTED: a mesh is attached to one, or no joint stays
    SINEW_EDIT_SCALE, ///< multiplies all lengths by `factor`, 1e-6 … 1e6: joints, meshes, cameras, translations of
                      ///< clips
    SINEW_EDIT_KIND_COUNT
} sinew_edit_kind;

/// A pose that clips take on.
typedef struct sinew_edit_pose {
    double from, to;      ///< seconds from the clip's start: it holds from one time to the other
    bool is_relative;     ///< the edit is applied to the pose at `from`, and the change that it makes there is added to
                          ///< the motion of the clip
    /// Edits a pose of the clip, whose globals are complete before and afterwards. A result other than SINEW_OK ends
    /// the edit.
    sinew_result (*edit)(void *user, sinew_pose *pose, sinew_error *out_error);
    void *user; ///< passed to the callback
} sinew_edit_pose;

/// One step. Zero-initialized apart from `kind` and the members that the kind reads. Times are seconds from a clip's
/// start.
typedef struct sinew_edit_step {
    sinew_edit_kind kind;
    const int32_t *clips; ///< [clip_count] the clips to edit, of the model that the step before made; the others stay
                          ///< as they are. NULL: all. RENAME, SPLIT and STILL take exactly one
    int32_t clip_count;
    double error; ///< largest displacement of a joint when motion is sampled, as a fraction of the character's diagonal
                  ///< (sinew_model_info.size); 0: 0.0001
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

/// Zero-initialized: the defaults.
typedef struct sinew_edit_options {
    /// Called with one printable line for each thing that a step could only approximate. May be NULL.
    void (*note)(void *user, const char *text);
    void *user; ///< passed to the callback
} sinew_edit_options;

/// Creates a model by `steps` [count], each done to the model that the one before made; `model` stays as it is. The
/// caller destroys *out_model; it is NULL on failure. `options` may be NULL.
///
/// SINEW_ERROR_INVALID_ARGUMENT for a clip or joint that does not exist, a name that is empty or in use, and a number
/// that is out of range; SINEW_ERROR_NO_TIME for a range that is empty or not inside a clip, a pose outside a clip, and
/// a clip with fewer frames than CLOSE asks for; SINEW_ERROR_NO_CLIP when a step of clips finds none;
/// SINEW_ERROR_NO_CURVES for a stripped model. With several steps the message begins with the number of the step:
/// "step 2: …".
SINEW_API SINEW_NODISCARD sinew_result sinew_model_edit(const sinew_model *model, const sinew_edit_step *steps,
                                                        int32_t count, const sinew_edit_options *options,
                                                        sinew_model **out_model, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
