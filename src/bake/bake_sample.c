#include <math.h>
#include <string.h>

#include "bake/bake_clip.h"
#include "base/affine.h"
#include "platform/clock.h"
#include "pose/joint_global.h"

// ---- poses --------------------------------------------------------------------------------------------------------

sinew__bake_outcome sinew__bake_look_at_clock(sinew__bake_clock *clock)
{
    static const double now_and_then = 0.02;
    const sinew_bake_options *options = clock->options;
    if (!(options->seconds > 0) && !options->progress) return SINEW__BAKE_OK;
    const double now = sinew__now();
    if (options->seconds > 0 && sinew__thread_time() > clock->spent + options->seconds) return SINEW__BAKE_TOO_LONG;
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
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__bake_pose(sinew__bake *bake, int64_t tick)
{
    const sinew__bake_outcome outcome = sinew__bake_sample(bake, tick);
    if (outcome != SINEW__BAKE_OK) return outcome;
    find_globals(bake);
    for (int32_t i = 0; i < bake->model->joint_count; ++i)
        bake->wanted[i] = sinew__affine_multiply(&bake->pose->global[i], &bake->binds->back[i]);
    return SINEW__BAKE_OK;
}

// ---- skinning matrices --------------------------------------------------------------------------------------------

/// Gives joints whose skinning matrices may change a position in frames.
static void set_positions(sinew__bake *bake, uint8_t *moves)
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
        if (parent != SINEW_NONE && moves[parent]) moves[i] = 1;
        bake->position[i] = moves[i] ? bake->position_count++ : SINEW_NONE;
    }
}

/// The skinning matrix of a joint as posed, as frames have it.
static void take_matrix(const sinew__bake *bake, int32_t joint, float *out)
{
    sinew_affine map = sinew__affine_multiply(&bake->pose->global[joint], &bake->binds->back[joint]);
    if (bake->has_root) map = sinew__affine_multiply(&bake->model->info->global_inverse, &map);
    for (int i = 0; i < SINEW__MATRIX_FLOATS; ++i) out[i] = (float)map.row[i / 4][i % 4];
}

const float *sinew__bake_matrix(const sinew__bake *bake, const sinew__bake_frame *frame, int32_t joint)
{
    const int32_t position = bake->position[joint];
    return position == SINEW_NONE ? bake->resting + (size_t)joint * SINEW__MATRIX_FLOATS
                                  : frame->matrices + (size_t)position * SINEW__MATRIX_FLOATS;
}

sinew__bake_outcome sinew__bake_begin(sinew__bake *bake, int64_t first_tick)
{
    const int32_t count = bake->model->joint_count;
    uint8_t *moves = SINEW__ARENA_ARRAY(bake->memory, uint8_t, count);
    bake->position = SINEW__ARENA_ARRAY(bake->memory, int32_t, count);
    bake->resting = SINEW__ARENA_ARRAY(bake->memory, float, (size_t)count *SINEW__MATRIX_FLOATS);
    bake->most = SINEW__ARENA_ARRAY(bake->memory, float, (size_t)count *SINEW__MATRIX_FLOATS);
    bake->wanted = SINEW__ARENA_ARRAY(bake->memory, sinew_affine, count);
    bake->mixed = SINEW__ARENA_ARRAY(bake->memory, sinew_affine, count);
    if (bake->memory->failed) return SINEW__BAKE_NO_MEMORY;
    bake->has_root = !sinew__affine_is_identity(&bake->model->info->root);
    const sinew__bake_outcome outcome = sinew__bake_pose(bake, first_tick);
    if (outcome != SINEW__BAKE_OK) return outcome;
    set_positions(bake, moves);
    for (int32_t i = 0; i < count; ++i) take_matrix(bake, i, bake->resting + (size_t)i * SINEW__MATRIX_FLOATS);
    return SINEW__BAKE_OK;
}

// ---- between frames -----------------------------------------------------------------------------------------------

sinew_affine sinew__bake_with_root(const sinew__bake *bake, const sinew_affine *matrix)
{
    return bake->has_root ? sinew__affine_multiply(&bake->model->info->root, matrix) : *matrix;
}

void sinew__bake_mix(sinew__bake *bake, const sinew__bake_frame *before, const sinew__bake_frame *after, double part)
{
    for (int32_t joint = 0; joint < bake->model->joint_count; ++joint) {
        const float *a = sinew__bake_matrix(bake, before, joint), *b = sinew__bake_matrix(bake, after, joint);
        sinew_affine mixed;
        for (int i = 0; i < SINEW__MATRIX_FLOATS; ++i)
            mixed.row[i / 4][i % 4] = (double)(float)((double)a[i] + ((double)b[i] - (double)a[i]) * part);
        bake->mixed[joint] = sinew__bake_with_root(bake, &mixed);
    }
}

double sinew__bake_apart(sinew__bake *bake, const sinew__bake_frame *before, const sinew__bake_frame *after,
                         double part)
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

// ---- frames -------------------------------------------------------------------------------------------------------

int sinew__bake_fits(const sinew__bake *bake, size_t frame_count)
{
    return frame_count * (size_t)bake->position_count * SINEW__MATRIX_FLOATS * sizeof(int16_t) <= bake->byte_limit;
}

sinew__bake_outcome sinew__bake_add_frame(sinew__bake *bake, int64_t tick)
{
    const sinew_model *model = bake->model;
    const size_t floats = (size_t)bake->position_count * SINEW__MATRIX_FLOATS;
    if (bake->max_frames && bake->frame_count >= bake->max_frames) return SINEW__BAKE_TOO_LONG;
    if (!sinew__bake_fits(bake, bake->frame_count)) return SINEW__BAKE_TOO_LARGE;
    const sinew__bake_outcome outcome = sinew__bake_pose(bake, tick);
    if (outcome != SINEW__BAKE_OK) return outcome;
    bake->frames =
        sinew__arena_grow(bake->memory, bake->frames, bake->frame_count, &bake->frame_capacity, sizeof *bake->frames);
    sinew__bake_frame frame = {.tick = tick,
                               .matrices = SINEW__ARENA_ARRAY(bake->memory, float, floats),
                               .weights = SINEW__ARENA_ARRAY(bake->memory, float, model->morph_count),
                               .visible = SINEW__ARENA_ARRAY(bake->memory, uint8_t, model->joint_count)};
    if (bake->memory->failed) return SINEW__BAKE_NO_MEMORY;
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (bake->position[i] != SINEW_NONE)
            take_matrix(bake, i, frame.matrices + (size_t)bake->position[i] * SINEW__MATRIX_FLOATS);
    if (model->morph_count)
        memcpy(frame.weights, bake->pose->morph_weights, (size_t)model->morph_count * sizeof *frame.weights);
    memcpy(frame.visible, bake->pose->visible, (size_t)model->joint_count);
    bake->frames[bake->frame_count++] = frame;
    if (bake->frame_count > 1) return SINEW__BAKE_OK;
    return sinew__bake_apart(bake, &frame, &frame, 0) <= bake->bound ? SINEW__BAKE_OK : SINEW__BAKE_OUT_OF_REACH;
}
