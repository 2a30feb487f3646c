// Starts and stops clips and blend spaces on a mixer, with cuts, fades or inertial fades; sets weights and positions.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "runtime/mixer/mixer.h"
#include "runtime/model/look_up.h"

// ---- checking -----------------------------------------------------------------------------------------------------

static sinew_result check_seconds(const char *name, double seconds, sinew_error *error)
{
    if (seconds >= 0 && isfinite(seconds)) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%s of %g s is out of range", name, seconds);
}

sinew_result sinew__mixer_check_markers(const sinew_model *model, const sinew_mixer_clip *clip, sinew_error *error)
{
    if (clip->marker_count < 0 || (clip->marker_count > 0 && !clip->markers))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d sync markers", (int)clip->marker_count);
    const double duration = sinew__clip_span(model, clip->clip).duration;
    for (int32_t i = 0; i < clip->marker_count; ++i) {
        const double least = i ? clip->markers[i - 1] : 0;
        if (!(clip->markers[i] >= least && clip->markers[i] < duration))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "sync marker %d at %g s is out of order or range",
                               (int)i + 1, clip->markers[i]);
    }
    return SINEW_OK;
}

/// Checks that the clips of one sync group on a layer have the same number of markers.
static sinew_result check_sync(const sinew__mixer_channel *layer, const sinew_mixer_clip *clip, sinew_error *error)
{
    if (clip->sync < 0)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "sync group %d is negative", (int)clip->sync);
    const int32_t count = clip->space ? clip->space->marker_count : clip->marker_count > 0 ? clip->marker_count : 1;
    for (int32_t i = 0; i < layer->count && clip->sync; ++i) {
        const sinew__markers markers = sinew__playing_markers(&layer->playing[i], 0);
        const int32_t expected = sinew__marker_count(&markers);
        if (layer->playing[i].sync == clip->sync && expected != count)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d sync markers, expected %d as in sync group %d",
                               (int)count, (int)expected, (int)clip->sync);
    }
    return SINEW_OK;
}

static sinew_result check_clip(const sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip,
                               sinew_error *error)
{
    if (layer < 0 || layer >= SINEW_MIXER_LAYERS_MAX)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "mixer layer %d is out of range [0, %d]", (int)layer,
                           SINEW_MIXER_LAYERS_MAX - 1);
    if (clip->loop < SINEW_LOOP_REPEAT || clip->loop > SINEW_LOOP_PINGPONG)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "loop mode %d is invalid", (int)clip->loop);
    if (clip->space && clip->space->model != mixer->model)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the blend space belongs to another model");
    if (clip->space && (!isfinite(clip->x) || !isfinite(clip->y)))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the position in the blend space is not finite");
    if (!clip->space && sinew__lacks_clip(mixer->model, clip->clip, error)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = clip->space ? check_seconds("a half-life", clip->half_life, error)
                                      : sinew__mixer_check_markers(mixer->model, clip, error);
    if (result != SINEW_OK) return result;
    if (!isfinite(clip->speed) || !isfinite(clip->start))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "speed or start is not finite");
    result = check_seconds("a fade", clip->fade, error);
    if (result != SINEW_OK) return result;
    result = check_seconds("a fade", clip->fade_out, error);
    if (result != SINEW_OK) return result;
    if (!sinew__is_item((int32_t)clip->fade_kind, SINEW__FADE_KINDS))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "fade kind %d is invalid", (int)clip->fade_kind);
    if (clip->fade_kind == SINEW_FADE_INERTIAL && (!clip->blender || clip->blender->model != mixer->model))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "an inertial fade needs a blender of the model");
    // A new clip replaces the lightest one if a layer is full, but never one whose weight the caller sets.
    const sinew__mixer_channel *own = &mixer->layers[layer];
    int32_t weighted = 0;
    for (int32_t i = 0; i < own->count; ++i) weighted += own->playing[i].is_weighted;
    if (clip->weighted && weighted >= SINEW_MIXER_CLIPS_MAX)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "the layer has %d weighted clips already", SINEW_MIXER_CLIPS_MAX);
    return check_sync(own, clip, error);
}

// ---- playing ------------------------------------------------------------------------------------------------------

static int is_lighter(const sinew__playing *a, const sinew__playing *b)
{
    if (a->is_weighted != b->is_weighted) return b->is_weighted;
    return a->weight * a->share < b->weight * b->share;
}

/// Limits a coordinate, so that the difference of two coordinates is finite.
static double bounded(double coordinate)
{
    return fmin(fmax(coordinate, -1e300), 1e300);
}

static sinew__playing make_playing(const sinew_model *model, const sinew_mixer_clip *clip)
{
    sinew__playing playing = {.clip = clip->space ? SINEW_NONE : clip->clip,
                              .is_weighted = clip->weighted != 0,
                              .fade_kind = (int8_t)clip->fade_kind,
                              .share = clip->weighted ? 0 : 1,
                              .fade_out = clip->fade_out,
                              .sync = clip->sync,
                              .markers = clip->markers,
                              .marker_count = clip->marker_count,
                              .at = {.space = clip->space,
                                     .now = {bounded(clip->x), bounded(clip->y)},
                                     .wanted = {bounded(clip->x), bounded(clip->y)},
                                     .half_life = clip->half_life}};
    if (clip->space) sinew__space_cursor_find(&playing.at);
    playing.duration =
        clip->space ? sinew__playing_markers(&playing, 0).duration : sinew__clip_span(model, clip->clip).duration;
    sinew_playback_init(&playing.player, playing.duration);
    sinew_playback_set_loop(&playing.player, clip->loop);
    sinew_playback_set_speed(&playing.player, clip->paused ? 0 : clip->speed != 0 ? clip->speed : 1);
    sinew_playback_seek(&playing.player, clip->start);
    const sinew__markers markers = sinew__playing_markers(&playing, 0);
    playing.phase = sinew__phase_wrap(sinew__phase_of(&markers, sinew_playback_time(&playing.player)),
                                      sinew__marker_count(&markers));
    return playing;
}

static void start(sinew_mixer *mixer, int32_t layer, const sinew_mixer_clip *clip, double fade)
{
    sinew__mixer_channel *own = &mixer->layers[layer];
    sinew__playing playing = make_playing(mixer->model, clip);
    // The new clip takes over the phase of the heaviest clip of its sync group on the layer, if there is one.
    const sinew__playing *leader = NULL;
    for (int32_t i = 0; i < own->count; ++i) {
        const sinew__playing *other = &own->playing[i];
        if (other->sync == playing.sync && (!leader || is_lighter(leader, other))) leader = other;
    }
    if (leader && playing.sync) playing.phase = leader->phase;
    if (own->count == SINEW_MIXER_CLIPS_MAX) {
        int32_t lightest = 0;
        for (int32_t i = 1; i < own->count; ++i)
            if (is_lighter(&own->playing[i], &own->playing[lightest])) lightest = i;
        sinew__mixer_remove(own, lightest);
    }
    mixer->begun = mixer->within;
    const int is_first_of_base = layer == 0 && own->count == 0;
    if (!clip->weighted) sinew__mixer_begin_fade(own, clip->fade_kind, is_first_of_base ? 0 : fade);
    playing.weight = playing.fade_weight = clip->weighted;
    playing.fade_to = 1;
    own->playing[own->count++] = playing;
    if (mixer->used <= layer) mixer->used = layer + 1;
    sinew__mixer_update_weights(own);
}

/// Writes the mixer's pose now and `seconds` earlier to `out`. Returns the root motion between them.
static sinew__turn look_back(const sinew_mixer *mixer, sinew_blender *blender, double seconds,
                             sinew_local_pose *const out[2])
{
    sinew_mixer earlier = *mixer;
    sinew_mixer_result result = {0};
    sinew_mixer_evaluate(mixer, blender, out[0]);
    earlier.inertia.elapsed = fmax(earlier.inertia.elapsed - seconds, 0);
    // `earlier` shares the weights of the inertia with `mixer`, so this also changes the weights of `mixer`
    sinew__mixer_pass(&earlier, -seconds, &result);
    sinew_mixer_evaluate(&earlier, blender, out[1]);
    const sinew_root_delta motion = sinew_root_delta_inverse(&result.motion);
    const sinew_vec3 up = mixer->motions ? mixer->motions->up : (sinew_vec3){0, 0, 0};
    const double along = motion.rotation.x * up.x + motion.rotation.y * up.y + motion.rotation.z * up.z;
    return (sinew__turn){2 * atan2(along, motion.rotation.w) / seconds,
                         sinew__vec3_scale(motion.translation, 1 / seconds)};
}

/// Starts a clip at once with an inertial fade. The difference to the pose shown until now fades out; that pose
/// includes the rest of an earlier inertial fade.
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
    // Holds the clip before reading it, because another thread may unbind it.
    const int is_held = !clip->space && sinew__slot_hold(mixer->model, clip->clip);
    sinew_result result = check_clip(mixer, layer, clip, out_error);
    if (result == SINEW_OK && !clip->space && !is_held)
        result = sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "clip %d was unbound", (int)clip->clip);
    const int is_first_of_base = layer == 0 && mixer->layers[0].count == 0;
    if (result == SINEW_OK && clip->fade_kind == SINEW_FADE_INERTIAL && clip->fade > 0 && !clip->weighted &&
        !is_first_of_base)
        start_inertial(mixer, layer, clip);
    else if (result == SINEW_OK)
        start(mixer, layer, clip, clip->fade);
    if (result == SINEW_OK) sinew__mixer_hold_clips(mixer);
    if (is_held) sinew__slot_release(mixer->model, clip->clip);
    return result;
}

int sinew_mixer_set_weight(sinew_mixer *mixer, int32_t layer, int32_t clip, float weight)
{
    if (!sinew__is_item(layer, SINEW_MIXER_LAYERS_MAX)) return 0;
    sinew__mixer_channel *own = &mixer->layers[layer];
    for (int32_t i = own->count - 1; i >= 0; --i) {
        if (!own->playing[i].is_weighted || own->playing[i].clip != clip || own->playing[i].at.space) continue;
        own->playing[i].share = weight > 0 ? fmin((double)weight, (double)SINEW_BLEND_WEIGHT_MAX) : 0;
        mixer->begun = mixer->within;
        return 1;
    }
    return 0;
}

void sinew_mixer_set_position(sinew_mixer *mixer, int32_t layer, const sinew_blend_space *space, double x, double y)
{
    assert(space);
    if (!sinew__is_item(layer, SINEW_MIXER_LAYERS_MAX) || !isfinite(x) || !isfinite(y)) return;
    sinew__mixer_channel *own = &mixer->layers[layer];
    x = bounded(x);
    y = bounded(y);
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

void sinew_mixer_stop(sinew_mixer *mixer, int32_t layer, double fade)
{
    if (!sinew__is_item(layer, SINEW_MIXER_LAYERS_MAX)) return;
    if (!(fade > 0 && isfinite(fade))) fade = 0;
    sinew__mixer_channel *own = &mixer->layers[layer];
    if (layer == 0) {
        const sinew_mixer_clip rest = {.clip = SINEW_NONE, .fade = fade};
        (void)!sinew_mixer_play(mixer, 0, &rest, NULL);
        return;
    }
    sinew__mixer_begin_fade(own, SINEW_FADE_LINEAR, fade);
    mixer->begun = mixer->within;
    sinew__mixer_update_weights(own);
    sinew__mixer_hold_clips(mixer);
}

void sinew_mixer_freeze(sinew_mixer *mixer, sinew_blender *blender)
{
    if (blender->model != mixer->model) return;
    sinew_blend_input layers[SINEW_MIXER_BLEND_INPUTS_MAX];
    const int32_t count = sinew_mixer_layers(mixer, layers);
    int32_t base = 0;
    while (base < count && layers[base].mode == SINEW_BLEND_AVERAGE) ++base;
    sinew_blend(blender, layers, base, mixer->held);
    sinew__mixer_channel *own = &mixer->layers[0];
    own->playing[0] =
        (sinew__playing){.clip = SINEW_NONE, .is_held = 1, .weight = 1, .fade_weight = 1, .fade_to = 1, .share = 1};
    sinew_playback_init(&own->playing[0].player, 0);
    own->count = 1;
    if (mixer->used == 0) mixer->used = 1;
    own->fade = own->elapsed = 0;
    mixer->begun = mixer->within;
    sinew__mixer_hold_clips(mixer);
}
