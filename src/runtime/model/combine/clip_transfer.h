/// Matches the joints and morphs of an animation with those of a character, for models that play clips of other files.
#ifndef SINEW_RUNTIME_MODEL_COMBINE_CLIP_TRANSFER_H
#define SINEW_RUNTIME_MODEL_COMBINE_CLIP_TRANSFER_H

#include "core/base/arena.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/combine/pair_joints.h"
#include "sinew/raw_model.h"
#include "sinew/with_clips.h"

/// Whether the numbers of a sinew_channel_property are lengths.
int sinew__channel_is_length(uint32_t property);

/// Where the animated things of a model are in the other one.
typedef struct sinew__clip_targets {
    const int32_t *joint; ///< [joint_count] or SINEW_NONE: left out
    const int32_t *mesh;  ///< [morph_count] or SINEW_NONE: left out
    const int32_t *morph; ///< [morph_count] of that mesh
    double unit;          ///< of the model, in units of the other
} sinew__clip_targets;

/// Fills `clips` [model->clip_count]; all but the keys' own bytes, where `unit` is 1, lies in `memory`. Gives 0 when
/// that runs out.
int sinew__raw_clips(const sinew_model *model, const sinew__clip_targets *targets, sinew__arena *memory,
                     sinew_raw_clip *clips);

typedef struct sinew__clip_transfer {
    const sinew_model *character, *animation;
    sinew__arena memory;
    sinew__joint_pairs pairs; ///< a: the animation's, b: the character's
    uint8_t *moves;           ///< [animation joint_count]
    sinew__clip_targets targets;
    sinew_clip_match match;
    double rescaled; ///< by which the animation's translations are divided, because its units are not as stated; 0:
                     ///< they are
} sinew__clip_transfer;

/// Fails as `sinew_model_with_clips` does. `match` is set also when no joint matches. Free in all cases.
sinew_result sinew__clip_transfer_init(sinew__clip_transfer *transfer, const sinew_model *character,
                                       const sinew_model *animation, sinew_error *error);
void sinew__clip_transfer_free(sinew__clip_transfer *transfer);

/// Returns whether a joint of the character takes values from its counterpart. A bone always does: exporters leave out
/// the curves of bones that stay in the pose of the animation's file. Other joints do if a clip animates them.
int sinew__clip_transfer_merges(const sinew__clip_transfer *transfer, int32_t joint);

/// Returns the character's stack with the values that the animation brings, for a merged joint.
sinew_transform_stack sinew__clip_transfer_stack(const sinew__clip_transfer *transfer, int32_t joint, int32_t animated);

/// Returns the rest as a transform, for an animated joint without a stack.
sinew_transform sinew__clip_transfer_rest(const sinew__clip_transfer *transfer, int32_t joint, int32_t animated);

/// Returns the name of the animation's file, or "".
const char *sinew__clip_transfer_file(const sinew__clip_transfer *transfer);

/// Adds the sources and warnings of the animation, and warnings of joints without a match, of other units and of bones
/// that differ.
/// Returns 0 when out of memory.
int sinew__clip_transfer_report(sinew__clip_transfer *transfer, sinew__builder *builder);

/// Builds the animation's clips `raw` [animation clip_count] for the joints of the character. `ticks_per_second` is the
/// rate of their keys.
sinew_result sinew__clip_transfer_build(sinew__clip_transfer *transfer, const sinew_raw_clip *raw,
                                        int64_t ticks_per_second, sinew__builder *builder);

#endif
