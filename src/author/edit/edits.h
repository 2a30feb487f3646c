/// The edits of `sinew_model_edit`, one function per kind of step. Each takes a model and makes a new one.
///
/// Times are seconds from a clip's start. The caller destroys *out_model; it is NULL on failure. edit.h lists the
/// errors of each kind of step.
#ifndef SINEW_AUTHOR_EDIT_EDITS_H
#define SINEW_AUTHOR_EDIT_EDITS_H

#include "sinew/edit.h"

typedef struct sinew__edit_options {
    const int32_t *clips; ///< [clip_count] the clips to edit; other clips do not change. NULL: all
    int32_t clip_count;
    double error; ///< largest displacement of a joint where motion is sampled, as a fraction of the character's
                  ///< diagonal (sinew_model_info.size); 0: 0.0001
    /// Called with one printable line for each approximation that an edit makes. May be NULL.
    void (*note)(void *user, const char *text);
    void *user; ///< passed to the callback
} sinew__edit_options;

// ---- choosing clips -----------------------------------------------------------------------------------------

/// Drops the clips that the options do not name.
SINEW_NODISCARD sinew_result sinew__edit_keep_clips(const sinew_model *model, const sinew__edit_options *options,
                                                    sinew_model **out_model, sinew_error *out_error);

/// Renames a clip. SINEW_ERROR_INVALID_ARGUMENT if the name is empty or another clip has it.
SINEW_NODISCARD sinew_result sinew__edit_rename_clip(const sinew_model *model, int32_t clip, const char *name,
                                                     sinew_model **out_model, sinew_error *out_error);

/// Splits a clip at `times` [time_count], which increase and are inside it. The parts replace the clip in order and
/// keep their times on the timeline. `names` [time_count + 1] are the parts' names; NULL: `walk 1`, `walk 2`, …
SINEW_NODISCARD sinew_result sinew__edit_split_clip(const sinew_model *model, int32_t clip, const double *times,
                                                    int32_t time_count, const char *const *names,
                                                    sinew_model **out_model, sinew_error *out_error);

/// Joins the clips of the options, in their order, to one clip that replaces the first. Each clip starts where the
/// previous one ends. `name` NULL: the first clip's name, without the number that splitting added. A joint that only
/// some of the clips animate rests in the others. SINEW_ERROR_INVALID_ARGUMENT for fewer than two clips;
/// SINEW_ERROR_UNSUPPORTED if their layers differ, or if a joint has curves in one clip and tracks in another.
SINEW_NODISCARD sinew_result sinew__edit_join_clips(const sinew_model *model, const char *name,
                                                    const sinew__edit_options *options, sinew_model **out_model,
                                                    sinew_error *out_error);

// ---- time ----------------------------------------------------------------------------------------------------------

/// Cuts clips to a range, which keeps its time on the timeline. SINEW_ERROR_NO_TIME if the range is empty or not inside
/// a clip.
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

/// Sets the frame rate, 0.001 … 100000. The keys keep their times in seconds; a note gives the number of keys between
/// frames.
SINEW_NODISCARD sinew_result sinew__edit_set_rate(const sinew_model *model, double fps,
                                                  const sinew__edit_options *options, sinew_model **out_model,
                                                  sinew_error *out_error);

// ---- motion ------------------------------------------------------------------------------------------------------

/// Exchanges left and right. Body parts are paired by `map` (NULL: found by name), other joints by names and then by
/// positions, morphs and events by names. The mirror plane is the body's in its reference pose (retarget.h); without a
/// body, it is the plane between its pairs of joints, or else a plane of the file's axes. A joint without a partner
/// follows its parent if the parent has a partner; otherwise it is mirrored in place. Notes name the reference pose,
/// and give the number of joints without a partner and of joints that must be sampled because their axes differ. Errors
/// of `map` are the errors of sinew_body_map_check.
SINEW_NODISCARD sinew_result sinew__edit_mirror_clips(const sinew_model *model, const sinew_body_map *map,
                                                      const sinew__edit_options *options, sinew_model **out_model,
                                                      sinew_error *out_error);

/// Removes the motion of the character along the ground and about the up axis (root_motion.h). If dropping keys of the
/// root is not enough, its motion is sampled, with a note. SINEW_ERROR_NO_JOINT if no joint moves the character.
SINEW_NODISCARD sinew_result sinew__edit_in_place(const sinew_model *model, const sinew__edit_options *options,
                                                  sinew_model **out_model, sinew_error *out_error);

/// Closes loops: the last `frames` of a clip lead to the pose and velocity of its first frame, moved by the clip's root
/// motion. SINEW_ERROR_NO_TIME if a clip has fewer frames.
SINEW_NODISCARD sinew_result sinew__edit_close_loop(const sinew_model *model, double frames,
                                                    const sinew__edit_options *options, sinew_model **out_model,
                                                    sinew_error *out_error);

/// Replaces the keys of each property by fewer linear or cubic ones that keep options->error. A note gives the numbers
/// of keys.
SINEW_NODISCARD sinew_result sinew__edit_reduce_keys(const sinew_model *model, const sinew__edit_options *options,
                                                     sinew_model **out_model, sinew_error *out_error);

/// Applies `poses` [count], in order of time, to clips. Between two poses, one changes into the next; before the first
/// and after the last, they fade within `ease` seconds. The changed joints are sampled, with a note.
/// SINEW_ERROR_NO_TIME if a pose is outside a clip. Other errors are the errors of the poses' edits.
SINEW_NODISCARD sinew_result sinew__edit_pose_clips(const sinew_model *model, const sinew_edit_pose *poses,
                                                    int32_t count, double ease, const sinew__edit_options *options,
                                                    sinew_model **out_model, sinew_error *out_error);

/// Adds a clip of one frame, with the pose of a clip at a time, after the others. SINEW_ERROR_NO_TIME if the time is
/// outside the clip; SINEW_ERROR_INVALID_ARGUMENT if the name is empty or another clip has it.
SINEW_NODISCARD sinew_result sinew__edit_add_still(const sinew_model *model, int32_t clip, double time,
                                                   const char *name, sinew_model **out_model, sinew_error *out_error);

// ---- joints --------------------------------------------------------------------------------------------------------

/// Renames joints to `names` [joint_count]; NULL keeps a joint's name. SINEW_ERROR_INVALID_ARGUMENT if a name is empty,
/// or if two joints with different names get the same one.
SINEW_NODISCARD sinew_result sinew__edit_rename_joints(const sinew_model *model, const char *const *names,
                                                       sinew_model **out_model, sinew_error *out_error);

/// Drops the joints whose entry in `drops` [joint_count] is 1, with all joints below them. Their vertices follow the
/// nearest kept joint above, as in the bind pose. SINEW_ERROR_UNSUPPORTED if a mesh is attached to a dropped joint, or
/// no joint is left.
SINEW_NODISCARD sinew_result sinew__edit_drop_joints(const sinew_model *model, const uint8_t *drops,
                                                     const sinew__edit_options *options, sinew_model **out_model,
                                                     sinew_error *out_error);

/// Multiplies all lengths: joints, meshes, cameras and the translations of clips. `factor` is 1e-6 … 1e6.
SINEW_NODISCARD sinew_result sinew__edit_scale(const sinew_model *model, double factor, sinew_model **out_model,
                                               sinew_error *out_error);

#endif
