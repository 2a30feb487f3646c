#include "author/edit/fit_keys.h"

#include <math.h>
#include <string.h>

#include "author/export/glb/key_samples.h"
#include "core/base/affine.h"
#include "runtime/model/joint_frame.h"
#include "runtime/sampler/curve.h"

static const double default_error = 1e-4;

enum { WIDTH = 10, MAX_ADDED = 1 << 24 };

sinew_result sinew__key_fitter_init(sinew__key_fitter *fitter, sinew__clip_editor *editor, double error)
{
    *fitter = (sinew__key_fitter){.editor = editor, .budget = MAX_ADDED};
    fitter->scene = (glb_scene){.model = editor->model, .options = &fitter->options, .unit = 1};
    if (!(error >= 0 && error <= 1))
        return sinew__fail(editor->error, SINEW_ERROR_INVALID_ARGUMENT, "error %g is out of range", error);
    if (!sinew__glb_sampler_init(&fitter->sampler, &fitter->scene, &editor->memory))
        return sinew__fail_memory(editor->error);
    return sinew__clip_tolerance_init(&fitter->tolerance, &fitter->scene, error > 0 ? error : default_error,
                                      &editor->memory, editor->error);
}

sinew_result sinew__key_fitter_select(sinew__key_fitter *fitter, int32_t clip)
{
    fitter->clip = clip;
    sinew__glb_sampler_select(&fitter->sampler, clip);
    return sinew__clip_tolerance_select(&fitter->tolerance, &fitter->sampler)
               ? SINEW_OK
               : sinew__fail_memory(fitter->editor->error);
}

sinew_transform sinew__key_fitter_local(const sinew__key_fitter *fitter, int32_t joint, double time)
{
    const sinew_clip *clip = &fitter->editor->model->clips[fitter->clip];
    return sinew__glb_local(&fitter->sampler, joint, clip->start + fmin(time, clip->duration));
}

void sinew__fit_tolerances(const sinew__key_fitter *fitter, int32_t joint, double out[3])
{
    const sinew__clip_tolerance *tolerance = &fitter->tolerance;
    const int32_t parent = fitter->editor->model->joints[joint].parent;
    const double share = tolerance->share[joint] / 2; // half, because the error is not checked at every time
    out[0] = share / (parent == SINEW_NONE ? 1 : tolerance->scale[parent]);
    out[1] = out[2] = share / tolerance->reach[joint];
}

// ---- the function --------------------------------------------------------------------------------------------------

typedef struct sampled_joint {
    const sinew__key_fitter *fitter;
    sinew__local_function function;
    void *user;
} sampled_joint;

static void evaluate(void *user, double time, double *out)
{
    const sampled_joint *joint = user;
    sinew_transform local;
    joint->function(joint->user, fmin(time, joint->fitter->editor->model->clips[joint->fitter->clip].duration), &local);
    const double values[WIDTH] = {local.t.x, local.t.y, local.t.z, local.r.x, local.r.y,
                                  local.r.z, local.r.w, local.s.x, local.s.y, local.s.z};
    memcpy(out, values, sizeof values);
}

/// Adds the times inside the clip at which motion jumps, and the float before each of them. Returns 0 when out of
/// memory.
static int add_jumps(sinew__key_fitter *fitter, const double *jumps, int32_t count, sinew__clip_times *out)
{
    const double duration = fitter->editor->model->clips[fitter->clip].duration;
    for (int32_t i = 0; i < 2 * count; ++i) {
        const float at = (float)jumps[i / 2], time = i % 2 == 0 ? at : nextafterf(at, -INFINITY);
        if (!(time > 0 && (double)time < duration)) continue;
        out->items =
            sinew__arena_grow(&fitter->editor->memory, out->items, out->count, &out->capacity, sizeof *out->items);
        if (!out->items) return 0;
        out->items[out->count++] = time;
    }
    return 1;
}

// ---- tracks --------------------------------------------------------------------------------------------------------

/// Gives a track the fitted keys of a path and their tangents. Returns 0 when out of memory.
static int put_keys(const sinew__key_fitter *fitter, const sinew__key_samples *samples, const sinew__key_path *path,
                    const sinew__fitted_keys *fitted, sinew_raw_track *track)
{
    const size_t count = (size_t)fitted->count;
    const double duration = fitter->editor->model->clips[fitter->clip].duration;
    sinew_track_key *keys =
        SINEW__ARENA_ARRAY(&fitter->editor->memory, sinew_track_key, count * (fitted->is_cubic ? 3 : 1));
    if (!keys) return 0;
    for (size_t i = 0; i < count; ++i) {
        const int32_t node = fitted->nodes[i];
        const double *slopes = samples->slopes + (size_t)node * 2 * WIDTH + path->first;
        keys[i].time = fmin((double)samples->times[node * SINEW__CHECKS], duration);
        memcpy(keys[i].value, sinew__key_sample(samples, node * SINEW__CHECKS) + path->first,
               (size_t)path->count * sizeof *slopes);
        if (!fitted->is_cubic) continue;
        memcpy(keys[count + 2 * i].value, slopes, (size_t)path->count * sizeof *slopes);
        memcpy(keys[count + 2 * i + 1].value, slopes + WIDTH, (size_t)path->count * sizeof *slopes);
    }
    track->keys = keys;
    track->tangents = fitted->is_cubic ? keys + count : NULL;
    track->key_count = fitted->count;
    track->interpolation = fitted->is_cubic ? SINEW_CUBIC : SINEW_LINEAR;
    return 1;
}

static sinew_result put_track(const sinew__key_fitter *fitter, const sinew__key_samples *samples,
                              const sinew__key_path *path, uint32_t kind, int32_t joint, sinew_raw_clip *clip)
{
    static const sinew__key_cost cost = {.time = 8, .linear = 8, .cubic = 24}; // bytes of sinew_track_key
    sinew__arena *memory = &fitter->editor->memory;
    sinew__fitted_keys fitted = {.nodes = SINEW__ARENA_ARRAY(memory, int32_t, 1), .count = 1};
    sinew_raw_track *track = &((sinew_raw_track *)(uintptr_t)clip->tracks)[clip->track_count];
    if (!fitted.nodes) return sinew__fail_memory(fitter->editor->error);
    if (!sinew__key_path_is_constant(samples, path) && !sinew__fit_keys(samples, path, &cost, memory, &fitted))
        return sinew__fail_memory(fitter->editor->error);
    *track =
        (sinew_raw_track){.joint = joint, .node = SINEW_NONE, .mesh = SINEW_NONE, .morph = SINEW_NONE, .path = kind};
    if (!put_keys(fitter, samples, path, &fitted, track)) return sinew__fail_memory(fitter->editor->error);
    ++clip->track_count;
    return SINEW_OK;
}

static int channel_stays(const sinew_raw_channel *channel, const sinew__fitted_joint *fitted)
{
    if (!sinew__channel_moves(channel, fitted->joint)) return 1;
    return channel->property <= SINEW_CHANNEL_SCALING && (fitted->kept >> channel->property & 1);
}

/// Drops the channels and tracks of a joint that sampling replaces, and allocates three tracks. Returns 0 when out of
/// memory.
static int clear_joint(sinew__clip_editor *editor, sinew_raw_clip *clip, const sinew__fitted_joint *fitted)
{
    sinew_raw_channel *channels = (sinew_raw_channel *)(uintptr_t)clip->channels;
    sinew_raw_track *tracks = SINEW__ARENA_ARRAY(&editor->memory, sinew_raw_track, (size_t)clip->track_count + 3);
    int32_t kept = 0;
    if (!tracks) return 0;
    for (int32_t i = 0; i < clip->channel_count; ++i)
        if (channel_stays(&channels[i], fitted)) channels[kept++] = channels[i];
    clip->channel_count = kept;
    kept = 0;
    for (int32_t i = 0; i < clip->track_count; ++i)
        if (!sinew__track_moves(&clip->tracks[i], fitted->joint) || (fitted->kept >> clip->tracks[i].path & 1))
            tracks[kept++] = clip->tracks[i];
    clip->tracks = tracks;
    clip->track_count = kept;
    return 1;
}

int sinew__joint_lacks_pivots(const sinew_model *model, int32_t joint)
{
    const sinew_transform_stack stack = sinew__joint_stack(model, joint);
    return sinew__stack_lacks_pivots(&stack);
}

sinew_result sinew__fit_joint(sinew__key_fitter *fitter, sinew_raw_clip *clip, const sinew__fitted_joint *fitted)
{
    static const uint32_t kinds[3] = {SINEW_TRACK_TRANSLATION, SINEW_TRACK_ROTATION, SINEW_TRACK_SCALE};
    sampled_joint sampled = {fitter, fitted->function, fitted->user};
    const sinew__key_function of_time = {.evaluate = evaluate, .user = &sampled, .width = WIDTH};
    sinew__key_samples samples;
    sinew__clip_times times = {0};
    double tolerances[3];
    sinew__fit_tolerances(fitter, fitted->joint, tolerances);
    const sinew__key_path all[3] = {{.first = 0, .count = 3, .tolerance = tolerances[0]},
                                    {.first = 3, .count = 4, .tolerance = tolerances[1], .is_rotation = 1},
                                    {.first = 7, .count = 3, .tolerance = tolerances[2]}};
    sinew__key_path paths[3];
    uint32_t path_kinds[3];
    int count = 0;
    for (int i = 0; i < 3; ++i)
        if (!(fitted->kept >> kinds[i] & 1)) path_kinds[count] = kinds[i], paths[count++] = all[i];
    if (!add_jumps(fitter, fitted->jumps, fitted->jump_count, &times)) return sinew__fail_memory(fitter->editor->error);
    sinew__arena *memory = &fitter->editor->memory;
    for (int32_t i = 0; i < fitted->source_count; ++i)
        if (!sinew__clip_times_add(&times, &fitter->sampler, &fitter->sampler.motions[fitted->sources[i]], memory))
            return sinew__fail_memory(fitter->editor->error);
    sinew_result result = sinew__clip_times_complete(&times, &fitter->sampler, WIDTH, memory, fitter->editor->error);
    if (result != SINEW_OK) return result;
    if (!clear_joint(fitter->editor, clip, fitted)) return sinew__fail_memory(fitter->editor->error);
    result =
        sinew__key_samples_init(&samples, &of_time, paths, count, times.items, (int32_t)times.count, &fitter->budget);
    if (result != SINEW_OK) result = sinew__fail_memory(fitter->editor->error);
    for (int i = 0; i < count && result == SINEW_OK; ++i)
        result = put_track(fitter, &samples, &paths[i], path_kinds[i], fitted->joint, clip);
    fitter->is_coarse |= samples.is_coarse;
    sinew__key_samples_free(&samples);
    return result;
}
