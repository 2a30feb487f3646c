/// The one door: what passes here may be trusted by everything behind it.
#ifndef SINEW_MODEL_VALIDATE_VALIDATE_H
#define SINEW_MODEL_VALIDATE_VALIDATE_H

#include "model/validate/block_checks.h"

/// Checks every index, count, number and text of a viewed block. SINEW_ERROR_DAMAGED names the first thing wrong.
SINEW_NODISCARD sinew_result sinew__validate(const sinew_model *model, sinew_error *error);

// Its parts; each checks its own sections.
SINEW_NODISCARD sinew_result sinew__validate_joints(const sinew_model *model, sinew_error *error);
SINEW_NODISCARD sinew_result sinew__validate_meshes(const sinew_model *model, sinew_error *error);
SINEW_NODISCARD sinew_result sinew__validate_caches(const sinew_model *model, sinew_error *error);
SINEW_NODISCARD sinew_result sinew__validate_clips(const sinew_model *model, sinew_error *error);
SINEW_NODISCARD sinew_result sinew__validate_rows(const sinew_model *model, sinew_error *error);

#endif
