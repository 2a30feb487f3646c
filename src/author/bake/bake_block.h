/// Baking and stripping to blocks, for those who store or send them.
#ifndef SINEW_AUTHOR_BAKE_BAKE_BLOCK_H
#define SINEW_AUTHOR_BAKE_BAKE_BLOCK_H

#include "runtime/model/make_model.h"
#include "sinew/bake.h"

/// As `sinew_model_bake`. *out_block is for sinew__model_from_block or sinew_free; NULL on failure.
SINEW_NODISCARD sinew_result sinew__baked_block(const sinew_model *model, const sinew_bake_options *options,
                                                void **out_block, size_t *out_size, sinew_error *out_error);

/// As `sinew_model_strip`. *out_block is for sinew__model_from_block or sinew_free; NULL on failure.
SINEW_NODISCARD sinew_result sinew__stripped_block(const sinew_model *model, void **out_block, size_t *out_size,
                                                   sinew_error *out_error);

#endif
