/// One validation of a block: its limits and its error.
#ifndef SINEW_MODEL_VALIDATE_VALIDATION_H
#define SINEW_MODEL_VALIDATE_VALIDATION_H

#include "base/error.h"
#include "sinew/model.h"

/// The limits of a validation. Zeroed: the defaults.
typedef struct sinew__validation_limits {
    uint64_t work;          ///< bytes to read; 0: SINEW__VALIDATION_WORK times the size of the block, plus 1 MiB
    double deadline;        ///< of sinew__now(); 0: none
    double thread_deadline; ///< of sinew__thread_time(); 0: none
    double seconds;         ///< the time limit, for messages
} sinew__validation_limits;

/// Whether the time is up.
int sinew__validation_is_late(const sinew__validation_limits *limits);

/// Checks read each section a few times; more is a bug or an attack.
enum { SINEW__VALIDATION_WORK = 16 };

typedef struct sinew__validation {
    const sinew_model *model;
    sinew_error *error;
    sinew__validation_limits limits;
    uint64_t work, clocked; ///< bytes read so far, and at the last reading of the clock
} sinew__validation;

/// Counts bytes before they are read. SINEW_ERROR_LIMIT and SINEW_ERROR_TIMED_OUT end the validation.
SINEW_NODISCARD sinew_result sinew__validation_spend(sinew__validation *validation, uint64_t bytes);

#endif
