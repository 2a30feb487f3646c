// Checks an untrusted block section by section, so that all other code may trust its values.
#include "runtime/model/validate/checks.h"

#include <string.h>

#include "runtime/model/clip_file.h"
#include "runtime/model/validate/validation.h"

// ---- texts --------------------------------------------------------------------------------------------------------

/// Adds the lengths of the texts in one field of a section's items to *total. Fails if the sum exceeds the size of the
/// text section, because fields then share texts. This limits the length of all names that are printed.
static sinew_result add_texts(sinew__validation *validation, sinew__section section, const sinew__number_rule *rule,
                              uint64_t *total)
{
    const sinew_model *model = validation->model;
    const size_t stride = sinew__sections[section].stride;
    const int64_t count = sinew__section_items_of(model, section);
    if (count == 0) return SINEW_OK; // the section may be NULL
    const unsigned char *field = (const unsigned char *)sinew__section_of(model, section) + rule->first_word * 4u;
    for (int64_t i = 0; i < count; ++i) {
        sinew_text_ref text;
        memcpy(&text, field + (size_t)i * stride, sizeof text);
        const size_t length = text ? strlen(model->text + text) : 0;
        *total += text ? length + 1 : 0; // offset 0 is the empty text, which may be shared
        if (*total > model->text_size) return sinew__damaged(validation->error, "texts shared with item", i);
        if (rule->kind == SINEW__NUMBER_NAME && length > SINEW__LONGEST_NAME)
            return sinew__damaged(validation->error, "name of length", (int64_t)length);
    }
    return SINEW_OK;
}

static sinew_result check_texts(sinew__validation *validation)
{
    uint64_t total = 1;
    sinew_result result = sinew__validation_spend(validation, validation->model->text_size);
    for (int i = 0; i < SINEW__SECTION_ALL; ++i) {
        const sinew__section_rules *rules = &sinew__block_rules[i];
        for (int k = 0; k < rules->number_count && result == SINEW_OK; ++k)
            if (rules->numbers[k].kind == SINEW__NUMBER_TEXT || rules->numbers[k].kind == SINEW__NUMBER_NAME)
                result = add_texts(validation, (sinew__section)i, &rules->numbers[k], &total);
    }
    return result;
}

// ---- section by section -------------------------------------------------------------------------------------------

sinew_result sinew__validate(const sinew_model *model, const sinew__validation_limits *limits, uint64_t *out_work,
                             sinew_error *error)
{
    sinew__validation validation = {.model = model, .error = error};
    sinew_result result = SINEW_OK;
    if (limits) validation.limits = *limits;
    if (!validation.limits.work) {
        validation.limits.work = UINT64_C(1) << 20;
        for (int i = 0; i < SINEW__SECTION_ALL; ++i)
            validation.limits.work += SINEW__VALIDATION_WORK * sinew__sections[i].stride *
                                      (uint64_t)sinew__section_items_of(model, (sinew__section)i);
    }
    for (int i = 0; i < SINEW__SECTION_ALL && result == SINEW_OK; ++i) {
        const sinew__section section = (sinew__section)i;
        if (!sinew__kind_has_section(sinew__kind_of(model), i)) continue;
        result = sinew__check_shares(&validation, section);
        if (result == SINEW_OK) result = sinew__check_numbers(&validation, section);
        const sinew__section_rules *rules = &sinew__block_rules[section];
        if (result != SINEW_OK || !rules->fits) continue;
        int64_t item = 0;
        result = sinew__validation_spend(&validation, sinew__sections[section].stride *
                                                          (uint64_t)sinew__section_items_of(model, section));
        if (result == SINEW_OK && !rules->fits(model, &item))
            result = sinew__damaged(error, sinew__sections[section].name, item);
    }
    if (result == SINEW_OK) result = check_texts(&validation);
    if (out_work) *out_work = validation.work;
    return result;
}
