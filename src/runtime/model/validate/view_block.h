/// Views a block of bytes as a model whose sections are inside the block. Their contents are not checked.
#ifndef SINEW_RUNTIME_MODEL_VALIDATE_VIEW_BLOCK_H
#define SINEW_RUNTIME_MODEL_VALIDATE_VIEW_BLOCK_H

#include "core/base/error.h"
#include "sinew/model.h"

/// Checks a block's layout and sets the model's pointers and counts from it. SINEW_ERROR_UNSUPPORTED: another version's
/// block, or one that was stripped by an older version, which left nothing but its baked clips to play.
SINEW_NODISCARD sinew_result sinew__view_block(const void *block, size_t size, sinew_model *out_model,
                                               sinew_error *error);

/// Whether a block's clips were baked by an older version, whose baked clips sinew__view_block passes over.
int sinew__bake_is_older(const void *block, size_t size);

#endif
