/// One validation of a block: how much it may do, and what it found.
#ifndef SINEW_MODEL_VALIDATE_VALIDATION_H
#define SINEW_MODEL_VALIDATE_VALIDATION_H

#include "base/error.h"
#include "sinew/model.h"

/// What checking a block may take. Zeroed: the defaults.
typedef struct sinew__validation_limits {
    uint64_t work;   ///< bytes that may be looked at; 0: SINEW__VALIDATION_WORK times the block's, and 1 MiB
    double deadline; ///< of sinew__now(); 0: none
    double seconds;  ///< the time limit that the deadline stands for, for messages
} sinew__validation_limits;

/// Every check reads a section a few times; a check that needs more is a mistake, or is under attack.
enum { SINEW__VALIDATION_WORK = 16 };

typedef struct sinew__validation {
    const sinew_model *model;
    sinew_error *error;
    sinew__validation_limits limits;
    uint64_t work, clocked; ///< bytes looked at so far, and when the clock was last read
} sinew__validation;

/// Counts bytes about to be looked at. SINEW_ERROR_LIMIT and SINEW_ERROR_TIMED_OUT end the validation.
SINEW_NODISCARD sinew_result sinew__validation_spend(sinew__validation *validation, uint64_t bytes);

#endif
