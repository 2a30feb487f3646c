/// The clips of a model in the editable form, for the joints and morphs of another.
#ifndef SINEW_MODEL_COMBINE_RAW_CLIPS_H
#define SINEW_MODEL_COMBINE_RAW_CLIPS_H

#include "base/arena.h"
#include "sinew/raw_model.h"

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

#endif
