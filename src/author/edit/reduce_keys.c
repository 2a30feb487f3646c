/// Replaces keys by fewer ones within an error bound.
#include <math.h>
#include <string.h>

#include "author/edit/edit_curves.h"
#include "author/edit/edits.h"
#include "author/edit/fit_keys.h"
#include "author/export/glb/key_samples.h"
#include "core/base/affine.h"
#include "runtime/sampler/curve.h"
#include "sinew/pose.h"

static const double degrees = 57.29577951308232;

/// A channel or track of the model, as a function of time.
typedef struct reduced_path {
    sinew__key_fitter *fitter;
    const sinew_channel *channel; ///< the channel, or NULL for a track
    const sinew_track *track;     ///< the track, or NULL for a channel
    int32_t cursor[3];
} reduced_path;

static int64_t ticks_of(const reduced_path *path, double time)
{
    const sinew_clip *clip = &path->fitter->editor->model->clips[path->fitter->clip];
    return sinew__ticks(path->fitter->editor->model, clip->start + fmin(time, clip->duration));
}

static void evaluate(void *user, double time, double *out)
{
    reduced_path *path = user;
    const sinew_model *model = path->fitter->editor->model;
    const int64_t ticks = ticks_of(path, time);
    if (path->track) {
        sinew__track_evaluate_near(model, path->track, model->clips[path->fitter->clip].start, ticks, path->cursor,
                                   out);
        return;
    }
    for (int c = 0; c < 3; ++c)
        out[c] =
            path->channel->curve[c] == SINEW_NONE
                ? path->channel->value[c]
                : sinew__curve_evaluate_near(model, &model->curves[path->channel->curve[c]], ticks, &path->cursor[c]);
    out[3] = 0;
}

/// Fits the fewest cubic keys: each is placed as late as its segment fits. Returns 0 if a segment does not fit.
static int fit_cubics(const sinew__key_samples *samples, const sinew__key_path *how, sinew__arena *memory,
                      sinew__fitted_keys *out)
{
    int32_t node = 0;
    *out = (sinew__fitted_keys){.nodes = SINEW__ARENA_ARRAY(memory, int32_t, samples->node_count), .is_cubic = 1};
    if (!out->nodes) return 0;
    out->nodes[out->count++] = 0;
    while (node + 1 < samples->node_count) {
        if (!sinew__key_segment_fits(samples, how, 1, node, node + 1)) return 0;
        out->nodes[out->count++] = node = sinew__key_segment_end(samples, how, 1, node);
    }
    return 1;
}

/// Fits keys to a path whose `curves` curves have `had` keys together. out->count is 0 if that would not save keys.
static sinew_result fit(reduced_path *path, const sinew__key_path *how, const sinew__joint_motion *motion, int32_t had,
                        int32_t curves, sinew__key_samples *samples, sinew__fitted_keys *out)
{
    sinew__key_fitter *fitter = path->fitter;
    sinew__arena *memory = &fitter->editor->memory;
    const sinew__key_function function = {.evaluate = evaluate, .user = path, .width = 4};
    static const sinew__key_cost each = {.linear = 1, .cubic = 1}; // counts keys of both kinds alike
    sinew__clip_times times = {0};
    *samples = (sinew__key_samples){0};
    *out = (sinew__fitted_keys){.nodes = SINEW__ARENA_ARRAY(memory, int32_t, 1), .count = 1};
    if (!out->nodes || !sinew__clip_times_add(&times, &fitter->sampler, motion, memory))
        return sinew__fail_memory(fitter->editor->error);
    sinew_result result = sinew__clip_times_complete(&times, &fitter->sampler, 4, memory, fitter->editor->error);
    if (result != SINEW_OK) return result;
    if (sinew__key_samples_init(samples, &function, how, 1, times.items, (int32_t)times.count, &fitter->budget) !=
        SINEW_OK)
        return sinew__fail_memory(fitter->editor->error);
    if (!sinew__key_path_is_constant(samples, how) && !sinew__fit_keys(samples, how, &each, memory, out))
        return sinew__fail_memory(fitter->editor->error);
    sinew__fitted_keys cubic;
    if (out->count > 1 && fit_cubics(samples, how, memory, &cubic) && cubic.count < out->count) *out = cubic;
    if (out->count * curves >= had || samples->is_coarse) out->count = 0;
    return memory->failed ? sinew__fail_memory(fitter->editor->error) : SINEW_OK;
}

// ---- curves --------------------------------------------------------------------------------------------------------

static int32_t keys_of(const sinew_raw_channel *channel, int32_t *out_curves)
{
    int32_t count = 0;
    *out_curves = 0;
    for (int c = 0; c < 3; ++c) {
        if (!channel->curve[c]) continue;
        count += channel->curve[c]->key_count;
        ++*out_curves;
    }
    return count;
}

static int put_curve(const reduced_path *path, const sinew__key_samples *samples, const sinew__fitted_keys *fitted,
                     int component, sinew_raw_curve *curve)
{
    const double third = (double)(1.0f / 3.0f), rate = (double)path->fitter->editor->model->info->ticks_per_second;
    sinew_curve_key *keys = SINEW__ARENA_ARRAY(&path->fitter->editor->memory, sinew_curve_key, fitted->count);
    for (int32_t i = 0; keys && i < fitted->count; ++i) {
        const int32_t node = fitted->nodes[i];
        const double *slopes = samples->slopes + (size_t)node * 2 * 4 + component;
        sinew_curve_key *key = &keys[i];
        *key = (sinew_curve_key){.ticks = ticks_of(path, (double)samples->times[node * SINEW__CHECKS]),
                                 .value = sinew__key_sample(samples, node * SINEW__CHECKS)[component],
                                 .interpolation = fitted->is_cubic ? SINEW_CUBIC : SINEW_LINEAR};
        // Times that differ as floats may be equal as ticks; a jump then takes the next tick.
        if (i > 0 && key->ticks <= key[-1].ticks) key->ticks = key[-1].ticks + 1;
        if (i == 0 || !fitted->is_cubic) continue;
        const double gap = (double)(key->ticks - key[-1].ticks) / rate * third;
        const double leave = samples->slopes[((size_t)fitted->nodes[i - 1] * 2 + 1) * 4 + (size_t)component];
        key[-1].out_time = (float)gap, key[-1].out_value = (float)(gap * leave);
        key->in_time = (float)-gap, key->in_value = (float)(-gap * slopes[0]);
    }
    *curve = (sinew_raw_curve){.keys = keys, .key_count = fitted->count};
    return keys != NULL;
}

/// Whether a channel can be reduced: it has more keys than curves, no changing stepped values, which are exact already,
/// and no extrapolation outside the clip, which would be lost.
static int can_reduce(const sinew_raw_channel *channel)
{
    int32_t curves;
    for (int c = 0; c < 3; ++c) {
        const sinew_raw_curve *curve = channel->curve[c];
        for (int32_t i = 0; curve && i < curve->key_count; ++i)
            if (curve->keys[i].interpolation < SINEW_LINEAR && curve->keys[i].value != curve->keys[0].value) return 0;
        if (curve && (curve->before || curve->after)) return 0;
    }
    return keys_of(channel, &curves) > curves;
}

static double tolerance_of(const double tolerances[3], uint32_t property)
{
    switch ((sinew_channel_property)property) {
    case SINEW_CHANNEL_ROTATION:
    case SINEW_CHANNEL_PRE_ROTATION:
    case SINEW_CHANNEL_POST_ROTATION: return tolerances[1] * degrees;
    case SINEW_CHANNEL_SCALING: return tolerances[2];
    default: return tolerances[0];
    }
}

/// Whether a curve has the same value at all times.
static int never_changes(const sinew_raw_curve *curve)
{
    for (int32_t i = 0; i < curve->key_count; ++i) {
        const sinew_curve_key *key = &curve->keys[i];
        if (key->value != curve->keys[0].value) return 0;
        if (key->interpolation == SINEW_CUBIC && (key->out_value != 0 || key->in_value != 0)) return 0;
    }
    return 1;
}

static sinew_result reduce_channel(sinew__key_fitter *fitter, const sinew_raw_clip *clip, int32_t index,
                                   const double tolerances[3])
{
    sinew_raw_channel *channel = &((sinew_raw_channel *)(uintptr_t)clip->channels)[index];
    const sinew_model *model = fitter->editor->model;
    const sinew_channel *source = &model->channels[model->clips[fitter->clip].first_channel + index];
    reduced_path path = {.fitter = fitter, .channel = source};
    int32_t layers = 0; // number of layers with this property; they share its tolerance
    for (int32_t i = 0; i < clip->channel_count; ++i)
        layers += clip->channels[i].joint == channel->joint && clip->channels[i].property == channel->property;
    const sinew__key_path how = {.count = 3, .tolerance = tolerance_of(tolerances, channel->property) / layers};
    sinew__joint_motion own = {.first_channel = model->clips[fitter->clip].first_channel + index, .channel_count = 1};
    sinew__key_samples samples;
    sinew__fitted_keys fitted;
    int32_t curves;
    const int32_t had = keys_of(channel, &curves);
    sinew_result result = fit(&path, &how, &own, had, curves, &samples, &fitted);
    for (int c = 0; c < 3 && result == SINEW_OK && fitted.count > 0; ++c)
        if (channel->curve[c] && channel->curve[c]->key_count > 1 &&
            !put_curve(&path, &samples, &fitted, c, (sinew_raw_curve *)(uintptr_t)channel->curve[c]))
            result = sinew__fail_memory(fitter->editor->error);
    sinew__key_samples_free(&samples);
    return result;
}

// ---- tracks --------------------------------------------------------------------------------------------------------

static int put_track(const reduced_path *path, const sinew__key_samples *samples, const sinew__fitted_keys *fitted,
                     sinew_raw_track *track)
{
    const size_t count = (size_t)fitted->count;
    const double duration = path->fitter->editor->model->clips[path->fitter->clip].duration;
    sinew_track_key *keys =
        SINEW__ARENA_ARRAY(&path->fitter->editor->memory, sinew_track_key, count * (fitted->is_cubic ? 3 : 1));
    for (size_t i = 0; keys && i < count; ++i) {
        const int32_t node = fitted->nodes[i];
        const double *slopes = samples->slopes + (size_t)node * 2 * 4;
        keys[i].time = fmin((double)samples->times[node * SINEW__CHECKS], duration);
        memcpy(keys[i].value, sinew__key_sample(samples, node * SINEW__CHECKS), sizeof keys[i].value);
        if (!fitted->is_cubic) continue;
        memcpy(keys[count + 2 * i].value, slopes, 4 * sizeof *slopes);
        memcpy(keys[count + 2 * i + 1].value, slopes + 4, 4 * sizeof *slopes);
    }
    track->keys = keys;
    track->tangents = fitted->is_cubic && keys ? keys + count : NULL;
    track->key_count = fitted->count;
    track->interpolation = fitted->is_cubic ? SINEW_CUBIC : SINEW_LINEAR;
    return keys != NULL;
}

static const sinew_track *source_of(const sinew__key_fitter *fitter, const sinew_raw_track *like)
{
    const sinew_model *model = fitter->editor->model;
    const sinew__joint_motion *motion = &fitter->sampler.motions[like->joint];
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i)
        if (model->tracks[i].path == like->path) return &model->tracks[i];
    return NULL;
}

static sinew_result reduce_track(sinew__key_fitter *fitter, sinew_raw_track *track, const double tolerances[3])
{
    const sinew_track *source = source_of(fitter, track);
    reduced_path path = {.fitter = fitter, .track = source};
    const int is_rotation = track->path == SINEW_TRACK_ROTATION;
    const sinew__key_path how = {
        .count = is_rotation ? 4 : 3, .is_rotation = is_rotation, .tolerance = tolerances[track->path]};
    sinew__key_samples samples;
    sinew__fitted_keys fitted;
    if (!source || track->interpolation == SINEW_STEP || track->key_count < 3) return SINEW_OK;
    const sinew__joint_motion own = {.first_track = (int32_t)(source - fitter->editor->model->tracks),
                                     .track_count = 1};
    sinew_result result = fit(&path, &how, &own, track->key_count, 1, &samples, &fitted);
    if (result == SINEW_OK && fitted.count > 0 && !put_track(&path, &samples, &fitted, track))
        result = sinew__fail_memory(fitter->editor->error);
    sinew__key_samples_free(&samples);
    return result;
}

// ---- clips ---------------------------------------------------------------------------------------------------------

static sinew_result reduce_clip(sinew__key_fitter *fitter, int32_t index)
{
    sinew_raw_clip *clip = &fitter->editor->clips[index];
    double tolerances[3];
    sinew_result result = sinew__key_fitter_select(fitter, index);
    for (int32_t i = 0; i < clip->channel_count && result == SINEW_OK; ++i) {
        sinew_raw_channel *channel = &((sinew_raw_channel *)(uintptr_t)clip->channels)[i];
        // a constant curve needs one key
        for (int c = 0; c < 3; ++c) {
            sinew_raw_curve *curve = (sinew_raw_curve *)(uintptr_t)channel->curve[c];
            if (curve && curve->before != SINEW_EXTRAPOLATE_SLOPE && curve->after != SINEW_EXTRAPOLATE_SLOPE &&
                never_changes(curve))
                *curve = (sinew_raw_curve){.keys = curve->keys, .key_count = 1};
        }
        if (channel->joint == SINEW_NONE || channel->property >= SINEW_CHANNEL_VISIBILITY || !can_reduce(channel))
            continue;
        sinew__fit_tolerances(fitter, channel->joint, tolerances);
        result = reduce_channel(fitter, clip, i, tolerances);
    }
    for (int32_t i = 0; i < clip->track_count && result == SINEW_OK; ++i) {
        sinew_raw_track *track = &((sinew_raw_track *)(uintptr_t)clip->tracks)[i];
        if (track->joint == SINEW_NONE || track->path == SINEW_TRACK_MORPH_WEIGHT) continue;
        sinew__fit_tolerances(fitter, track->joint, tolerances);
        result = reduce_track(fitter, track, tolerances);
    }
    return result;
}

/// Makes a model whose keys are within a tolerance of `error`.
static sinew_result reduce_by(const sinew_model *model, const sinew__edit_options *options, double error,
                              sinew_model **out_model, sinew_error *out_error)
{
    sinew__clip_editor editor;
    sinew__key_fitter fitter;
    *out_model = NULL;
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = sinew__key_fitter_init(&fitter, &editor, error);
    for (int32_t i = 0; i < model->clip_count && result == SINEW_OK; ++i)
        if (editor.is_chosen[i]) result = reduce_clip(&fitter, i);
    return sinew__edit_finish(&editor, result, out_model);
}

// ---- measuring -----------------------------------------------------------------------------------------------------

/// Two models that are compared.
typedef struct comparison {
    const sinew_model *source, *reduced;
    sinew_pose *a, *b;
} comparison;

/// Returns the largest displacement of a joint, or of a point at 0.1 of the character's size from a joint, which shows
/// rotations.
static double pose_error(const comparison *pair, int32_t clip, double time)
{
    const double reach = 0.1 * pair->source->info->size;
    double largest = 0;
    sinew_pose_evaluate(pair->source, SINEW_ENGINE_EXACT, clip, time, pair->a);
    sinew_pose_evaluate(pair->reduced, SINEW_ENGINE_EXACT, clip, time, pair->b);
    for (int32_t i = 0; i < pair->source->joint_count; ++i) {
        double moved = 0, rotated = 0;
        for (int r = 0; r < 3; ++r) {
            for (int c = 0; c < 3; ++c) {
                const double change = pair->a->global[i].row[r][c] - pair->b->global[i].row[r][c];
                rotated += change * change;
            }
            const double change = pair->a->global[i].row[r][3] - pair->b->global[i].row[r][3];
            moved += change * change;
        }
        largest = fmax(largest, sqrt(moved) + reach * sqrt(rotated / 2));
    }
    return largest;
}

/// Whether a clip is within an error, also between frames. Very long clips are measured at 16,384 frames.
static int holds(const comparison *pair, int32_t clip, double error)
{
    enum { POINTS = 8, MAX_FRAMES = 1 << 14 };
    static const double golden = 0.6180339887498949;
    const sinew_clip *item = &pair->source->clips[clip];
    const double rate = fmax(pair->source->info->fps, 30), frames = fmin(ceil(item->duration * rate), MAX_FRAMES);
    for (double i = 0; i < frames * POINTS; ++i) {
        const double point = (i + fmod(i * golden, 1)) / (frames * POINTS);
        if (pose_error(pair, clip, point * item->duration) > error) return 0;
    }
    return pose_error(pair, clip, item->duration) <= error;
}

static sinew_result judge(const sinew_model *model, const sinew_model *reduced, double error, int *out_holds,
                          sinew_error *out_error)
{
    comparison pair = {.source = model, .reduced = reduced};
    sinew_result result = sinew_pose_create(model, &pair.a, out_error);
    if (result == SINEW_OK) result = sinew_pose_create(reduced, &pair.b, out_error);
    *out_holds = result == SINEW_OK;
    for (int32_t i = 0; i < model->clip_count && *out_holds; ++i) *out_holds = holds(&pair, i, error);
    sinew_pose_destroy(pair.a);
    sinew_pose_destroy(pair.b);
    return result;
}

/// Counts the keys of joints and morphs, without the tracks of the importer's nodes.
static int64_t count_keys(const sinew_model *model)
{
    int64_t count = model->curve_key_count;
    for (int32_t i = 0; i < model->track_count; ++i)
        if (model->tracks[i].joint != SINEW_NONE || model->tracks[i].morph != SINEW_NONE)
            count += model->tracks[i].key_count;
    return count;
}

/// Tries tolerances of up to 24 times the error, largest first, and measures the result: errors along a chain of joints
/// rarely add up to their sum.
sinew_result sinew__edit_reduce_keys(const sinew_model *model, const sinew__edit_options *options,
                                     sinew_model **out_model, sinew_error *out_error)
{
    static const double shares[] = {24, 12, 6, 3, 1}, default_error = 1e-4, margin = 0.9;
    enum { SHARES = sizeof shares / sizeof *shares };
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    const double error = options && options->error != 0 ? options->error : default_error;
    if (!(error > 0 && error <= 0.1))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "error %g is out of range", error);
    sinew_model *reduced = NULL;
    sinew_result result = SINEW_OK;
    int is_within = 0;
    for (int i = 0; i < SHARES && !is_within && result == SINEW_OK; ++i) {
        sinew_model_destroy(reduced);
        reduced = NULL;
        result = reduce_by(model, options, shares[i] * error, &reduced, out_error);
        if (result == SINEW_OK)
            result = judge(model, reduced, margin * error * model->info->size, &is_within, out_error);
    }
    if (result != SINEW_OK) {
        sinew_model_destroy(reduced);
        return result;
    }
    if (options && options->note) {
        sinew_error text;
        sinew__fail(&text, SINEW_OK, "%lld of %lld keys remain", (long long)count_keys(reduced),
                    (long long)count_keys(model));
        options->note(options->user, text.message);
    }
    *out_model = reduced;
    return SINEW_OK;
}
