/// The validator. All other code trusts a validated block.
#ifndef SINEW_RUNTIME_MODEL_VALIDATE_VALIDATE_H
#define SINEW_RUNTIME_MODEL_VALIDATE_VALIDATE_H

#include "runtime/model/validate/validation.h"

/// Checks values and ownership of every section by the rules of block_rules.h. SINEW_ERROR_DAMAGED names the first
/// error, SINEW_ERROR_LIMIT and SINEW_ERROR_TIMED_OUT the exceeded limit. `limits` may be NULL. out_work, which
/// receives the number of bytes read, may be NULL.
SINEW_NODISCARD sinew_result sinew__validate(const sinew_model *model, const sinew__validation_limits *limits,
                                             uint64_t *out_work, sinew_error *error);

#endif
