/// The contents of a mixer: layers of clips and blend spaces that play, each with a clock or a phase.
#ifndef SINEW_RUNTIME_MIXER_MIXER_H
#define SINEW_RUNTIME_MIXER_MIXER_H

#include "core/base/memory.h"
#include "runtime/mixer/blend_space.h"
#include "runtime/mixer/inertia.h"
#include "sinew/mixer.h"

/// The position of a blend space, which follows the position that the caller sets.
typedef struct sinew__space_cursor {
    const sinew_blend_space *space;
    double now[2], wanted[2];
    double half_life; ///< seconds; 0: at once
    int32_t count;    ///< of the points at `now`
    int32_t points[SINEW_BLEND_SPACE_ACTIVE_MAX];
    double weights[SINEW_BLEND_SPACE_ACTIVE_MAX];
    double pace; ///< markers per second at `now`: the mean of the points, by weight
} sinew__space_cursor;

/// A clip or a space that plays, fades in, or fades out. Its time is the clock of `player`, or, for spaces and clips of
/// a sync group, `phase`.
typedef struct sinew__playing {
    int32_t clip;    ///< SINEW_NONE for a space
    int8_t is_held,  ///< the held pose of the mixer, not a clip
        is_weighted, ///< sinew_mixer_set_weight sets `share`, and other clips do not end it
        fade_kind;   ///< sinew_fade_kind of its fade-out
    int32_t sync;
    sinew_playback player; ///< `speed` and `loop` of all; of phases nothing else
    double phase;        ///< 0 … count of the markers
    double duration;
    double weight, fade_weight, fade_to; ///< now, when the fade of the layer began, and at its end
    double share;                        ///< factor of the weight
    double fade_out;
    const double *markers;
    int32_t marker_count;
    sinew__space_cursor at; ///< `space` is NULL for a clip
} sinew__playing;

/// Clips in the order of their starts.
typedef struct sinew__mixer_channel {
    int32_t count;        ///< of `playing`
    int32_t fade_kind;    ///< sinew_fade_kind of the fade in progress
    double fade, elapsed; ///< seconds
    sinew_mixer_layer settings;
    sinew__playing playing[SINEW_MIXER_CLIPS_MAX];
} sinew__mixer_channel;

enum { SINEW__FADE_KINDS = SINEW_FADE_SMOOTH + 1 };
enum { SINEW__MIXER_SLOTS = SINEW_MIXER_LAYERS_MAX * (SINEW_MIXER_CLIPS_MAX + 1) }; ///< with the references of layers

/// In the order of a crowd's reads: fields that most mixers need come first.
struct sinew_mixer {
    const sinew_model *model;
    int32_t used;  ///< of the layers; those behind play nothing
    double within; ///< seconds since the last multiple of 1/120 s of its time
    double begun;  ///< `within` when the piece of time in progress began, see mixer_step.c
    double ahead;  ///< seconds asked for and not yet passed, or passed already
    sinew__mixer_channel layers[SINEW_MIXER_LAYERS_MAX];
    const sinew_root_motion_tables *motions; ///< NULL: poses move as their clips do
    sinew_local_pose *held;
    sinew__inertia inertia;
    uint64_t fingerprint;                   ///< of the model
    int32_t held_clips[SINEW__MIXER_SLOTS]; ///< [held_clip_count] slots that sinew__mixer_hold_clips has held
    int32_t held_clip_count;
};

/// Begins to load the fields that a mixer with two clips on its first layer needs.
static inline void sinew__mixer_prefetch(const sinew_mixer *mixer)
{
    const char *end = (const char *)&mixer->layers[0].playing[2];
    for (const char *line = (const char *)mixer; line < end; line += SINEW__LINE) __builtin_prefetch(line);
}

/// The markers that count the phase of an entry: of a point of its space, or of its clip.
sinew__markers sinew__playing_markers(const sinew__playing *playing, int32_t active);

/// Whether its time is a phase.
static inline int sinew__has_phase(const sinew__playing *playing)
{
    return playing->at.space || playing->sync;
}

/// Finds the points of a space at its present position, and their pace.
void sinew__space_cursor_find(sinew__space_cursor *at);

/// A hash of the name of a clip; 0 for the rest pose.
uint64_t sinew__clip_identity(const sinew_model *model, int32_t clip);

/// Lets all clips of a layer fade out, except for later ones.
void sinew__mixer_begin_fade(sinew__mixer_channel *layer, sinew_fade_kind kind, double fade);

/// Whether the sync markers of a clip rise within its duration.
sinew_result sinew__mixer_check_markers(const sinew_model *model, const sinew_mixer_clip *clip, sinew_error *error);

/// Holds the bound clips that the mixer plays, and no others. What changes a mixer calls it at its end.
void sinew__mixer_hold_clips(sinew_mixer *mixer);

/// sinew_mixer_step of a mixer, or of a copy of one, which holds no clips.
void sinew__mixer_pass(sinew_mixer *mixer, double seconds, sinew_mixer_result *result);

/// Removes an entry of a layer.
void sinew__mixer_remove(sinew__mixer_channel *layer, int32_t index);

/// Returns the mean weight of an entry over a range of the layer's fade. The middle of the range is `elapsed` seconds
/// after the fade's start, and its ends are `half` seconds from the middle. Exact if the curve of the fade is a
/// polynomial of degree 3 or less.
double sinew__mixer_fade_weight(const sinew__mixer_channel *layer, const sinew__playing *playing, double elapsed,
                                double half);

/// Sets weights by the progress of the layer's fade, and removes clips that have faded out.
void sinew__mixer_update_weights(sinew__mixer_channel *layer);

#endif
