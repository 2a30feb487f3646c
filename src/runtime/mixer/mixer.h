/// The contents of a mixer: layers of clips and blend spaces that play, each with a clock or a phase.
#ifndef SINEW_RUNTIME_MIXER_MIXER_H
#define SINEW_RUNTIME_MIXER_MIXER_H

#include "core/base/memory.h"
#include "runtime/mixer/blend_space.h"
#include "runtime/mixer/inertia.h"
#include "sinew/mixer.h"

/// The current position in a blend space, which approaches the position that the caller has set.
typedef struct sinew__space_cursor {
    const sinew_blend_space *space;
    double now[2], wanted[2];
    double half_life; ///< seconds until half of the distance to `wanted` is left; 0: no delay
    int32_t count;    ///< points with a weight at `now`
    int32_t points[SINEW_BLEND_SPACE_ACTIVE_MAX];
    double weights[SINEW_BLEND_SPACE_ACTIVE_MAX];
    double pace; ///< markers per second at `now`: the weighted mean of the points
} sinew__space_cursor;

/// An entry of a layer: a clip or a blend space that plays, fades in or fades out. The time of a clip is the clock in
/// `player`; the time of a space, or of a clip of a sync group, is `phase`.
typedef struct sinew__playing {
    int32_t clip;    ///< SINEW_NONE for a space
    int8_t is_held,  ///< the held pose of the mixer, not a clip
        is_weighted, ///< sinew_mixer_set_weight sets `share`, and other clips do not end it
        fade_kind;   ///< sinew_fade_kind of its fade-out
    int32_t sync;
    sinew_playback player; ///< entries with a phase use only `speed` and `loop`
    double phase;          ///< 0 … number of markers
    double duration;
    double weight, fade_weight, fade_to; ///< the weight now, at the start of the layer's fade, and at its end
    double share;                        ///< factor of `weight`, set by the caller; 1 unless `is_weighted`
    double fade_out;
    const double *markers;
    int32_t marker_count;
    sinew__space_cursor at; ///< `space` is NULL for a clip
} sinew__playing;

/// A layer: the clips that play on it, in the order of their starts.
typedef struct sinew__mixer_channel {
    int32_t count;        ///< entries in `playing`
    int32_t fade_kind;    ///< sinew_fade_kind of the fade in progress
    double fade, elapsed; ///< seconds
    sinew_mixer_layer settings;
    sinew__playing playing[SINEW_MIXER_CLIPS_MAX];
} sinew__mixer_channel;

enum { SINEW__FADE_KINDS = SINEW_FADE_SMOOTH + 1 };
/// bound clips that a mixer can play, including the layers' references
enum { SINEW__MIXER_SLOTS = SINEW_MIXER_LAYERS_MAX * (SINEW_MIXER_CLIPS_MAX + 1) };

/// Fields that most mixers use come first, because a crowd reads the mixers one after the other.
struct sinew_mixer {
    const sinew_model *model;
    int32_t used;  ///< number of layers that may play something; later layers are empty
    double within; ///< seconds since the mixer's time last was a multiple of 1/120 s
    double begun;  ///< the value of `within` at the start of the current substep, see mixer_step.c
    double ahead;  ///< seconds of earlier steps that have not passed yet, because they are shorter than `rounding` in
                   ///< mixer_step.c
    sinew__mixer_channel layers[SINEW_MIXER_LAYERS_MAX];
    const sinew_root_motion_tables *motions; ///< NULL: poses move as their clips do
    sinew_local_pose *held;
    sinew__inertia inertia;
    uint64_t fingerprint; ///< hash of the model's joints
    /// [held_clip_count] numbers of the bound clips that sinew__mixer_hold_clips holds
    int32_t held_clips[SINEW__MIXER_SLOTS];
    int32_t held_clip_count;
};

/// Prefetches the fields that a mixer with two clips on its first layer uses.
static inline void sinew__mixer_prefetch(const sinew_mixer *mixer)
{
    const char *end = (const char *)&mixer->layers[0].playing[2];
    for (const char *line = (const char *)mixer; line < end; line += SINEW__LINE) __builtin_prefetch(line);
}

/// Returns the markers that the entry's phase counts: of the clip, or of point `active` of the space.
sinew__markers sinew__playing_markers(const sinew__playing *playing, int32_t active);

/// Whether the entry's time is `phase`: it is a blend space or in a sync group.
static inline int sinew__has_phase(const sinew__playing *playing)
{
    return playing->at.space || playing->sync;
}

/// Sets the points, weights and pace of a space at `now`.
void sinew__space_cursor_find(sinew__space_cursor *at);

/// Returns a hash of the clip's name; 0 for the rest pose.
uint64_t sinew__clip_identity(const sinew_model *model, int32_t clip);

/// Starts a fade of `fade` seconds and lets all clips of the layer fade out. The caller then adds the clips that fade
/// in.
void sinew__mixer_begin_fade(sinew__mixer_channel *layer, sinew_fade_kind kind, double fade);

/// Checks that the sync markers of a clip rise and are within its duration.
sinew_result sinew__mixer_check_markers(const sinew_model *model, const sinew_mixer_clip *clip, sinew_error *error);

/// Holds the bound clips that the mixer plays, and releases all others. Functions that change a mixer call it last.
void sinew__mixer_hold_clips(sinew_mixer *mixer);

/// Advances a mixer as sinew_mixer_step does, but does not change which clips are held, so that it may be called for a
/// copy.
void sinew__mixer_pass(sinew_mixer *mixer, double seconds, sinew_mixer_result *result);

/// Removes the entry `index` of a layer.
void sinew__mixer_remove(sinew__mixer_channel *layer, int32_t index);

/// Returns the mean weight of an entry over a range of the layer's fade. The middle of the range is `elapsed` seconds
/// after the fade's start, and its ends are `half` seconds from the middle. Exact if the curve of the fade is a
/// polynomial of degree 3 or less.
double sinew__mixer_fade_weight(const sinew__mixer_channel *layer, const sinew__playing *playing, double elapsed,
                                double half);

/// Sets the weights of a layer from the progress of its fade, and removes clips that have faded out.
void sinew__mixer_update_weights(sinew__mixer_channel *layer);

#endif
