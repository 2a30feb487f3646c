/// Checks every value of a section by the rules of the table, several items at a time.
#ifndef SINEW_RUNTIME_MODEL_VALIDATE_CHECK_NUMBERS_H
#define SINEW_RUNTIME_MODEL_VALIDATE_CHECK_NUMBERS_H

#include "runtime/model/validate/block_rules.h"

/// SINEW_ERROR_DAMAGED names the section and the first invalid item. Ownership of the section and of its owners must
/// have been checked.
SINEW_NODISCARD sinew_result sinew__check_numbers(sinew__validation *validation, sinew__section section);

/// SINEW_ERROR_DAMAGED names the section whose ranges are not consecutive or do not cover it. The values of its owners
/// must have been checked.
SINEW_NODISCARD sinew_result sinew__check_shares(sinew__validation *validation, sinew__section section);

/// Returns the number of stored items of a section: for starts, one more than sinew__section_total.
int64_t sinew__section_items_of(const sinew_model *model, sinew__section section);

#endif
