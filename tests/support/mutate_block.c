#include "support/mutate_block.h"

#include <float.h>
#include <string.h>

#include "runtime/model/validate/checks.h"

// ---- choices ------------------------------------------------------------------------------------------------------

static uint32_t next_word(choices *from)
{
    uint32_t word = 0;
    if (from->size >= sizeof word) {
        memcpy(&word, from->bytes, sizeof word);
        from->bytes += sizeof word;
        from->size -= sizeof word;
        from->seed ^= word;
        return word;
    }
    from->size = 0;
    for (int i = 0; i < 2; ++i) { // the upper halves of two steps
        from->seed = from->seed * 1664525u + 1013904223u;
        word = word << 16 | from->seed >> 16;
    }
    return word;
}

uint32_t choose(choices *from, uint32_t limit)
{
    return limit ? next_word(from) % limit : 0;
}

// ---- one number ---------------------------------------------------------------------------------------------------

static float any_float(choices *from)
{
    static const float extremes[] = {0, -0.0f, 1, -1, 0.5f, FLT_MAX, -FLT_MAX, FLT_MIN, 1e-44f, 1e18f, -1e-9f, 3};
    float value;
    if (choose(from, 4)) return extremes[choose(from, sizeof extremes / sizeof *extremes)];
    const uint32_t bits = next_word(from);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double any_double(choices *from)
{
    static const double extremes[] = {0,    -0.0, 1,     -1,     0.5,    90,  DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324,
                                      1e18, 4e18, -1e19, 1e-300, -1e300, 1e9, 2e5,     1e-9,     360,     3};
    double value;
    if (choose(from, 4)) return extremes[choose(from, sizeof extremes / sizeof *extremes)];
    const uint64_t bits = (uint64_t)next_word(from) << 32 | next_word(from);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t any_word(choices *from)
{
    static const uint32_t extremes[] = {0, 1, 2, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 16};
    return choose(from, 2) ? extremes[choose(from, sizeof extremes / sizeof *extremes)] : next_word(from);
}

static uint32_t index_or_none(choices *from, int64_t total)
{
    return choose(from, (uint32_t)total + 1) - 1;
}

/// A word that the rule allows, but for indices that only mean something within a mesh or clip: any of the model's.
static uint32_t allowed_word(const sinew_model *model, const sinew__number_rule *rule, uint32_t old, choices *from)
{
    switch (rule->kind) {
    case SINEW__NUMBER_BITS: return next_word(from) & rule->argument;
    case SINEW__NUMBER_BELOW: return choose(from, rule->argument);
    case SINEW__NUMBER_COUNT: return choose(from, 4) ? old : old + choose(from, 3) - 1;
    case SINEW__NUMBER_TEXT:
    case SINEW__NUMBER_NAME: return choose(from, 4) ? 0 : choose(from, (uint32_t)model->text_size);
    case SINEW__NUMBER_INDEX:
        return choose(from, (uint32_t)sinew__section_total(model, (sinew__section)rule->argument));
    case SINEW__NUMBER_INDEX_OR_NONE:
        return index_or_none(from, sinew__section_total(model, (sinew__section)rule->argument));
    case SINEW__NUMBER_THIS_MESH: return choose(from, (uint32_t)model->mesh_count);
    case SINEW__NUMBER_MESH_VERTEX: return choose(from, 3);
    case SINEW__NUMBER_MESH_BINDING: return old + choose(from, 3) - 1;
    case SINEW__NUMBER_CLIP_LAYER: return choose(from, (uint32_t)model->layer_count);
    case SINEW__NUMBER_ANY:
    case SINEW__NUMBER_FLOAT:
    case SINEW__NUMBER_DOUBLE: break;
    }
    return any_word(from);
}

static void put_float(uint32_t *word, choices *from)
{
    const float value = any_float(from);
    memcpy(word, &value, sizeof value);
}

static void change_field(const sinew_model *model, const sinew__number_rule *rule, uint32_t *words, choices *from)
{
    const uint32_t word = choose(from, rule->word_count);
    if (choose(from, 32) == 0) { // whatever the rule says
        words[word] = any_word(from);
    } else if (rule->kind == SINEW__NUMBER_FLOAT) {
        put_float(&words[word], from);
    } else if (rule->kind == SINEW__NUMBER_DOUBLE) {
        const double value = any_double(from);
        memcpy(&words[word & ~1u], &value, sizeof value);
    } else {
        words[word] = allowed_word(model, rule, words[word], from);
    }
}

// ---- one block ----------------------------------------------------------------------------------------------------

/// Baked rows are a table of their own: any of its words. Text and pictures: any byte.
static void change_bytes(sinew__section section, uint8_t *bytes, uint64_t size, choices *from)
{
    if (size == 0) return;
    if (section != SINEW__SECTION_BAKED) {
        bytes[choose(from, (uint32_t)size)] = (uint8_t)choose(from, 128);
        return;
    }
    uint32_t word;
    uint8_t *at = bytes + choose(from, (uint32_t)(size / 4)) * 4;
    memcpy(&word, at, sizeof word);
    if (choose(from, 2))
        put_float(&word, from);
    else
        word = choose(from, 2) ? word + choose(from, 3) - 1 : any_word(from);
    memcpy(at, &word, sizeof word);
}

/// Most sections are small and have few items; each is as likely as the others.
static void change_section(const sinew_model *model, void *block, choices *from)
{
    sinew__block_section *table = (sinew__block_section *)((sinew__block_header *)block + 1);
    sinew__block_section *chosen = &table[choose(from, SINEW__SECTION_COUNT)];
    uint8_t *items = (uint8_t *)block + chosen->offset;
    if (choose(from, 128) == 0) {
        uint32_t *words = (uint32_t *)(void *)chosen;
        words[choose(from, sizeof *chosen / sizeof *words)] = any_word(from);
        return;
    }
    if (chosen->count == 0) return;
    const sinew__section_rules *rules = &sinew__block_rules[chosen->id];
    if (rules->number_count == 0) {
        change_bytes((sinew__section)chosen->id, items, chosen->count, from);
        return;
    }
    uint8_t *item = items + choose(from, (uint32_t)chosen->count) * chosen->stride;
    const sinew__number_rule *rule = &rules->numbers[choose(from, (uint32_t)rules->number_count)];
    change_field(model, rule, (uint32_t *)(void *)item + rule->first_word, from);
}

void mutate_block(void *block, size_t size, int count, choices *from)
{
    sinew_model view = {0};
    sinew_error error;
    for (int i = 0; i < count; ++i)
        if (sinew__view_block(block, size, SINEW__BLOCK_MODEL, &view, &error) == SINEW_OK)
            change_section(&view, block, from);
}
