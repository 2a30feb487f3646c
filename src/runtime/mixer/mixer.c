// Clips that fade and loop on one character: its layers, sync groups, and time.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/base/arguments.h"
#include "core/base/error.h"
#include "runtime/mixer/mixer_state.h"

// What a mixer plays → blend layers → local pose.

static sinew_blend_source source_of(const sinew_mixer *mixer, const sinew__playing *playing)
{
    if (playing->is_held) return (sinew_blend_source){.kind = SINEW_BLEND_POSE, .pose = mixer->held};
    return (sinew_blend_source){
        .kind = SINEW_BLEND_CLIP, .clip = playing->clip, .time = sinew_player_time(&playing->player)};
}

/// The weight with which one of several clips is blended over those before it, so that each has its own weight in the
/// result: g_i / (1 − sum of those after it).
static double weight_over(const sinew__mixer_channel *layer, int32_t index)
{
    double left = 1;
    for (int32_t i = index + 1; i < layer->count; ++i) left -= layer->settings.weight * layer->playing[i].weight;
    return left > 1e-9 ? layer->settings.weight * layer->playing[index].weight / left : 0;
}

int32_t sinew_mixer_layers(const sinew_mixer *mixer, sinew_blend_layer *out_layers)
{
    int32_t count = 0;
    for (int32_t i = 0; i < mixer->used; ++i) {
        const sinew__mixer_channel *layer = &mixer->layers[i];
        const sinew_mixer_layer *settings = &layer->settings;
        for (int32_t k = 0; k < layer->count; ++k) {
            const sinew__playing *playing = &layer->playing[k];
            const double weight =
                settings->mode == SINEW_BLEND_OVER ? weight_over(layer, k) : settings->weight * playing->weight;
            if (!(weight > 0)) continue;
            out_layers[count++] = (sinew_blend_layer){.source = source_of(mixer, playing),
                                                      .mode = settings->mode,
                                                      .weight = (float)weight,
                                                      .mask = settings->mask,
                                                      .reference = settings->reference};
        }
    }
    return count;
}

void sinew_mixer_evaluate(const sinew_mixer *mixer, sinew_blender *blender, sinew_local_pose *out_pose)
{
    sinew_blend_layer layers[SINEW_MIXER_MAX_BLEND_LAYERS];
    const int32_t count = sinew_mixer_layers(mixer, layers);
    sinew_blend_layers(blender, layers, count, out_pose);
}

static const sinew__playing *newest_of(const sinew_mixer *mixer, int32_t layer)
{
    assert(layer >= 0 && layer < SINEW_MIXER_LAYERS);
    const sinew__mixer_channel *own = &mixer->layers[layer];
    return own->count ? &own->playing[own->count - 1] : NULL;
}

int32_t sinew_mixer_current(const sinew_mixer *mixer, int32_t layer, double *out_time, double *out_weight)
{
    const sinew__playing *newest = newest_of(mixer, layer);
    if (out_time) *out_time = newest ? sinew_player_time(&newest->player) : 0;
    if (out_weight) *out_weight = newest ? newest->weight : 0;
    return newest ? newest->clip : SINEW_NONE;
}

int sinew_mixer_finished(const sinew_mixer *mixer, int32_t layer)
{
    const sinew__playing *newest = newest_of(mixer, layer);
    return !newest || sinew_player_finished(&newest->player);
}

// Sync groups: phases counted from marker to marker.

static double marker(const sinew__playing *playing, int32_t index)
{
    return playing->marker_count > 0 ? playing->markers[index] : 0;
}

/// Seconds from a marker to the next, across the end of the clip.
static double interval(const sinew__playing *playing, int32_t index)
{
    const int32_t count = sinew__mixer_marker_count(playing->marker_count);
    return index + 1 < count ? marker(playing, index + 1) - marker(playing, index)
                             : playing->duration - marker(playing, index) + marker(playing, 0);
}

/// Markers passed, and the part of the way to the next: 0 … marker_count.
static double phase_of(const sinew__playing *playing)
{
    const int32_t count = sinew__mixer_marker_count(playing->marker_count);
    double time = sinew_player_time(&playing->player);
    if (time < marker(playing, 0)) time += playing->duration;
    int32_t index = count - 1;
    while (index > 0 && time < marker(playing, index)) --index;
    const double length = interval(playing, index);
    return index + (length > 0 ? (time - marker(playing, index)) / length : 0);
}

static void set_phase(sinew__playing *playing, double phase)
{
    const int32_t count = sinew__mixer_marker_count(playing->marker_count);
    phase = fmod(phase, count); // exact, where a product of the quotient would be far off
    if (phase < 0) phase += count;
    const int32_t index = phase < count ? (int32_t)phase : count - 1;
    double time = marker(playing, index) + (phase - index) * interval(playing, index);
    if (time >= playing->duration) time -= playing->duration;
    sinew_player_seek(&playing->player, time);
}

/// Markers per second of the group's clips, by weight.
static double common_pace(const sinew__mixer_channel *layer, int32_t sync)
{
    double sum = 0, total = 0, newest = 0;
    for (int32_t i = 0; i < layer->count; ++i) {
        const sinew__playing *playing = &layer->playing[i];
        if (playing->sync != sync || !(playing->duration > 0)) continue;
        newest = playing->player.speed * sinew__mixer_marker_count(playing->marker_count) / playing->duration;
        sum += playing->weight * newest;
        total += playing->weight;
    }
    return total > 0 ? sum / total : newest; // no weight: a layer that begins to fade in
}

void sinew__mixer_advance_sync(sinew__mixer_channel *layer, double seconds)
{
    double pace[SINEW_MIXER_CLIPS];
    for (int32_t i = 0; i < layer->count; ++i)
        pace[i] = layer->playing[i].sync ? common_pace(layer, layer->playing[i].sync) : 0;
    for (int32_t i = 0; i < layer->count; ++i)
        if (layer->playing[i].sync && isfinite(pace[i] * seconds))
            set_phase(&layer->playing[i], phase_of(&layer->playing[i]) + pace[i] * seconds);
}

void sinew__mixer_join_sync(const sinew__mixer_channel *layer, sinew__playing *playing)
{
    const sinew__playing *leader = NULL;
    for (int32_t i = 0; i < layer->count; ++i) {
        const sinew__playing *other = &layer->playing[i];
        if (other->sync == playing->sync && (!leader || other->weight > leader->weight)) leader = other;
    }
    if (leader && playing->sync) set_phase(playing, phase_of(leader));
}

sinew_result sinew_mixer_create(const sinew_model *model, sinew_mixer **out_mixer, sinew_error *out_error)
{
    if (out_mixer) *out_mixer = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_mixer)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_mixer *mixer = sinew__allocate_zeroed(1, sizeof *mixer);
    if (!mixer) return sinew__fail_memory(out_error);
    mixer->model = model;
    for (int i = 0; i < SINEW_MIXER_LAYERS; ++i)
        mixer->layers[i].settings =
            (sinew_mixer_layer){.mode = i ? SINEW_BLEND_OVER : SINEW_BLEND_OVERRIDE, .weight = 1};
    const sinew_result result = sinew_local_pose_create(model, &mixer->held, out_error);
    if (result != SINEW_OK) {
        sinew_mixer_destroy(mixer);
        return result;
    }
    *out_mixer = mixer;
    return SINEW_OK;
}

void sinew_mixer_destroy(sinew_mixer *mixer)
{
    if (!mixer) return;
    sinew_local_pose_destroy(mixer->held);
    sinew_free(mixer);
}

// ---- checking -----------------------------------------------------------------------------------------------------

static sinew_result check_layer_index(int32_t layer, int32_t first, sinew_error *error)
{
    if (layer >= first && layer < SINEW_MIXER_LAYERS) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "mixer layer %d is out of range [%d, %d]", (int)layer,
                       (int)first, SINEW_MIXER_LAYERS - 1);
}

static sinew_result check_seconds(const char *name, double seconds, sinew_error *error)
{
    if (seconds >= 0 && isfinite(seconds)) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%s of %g s is out of range", name, seconds);
}

static double duration_of(const sinew_model *model, int32_t clip)
{
    return clip == SINEW_NONE ? 0 : model->clips[clip].duration;
}

static sinew_result check_markers(const sinew_model *model, const sinew_mixer_clip *clip, sinew_error *error)
{
    if (clip->marker_count < 0 || (clip->marker_count > 0 && !clip->markers))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d sync markers", (int)clip->marker_count);
    for (int32_t i = 0; i < clip->marker_count; ++i) {
        const double least = i ? clip->markers[i - 1] : 0;
        if (!(clip->markers[i] >= least && clip->markers[i] < duration_of(model, clip->clip)))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "sync marker %d at %g s is out of order or range",
                               (int)i + 1, clip->markers[i]);
    }
    return SINEW_OK;
}

/// Clips of one sync group on a layer have the same number of markers.
static sinew_result check_sync(const sinew__mixer_channel *layer, const sinew_mixer_clip *clip, sinew_error *error)
{
    if (clip->sync < 0)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "sync group %d is negative", (int)clip->sync);
    const int32_t count = sinew__mixer_marker_count(clip->marker_count);
    for (int32_t i = 0; i < layer->count && clip->sync; ++i) {
        const int32_t expected = sinew__mixer_marker_count(layer->playing[i].marker_count);
        if (layer->playing[i].sync == clip->sync && expected != count)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d sync markers, expected %d as in sync group %d",
                               (int)count, (int)expected, (int)clip->sync);
    }
    return SINEW_OK;
}

static sinew_result check_clip(const sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip,
                               sinew_error *error)
{
    sinew_result result = check_layer_index(layer, 0, error);
    if (result != SINEW_OK) return result;
    if (clip->clip != SINEW_NONE && sinew__lacks_item(error, "clip", clip->clip, mixer->model->clip_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (!isfinite(clip->speed) || !isfinite(clip->start))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "speed or start is not finite");
    result = check_seconds("a fade", clip->fade, error);
    if (result == SINEW_OK) result = check_seconds("a fade", clip->fade_out, error);
    if (result == SINEW_OK) result = check_markers(mixer->model, clip, error);
    return result == SINEW_OK ? check_sync(&mixer->layers[layer], clip, error) : result;
}

// ---- playing ------------------------------------------------------------------------------------------------------

static void remove_playing(sinew__mixer_channel *layer, int32_t index)
{
    memmove(&layer->playing[index], &layer->playing[index + 1],
            (size_t)(layer->count - index - 1) * sizeof *layer->playing);
    --layer->count;
}

static void begin_fade(sinew__mixer_channel *layer, double fade)
{
    layer->fade = fade > 0 ? fade : 0;
    layer->elapsed = 0;
    for (int32_t i = 0; i < layer->count; ++i) layer->playing[i].fade_weight = layer->playing[i].weight;
}

static void make_room(sinew__mixer_channel *layer)
{
    if (layer->count < SINEW_MIXER_CLIPS) return;
    int32_t lightest = 0;
    for (int32_t i = 1; i < layer->count; ++i)
        if (layer->playing[i].weight < layer->playing[lightest].weight) lightest = i;
    remove_playing(layer, lightest);
}

void sinew__mixer_update_weights(sinew__mixer_channel *layer)
{
    const double part = layer->elapsed < layer->fade ? layer->elapsed / layer->fade : 1;
    for (int32_t i = layer->count - 1; i >= 0; --i) {
        sinew__playing *playing = &layer->playing[i];
        const double to = i == layer->count - 1 && !layer->fades_out ? 1 : 0;
        playing->weight = playing->fade_weight + (to - playing->fade_weight) * part;
    }
    if (part < 1) return;
    for (int32_t i = layer->count - 1; i >= 0; --i)
        if (layer->fades_out || i < layer->count - 1) remove_playing(layer, i);
    layer->fades_out = 0;
}

static sinew__playing make_playing(const sinew_model *model, const sinew_mixer_clip *clip)
{
    sinew__playing playing = {.clip = clip->clip,
                              .duration = duration_of(model, clip->clip),
                              .fade_out = clip->fade_out,
                              .sync = clip->sync,
                              .markers = clip->markers,
                              .marker_count = clip->marker_count};
    sinew_player_init(&playing.player, playing.duration);
    sinew_player_set_loop(&playing.player, clip->loop);
    sinew_player_set_speed(&playing.player, clip->speed != 0 ? clip->speed : 1);
    sinew_player_seek(&playing.player, clip->start);
    return playing;
}

sinew_result sinew_mixer_play(sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mixer, clip)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = check_clip(mixer, layer, clip, out_error);
    if (result != SINEW_OK) return result;
    sinew__mixer_channel *own = &mixer->layers[layer];
    sinew__playing playing = make_playing(mixer->model, clip);
    sinew__mixer_join_sync(own, &playing);
    make_room(own);
    const int is_first_of_base = layer == 0 && own->count == 0;
    own->playing[own->count++] = playing;
    if (mixer->used <= layer) mixer->used = layer + 1;
    own->fades_out = 0;
    begin_fade(own, is_first_of_base ? 0 : clip->fade);
    sinew__mixer_update_weights(own);
    return SINEW_OK;
}

static void stop(sinew_mixer *mixer, int32_t layer, double fade)
{
    sinew__mixer_channel *own = &mixer->layers[layer];
    if (layer == 0) {
        const sinew_mixer_clip rest = {.clip = SINEW_NONE, .fade = fade > 0 ? fade : 0};
        (void)!sinew_mixer_play(mixer, 0, &rest, NULL);
        return;
    }
    own->fades_out = 1;
    begin_fade(own, fade);
    sinew__mixer_update_weights(own);
}

void sinew_mixer_stop(sinew_mixer *mixer, int32_t layer, double fade)
{
    assert(layer >= 0 && layer < SINEW_MIXER_LAYERS);
    stop(mixer, layer, fade);
}

void sinew_mixer_hold(sinew_mixer *mixer, sinew_blender *blender)
{
    sinew_blend_layer layers[SINEW_MIXER_MAX_BLEND_LAYERS];
    const int32_t count = sinew_mixer_layers(mixer, layers);
    int32_t base = 0;
    while (base < count && layers[base].mode == SINEW_BLEND_OVERRIDE) ++base;
    sinew_blend_layers(blender, layers, base, mixer->held);
    sinew__mixer_channel *own = &mixer->layers[0];
    own->playing[0] = (sinew__playing){.clip = SINEW_NONE, .is_held = 1, .weight = 1, .fade_weight = 1};
    sinew_player_init(&own->playing[0].player, 0);
    own->count = 1;
    if (mixer->used == 0) mixer->used = 1;
    own->fade = own->elapsed = 0;
}

sinew_result sinew_mixer_set_layer(sinew_mixer *mixer, int32_t layer, const sinew_mixer_layer *settings,
                                   sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mixer, settings)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = check_layer_index(layer, 1, out_error);
    if (result != SINEW_OK) return result;
    if (settings->mode != SINEW_BLEND_OVER && settings->mode != SINEW_BLEND_ADDITIVE)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "mode %d of a mixer layer is invalid",
                           (int)settings->mode);
    if (!(settings->weight >= 0 && settings->weight <= 1))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "weight %g is out of range [0, 1]",
                           settings->weight);
    const sinew_blend_layer sample = {.source = {.kind = SINEW_BLEND_CLIP, .clip = SINEW_NONE},
                                      .mode = settings->mode,
                                      .weight = 1,
                                      .mask = settings->mask,
                                      .reference = settings->reference};
    result = sinew_blend_check(mixer->model, &sample, 1, out_error);
    if (result == SINEW_OK) mixer->layers[layer].settings = *settings;
    return result;
}

// ---- advancing ----------------------------------------------------------------------------------------------------

/// Seconds of real time until a clip that plays once ends.
static double remaining(const sinew__playing *playing)
{
    const double time = sinew_player_time(&playing->player), speed = playing->player.speed;
    return speed > 0 ? (playing->duration - time) / speed : time / -speed;
}

/// Fades out a layer above the base whose newest clip plays once and is about to end.
static void end_one_shot(sinew_mixer *mixer, int32_t layer)
{
    const sinew__mixer_channel *own = &mixer->layers[layer];
    if (layer == 0 || own->count == 0 || own->fades_out) return;
    const sinew__playing *newest = &own->playing[own->count - 1];
    const double left = newest->player.loop == SINEW_LOOP_ONCE ? remaining(newest) : (double)INFINITY;
    if (left <= newest->fade_out) stop(mixer, layer, left);
}

void sinew_mixer_advance(sinew_mixer *mixer, double seconds)
{
    if (!isfinite(seconds)) seconds = 0;
    for (int32_t i = 0; i < mixer->used; ++i) {
        sinew__mixer_channel *layer = &mixer->layers[i];
        for (int32_t k = 0; k < layer->count; ++k)
            if (!layer->playing[k].sync) sinew_player_advance(&layer->playing[k].player, seconds);
        sinew__mixer_advance_sync(layer, seconds);
        if (seconds > 0) layer->elapsed += seconds;
        sinew__mixer_update_weights(layer);
        end_one_shot(mixer, i);
    }
    while (mixer->used > 0 && mixer->layers[mixer->used - 1].count == 0) --mixer->used;
}
