/// Checks ownership: every item of a section has exactly one owner.
#ifndef SINEW_MODEL_VALIDATE_CHECK_SHARES_H
#define SINEW_MODEL_VALIDATE_CHECK_SHARES_H

#include "model/validate/block_rules.h"

/// SINEW_ERROR_DAMAGED names the section whose ranges are not consecutive or do not cover it. The values of its owners
/// must have been checked.
SINEW_NODISCARD sinew_result sinew__check_shares(sinew__validation *validation, sinew__section section);

/// Gets the items of a section that belong to item `index` of `scope`, directly or through other owners. Ownership must
/// have been checked.
sinew__share sinew__share_within(const sinew_model *model, sinew__section section, sinew__section scope, int32_t index);

/// Returns the number of stored items of a section: for starts, one more than sinew__section_total.
int64_t sinew__section_items_of(const sinew_model *model, sinew__section section);

#endif
