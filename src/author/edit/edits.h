/// One function for each kind of step of `sinew_model_edit`: each takes a model and makes another.
///
/// Times are seconds from a clip's start. The caller destroys *out_model; it is NULL on failure. Errors are those that
/// edit.h states for the kind of step.
#ifndef SINEW_AUTHOR_EDIT_EDITS_H
#define SINEW_AUTHOR_EDIT_EDITS_H

#include "sinew/edit.h"

typedef struct sinew__edit_options {
    const int32_t *clips; ///< [clip_count] the clips to edit; the others stay as they are. NULL: all
    int32_t clip_count;
    double error; ///< largest displacement of a joint where motion is sampled, as a fraction of the character's
                  ///< diagonal (sinew_model_info.size); 0: 0.0001
    /// Called with one printable line for each thing that an edit could only approximate. May be NULL.
    void (*note)(void *user, const char *text);
    void *user; ///< passed to the callback
} sinew__edit_options;

// ---- which clips there are -----------------------------------------------------------------------------------------

/// Drops the clips that the options do not name.
SINEW_NODISCARD sinew_result sinew__edit_keep_clips(const sinew_model *model, const sinew__edit_options *options,
                                                    sinew_model **out_model, sinew_error *out_error);

/// Renames a clip. SINEW_ERROR_INVALID_ARGUMENT: the name is empty, or another clip has it.
SINEW_NODISCARD sinew_result sinew__edit_rename_clip(const sinew_model *model, int32_t clip, const char *name,
                                                     sinew_model **out_model, sinew_error *out_error);

/// Splits a clip at `times` [time_count], which are increasing and inside it. The parts replace it in order,
/// at their times on the timeline. `names` [time_count + 1] are the parts' names; NULL: `walk 1`, `walk 2`, …
SINEW_NODISCARD sinew_result sinew__edit_split_clip(const sinew_model *model, int32_t clip, const double *times,
                                                    int32_t time_count, const char *const *names,
                                                    sinew_model **out_model, sinew_error *out_error);

/// Joins the clips that the options name, in their order, to one that replaces the first: each starts where the one
/// before ends. `name` NULL: the first clip's, without the number that splitting added. A joint that one clip animates
/// and another does not rests there. SINEW_ERROR_INVALID_ARGUMENT for fewer than two clips, SINEW_ERROR_UNSUPPORTED
/// where their layers differ, or one has curves of a joint and another has tracks.
SINEW_NODISCARD sinew_result sinew__edit_join_clips(const sinew_model *model, const char *name,
                                                    const sinew__edit_options *options, sinew_model **out_model,
                                                    sinew_error *out_error);

// ---- time ----------------------------------------------------------------------------------------------------------

/// Cuts clips to a range, which keeps its time on the timeline. SINEW_ERROR_NO_TIME: it is not inside a clip, or
/// empty.
SINEW_NODISCARD sinew_result sinew__edit_trim_clips(const sinew_model *model, double from, double to,
                                                    const sinew__edit_options *options, sinew_model **out_model,
                                                    sinew_error *out_error);

/// Moves clips along the timeline, so that they start at `timeline` seconds.
SINEW_NODISCARD sinew_result sinew__edit_start_clips(const sinew_model *model, double timeline,
                                                     const sinew__edit_options *options, sinew_model **out_model,
                                                     sinew_error *out_error);

/// Plays clips `factor` times as fast, 0.001 … 1000.
SINEW_NODISCARD sinew_result sinew__edit_speed_clips(const sinew_model *model, double factor,
                                                     const sinew__edit_options *options, sinew_model **out_model,
                                                     sinew_error *out_error);

/// Plays clips backwards.
SINEW_NODISCARD sinew_result sinew__edit_reverse_clips(const sinew_model *model, const sinew__edit_options *options,
                                                       sinew_model **out_model, sinew_error *out_error);

/// Sets the frame rate, 0.001 … 100000. Keys stay at their seconds; a note gives the number of keys between its
/// frames.
SINEW_NODISCARD sinew_result sinew__edit_set_rate(const sinew_model *model, double fps,
                                                  const sinew__edit_options *options, sinew_model **out_model,
                                                  sinew_error *out_error);

// ---- motion ------------------------------------------------------------------------------------------------------

/// Exchanges left and right: parts of the body by `map` (NULL: found by name), other joints by their names and then by
/// their positions, morphs and events by their names. The plane is the body's in its reference pose (retarget.h); of a
/// model without a body that between its pairs, or the file's. A joint without another side is mirrored in place, or
/// follows the joint above it if that has another side. Notes name the reference, count such joints, and joints whose
/// axes differ so that they must be sampled. A `map` fails as in sinew_body_map_check.
SINEW_NODISCARD sinew_result sinew__edit_mirror_clips(const sinew_model *model, const sinew_body_map *map,
                                                      const sinew__edit_options *options, sinew_model **out_model,
                                                      sinew_error *out_error);

/// Removes the motion of the character along the ground and about the up axis (root_motion.h). Motion of the root that
/// has to change in other ways than by keys left out is sampled, and a note says so. SINEW_ERROR_NO_JOINT: no joint
/// moves the character.
SINEW_NODISCARD sinew_result sinew__edit_in_place(const sinew_model *model, const sinew__edit_options *options,
                                                  sinew_model **out_model, sinew_error *out_error);

/// Closes loops: over their last `frames` they lead to the pose and the velocity of their first frame, as the clip
/// moves the character on. SINEW_ERROR_NO_TIME: a clip has fewer frames.
SINEW_NODISCARD sinew_result sinew__edit_close_loop(const sinew_model *model, double frames,
                                                    const sinew__edit_options *options, sinew_model **out_model,
                                                    sinew_error *out_error);

/// Replaces the keys of each property by fewer ones, linear or cubic, where these are as close as options->error says.
/// A note gives the numbers.
SINEW_NODISCARD sinew_result sinew__edit_reduce_keys(const sinew_model *model, const sinew__edit_options *options,
                                                     sinew_model **out_model, sinew_error *out_error);

/// Puts `poses` [count] into clips, in order of time. Between two, one becomes the other; before the first and after
/// the last they fade within `ease` seconds. The joints that they change are sampled, and a note says so.
/// SINEW_ERROR_NO_TIME: a pose is outside a clip. Else it fails as the poses' own edits do.
SINEW_NODISCARD sinew_result sinew__edit_pose_clips(const sinew_model *model, const sinew_edit_pose *poses,
                                                    int32_t count, double ease, const sinew__edit_options *options,
                                                    sinew_model **out_model, sinew_error *out_error);

/// Adds a clip of one frame, the pose of a clip at a time, after the others. SINEW_ERROR_NO_TIME, and
/// SINEW_ERROR_INVALID_ARGUMENT when the name is empty or another clip has it.
SINEW_NODISCARD sinew_result sinew__edit_add_still(const sinew_model *model, int32_t clip, double time,
                                                   const char *name, sinew_model **out_model, sinew_error *out_error);

// ---- joints --------------------------------------------------------------------------------------------------------

/// Renames joints: `names` [joint_count] are the new ones, NULL where a joint keeps its name.
/// SINEW_ERROR_INVALID_ARGUMENT: a name is empty, or two joints that had different names would have the same.
SINEW_NODISCARD sinew_result sinew__edit_rename_joints(const sinew_model *model, const char *const *names,
                                                       sinew_model **out_model, sinew_error *out_error);

/// Drops joints with all that is below them: `drops` [joint_count] is 1 for each. Vertices that they move follow the
/// nearest joint above that stays, as in the bind pose. SINEW_ERROR_UNSUPPORTED: a mesh is attached to one, or no joint
/// stays.
SINEW_NODISCARD sinew_result sinew__edit_drop_joints(const sinew_model *model, const uint8_t *drops,
                                                     const sinew__edit_options *options, sinew_model **out_model,
                                                     sinew_error *out_error);

/// Multiplies all lengths: joints, meshes, cameras and the translations of clips. `factor` is 1e-6 … 1e6.
SINEW_NODISCARD sinew_result sinew__edit_scale(const sinew_model *model, double factor, sinew_model **out_model,
                                               sinew_error *out_error);

#endif
