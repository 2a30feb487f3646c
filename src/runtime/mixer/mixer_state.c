// Converts a mixer to a struct that can be stored, and back. Clips and blend spaces are stored by name.
#include <assert.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "core/base/error.h"
#include "runtime/mixer/mixer.h"
#include "runtime/model/look_up.h"

/// The kind of an entry's source, see sinew_mixer_state_clip.kind.
enum { CLIP, CLIP_WITH_MARKERS, SPACE };

// ---- mixer → state --------------------------------------------------------------------------------------------------

static sinew_mixer_state_clip state_of(const sinew_model *model, const sinew__playing *playing)
{
    const sinew__space_cursor *at = &playing->at;
    const int is_clip = !at->space && playing->clip != SINEW_NONE;
    sinew_mixer_state_clip out = {
        .duration = is_clip ? sinew__model_clip(model, playing->clip)->duration : 0,
        .name = at->space ? at->space->identity : sinew__clip_identity(model, playing->clip),
        .kind = at->space                   ? SPACE
                : playing->marker_count > 0 ? CLIP_WITH_MARKERS
                                            : CLIP,
        .loop = (int32_t)playing->player.loop,
        .sync = playing->sync,
        .weighted = playing->is_weighted,
        .speed = playing->player.speed,
        .anchor = playing->player.anchor,
        .elapsed = playing->player.elapsed,
        .phase = playing->phase,
        .weight = playing->weight,
        .fade_weight = playing->fade_weight,
        .fade_to = playing->fade_to,
        .share = playing->share,
        .fade_out = playing->fade_out,
        .fade_kind = playing->fade_kind,
        .position = {at->now[0], at->now[1]},
        .wanted = {at->wanted[0], at->wanted[1]},
        .half_life = at->half_life,
    };
    if (is_clip) strncpy(out.clip, sinew__clip_name(model, playing->clip), sizeof out.clip - 1);
    return out;
}

void sinew_mixer_get_state(const sinew_mixer *mixer, sinew_mixer_state *out_state)
{
    memset(out_state, 0, sizeof *out_state);
    out_state->version = SINEW_MIXER_STATE_VERSION;
    out_state->size = sizeof *out_state;
    out_state->model = mixer->fingerprint;
    out_state->within = mixer->within;
    out_state->begun = mixer->begun;
    out_state->ahead = mixer->ahead;
    for (int32_t i = 0; i < SINEW_MIXER_LAYERS_MAX; ++i) {
        const sinew__mixer_channel *layer = &mixer->layers[i];
        sinew_mixer_state_layer *out = &out_state->layers[i];
        out->mode = (int32_t)layer->settings.mode;
        out->weight = (double)layer->settings.weight;
        out->fade_kind = layer->fade_kind;
        out->fade = layer->fade;
        out->elapsed = layer->elapsed;
        for (int32_t k = 0; k < layer->count; ++k)
            if (!layer->playing[k].is_held) out->clips[out->count++] = state_of(mixer->model, &layer->playing[k]);
    }
}

// ---- state → mixer --------------------------------------------------------------------------------------------------

/// The model and the clips that a state is applied to.
typedef struct target {
    const sinew_model *model;
    const sinew_mixer_clip *known; ///< [count] clips with their markers, and blend spaces, that entries may name
    int32_t count;
    int leaves_out; ///< entries whose clip or space is missing are left out, instead of an error
} target;

static int is_within(double value, double least, double most)
{
    return value >= least && value <= most;
}

/// Whether the values of an entry are within the ranges that a mixer produces.
static int is_valid_clip(const sinew_mixer_state_clip *clip)
{
    static const double most = 1e300;
    return memchr(clip->clip, 0, sizeof clip->clip) && is_within(clip->duration, 0, most) && clip->kind >= CLIP &&
           clip->kind <= SPACE && clip->loop >= SINEW_LOOP_REPEAT && clip->loop <= SINEW_LOOP_PINGPONG &&
           clip->sync >= 0 && (clip->weighted == 0 || clip->weighted == 1) && is_within(clip->speed, -most, most) &&
           is_within(clip->anchor, -most, most) && is_within(clip->elapsed, -most, most) &&
           is_within(clip->phase, 0, 1e9) && is_within(clip->weight, 0, 1) && is_within(clip->fade_weight, 0, 1) &&
           (clip->fade_to == 0 || clip->fade_to == 1) && is_within(clip->share, 0, (double)SINEW_BLEND_WEIGHT_MAX) &&
           is_within(clip->fade_out, 0, most) && is_within(clip->position[0], -most, most) &&
           is_within(clip->position[1], -most, most) && is_within(clip->wanted[0], -most, most) &&
           is_within(clip->wanted[1], -most, most) && is_within(clip->half_life, 0, most) &&
           sinew__is_item(clip->fade_kind, SINEW__FADE_KINDS) && clip->reserved == 0;
}

static int is_valid_layer(const sinew_mixer_state_layer *layer, int32_t index)
{
    const int has_mode = index == 0 ? layer->mode == SINEW_BLEND_AVERAGE
                                    : layer->mode == SINEW_BLEND_OVERRIDE || layer->mode == SINEW_BLEND_ADDITIVE;
    return has_mode && layer->count >= 0 && layer->count <= SINEW_MIXER_CLIPS_MAX && is_within(layer->weight, 0, 1) &&
           is_within(layer->fade, 0, 1e300) && is_within(layer->elapsed, 0, layer->fade) &&
           sinew__is_item(layer->fade_kind, SINEW__FADE_KINDS) && layer->reserved == 0;
}

static sinew_result check_state(const sinew_mixer_state *state, sinew_error *error)
{
    static const double longest = 1.0 / 120 + 1e-6;
    if (state->version != SINEW_MIXER_STATE_VERSION || state->size != sizeof *state)
        return sinew__fail(error, SINEW_ERROR_UNSUPPORTED,
                           "a mixer state of version %u and %u bytes, expected %d and %d", (unsigned)state->version,
                           (unsigned)state->size, SINEW_MIXER_STATE_VERSION, (int)sizeof *state);
    if (!is_within(state->within, 0, longest) || !is_within(state->begun, 0, longest) ||
        !is_within(state->ahead, -1e-6, 1e-6))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "the mixer state is damaged: its time is out of range");
    for (int32_t i = 0; i < SINEW_MIXER_LAYERS_MAX; ++i) {
        if (!is_valid_layer(&state->layers[i], i))
            return sinew__fail(error, SINEW_ERROR_DAMAGED, "the mixer state is damaged: layer %d", (int)i);
        for (int32_t k = 0; k < state->layers[i].count; ++k)
            if (!is_valid_clip(&state->layers[i].clips[k]))
                return sinew__fail(error, SINEW_ERROR_DAMAGED, "the mixer state is damaged: layer %d, clip %d", (int)i,
                                   (int)k + 1);
    }
    return SINEW_OK;
}

/// Returns the clip whose name has this hash, a clip of the model or a bound one; SINEW_NONE if no clip has it.
static int32_t find_clip(const sinew_model *model, uint64_t name)
{
    for (int32_t i = 0; i < model->clip_count; ++i)
        if (sinew__clip_identity(model, i) == name) return i;
    for (int32_t i = 0; model->clip_slots && i < model->clip_slots->capacity; ++i) {
        const int32_t slot = atomic_load_explicit(&model->clip_slots->items[i].number, memory_order_acquire);
        if (!sinew__slot_hold(model, slot)) continue;
        const int is_found = slot != SINEW_NONE && sinew__clip_identity(model, slot) == name;
        if (slot != SINEW_NONE) sinew__slot_release(model, slot);
        if (is_found) return slot;
    }
    return SINEW_NONE;
}

/// Returns the blend space, or the clip with its markers, that the caller gave for an entry, or NULL.
static const sinew_mixer_clip *find_known(const target *on, const sinew_mixer_state_clip *from, int32_t clip)
{
    for (int32_t i = 0; i < on->count; ++i) {
        const sinew_mixer_clip *known = &on->known[i];
        const sinew_blend_space *space = known->space;
        if (from->kind == SPACE ? space && space->model == on->model && space->identity == from->name
                                : !space && known->clip == clip && known->marker_count > 0)
            return known;
    }
    return NULL;
}

/// Finds the clip or the space of an entry. Returns 0 if the model or `known` lacks it.
static int find_source(const target *on, const sinew_mixer_state_clip *from, sinew__playing *out)
{
    out->clip = SINEW_NONE;
    if (from->kind == SPACE) {
        const sinew_mixer_clip *known = find_known(on, from, SINEW_NONE);
        out->at.space = known ? known->space : NULL;
        return known != NULL;
    }
    if (from->name) out->clip = find_clip(on->model, from->name);
    if (from->name && out->clip == SINEW_NONE) return 0;
    if (from->name && !on->leaves_out && sinew__model_clip(on->model, out->clip)->duration != from->duration) return 0;
    const sinew_mixer_clip *known = from->kind == CLIP_WITH_MARKERS ? find_known(on, from, out->clip) : NULL;
    out->markers = known ? known->markers : NULL;
    out->marker_count = known ? known->marker_count : 0;
    return from->kind == CLIP || known;
}

static void restore(const target *on, const sinew_mixer_state_clip *from, sinew__playing *out)
{
    out->is_weighted = (int8_t)from->weighted;
    out->sync = from->sync;
    out->weight = from->weight;
    out->fade_weight = from->fade_weight;
    out->fade_to = from->fade_to;
    out->share = from->share;
    out->fade_out = from->fade_out;
    out->fade_kind = (int8_t)from->fade_kind;
    if (out->at.space) {
        memcpy(out->at.now, from->position, sizeof out->at.now);
        memcpy(out->at.wanted, from->wanted, sizeof out->at.wanted);
        out->at.half_life = from->half_life;
        sinew__space_cursor_find(&out->at);
        out->duration = sinew__playing_markers(out, 0).duration;
    } else {
        out->duration = sinew__clip_span(on->model, out->clip).duration;
    }
    // The clock keeps its position unless it is after the end of the clip.
    sinew_playback *player = &out->player;
    sinew_playback_init(player, out->duration);
    sinew_playback_set_loop(player, (sinew_loop_mode)from->loop);
    sinew_playback_set_speed(player, from->speed);
    player->anchor = from->anchor;
    player->elapsed = from->elapsed;
    const double position = from->anchor + from->elapsed * from->speed;
    if (!is_within(position, 0, out->duration * (player->loop == SINEW_LOOP_PINGPONG ? 2 : 1)))
        sinew_playback_seek(player, isfinite(position) ? position : 0);
    const sinew__markers markers = sinew__playing_markers(out, 0);
    out->phase = sinew__phase_wrap(from->phase, sinew__marker_count(&markers));
}

static sinew_result restore_layers(const target *on, const sinew_mixer_state *state, sinew__mixer_channel *layers,
                                   sinew_error *error)
{
    for (int32_t i = 0; i < SINEW_MIXER_LAYERS_MAX; ++i) {
        const sinew_mixer_state_layer *from = &state->layers[i];
        layers[i].settings.mode = (sinew_blend_mode)from->mode;
        layers[i].settings.weight = (float)from->weight;
        layers[i].fade_kind = from->fade_kind;
        layers[i].fade = from->fade;
        layers[i].elapsed = from->elapsed;
        layers[i].count = 0;
        for (int32_t k = 0; k < from->count; ++k) {
            sinew__playing playing = {0};
            if (find_source(on, &from->clips[k], &playing)) {
                restore(on, &from->clips[k], &playing);
                layers[i].playing[layers[i].count++] = playing;
            } else if (!on->leaves_out) {
                static const char *const kinds[] = {"clip", "clip with markers", "blend space"};
                const char *name = from->clips[k].clip;
                return sinew__fail(error, SINEW_ERROR_NO_CLIP, "the %s %d of layer %d%s%.*s%s was not found",
                                   kinds[from->clips[k].kind], (int)k + 1, (int)i, *name ? ", '" : "",
                                   SINEW_MIXER_STATE_NAME, name, *name ? "'," : "");
            }
        }
    }
    return SINEW_OK;
}

static void take_layers(sinew_mixer *mixer, const sinew_mixer_state *state, const sinew__mixer_channel *layers)
{
    memcpy(mixer->layers, layers, sizeof mixer->layers);
    mixer->within = state->within;
    mixer->begun = state->begun;
    mixer->ahead = state->ahead;
    mixer->inertia.length = mixer->inertia.elapsed = 0;
    mixer->used = SINEW_MIXER_LAYERS_MAX;
    while (mixer->used > 0 && mixer->layers[mixer->used - 1].count == 0) --mixer->used;
}

/// Checks the clips, spaces and markers that the caller gave.
static sinew_result check_known(const target *on, sinew_error *error)
{
    if (on->count < 0) return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d clips are known", (int)on->count);
    for (int32_t i = 0; i < on->count; ++i) {
        const sinew_mixer_clip *known = &on->known[i];
        if (known->space) continue;
        if (sinew__lacks_clip(on->model, known->clip, error)) return SINEW_ERROR_INVALID_ARGUMENT;
        const sinew_result result = sinew__mixer_check_markers(on->model, known, error);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

sinew_result sinew_mixer_set_state(sinew_mixer *mixer, const sinew_mixer_state *state, const sinew_mixer_clip *known,
                                   int32_t known_count, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mixer, state)) return SINEW_ERROR_INVALID_ARGUMENT;
    const target on = {mixer->model, known, known ? known_count : 0, 0};
    sinew__mixer_channel layers[SINEW_MIXER_LAYERS_MAX];
    sinew_result result = check_state(state, out_error);
    if (result == SINEW_OK) result = check_known(&on, out_error);
    if (result != SINEW_OK) return result;
    if (state->model != mixer->fingerprint)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the mixer state belongs to another model");
    memcpy(layers, mixer->layers, sizeof layers);
    result = restore_layers(&on, state, layers, out_error);
    if (result == SINEW_OK) take_layers(mixer, state, layers);
    sinew__mixer_hold_clips(mixer);
    return result;
}

/// Returns the reference of an additive layer in another model, found by the clip's name. Returns an empty source if
/// that model has no such clip. A pose belongs to the earlier model and is dropped.
static sinew_blend_source reference_in(const sinew_model *model, const sinew_mixer *mixer,
                                       const sinew_blend_source *reference)
{
    if (reference->kind != SINEW_BLEND_CLIP) return (sinew_blend_source){0};
    sinew_blend_source found = {.kind = SINEW_BLEND_CLIP, .clip = SINEW_NONE, .time = reference->time};
    if (reference->clip == SINEW_NONE) return found;
    found.clip = find_clip(model, sinew__clip_identity(mixer->model, reference->clip));
    return found.clip == SINEW_NONE ? (sinew_blend_source){0} : found;
}

sinew_result sinew_mixer_rebind(sinew_mixer *mixer, const sinew_model *model, const sinew_mixer_clip *known,
                                int32_t known_count, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mixer, model)) return SINEW_ERROR_INVALID_ARGUMENT;
    const target on = {model, known, known ? known_count : 0, 1};
    sinew__mixer_channel layers[SINEW_MIXER_LAYERS_MAX];
    sinew_mixer_state state;
    sinew_mixer *made;
    sinew_result result = check_known(&on, out_error);
    if (result == SINEW_OK) result = sinew_mixer_create(model, &made, out_error);
    if (result != SINEW_OK) return result;
    sinew_mixer_get_state(mixer, &state);
    memcpy(layers, made->layers, sizeof layers);
    result = restore_layers(&on, &state, layers, out_error);
    assert(result == SINEW_OK);
    for (int32_t i = 0; i < SINEW_MIXER_LAYERS_MAX; ++i)
        layers[i].settings.reference = reference_in(model, mixer, &mixer->layers[i].settings.reference);
    take_layers(made, &state, layers);
    sinew__mixer_hold_clips(made);
    sinew_mixer taken = *mixer; // `made` takes the old contents and destroys them
    *mixer = *made;
    *made = taken;
    sinew_mixer_destroy(made);
    return result;
}
