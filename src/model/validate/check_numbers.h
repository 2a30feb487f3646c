/// Checks every value of a section by the rules of the table, several items at a time.
#ifndef SINEW_MODEL_VALIDATE_CHECK_NUMBERS_H
#define SINEW_MODEL_VALIDATE_CHECK_NUMBERS_H

#include "model/validate/block_rules.h"

/// SINEW_ERROR_DAMAGED names the section and the first invalid item. Ownership of the section and of its owners must
/// have been checked.
SINEW_NODISCARD sinew_result sinew__check_numbers(sinew__validation *validation, sinew__section section);

#endif
