// A mixer: clips that play and fade on the layers of one character, and their conversion to blend layers. mixer_play.c
// starts and stops clips, mixer_step.c advances time.

#include "runtime/mixer/mixer.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/memory.h"
#include "runtime/blend/blender.h"
#include "runtime/model/look_up.h"

// Clips and blend spaces of a mixer → blend layers → local pose.

/// Largest number of clips that a layer samples.
enum { MOST_SAMPLED = SINEW_MIXER_CLIPS_MAX * SINEW_BLEND_SPACE_ACTIVE_MAX };

/// A clip that is sampled, with its weight within the layer; if `is_held`, the mixer's held pose instead.
typedef struct sampled_clip {
    int32_t clip, is_held;
    double time, weight;
} sampled_clip;

sinew__markers sinew__playing_markers(const sinew__playing *playing, int32_t active)
{
    if (playing->at.space) return playing->at.space->points[playing->at.points[active]].markers;
    return (sinew__markers){playing->markers, playing->marker_count, playing->duration};
}

/// Returns the time of the entry's phase in seconds within the clip.
static double time_of_phase(const sinew__playing *playing, int32_t active)
{
    const sinew__markers markers = sinew__playing_markers(playing, active);
    const double time = sinew__phase_time(&markers, playing->phase);
    return time < markers.duration ? time : time - markers.duration;
}

/// Writes the clips that an entry samples now to `out`. Returns their number.
static int32_t sampled_clips(const sinew__playing *playing, sampled_clip *out)
{
    const double weight = playing->weight * playing->share;
    if (!(weight > 0)) return 0;
    const sinew__space_cursor *at = &playing->at;
    for (int32_t i = 0; at->space && i < at->count; ++i)
        out[i] = (sampled_clip){.clip = at->space->points[at->points[i]].clip,
                                .time = time_of_phase(playing, i),
                                .weight = weight * at->weights[i]};
    if (at->space) return at->count;
    out[0] = (sampled_clip){.clip = playing->clip, .is_held = playing->is_held, .weight = weight};
    if (!playing->is_held)
        out[0].time = playing->sync ? time_of_phase(playing, 0) : sinew_playback_time(&playing->player);
    return 1;
}

/// Sets a blend layer field by field. Copying whole structs stalls until the fields just written have reached the
/// cache, which cost a tenth of the time of a character in a blend space.
static void put_layer(const sinew_mixer *mixer, const sinew_mixer_layer *settings, const sampled_clip *sampled,
                      sinew_blend_input *out)
{
    const int32_t clip = sampled->clip;
    const int moves =
        !sampled->is_held && clip != SINEW_NONE && mixer->motions && sinew__clip_moves(mixer->motions, clip);
    out->source.kind = sampled->is_held ? SINEW_BLEND_POSE : SINEW_BLEND_CLIP;
    out->source.clip = sampled->is_held ? 0 : clip;
    out->source.pose = sampled->is_held ? mixer->held : NULL;
    out->source.time = sampled->time;
    out->source.in_place = moves ? mixer->motions : NULL;
    out->mode = settings->mode;
    out->weight = (float)sampled->weight;
    out->mask = settings->mask;
    out->reference = settings->reference;
}

int32_t sinew_mixer_layers(const sinew_mixer *mixer, sinew_blend_input *out_layers)
{
    int32_t count = 0;
    for (int32_t i = 0; i < mixer->used; ++i) {
        const sinew__mixer_channel *layer = &mixer->layers[i];
        const sinew_mixer_layer *settings = &layer->settings;
        sampled_clip clips[MOST_SAMPLED];
        int32_t sampled = 0;
        for (int32_t k = 0; k < layer->count; ++k) sampled += sampled_clips(&layer->playing[k], &clips[sampled]);
        for (int32_t k = 0; k < sampled; ++k) clips[k].weight *= (double)settings->weight;
        if (settings->mode == SINEW_BLEND_OVERRIDE) {
            // Clip i shall have the weight g_i in the result. Over the clips before it, its weight is therefore g_i /
            // (1 − the sum of the weights after it).
            double sum = 0, left = 1;
            for (int32_t k = 0; k < sampled; ++k) sum += clips[k].weight;
            for (int32_t k = sampled - 1; k >= 0; --k) {
                const double weight = sum > 1 ? clips[k].weight / sum : clips[k].weight;
                clips[k].weight = left > 1e-9 ? weight / left : 0;
                left -= weight;
            }
        }
        for (int32_t k = 0; k < sampled; ++k)
            if (clips[k].weight > 0) put_layer(mixer, settings, &clips[k], &out_layers[count++]);
    }
    if (mixer->inertia.length > 0) out_layers[count++] = sinew__inertia_layer(&mixer->inertia);
    return count;
}

void sinew_mixer_evaluate(const sinew_mixer *mixer, sinew_blender *blender, sinew_local_pose *out_pose)
{
    if (blender->model != mixer->model) return;
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    const int32_t count = sinew_mixer_layers(mixer, layers);
    sinew_blend(blender, layers, count, out_pose);
}

void sinew_mixer_evaluate_palette(const sinew_mixer *mixer, sinew_blender *blender, sinew_palette_matrix *out_palette,
                                  float *out_morph_weights)
{
    if (blender->model != mixer->model) return;
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    sinew__mixed_difference difference;
    const int32_t count = sinew_mixer_layers(mixer, layers);
    if (sinew__inertia_mix(&mixer->inertia, &difference) &&
        sinew__blend_mix_clips(blender, NULL, layers, count - 1, &difference, NULL, 1, out_palette, out_morph_weights))
        return;
    sinew_blend_evaluate_palette(blender, layers, count, out_palette, out_morph_weights);
}

/// Sums of the weights of clips, to decide whether a heel or toe is on the ground. `lifting`: the clips that lift it at
/// some time. `down`: those of them that have it down now. A clip that never lifts it, such as an idle, only sets
/// `rests`, which decides if no clip lifts it.
typedef struct plant_vote {
    double down, lifting;
    int rests;
} plant_vote;

static void vote(const sinew_contacts *contacts, int32_t foot, int32_t joint, double duration, float planted,
                 double weight, plant_vote *votes)
{
    for (int32_t i = 0; i < contacts->count; ++i) {
        const sinew_contact *contact = &contacts->items[i];
        if (contact->foot != foot || contact->joint != joint || contact->to - contact->from < duration) continue;
        votes->rests = 1;
        return;
    }
    votes->lifting += weight;
    votes->down += weight * (double)planted;
}

static float decide(const plant_vote *votes)
{
    return votes->lifting > 0 ? votes->down > 0.5 * votes->lifting : (float)votes->rests;
}

/// Returns the contacts of a clip, or NULL.
static const sinew_contacts *contacts_of(const sinew_contacts *contacts, int32_t count, int32_t clip)
{
    if (sinew__is_item(clip, count) && contacts[clip].clip == clip) return &contacts[clip];
    for (int32_t i = 0; i < count; ++i)
        if (contacts[i].clip == clip) return &contacts[i];
    return NULL;
}

void sinew_mixer_planted(const sinew_mixer *mixer, const sinew_contacts *contacts, int32_t contact_count,
                         const sinew_foot *feet, int32_t foot_count, sinew_planted_foot *out_plants)
{
    if (foot_count < 0 || foot_count > SINEW_FEET_MAX) return;
    const sinew__mixer_channel *layer = &mixer->layers[0];
    sampled_clip clips[MOST_SAMPLED];
    plant_vote votes[SINEW_FEET_MAX][2] = {{{0}}};
    int32_t sampled = 0;
    for (int32_t i = 0; i < layer->count; ++i) sampled += sampled_clips(&layer->playing[i], &clips[sampled]);
    for (int32_t i = 0; i < sampled; ++i) {
        const int32_t clip = clips[i].clip;
        sinew_planted_foot own[SINEW_FEET_MAX];
        const sinew_contacts *of =
            clips[i].is_held || clip == SINEW_NONE ? NULL : contacts_of(contacts, contact_count, clip);
        if (!of) continue;
        const double duration = sinew__model_clip(mixer->model, clip)->duration;
        sinew_contacts_planted(of, feet, foot_count, duration, clips[i].time, own);
        for (int32_t k = 0; k < foot_count; ++k) {
            vote(of, k, feet[k].ankle, duration, own[k].heel, clips[i].weight, &votes[k][0]);
            vote(of, k, feet[k].toe, duration, own[k].toe, clips[i].weight, &votes[k][1]);
        }
    }
    for (int32_t k = 0; k < foot_count; ++k)
        out_plants[k] = (sinew_planted_foot){decide(&votes[k][0]), decide(&votes[k][1])};
}

static const sinew__playing *newest_of(const sinew_mixer *mixer, int32_t layer)
{
    if (!sinew__is_item(layer, SINEW_MIXER_LAYERS_MAX)) return NULL;
    const sinew__mixer_channel *own = &mixer->layers[layer];
    return own->count ? &own->playing[own->count - 1] : NULL;
}

int32_t sinew_mixer_current(const sinew_mixer *mixer, int32_t layer, double *out_time, float *out_weight)
{
    const sinew__playing *newest = newest_of(mixer, layer);
    if (out_time) *out_time = 0;
    if (out_weight) *out_weight = newest ? (float)(newest->weight * newest->share) : 0;
    if (!newest) return SINEW_NONE;
    if (out_time)
        *out_time = sinew__has_phase(newest) ? time_of_phase(newest, 0) : sinew_playback_time(&newest->player);
    return newest->at.space ? newest->at.space->points[newest->at.points[0]].clip : newest->clip;
}

int sinew_mixer_finished(const sinew_mixer *mixer, int32_t layer)
{
    if (!sinew__is_item(layer, SINEW_MIXER_LAYERS_MAX)) return 0;
    const sinew__playing *newest = newest_of(mixer, layer);
    return !newest || (!sinew__has_phase(newest) && sinew_playback_finished(&newest->player));
}

uint64_t sinew__clip_identity(const sinew_model *model, int32_t clip)
{
    if (clip == SINEW_NONE) return 0;
    const char *name = sinew__clip_name(model, clip);
    return sinew__hash(name, strlen(name));
}

/// Returns a hash of the joints' names and parents, to recognise a model.
static uint64_t fingerprint_of(const sinew_model *model)
{
    uint64_t so_far = (uint64_t)model->joint_count;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const char *name = sinew_text(model, model->joints[i].name);
        const uint64_t parts[3] = {so_far, sinew__hash(name, strlen(name)), (uint64_t)model->joints[i].parent};
        so_far = sinew__hash(parts, sizeof parts);
    }
    return so_far;
}

sinew_result sinew_mixer_create(const sinew_model *model, sinew_mixer **out_mixer, sinew_error *out_error)
{
    if (out_mixer) *out_mixer = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_mixer)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_mixer *mixer = sinew__allocate_zeroed(1, sizeof *mixer);
    if (!mixer) return sinew__fail_memory(out_error);
    mixer->model = model;
    for (int i = 0; i < SINEW_MIXER_LAYERS_MAX; ++i)
        mixer->layers[i].settings =
            (sinew_mixer_layer){.mode = i ? SINEW_BLEND_OVERRIDE : SINEW_BLEND_AVERAGE, .weight = 1};
    mixer->fingerprint = fingerprint_of(model);
    sinew_result result = sinew_local_pose_create(model, &mixer->held, out_error);
    if (result == SINEW_OK) result = sinew__inertia_create(model, &mixer->inertia, out_error);
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
    for (int32_t i = 0; i < mixer->held_clip_count; ++i) sinew__slot_release(mixer->model, mixer->held_clips[i]);
    sinew_local_pose_destroy(mixer->held);
    sinew__inertia_destroy(&mixer->inertia);
    sinew_free(mixer);
}

// ---- bound clips --------------------------------------------------------------------------------------------------

/// Writes the numbers of bound clips that the mixer plays, each once, to `out`. Returns their number.
static int32_t list_slots(const sinew_mixer *mixer, int32_t out[SINEW__MIXER_SLOTS])
{
    int32_t count = 0;
    for (int32_t i = 0; i < SINEW_MIXER_LAYERS_MAX; ++i) {
        const sinew__mixer_channel *layer = &mixer->layers[i];
        const sinew_blend_source *reference = &layer->settings.reference;
        for (int32_t k = 0; k <= layer->count; ++k) { // index `count` stands for the reference
            const int32_t clip = k < layer->count                      ? layer->playing[k].clip
                                 : reference->kind == SINEW_BLEND_CLIP ? reference->clip
                                                                       : SINEW_NONE;
            int32_t at = 0;
            if (clip < mixer->model->clip_count) continue;
            while (at < count && out[at] != clip) ++at;
            if (at == count) out[count++] = clip;
        }
    }
    return count;
}

static int has_number(const int32_t *numbers, int32_t count, int32_t number)
{
    for (int32_t i = 0; i < count; ++i)
        if (numbers[i] == number) return 1;
    return 0;
}

void sinew__mixer_hold_clips(sinew_mixer *mixer)
{
    int32_t now[SINEW__MIXER_SLOTS], kept = 0;
    if (!mixer->model->clip_slots) return;
    const int32_t count = list_slots(mixer, now);
    for (int32_t i = 0; i < mixer->held_clip_count; ++i) {
        if (has_number(now, count, mixer->held_clips[i]))
            mixer->held_clips[kept++] = mixer->held_clips[i];
        else
            sinew__slot_release(mixer->model, mixer->held_clips[i]);
    }
    mixer->held_clip_count = kept;
    for (int32_t i = 0; i < count; ++i)
        if (!has_number(mixer->held_clips, kept, now[i]) && sinew__slot_hold(mixer->model, now[i]))
            mixer->held_clips[mixer->held_clip_count++] = now[i];
}

// ---- fades and settings -------------------------------------------------------------------------------------------

void sinew__mixer_remove(sinew__mixer_channel *layer, int32_t index)
{
    memmove(&layer->playing[index], &layer->playing[index + 1],
            (size_t)(layer->count - index - 1) * sizeof *layer->playing);
    --layer->count;
}

/// Starts a fade of `fade` seconds and lets all clips of the layer fade out. The caller then adds the clips that fade
/// in.
void sinew__mixer_begin_fade(sinew__mixer_channel *layer, sinew_fade_kind kind, double fade)
{
    layer->fade_kind = (int32_t)kind;
    layer->fade = fade > 0 ? fade : 0;
    layer->elapsed = 0;
    for (int32_t i = 0; i < layer->count; ++i) {
        layer->playing[i].fade_weight = layer->playing[i].weight;
        layer->playing[i].fade_to = 0;
    }
}

static int fade_has_arrived(const sinew__mixer_channel *layer, double elapsed)
{
    return !(layer->fade > 0 && elapsed + 1e-9 < layer->fade); // the tolerance covers rounding of `elapsed`
}

/// Returns the completed fraction of a change of weights at a fraction of the fade's time, both 0 … 1.
static double fade_part(sinew_fade_kind kind, double time)
{
    switch (kind) {
    case SINEW_FADE_LINEAR:
    case SINEW_FADE_INERTIAL: break; // an inertial fade changes no weights; the fade-out of its clip is linear
    case SINEW_FADE_SMOOTH: return time * time * (3 - 2 * time);
    }
    return time;
}

double sinew__mixer_fade_weight(const sinew__mixer_channel *layer, const sinew__playing *playing, double elapsed,
                                double half)
{
    static const double node = 0.5773502691896258; // √(1/3): quadrature of Gauss and Legendre with two nodes
    const sinew_fade_kind kind = (sinew_fade_kind)layer->fade_kind;
    if (fade_has_arrived(layer, elapsed)) return playing->fade_to;
    const double middle = elapsed / layer->fade, offset = node * half / layer->fade;
    const double part =
        half == 0 ? fade_part(kind, middle) : (fade_part(kind, middle - offset) + fade_part(kind, middle + offset)) / 2;
    return playing->fade_weight + (playing->fade_to - playing->fade_weight) * part;
}

void sinew__mixer_update_weights(sinew__mixer_channel *layer)
{
    const int has_arrived = fade_has_arrived(layer, layer->elapsed);
    for (int32_t i = layer->count - 1; i >= 0; --i) {
        sinew__playing *playing = &layer->playing[i];
        playing->weight = sinew__mixer_fade_weight(layer, playing, layer->elapsed, 0);
        if (has_arrived && playing->fade_to == 0) sinew__mixer_remove(layer, i);
    }
    if (has_arrived) layer->fade = layer->elapsed = 0;
    for (int32_t i = 0; i < layer->count && has_arrived; ++i) layer->playing[i].fade_weight = layer->playing[i].weight;
}

void sinew__space_cursor_find(sinew__space_cursor *at)
{
    double sum = 0, total = 0; // over the points whose clips have a duration
    at->count = sinew__blend_space_find(at->space, at->now[0], at->now[1], at->points, at->weights);
    for (int32_t i = 0; i < at->count; ++i) {
        const sinew__space_point *point = &at->space->points[at->points[i]];
        if (!(point->markers.duration > 0)) continue;
        sum += at->weights[i] * point->speed * point->markers.count / point->markers.duration;
        total += at->weights[i];
    }
    at->pace = total > 0 ? sum / total : 0;
}

sinew_result sinew_mixer_set_motions(sinew_mixer *mixer, const sinew_root_motion_tables *motions,
                                     sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mixer)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (motions && motions->model != mixer->model)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the clip motions belong to another model");
    mixer->motions = motions;
    return SINEW_OK;
}

sinew_result sinew_mixer_set_layer(sinew_mixer *mixer, int32_t layer, const sinew_mixer_layer *settings,
                                   sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mixer, settings)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (layer < 1 || layer >= SINEW_MIXER_LAYERS_MAX)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "mixer layer %d is out of range [1, %d]",
                           (int)layer, SINEW_MIXER_LAYERS_MAX - 1);
    if (settings->mode != SINEW_BLEND_OVERRIDE && settings->mode != SINEW_BLEND_ADDITIVE)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "mode %d of a mixer layer is invalid",
                           (int)settings->mode);
    if (!(settings->weight >= 0 && settings->weight <= 1))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "weight %g is out of range [0, 1]",
                           (double)settings->weight);
    // The reference is checked in every mode, because sinew_mixer_set_state may make the layer additive later.
    const sinew_blend_input sample = {.source = {.kind = SINEW_BLEND_CLIP, .clip = SINEW_NONE},
                                      .mode = SINEW_BLEND_ADDITIVE,
                                      .weight = 1,
                                      .mask = settings->mask,
                                      .reference = settings->reference};
    const sinew_result result = sinew_blend_check(mixer->model, &sample, 1, out_error);
    if (result == SINEW_OK) mixer->layers[layer].settings = *settings;
    sinew__mixer_hold_clips(mixer);
    return result;
}
