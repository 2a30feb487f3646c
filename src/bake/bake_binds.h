/// Where joints stand in bind space, the space of the undeformed vertices; see model/baked_clips.h.
#ifndef SINEW_BAKE_BAKE_BINDS_H
#define SINEW_BAKE_BAKE_BINDS_H

#include "base/arena.h"
#include "sinew/model.h"

typedef struct sinew__binds {
    sinew_affine *of;     ///< [joint_count] a turn, an even scale and a shift: they keep rotations rotations
    sinew_affine *back;   ///< [joint_count] the inverses
    sinew_affine *offset; ///< [skin_joint_count] bind · the skin_joint's offset: mesh space → bind space
} sinew__binds;

/// Memory running out shows in memory->failed.
sinew__binds sinew__binds_of_model(const sinew_model *model, sinew__arena *memory);

/// Whether a skin_joint's mesh lies in the bind space of its joint.
int sinew__is_in_bind_space(const sinew__binds *binds, const sinew_model *model, int32_t skin_joint);

#endif
