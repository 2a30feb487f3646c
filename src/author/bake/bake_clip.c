#include "author/bake/bake_clip.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/platform/clock.h"
#include "runtime/pose/joint_global.h"
#include "runtime/sampler/curve.h"

/// Largest number of key times that the repetitions on one side of a curve may add. If there would be more, none are
/// added, and refining finds the needed times.
static const double most_repeated_keys = 65536;

static const int64_t far_off = INT64_C(1000000000000000000);

typedef struct tick_list {
    sinew__arena *memory;
    sinew__bake_tick *ticks;
    size_t count, capacity;
    int64_t first, last;
    uint32_t values;           ///< the values that the current curve animates
    const sinew_curve *newest; ///< the last curve added
} tick_list;

static void add_tick(tick_list *list, int64_t tick)
{
    if (tick < list->first || tick > list->last) return;
    if (list->count == list->capacity)
        list->ticks = sinew__arena_grow(list->memory, list->ticks, list->count, &list->capacity, sizeof *list->ticks);
    if (list->ticks)
        list->ticks[list->count++] = (sinew__bake_tick){tick, list->values};
    else
        list->count = list->capacity = 0;
}

static int jumps_after(const sinew_curve_key *key)
{
    return key->interpolation == SINEW_STEP || key->interpolation == SINEW_STEP_NEXT;
}

/// Adds the ticks of a curve's keys again: shifted by `shift`, or mirrored about the tick shift / 2.
static void add_repeat(tick_list *list, const sinew_curve_key *keys, int32_t count, int64_t shift, int mirrored)
{
    for (int32_t i = 0; i < count; ++i) {
        const int64_t tick = mirrored ? shift - keys[i].ticks : shift + keys[i].ticks;
        // the neighbouring ticks too, if the value may jump there
        const int64_t reach = i == 0 || i == count - 1 || jumps_after(&keys[i]) || jumps_after(&keys[i - 1]);
        for (int64_t t = tick - reach; t <= tick + reach; ++t) add_tick(list, t);
    }
}

/// Adds the ticks of a curve's repetitions before and after its keys, within the clip.
static void add_repeats(tick_list *list, const sinew_curve *curve, const sinew_curve_key *keys)
{
    const int64_t first = keys[0].ticks, last = keys[curve->key_count - 1].ticks;
    if (first == last || first < -far_off || last > far_off) return;
    const double length = (double)(last - first);
    const struct {
        sinew_extrapolation mode;
        double beyond;
        int64_t step;
    } sides[2] = {{(sinew_extrapolation)curve->before, (double)first - (double)list->first, first - last},
                  {(sinew_extrapolation)curve->after, (double)list->last - (double)last, last - first}};
    for (int side = 0; side < 2; ++side) {
        if (sides[side].mode == SINEW_EXTRAPOLATE_HOLD || sides[side].mode == SINEW_EXTRAPOLATE_SLOPE) continue;
        if (sides[side].beyond / length * curve->key_count > most_repeated_keys) continue;
        for (int64_t turn = 1; (double)(turn - 1) * length < sides[side].beyond; ++turn) {
            const int mirrored = sides[side].mode == SINEW_EXTRAPOLATE_MIRROR && turn % 2 == 1;
            add_repeat(list, keys, curve->key_count,
                       mirrored ? first + last + turn * sides[side].step : turn * sides[side].step, mirrored);
        }
    }
}

/// Whether two curves need the same key ticks, because their keys have equal ticks and interpolations and both curves
/// repeat alike. The ticks of one of them are then enough. That is true for most curves of a clip.
static int has_same_times(const sinew_model *model, const sinew_curve *a, const sinew_curve *b)
{
    const sinew_curve_key *left = model->curve_keys + a->first_key, *right = model->curve_keys + b->first_key;
    if (a->key_count != b->key_count || a->before != b->before || a->after != b->after) return 0;
    for (int32_t i = 0; i < a->key_count; ++i)
        if (left[i].ticks != right[i].ticks || left[i].interpolation != right[i].interpolation) return 0;
    return 1;
}

/// Adds the ticks of a curve that animates `values`, bits of sinew__bake_tick. Skips it if the curve before it has the
/// same ticks and values.
static void add_curve(tick_list *list, const sinew_model *model, int32_t index, uint32_t values)
{
    if (index == SINEW_NONE) return;
    const sinew_curve *curve = &model->curves[index];
    const sinew_curve_key *keys = model->curve_keys + curve->first_key;
    if (list->newest && list->values == values && has_same_times(model, list->newest, curve)) return;
    list->newest = curve;
    list->values = values;
    for (int32_t i = 0; i < curve->key_count; ++i) {
        add_tick(list, keys[i].ticks);
        if (i + 1 < curve->key_count && keys[i].interpolation == SINEW_STEP) add_tick(list, keys[i + 1].ticks - 1);
        if (keys[i].interpolation == SINEW_STEP_NEXT && keys[i].ticks < list->last) add_tick(list, keys[i].ticks + 1);
    }
    add_repeats(list, curve, keys);
}

/// Adds the ticks of a channel's curves. If `each` is not 0, the keys of a translation, rotation or scaling curve count
/// only for the axis of that curve, else for all values.
static void add_channel(tick_list *list, const sinew_model *model, const sinew_channel *channel, int each)
{
    if (channel->property == SINEW_CHANNEL_OTHER) return;
    const int is_each = each && channel->property <= SINEW_CHANNEL_SCALING;
    const uint32_t values = channel->property == SINEW_CHANNEL_VISIBILITY
                                ? SINEW__VISIBILITY_VALUE
                                : SINEW__EVERY_VALUE & ~SINEW__VISIBILITY_VALUE;
    for (int k = 0; k < 3; ++k)
        add_curve(list, model, channel->curve[k], is_each ? SINEW__VALUE_BIT(channel->property, k) : values);
}

static void add_track(tick_list *list, const sinew_model *model, const sinew_clip *clip, const sinew_track *track)
{
    list->values = SINEW__EVERY_VALUE;
    list->newest = NULL;
    for (int32_t i = 0; i < track->key_count; ++i) {
        const int64_t tick = sinew__ticks(model, clip->start + model->track_keys[track->first_key + i].time);
        add_tick(list, tick);
        if (track->interpolation == SINEW_STEP) add_tick(list, tick - 1);
    }
}

static int compare_ticks(const void *a, const void *b)
{
    const int64_t x = ((const sinew__bake_tick *)a)->tick, y = ((const sinew__bake_tick *)b)->tick;
    return (x > y) - (x < y);
}

static tick_list begin_ticks(const sinew__bake *bake, sinew__arena *memory)
{
    tick_list list = {.memory = memory,
                      .first = sinew__ticks(bake->model, bake->clip->start),
                      .last = sinew__ticks(bake->model, bake->clip->start + bake->clip->duration),
                      .values = SINEW__EVERY_VALUE};
    add_tick(&list, list.first);
    add_tick(&list, list.last);
    return list;
}

static void add_layers(tick_list *list, const sinew__bake *bake)
{
    const sinew_clip *clip = bake->clip;
    for (int32_t i = clip->first_layer; i < clip->first_layer + clip->layer_count; ++i)
        add_curve(list, bake->model, bake->model->layers[i].weight_curve, SINEW__EVERY_VALUE);
}

/// Sorts the ticks and merges equal ones. Returns NULL when out of memory.
static sinew__bake_tick *end_ticks(tick_list *list, size_t *out_count)
{
    if (list->memory->failed) return NULL;
    qsort(list->ticks, list->count, sizeof *list->ticks, compare_ticks);
    *out_count = 0;
    for (size_t i = 0; i < list->count; ++i) {
        if (i == 0 || list->ticks[i].tick != list->ticks[*out_count - 1].tick)
            list->ticks[(*out_count)++] = list->ticks[i];
        else
            list->ticks[*out_count - 1].values |= list->ticks[i].values;
    }
    return list->ticks;
}

sinew__bake_tick *sinew__bake_times(const sinew__bake *bake, size_t *out_count)
{
    const sinew_model *model = bake->model;
    const sinew_clip *clip = bake->clip;
    tick_list list = begin_ticks(bake, bake->memory);
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i)
        add_channel(&list, model, &model->channels[i], 0);
    add_layers(&list, bake);
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i)
        if (model->tracks[i].joint != SINEW_NONE || model->tracks[i].morph != SINEW_NONE)
            add_track(&list, model, clip, &model->tracks[i]);
    return end_ticks(&list, out_count);
}

sinew__bake_tick *sinew__bake_times_of(const sinew__bake *bake, const sinew__joint_motion *motion, sinew__arena *memory,
                                       size_t *out_count)
{
    const sinew_model *model = bake->model;
    tick_list list = begin_ticks(bake, memory);
    const int each = bake->clip->layer_count <= 1; // layers may mix axes
    for (int32_t i = motion->first_channel; i < motion->first_channel + motion->channel_count; ++i)
        add_channel(&list, model, &model->channels[i], each);
    add_layers(&list, bake);
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i)
        add_track(&list, model, bake->clip, &model->tracks[i]);
    return end_ticks(&list, out_count);
}

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

sinew__bake_outcome sinew__bake_sample(sinew__bake *bake, int64_t tick)
{
    const sinew_model *model = bake->model;
    const uint64_t of_any_pose = 8; // a pose of few joints takes at least this work
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
    for (int32_t i = 0; i < bake->model->joint_count; ++i) sinew__joint_global(bake->model, bake->pose, i);
    for (int32_t i = 0; i < bake->model->joint_count; ++i)
        bake->wanted[i] = sinew__affine_multiply(&bake->pose->global[i], &bake->binds->back[i]);
    return SINEW__BAKE_OK;
}

// ---- the section --------------------------------------------------------------------------------------------------

static uint64_t reserve(sinew__buffer *section, uint64_t count, size_t size, size_t align)
{
    const size_t padding = (align - section->size % align) % align;
    if (count > (SIZE_MAX / 2 - padding) / size) section->failed = 1;
    char *at = section->failed ? NULL : sinew__buffer_reserve(section, padding + (size_t)count * size);
    if (!at) return 0;
    memset(at, 0, padding + (size_t)count * size);
    section->size += padding + (size_t)count * size;
    return section->size - (size_t)count * size;
}

uint64_t sinew__bake_reserve(sinew__buffer *section, uint64_t count, size_t size)
{
    return reserve(section, count, size, SINEW__BAKED_ALIGN);
}

uint64_t sinew__bake_reserve_clip(sinew__buffer *section, uint64_t count, size_t size)
{
    return reserve(section, count, size, SINEW__CLIP_ALIGN);
}

sinew_model sinew__bake_view(const sinew_model *model, const sinew__buffer *section)
{
    sinew_model view = *model;
    view.baked = (const uint8_t *)section->text;
    view.baked_byte_count = section->size;
    return view;
}
