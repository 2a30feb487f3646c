/// Baking and stripping a model with a block as the result, for callers that store or send it.
#ifndef SINEW_AUTHOR_BAKE_BAKE_BLOCK_H
#define SINEW_AUTHOR_BAKE_BAKE_BLOCK_H

#include "runtime/model/make_model.h"
#include "sinew/bake.h"

/// Bakes like `sinew_model_bake`. Pass *out_block to sinew__model_from_block or sinew_free; it is NULL on failure.
SINEW_NODISCARD sinew_result sinew__baked_block(const sinew_model *model, const sinew_bake_options *options,
                                                void **out_block, size_t *out_size, sinew_error *out_error);

/// Strips like `sinew_model_strip`. Pass *out_block to sinew__model_from_block or sinew_free; it is NULL on failure.
SINEW_NODISCARD sinew_result sinew__stripped_block(const sinew_model *model, void **out_block, size_t *out_size,
                                                   sinew_error *out_error);

#endif
