#include "scene/clip_fade.h"

#include "model/clip_span.h"

void clip_fade_free(clip_fade *fade)
{
    sinew_blender_destroy(fade->blender);
    sinew_local_pose_destroy(fade->held);
    sinew_local_pose_destroy(fade->shown);
    *fade = (clip_fade){0};
}

/// Allocates memory for a model, unless there is some.
static int open_memory(clip_fade *fade, const sinew_model *model)
{
    if (fade->model == model) return 1;
    clip_fade_free(fade);
    if (sinew_blender_create(model, &fade->blender, NULL) != SINEW_OK ||
        sinew_local_pose_create(model, &fade->held, NULL) != SINEW_OK ||
        sinew_local_pose_create(model, &fade->shown, NULL) != SINEW_OK) {
        clip_fade_free(fade);
        return 0;
    }
    fade->model = model;
    return 1;
}

int clip_fade_is_active(const clip_fade *fade)
{
    return fade->elapsed < fade->duration;
}

void clip_fade_begin(clip_fade *fade, const sinew_model *model, int32_t clip, const sinew_player *player,
                     double duration)
{
    const int is_interrupted = fade->model == model && clip_fade_is_active(fade);
    if (!open_memory(fade, model)) return;
    if (is_interrupted) sinew_local_pose_copy(model, fade->shown, fade->held);
    fade->is_held = is_interrupted;
    fade->clip = clip;
    fade->player = *player;
    fade->duration = duration;
    fade->elapsed = 0;
}

void clip_fade_end(clip_fade *fade)
{
    fade->elapsed = fade->duration = 0;
}

void clip_fade_advance(clip_fade *fade, double seconds)
{
    if (!clip_fade_is_active(fade)) return;
    fade->elapsed += seconds;
    sinew_player_advance(&fade->player, seconds);
}

void clip_fade_apply(clip_fade *fade, int32_t clip, double time, sinew_pose *pose)
{
    if (!clip_fade_is_active(fade)) return;
    const double part = fade->elapsed / fade->duration;
    const double old_time = sinew__clip_span(fade->model, fade->clip).start + sinew_player_time(&fade->player);
    const sinew_blend_layer layers[2] = {
        {.source = {.pose = fade->is_held ? fade->held : NULL, .clip = fade->clip, .time = old_time},
         .weight = (float)(1 - part)},
        {.source = {.clip = clip, .time = time}, .weight = (float)part},
    };
    sinew_blend_layers(fade->blender, layers, 2, fade->shown);
    fade->shown->time = time; // geometry caches follow the clip that plays now
    sinew_local_pose_evaluate(fade->model, fade->shown, pose);
}
