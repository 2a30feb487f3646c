/// A block that differs from another in its baked clips and what they are warned of.
#ifndef SINEW_RUNTIME_MODEL_COMBINE_WITH_CLIPS_H
#define SINEW_RUNTIME_MODEL_COMBINE_WITH_CLIPS_H

#include "core/base/error.h"
#include "sinew/raw_model.h"

/// Copies a model's block with `baked` for the section of that name, and `warnings` in place of those of an earlier
/// baking. *out_block is released by sinew_free; NULL on failure.
SINEW_NODISCARD sinew_result sinew__replace_baked_clips(const sinew_model *model, const void *baked,
                                                        size_t baked_byte_count, const sinew_raw_warning *warnings,
                                                        int32_t warning_count, void **out_block, size_t *out_size,
                                                        sinew_error *error);

#endif
