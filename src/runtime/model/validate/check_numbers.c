// Checks the values of a section by its rules, and that every item has exactly one owner.
#include "runtime/model/validate/checks.h"

#include <string.h>

#include "runtime/model/validate/validation.h"

// Checks ownership: every item of a section has exactly one owner.

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

// ---- ownership of one section --------------------------------------------------------------------------------------

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

static int is_divided(const sinew_model *model, const sinew__section_rules *rules, int64_t total)
{
    switch (rules->division) {
    case SINEW__DIVISION_MODEL: return 1;
    case SINEW__DIVISION_SHARES: return shares_follow(model, rules, total);
    case SINEW__DIVISION_STARTS: { // the rules of the start array check that it rises
        const uint32_t *start = sinew__section_of(model, rules->owner);
        return start[0] == 0 && start[sinew__section_total(model, rules->owner)] == total;
    }
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

// ---- ownership through several sections ----------------------------------------------------------------------------

/// Returns the start of the range of owner `index`, or the end of the section for the index after the last owner.
static int64_t begin_of_share(const sinew_model *model, sinew__section section, int64_t index)
{
    const sinew__section_rules *rules = &sinew__block_rules[section];
    if (rules->division == SINEW__DIVISION_STARTS)
        return ((const uint32_t *)sinew__section_of(model, rules->owner))[index];
    if (index == sinew__section_total(model, rules->owner)) return sinew__section_total(model, section);
    return rules->share_of(model, (int32_t)index).first;
}

/// Returns the items of a section that belong to item `index` of `scope`, directly or through other owners. Ownership
/// must have been checked before.
static sinew__share share_within(const sinew_model *model, sinew__section section, sinew__section scope, int32_t index)
{
    if (section == scope) return (sinew__share){index, 1};
    const sinew__share owners = share_within(model, sinew__block_rules[section].owner, scope, index);
    const int64_t first = begin_of_share(model, section, owners.first);
    return (sinew__share){first, begin_of_share(model, section, owners.first + owners.count) - first};
}

/// A test of one word without a branch: valid if (word − `first`) & `kept` is less than 2³¹ − `added`. For an invalid
/// word the sum overflows into the highest bit.
typedef struct word_test {
    uint32_t first, kept, added;
} word_test;

/// Limits in words. WIDEST: the pattern of one item. REPEATED: the pattern of a narrow item is repeated up to this
/// length, so that several items are tested at once.
enum { WIDEST = 96, REPEATED = 256 };

typedef struct word_pattern {
    uint32_t first[WIDEST + REPEATED], kept[WIDEST + REPEATED], added[WIDEST + REPEATED];
    size_t width;              ///< words per item
    size_t length;             ///< words of the pattern: whole items
    int is_even;               ///< the tests of all words are equal
    int is_floats, is_doubles; ///< all words belong to floats, or all to doubles
} word_pattern;

/// A run of items in a section, and the mesh or clip that owns them.
typedef struct item_run {
    const sinew_model *model;
    const sinew_mesh *mesh;
    const sinew_clip *clip;
    int32_t owner; ///< index of the mesh or clip
    int64_t first, count;
} item_run;

static word_test index_test(uint64_t first, uint64_t count)
{
    const uint64_t most = UINT64_C(1) << 31;
    return (word_test){(uint32_t)first, UINT32_MAX, (uint32_t)(most - (count < most ? count : most))};
}

static int upper_half_comes_second(void)
{
    const double one = 1;
    uint32_t words[2];
    memcpy(words, &one, sizeof words);
    return words[1] != 0;
}

static word_test test_of(const sinew__number_rule *rule, size_t word, const item_run *run)
{
    switch (rule->kind) {
    case SINEW__NUMBER_ANY: return (word_test){0};
    case SINEW__NUMBER_BITS: return (word_test){0, ~rule->argument, INT32_MAX};
    case SINEW__NUMBER_BELOW: return index_test(0, rule->argument);
    case SINEW__NUMBER_COUNT: return index_test(0, UINT64_C(1) << 31);
    case SINEW__NUMBER_TEXT:
    case SINEW__NUMBER_NAME: return index_test(0, run->model->text_size);
    case SINEW__NUMBER_INDEX:
        return index_test(0, (uint64_t)sinew__section_total(run->model, (sinew__section)rule->argument));
    case SINEW__NUMBER_INDEX_OR_NONE:
        return index_test(UINT32_MAX, 1 + (uint64_t)sinew__section_total(run->model, (sinew__section)rule->argument));
    case SINEW__NUMBER_FLOAT: return (word_test){0, UINT32_C(0xff) << 23, UINT32_C(1) << 23};
    case SINEW__NUMBER_DOUBLE: // the exponent is in the first or the second word, depending on the byte order
        if ((int)(word % 2) != upper_half_comes_second()) return (word_test){0};
        return (word_test){0, UINT32_C(0x7ff) << 20, UINT32_C(1) << 20};
    case SINEW__NUMBER_THIS_MESH: return index_test((uint64_t)run->owner, 1);
    case SINEW__NUMBER_MESH_VERTEX: return index_test(0, (uint64_t)run->mesh->vertex_count);
    case SINEW__NUMBER_MESH_BINDING:
        return index_test((uint64_t)run->mesh->first_skin_joint, (uint64_t)run->mesh->skin_joint_count);
    case SINEW__NUMBER_CLIP_LAYER:
        return index_test((uint64_t)run->clip->first_layer, (uint64_t)run->clip->layer_count);
    }
    return (word_test){UINT32_MAX, UINT32_MAX, UINT32_MAX};
}

static int are_all(const sinew__section_rules *rules, sinew__number_kind kind)
{
    int all = 1;
    for (int i = 0; i < rules->number_count; ++i) all &= rules->numbers[i].kind == kind;
    return all;
}

static void make_pattern(sinew__section section, const item_run *run, word_pattern *pattern)
{
    const sinew__section_rules *rules = &sinew__block_rules[section];
    pattern->width = sinew__sections[section].stride / sizeof(uint32_t);
    for (int i = 0; i < rules->number_count; ++i) {
        const sinew__number_rule *rule = &rules->numbers[i];
        for (size_t k = 0; k < rule->word_count; ++k) {
            const word_test test = test_of(rule, k, run);
            const size_t word = rule->first_word + k;
            pattern->first[word] = test.first;
            pattern->kept[word] = test.kept;
            pattern->added[word] = test.added;
        }
    }
    pattern->is_doubles = are_all(rules, SINEW__NUMBER_DOUBLE);
    pattern->is_floats = are_all(rules, SINEW__NUMBER_FLOAT);
    pattern->is_even = rules->number_count == 1;
    pattern->length = pattern->width;
    if (pattern->is_even || pattern->is_doubles) return;
    for (int64_t i = 1; i < run->count && pattern->length < REPEATED; ++i) {
        memcpy(pattern->first + pattern->length, pattern->first, pattern->width * sizeof *pattern->first);
        memcpy(pattern->kept + pattern->length, pattern->kept, pattern->width * sizeof *pattern->kept);
        memcpy(pattern->added + pattern->length, pattern->added, pattern->width * sizeof *pattern->added);
        pattern->length += pattern->width;
    }
}

/// Returns bits whose highest one is set if the word is invalid. The caller collects the bits of many words and tests
/// them once, so that compilers vectorise the loop.
static inline uint32_t test_word(word_test test, uint32_t word)
{
    const uint32_t bits = (word - test.first) & test.kept;
    return bits | (bits + test.added);
}

static uint32_t test_by_pattern(const uint32_t *words, size_t count, const word_pattern *pattern)
{
    uint32_t all = 0;
    for (size_t i = 0; i < count; ++i)
        all |= test_word((word_test){pattern->first[i], pattern->kept[i], pattern->added[i]}, words[i]);
    return all;
}

static int words_fit(const uint32_t *words, size_t count, const word_pattern *pattern)
{
    const word_test test = {pattern->first[0], pattern->kept[0], pattern->added[0]};
    uint32_t all = 0;
    if (pattern->is_floats) return sinew__all_finite((const float *)(const void *)words, count);
    if (pattern->is_doubles) return sinew__all_finite_double((const double *)(const void *)words, count / 2);
    if (pattern->is_even) {
        for (size_t i = 0; i < count; ++i) all |= test_word(test, words[i]);
        return !(all >> 31);
    }
    for (; count > pattern->length; words += pattern->length, count -= pattern->length)
        all |= test_by_pattern(words, pattern->length, pattern);
    all |= test_by_pattern(words, count, pattern);
    return !(all >> 31);
}

static sinew_result check_run(sinew__validation *validation, sinew__section section, const item_run *run)
{
    if (run->count == 0) return SINEW_OK;
    word_pattern pattern;
    make_pattern(section, run, &pattern);
    const size_t count = (size_t)run->count * pattern.width;
    const uint32_t *words =
        (const uint32_t *)sinew__section_of(run->model, section) + (size_t)run->first * pattern.width;
    const sinew_result result =
        // also counts the words of the pattern
        sinew__validation_spend(validation, (count + 3 * pattern.length) * sizeof *words);
    if (result != SINEW_OK || words_fit(words, count, &pattern)) return result;
    int64_t item = 0; // index of the first invalid item
    while (item < run->count && words_fit(words + (size_t)item * pattern.width, pattern.width, &pattern)) ++item;
    return sinew__damaged(validation->error, sinew__sections[section].name, run->first + item);
}

/// Returns SINEW__SECTION_MESHES or _CLIPS if a rule depends on the mesh or clip that owns an item, so that only items
/// with one owner can be tested together; else SINEW__SECTION_COUNT.
static sinew__section scope_of(const sinew__section_rules *rules)
{
    for (int i = 0; i < rules->number_count; ++i) {
        switch (rules->numbers[i].kind) {
        case SINEW__NUMBER_THIS_MESH:
        case SINEW__NUMBER_MESH_VERTEX:
        case SINEW__NUMBER_MESH_BINDING: return SINEW__SECTION_MESHES;
        case SINEW__NUMBER_CLIP_LAYER: return SINEW__SECTION_CLIPS;
        case SINEW__NUMBER_ANY:
        case SINEW__NUMBER_BITS:
        case SINEW__NUMBER_BELOW:
        case SINEW__NUMBER_COUNT:
        case SINEW__NUMBER_TEXT:
        case SINEW__NUMBER_NAME:
        case SINEW__NUMBER_INDEX:
        case SINEW__NUMBER_INDEX_OR_NONE:
        case SINEW__NUMBER_FLOAT:
        case SINEW__NUMBER_DOUBLE: break;
        }
    }
    return SINEW__SECTION_COUNT;
}

sinew_result sinew__check_numbers(sinew__validation *validation, sinew__section section)
{
    const sinew_model *model = validation->model;
    const sinew__section_rules *rules = &sinew__block_rules[section];
    if (rules->number_count == 0) return SINEW_OK;
    const sinew__section scope = scope_of(rules);
    if (scope == SINEW__SECTION_COUNT) {
        const item_run all = {.model = model, .count = sinew__section_items_of(model, section)};
        return check_run(validation, section, &all);
    }
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < sinew__section_total(model, scope) && result == SINEW_OK; ++i) {
        const sinew__share share = share_within(model, section, scope, i);
        const item_run run = {.model = model,
                              .mesh = scope == SINEW__SECTION_MESHES ? &model->meshes[i] : NULL,
                              .clip = scope == SINEW__SECTION_CLIPS ? &model->clips[i] : NULL,
                              .owner = i,
                              .first = share.first,
                              .count = share.count};
        result = check_run(validation, section, &run);
    }
    return result;
}
