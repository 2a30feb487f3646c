/// What a mixer plays.
#ifndef SINEW_RUNTIME_MIXER_MIXER_STATE_H
#define SINEW_RUNTIME_MIXER_MIXER_STATE_H

#include "core/base/memory.h"
#include "sinew/mixer.h"

/// A clip that plays, fades in, or fades out.
typedef struct sinew__playing {
    int32_t clip;
    int is_held; ///< the held pose of the mixer, not a clip
    sinew_player player;
    double duration;
    double weight, fade_weight; ///< now, and when the fade of the layer began
    double fade_out;
    int32_t sync;
    const double *markers;
    int32_t marker_count;
} sinew__playing;

/// Clips in the order in which they were started. The last one fades in, unless the layer fades out.
typedef struct sinew__mixer_channel {
    int32_t count; ///< of `playing`
    int fades_out;
    double fade, elapsed; ///< seconds
    sinew_mixer_layer settings;
    sinew__playing playing[SINEW_MIXER_CLIPS];
} sinew__mixer_channel;

/// In the order in which a crowd reads it: what most mixers need comes first.
struct sinew_mixer {
    const sinew_model *model;
    int32_t used; ///< of the layers; those behind play nothing
    sinew__mixer_channel layers[SINEW_MIXER_LAYERS];
    sinew_local_pose *held;
};

/// Begins to load what a mixer with two clips on its first layer reads.
static inline void sinew__mixer_prefetch(const sinew_mixer *mixer)
{
    const char *end = (const char *)&mixer->layers[0].playing[2];
    for (const char *line = (const char *)mixer; line < end; line += SINEW__LINE) __builtin_prefetch(line);
}

/// Markers of a sync group that a clip counts by: a clip without any has one, at the start.
static inline int32_t sinew__mixer_marker_count(int32_t markers)
{
    return markers > 0 ? markers : 1;
}

/// Advances the clips of a layer that are synchronised; the others are advanced by their players.
void sinew__mixer_advance_sync(sinew__mixer_channel *layer, double seconds);

/// Gives a clip the phase of the heaviest clip of its sync group, if one plays on the layer.
void sinew__mixer_join_sync(const sinew__mixer_channel *layer, sinew__playing *playing);

/// Puts weights where the fade of the layer has arrived, and removes what has faded out.
void sinew__mixer_update_weights(sinew__mixer_channel *layer);

#endif
