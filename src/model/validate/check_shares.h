/// Whose items are whose: no item of a section has two owners, or none.
#ifndef SINEW_MODEL_VALIDATE_CHECK_SHARES_H
#define SINEW_MODEL_VALIDATE_CHECK_SHARES_H

#include "model/validate/block_rules.h"

/// SINEW_ERROR_DAMAGED names the section where its shares do not follow one another from its first item to its last.
/// Its owners' numbers must have been checked.
SINEW_NODISCARD sinew_result sinew__check_shares(sinew__validation *validation, sinew__section section);

/// The items of a section that belong to item `index` of `scope`, through all owners between. Shares must have been
/// checked.
sinew__share sinew__share_within(const sinew_model *model, sinew__section section, sinew__section scope, int32_t index);

/// Items of a section as they lie in the block: of starts, one more than sinew__section_total.
int64_t sinew__section_items_of(const sinew_model *model, sinew__section section);

#endif
