/// What a mixer plays.
#ifndef SINEW_MIXER_MIXER_STATE_H
#define SINEW_MIXER_MIXER_STATE_H

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
    sinew_mixer_layer settings;
    sinew__playing playing[SINEW_MIXER_CLIPS];
    int32_t count;
    double fade, elapsed; ///< seconds
    int fades_out;
} sinew__mixer_channel;

struct sinew_mixer {
    const sinew_model *model;
    sinew__mixer_channel layers[SINEW_MIXER_LAYERS];
    sinew_local_pose *held;
};

/// Advances the clips of a layer that are synchronised; the others are advanced by their players.
void sinew__mixer_advance_sync(sinew__mixer_channel *layer, double seconds);

/// Gives a clip the phase of the heaviest clip of its sync group, if one plays on the layer.
void sinew__mixer_join_sync(const sinew__mixer_channel *layer, sinew__playing *playing);

/// Puts weights where the fade of the layer has arrived, and removes what has faded out.
void sinew__mixer_update_weights(sinew__mixer_channel *layer);

#endif
