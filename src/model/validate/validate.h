/// The validator: what passes here may be trusted by everything behind it.
#ifndef SINEW_MODEL_VALIDATE_VALIDATE_H
#define SINEW_MODEL_VALIDATE_VALIDATE_H

#include "model/validate/validation.h"

/// Checks every section of a viewed block by the rules of block_rules.h, each number and every share of it.
/// SINEW_ERROR_DAMAGED names the first thing wrong; SINEW_ERROR_LIMIT and SINEW_ERROR_TIMED_OUT the limit that ended
/// it. `limits` may be NULL. *out_work, the bytes that were looked at, may be NULL.
SINEW_NODISCARD sinew_result sinew__validate(const sinew_model *model, const sinew__validation_limits *limits,
                                             uint64_t *out_work, sinew_error *error);

#endif
