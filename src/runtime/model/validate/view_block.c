// Sets a model's pointers and counts from the bytes of a block: checks its header and table of sections, but no values.
#include "runtime/model/validate/checks.h"

#include <string.h>

#include "runtime/model/baked_clips.h"
#include "runtime/model/block.h"
#include "runtime/model/validate/validation.h"

static sinew_result check_header(const sinew__block_header *header, size_t size, sinew__block_kind kind,
                                 sinew_error *error)
{
    if (size < sizeof *header || memcmp(header->magic, SINEW__BLOCK_MAGIC, sizeof header->magic) != 0)
        return sinew__fail(error, SINEW_ERROR_NOT_A_MODEL, "not a model block");
    if (header->endian != SINEW__BLOCK_ENDIAN)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "a model block of another byte order");
    if (header->version != SINEW__BLOCK_VERSION)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "a model block of version %u; this is %u",
                           (unsigned)header->version, SINEW__BLOCK_VERSION);
    if (header->kind != (uint32_t)kind)
        return sinew__fail(error, SINEW_ERROR_NOT_A_MODEL,
                           kind == SINEW__BLOCK_CLIP ? "not the file of a clip" : "not a model block");
    if (header->size != size)
        return sinew__fail(error, SINEW_ERROR_TRUNCATED, "the model block ends early, at byte %zu of %llu", size,
                           (unsigned long long)header->size);
    if (header->section_count > (size - sizeof *header) / sizeof(sinew__block_section))
        return sinew__damaged(error, "section count", header->section_count);
    return SINEW_OK;
}

/// Whether a section begins at `*end`, the aligned end of the previous one. Advances *end to the start of the next
/// section.
static int section_comes_next(const sinew__block_section *section, size_t size, uint64_t *end)
{
    if (section->stride == 0 || section->offset != *end || section->offset > size ||
        section->count > (size - section->offset) / section->stride)
        return 0;
    *end = sinew__align_section(section->offset + section->count * section->stride);
    return 1;
}

/// Sets the model's count for a section, or compares it if another section has already set it. Returns whether it is
/// valid.
static int set_count(sinew_model *model, const sinew__section_row *row, uint64_t count, uint8_t *count_is_set)
{
    if (row->rule == SINEW__COUNT_ONE) return count == 1;
    if (row->rule == SINEW__COUNT_SIZE) {
        const size_t value = (size_t)count;
        memcpy((char *)model + row->count_field, &value, sizeof value);
        return 1;
    }
    if (row->rule == SINEW__COUNT_OPTIONAL && count == 0) return 1;
    if (row->rule == SINEW__COUNT_PLUS_ONE) {
        if (count == 0) return 0;
        --count;
    }
    if (count > INT32_MAX) return 0;
    int32_t value = (int32_t)count, known;
    memcpy(&known, (char *)model + row->count_field, sizeof known);
    if (count_is_set[row->count_field]) return known == value;
    count_is_set[row->count_field] = 1;
    memcpy((char *)model + row->count_field, &value, sizeof value);
    return 1;
}

sinew_result sinew__view_block(const void *block, size_t size, sinew__block_kind kind, sinew_model *out_model,
                               sinew_error *error)
{
    const sinew__block_header *header = block;
    const sinew_result result = check_header(header, size, kind, error);
    if (result != SINEW_OK) return result;
    const sinew__block_section *table = (const sinew__block_section *)(header + 1);
    uint8_t count_is_set[sizeof(sinew_model)] = {0};
    uint8_t seen[SINEW__SECTION_ALL] = {0};
    uint64_t end = sinew__align_section(sizeof *header + (uint64_t)header->section_count * sizeof *table);
    for (uint32_t i = 0; i < header->section_count; ++i) {
        if (!section_comes_next(&table[i], size, &end)) return sinew__damaged(error, "section", i);
        if (table[i].id >= SINEW__SECTION_ALL) continue; // a section of a later version
        if (!sinew__kind_has_section(kind, (int)table[i].id)) return sinew__damaged(error, "section", i);
        const sinew__section_row *row = &sinew__sections[table[i].id];
        if (seen[table[i].id]++ || table[i].version != row->version || table[i].stride != row->stride ||
            !set_count(out_model, row, table[i].count, count_is_set))
            return sinew__damaged(error, row->name, (int64_t)table[i].count);
        const int absent = row->rule == SINEW__COUNT_OPTIONAL && table[i].count == 0;
        const void *items = absent ? NULL : (const unsigned char *)block + table[i].offset;
        memcpy((char *)out_model + row->field, &items, sizeof items);
    }
    if (end != size) return sinew__damaged(error, "sections that end at byte", (int64_t)end);
    for (int i = 0; i < SINEW__SECTION_ALL; ++i)
        if (!seen[i] && sinew__kind_has_section(kind, i))
            return sinew__fail(error, SINEW_ERROR_DAMAGED, "the model block has no %s", sinew__sections[i].name);
    return SINEW_OK;
}
