#include "model/validate.h"

#include <math.h>
#include <string.h>

#include "base/affine.h"
#include "base/printable.h"
#include "model/block.h"

// ---- tools for all parts ------------------------------------------------------------------------------------------

sinew_result sinew__damaged(sinew_error *error, const char *what, int64_t index)
{
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "the model block is damaged: %s %lld", what, (long long)index);
}

// Loops over the large arrays gather bits and look at them when they are done, so that compilers turn them into
// vectors, and they add where a comparison would do: the oldest vector instructions compare no unsigned and no long
// numbers.

int sinew__all_below(const uint32_t *numbers, size_t count, uint32_t limit)
{
    uint32_t carries = 0;
    for (size_t i = 0; i < count; ++i) carries |= sinew__limit_carry(numbers[i], limit);
    return !(carries >> 31);
}

int sinew__all_finite(const float *values, size_t count)
{
    uint32_t carries = 0;
    for (size_t i = 0; i < count; ++i) carries |= sinew__finite_carry(values[i]);
    return !(carries >> 31);
}

int sinew__all_finite_double(const double *values, size_t count)
{
    const uint64_t exponent = UINT64_C(0x7ff) << 52, one = UINT64_C(1) << 52;
    uint64_t carries = 0;
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        carries |= (bits & exponent) + one;
    }
    return !(carries >> 63);
}

// ---- layout -------------------------------------------------------------------------------------------------------

static sinew_result check_header(const sinew__block_header *header, size_t size, sinew_error *error)
{
    if (size < sizeof *header || memcmp(header->magic, SINEW__BLOCK_MAGIC, sizeof header->magic) != 0)
        return sinew__fail(error, SINEW_ERROR_NOT_A_MODEL, "not a model block");
    if (header->endian != SINEW__BLOCK_ENDIAN)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "a model block of another byte order");
    if (header->version != SINEW__BLOCK_VERSION)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "a model block of version %u; this is %u",
                           (unsigned)header->version, SINEW__BLOCK_VERSION);
    if (header->size != size)
        return sinew__fail(error, SINEW_ERROR_TRUNCATED, "the model block ends early, at byte %zu of %llu", size,
                           (unsigned long long)header->size);
    if (header->section_count > (size - sizeof *header) / sizeof(sinew__block_section))
        return sinew__damaged(error, "section count", header->section_count);
    return SINEW_OK;
}

static int section_lies_inside(const sinew__block_section *section, size_t size)
{
    return section->stride > 0 && section->offset % SINEW__BLOCK_ALIGN == 0 && section->offset <= size &&
           section->count <= (size - section->offset) / section->stride;
}

static void set_pointer(sinew_model *model, size_t field, const void *pointer)
{
    memcpy((char *)model + field, &pointer, sizeof pointer);
}

/// Sets the count that goes with a section, or compares it where another section has set it. Returns whether it fits.
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

sinew_result sinew__view_block(const void *block, size_t size, sinew_model *out_model, sinew_error *error)
{
    const sinew__block_header *header = block;
    const sinew_result result = check_header(header, size, error);
    if (result != SINEW_OK) return result;
    const sinew__block_section *table = (const sinew__block_section *)(header + 1);
    uint8_t count_is_set[sizeof(sinew_model)] = {0};
    uint8_t seen[SINEW__SECTION_COUNT] = {0};
    for (uint32_t i = 0; i < header->section_count; ++i) {
        if (!section_lies_inside(&table[i], size)) return sinew__damaged(error, "section", i);
        if (table[i].id >= SINEW__SECTION_COUNT) continue; // of a later version
        const sinew__section_row *row = &sinew__sections[table[i].id];
        if (seen[table[i].id]++ || table[i].version != row->version || table[i].stride != row->stride ||
            !set_count(out_model, row, table[i].count, count_is_set))
            return sinew__damaged(error, row->name, (int64_t)table[i].count);
        const int absent = row->rule == SINEW__COUNT_OPTIONAL && table[i].count == 0;
        set_pointer(out_model, row->field, absent ? NULL : (const unsigned char *)block + table[i].offset);
    }
    for (int i = 0; i < SINEW__SECTION_COUNT; ++i)
        if (!seen[i])
            return sinew__fail(error, SINEW_ERROR_DAMAGED, "the model block has no %s", sinew__sections[i].name);
    return SINEW_OK;
}

// ---- contents -----------------------------------------------------------------------------------------------------

static sinew_result validate_text(const sinew_model *model, sinew_error *error)
{
    if (model->text_size == 0 || model->text[0] != '\0' || model->text[model->text_size - 1] != '\0')
        return sinew__damaged(error, "text of size", (int64_t)model->text_size);
    if (!sinew__is_utf8(model->text, model->text_size))
        return sinew__damaged(error, "text of size", (int64_t)model->text_size);
    return SINEW_OK;
}

static sinew_result validate_info(const sinew_model *model, sinew_error *error)
{
    const sinew_model_info *info = model->info;
    const sinew_text_ref texts[] = {info->format,    info->version, info->encoding,
                                    info->generator, info->up,      info->front};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i)
        if (!sinew__text_fits(model, texts[i])) return sinew__damaged(error, "info text", (int64_t)i);
    const int numbers_hold = info->unit_cm > 0 && isfinite(info->unit_cm) && info->fps >= 0 && isfinite(info->fps) &&
                             info->ticks_per_second > 0 && info->size > 0 && isfinite(info->size) &&
                             sinew__affine_is_finite(&info->root) && sinew__affine_is_finite(&info->global_inverse);
    return numbers_hold ? SINEW_OK : sinew__damaged(error, "info", 0);
}

static int transform_is_valid(const sinew_transform *t)
{
    const double length = t->r.x * t->r.x + t->r.y * t->r.y + t->r.z * t->r.z + t->r.w * t->r.w;
    return isfinite(t->t.x + t->t.y + t->t.z + t->s.x + t->s.y + t->s.z) && fabs(length - 1) < 1e-6;
}

static sinew_result validate_joints(const sinew_model *model, sinew_error *error)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        const int valid = joint->parent >= SINEW_NONE && joint->parent < i &&
                          (i == 0 || joint->parent >= model->joints[i - 1].parent) &&
                          sinew__text_fits(model, joint->name) && joint->authored >= 0 &&
                          joint->authored < model->joint_count && model->authored_order[joint->authored] == i &&
                          sinew__index_or_none(joint->node, model->node_count) &&
                          sinew__index_or_none(joint->stack, model->stack_count) && joint->kind <= SINEW_JOINT_LIGHT &&
                          joint->depth == (joint->parent == SINEW_NONE ? 0 : model->joints[joint->parent].depth + 1) &&
                          transform_is_valid(&joint->rest) && sinew__affine_is_finite(&joint->rest_matrix) &&
                          sinew__affine_is_finite(&joint->bind_global);
        if (!valid) return sinew__damaged(error, "joint", i);
    }
    for (int32_t i = 0; i < model->stack_count; ++i) {
        const sinew_transform_stack *stack = &model->stacks[i];
        const size_t numbers = offsetof(sinew_transform_stack, rotation_order) / sizeof(double);
        if (!sinew__all_finite_double(stack->translation, numbers) || stack->rotation_order < 0 ||
            stack->rotation_order > SINEW_ROTATE_SPHERIC || stack->inherit_type < 0 ||
            stack->inherit_type > SINEW_INHERIT_Rrs)
            return sinew__damaged(error, "transform stack", i);
    }
    for (int32_t i = 0; i < model->node_count; ++i) {
        const sinew_node *node = &model->nodes[i];
        int32_t before = i - 1; // depth-first: the parent is the node before or one of its ancestors
        while (before != SINEW_NONE && before != node->parent) before = model->nodes[before].parent;
        if (before != node->parent || (node->parent == SINEW_NONE) != (i == 0) ||
            !sinew__index_or_none(node->joint, model->joint_count) || !sinew__text_fits(model, node->name) ||
            !sinew__affine_is_finite(&node->local))
            return sinew__damaged(error, "node", i);
    }
    return SINEW_OK;
}

static sinew_result validate_materials(const sinew_model *model, sinew_error *error)
{
    for (int32_t i = 0; i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        if (!sinew__text_fits(model, texture->path) || !sinew__text_fits(model, texture->format) ||
            texture->first_byte > model->image_byte_count ||
            texture->byte_count > model->image_byte_count - texture->first_byte)
            return sinew__damaged(error, "texture", i);
    }
    for (int32_t i = 0; i < model->material_count; ++i) {
        const sinew_material *material = &model->materials[i];
        if (!sinew__text_fits(model, material->name) ||
            !sinew__index_or_none(material->texture, model->texture_count) ||
            material->alpha_mode > SINEW_ALPHA_BLEND || !sinew__all_finite(material->base_color, 4) ||
            !isfinite(material->alpha_cutoff))
            return sinew__damaged(error, "material", i);
    }
    return SINEW_OK;
}

static sinew_result validate_notes(const sinew_model *model, sinew_error *error)
{
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const sinew_warning *warning = &model->warnings[i];
        if (!sinew__text_fits(model, warning->code) || !sinew__text_fits(model, warning->object) ||
            !sinew__text_fits(model, warning->text) || warning->severity > SINEW_SEVERITY_ERROR)
            return sinew__damaged(error, "warning", i);
    }
    for (int32_t i = 0; i < model->source_count; ++i)
        if (!sinew__text_fits(model, model->sources[i].name)) return sinew__damaged(error, "source", i);
    return SINEW_OK;
}

sinew_result sinew__validate(const sinew_model *model, sinew_error *error)
{
    sinew_result result = validate_text(model, error);
    if (result == SINEW_OK) result = validate_info(model, error);
    if (result == SINEW_OK) result = validate_joints(model, error);
    if (result == SINEW_OK) result = validate_materials(model, error);
    if (result == SINEW_OK) result = sinew__validate_meshes(model, error);
    if (result == SINEW_OK) result = sinew__validate_caches(model, error);
    if (result == SINEW_OK) result = sinew__validate_clips(model, error);
    if (result == SINEW_OK) result = sinew__validate_rows(model, error);
    if (result == SINEW_OK) result = validate_notes(model, error);
    return result;
}
