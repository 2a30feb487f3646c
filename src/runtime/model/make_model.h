/// Creates blocks from raw models, and models from blocks.
#ifndef SINEW_RUNTIME_MODEL_MAKE_MODEL_H
#define SINEW_RUNTIME_MODEL_MAKE_MODEL_H

#include "sinew/raw_model.h"

/// Validates a block and creates a model from it. Takes ownership of the block and frees it with the model, or at once
/// on failure. The time is proportional to the size, whatever the block contains. `block` must come from a function
/// that makes blocks or from sinew_allocate, whose alignment makes playing fastest. The caller destroys *out_model; it
/// is NULL on failure. SINEW_ERROR_DAMAGED: the message names the first error.
SINEW_NODISCARD sinew_result sinew__model_from_block(void *block, size_t size, sinew_model **out_model,
                                                     sinew_error *out_error);

/// Packs a raw model into a block. On success the caller owns *out_block and passes it to
/// `sinew__model_from_block` or releases it with sinew_free; on failure it is NULL. SINEW_ERROR_INVALID_ARGUMENT names
/// the invalid joint, mesh or clip, SINEW_ERROR_LIMIT the limit. The same raw model gives the same bytes.
SINEW_NODISCARD sinew_result sinew__raw_model_build(const sinew_raw_model *raw, void **out_block, size_t *out_size,
                                                    sinew_error *out_error);

/// As sinew__raw_model_build, but calls `release` (unless NULL) as soon as the raw model is not needed any more, so
/// that its memory can be used for the block. `release` is not called on failure.
SINEW_NODISCARD sinew_result sinew__raw_model_pack(const sinew_raw_model *raw, void (*release)(void *user), void *user,
                                                   void **out_block, size_t *out_size, sinew_error *out_error);

#endif
