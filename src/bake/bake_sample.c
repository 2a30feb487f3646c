#include <math.h>
#include <string.h>

#include "bake/bake_clip.h"
#include "base/affine.h"
#include "model/joint_frame.h"
#include "platform/clock.h"
#include "pose/joint_global.h"

/// Of a map that passes for rotation and scale, relative to its largest element.
static const double most_shear = 1e-5;

// ---- which joints move --------------------------------------------------------------------------------------------

static int takes_parent_apart(const sinew_model *model, int32_t joint)
{
    return model->joints[joint].parent != SINEW_NONE && sinew__inherit_type(model, joint) != SINEW_INHERIT_RSrs;
}

/// Marks joints whose locals may change. A local relative to the parent changes with the parent's scale where that is
/// not taken over as it is.
static void mark_moving(const sinew__bake *bake, uint8_t *moves)
{
    const sinew_model *model = bake->model;
    const sinew_clip *clip = bake->clip;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->joint != SINEW_NONE && channel->property < SINEW_CHANNEL_VISIBILITY) moves[channel->joint] = 1;
    }
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i)
        if (model->tracks[i].joint != SINEW_NONE) moves[model->tracks[i].joint] = 1;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        if (takes_parent_apart(model, i) || (bake->as_matrices && parent != SINEW_NONE && moves[parent])) moves[i] = 1;
    }
}

/// Groups move, and are affine maps, as a whole.
static void set_places(sinew__bake *bake, const uint8_t *moves)
{
    const int32_t count = bake->model->joint_count;
    for (int32_t first = 0; first < count; first += SINEW__LANES) {
        const int32_t end = first + SINEW__LANES < count ? first + SINEW__LANES : count;
        int any_moves = 0, any_map = bake->as_matrices;
        for (int32_t i = first; i < end; ++i) {
            any_moves |= moves[i];
            any_map |= bake->needs_map[i];
        }
        for (int32_t i = first; i < end; ++i) {
            bake->place[i] = any_moves ? bake->place_count++ : SINEW_NONE;
            bake->as_map[i] = (uint8_t)any_map;
        }
    }
}

// ---- locals -------------------------------------------------------------------------------------------------------

static void put_map(const sinew_affine *map, float *out)
{
    for (int i = 0; i < SINEW__LOCAL_FLOATS; ++i) out[i] = (float)map->row[i / 4][i % 4];
}

/// What leads from the parent's global to the joint's as posed, whatever the inherit type.
static int local_as_posed(const sinew__bake *bake, int32_t joint, sinew_affine *out)
{
    const sinew_pose *pose = bake->pose;
    const sinew_joint *item = &bake->model->joints[joint];
    if (takes_parent_apart(bake->model, joint)) {
        sinew_affine above;
        if (!sinew__affine_inverse(&pose->global[item->parent], &above)) return 0;
        *out = sinew__affine_multiply(&above, &pose->global[joint]);
    } else if ((item->flags & SINEW_JOINT_REST_SHEARED) && !pose->animated[joint])
        *out = item->rest_matrix;
    else
        *out = sinew__affine_from_transform(&pose->local[joint]);
    return 1;
}

/// A map as rotation and scale. Returns 0 where it shears.
static int split_map(const sinew_affine *map, sinew_transform *out)
{
    return sinew__transform_of_square(map, most_shear / 4, out) || sinew__transform_from_affine(map, out) <= most_shear;
}

/// A map as rotation, scale and the place to which it takes the joint's own place in bind space. Returns 0 where it
/// shears.
static int put_transform(const sinew_affine *map, const sinew_affine *bind, float *out)
{
    sinew_transform transform;
    const int is_split = split_map(map, &transform);
    const sinew_vec3 place = sinew__affine_point(map, (sinew_vec3){bind->row[0][3], bind->row[1][3], bind->row[2][3]});
    const double numbers[] = {transform.r.x, transform.r.y, transform.r.z, transform.r.w, place.x,
                              place.y,       place.z,       transform.s.x, transform.s.y, transform.s.z};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) out[i] = (float)numbers[i];
    return is_split;
}

/// The skinning matrix of a joint, as rows have it.
static void take_matrix(const sinew__bake *bake, int32_t joint, float *out)
{
    sinew_affine map = sinew__affine_multiply(&bake->pose->global[joint], &bake->binds->back[joint]);
    if (bake->has_root) map = sinew__affine_multiply(&bake->model->info->global_inverse, &map);
    put_map(&map, out);
}

/// The local of a joint, as rows have it.
static sinew__bake_outcome take_local(sinew__bake *bake, int32_t joint, float *out)
{
    const sinew__binds *binds = bake->binds;
    const int32_t parent = bake->model->joints[joint].parent;
    sinew_affine posed;
    if (bake->as_matrices) {
        take_matrix(bake, joint, out);
        return SINEW__BAKE_OK;
    }
    if (!local_as_posed(bake, joint, &posed)) return SINEW__BAKE_OUT_OF_REACH;
    sinew_affine map = sinew__affine_multiply(&posed, &binds->back[joint]);
    if (parent != SINEW_NONE) map = sinew__affine_multiply(&binds->of[parent], &map);
    if (bake->as_map[joint])
        put_map(&map, out);
    else if (!put_transform(&map, &binds->of[joint], out)) {
        bake->needs_map[joint] = 1;
        bake->found_shear = 1;
    }
    return SINEW__BAKE_OK;
}

const float *sinew__bake_local(const sinew__bake *bake, const sinew__bake_row *row, int32_t joint)
{
    const int32_t place = bake->place[joint];
    return place == SINEW_NONE ? bake->resting + (size_t)joint * SINEW__LOCAL_FLOATS
                               : row->locals + (size_t)place * SINEW__LOCAL_FLOATS;
}

// ---- poses --------------------------------------------------------------------------------------------------------

sinew__bake_outcome sinew__bake_look_at_clock(sinew__bake_clock *clock)
{
    static const double now_and_then = 0.02;
    const sinew_bake_options *options = clock->options;
    if (!(options->seconds > 0) && !options->progress) return SINEW__BAKE_OK;
    const double now = sinew__now();
    if (options->seconds > 0 && now > clock->begin + options->seconds) return SINEW__BAKE_TOO_LONG;
    if (!options->progress || now < clock->asked + now_and_then) return SINEW__BAKE_OK;
    clock->asked = now;
    return options->progress(options->user, now - clock->begin) ? SINEW__BAKE_CANCELLED : SINEW__BAKE_OK;
}

static void find_globals(const sinew__bake *bake)
{
    for (int32_t i = 0; i < bake->model->joint_count; ++i) sinew__joint_global(bake->model, bake->pose, i);
}

sinew__bake_outcome sinew__bake_sample(sinew__bake *bake, int64_t tick)
{
    const sinew_model *model = bake->model;
    const uint64_t of_any_pose = 8; // a pose of few joints costs more than these
    const uint64_t work = of_any_pose + (uint64_t)model->joint_count + (uint64_t)bake->clip->channel_count +
                          (uint64_t)bake->clip->track_count + (uint64_t)model->morph_count;
    if (*bake->work_left < work) return SINEW__BAKE_TOO_LONG;
    const sinew__bake_outcome outcome = sinew__bake_look_at_clock(bake->clock);
    if (outcome != SINEW__BAKE_OK) return outcome;
    *bake->work_left -= work;
    sinew__pose_sample_near(model, bake->clip_index, (double)tick / (double)model->info->ticks_per_second, bake->cursor,
                            bake->pose);
    if (bake->takes_globals) find_globals(bake);
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__bake_pose(sinew__bake *bake, int64_t tick)
{
    const sinew__bake_outcome outcome = sinew__bake_sample(bake, tick);
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (!bake->takes_globals) find_globals(bake);
    for (int32_t i = 0; i < bake->model->joint_count; ++i)
        bake->wanted[i] = sinew__affine_multiply(&bake->pose->global[i], &bake->binds->back[i]);
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__bake_begin(sinew__bake *bake, int64_t first_tick)
{
    const sinew_model *model = bake->model;
    const int32_t count = model->joint_count;
    uint8_t *moves = SINEW__ARENA_ARRAY(bake->memory, uint8_t, count);
    bake->as_map = SINEW__ARENA_ARRAY(bake->memory, uint8_t, count);
    bake->place = SINEW__ARENA_ARRAY(bake->memory, int32_t, count);
    bake->resting = SINEW__ARENA_ARRAY(bake->memory, float, (size_t)count *SINEW__LOCAL_FLOATS);
    bake->most = SINEW__ARENA_ARRAY(bake->memory, float, (size_t)count *SINEW__LOCAL_FLOATS);
    bake->wanted = SINEW__ARENA_ARRAY(bake->memory, sinew_affine, count);
    bake->mixed = SINEW__ARENA_ARRAY(bake->memory, sinew_affine, count);
    if (bake->memory->failed) return SINEW__BAKE_NO_MEMORY;
    bake->has_root = !sinew__affine_is_identity(&model->info->root);
    bake->takes_globals = bake->as_matrices;
    for (int32_t i = 0; i < count; ++i) bake->takes_globals |= takes_parent_apart(model, i);
    sinew__bake_outcome outcome = sinew__bake_sample(bake, first_tick);
    if (outcome != SINEW__BAKE_OK) return outcome;
    mark_moving(bake, moves);
    set_places(bake, moves);
    for (int32_t i = 0; i < count && outcome == SINEW__BAKE_OK; ++i)
        outcome = take_local(bake, i, bake->resting + (size_t)i * SINEW__LOCAL_FLOATS);
    return outcome;
}

// ---- between rows -------------------------------------------------------------------------------------------------

/// The map that scales, turns and takes a point to a place.
static sinew_affine map_about(sinew_quat q, const float scale[3], sinew_vec3 point, const float place[3])
{
    const sinew_vec3 s = {(double)scale[0], (double)scale[1], (double)scale[2]},
                     p = {point.x * s.x, point.y * s.y, point.z * s.z};
    const sinew_vec3 twice = {2 * (q.y * p.z - q.z * p.y), 2 * (q.z * p.x - q.x * p.z), 2 * (q.x * p.y - q.y * p.x)};
    const sinew_vec3 rotated = {p.x + q.w * twice.x + q.y * twice.z - q.z * twice.y,
                                p.y + q.w * twice.y + q.z * twice.x - q.x * twice.z,
                                p.z + q.w * twice.z + q.x * twice.y - q.y * twice.x};
    return sinew__affine_from_transform(&(sinew_transform){
        .t = {(double)place[0] - rotated.x, (double)place[1] - rotated.y, (double)place[2] - rotated.z},
        .r = q,
        .s = s});
}

sinew_affine sinew__bake_local_map(const sinew__bake *bake, int32_t joint, const float *local)
{
    if (bake->as_map[joint]) {
        sinew_affine map;
        for (int i = 0; i < SINEW__LOCAL_FLOATS; ++i) map.row[i / 4][i % 4] = (double)local[i];
        return map;
    }
    const sinew_quat q = {(double)local[0], (double)local[1], (double)local[2], (double)local[3]};
    const sinew_affine *bind = &bake->binds->of[joint];
    const sinew_vec3 own = {bind->row[0][3], bind->row[1][3], bind->row[2][3]};
    return map_about(sinew__quat_normalize(q), local + SINEW__LOCAL_SCALE, own, local + SINEW__LOCAL_PLACE);
}

/// A mix of two locals as the walk makes it: every number by itself, rotations the short way and of no certain length.
static void mix_locals(const float *before, const float *after, double part, int as_map, float *out)
{
    const float *a = before, *b = after;
    const int opposite = !as_map && a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0.0f;
    for (int i = 0; i < SINEW__LOCAL_FLOATS; ++i) {
        const double to = (double)(opposite && i < SINEW__LOCAL_PLACE ? -b[i] : b[i]);
        out[i] = (float)((double)a[i] + (to - (double)a[i]) * part);
    }
}

sinew_affine sinew__bake_skinning_matrix(const sinew__bake *bake, int32_t joint, const sinew_affine *local,
                                         const sinew_affine *matrices)
{
    const int32_t parent = bake->model->joints[joint].parent;
    if (bake->as_matrices) return bake->has_root ? sinew__affine_multiply(&bake->model->info->root, local) : *local;
    return parent == SINEW_NONE ? *local : sinew__affine_multiply(&matrices[parent], local);
}

void sinew__bake_mix(sinew__bake *bake, const sinew__bake_row *before, const sinew__bake_row *after, double part)
{
    for (int32_t i = 0; i < bake->model->joint_count; ++i) {
        const float *own = sinew__bake_local(bake, before, i);
        float mixed[SINEW__LOCAL_FLOATS];
        if (before != after) mix_locals(own, sinew__bake_local(bake, after, i), part, bake->as_map[i], mixed);
        const sinew_affine local = sinew__bake_local_map(bake, i, before != after ? mixed : own);
        bake->mixed[i] = sinew__bake_skinning_matrix(bake, i, &local, bake->mixed);
    }
}

double sinew__bake_apart(sinew__bake *bake, const sinew__bake_row *before, const sinew__bake_row *after, double part)
{
    const sinew_model *model = bake->model;
    double farthest = 0;
    for (int32_t i = 0; i < model->morph_count; ++i) {
        const double mixed = (double)before->weights[i] + (double)(after->weights[i] - before->weights[i]) * part;
        farthest =
            sinew__bake_larger(farthest, fabs(mixed - (double)bake->pose->morph_weights[i]) * bake->reach->morphs[i]);
    }
    sinew__bake_mix(bake, before, after, part);
    for (int32_t i = 0; i < model->joint_count; ++i)
        farthest = sinew__influence_bounds_widen(&bake->reach->joints[i], &bake->mixed[i], &bake->wanted[i], farthest);
    return farthest;
}

// ---- rows ---------------------------------------------------------------------------------------------------------

int sinew__bake_fits(const sinew__bake *bake, size_t row_count)
{
    const size_t numbers = bake->as_matrices ? SINEW__LOCAL_FLOATS : 4;
    return row_count * (size_t)bake->place_count * numbers * sizeof(int16_t) <= bake->byte_limit;
}

sinew__bake_outcome sinew__bake_add_row(sinew__bake *bake, int64_t tick)
{
    const sinew_model *model = bake->model;
    if (bake->most_rows && bake->row_count >= bake->most_rows) return SINEW__BAKE_TOO_LONG;
    if (!sinew__bake_fits(bake, bake->row_count)) return SINEW__BAKE_TOO_LARGE;
    sinew__bake_outcome outcome = bake->row_count == 0 ? sinew__bake_pose(bake, tick) : sinew__bake_sample(bake, tick);
    if (outcome != SINEW__BAKE_OK) return outcome;
    bake->rows = sinew__arena_grow(bake->memory, bake->rows, bake->row_count, &bake->row_capacity, sizeof *bake->rows);
    sinew__bake_row row = {.tick = tick,
                           .locals =
                               SINEW__ARENA_ARRAY(bake->memory, float, (size_t)bake->place_count *SINEW__LOCAL_FLOATS),
                           .weights = SINEW__ARENA_ARRAY(bake->memory, float, model->morph_count),
                           .visible = SINEW__ARENA_ARRAY(bake->memory, uint8_t, model->joint_count)};
    if (bake->memory->failed) return SINEW__BAKE_NO_MEMORY;
    for (int32_t i = 0; i < model->joint_count && outcome == SINEW__BAKE_OK; ++i)
        if (bake->place[i] != SINEW_NONE)
            outcome = take_local(bake, i, row.locals + (size_t)bake->place[i] * SINEW__LOCAL_FLOATS);
    if (model->morph_count)
        memcpy(row.weights, bake->pose->morph_weights, (size_t)model->morph_count * sizeof *row.weights);
    memcpy(row.visible, bake->pose->visible, (size_t)model->joint_count);
    bake->rows[bake->row_count++] = row;
    if (outcome != SINEW__BAKE_OK || bake->found_shear || bake->row_count > 1) return outcome;
    return sinew__bake_apart(bake, &row, &row, 0) <= bake->bound ? SINEW__BAKE_OK : SINEW__BAKE_OUT_OF_REACH;
}
