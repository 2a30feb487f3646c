// Clips that fade and loop on characters: what a mixer plays, and its layers; then crowds of mixers. How time passes is
// in mixer_step.c.

#include "runtime/mixer/mixer.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/blend/blend_lanes.h"
#include "runtime/blend/blender.h"

/// Begins to load what a mixer with two clips on its first layer reads.
static inline void sinew__mixer_prefetch(const sinew_mixer *mixer)
{
    const char *end = (const char *)&mixer->layers[0].playing[2];
    for (const char *line = (const char *)mixer; line < end; line += SINEW__LINE) __builtin_prefetch(line);
}

// What a mixer plays → blend layers → local pose.

enum { MOST_SAMPLED = SINEW_MIXER_CLIPS * SINEW_BLEND_SPACE_ACTIVE }; ///< clips of a layer

/// A clip that is sampled, with its weight within the layer.
typedef struct sampled_clip {
    sinew_blend_source source;
    double weight;
} sampled_clip;

sinew__markers sinew__playing_markers(const sinew__playing *playing, int32_t active)
{
    if (playing->at.space) return playing->at.space->points[playing->at.points[active]].markers;
    return (sinew__markers){playing->markers, playing->marker_count, playing->duration};
}

/// The time of a phase within the clip.
static double time_of_phase(const sinew__playing *playing, int32_t active)
{
    const sinew__markers markers = sinew__playing_markers(playing, active);
    const double time = sinew__phase_time(&markers, playing->phase);
    return time < markers.duration ? time : time - markers.duration;
}

static sinew_blend_source source_of(const sinew_mixer *mixer, int32_t clip, double time)
{
    const int moves = clip != SINEW_NONE && mixer->motions && sinew__clip_moves(mixer->motions, clip);
    return (sinew_blend_source){
        .kind = SINEW_BLEND_CLIP, .clip = clip, .time = time, .in_place = moves ? mixer->motions : NULL};
}

/// The clips that an entry samples now.
static int32_t sampled_clips(const sinew_mixer *mixer, const sinew__playing *playing, sampled_clip *out)
{
    const double weight = playing->weight * playing->share;
    if (!(weight > 0)) return 0;
    const sinew__space_cursor *at = &playing->at;
    for (int32_t i = 0; at->space && i < at->count; ++i)
        out[i] = (sampled_clip){source_of(mixer, at->space->points[at->points[i]].clip, time_of_phase(playing, i)),
                                weight * at->weights[i]};
    if (at->space) return at->count;
    out[0] = (sampled_clip){.weight = weight};
    if (playing->is_held)
        out[0].source = (sinew_blend_source){.kind = SINEW_BLEND_POSE, .pose = mixer->held};
    else
        out[0].source = source_of(mixer, playing->clip,
                                  playing->sync ? time_of_phase(playing, 0) : sinew_player_time(&playing->player));
    return 1;
}

/// Clips that are blended over each other: the weight of each over those before it, so that each has its own weight in
/// the result, is g_i / (1 − sum of those after it).
static void weigh_over(sampled_clip *clips, int32_t count)
{
    double sum = 0, left = 1;
    for (int32_t i = 0; i < count; ++i) sum += clips[i].weight;
    for (int32_t i = count - 1; i >= 0; --i) {
        const double weight = sum > 1 ? clips[i].weight / sum : clips[i].weight;
        clips[i].weight = left > 1e-9 ? weight / left : 0;
        left -= weight;
    }
}

int32_t sinew_mixer_layers(const sinew_mixer *mixer, sinew_blend_layer *out_layers)
{
    int32_t count = 0;
    for (int32_t i = 0; i < mixer->used; ++i) {
        const sinew__mixer_channel *layer = &mixer->layers[i];
        const sinew_mixer_layer *settings = &layer->settings;
        sampled_clip clips[MOST_SAMPLED];
        int32_t sampled = 0;
        for (int32_t k = 0; k < layer->count; ++k) sampled += sampled_clips(mixer, &layer->playing[k], &clips[sampled]);
        for (int32_t k = 0; k < sampled; ++k) clips[k].weight *= settings->weight;
        if (settings->mode == SINEW_BLEND_OVER) weigh_over(clips, sampled);
        for (int32_t k = 0; k < sampled; ++k) {
            if (!(clips[k].weight > 0)) continue;
            out_layers[count++] = (sinew_blend_layer){.source = clips[k].source,
                                                      .mode = settings->mode,
                                                      .weight = (float)clips[k].weight,
                                                      .mask = settings->mask,
                                                      .reference = settings->reference};
        }
    }
    if (mixer->inertia.length > 0) out_layers[count++] = sinew__inertia_layer(&mixer->inertia);
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
    if (out_time) *out_time = 0;
    if (out_weight) *out_weight = newest ? newest->weight * newest->share : 0;
    if (!newest) return SINEW_NONE;
    if (out_time) *out_time = sinew__has_phase(newest) ? time_of_phase(newest, 0) : sinew_player_time(&newest->player);
    return newest->at.space ? newest->at.space->points[newest->at.points[0]].clip : newest->clip;
}

int sinew_mixer_finished(const sinew_mixer *mixer, int32_t layer)
{
    const sinew__playing *newest = newest_of(mixer, layer);
    return !newest || (!sinew__has_phase(newest) && sinew_player_finished(&newest->player));
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
    mixer->fingerprint = sinew__mixer_fingerprint(model);
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
    sinew_local_pose_destroy(mixer->held);
    sinew__inertia_destroy(&mixer->inertia);
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

/// A clip, or a space of the mixer's model at a position.
static sinew_result check_source(const sinew_mixer *mixer, const sinew_mixer_clip *clip, sinew_error *error)
{
    if (clip->space && clip->space->model != mixer->model)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the blend space belongs to another model");
    if (clip->space && (!isfinite(clip->x) || !isfinite(clip->y)))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the position in the blend space is not finite");
    if (clip->space) return check_seconds("a half-life", clip->half_life, error);
    if (clip->clip != SINEW_NONE && sinew__lacks_item(error, "clip", clip->clip, mixer->model->clip_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    return check_markers(mixer->model, clip, error);
}

static int32_t markers_of(const sinew__playing *playing)
{
    const sinew__markers markers = sinew__playing_markers(playing, 0);
    return sinew__marker_count(&markers);
}

/// Clips of one sync group on a layer have the same number of markers.
static sinew_result check_sync(const sinew__mixer_channel *layer, const sinew_mixer_clip *clip, sinew_error *error)
{
    if (clip->sync < 0)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "sync group %d is negative", (int)clip->sync);
    const int32_t count = clip->space ? clip->space->marker_count : clip->marker_count > 0 ? clip->marker_count : 1;
    for (int32_t i = 0; i < layer->count && clip->sync; ++i) {
        const int32_t expected = markers_of(&layer->playing[i]);
        if (layer->playing[i].sync == clip->sync && expected != count)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d sync markers, expected %d as in sync group %d",
                               (int)count, (int)expected, (int)clip->sync);
    }
    return SINEW_OK;
}

/// Clips whose weights the caller sets are not dropped for another one.
static sinew_result check_room(const sinew__mixer_channel *layer, const sinew_mixer_clip *clip, sinew_error *error)
{
    int32_t weighted = 0;
    for (int32_t i = 0; i < layer->count; ++i) weighted += layer->playing[i].is_weighted;
    if (!clip->weighted || weighted < SINEW_MIXER_CLIPS) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_LIMIT, "the layer has %d weighted clips already", SINEW_MIXER_CLIPS);
}

static sinew_result check_clip(const sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip,
                               sinew_error *error)
{
    sinew_result result = check_layer_index(layer, 0, error);
    if (result == SINEW_OK) result = check_source(mixer, clip, error);
    if (result != SINEW_OK) return result;
    if (!isfinite(clip->speed) || !isfinite(clip->start))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "speed or start is not finite");
    result = check_seconds("a fade", clip->fade, error);
    if (result == SINEW_OK) result = check_seconds("a fade", clip->fade_out, error);
    if (result == SINEW_OK && clip->fade_kind != SINEW_FADE_LINEAR &&
        (clip->fade_kind != SINEW_FADE_INERTIAL || !clip->blender || clip->blender->model != mixer->model))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "an inertial fade needs a blender of the model");
    if (result == SINEW_OK) result = check_room(&mixer->layers[layer], clip, error);
    return result == SINEW_OK ? check_sync(&mixer->layers[layer], clip, error) : result;
}

// ---- playing ------------------------------------------------------------------------------------------------------

static void remove_playing(sinew__mixer_channel *layer, int32_t index)
{
    memmove(&layer->playing[index], &layer->playing[index + 1],
            (size_t)(layer->count - index - 1) * sizeof *layer->playing);
    --layer->count;
}

/// All clips fade out, except for those that are put behind them.
static void begin_fade(sinew__mixer_channel *layer, double fade)
{
    layer->fade = fade > 0 ? fade : 0;
    layer->elapsed = 0;
    for (int32_t i = 0; i < layer->count; ++i) {
        layer->playing[i].fade_weight = layer->playing[i].weight;
        layer->playing[i].fade_to = 0;
    }
}

static int is_lighter(const sinew__playing *a, const sinew__playing *b)
{
    if (a->is_weighted != b->is_weighted) return b->is_weighted;
    return a->weight * a->share < b->weight * b->share;
}

static void make_room(sinew__mixer_channel *layer)
{
    if (layer->count < SINEW_MIXER_CLIPS) return;
    int32_t lightest = 0;
    for (int32_t i = 1; i < layer->count; ++i)
        if (is_lighter(&layer->playing[i], &layer->playing[lightest])) lightest = i;
    remove_playing(layer, lightest);
}

void sinew__mixer_update_weights(sinew__mixer_channel *layer)
{
    static const double rounding = 1e-9;
    const int has_arrived = !(layer->elapsed + rounding < layer->fade);
    const double part = has_arrived ? 1 : layer->elapsed / layer->fade;
    for (int32_t i = layer->count - 1; i >= 0; --i) {
        sinew__playing *playing = &layer->playing[i];
        playing->weight = playing->fade_weight + (playing->fade_to - playing->fade_weight) * part;
        if (has_arrived && playing->fade_to == 0) remove_playing(layer, i);
    }
    if (has_arrived) layer->fade = layer->elapsed = 0;
    for (int32_t i = 0; i < layer->count && has_arrived; ++i) layer->playing[i].fade_weight = layer->playing[i].weight;
}

void sinew__space_cursor_find(sinew__space_cursor *at)
{
    at->count = sinew_blend_space_weights(at->space, at->now[0], at->now[1], at->points, at->weights);
}

static sinew__playing make_playing(const sinew_model *model, const sinew_mixer_clip *clip)
{
    sinew__playing playing = {.clip = clip->space ? SINEW_NONE : clip->clip,
                              .is_weighted = clip->weighted != 0,
                              .share = clip->weighted ? 0 : 1,
                              .fade_out = clip->fade_out,
                              .sync = clip->sync,
                              .markers = clip->markers,
                              .marker_count = clip->marker_count,
                              .at = {.space = clip->space,
                                     .now = {clip->x, clip->y},
                                     .wanted = {clip->x, clip->y},
                                     .half_life = clip->half_life}};
    if (clip->space) sinew__space_cursor_find(&playing.at);
    playing.duration = clip->space ? sinew__playing_markers(&playing, 0).duration : duration_of(model, clip->clip);
    sinew_player_init(&playing.player, playing.duration);
    sinew_player_set_loop(&playing.player, clip->loop);
    sinew_player_set_speed(&playing.player, clip->speed != 0 ? clip->speed : 1);
    sinew_player_seek(&playing.player, clip->start);
    const sinew__markers markers = sinew__playing_markers(&playing, 0);
    playing.phase =
        sinew__phase_wrap(sinew__phase_of(&markers, sinew_player_time(&playing.player)), sinew__marker_count(&markers));
    return playing;
}

/// Gives a clip the phase of the heaviest clip of its sync group, if one plays on the layer.
static void join_sync(const sinew__mixer_channel *layer, sinew__playing *playing)
{
    const sinew__playing *leader = NULL;
    for (int32_t i = 0; i < layer->count; ++i) {
        const sinew__playing *other = &layer->playing[i];
        if (other->sync == playing->sync && (!leader || is_lighter(leader, other))) leader = other;
    }
    if (leader && playing->sync) playing->phase = leader->phase;
}

static void start(sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip, double fade)
{
    sinew__mixer_channel *own = &mixer->layers[layer];
    sinew__playing playing = make_playing(mixer->model, clip);
    join_sync(own, &playing);
    make_room(own);
    mixer->begun = mixer->within;
    const int is_first_of_base = layer == 0 && own->count == 0;
    if (!clip->weighted) begin_fade(own, is_first_of_base ? 0 : fade);
    playing.weight = playing.fade_weight = clip->weighted;
    playing.fade_to = 1;
    own->playing[own->count++] = playing;
    if (mixer->used <= layer) mixer->used = layer + 1;
    sinew__mixer_update_weights(own);
}

/// The pose that a mixer shows, the one that it showed a little earlier, and how the character moves between them.
static sinew__turn look_back(const sinew_mixer *mixer, sinew_blender *blender, double seconds,
                             sinew_local_pose *const out[2])
{
    sinew_mixer earlier = *mixer;
    sinew_mixer_result result = {0};
    sinew_mixer_evaluate(mixer, blender, out[0]);
    earlier.inertia.elapsed = fmax(earlier.inertia.elapsed - seconds, 0);
    sinew_mixer_step(&earlier, -seconds, &result); // updates the weights of the inertia that both have
    sinew_mixer_evaluate(&earlier, blender, out[1]);
    const sinew_motion motion = sinew_motion_inverse(&result.motion);
    const sinew_vec3 up = mixer->motions ? mixer->motions->up : (sinew_vec3){0, 0, 0};
    const double along = motion.rotation.x * up.x + motion.rotation.y * up.y + motion.rotation.z * up.z;
    return (sinew__turn){2 * atan2(along, motion.rotation.w) / seconds,
                         sinew__vec3_scale(motion.translation, 1 / seconds)};
}

/// Starts a clip at once, and keeps the difference to what was shown. What is left of an earlier difference is part of
/// it.
static void start_inertial(sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip)
{
    static const double earlier = 1.0 / 120;
    sinew__inertia *inertia = &mixer->inertia;
    sinew_local_pose *const *poses = clip->blender->shown;
    const double left = sinew__inertia_left(inertia, inertia->elapsed);
    const sinew__turn before = look_back(mixer, clip->blender, earlier, poses), rest = inertia->velocity;
    inertia->length = 0;
    start(mixer, layer, clip, 0);
    const sinew__turn after = look_back(mixer, clip->blender, earlier, poses + 2);
    sinew__inertia_begin(inertia, clip->fade, earlier, (const sinew_local_pose *const[2]){poses[0], poses[1]},
                         (const sinew_local_pose *const[2]){poses[2], poses[3]});
    inertia->velocity.yaw = before.yaw - after.yaw + left * rest.yaw;
    inertia->velocity.shift =
        sinew__vec3_add(sinew__vec3_subtract(before.shift, after.shift), sinew__vec3_scale(rest.shift, left));
}

sinew_result sinew_mixer_play(sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mixer, clip)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = check_clip(mixer, layer, clip, out_error);
    if (result != SINEW_OK) return result;
    const int is_first_of_base = layer == 0 && mixer->layers[0].count == 0;
    if (clip->fade_kind == SINEW_FADE_INERTIAL && clip->fade > 0 && !clip->weighted && !is_first_of_base)
        start_inertial(mixer, layer, clip);
    else
        start(mixer, layer, clip, clip->fade);
    return SINEW_OK;
}

int sinew_mixer_set_weight(sinew_mixer *mixer, int32_t layer, int32_t clip, double weight)
{
    assert(layer >= 0 && layer < SINEW_MIXER_LAYERS);
    sinew__mixer_channel *own = &mixer->layers[layer];
    for (int32_t i = own->count - 1; i >= 0; --i) {
        if (!own->playing[i].is_weighted || own->playing[i].clip != clip || own->playing[i].at.space) continue;
        own->playing[i].share = weight > 0 ? fmin(weight, (double)SINEW_BLEND_MAX_WEIGHT) : 0;
        mixer->begun = mixer->within;
        return 1;
    }
    return 0;
}

void sinew_mixer_set_position(sinew_mixer *mixer, int32_t layer, const sinew_blend_space *space, double x, double y)
{
    assert(layer >= 0 && layer < SINEW_MIXER_LAYERS && space);
    sinew__mixer_channel *own = &mixer->layers[layer];
    if (!isfinite(x) || !isfinite(y)) return;
    for (int32_t i = 0; i < own->count; ++i) {
        sinew__space_cursor *at = &own->playing[i].at;
        if (at->space != space || (at->wanted[0] == x && at->wanted[1] == y)) continue;
        mixer->begun = mixer->within;
        at->wanted[0] = x;
        at->wanted[1] = y;
        if (at->half_life > 0) continue;
        memcpy(at->now, at->wanted, sizeof at->now);
        sinew__space_cursor_find(at);
    }
}

void sinew__mixer_stop(sinew_mixer *mixer, int32_t layer, double fade)
{
    sinew__mixer_channel *own = &mixer->layers[layer];
    if (layer == 0) {
        const sinew_mixer_clip rest = {.clip = SINEW_NONE, .fade = fade > 0 ? fade : 0};
        (void)!sinew_mixer_play(mixer, 0, &rest, NULL);
        return;
    }
    begin_fade(own, fade);
    mixer->begun = mixer->within;
    sinew__mixer_update_weights(own);
}

void sinew_mixer_stop(sinew_mixer *mixer, int32_t layer, double fade)
{
    assert(layer >= 0 && layer < SINEW_MIXER_LAYERS);
    sinew__mixer_stop(mixer, layer, fade);
}

void sinew_mixer_hold(sinew_mixer *mixer, sinew_blender *blender)
{
    sinew_blend_layer layers[SINEW_MIXER_MAX_BLEND_LAYERS];
    const int32_t count = sinew_mixer_layers(mixer, layers);
    int32_t base = 0;
    while (base < count && layers[base].mode == SINEW_BLEND_OVERRIDE) ++base;
    sinew_blend_layers(blender, layers, base, mixer->held);
    sinew__mixer_channel *own = &mixer->layers[0];
    own->playing[0] =
        (sinew__playing){.clip = SINEW_NONE, .is_held = 1, .weight = 1, .fade_weight = 1, .fade_to = 1, .share = 1};
    sinew_player_init(&own->playing[0].player, 0);
    own->count = 1;
    if (mixer->used == 0) mixer->used = 1;
    own->fade = own->elapsed = 0;
    mixer->begun = mixer->within;
}

sinew_result sinew_mixer_set_motions(sinew_mixer *mixer, const sinew_clip_motions *motions, sinew_error *out_error)
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

// ---- many mixers, a few characters at a time ----------------------------------------------------------------------

enum { CHARACTERS_PER_PIECE = 8 }; ///< enough work to wake a thread for

/// What a character plays.
typedef struct character_layers {
    sinew_blend_layer of[SINEW_MIXER_MAX_BLEND_LAYERS];
    int32_t count;
} character_layers;

typedef struct crowd_worker {
    sinew_blender *blender;
    sinew__blend_lanes lanes;
    character_layers layers[SINEW__MAX_LANES];
    sinew_local_pose poses[SINEW__MAX_LANES]; ///< [lanes.count] one after the other in memory
} crowd_worker;

struct sinew_mixer_crowd {
    const sinew_model *model;
    sinew_crowd_options options;
    crowd_worker *workers; ///< [worker_count]
    sinew__arena memory;   ///< of the workers' lanes

    // of the evaluation in progress
    const sinew_mixer *const *mixers;
    int32_t count;
    sinew_mixer_crowd_output output;
};

static sinew_result create_worker(sinew_mixer_crowd *crowd, crowd_worker *own, sinew_error *error)
{
    const sinew_result result = sinew_blender_create(crowd->model, &own->blender, error);
    if (result != SINEW_OK) return result;
    const size_t size = sinew__local_pose_size(crowd->model);
    sinew__blend_lanes_create(own->blender, &crowd->memory, &own->lanes);
    uint8_t *poses = sinew__arena_aligned(&crowd->memory, (size_t)own->lanes.count * size, SINEW__LINE);
    if (crowd->memory.failed) return sinew__fail_memory(error);
    for (int32_t i = 0; i < own->lanes.count; ++i)
        sinew__local_pose_place(crowd->model, poses + (size_t)i * size, &own->poses[i]);
    return SINEW_OK;
}

sinew_result sinew_mixer_crowd_create(const sinew_model *model, const sinew_crowd_options *options,
                                      sinew_mixer_crowd **out_crowd, sinew_error *out_error)
{
    if (out_crowd) *out_crowd = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_crowd)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_crowd_options chosen = options ? *options : (sinew_crowd_options){0};
    if (chosen.worker_count < 0 || chosen.worker_count > SINEW_CROWD_WORKERS)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%d workers, the limit is %d", (int)chosen.worker_count,
                           SINEW_CROWD_WORKERS);
    if (!chosen.parallel_for || !chosen.worker_count) chosen.worker_count = 1;
    sinew_mixer_crowd *crowd = sinew__allocate_zeroed(1, sizeof *crowd);
    crowd_worker *workers = sinew__allocate_zeroed((size_t)chosen.worker_count, sizeof *workers);
    if (!crowd || !workers) {
        sinew_free(crowd);
        sinew_free(workers);
        return sinew__fail_memory(out_error);
    }
    *crowd = (sinew_mixer_crowd){.model = model, .options = chosen, .workers = workers};
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < chosen.worker_count && result == SINEW_OK; ++i)
        result = create_worker(crowd, &workers[i], out_error);
    if (result != SINEW_OK) {
        sinew_mixer_crowd_destroy(crowd);
        return result;
    }
    *out_crowd = crowd;
    return SINEW_OK;
}

void sinew_mixer_crowd_destroy(sinew_mixer_crowd *crowd)
{
    if (!crowd) return;
    for (int32_t i = 0; i < crowd->options.worker_count; ++i) sinew_blender_destroy(crowd->workers[i].blender);
    sinew__arena_free(&crowd->memory);
    sinew_free(crowd->workers);
    sinew_free(crowd);
}

static float *palette_of(const sinew_mixer_crowd *crowd, int32_t character)
{
    return crowd->output.palettes[(size_t)character * (size_t)crowd->model->skin_joint_count].row[0];
}

static void put_morph_weights(const sinew_mixer_crowd *crowd, const sinew_local_pose *pose, int32_t character)
{
    const size_t count = (size_t)crowd->model->morph_count;
    if (crowd->output.morph_weights && count)
        memcpy(crowd->output.morph_weights + (size_t)character * count, pose->morph_weights, count * sizeof(float));
}

static sinew_affine *sockets_of(const sinew_mixer_crowd *crowd, int32_t character)
{
    return crowd->output.socket_globals + (size_t)character * (size_t)crowd->output.socket_count;
}

/// Globals of one character by itself.
static void complete_character(const sinew_mixer_crowd *crowd, const crowd_worker *own, const sinew_local_pose *pose,
                               int32_t character)
{
    const sinew_mixer_crowd_output *output = &crowd->output;
    sinew_blend_globals(own->blender, pose);
    if (output->palettes)
        sinew_blend_palette(own->blender,
                            output->palettes + (size_t)character * (size_t)crowd->model->skin_joint_count);
    for (int32_t i = 0; i < output->socket_count; ++i)
        sockets_of(crowd, character)[i] = sinew_blend_joint_global(own->blender, output->sockets[i]);
}

/// Finds the cross-fades of own->lanes.count characters. Returns 0 if one of them plays anything else, or if somebody
/// reads their morph weights.
static int find_fades(const sinew_mixer_crowd *crowd, const crowd_worker *own, sinew__clip_fade *out)
{
    if (crowd->output.morph_weights && crowd->model->morph_count) return 0;
    for (int32_t i = 0; i < own->lanes.count; ++i)
        if (!sinew__blend_find_fade(own->blender, own->layers[i].of, own->layers[i].count, &out[i])) return 0;
    return 1;
}

/// Own->lanes.count characters at once, from their cross-fades or, where `fades` is NULL, from their poses. Returns 0,
/// with nothing done, if that does not fit what they play.
static int complete_lanes(const sinew_mixer_crowd *crowd, const crowd_worker *own, const sinew__clip_fade *fades,
                          int32_t first)
{
    const sinew_mixer_crowd_output *output = &crowd->output;
    const int puts_palettes = output->palettes && crowd->model->skin_joint_count,
              keeps_globals = output->socket_count > 0;
    float *memory[SINEW__MAX_LANES], *const *palettes = puts_palettes ? memory : NULL;
    for (int32_t i = 0; puts_palettes && i < own->lanes.count; ++i) memory[i] = palette_of(crowd, first + i);
    if (!(fades ? sinew__blend_lanes_fade(&own->lanes, fades, keeps_globals, palettes)
                : sinew__blend_lanes_evaluate(&own->lanes, own->poses, keeps_globals, palettes)))
        return 0;
    for (int32_t i = 0; i < own->lanes.count; ++i)
        for (int32_t k = 0; k < output->socket_count; ++k)
            sockets_of(crowd, first + i)[k] = sinew__blend_lane_global(&own->lanes, i, output->sockets[k]);
    return 1;
}

/// Up to own->lanes.count characters: all from their fades, or all from their poses, or one by one.
static void evaluate_characters(const sinew_mixer_crowd *crowd, crowd_worker *own, int32_t first, int32_t count)
{
    const int is_full = count == own->lanes.count;
    sinew__clip_fade fades[SINEW__MAX_LANES];
    for (int32_t i = 0; i < count; ++i) {
        if (first + i + 1 < crowd->count) sinew__mixer_prefetch(crowd->mixers[first + i + 1]);
        own->layers[i].count = sinew_mixer_layers(crowd->mixers[first + i], own->layers[i].of);
    }
    if (is_full && find_fades(crowd, own, fades) && complete_lanes(crowd, own, fades, first)) return;
    for (int32_t i = 0; i < count; ++i) {
        sinew_blend_layers(own->blender, own->layers[i].of, own->layers[i].count, &own->poses[i]);
        put_morph_weights(crowd, &own->poses[i], first + i);
    }
    if (is_full && complete_lanes(crowd, own, NULL, first)) return;
    for (int32_t i = 0; i < count; ++i) complete_character(crowd, own, &own->poses[i], first + i);
}

static void evaluate_piece(void *work, int32_t index, int32_t worker)
{
    const sinew_mixer_crowd *crowd = work;
    assert(worker >= 0 && worker < crowd->options.worker_count);
    crowd_worker *own = &crowd->workers[worker];
    const int32_t first = index * CHARACTERS_PER_PIECE, left = crowd->count - first;
    const int32_t count = left < CHARACTERS_PER_PIECE ? left : CHARACTERS_PER_PIECE, lanes = own->lanes.count;
    for (int32_t done = 0; done < count; done += lanes)
        evaluate_characters(crowd, own, first + done, count - done < lanes ? count - done : lanes);
}

void sinew_mixer_crowd_evaluate(sinew_mixer_crowd *crowd, const sinew_mixer *const *mixers, int32_t count,
                                const sinew_mixer_crowd_output *output)
{
    assert(count >= 0);
    crowd->mixers = mixers;
    crowd->count = count;
    crowd->output = *output;
    const int32_t pieces = (count + CHARACTERS_PER_PIECE - 1) / CHARACTERS_PER_PIECE;
    if (crowd->options.parallel_for && pieces > 1) {
        crowd->options.parallel_for(crowd->options.user, pieces, evaluate_piece, crowd);
        return;
    }
    for (int32_t i = 0; i < pieces; ++i) evaluate_piece(crowd, i, 0);
}
