// Sync groups: phases counted from marker to marker.
#include <math.h>

#include "mixer/mixer_state.h"

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
