#include "model/validate/check_shares.h"

#include <string.h>

#include "model/validate/block_checks.h"

int64_t sinew__section_total(const sinew_model *model, sinew__section section)
{
    const sinew__section_row *row = &sinew__sections[section];
    const char *field = (const char *)model + row->count_field;
    int32_t count;
    size_t size;
    switch (row->rule) {
    case SINEW__COUNT_ONE: return 1;
    case SINEW__COUNT_SIZE: memcpy(&size, field, sizeof size); return (int64_t)size;
    case SINEW__COUNT_INT32:
    case SINEW__COUNT_PLUS_ONE:
    case SINEW__COUNT_OPTIONAL: break;
    }
    memcpy(&count, field, sizeof count);
    return count;
}

const void *sinew__section_of(const sinew_model *model, sinew__section section)
{
    const void *items;
    memcpy(&items, (const char *)model + sinew__sections[section].field, sizeof items);
    return items;
}

int64_t sinew__section_items_of(const sinew_model *model, sinew__section section)
{
    if (!sinew__section_of(model, section)) return 0;
    return sinew__section_total(model, section) + (sinew__sections[section].rule == SINEW__COUNT_PLUS_ONE);
}

// ---- one division -------------------------------------------------------------------------------------------------

static int shares_follow(const sinew_model *model, const sinew__section_rules *rules, int64_t total)
{
    const int32_t owners = (int32_t)sinew__section_total(model, rules->owner);
    int64_t next = 0;
    for (int32_t i = 0; i < owners; ++i) {
        const sinew__share share = rules->share_of(model, i);
        if (share.first != next || share.count < 0 || share.count > total - next) return 0;
        next += share.count;
    }
    return next == total;
}

/// The order of the other starts is checked by the rules of their section.
static int starts_span(const sinew_model *model, sinew__section starts, int64_t total)
{
    const uint32_t *start = sinew__section_of(model, starts);
    return start[0] == 0 && start[sinew__section_total(model, starts)] == total;
}

static int is_divided(const sinew_model *model, const sinew__section_rules *rules, int64_t total)
{
    switch (rules->division) {
    case SINEW__DIVISION_MODEL: return 1;
    case SINEW__DIVISION_SHARES: return shares_follow(model, rules, total);
    case SINEW__DIVISION_STARTS: return starts_span(model, rules->owner, total);
    case SINEW__DIVISION_CHECK: return rules->is_divided(model);
    }
    return 0;
}

sinew_result sinew__check_shares(sinew__validation *validation, sinew__section section)
{
    const sinew_model *model = validation->model;
    const sinew__section_rules *rules = &sinew__block_rules[section];
    const int64_t total = sinew__section_total(model, section);
    if (rules->most_items && total > rules->most_items)
        return sinew__fail(validation->error, SINEW_ERROR_LIMIT, "the model block has %lld %s, the limit is %lld",
                           (long long)total, sinew__sections[section].name, (long long)rules->most_items);
    if (rules->division == SINEW__DIVISION_MODEL || !sinew__section_of(model, section)) return SINEW_OK;
    const uint64_t owners = (uint64_t)sinew__section_total(model, rules->owner);
    const sinew_result result = sinew__validation_spend(validation, owners * sinew__sections[rules->owner].stride);
    if (result != SINEW_OK || is_divided(model, rules, total)) return result;
    return sinew__fail(validation->error, SINEW_ERROR_DAMAGED,
                       "the model block is damaged: its %s are not divided among its %s", sinew__sections[section].name,
                       sinew__sections[rules->owner].name);
}

// ---- through several ----------------------------------------------------------------------------------------------

/// Returns the start of the range of owner `index`, or the end of the section for the index after the last owner.
static int64_t begin_of_share(const sinew_model *model, sinew__section section, int64_t index)
{
    const sinew__section_rules *rules = &sinew__block_rules[section];
    if (rules->division == SINEW__DIVISION_STARTS)
        return ((const uint32_t *)sinew__section_of(model, rules->owner))[index];
    if (index == sinew__section_total(model, rules->owner)) return sinew__section_total(model, section);
    return rules->share_of(model, (int32_t)index).first;
}

sinew__share sinew__share_within(const sinew_model *model, sinew__section section, sinew__section scope, int32_t index)
{
    if (section == scope) return (sinew__share){index, 1};
    const sinew__share owners = sinew__share_within(model, sinew__block_rules[section].owner, scope, index);
    const int64_t first = begin_of_share(model, section, owners.first);
    return (sinew__share){first, begin_of_share(model, section, owners.first + owners.count) - first};
}
