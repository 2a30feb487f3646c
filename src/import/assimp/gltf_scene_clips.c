// Animations of a glTF file → Assimp's, in its milliseconds and single precision. The keys of cubic splines and of
// morph weights are those that gltf_interpolation.c lists.
#include <string.h>

#include "core/base/error.h"
#include "import/assimp/gltf_scene.h"

/// The channels of one node: a sampler for each path.
typedef struct node_channels {
    int32_t node;
    const sinew__json_value *samplers[SINEW_TRACK_MORPH_WEIGHT + 1];
} node_channels;

typedef struct clip_reader {
    gltf_reader *reader;
    gltf_list samplers;
    node_channels *items; ///< [count] in the order in which the channels name the nodes
    size_t count;
    int32_t *places; ///< [nodes.count] in `items`, or SINEW_NONE
    struct aiAnimation *out;
} clip_reader;

/// Notes the sampler of each node and path, the last one where several have the same.
static void list_channels(clip_reader *clip, const sinew__json_value *channels)
{
    const sinew__json_value *channel;
    for (channel = sinew__json_first(channels); channel; channel = channel->next) {
        const sinew__json_value *target = sinew__json_member(channel, "target");
        const sinew__json_value *node = sinew__json_member(target, "node");
        const sinew__json_value *sampler = sinew__gltf_item(&clip->samplers, sinew__json_member(channel, "sampler"));
        const char *name = sinew__json_text(sinew__json_member(target, "path"));
        uint32_t path;
        if (!sampler || !name || !sinew__gltf_item(&clip->reader->nodes, node) || !sinew__gltf_path(name, &path))
            continue;
        int32_t *place = &clip->places[(size_t)node->number];
        if (*place == SINEW_NONE) {
            *place = (int32_t)clip->count++;
            clip->items[*place].node = (int32_t)node->number;
        }
        clip->items[*place].samplers[path] = sampler;
    }
}

/// The times and values of a sampler; *out_step is how many values lie between those of two keys.
static sinew_result read_sampler(clip_reader *clip, const sinew__json_value *sampler, size_t components,
                                 const float **out_times, const float **out_values, size_t *out_count, size_t *out_step,
                                 sinew_error *error)
{
    const char *interpolation = sinew__json_text(sinew__json_member(sampler, "interpolation"));
    const int is_cubic = interpolation && strcmp(interpolation, "CUBICSPLINE") == 0;
    size_t count = 0;
    sinew_result result;
    *out_times =
        sinew__gltf_read_floats(clip->reader, sinew__json_member(sampler, "input"), 1, out_count, &result, error);
    if (result != SINEW_OK) return result;
    *out_values = sinew__gltf_read_floats(clip->reader, sinew__json_member(sampler, "output"), components, &count,
                                          &result, error);
    *out_step = is_cubic ? 3 : 1;
    if (is_cubic && *out_values) *out_values += components; // behind the incoming tangent
    return result;
}

static void lengthen(clip_reader *clip, double milliseconds)
{
    if (milliseconds > clip->out->mDuration) clip->out->mDuration = milliseconds;
}

static double milliseconds_of(float seconds)
{
    return (double)(seconds * 1000.0f);
}

/// Keys of translation or scale; without a channel one of the rest value, if the node states one. Other keys of vectors
/// and quaternions only differ in their types.
static sinew_result read_vectors(clip_reader *clip, const node_channels *channels, uint32_t path, const char *name,
                                 struct aiVectorKey **out_keys, unsigned *out_count, sinew_error *error)
{
    const sinew__json_value *sampler = channels->samplers[path];
    sinew__arena *arena = &clip->reader->pass->arena;
    float rest[3] = {0};
    const float *times = NULL, *values = rest;
    size_t count = 0, step = 1;
    if (sampler) {
        const sinew_result result = read_sampler(clip, sampler, 3, &times, &values, &count, &step, error);
        if (result != SINEW_OK) return result;
    } else if (sinew__gltf_floats(clip->reader->nodes.items[channels->node], name, 3, rest)) {
        count = 1;
    }
    *out_keys = SINEW__ARENA_ARRAY(arena, struct aiVectorKey, count);
    if (!*out_keys) return sinew__arena_fail(arena, error);
    for (size_t i = 0; i < count; i++, values += 3 * step)
        (*out_keys)[i] = (struct aiVectorKey){.mTime = times ? milliseconds_of(times[i]) : 0,
                                              .mValue = {values[0], values[1], values[2]}};
    *out_count = (unsigned)count;
    if (count) lengthen(clip, (*out_keys)[count - 1].mTime);
    return SINEW_OK;
}

static sinew_result read_rotations(clip_reader *clip, const node_channels *channels, struct aiNodeAnim *out,
                                   sinew_error *error)
{
    const sinew__json_value *sampler = channels->samplers[SINEW_TRACK_ROTATION];
    sinew__arena *arena = &clip->reader->pass->arena;
    float rest[4] = {0};
    const float *times = NULL, *values = rest;
    size_t count = 0, step = 1;
    if (sampler) {
        const sinew_result result = read_sampler(clip, sampler, 4, &times, &values, &count, &step, error);
        if (result != SINEW_OK) return result;
    } else if (sinew__gltf_floats(clip->reader->nodes.items[channels->node], "rotation", 4, rest)) {
        count = 1;
    }
    out->mRotationKeys = SINEW__ARENA_ARRAY(arena, struct aiQuatKey, count);
    if (!out->mRotationKeys) return sinew__arena_fail(arena, error);
    for (size_t i = 0; i < count; i++, values += 4 * step)
        out->mRotationKeys[i] =
            (struct aiQuatKey){.mTime = times ? milliseconds_of(times[i]) : 0,
                               .mValue = {.w = values[3], .x = values[0], .y = values[1], .z = values[2]}};
    out->mNumRotationKeys = (unsigned)count;
    if (count) lengthen(clip, out->mRotationKeys[count - 1].mTime);
    return SINEW_OK;
}

/// Only the time of the last weights: their keys are listed.
static sinew_result read_weights(clip_reader *clip, const node_channels *channels, sinew_error *error)
{
    size_t count = 0;
    sinew_result result = SINEW_OK;
    const sinew__json_value *sampler = channels->samplers[SINEW_TRACK_MORPH_WEIGHT];
    const float *times =
        sinew__gltf_read_floats(clip->reader, sinew__json_member(sampler, "input"), 1, &count, &result, error);
    if (times && count) lengthen(clip, milliseconds_of(times[count - 1]));
    return result;
}

static sinew_result read_node(clip_reader *clip, const node_channels *channels, sinew_error *error)
{
    import_pass *pass = clip->reader->pass;
    struct aiAnimation *out = clip->out;
    const sinew__json_value *const *of = channels->samplers;
    const char *name = sinew__gltf_node_name(pass, clip->reader->nodes.items[channels->node], (size_t)channels->node);
    struct aiNodeAnim *keys = SINEW__ARENA_ARRAY(&pass->arena, struct aiNodeAnim, 1);
    struct aiMeshMorphAnim *weights = SINEW__ARENA_ARRAY(&pass->arena, struct aiMeshMorphAnim, 1);
    sinew_result result = SINEW_OK;
    if (!name || !keys || !weights) return sinew__arena_fail(&pass->arena, error);
    sinew__gltf_copy_text(name, &keys->mNodeName);
    weights->mName = keys->mNodeName;
    if (of[SINEW_TRACK_MORPH_WEIGHT]) {
        out->mMorphMeshChannels[out->mNumMorphMeshChannels++] = weights;
        result = read_weights(clip, channels, error);
    }
    if (!of[SINEW_TRACK_TRANSLATION] && !of[SINEW_TRACK_ROTATION] && !of[SINEW_TRACK_SCALE]) return result;
    out->mChannels[out->mNumChannels++] = keys;
    if (result == SINEW_OK)
        result = read_vectors(clip, channels, SINEW_TRACK_TRANSLATION, "translation", &keys->mPositionKeys,
                              &keys->mNumPositionKeys, error);
    if (result == SINEW_OK) result = read_rotations(clip, channels, keys, error);
    if (result == SINEW_OK)
        result = read_vectors(clip, channels, SINEW_TRACK_SCALE, "scale", &keys->mScalingKeys, &keys->mNumScalingKeys,
                              error);
    return result;
}

static int begin_clip(clip_reader *clip, const sinew__json_value *animation)
{
    sinew__arena *arena = &clip->reader->pass->arena;
    const sinew__json_value *channels = sinew__json_member(animation, "channels");
    const size_t count = (size_t)sinew__json_count(channels);
    const char *name = sinew__json_text(sinew__json_member(animation, "name"));
    if (!sinew__gltf_list(clip->reader->pass, sinew__json_member(animation, "samplers"), &clip->samplers)) return 0;
    clip->out = SINEW__ARENA_ARRAY(arena, struct aiAnimation, 1);
    clip->items = SINEW__ARENA_ARRAY(arena, node_channels, count);
    if (!clip->out || !clip->items) return 0;
    clip->out->mTicksPerSecond = 1000;
    if (name) sinew__gltf_copy_text(name, &clip->out->mName);
    list_channels(clip, channels);
    clip->out->mChannels = SINEW__ARENA_ARRAY(arena, struct aiNodeAnim *, clip->count);
    clip->out->mMorphMeshChannels = SINEW__ARENA_ARRAY(arena, struct aiMeshMorphAnim *, clip->count);
    return clip->out->mChannels && clip->out->mMorphMeshChannels;
}

sinew_result sinew__gltf_read_clips(gltf_reader *reader, sinew_error *error)
{
    sinew__arena *arena = &reader->pass->arena;
    struct aiScene *scene = reader->scene;
    const sinew__json_value *animations = sinew__json_member(reader->root, "animations"), *animation;
    int32_t *places = SINEW__ARENA_ARRAY(arena, int32_t, reader->nodes.count);
    sinew_result result = SINEW_OK;
    scene->mAnimations = SINEW__ARENA_ARRAY(arena, struct aiAnimation *, sinew__json_count(animations));
    if (!scene->mAnimations || !places) return sinew__arena_fail(arena, error);
    for (size_t i = 0; i < reader->nodes.count; i++) places[i] = SINEW_NONE;
    for (animation = sinew__json_first(animations); animation; animation = animation->next) {
        clip_reader clip = {.reader = reader, .places = places};
        if (!begin_clip(&clip, animation)) return sinew__arena_fail(arena, error);
        scene->mAnimations[scene->mNumAnimations++] = clip.out;
        for (size_t i = 0; i < clip.count && result == SINEW_OK; i++) result = read_node(&clip, &clip.items[i], error);
        for (size_t i = 0; i < clip.count; i++) places[clip.items[i].node] = SINEW_NONE;
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}
