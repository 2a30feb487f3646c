#include <math.h>
#include <string.h>

#include "bake/bake_clip.h"
#include "base/affine.h"

/// A cosine, of maps whose rotation is found fast.
static const double almost_square = 1e-3;

/// What is being written: one row, and where its joints stand as stored so far.
typedef struct row_writer {
    sinew__bake *bake;
    const uint8_t *section;
    const sinew__row_group *groups;
    const sinew__bake_row *row;
    uint8_t *bytes;
    sinew_affine *stored; ///< [joint_count] skinning matrices
    double error;         ///< the largest displacement of a skinning matrix of the row as stored
} row_writer;

static void put_floats(uint8_t *at, const float *numbers, int count, int lane)
{
    for (int i = 0; i < count; ++i)
        memcpy(at + (size_t)(i * SINEW__LANES + lane) * sizeof(float), &numbers[i], sizeof(float));
}

/// Rounds a rotation to int16 and back.
static void put_int16(uint8_t *at, float q[4], int lane)
{
    const double length = sqrt((double)q[0] * (double)q[0] + (double)q[1] * (double)q[1] + (double)q[2] * (double)q[2] +
                               (double)q[3] * (double)q[3]);
    for (int i = 0; i < 4; ++i) {
        const double scaled = length > 0 ? (double)q[i] / length * SINEW__QUAT16_LENGTH : 0;
        const int16_t rounded = (int16_t)lrint(scaled);
        memcpy(at + (size_t)sinew__quat16_at(lane, i) * sizeof rounded, &rounded, sizeof rounded);
        q[i] = (float)rounded;
    }
}

/// Turns (and where places are in the row: moves) a joint's local so that, under its parent as stored, its skinning
/// matrix is what it was meant to be. Errors then do not add up along a chain. Under a parent that is scaled to nothing
/// it is left alone, as is a local that would be rotated far: shear does that.
static void follow_stored_parent(const row_writer *writer, int32_t joint, const sinew__row_group *group, float *local)
{
    const sinew__bake *bake = writer->bake;
    const int32_t parent = bake->model->joints[joint].parent;
    sinew_affine above;
    if (parent == SINEW_NONE || !sinew__affine_inverse(&writer->stored[parent], &above)) return;
    sinew_affine map = sinew__affine_multiply(&above, &bake->mixed[joint]);
    const sinew_affine *bind = &bake->binds->of[joint];
    const sinew_vec3 place = sinew__affine_point(&map, (sinew_vec3){bind->row[0][3], bind->row[1][3], bind->row[2][3]});
    for (int i = 0; i < 3; ++i) {
        const float s = local[SINEW__LOCAL_SCALE + i];
        if (s == 0.0f) return;
        for (int k = 0; k < 3; ++k) map.row[k][i] /= (double)s;
    }
    sinew_transform rotated;
    if (!sinew__transform_of_square(&map, almost_square, &rotated)) sinew__transform_nearest(&map, &rotated);
    const double q[4] = {rotated.r.x, rotated.r.y, rotated.r.z, rotated.r.w};
    double same = 0;
    for (int i = 0; i < 4; ++i) same += q[i] * (double)local[i];
    if (!(fabs(same) > 0.99)) return;
    for (int i = 0; i < 4; ++i) local[i] = (float)(same < 0 ? -q[i] : q[i]);
    if (!(group->flags & SINEW__ROW_MOVES)) return;
    const double moved[3] = {place.x, place.y, place.z};
    for (int i = 0; i < 3; ++i) local[SINEW__LOCAL_PLACE + i] = (float)moved[i];
}

/// What a STATIC group has of a joint.
static sinew_affine static_local(const float *base, int lane)
{
    sinew_affine map;
    for (int i = 0; i < 12; ++i) map.row[i / 4][i % 4] = (double)base[sinew__map_row_at(lane, i / 4) + i % 4];
    return map;
}

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
static sinew_affine put_rounded(const row_writer *writer, const sinew__row_group *group, int lane, int32_t joint,
                                sinew_affine map)
{
    const float *steps = (const float *)(const void *)(writer->section + group->base);
    const sinew_vec3 center = writer->bake->reach->joints[joint].center;
    const double at[3] = {center.x, center.y, center.z};
    for (int row = 0; row < 3; ++row) {
        double shift = map.row[row][3];
        for (int i = 0; i < 4; ++i) {
            const double wanted = i < 3 ? map.row[row][i] : shift;
            const int number = SINEW__LOCAL_FLOATS * lane + 4 * row + i;
            map.row[row][i] = put_number(writer->bytes + group->main, sinew__map16_at(number), wanted, steps[number]);
            if (i < 3) shift += (wanted - map.row[row][i]) * at[i];
        }
    }
    return map;
}

/// Stores one joint's skinning matrix and returns it as copying will find it.
static sinew_affine put_matrix(const row_writer *writer, const sinew__row_group *group, int lane, int32_t joint)
{
    const float *skinning = sinew__bake_local(writer->bake, writer->row, joint);
    const size_t first = (size_t)SINEW__LOCAL_FLOATS * (size_t)lane;
    if (group->kind == SINEW__ROW_STATIC)
        skinning = (const float *)(const void *)(writer->section + group->base) + first;
    const sinew_affine map = sinew__bake_local_map(writer->bake, joint, skinning);
    if (group->kind == SINEW__ROW_MAPS16) return put_rounded(writer, group, lane, joint, map);
    if (group->kind == SINEW__ROW_MAPS32)
        memcpy(writer->bytes + group->main + first * sizeof(float), skinning, SINEW__LOCAL_FLOATS * sizeof(float));
    return map;
}

/// Stores one joint's local and returns it as a walk will find it.
static sinew_affine put_local(const row_writer *writer, int32_t joint)
{
    const sinew__row_group *group = &writer->groups[joint / SINEW__LANES];
    const int lane = joint % SINEW__LANES;
    const float *base = (const float *)(const void *)(writer->section + group->base);
    float local[SINEW__LOCAL_FLOATS];
    memcpy(local, sinew__bake_local(writer->bake, writer->row, joint), sizeof local);
    if (group->kind == SINEW__ROW_STATIC) return static_local(base, lane);
    if (group->kind == SINEW__ROW_AFFINE) {
        put_floats(writer->bytes + group->main, local, SINEW__LOCAL_FLOATS, lane);
        return sinew__bake_local_map(writer->bake, joint, local);
    }
    for (int i = 0; i < 3; ++i) {
        if (!(group->flags & SINEW__ROW_MOVES)) local[SINEW__LOCAL_PLACE + i] = base[i * SINEW__LANES + lane];
        if (!(group->flags & SINEW__ROW_SCALES)) local[SINEW__LOCAL_SCALE + i] = base[(3 + i) * SINEW__LANES + lane];
    }
    if (group->kind == SINEW__ROW_QUAT16) {
        follow_stored_parent(writer, joint, group, local);
        put_int16(writer->bytes + group->main, local, lane);
    } else
        put_floats(writer->bytes + group->main, local, 4, lane);
    if (group->flags & SINEW__ROW_MOVES) put_floats(writer->bytes + group->place, local + SINEW__LOCAL_PLACE, 3, lane);
    if (group->flags & SINEW__ROW_SCALES) put_floats(writer->bytes + group->scale, local + SINEW__LOCAL_SCALE, 3, lane);
    return sinew__bake_local_map(writer->bake, joint, local);
}

/// Lanes beyond the last joint turn nothing.
static void fill_last_group(const row_writer *writer)
{
    const int32_t count = writer->bake->model->joint_count;
    const sinew__row_group *group = &writer->groups[(count - 1) / SINEW__LANES];
    for (int lane = (count - 1) % SINEW__LANES + 1; lane < SINEW__LANES; ++lane) {
        float still[4] = {0, 0, 0, 1};
        if (group->kind == SINEW__ROW_QUAT16) put_int16(writer->bytes + group->main, still, lane);
        if (group->kind == SINEW__ROW_QUAT32) put_floats(writer->bytes + group->main, still, 4, lane);
    }
}

/// Notes where a joint stands as stored.
static void keep_stored(row_writer *writer, int32_t joint, const sinew_affine *local)
{
    const sinew__bake *bake = writer->bake;
    writer->stored[joint] = sinew__bake_skinning_matrix(bake, joint, local, writer->stored);
    writer->error = sinew__influence_bounds_widen(&bake->reach->joints[joint], &writer->stored[joint],
                                                  &bake->mixed[joint], writer->error);
}

static void put_matrices(row_writer *writer)
{
    for (int32_t i = 0; i < writer->bake->matrix_count; ++i) {
        const int32_t joint = writer->bake->matrix_joints[i];
        const sinew_affine skinning = put_matrix(writer, &writer->groups[i / SINEW__LANES], i % SINEW__LANES, joint);
        keep_stored(writer, joint, &skinning);
    }
}

static void put_locals(row_writer *writer)
{
    for (int32_t i = 0; i < writer->bake->model->joint_count; ++i) {
        const sinew_affine local = put_local(writer, i);
        keep_stored(writer, i, &local);
    }
    fill_last_group(writer);
}

static void put_row(row_writer *writer, const sinew__baked_clip *baked)
{
    const sinew_model *model = writer->bake->model;
    sinew__bake_mix(writer->bake, writer->row, writer->row, 0);
    (writer->bake->as_matrices ? put_matrices : put_locals)(writer);
    const int32_t *scalars = (const int32_t *)(const void *)(writer->section + baked->scalars);
    for (int32_t i = 0; i < baked->scalar_count; ++i)
        memcpy(writer->bytes + baked->scalar_offset + (size_t)i * sizeof(float), &writer->row->weights[scalars[i]],
               sizeof(float));
    if (baked->visible_offset)
        memcpy(writer->bytes + baked->visible_offset, writer->row->visible, (size_t)model->joint_count);
}

sinew__bake_outcome sinew__bake_write(sinew__bake *bake, sinew__buffer *section, const sinew__baked_clip *baked,
                                      double *out_error)
{
    uint8_t *bytes = (uint8_t *)section->text;
    row_writer writer = {.bake = bake,
                         .section = bytes,
                         .groups = (const sinew__row_group *)(const void *)(bytes + baked->groups),
                         .stored = SINEW__ARENA_ARRAY(bake->memory, sinew_affine, bake->model->joint_count)};
    if (bake->memory->failed) return SINEW__BAKE_NO_MEMORY;
    sinew__bake_forget(bake, section, baked);
    *out_error = 0;
    for (size_t i = 0; i < bake->row_count; ++i) {
        sinew__bake_row *row = &bake->rows[i];
        writer.row = row;
        writer.bytes = bytes + baked->rows + i * baked->row_bytes;
        writer.error = 0;
        if (row->kept)
            memcpy(writer.bytes, row->kept, baked->row_bytes);
        else
            put_row(&writer, baked);
        if (!row->kept) row->stored = writer.error;
        *out_error = sinew__bake_larger(*out_error, row->stored);
    }
    return SINEW__BAKE_OK;
}
