#include "bake/bake_clip.h"

#include <string.h>

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

// ---- the section --------------------------------------------------------------------------------------------------

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

sinew_model sinew__bake_view(const sinew_model *model, const sinew__buffer *section)
{
    sinew_model view = *model;
    view.baked = (const uint8_t *)section->text;
    view.baked_byte_count = section->size;
    return view;
}
