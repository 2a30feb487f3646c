/// Views a block of bytes as a model whose sections are inside the block. Their contents are not checked.
#ifndef SINEW_MODEL_VALIDATE_VIEW_BLOCK_H
#define SINEW_MODEL_VALIDATE_VIEW_BLOCK_H

#include "base/error.h"
#include "sinew/model.h"

/// Checks a block's layout and sets the model's pointers and counts from it.
SINEW_NODISCARD sinew_result sinew__view_block(const void *block, size_t size, sinew_model *out_model,
                                               sinew_error *error);

#endif
