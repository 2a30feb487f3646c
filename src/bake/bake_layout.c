#include <math.h>
#include <string.h>

#include "bake/bake_clip.h"

/// Of the bound: what numbers may differ by and pass for one. Exporters that resample leave noise of about a millionth.
static const double noise = 0.02;

uint64_t sinew__bake_reserve(sinew__buffer *section, uint64_t count, size_t size)
{
    const size_t padding = (SINEW__BAKED_ALIGN - section->size % SINEW__BAKED_ALIGN) % SINEW__BAKED_ALIGN;
    if (count > (SIZE_MAX / 2 - padding) / size) section->failed = 1;
    char *at = section->failed ? NULL : sinew__buffer_reserve(section, padding + (size_t)count * size);
    if (!at) return 0;
    memset(at, 0, padding + (size_t)count * size);
    section->size += padding + (size_t)count * size;
    return section->size - (size_t)count * size;
}

/// Whether the elements of a joint's skinning matrix are the same in all frames.
static int holds(const sinew__bake *bake, int32_t joint, double tolerance)
{
    if (bake->position[joint] == SINEW_NONE) return 1;
    const float *first = sinew__bake_matrix(bake, &bake->frames[0], joint);
    for (size_t r = 1; r < bake->frame_count; ++r) {
        const float *matrix = sinew__bake_matrix(bake, &bake->frames[r], joint);
        for (int i = 0; i < SINEW__MATRIX_FLOATS; ++i)
            if (!(fabs((double)matrix[i] - (double)first[i]) <= tolerance)) return 0;
    }
    return 1;
}

/// Joints of one group, by lane.
typedef struct group_joints {
    int32_t of[SINEW__LANES], count;
} group_joints;

static group_joints joints_of_group(const sinew__bake *bake, int32_t group)
{
    group_joints joints = {.count = 0};
    for (int lane = 0; lane < SINEW__LANES; ++lane) {
        const int32_t joint = sinew__bake_joint_at(bake, group, lane);
        if (joint != SINEW_NONE) joints.of[joints.count++] = joint;
    }
    return joints;
}

/// Whether a joint's skinning matrix is the same in all frames. It moves the joint's own box and no more.
static int matrix_is_constant(const sinew__bake *bake, int32_t joint)
{
    const sinew__influence_box *box = &bake->reach->joints[joint];
    const double x = fabs(box->center.x) + box->half.x, y = fabs(box->center.y) + box->half.y,
                 z = fabs(box->center.z) + box->half.z;
    const double shift = noise * bake->bound, turn = shift / sqrt(x * x + y * y + z * z);
    return holds(bake, joint, fmin(shift, turn));
}

static sinew__frame_group choose_group(const sinew__bake *bake, const group_joints *joints, sinew__frame_kind kind)
{
    for (int32_t i = 0; i < joints->count; ++i)
        if (!matrix_is_constant(bake, joints->of[i])) return (sinew__frame_group){.kind = kind};
    return (sinew__frame_group){.kind = SINEW__FRAME_STATIC};
}

/// Widens the bounds of a joint's elements to all frames, and by a little more, so that few frames that are added widen
/// them again.
static void widen_bounds(sinew__bake *bake, int32_t joint, float *most)
{
    static const float spare = 1.0f / 64;
    float largest[SINEW__MATRIX_FLOATS] = {0};
    for (size_t r = 0; r < bake->frame_count; ++r) {
        const float *skinning = sinew__bake_matrix(bake, &bake->frames[r], joint);
        for (int i = 0; i < SINEW__MATRIX_FLOATS; ++i) {
            const float size = fabsf(skinning[i]);
            largest[i] = size > largest[i] ? size : largest[i];
        }
    }
    for (int i = 0; i < SINEW__MATRIX_FLOATS; ++i) {
        if (!(largest[i] > most[i])) continue;
        most[i] = largest[i] + spare * largest[i];
        bake->steps_grew = 1;
    }
}

/// Steps of a joint's elements: their size in parts of int16.
static void fill_steps(sinew__bake *bake, int32_t joint, float *steps)
{
    float *most = bake->most + (size_t)joint * SINEW__MATRIX_FLOATS;
    widen_bounds(bake, joint, most);
    for (int i = 0; i < SINEW__MATRIX_FLOATS; ++i) steps[i] = most[i] / SINEW__MAP16_MOST / SINEW__QUAT16_LENGTH;
}

/// One lane of what of a group lies outside the frames.
static void fill_base(sinew__bake *bake, const sinew__frame_group *group, int32_t joint, int lane, float *base)
{
    if (group->kind == SINEW__FRAME_MAPS16) {
        fill_steps(bake, joint, base + SINEW__MATRIX_FLOATS * lane);
        return;
    }
    memcpy(base + SINEW__MATRIX_FLOATS * lane, sinew__bake_matrix(bake, &bake->frames[0], joint),
           SINEW__MATRIX_FLOATS * sizeof(float));
}

static uint32_t lay_out_groups(sinew__bake *bake, sinew__frame_kind kind, sinew__buffer *section,
                               sinew__baked_clip *baked)
{
    const int32_t count = sinew__bake_group_count(bake);
    uint32_t frame_bytes = 0;
    baked->groups = sinew__bake_reserve(section, (uint64_t)count, sizeof(sinew__frame_group));
    for (int32_t i = 0; i < count && !section->failed; ++i) {
        const group_joints joints = joints_of_group(bake, i);
        sinew__frame_group group = choose_group(bake, &joints, kind);
        frame_bytes = sinew__frame_group_place(&group, frame_bytes);
        if (sinew__frame_base_floats(group.kind)) {
            group.base = sinew__bake_reserve(section, sinew__frame_base_floats(group.kind), sizeof(float));
            if (section->failed) return 0;
            for (int lane = 0; lane < joints.count; ++lane)
                fill_base(bake, &group, joints.of[lane], lane, (float *)(void *)(section->text + group.base));
        }
        memcpy(section->text + baked->groups + (size_t)i * sizeof group, &group, sizeof group);
    }
    return frame_bytes;
}

static int weight_holds(const sinew__bake *bake, int32_t morph)
{
    for (size_t r = 1; r < bake->frame_count; ++r)
        if (bake->frames[r].weights[morph] != bake->frames[0].weights[morph]) return 0;
    return 1;
}

/// Weights of all morphs at the start, and the list of those that move.
static void lay_out_weights(const sinew__bake *bake, sinew__buffer *section, sinew__baked_clip *baked)
{
    const int32_t count = bake->model->morph_count;
    baked->weights = sinew__bake_reserve(section, (uint64_t)count, sizeof(float));
    if (section->failed) return;
    if (count) memcpy(section->text + baked->weights, bake->frames[0].weights, (size_t)count * sizeof(float));
    for (int32_t i = 0; i < count; ++i) baked->scalar_count += !weight_holds(bake, i);
    baked->scalars = sinew__bake_reserve(section, (uint64_t)baked->scalar_count, sizeof(int32_t));
    if (section->failed) return;
    int32_t *next = (int32_t *)(void *)(section->text + baked->scalars);
    for (int32_t i = 0; i < count; ++i)
        if (!weight_holds(bake, i)) *next++ = i;
}

/// Returns whether visibility moves.
static int lay_out_flags(const sinew__bake *bake, sinew__buffer *section, sinew__baked_clip *baked)
{
    const size_t count = (size_t)bake->model->joint_count;
    baked->visible = sinew__bake_reserve(section, count, 1);
    baked->animated = sinew__bake_reserve(section, count, 1);
    if (section->failed) return 0;
    memcpy(section->text + baked->visible, bake->frames[0].visible, count);
    memcpy(section->text + baked->animated, bake->pose->animated, count); // the same at all times
    for (size_t r = 1; r < bake->frame_count; ++r)
        if (memcmp(bake->frames[r].visible, bake->frames[0].visible, count) != 0) return 1;
    return 0;
}

/// Ticks of the frames, and the table that leads from a tick to them.
static void lay_out_ticks(const sinew__bake *bake, sinew__buffer *section, sinew__baked_clip *baked)
{
    const int32_t count = (int32_t)bake->frame_count;
    const int64_t first = bake->frames[0].tick, last = bake->frames[count - 1].tick;
    baked->bucket_count = count;
    baked->buckets_per_tick = last > first ? (double)count / (double)(last - first) : 0;
    baked->ticks = sinew__bake_reserve(section, (uint64_t)count, sizeof(int64_t));
    baked->buckets = sinew__bake_reserve(section, (uint64_t)count + 1, sizeof(uint32_t));
    if (section->failed) return;
    int64_t *ticks = (int64_t *)(void *)(section->text + baked->ticks);
    uint32_t *buckets = (uint32_t *)(void *)(section->text + baked->buckets);
    int32_t filled = 0; // buckets whose last frame before them is known
    for (int32_t r = 0; r < count; ++r) {
        ticks[r] = bake->frames[r].tick;
        const int32_t bucket = sinew__bucket_of(baked, first, ticks[r]);
        for (; filled <= bucket; ++filled) buckets[filled] = (uint32_t)(r > 0 ? r - 1 : 0);
    }
    for (; filled <= count; ++filled) buckets[filled] = (uint32_t)(count - 1);
}

int sinew__bake_holds(const sinew__bake *bake, int after, int64_t first, int64_t last)
{
    const sinew_model *model = bake->model;
    const sinew_clip *clip = bake->clip;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count + clip->layer_count; ++i) {
        const int32_t layer = i - clip->first_channel - clip->channel_count;
        const int32_t weight = layer >= 0 ? model->layers[clip->first_layer + layer].weight_curve : SINEW_NONE;
        const int32_t *indices = layer >= 0 ? &weight : model->channels[i].curve;
        for (int k = 0; k < (layer >= 0 ? 1 : 3); ++k) {
            if (indices[k] == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[indices[k]];
            const sinew_curve_key *keys = model->curve_keys + curve->first_key;
            if (after && (keys[curve->key_count - 1].ticks > last || curve->after != SINEW_EXTRAPOLATE_HOLD)) return 0;
            if (!after && (keys[0].ticks < first || curve->before != SINEW_EXTRAPOLATE_HOLD)) return 0;
        }
    }
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (after && model->track_keys[track->first_key + track->key_count - 1].time > clip->duration) return 0;
        if (!after && model->track_keys[track->first_key].time < 0) return 0;
    }
    return 1;
}

sinew__bake_outcome sinew__bake_lay_out(sinew__bake *bake, sinew__frame_kind kind, sinew__buffer *section,
                                        sinew__baked_clip *out_baked)
{
    const size_t before = section->size;
    const int64_t first = bake->frames[0].tick, last = bake->frames[bake->frame_count - 1].tick;
    sinew__baked_clip baked = {.frame_count = (int32_t)bake->frame_count};
    baked.flags = (sinew__bake_holds(bake, 0, first, last) ? (uint32_t)SINEW__BAKED_HOLDS_BEFORE : 0u) |
                  (sinew__bake_holds(bake, 1, first, last) ? (uint32_t)SINEW__BAKED_HOLDS_AFTER : 0u);
    lay_out_ticks(bake, section, &baked);
    uint32_t frame_bytes = lay_out_groups(bake, kind, section, &baked);
    lay_out_weights(bake, section, &baked);
    baked.scalar_offset = frame_bytes;
    frame_bytes += (uint32_t)baked.scalar_count * (uint32_t)sizeof(float);
    if (lay_out_flags(bake, section, &baked)) {
        baked.visible_offset = sinew__row_visible_offset(frame_bytes);
        frame_bytes = baked.visible_offset + (uint32_t)bake->model->joint_count;
    }
    baked.frame_bytes = sinew__row_stride(frame_bytes);
    if (bake->frame_count > bake->byte_limit / baked.frame_bytes) return SINEW__BAKE_TOO_LARGE;
    baked.frames = sinew__bake_reserve(section, bake->frame_count, baked.frame_bytes);
    if (section->failed) return SINEW__BAKE_NO_MEMORY;
    baked.byte_count = section->size - before;
    *out_baked = baked;
    return SINEW__BAKE_OK;
}
