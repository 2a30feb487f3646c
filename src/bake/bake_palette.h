/// What leads from skinning matrices to palette entries; see model/baked_clips.h.
#ifndef SINEW_BAKE_BAKE_PALETTE_H
#define SINEW_BAKE_BAKE_PALETTE_H

#include "bake/bake_binds.h"
#include "model/baked_clips.h"

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
