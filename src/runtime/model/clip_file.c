// Hashes of everything that the keys of a clip depend on, per joint.
#include "runtime/model/clip_file.h"

#include <string.h>

#include "core/base/affine.h"
#include "core/base/hash.h"
#include "runtime/model/joint_frame.h"

/// Collects the values that one part of a joint's hash covers.
typedef struct part {
    uint64_t items[48];
    size_t count;
} part;

static void put_numbers(part *to, const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const double number = numbers[i] + 0.0; // turns −0 into 0
        memcpy(&to->items[to->count++], &number, sizeof number);
    }
}

enum { PART_BITS = 3, KEYED_BITS = 9 };

sinew__clip_joint sinew__clip_joint_of(const sinew_model *model, int32_t joint, uint32_t keyed)
{
    const sinew_joint *item = &model->joints[joint];
    const sinew_transform_stack stack = sinew__joint_stack(model, joint);
    const char *parent = item->parent == SINEW_NONE ? "" : sinew_text(model, model->joints[item->parent].name);
    const double *const rests[] = {stack.translation, stack.rotation, stack.scaling};
    part parts[SINEW__PART_COUNT];
    uint64_t hashes[SINEW__PART_COUNT];
    for (int i = 0; i < SINEW__PART_COUNT; ++i) parts[i].count = 0;
    parts[SINEW__PART_PARENT].items[0] = item->parent == SINEW_NONE ? 0 : sinew__hash(parent, strlen(parent));
    parts[SINEW__PART_PARENT].count = 1;
    const uint64_t order = (uint64_t)(stack.rotation_active ? stack.rotation_order : SINEW_ROTATE_XYZ),
                   inherit = (uint64_t)sinew__inherit_type(model, joint),
                   is_sheared = (item->flags & SINEW_JOINT_REST_SHEARED) != 0;
    parts[SINEW__PART_ORDER].items[0] = order | inherit << 8 | is_sheared << 16;
    parts[SINEW__PART_ORDER].count = 1;
    if (is_sheared) put_numbers(&parts[SINEW__PART_ORDER], item->rest_matrix.row[0], 12);
    if (stack.rotation_active) {
        put_numbers(&parts[SINEW__PART_ROTATIONS], stack.pre_rotation, 3);
        put_numbers(&parts[SINEW__PART_ROTATIONS], stack.post_rotation, 3);
    } else {
        static const double none[6] = {0};
        put_numbers(&parts[SINEW__PART_ROTATIONS], none, 6);
    }
    put_numbers(&parts[SINEW__PART_PIVOTS], stack.rotation_offset, 3);
    put_numbers(&parts[SINEW__PART_PIVOTS], stack.rotation_pivot, 3);
    put_numbers(&parts[SINEW__PART_PIVOTS], stack.scaling_offset, 3);
    put_numbers(&parts[SINEW__PART_PIVOTS], stack.scaling_pivot, 3);
    if (item->flags & SINEW_JOINT_HAS_BIND) put_numbers(&parts[SINEW__PART_BIND], item->bind_global.row[0], 12);
    for (int i = 0; i < 9; ++i)
        if (!(keyed >> i & 1)) put_numbers(&parts[SINEW__PART_RESTS], &rests[i / 3][i % 3], 1);
    sinew__clip_joint out = {.parts = keyed & SINEW__KEYED};
    for (int i = 0; i < SINEW__PART_COUNT; ++i) {
        hashes[i] = parts[i].count ? sinew__hash(parts[i].items, parts[i].count * sizeof *parts[i].items) : 0;
        out.parts |= (uint32_t)(hashes[i] >> 32 & ((1u << PART_BITS) - 1)) << (KEYED_BITS + PART_BITS * i);
    }
    out.hash = (uint32_t)(sinew__hash(hashes, sizeof hashes) >> (64 - SINEW__JOINT_HASH_BITS));
    return out;
}

const char *sinew__joint_difference(const sinew__clip_joint *a, const sinew__clip_joint *b)
{
    static const char *const names[SINEW__PART_COUNT] = {"parent",
                                                         "rotation order or inherit type",
                                                         "pre- or post-rotation",
                                                         "pivots",
                                                         "bind pose",
                                                         "translation, rotation or scale that the clip does not key"};
    const uint32_t differs = (a->parts ^ b->parts) >> KEYED_BITS;
    for (int i = 0; i < SINEW__PART_COUNT; ++i)
        if (differs >> (PART_BITS * i) & ((1u << PART_BITS) - 1)) return names[i];
    return "transform at rest";
}

void sinew__resting_angles(const sinew_model *model, int32_t joint, float out[3])
{
    const sinew_transform_stack stack = sinew__joint_stack(model, joint);
    int axes[3];
    const double sign = sinew__rotation_axes(stack.rotation_active ? stack.rotation_order : SINEW_ROTATE_XYZ, axes);
    for (int i = 0; i < 3; ++i) out[i] = (float)(sign * stack.rotation[axes[i]] / 180);
}

uint64_t sinew__clip_order(const sinew_model *model)
{
    uint64_t so_far[3] = {(uint64_t)model->joint_count, (uint64_t)model->morph_count, 0};
    so_far[0] = sinew__hash(so_far, sizeof so_far);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const char *name = sinew_text(model, model->joints[i].name);
        so_far[1] = sinew__hash(name, strlen(name));
        so_far[2] = (uint64_t)(int64_t)model->joints[i].parent;
        so_far[0] = sinew__hash(so_far, sizeof so_far);
    }
    for (int32_t i = 0; i < model->morph_count; ++i) {
        const char *mesh = sinew__morph_mesh(model, i), *name = sinew_text(model, model->morphs[i].name);
        so_far[1] = sinew__hash(mesh, strlen(mesh));
        so_far[2] = sinew__hash(name, strlen(name));
        so_far[0] = sinew__hash(so_far, sizeof so_far);
    }
    return so_far[0];
}
