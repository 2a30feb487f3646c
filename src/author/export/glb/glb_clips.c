/// Writes animations: every clip as keys within the error that the caller allows.
#include <math.h>
#include <string.h>

#include "author/export/glb/clip_times.h"
#include "author/export/glb/clip_tolerance.h"
#include "author/export/glb/glb_pack.h"
#include "author/export/glb/key_samples.h"
#include "core/base/affine.h"
#include "core/base/hash.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/curve.h"

/// Limits of one file in sampled values: at times of keys and frames, and at times added to fit the curves.
static const int64_t max_sampled = INT64_C(1) << 28, max_added = INT64_C(1) << 28;

static const sinew__key_cost key_cost = {.time = 4, .linear = 4, .cubic = 12, .shares_times = 1, .moves_keys = 1};

/// Number of earlier lists of key times that a channel can share.
enum { SHARED_TIMES = 64 };

typedef struct shared_times {
    uint64_t hash;
    int32_t count, accessor;
} shared_times;

typedef struct clip_writer {
    glb_scene *scene;
    glb_sampler sampler;
    sinew__clip_tolerance tolerance;
    sinew__arena memory;              ///< freed when the clip is done
    sinew__buffer channels, samplers; ///< JSON of the elements of both arrays
    sinew__json_writer channel_json, sampler_json;
    int32_t channel_count;
    shared_times shared[SHARED_TIMES]; ///< ring buffer of lists of key times
    int32_t shared_count;
    double start, duration; ///< start and duration of the clip, seconds
    int32_t joint, mesh;    ///< the joint or mesh being sampled
    int64_t sampled, added; ///< number of values sampled so far, at most max_sampled; number that fitting may still
                            ///< add, at first max_added
    int is_coarse;          ///< whether the clip would need more samples
    size_t done, parts;     ///< progress: joints and meshes written, and to be written, in all clips
} clip_writer;

/// Returns a key time on the file's timeline. By rounding, `time` may exceed the clip's duration.
static double timeline(const clip_writer *writer, double time)
{
    return writer->start + fmin(time, writer->duration);
}

/// Whether the options ask for one key per frame, not for fitted keys.
static int is_at_frames(const clip_writer *writer)
{
    return writer->scene->options->fps > 0;
}

// ---- channels -----------------------------------------------------------------------------------------------------

/// The target of a channel.
typedef struct channel_target {
    int32_t node;
    const char *path; ///< "rotation"
    const char *type; ///< type of the accessor with the values: "VEC4"
} channel_target;

/// Writes key times, unless an equal list was written recently. Returns the accessor.
static int32_t put_times(clip_writer *writer, const float *times, int32_t count)
{
    const uint64_t hash = sinew__hash(times, (size_t)count * sizeof *times);
    const int32_t known = writer->shared_count < SHARED_TIMES ? writer->shared_count : SHARED_TIMES;
    glb_accessor accessor = {.component = GLB_FLOAT, .count = count, .type = "SCALAR", .bounds = 1};
    for (int32_t i = 0; i < known; ++i)
        if (writer->shared[i].hash == hash && writer->shared[i].count == count) return writer->shared[i].accessor;
    float *out = sinew__glb_keys(&writer->scene->file, GLB_EXACT, sizeof *times, (size_t)count, &accessor.view,
                                 &accessor.offset);
    if (!out) return SINEW_NONE;
    memcpy(out, times, (size_t)count * sizeof *times);
    accessor.min = &times[0], accessor.max = &times[count - 1];
    const int32_t index = sinew__glb_accessor(&writer->scene->file, &accessor);
    writer->shared[writer->shared_count++ % SHARED_TIMES] = (shared_times){hash, count, index};
    return index;
}

static void put_channel(clip_writer *writer, const channel_target *target, int is_cubic, int32_t input, int32_t output)
{
    sinew__json_writer *samplers = &writer->sampler_json, *channels = &writer->channel_json;
    sinew__json_put_object(samplers, NULL);
    sinew__json_put_whole(samplers, "input", input);
    sinew__json_put_whole(samplers, "output", output);
    if (is_cubic) sinew__json_put_text(samplers, "interpolation", "CUBICSPLINE");
    sinew__json_end_object(samplers);
    sinew__json_put_object(channels, NULL);
    sinew__json_put_whole(channels, "sampler", writer->channel_count++);
    sinew__json_put_object(channels, "target");
    sinew__json_put_whole(channels, "node", target->node);
    sinew__json_put_text(channels, "path", target->path);
    sinew__json_end_object(channels);
    sinew__json_end_object(channels);
}

/// Writes the values of one key, with its tangents if it is cubic. Returns the end of the values.
static float *put_key(const sinew__key_samples *samples, const sinew__key_path *path, const sinew__fitted_keys *keys,
                      int32_t key, float *out)
{
    const int width = samples->function.width, is_cubic = keys->is_cubic;
    const int32_t node = keys->nodes[key];
    const double *value = keys->values ? keys->values + (size_t)key * (size_t)path->count
                                       : sinew__key_sample(samples, node * SINEW__CHECKS) + path->first;
    const double *before = samples->slopes + (size_t)node * 2 * (size_t)width + path->first, *after = before + width;
    for (int i = 0; is_cubic && i < path->count; ++i) *out++ = (float)before[i];
    for (int i = 0; i < path->count; ++i) *out++ = (float)value[i];
    for (int i = 0; is_cubic && i < path->count; ++i) *out++ = (float)after[i];
    return out;
}

/// Writes the chosen keys of a path as a channel. Returns 0 when out of memory.
static int put_keys(clip_writer *writer, const sinew__key_samples *samples, const sinew__key_path *path,
                    const sinew__fitted_keys *keys, const channel_target *target)
{
    const int per_key = path->count * (keys->is_cubic ? 3 : 1);
    const int is_scalar = strcmp(target->type, "SCALAR") == 0;
    const size_t count = (size_t)keys->count * (size_t)per_key;
    glb_accessor accessor = {.component = GLB_FLOAT,
                             .count = keys->count * (keys->is_cubic ? 3 : 1) * (is_scalar ? path->count : 1),
                             .type = target->type};
    float *times = SINEW__ARENA_ARRAY(&writer->memory, float, keys->count);
    if (!times) return 0;
    for (int32_t i = 0; i < keys->count; ++i) times[i] = samples->times[keys->nodes[i] * SINEW__CHECKS];
    const int32_t input = put_times(writer, times, keys->count);
    const size_t stride = (is_scalar ? 1 : (size_t)path->count) * sizeof(float);
    float *out = sinew__glb_keys(&writer->scene->file, GLB_FLOATS, stride, count, &accessor.view, &accessor.offset);
    if (!out) return 0;
    float *next = out;
    for (int32_t i = 0; i < keys->count; ++i) next = put_key(samples, path, keys, i, next);
    // Rounds the keys for compression, within the part of the tolerance that fitting leaves. The error between keys is
    // not larger than at keys, because the added tangents are small.
    const double part = 1 / sinew__glb_fitted_share(&writer->scene->file) - 1;
    const double tolerance = path->is_rotation ? path->tolerance / 2 : path->tolerance; // half the angle
    sinew__glb_pack_floats(&writer->scene->file, out, count, path->by_component ? 1 : path->count, part * tolerance,
                           NULL, NULL);
    put_channel(writer, target, keys->is_cubic, input, sinew__glb_accessor(&writer->scene->file, &accessor));
    return 1;
}

/// Whether a constant path has the node's rest value.
static int is_at_rest(const sinew__key_samples *samples, const sinew__key_path *path, const double *rest)
{
    const double *value = sinew__key_sample(samples, 0);
    double dot = 0;
    for (int i = path->first; i < path->first + path->count; ++i) dot += value[i] * rest[i];
    for (int i = path->first; i < path->first + path->count; ++i) {
        const double sign = path->is_rotation && dot < 0 ? -1 : 1, difference = sign * value[i] - rest[i];
        if (difference > path->tolerance / 4 || difference < -path->tolerance / 4) return 0;
    }
    return 1;
}

/// Returns the reason why samples or keys could not be made: the deadline or the memory.
static sinew_result fail_samples(const clip_writer *writer, sinew_error *error)
{
    const sinew_result result = sinew__glb_check_budget(writer->scene, error);
    return result != SINEW_OK ? result : sinew__fail_memory(error);
}

/// Writes a path: its keys, or one key if the path is constant. Writes nothing if the path is constant at the node's
/// rest value. The first path of a clip gets two keys in any case, so that the clip keeps its length. Returns 0 when
/// out of memory.
static int put_path(clip_writer *writer, const sinew__key_samples *samples, const sinew__key_path *path,
                    const double *rest, const channel_target *target)
{
    int32_t ends[2] = {0, samples->node_count - 1};
    sinew__fitted_keys keys = {ends, samples->node_count > 1 && writer->channel_count == 0 ? 2 : 1, 0, NULL};
    if (sinew__key_path_is_constant(samples, path)) {
        if (is_at_rest(samples, path, rest)) return 1;
    } else if (is_at_frames(writer)) {
        keys = (sinew__fitted_keys){.nodes = SINEW__ARENA_ARRAY(&writer->memory, int32_t, samples->node_count),
                                    .count = samples->node_count};
        if (!keys.nodes) return 0;
        for (int32_t i = 0; i < keys.count; ++i) keys.nodes[i] = i;
    } else if (!sinew__fit_keys(samples, path, &key_cost, &writer->memory, &keys)) {
        return 0;
    }
    return put_keys(writer, samples, path, &keys, target);
}

// ---- joints -------------------------------------------------------------------------------------------------------

/// Number of values sampled for a node. A joint has one node or two, the lower one first.
enum { NODE_WIDTH = 10 };

static void put_components(const sinew_transform *local, double *out)
{
    const double numbers[NODE_WIDTH] = {local->t.x, local->t.y, local->t.z, local->r.x, local->r.y,
                                        local->r.z, local->r.w, local->s.x, local->s.y, local->s.z};
    memcpy(out, numbers, sizeof numbers);
}

static void sample_joint(void *user, double time, double *out)
{
    const clip_writer *writer = user;
    sinew_transform node, top;
    sinew__glb_joint_nodes(&writer->sampler, writer->joint, timeline(writer, time), &node, &top);
    put_components(&node, out);
    if (writer->scene->compensation[writer->joint] == GLB_TWO_NODES) put_components(&top, out + NODE_WIDTH);
}

/// Whether the clip animates a joint; if the joint compensates scales, also whether it animates an ancestor.
static int is_animated(const clip_writer *writer, int32_t joint)
{
    const sinew_model *model = writer->scene->model;
    const int depends = writer->scene->compensation[joint] != GLB_PLAIN;
    for (; joint != SINEW_NONE; joint = depends ? model->joints[joint].parent : SINEW_NONE) {
        const sinew__joint_motion *motion = &writer->sampler.motions[joint];
        if (motion->channel_count > 0 || motion->track_count > 0 || joint == writer->sampler.in_place_root) return 1;
    }
    return 0;
}

/// Counts the samples for a function of `width` components. SINEW_ERROR_LIMIT if the file has too many.
static sinew_result take_samples(clip_writer *writer, const sinew__clip_times *times, int width, sinew_error *error)
{
    writer->sampled += (int64_t)times->count * width;
    if (writer->sampled <= max_sampled) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_LIMIT, "clip '%s': the clips have too many keys for one file",
                       sinew_text(writer->scene->model, writer->scene->model->clips[writer->sampler.clip].name));
}

static sinew_result frame_times(clip_writer *writer, int width, sinew__clip_times *times, sinew_error *error)
{
    const double rate = writer->scene->options->fps;
    const sinew_result result =
        sinew__clip_times_of_frames(times, &writer->sampler, rate, width, &writer->memory, error);
    return result == SINEW_OK ? take_samples(writer, times, width, error) : result;
}

static sinew_result sample_times(clip_writer *writer, int width, sinew__clip_times *times, sinew_error *error)
{
    const sinew_model *model = writer->scene->model;
    if (is_at_frames(writer)) return frame_times(writer, width, times, error);
    const int depends = writer->scene->compensation[writer->joint] != GLB_PLAIN;
    for (int32_t i = writer->joint; i != SINEW_NONE; i = depends ? model->joints[i].parent : SINEW_NONE) {
        if (!sinew__clip_times_add(times, &writer->sampler, &writer->sampler.motions[i], &writer->memory))
            return sinew__arena_fail(&writer->memory, error);
    }
    const sinew_result result = sinew__clip_times_complete(times, &writer->sampler, width, &writer->memory, error);
    return result == SINEW_OK ? take_samples(writer, times, width, error) : result;
}

/// Halves the intervals of the samples if linear keys of a rotation then take fewer bytes than cubic ones.
static sinew_result choose_nodes(clip_writer *writer, sinew__key_samples *samples, const sinew__key_path *rotation)
{
    const int64_t halved = 2 * (int64_t)samples->node_count * rotation->count * key_cost.linear;
    sinew__fitted_keys keys;
    if (is_at_frames(writer) || sinew__key_path_is_constant(samples, rotation)) return SINEW_OK;
    if (!sinew__fit_keys(samples, rotation, &key_cost, &writer->memory, &keys)) return SINEW_ERROR_OUT_OF_MEMORY;
    if (!keys.is_cubic || halved >= (int64_t)keys.count * (key_cost.time + rotation->count * key_cost.cubic))
        return SINEW_OK;
    return sinew__key_samples_halve(samples, rotation, &writer->added);
}

/// Writes the channels of one joint.
static sinew_result put_joint(clip_writer *writer, sinew_error *error)
{
    static const char *const names[] = {"translation", "rotation", "scale"}, *const types[] = {"VEC3", "VEC4", "VEC3"};
    const glb_scene *scene = writer->scene;
    const int node_count = scene->compensation[writer->joint] == GLB_TWO_NODES ? 2 : 1;
    const int32_t nodes[2] = {scene->joint_node[writer->joint], scene->joint_top[writer->joint]};
    sinew__clip_times times = {0};
    sinew__key_path paths[6];
    sinew__key_samples samples;
    sinew_result result = sample_times(writer, node_count * NODE_WIDTH, &times, error);
    if (result != SINEW_OK) return result;
    const sinew__clip_tolerance *tolerance = &writer->tolerance;
    const int32_t parent = scene->model->joints[writer->joint].parent;
    const double share = tolerance->share[writer->joint] * sinew__glb_fitted_share(&scene->file);
    const double scale_above = parent == SINEW_NONE ? 1 : tolerance->scale[parent];
    const double angle = share / tolerance->reach[writer->joint];
    for (int i = 0; i < node_count; ++i) {
        const int first = i * NODE_WIDTH;
        paths[3 * i] = (sinew__key_path){.first = first, .count = 3, .tolerance = share / scale_above, .breaks = 1};
        paths[3 * i + 1] =
            (sinew__key_path){.first = first + 3, .count = 4, .is_rotation = 1, .tolerance = angle, .breaks = 1};
        paths[3 * i + 2] = (sinew__key_path){.first = first + 7, .count = 3, .tolerance = angle, .breaks = 1};
    }
    const sinew__key_function function = {sample_joint, NULL, writer, node_count * NODE_WIDTH, scene->deadline};
    const int fitted_count = is_at_frames(writer) ? 0 : 3 * node_count; // paths for which nodes may be added
    result = sinew__key_samples_init(&samples, &function, paths, fitted_count, times.items, (int32_t)times.count,
                                     &writer->added);
    if (result == SINEW_OK) result = choose_nodes(writer, &samples, &paths[1]);
    if (result != SINEW_OK) result = fail_samples(writer, error);
    for (int i = 0; i < 3 * node_count && result == SINEW_OK; ++i) {
        double rest[2 * NODE_WIDTH];
        put_components(&scene->nodes[nodes[i / 3]].local, rest + i / 3 * NODE_WIDTH);
        const channel_target target = {nodes[i / 3], names[i % 3], types[i % 3]};
        if (!put_path(writer, &samples, &paths[i], rest, &target)) result = fail_samples(writer, error);
    }
    writer->is_coarse |= samples.is_coarse;
    sinew__key_samples_free(&samples);
    return result;
}

// ---- morphs -------------------------------------------------------------------------------------------------------

static double morph_weight(const clip_writer *writer, int32_t morph, double time)
{
    const sinew_model *model = writer->scene->model;
    return sinew__morph_sample(model, writer->sampler.clip, morph, &writer->sampler.motions[model->joint_count + morph],
                               sinew__ticks(model, timeline(writer, time)), &writer->sampler.cursor);
}

static void sample_weights(void *user, double time, double *out)
{
    const clip_writer *writer = user;
    const sinew_model *model = writer->scene->model;
    const sinew_mesh *mesh = &model->meshes[writer->mesh];
    for (int32_t m = mesh->first_morph; m < mesh->first_morph + mesh->morph_count; ++m) {
        sinew__glb_target_weights(model, &model->morphs[m], morph_weight(writer, m, time), out);
        out += model->morphs[m].shape_count;
    }
}

/// Returns the time between `from` and `to` at which a morph's weight crosses a threshold, by bisection.
static float crossing(const clip_writer *writer, int32_t morph, double threshold, double from, double to)
{
    enum { ROUNDS = 40 };
    const int is_above = morph_weight(writer, morph, from) > threshold;
    for (int i = 0; i < ROUNDS; ++i) {
        const double middle = (from + to) / 2;
        if ((morph_weight(writer, morph, middle) > threshold) == is_above)
            from = middle;
        else
            to = middle;
    }
    return (float)to;
}

/// Adds the times at which an in-between shape is reached: the weights of targets have a kink there.
static int add_crossings(clip_writer *writer, int32_t morph, const sinew__clip_times *from, sinew__clip_times *out)
{
    const sinew_model *model = writer->scene->model;
    const sinew_morph *item = &model->morphs[morph];
    for (size_t i = 0; i + 1 < from->count; ++i) {
        const double begin = (double)from->items[i], end = (double)from->items[i + 1];
        const double a = morph_weight(writer, morph, begin), b = morph_weight(writer, morph, end);
        for (int32_t s = -1; s < item->shape_count; ++s) {
            const double threshold = s < 0 ? 0 : (double)model->shapes[item->first_shape + s].full_weight;
            if ((a > threshold) == (b > threshold) || a == threshold || b == threshold) continue;
            float *items = sinew__arena_grow(&writer->memory, out->items, out->count, &out->capacity, sizeof *items);
            if (!items) return 0;
            out->items = items;
            items[out->count++] = crossing(writer, morph, threshold, begin, end);
        }
    }
    return 1;
}

/// Lists the key times of all morphs of a mesh. Returns 0 if no morph is animated, or after a failure, which is in
/// *result.
static int weight_times(clip_writer *writer, sinew__clip_times *times, sinew_result *result, sinew_error *error)
{
    const sinew_model *model = writer->scene->model;
    const sinew_mesh *mesh = &model->meshes[writer->mesh];
    sinew__clip_times bends = {0};
    int is_moved = 0, ok = 1;
    for (int32_t m = mesh->first_morph; m < mesh->first_morph + mesh->morph_count && ok; ++m) {
        const sinew__joint_motion *motion = &writer->sampler.motions[model->joint_count + m];
        is_moved |= motion->channel_count > 0 || motion->track_count > 0;
        ok = sinew__clip_times_add(times, &writer->sampler, motion, &writer->memory);
    }
    if (!is_moved) return 0;
    const int width = writer->scene->mesh_targets[writer->mesh];
    if (is_at_frames(writer)) {
        *result = ok ? frame_times(writer, width, times, error) : sinew__arena_fail(&writer->memory, error);
        return *result == SINEW_OK;
    }
    *result = ok ? sinew__clip_times_complete(times, &writer->sampler, width, &writer->memory, error)
                 : sinew__arena_fail(&writer->memory, error);
    if (*result != SINEW_OK) return 0;
    for (int32_t m = mesh->first_morph; m < mesh->first_morph + mesh->morph_count && ok; ++m)
        if (model->morphs[m].shape_count > 1) ok = add_crossings(writer, m, times, &bends);
    if (ok) ok = sinew__clip_times_merge(times, &bends, &writer->memory);
    *result = ok ? take_samples(writer, times, width, error) : sinew__arena_fail(&writer->memory, error);
    return *result == SINEW_OK;
}

static sinew_result put_weights(clip_writer *writer, sinew_error *error)
{
    glb_scene *scene = writer->scene;
    const sinew_model *model = scene->model;
    const sinew_mesh *mesh = &model->meshes[writer->mesh];
    const int32_t width = scene->mesh_targets[writer->mesh];
    const double tolerance = sinew__weight_tolerance(&writer->tolerance, scene, writer->mesh);
    const double fitted = tolerance * sinew__glb_fitted_share(&scene->file);
    const sinew__key_path path = {.first = 0, .count = width, .tolerance = fitted, .by_component = 1, .breaks = 1};
    const sinew__key_function function = {sample_weights, NULL, writer, width, scene->deadline};
    const channel_target target = {scene->mesh_node[writer->mesh], "weights", "SCALAR"};
    sinew__key_samples samples;
    sinew__clip_times times = {0};
    sinew_result result = SINEW_OK;
    if (tolerance < 0) return sinew__fail_memory(error);
    if (!weight_times(writer, &times, &result, error)) return result;
    double *rest = SINEW__ARENA_ARRAY(&writer->memory, double, width), *next = rest;
    if (!rest) return sinew__arena_fail(&writer->memory, error);
    for (int32_t m = mesh->first_morph; m < mesh->first_morph + mesh->morph_count; ++m) {
        sinew__glb_target_weights(model, &model->morphs[m], (double)model->morphs[m].weight, next);
        next += model->morphs[m].shape_count;
    }
    result = sinew__key_samples_init(&samples, &function, &path, !is_at_frames(writer), times.items,
                                     (int32_t)times.count, &writer->added);
    if (result != SINEW_OK)
        result = fail_samples(writer, error);
    else if (!put_path(writer, &samples, &path, rest, &target))
        result = fail_samples(writer, error);
    writer->is_coarse |= samples.is_coarse;
    sinew__key_samples_free(&samples);
    return result;
}

// ---- clips --------------------------------------------------------------------------------------------------------

/// Writes keys that keep the first node still, because a clip without motion needs keys to keep its length.
static void put_hold(clip_writer *writer, double duration)
{
    glb_scene *scene = writer->scene;
    const channel_target target = {0, "translation", "VEC3"};
    const float times[2] = {0, (float)duration};
    const int32_t count = duration > 0 ? 2 : 1;
    const sinew_vec3 t = scene->nodes[0].local.t;
    glb_accessor accessor = {.component = GLB_FLOAT, .count = count, .type = "VEC3"};
    const int32_t input = put_times(writer, times, count);
    float *out = sinew__glb_keys(&scene->file, GLB_FLOATS, 3 * sizeof(float), (size_t)count * 3, &accessor.view,
                                 &accessor.offset);
    if (!out) return;
    for (int32_t i = 0; i < count; ++i)
        out[3 * i] = (float)t.x, out[3 * i + 1] = (float)t.y, out[3 * i + 2] = (float)t.z;
    sinew__glb_pack_floats(&scene->file, out, (size_t)count * 3, 3, 0, NULL, NULL);
    put_channel(writer, &target, 0, input, sinew__glb_accessor(&scene->file, &accessor));
}

static void put_animation(clip_writer *writer, const char *name)
{
    int32_t index;
    sinew__json_writer *json = sinew__glb_item(&writer->scene->file, GLB_ANIMATIONS, &index);
    if (*name) sinew__json_put_text(json, "name", name);
    sinew__json_end_array(&writer->channel_json);
    sinew__json_end_array(&writer->sampler_json);
    sinew__json_put_written(json, "channels", &writer->channels);
    sinew__json_put_written(json, "samplers", &writer->samplers);
    sinew__json_end_object(json);
}

/// Frees the memory of a joint or mesh, and reports the progress.
static void end_part(clip_writer *writer)
{
    const sinew_export_options *options = writer->scene->options;
    sinew__arena_free(&writer->memory);
    ++writer->done;
    if (options->progress) options->progress(options->user, writer->done, writer->parts);
}

static sinew_result put_clip(clip_writer *writer, int32_t clip, sinew_error *error)
{
    glb_scene *scene = writer->scene;
    const sinew_clip *item = &scene->model->clips[clip];
    sinew_result result = SINEW_OK;
    writer->start = item->start;
    writer->duration = item->duration;
    writer->channel_count = writer->is_coarse = 0;
    writer->channels.size = writer->samplers.size = 0;
    writer->channel_json = sinew__glb_json(&writer->channels);
    writer->sampler_json = sinew__glb_json(&writer->samplers);
    sinew__json_put_array(&writer->channel_json, NULL);
    sinew__json_put_array(&writer->sampler_json, NULL);
    sinew__glb_sampler_select(&writer->sampler, clip);
    if (!sinew__clip_tolerance_select(&writer->tolerance, &writer->sampler)) return sinew__fail_memory(error);
    for (writer->joint = 0; writer->joint < scene->model->joint_count && result == SINEW_OK; ++writer->joint) {
        result = sinew__glb_check_budget(scene, error);
        if (result == SINEW_OK && is_animated(writer, writer->joint)) result = put_joint(writer, error);
        end_part(writer);
    }
    for (writer->mesh = 0; writer->mesh < scene->model->mesh_count && result == SINEW_OK; ++writer->mesh) {
        if (scene->mesh_targets[writer->mesh] > 0) result = put_weights(writer, error);
        end_part(writer);
    }
    if (result == SINEW_OK && writer->channel_count == 0) put_hold(writer, item->duration);
    if (result == SINEW_OK) put_animation(writer, sinew_text(scene->model, item->name));
    if (writer->is_coarse)
        sinew__export_note(
            scene->options,
            "clip '%s' changes too often for its length: between keys it may be off by more than %.3g of the character",
            sinew_text(scene->model, item->name), sinew__glb_max_error(scene));
    return result;
}

/// Returns the clips of the options. If the options name none, returns all clips with keys, the default clip first,
/// because other programs play the first clip. NULL when out of memory.
static const int32_t *choose_clips(const glb_scene *scene, sinew__arena *memory, int32_t *out_count)
{
    char left_out[SINEW__LEFT_OUT_SIZE];
    *out_count = scene->options->clip_count;
    if (scene->options->clips) return scene->options->clips;
    int32_t *clips = SINEW__ARENA_ARRAY(memory, int32_t, scene->model->clip_count);
    if (!clips) return NULL;
    *out_count = sinew__clips_to_export(scene->model, 0, clips, left_out);
    sinew__put_default_clip_first(scene->model, clips, *out_count);
    if (*left_out) sinew__export_note(scene->options, "%s", left_out);
    return clips;
}

sinew_result sinew__glb_put_clips(glb_scene *scene, sinew_error *error)
{
    sinew__arena memory = {0};
    int32_t count;
    const int32_t *clips = choose_clips(scene, &memory, &count);
    if (!clips) return sinew__arena_fail(&memory, error);
    if (scene->node_count == 0) count = 0;
    const size_t parts = (size_t)count * ((size_t)scene->model->joint_count + (size_t)scene->model->mesh_count);
    clip_writer writer = {.scene = scene, .added = max_added, .parts = parts};
    sinew_result result =
        sinew__glb_sampler_init(&writer.sampler, scene, &memory) ? SINEW_OK : sinew__arena_fail(&memory, error);
    if (result == SINEW_OK)
        result = sinew__clip_tolerance_init(&writer.tolerance, scene, sinew__glb_max_error(scene), &memory, error);
    writer.sampler.frame_share = sinew__clip_frame_share(scene, clips, count);
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i) result = put_clip(&writer, clips[i], error);
    sinew__buffer_free(&writer.channels);
    sinew__buffer_free(&writer.samplers);
    sinew__arena_free(&writer.memory);
    sinew__arena_free(&memory);
    return result;
}
