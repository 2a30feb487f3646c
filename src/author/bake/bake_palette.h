/// What leads from skinning matrices to palette entries; see runtime/model/baked_clips.h.
#ifndef SINEW_AUTHOR_BAKE_BAKE_PALETTE_H
#define SINEW_AUTHOR_BAKE_BAKE_PALETTE_H

#include "core/base/arena.h"
#include "runtime/model/baked_clips.h"
#include "sinew/model.h"

typedef struct sinew__binds {
    sinew_affine *globals; ///< [joint_count] a turn, an even scale and a shift: they keep rotations rotations
    sinew_affine *back;    ///< [joint_count] the inverses
    sinew_affine *offset;  ///< [skin_joint_count] bind · the skin_joint's offset: mesh space → bind space
} sinew__binds;

/// Memory running out shows in memory->failed.
sinew__binds sinew__binds_of_model(const sinew_model *model, sinew__arena *memory);

/// The tables of a section's header.
typedef struct sinew__palette_tables {
    int32_t *copies;          ///< [joint_count]
    sinew__joint_step *steps; ///< [joint_count]
    int32_t *needed;          ///< [sinew__joint_chunks_of]
    sinew__palette_entry *entries;
    sinew__palette_link *repeats;
    int32_t entry_count, repeat_count;
} sinew__palette_tables;

/// Memory running out shows in memory->failed.
sinew__palette_tables sinew__palette_tables_of(const sinew_model *model, const sinew__binds *binds,
                                               sinew__arena *memory);

#endif
