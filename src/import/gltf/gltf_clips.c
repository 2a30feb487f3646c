// Converts the animations of a glTF file to clips.
#include "import/gltf/gltf.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "import/import_stages.h"

enum { VISIBILITY = SINEW_TRACK_MORPH_WEIGHT + 1, PATH_COUNT };

/// The values of `path` in a channel's target, in the order of sinew_track_path. The last one, visibility, exists only
/// as a pointer (KHR_animation_pointer).
static const struct {
    const char *name;
    size_t components; ///< numbers of one value; 1 for weights, whose values have one number per morph target
} paths[PATH_COUNT] = {[SINEW_TRACK_TRANSLATION] = {"translation", 3},
                       [SINEW_TRACK_ROTATION] = {"rotation", 4},
                       [SINEW_TRACK_SCALE] = {"scale", 3},
                       [SINEW_TRACK_MORPH_WEIGHT] = {"weights", 1},
                       [VISIBILITY] = {"extensions/KHR_node_visibility/visible", 1}};

typedef struct clip_reader {
    gltf_reader *reader;
    gltf_list samplers;
    const sinew__json_value **channels; ///< [nodes.count × PATH_COUNT] the sampler of each property; the last channel
                                        ///< wins
    sinew_raw_clip *clip;
    clip_parts parts; ///< the clip's tracks, and channels for visibility
    double end;       ///< time of the last key, seconds
    int lost_splines; ///< splines that are played as lines
} clip_reader;

// ---- keys -----------------------------------------------------------------------------------------------------------

/// The keys of one sampler as numbers, in the scratch memory of the pass.
typedef struct sampler_keys {
    const double *times;  ///< [count] seconds
    const double *values; ///< [count][width]; for splines [count][3][width]: in-tangent, value, out-tangent
    size_t count, width;
    uint32_t interpolation;
    int is_listed_cubic; ///< `values` contains tangents, even if they are unusable and the track is linear
} sampler_keys;

/// Reads the keys of a sampler. *out_problem is the reason why the channel cannot be played, or NULL.
static sinew_result read_sampler(clip_reader *clip, const sinew__json_value *sampler, size_t components,
                                 sampler_keys *out, const char **out_problem, sinew_error *error)
{
    gltf_reader *reader = clip->reader;
    const char *interpolation = sinew__gltf_text(sampler, "interpolation", "");
    const int is_cubic = strcmp(interpolation, "CUBICSPLINE") == 0;
    sinew__arena *scratch = &reader->pass->scratch;
    size_t elements;
    sinew__arena_reset(scratch);
    sinew__arena_share_limit(scratch, &reader->pass->arena);
    *out = (sampler_keys){.interpolation = strcmp(interpolation, "STEP") == 0 ? SINEW_STEP : SINEW_LINEAR,
                          .is_listed_cubic = is_cubic};
    *out_problem = NULL;
    sinew_result result = sinew__gltf_read(reader->accessors, scratch, sinew__json_member(sampler, "input"),
                                           GLTF_DOUBLES, 1, 1, &out->times, &out->count, error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(reader, "times", result, error);
    result = sinew__gltf_read(reader->accessors, scratch, sinew__json_member(sampler, "output"), GLTF_DOUBLES,
                              components, components, &out->values, &elements, error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(reader, "values", result, error);
    const size_t rows = out->count * (is_cubic ? 3 : 1);
    if (elements < rows)
        *out_problem = "it has fewer values than times";
    else if (components == 1 && elements % rows)
        *out_problem = "its times do not have as many weights each";
    out->width = components == 1 ? elements / rows : components;
    if (out->count > INT32_MAX / 3 || out->width > INT32_MAX)
        return sinew__fail(error, SINEW_ERROR_LIMIT, "%s has %zu keys", reader->owner, out->count);
    int is_usable = is_cubic && !*out_problem;
    for (size_t i = 0; is_usable && i < out->count; ++i)
        is_usable = isfinite(out->times[i]) && (i == 0 || out->times[i] > out->times[i - 1]);
    for (size_t i = 0; is_usable && i < rows * out->width; ++i) is_usable = isfinite(out->values[i]);
    if (is_usable) out->interpolation = SINEW_CUBIC;
    clip->lost_splines += is_cubic && !is_usable && !*out_problem;
    return SINEW_OK;
}

/// Makes a track's keys from the numbers `first` to `first` + `components` − 1 of each value. Returns 0 when out of
/// memory.
static int make_keys(clip_reader *clip, const char *object, const sampler_keys *from, size_t first, size_t components,
                     sinew_raw_track *out)
{
    import_pass *pass = clip->reader->pass;
    const int is_cubic = from->interpolation == SINEW_CUBIC;
    const size_t row = from->width * (from->is_listed_cubic ? 3 : 1), value = from->is_listed_cubic ? from->width : 0;
    sinew_track_key *keys = SINEW__ARENA_ARRAY(&pass->arena, sinew_track_key, from->count);
    sinew_track_key *tangents = SINEW__ARENA_ARRAY(&pass->arena, sinew_track_key, is_cubic ? 2 * from->count : 0);
    // Accepted deviation of a quaternion's length from 1; 8-bit numbers deviate by up to 0.016.
    static const double off_unit = 0.02;
    size_t count = 0, off = 0;
    if (!keys || !tangents) return 0;
    for (size_t i = 0; i < from->count; ++i) {
        const double *numbers = from->values + i * row + first;
        sinew_track_key key = {.time = from->times[i]};
        int is_finite = isfinite(key.time);
        for (size_t c = 0; c < components; ++c) {
            key.value[c] = numbers[value + c];
            is_finite &= isfinite(key.value[c]) != 0;
            if (!is_cubic) continue;
            tangents[2 * i].value[c] = numbers[c];
            tangents[2 * i + 1].value[c] = numbers[2 * from->width + c];
        }
        if (components == 4 && !is_cubic) {
            const double *q4 = key.value, length = sqrt(q4[0] * q4[0] + q4[1] * q4[1] + q4[2] * q4[2] + q4[3] * q4[3]);
            off += is_finite && !(fabs(length - 1) <= off_unit);
            const sinew_quat q =
                sinew__quat_normalize((sinew_quat){key.value[0], key.value[1], key.value[2], key.value[3]});
            key = (sinew_track_key){.time = key.time, .value = {q.x, q.y, q.z, q.w}};
        }
        if (is_finite) keys[count++] = key;
    }
    if (count < from->count)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_KEYS, object, "clip '%s': %d keys are not finite and were dropped",
                           clip->clip->name, (int)(from->count - count));
    if (off > 0)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_NUMBERS, object,
                           "clip '%s': %zu rotations are not of length 1 and were normalised", clip->clip->name, off);
    if (!sinew__clip_order_keys(pass, object, clip->clip->name, keys, count)) return 0;
    out->keys = keys;
    out->tangents = is_cubic ? tangents : NULL;
    out->key_count = (int32_t)count;
    out->interpolation = from->interpolation;
    return 1;
}

// ---- channels -------------------------------------------------------------------------------------------------------

/// Adds a track of a node's joint for one path, unless it only repeats the rest value. Returns 0 when out of memory.
static int add_joint_track(clip_reader *clip, int32_t joint, uint32_t path, const sampler_keys *keys)
{
    import_pass *pass = clip->reader->pass;
    const sinew_raw_joint *of = &pass->joints[joint];
    sinew_raw_track track = {.joint = joint, .node = SINEW_NONE, .mesh = SINEW_NONE, .morph = SINEW_NONE, .path = path};
    sinew_transform rest = of->rest;
    // A track replaces the rest matrix by translation, rotation and scale. That loses the matrix's shear, which is
    // reported if it exceeds 1e-4 of the largest entry, the error bound of baked clips; matrices written with six
    // digits stay below that.
    const double shear = of->rest_matrix ? sinew__transform_from_affine(of->rest_matrix, &rest) : 0;
    if (!make_keys(clip, of->name, keys, 0, paths[path].components, &track)) return 0;
    if (track.key_count == 0 || (!track.tangents && sinew__clip_track_is_rest(&track, &rest))) return 1;
    if (shear > 1e-4)
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, of->name,
                           "it is sheared at rest; clip '%s' plays it without the shear", clip->clip->name);
    return sinew__clip_add_track(pass, &clip->parts, &track);
}

/// Adds the tracks of the morph targets of a node's meshes. Returns 0 when out of memory.
static int add_weight_tracks(clip_reader *clip, int32_t node, const sampler_keys *keys)
{
    import_pass *pass = clip->reader->pass;
    for (int32_t mesh = 0; mesh < pass->raw.mesh_count; ++mesh) {
        if (clip->reader->mesh_nodes[mesh] != node) continue;
        for (int32_t morph = 0; morph < pass->meshes[mesh].morph_count && (size_t)morph < keys->width; ++morph) {
            sinew_raw_track track = {.joint = SINEW_NONE,
                                     .node = SINEW_NONE,
                                     .mesh = mesh,
                                     .morph = morph,
                                     .path = SINEW_TRACK_MORPH_WEIGHT};
            if (!make_keys(clip, pass->meshes[mesh].name, keys, (size_t)morph, 1, &track) ||
                (track.key_count > 0 && !sinew__clip_add_track(pass, &clip->parts, &track)))
                return 0;
        }
    }
    return 1;
}

/// Adds the visibility curve of a joint. Returns 0 when out of memory.
static int add_visibility(clip_reader *clip, int32_t joint, const sampler_keys *keys)
{
    static const double ticks_per_second = 46186158000; // unit of the ticks in a raw model's curves
    sinew__arena *arena = &clip->reader->pass->arena;
    sinew_raw_curve *curve = SINEW__ARENA_ARRAY(arena, sinew_raw_curve, 1);
    sinew_curve_key *curve_keys = SINEW__ARENA_ARRAY(arena, sinew_curve_key, keys->count);
    if (!curve || !curve_keys) return 0;
    for (size_t i = 0; i < keys->count; ++i) {
        const double ticks = keys->times[i] * ticks_per_second;
        if (!(fabs(ticks) < 9e18)) continue;
        const int64_t at = (int64_t)(ticks + (ticks < 0 ? -0.5 : 0.5));
        if (curve->key_count > 0 && at <= curve_keys[curve->key_count - 1].ticks) continue;
        curve_keys[curve->key_count++] =
            (sinew_curve_key){.ticks = at, .value = keys->values[i * keys->width] > 0, .interpolation = SINEW_STEP};
    }
    if (curve->key_count == 0) return 1;
    curve->keys = curve_keys;
    const sinew_raw_channel channel = {.joint = joint,
                                       .mesh = SINEW_NONE,
                                       .morph = SINEW_NONE,
                                       .property = SINEW_CHANNEL_VISIBILITY,
                                       .value = {1},
                                       .curve = {curve}};
    clip->reader->has_visibility[clip->reader->joint_nodes[joint]] = 1;
    return sinew__clip_add_channel(clip->reader->pass, &clip->parts, &channel);
}

/// Finds the node, path and sampler of a channel. Returns the reason why the channel cannot be played, or NULL.
static const char *judge_channel(const clip_reader *clip, const sinew__json_value *channel, int32_t *out_node,
                                 uint32_t *out_path, const sinew__json_value **out_sampler)
{
    static const char nodes[] = "/nodes/";
    const sinew__json_value *target = sinew__json_member(channel, "target");
    const sinew__json_value *pointer = sinew__gltf_extension(target, "KHR_animation_pointer");
    const sinew__json_value *node = sinew__json_member(target, "node");
    const char *path = sinew__gltf_text(target, "path", "");
    sinew__json_value pointed = {.kind = SINEW__JSON_NUMBER};
    if (strcmp(path, "pointer") == 0) { // a pointer to a member of a node: "/nodes/3/scale"
        path = sinew__gltf_text(pointer, "pointer", "");
        if (strncmp(path, nodes, sizeof nodes - 1) == 0) {
            for (path += sizeof nodes - 1; *path >= '0' && *path <= '9'; ++path)
                pointed.number = 10 * pointed.number + (*path - '0');
            path += *path == '/';
            node = &pointed;
        }
    }
    *out_path = 0;
    while (*out_path < PATH_COUNT && strcmp(path, paths[*out_path].name) != 0) ++*out_path;
    if (*out_path == PATH_COUNT || (*out_path == VISIBILITY && node != &pointed))
        return "it animates something else than a transform or morph weights";
    if (!sinew__gltf_item(&clip->reader->nodes, node)) return "its node is not in the file";
    *out_node = (int32_t)node->number;
    *out_sampler = sinew__gltf_item(&clip->samplers, sinew__json_member(channel, "sampler"));
    return *out_sampler ? NULL : "it has no keys";
}

static void warn_of_dropped(clip_reader *clip, const char *problem)
{
    import_pass *pass = clip->reader->pass;
    sinew__import_warn(pass, IMPORT_WARNING_BAD_KEYS, clip->reader->owner, "a channel was dropped: %s", problem);
}

static sinew_result read_channel(clip_reader *clip, int32_t node, uint32_t path, const sinew__json_value *sampler,
                                 sinew_error *error)
{
    gltf_reader *reader = clip->reader;
    import_pass *pass = reader->pass;
    const int32_t joint = reader->node_joints[node];
    const char *problem;
    sampler_keys keys;
    const sinew_result result = read_sampler(clip, sampler, paths[path].components, &keys, &problem, error);
    if (result != SINEW_OK) return result;
    if (problem) {
        warn_of_dropped(clip, problem);
        return SINEW_OK;
    }
    clip->end = fmax(clip->end, keys.times[keys.count - 1]);
    if (joint == SINEW_NONE) {
        sinew__import_warn(pass, IMPORT_WARNING_CHANNEL_WITHOUT_NODE,
                           sinew__gltf_node_name(pass, reader->nodes.items[node], (size_t)node),
                           "clip '%s' animates a node that is not in the file", clip->clip->name);
        return SINEW_OK;
    }
    const int ok = path == SINEW_TRACK_MORPH_WEIGHT ? add_weight_tracks(clip, node, &keys)
                   : path == VISIBILITY             ? add_visibility(clip, joint, &keys)
                                                    : add_joint_track(clip, joint, path, &keys);
    return ok ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}

static sinew_result read_clip(clip_reader *clip, const sinew__json_value *animation, size_t index, sinew_error *error)
{
    import_pass *pass = clip->reader->pass;
    const sinew__json_value *channels = sinew__json_member(animation, "channels"), *channel, *sampler;
    const char *name = sinew__gltf_text(animation, "name", "");
    sinew_result result = SINEW_OK;
    int32_t node;
    uint32_t path;
    sinew__gltf_set_owner(clip->reader, "clip", animation, index);
    clip->clip->name = *name ? sinew__import_text(&pass->arena, name, strlen(name))
                             : sinew__arena_format(&pass->arena, "Animation %zu", index + 1);
    if (!clip->clip->name || !sinew__gltf_list(pass, sinew__json_member(animation, "samplers"), &clip->samplers))
        return sinew__arena_fail(&pass->arena, error);
    for (channel = sinew__json_first(channels); channel; channel = channel->next) {
        const char *problem = judge_channel(clip, channel, &node, &path, &sampler);
        if (problem)
            warn_of_dropped(clip, problem);
        else
            clip->channels[(size_t)node * PATH_COUNT + path] = sampler;
    }
    for (channel = sinew__json_first(channels); channel && result == SINEW_OK; channel = channel->next) {
        if (judge_channel(clip, channel, &node, &path, &sampler)) continue;
        const sinew__json_value **last = &clip->channels[(size_t)node * PATH_COUNT + path];
        if (*last) result = read_channel(clip, node, path, *last, error);
        *last = NULL;
    }
    clip->clip->duration = isfinite(clip->end) ? clip->end : -1;
    sinew__clip_take_parts(&clip->parts, clip->clip);
    if (clip->lost_splines)
        sinew__import_warn(pass, IMPORT_WARNING_SPLINES, name, "keys with cubic splines are interpolated linearly");
    return result;
}

sinew_result sinew__gltf_read_clips(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    const sinew__json_value *animations = sinew__json_member(reader->root, "animations"), *animation;
    const sinew__json_value **channels =
        SINEW__ARENA_ARRAY(&pass->arena, const sinew__json_value *, reader->nodes.count *PATH_COUNT);
    sinew_raw_clip *clips = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_clip, sinew__json_count(animations));
    if (!channels || !clips) return sinew__arena_fail(&pass->arena, error);
    sinew_result result = SINEW_OK;
    for (animation = sinew__json_first(animations); animation && result == SINEW_OK; animation = animation->next) {
        clip_reader clip = {.reader = reader, .channels = channels, .clip = &clips[pass->raw.clip_count]};
        result = read_clip(&clip, animation, (size_t)pass->raw.clip_count, error);
        pass->raw.clip_count += result == SINEW_OK;
    }
    sinew__arena_free(&pass->scratch);
    if (result != SINEW_OK) return result;
    pass->raw.clips = clips;
    int32_t clip = 0;
    for (animation = sinew__json_first(animations); animation; animation = animation->next, clip++) {
        const sinew__json_value *extras = sinew__json_member(animation, "extras");
        if (sinew__json_member(extras, "events") && !sinew__import_json_events(pass, extras, clip, clips[clip].name))
            return sinew__arena_fail(&pass->arena, error);
    }
    return SINEW_OK;
}
