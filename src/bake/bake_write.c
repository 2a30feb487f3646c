#include <math.h>
#include <string.h>

#include "bake/bake_clip.h"
#include "base/affine.h"

/// What is being written: one frame.
typedef struct frame_writer {
    sinew__bake *bake;
    const uint8_t *section;
    const sinew__frame_group *groups;
    const sinew__bake_frame *frame;
    uint8_t *bytes;
    double error; ///< the largest displacement of a skinning matrix of the frame as stored
} frame_writer;

/// Rounds a number to int16 and back.
static double put_number(uint8_t *at, int index, double number, float step)
{
    const double size = (double)step * SINEW__QUAT16_LENGTH, most = SINEW__MAP16_MOST;
    const double scaled = size > 0 ? number / size : 0;
    const int16_t rounded = (int16_t)lrint(scaled < -most ? -most : scaled > most ? most : scaled);
    memcpy(at + (size_t)index * sizeof rounded, &rounded, sizeof rounded);
    return size * rounded;
}

/// Rounds a joint's skinning matrix so that the middle of what it moves stays where it is.
static sinew_affine put_rounded(const frame_writer *writer, const sinew__frame_group *group, int lane, int32_t joint,
                                sinew_affine map)
{
    const float *steps = (const float *)(const void *)(writer->section + group->base);
    const sinew_vec3 center = writer->bake->reach->joints[joint].center;
    const double at[3] = {center.x, center.y, center.z};
    for (int row = 0; row < 3; ++row) {
        double shift = map.row[row][3];
        for (int i = 0; i < 4; ++i) {
            const double wanted = i < 3 ? map.row[row][i] : shift;
            const int number = SINEW__MATRIX_FLOATS * lane + 4 * row + i;
            map.row[row][i] = put_number(writer->bytes + group->main, sinew__map16_at(number), wanted, steps[number]);
            if (i < 3) shift += (wanted - map.row[row][i]) * at[i];
        }
    }
    return map;
}

/// Stores one joint's skinning matrix and returns it as copying will find it.
static sinew_affine put_matrix(const frame_writer *writer, const sinew__frame_group *group, int lane, int32_t joint)
{
    const float *skinning = sinew__bake_matrix(writer->bake, writer->frame, joint);
    const size_t first = (size_t)SINEW__MATRIX_FLOATS * (size_t)lane;
    if (group->kind == SINEW__FRAME_STATIC)
        skinning = (const float *)(const void *)(writer->section + group->base) + first;
    sinew_affine map;
    for (int i = 0; i < SINEW__MATRIX_FLOATS; ++i) map.row[i / 4][i % 4] = (double)skinning[i];
    if (group->kind == SINEW__FRAME_MAPS16) return put_rounded(writer, group, lane, joint, map);
    if (group->kind == SINEW__FRAME_MAPS32)
        memcpy(writer->bytes + group->main + first * sizeof(float), skinning, SINEW__MATRIX_FLOATS * sizeof(float));
    return map;
}

/// Adds what storing moves a joint by to the error.
static void add_error(frame_writer *writer, int32_t joint, const sinew_affine *skinning)
{
    const sinew__bake *bake = writer->bake;
    const sinew_affine stored = sinew__bake_with_root(bake, skinning);
    writer->error =
        sinew__influence_bounds_widen(&bake->reach->joints[joint], &stored, &bake->mixed[joint], writer->error);
}

static void put_matrices(frame_writer *writer)
{
    for (int32_t i = 0; i < writer->bake->model->joint_count; ++i) {
        const int32_t joint = writer->bake->matrix_joints[i];
        const sinew_affine skinning = put_matrix(writer, &writer->groups[i / SINEW__LANES], i % SINEW__LANES, joint);
        add_error(writer, joint, &skinning);
    }
}

static void put_frame(frame_writer *writer, const sinew__baked_clip *baked)
{
    const sinew_model *model = writer->bake->model;
    sinew__bake_mix(writer->bake, writer->frame, writer->frame, 0);
    put_matrices(writer);
    const int32_t *scalars = (const int32_t *)(const void *)(writer->section + baked->scalars);
    for (int32_t i = 0; i < baked->scalar_count; ++i)
        memcpy(writer->bytes + baked->scalar_offset + (size_t)i * sizeof(float), &writer->frame->weights[scalars[i]],
               sizeof(float));
    if (baked->visible_offset)
        memcpy(writer->bytes + baked->visible_offset, writer->frame->visible, (size_t)model->joint_count);
}

sinew__bake_outcome sinew__bake_write(sinew__bake *bake, sinew__buffer *section, const sinew__baked_clip *baked,
                                      double *out_error)
{
    uint8_t *bytes = (uint8_t *)section->text;
    frame_writer writer = {
        .bake = bake, .section = bytes, .groups = (const sinew__frame_group *)(const void *)(bytes + baked->groups)};
    sinew__bake_forget(bake, section, baked);
    *out_error = 0;
    for (size_t i = 0; i < bake->frame_count; ++i) {
        sinew__bake_frame *frame = &bake->frames[i];
        writer.frame = frame;
        writer.bytes = bytes + baked->frames + i * baked->frame_bytes;
        writer.error = 0;
        if (frame->kept)
            memcpy(writer.bytes, frame->kept, baked->frame_bytes);
        else
            put_frame(&writer, baked);
        if (!frame->kept) frame->stored = writer.error;
        *out_error = sinew__bake_larger(*out_error, frame->stored);
    }
    return SINEW__BAKE_OK;
}
