// Stage: converts animations to clips, with vector and quaternion tracks for nodes and their joints.
#include <assimp/scene.h>
#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"
#include "import/import_stages.h"

static int is_half_life(const import_pass *pass)
{
    return pass->size > 4 && memcmp(pass->bytes, "IDST", 4) == 0;
}

/// The keys of a track while they are read.
typedef struct key_list {
    sinew_track_key *keys;
    int32_t count;
    int32_t dropped; ///< number of keys that are not finite
} key_list;

static int begin_keys(import_pass *pass, key_list *list, size_t count)
{
    *list = (key_list){.keys = count <= INT32_MAX ? SINEW__ARENA_ARRAY(&pass->arena, sinew_track_key, count) : NULL};
    return list->keys != NULL;
}

static void add_key(key_list *list, double time, double x, double y, double z, double w)
{
    if (!isfinite(time) || !isfinite(x) || !isfinite(y) || !isfinite(z) || !isfinite(w)) {
        ++list->dropped;
        return;
    }
    list->keys[list->count++] = (sinew_track_key){.time = time, .value = {x, y, z, w}};
}

static int read_vectors(import_pass *pass, const struct aiVectorKey *from, unsigned count, double ticks, key_list *out)
{
    if (!begin_keys(pass, out, count)) return 0;
    for (unsigned i = 0; i < count; ++i)
        add_key(out, from[i].mTime / ticks, (double)from[i].mValue.x, (double)from[i].mValue.y,
                (double)from[i].mValue.z, 0.0);
    return 1;
}

/// Reads rotation keys. In a 3DS file, a key is a rotation from the previous key about axes of the parent; Assimp
/// multiplies such rotations in the wrong order, about the node's own axes, which is corrected here. Returns 0 when out
/// of memory.
static int read_quats(import_pass *pass, const struct aiQuatKey *from, unsigned count, double ticks, key_list *out)
{
    const int has_steps = pass->format.name && strcmp(pass->format.name, "3DS") == 0;
    if (!begin_keys(pass, out, count)) return 0;
    sinew_quat before = sinew__quat_identity(), last = before;
    for (unsigned i = 0; i < count; ++i) {
        const sinew_quat q = sinew__quat_normalize(sinew__assimp_quat(&from[i].mValue));
        const sinew_quat step = sinew__quat_multiply(sinew__quat_conjugate(before), q);
        last = has_steps && i > 0 ? sinew__quat_normalize(sinew__quat_multiply(step, last)) : q;
        before = q;
        add_key(out, from[i].mTime / ticks, last.x, last.y, last.z, last.w);
    }
    return 1;
}

/// The state while a clip is read.
typedef struct clip_reader {
    import_pass *pass;
    const struct aiAnimation *animation;
    unsigned index; ///< index of the animation in the scene
    double ticks;
    sinew_raw_clip *clip;
    clip_parts parts;
} clip_reader;

/// Adds a track, unless it has no keys. Returns 0 when out of memory.
static int add_track(clip_reader *reader, const char *object, const key_list *list, sinew_raw_track *track)
{
    import_pass *pass = reader->pass;
    if (list->dropped)
        sinew__import_warn(pass, IMPORT_WARNING_BAD_KEYS, object, "clip '%s': %d keys are not finite and were dropped",
                           reader->clip->name, list->dropped);
    if (!sinew__clip_order_keys(pass, object, reader->clip->name, list->keys, (size_t)list->count)) return 0;
    track->keys = list->keys;
    track->key_count = list->count;
    track->interpolation = SINEW_LINEAR;
    sinew_transform rest;
    if (track->mesh == SINEW_NONE) {
        (void)sinew__transform_from_affine(&pass->nodes[track->node].local, &rest);
        if (!list->dropped && sinew__clip_track_is_rest(track, &rest)) return 1;
    }
    return list->count == 0 || sinew__clip_add_track(pass, &reader->parts, track);
}

/// Reads a track, unless it has only a key that Assimp added. Returns 0 when out of memory.
static int read_track(clip_reader *reader, const struct aiNodeAnim *channel, int32_t node, uint32_t path)
{
    import_pass *pass = reader->pass;
    key_list list = {0};
    int read = 0;
    if (path == SINEW_TRACK_TRANSLATION)
        read = read_vectors(pass, channel->mPositionKeys, channel->mNumPositionKeys, reader->ticks, &list);
    if (path == SINEW_TRACK_ROTATION)
        read = read_quats(pass, channel->mRotationKeys, channel->mNumRotationKeys, reader->ticks, &list);
    if (path == SINEW_TRACK_SCALE)
        read = read_vectors(pass, channel->mScalingKeys, channel->mNumScalingKeys, reader->ticks, &list);
    if (!read) return 0;
    const int32_t joint = pass->node_joints[node];
    const int is_joint = joint != SINEW_NONE && pass->joints[joint].node == node;
    sinew_raw_track track = {
        .joint = is_joint ? joint : SINEW_NONE, .node = node, .mesh = SINEW_NONE, .morph = SINEW_NONE, .path = path};
    return add_track(reader, pass->nodes[node].name, &list, &track);
}

static int read_channel(clip_reader *reader, const struct aiNodeAnim *channel)
{
    const char *name = sinew__assimp_text(&reader->pass->arena, &channel->mNodeName);
    if (!name) return 0;
    const int32_t node = sinew__import_find_node(reader->pass, name);
    if (node == SINEW_NONE) {
        sinew__import_warn(reader->pass, IMPORT_WARNING_CHANNEL_WITHOUT_NODE, name,
                           "clip '%s' animates a node that is not in the file", reader->clip->name);
        return 1;
    }
    const size_t tracks = reader->parts.track_count;
    if (!read_track(reader, channel, node, SINEW_TRACK_TRANSLATION) ||
        !read_track(reader, channel, node, SINEW_TRACK_ROTATION) ||
        !read_track(reader, channel, node, SINEW_TRACK_SCALE))
        return 0;
    if (reader->parts.track_count == tracks) return 1;
    // A track replaces the rest matrix by translation, rotation and scale. That loses the matrix's shear, which is
    // reported if it exceeds 1e-4 of the largest entry, the error bound of baked clips; matrices written with six
    // digits stay below that.
    const sinew_raw_node *item = &reader->pass->nodes[node];
    sinew_transform nearest;
    if (sinew__transform_from_affine(&item->local, &nearest) > 1e-4)
        sinew__import_warn(reader->pass, IMPORT_WARNING_APPROXIMATED, item->name,
                           "it is sheared at rest; clip '%s' plays it without the shear", reader->clip->name);
    return 1;
}

static int read_morph_track(clip_reader *reader, const struct aiMeshMorphAnim *channel, int32_t mesh, int32_t morph)
{
    import_pass *pass = reader->pass;
    key_list list;
    if (!begin_keys(pass, &list, channel->mNumKeys)) return 0;
    for (unsigned i = 0; i < channel->mNumKeys; ++i) {
        const struct aiMeshMorphKey *key = &channel->mKeys[i];
        unsigned at = 0; // the morph's entry in the key; without one, its weight is 0
        while (at < key->mNumValuesAndWeights && key->mValues[at] != (unsigned)morph) ++at;
        add_key(&list, key->mTime / reader->ticks, at < key->mNumValuesAndWeights ? key->mWeights[at] : 0.0, 0.0, 0.0,
                0.0);
    }
    sinew_raw_track track = {
        .joint = SINEW_NONE, .node = SINEW_NONE, .mesh = mesh, .morph = morph, .path = SINEW_TRACK_MORPH_WEIGHT};
    return add_track(reader, pass->meshes[mesh].name, &list, &track);
}

static int read_morph_channel(clip_reader *reader, const struct aiMeshMorphAnim *channel)
{
    const char *name = sinew__assimp_text(&reader->pass->arena, &channel->mName);
    if (!name) return 0;
    for (int32_t mesh = 0; mesh < reader->pass->raw.mesh_count; ++mesh) {
        // Some formats name the node, others the mesh.
        const sinew_raw_mesh *item = &reader->pass->meshes[mesh];
        if (strcmp(name, item->object) != 0 && strcmp(name, item->name) != 0) continue;
        for (int32_t morph = 0; morph < item->morph_count; ++morph)
            if (!read_morph_track(reader, channel, mesh, morph)) return 0;
    }
    return 1;
}

/// Returns the name of the clip. Assimp makes consecutive animations of one name from a Half-Life sequence that mixes
/// several poses; the later ones get a number.
static const char *clip_name(const clip_reader *reader)
{
    const struct aiScene *scene = reader->pass->scene;
    const struct aiString *name = &reader->animation->mName;
    unsigned first = reader->index;
    while (is_half_life(reader->pass) && first > 0 &&
           strcmp(scene->mAnimations[first - 1]->mName.data, name->data) == 0)
        --first;
    if (!name->length) return sinew__arena_format(&reader->pass->arena, "Animation %u", reader->index + 1);
    if (first == reader->index) return sinew__assimp_text(&reader->pass->arena, name);
    return sinew__arena_format(&reader->pass->arena, "%s (blend %u)", name->data, reader->index - first + 1);
}

sinew_result sinew__import_clips(import_pass *pass, sinew_error *error)
{
    const unsigned count = pass->scene->mNumAnimations;
    sinew_raw_clip *clips = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_clip, count);
    if (!clips) return sinew__arena_fail(&pass->arena, error);
    // Ticks per second if the file states none: 25 by Assimp's documentation, 4800 by DirectX for files without
    // AnimTicksPerSecond.
    const double usual_ticks = strcmp(pass->format.extension, "x") == 0 ? 4800.0 : 25.0;
    for (unsigned i = 0; i < count; ++i) {
        const struct aiAnimation *animation = pass->scene->mAnimations[i];
        const double ticks = animation->mTicksPerSecond;
        clip_reader reader = {.pass = pass,
                              .animation = animation,
                              .index = i,
                              .ticks = isfinite(ticks) && ticks > 0.0 ? ticks : usual_ticks,
                              .clip = &clips[i]};
        const char *name = clip_name(&reader);
        if (!name) return sinew__arena_fail(&pass->arena, error);
        // Assimp states the duration of Half-Life's sequences in frames, as if they were seconds.
        const double duration = is_half_life(pass) ? -1.0 : animation->mDuration / reader.ticks;
        clips[i] = (sinew_raw_clip){.name = name, .duration = isfinite(duration) && duration >= 0.0 ? duration : -1.0};
        for (unsigned c = 0; c < animation->mNumChannels; ++c)
            if (!read_channel(&reader, animation->mChannels[c])) return sinew__arena_fail(&pass->arena, error);
        for (unsigned c = 0; c < animation->mNumMorphMeshChannels; ++c)
            if (!read_morph_channel(&reader, animation->mMorphMeshChannels[c]))
                return sinew__arena_fail(&pass->arena, error);
        sinew__clip_take_parts(&reader.parts, &clips[i]);
    }
    pass->raw.clips = clips;
    pass->raw.clip_count = (int32_t)count;
    return SINEW_OK;
}

int sinew__import_keep_node_tracks(import_pass *pass, const char *name, sinew_raw_clip *clip)
{
    for (int32_t c = 0; c < pass->raw.clip_count; ++c) {
        const sinew_raw_clip *from = &pass->raw.clips[c];
        if (strcmp(from->name, name) != 0) continue;
        const size_t own = (size_t)clip->track_count;
        sinew_raw_track *tracks = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_track, own + (size_t)from->track_count);
        if (!tracks) return 0;
        for (size_t i = 0; i < own; ++i) tracks[i] = clip->tracks[i];
        size_t count = own;
        for (int32_t i = 0; i < from->track_count; ++i) {
            if (from->tracks[i].node == SINEW_NONE) continue;
            tracks[count] = from->tracks[i];
            tracks[count++].joint = SINEW_NONE;
        }
        clip->tracks = tracks;
        clip->track_count = (int32_t)count;
        return 1;
    }
    return 1;
}

sinew_result sinew__import_node_tracks(import_pass *pass, sinew_error *error)
{
    pass->warnings.is_muted = 1;
    const sinew_result result = sinew__import_clips(pass, error);
    pass->warnings.is_muted = 0;
    return result;
}
