/// The one door: what passes here may be trusted by everything behind it.
#ifndef SINEW_MODEL_VALIDATE_H
#define SINEW_MODEL_VALIDATE_H

#include "base/error.h"
#include "sinew/model.h"

/// Checks a block's layout and sets the model's pointers and counts from it.
SINEW_NODISCARD sinew_result sinew__view_block(const void *block, size_t size, sinew_model *out_model,
                                               sinew_error *error);

/// Checks every index, count, number and text of a viewed block. SINEW_ERROR_DAMAGED names the first thing wrong.
SINEW_NODISCARD sinew_result sinew__validate(const sinew_model *model, sinew_error *error);

// Its parts; each checks its own sections.
SINEW_NODISCARD sinew_result sinew__validate_meshes(const sinew_model *model, sinew_error *error);
SINEW_NODISCARD sinew_result sinew__validate_caches(const sinew_model *model, sinew_error *error);
SINEW_NODISCARD sinew_result sinew__validate_clips(const sinew_model *model, sinew_error *error);
SINEW_NODISCARD sinew_result sinew__validate_rows(const sinew_model *model, sinew_error *error);

/// "the model block is damaged: WHAT INDEX".
sinew_result sinew__damaged(sinew_error *error, const char *what, int64_t index);

/// Whether [first, first + count) lies in [0, total).
int sinew__range_fits(int64_t first, int64_t count, int64_t total);

/// Whether an index lies in [0, total) or is SINEW_NONE.
int sinew__index_or_none(int32_t index, int32_t total);

int sinew__all_finite(const float *values, size_t count);
int sinew__all_finite_double(const double *values, size_t count);

/// Whether a text reference names a string of the block.
int sinew__text_fits(const sinew_model *model, sinew_text_ref ref);

#endif
