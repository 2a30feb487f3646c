// What a mixer plays → blend layers → local pose.
#include <assert.h>

#include "mixer/mixer_state.h"

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
