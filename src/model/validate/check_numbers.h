/// Every number of a section against the table's rules, several items at a time.
#ifndef SINEW_MODEL_VALIDATE_CHECK_NUMBERS_H
#define SINEW_MODEL_VALIDATE_CHECK_NUMBERS_H

#include "model/validate/block_rules.h"

/// SINEW_ERROR_DAMAGED names the section and the first item that breaks a rule. The section's shares, and those of its
/// owners, must have been checked.
SINEW_NODISCARD sinew_result sinew__check_numbers(sinew__validation *validation, sinew__section section);

#endif
