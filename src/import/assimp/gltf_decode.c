// Rewrites what Assimp does not read of a glTF file: accessors that are normalised, quantised, sparse or compressed.
// Here are skins, animations and the buffer of what is new; meshes are in gltf_decode_mesh.c.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "import/assimp/gltf_decoder.h"

enum { MOST_NUMBERS = 4 }; // of a vertex attribute's element

static void set_owner(gltf_decoder *decoder, const char *kind, const sinew__json_value *object, size_t index)
{
    const char *name = sinew__json_text(sinew__json_member(object, "name"));
    sinew__arena *arena = &decoder->pass->arena;
    decoder->owner = name && *name ? sinew__arena_format(arena, "%s '%.200s'", kind, name)
                                   : sinew__arena_format(arena, "%s %zu", kind, index);
    if (!decoder->owner) decoder->owner = kind;
}

// ---- skins -------------------------------------------------------------------------------------------------------

/// A skin without matrices was bound where its joints' spaces are that of the mesh.
static sinew_result add_identities(gltf_decoder *decoder, sinew__json_value *skin, size_t count, sinew_error *error)
{
    float *numbers = SINEW__ARENA_ARRAY(&decoder->pass->arena, float, count * 16);
    if (!numbers) return sinew__gltf_fail_memory(decoder, error);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 16; k++) numbers[i * 16 + k] = k % 5 == 0 ? 1.0f : 0.0f;
    const gltf_accessor accessor = sinew__gltf_wrap(numbers, 1, count, 16);
    const size_t added = sinew__gltf_add_accessor(decoder, &accessor, GLTF_FLOATS, 16);
    return added && sinew__json_add_number(&decoder->pass->arena, skin, "inverseBindMatrices", (double)added)
               ? SINEW_OK
               : sinew__gltf_fail_memory(decoder, error);
}

static sinew_result visit_skin(gltf_decoder *decoder, sinew__json_value *skin, sinew_error *error)
{
    sinew__json_value *index = sinew__json_member(skin, "inverseBindMatrices");
    const size_t joints = (size_t)sinew__json_count(sinew__json_member(skin, "joints"));
    gltf_accessor matrices;
    if (joints == 0) return SINEW_OK;
    if (!index) return add_identities(decoder, skin, joints, error);
    const sinew_result result = sinew__gltf_visit(decoder, index, GLTF_FLOATS, 16, 16, &matrices, error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(decoder, "inverseBindMatrices", result, error);
    if (matrices.count >= joints) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s has %zu joints, but %zu inverse bind matrices",
                       decoder->owner, joints, matrices.count);
}

/// The accessor that an attribute names now, be it authored or new; all of them have been visited.
static const gltf_accessor *accessor_of(const gltf_decoder *decoder, const sinew__json_value *attributes,
                                        const char *name, int set)
{
    char key[16];
    snprintf(key, sizeof key, "%s_%d", name, set);
    const sinew__json_value *index = sinew__json_member(attributes, key);
    if (!index) return NULL;
    const size_t number = (size_t)index->number;
    return number < decoder->authored_count ? &decoder->opened[number]
                                            : &decoder->items[number - decoder->authored_count].from;
}

/// Weights of joints that a skin of `joint_count` joints does not have. Assimp drops them in silence.
static size_t count_lost_weights(const gltf_decoder *decoder, const sinew__json_value *attributes, size_t joint_count)
{
    size_t lost = 0;
    for (int set = 0; set < GLTF_MOST_SETS; set++) {
        const gltf_accessor *joints = accessor_of(decoder, attributes, "JOINTS", set);
        const gltf_accessor *weights = accessor_of(decoder, attributes, "WEIGHTS", set);
        for (size_t i = 0; joints && weights && i < joints->count; i++)
            for (size_t c = 0; c < MOST_NUMBERS; c++)
                lost +=
                    sinew__gltf_number(joints, i, c) >= (double)joint_count && sinew__gltf_number(weights, i, c) > 0;
    }
    return lost;
}

/// After meshes and skins: each mesh has one skin at most by now.
static sinew_result check_joints(gltf_decoder *decoder, const sinew__json_value *root, sinew_error *error)
{
    import_pass *pass = decoder->pass;
    const sinew__json_value *node, *primitive;
    gltf_list meshes, skins;
    if (!sinew__gltf_list(pass, sinew__json_member(root, "meshes"), &meshes) ||
        !sinew__gltf_list(pass, sinew__json_member(root, "skins"), &skins))
        return sinew__gltf_fail_memory(decoder, error);
    for (node = sinew__json_first(sinew__json_member(root, "nodes")); node; node = node->next) {
        const sinew__json_value *index = sinew__json_member(node, "mesh"), *mesh = sinew__gltf_item(&meshes, index);
        const sinew__json_value *skin = sinew__gltf_item(&skins, sinew__json_member(node, "skin"));
        const size_t joints = (size_t)sinew__json_count(sinew__json_member(skin, "joints"));
        size_t lost = 0;
        if (!mesh || !skin) continue;
        meshes.items[(size_t)index->number] = NULL; // looked at once
        for (primitive = sinew__json_first(sinew__json_member(mesh, "primitives")); primitive;
             primitive = primitive->next)
            lost += count_lost_weights(decoder, sinew__json_member(primitive, "attributes"), joints);
        if (lost)
            sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BAD_INDICES,
                               sinew__json_text(sinew__json_member(node, "name")),
                               "%zu weights are of joints that its skin of %zu joints does not have; they were dropped",
                               lost, joints);
    }
    return SINEW_OK;
}

// ---- animations --------------------------------------------------------------------------------------------------

/// Numbers of a value of a path; 0: core glTF has no such path.
static size_t numbers_of_path(const char *path)
{
    static const struct {
        const char *path;
        size_t numbers;
    } paths[] = {{"translation", 3}, {"rotation", 4}, {"scale", 3}, {"weights", 1}};
    for (size_t i = 0; path && i < sizeof paths / sizeof *paths; i++)
        if (strcmp(path, paths[i].path) == 0) return paths[i].numbers;
    return 0;
}

/// Why a channel cannot be played, or NULL.
static const char *problem_of(const gltf_accessor *times, const gltf_accessor *values, int is_cubic, size_t numbers)
{
    const size_t least = times->count * (is_cubic ? 3 : 1);
    if (times->count > SIZE_MAX / 3 || values->count < least) return "it has fewer values than times";
    return numbers == 1 && values->count % least ? "its times do not have as many weights each" : NULL;
}

static sinew_result visit_sampler(gltf_decoder *decoder, sinew__json_value *sampler, size_t numbers,
                                  const char **out_problem, sinew_error *error)
{
    const char *interpolation = sinew__json_text(sinew__json_member(sampler, "interpolation"));
    const int is_cubic = interpolation && strcmp(interpolation, "CUBICSPLINE") == 0;
    gltf_accessor times, values;
    sinew_result result =
        sinew__gltf_visit(decoder, sinew__json_member(sampler, "input"), GLTF_FLOATS, 1, 1, &times, error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(decoder, "times", result, error);
    result = sinew__gltf_visit(decoder, sinew__json_member(sampler, "output"), GLTF_FLOATS, numbers, numbers, &values,
                               error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(decoder, "values", result, error);
    *out_problem = problem_of(&times, &values, is_cubic, numbers);
    return SINEW_OK;
}

/// Checks a channel; *out_problem says why it is to be removed, or is NULL.
static sinew_result visit_channel(gltf_decoder *decoder, const sinew__json_value *channel, const gltf_list *samplers,
                                  unsigned char *is_used, const char **out_problem, sinew_error *error)
{
    const sinew__json_value *target = sinew__json_member(channel, "target");
    const sinew__json_value *node = sinew__json_member(target, "node");
    const sinew__json_value *index = sinew__json_member(channel, "sampler");
    const sinew__json_value *sampler = sinew__gltf_item(samplers, index);
    const size_t numbers = numbers_of_path(sinew__json_text(sinew__json_member(target, "path")));
    *out_problem = NULL;
    if (numbers == 0)
        *out_problem = "it animates something else than a transform or morph weights";
    else if (!sinew__json_is(node, SINEW__JSON_NUMBER) ||
             !(node->number >= 0 && node->number < (double)decoder->node_count))
        *out_problem = "its node is not in the file";
    else if (!sampler)
        *out_problem = "it has no keys";
    if (*out_problem) return SINEW_OK;
    is_used[(size_t)index->number] = 1;
    return visit_sampler(decoder, (sinew__json_value *)(uintptr_t)sampler, numbers, out_problem, error);
}

static sinew_result visit_animation(gltf_decoder *decoder, sinew__json_value *animation, sinew_error *error)
{
    import_pass *pass = decoder->pass;
    sinew__json_value *channels = sinew__json_member(animation, "channels");
    gltf_list samplers;
    if (!sinew__gltf_list(pass, sinew__json_member(animation, "samplers"), &samplers))
        return sinew__gltf_fail_memory(decoder, error);
    unsigned char *is_used = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, samplers.count);
    if (!is_used) return sinew__gltf_fail_memory(decoder, error);
    sinew__json_value *kept = NULL;
    for (sinew__json_value *channel = sinew__json_first(channels); channel; channel = channel->next) {
        const char *problem;
        const sinew_result result = visit_channel(decoder, channel, &samplers, is_used, &problem, error);
        if (result != SINEW_OK) return result;
        if (!problem) {
            kept = channel;
            continue;
        }
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BAD_KEYS, decoder->owner,
                           "a channel was dropped: %s", problem);
        sinew__json_remove_after(channels, kept);
        decoder->changed = 1;
    }
    for (size_t i = 0; i < samplers.count; i++) { // Assimp reads all of them
        if (is_used[i]) continue;
        sinew__json_value *sampler = (sinew__json_value *)(uintptr_t)samplers.items[i];
        sinew__json_remove_member(sampler, "input");
        sinew__json_remove_member(sampler, "output");
        decoder->changed = 1;
    }
    return SINEW_OK;
}

// ---- the new buffer ----------------------------------------------------------------------------------------------

/// An array of the document; anything else in its place is replaced by an array.
static sinew__json_value *array_of(const gltf_decoder *decoder, sinew__json_value *root, const char *name)
{
    sinew__json_value *array = sinew__json_member(root, name);
    if (sinew__json_is(array, SINEW__JSON_ARRAY)) return array;
    sinew__json_remove_member(root, name);
    return sinew__json_add(&decoder->pass->arena, root, name, SINEW__JSON_ARRAY);
}

/// Adds an object with a byteLength to an array. Returns it, or NULL when out of memory.
static sinew__json_value *add_range(const gltf_decoder *decoder, sinew__json_value *array, size_t size)
{
    sinew__arena *arena = &decoder->pass->arena;
    sinew__json_value *object = sinew__json_add(arena, array, NULL, SINEW__JSON_OBJECT);
    return sinew__json_add_number(arena, object, "byteLength", (double)size) ? object : NULL;
}

/// Adds a buffer and a view of all of it. The first buffer of a .glb is its binary chunk, be there one or not. Returns
/// 0 when out of memory.
static int add_buffer(const gltf_decoder *decoder, sinew__json_value *root)
{
    sinew__json_value *buffers = array_of(decoder, root, "buffers"), *views = array_of(decoder, root, "bufferViews");
    const int is_glb = strcmp(decoder->pass->format.extension, "glb") == 0;
    const size_t count = decoder->accessors->buffers.count;
    if (is_glb && count == 0 && !add_range(decoder, buffers, 0)) return 0;
    sinew__json_value *buffer = add_range(decoder, buffers, decoder->size),
                      *view = add_range(decoder, views, decoder->size);
    return sinew__json_add_text(&decoder->pass->arena, buffer, "uri", GLTF_DECODED_NAME) &&
           sinew__json_add_number(&decoder->pass->arena, view, "buffer", (double)(is_glb && count == 0 ? 1 : count));
}

/// Views of compressed data have no data of their own, and their buffer none at all: for Assimp it is empty.
static void empty_fallback_buffers(gltf_decoder *decoder)
{
    const int is_glb = strcmp(decoder->pass->format.extension, "glb") == 0;
    const gltf_list *buffers = &decoder->accessors->buffers;
    for (size_t i = is_glb ? 1 : 0; i < buffers->count; i++) {
        sinew__json_value *length = sinew__json_member(buffers->items[i], "byteLength");
        if (!length || (sinew__json_member(buffers->items[i], "uri") != NULL)) continue;
        length->number = 0;
        decoder->changed = 1;
    }
}

static sinew_result write_buffer(gltf_decoder *decoder, sinew__json_value *root, side_file *out, sinew_error *error)
{
    if (decoder->count == 0) return SINEW_OK;
    unsigned char *bytes = sinew__arena_aligned(&decoder->pass->arena, decoder->size, 16);
    if (!bytes || !add_buffer(decoder, root)) return sinew__gltf_fail_memory(decoder, error);
    for (size_t i = 0; i < decoder->count; i++) {
        const decoded_accessor *item = &decoder->items[i];
        sinew__gltf_write(&item->from, item->kind, item->components, bytes + item->offset);
    }
    *out = (side_file){.name = GLTF_DECODED_NAME, .bytes = bytes, .size = decoder->size};
    return SINEW_OK;
}

static int begin(gltf_decoder *decoder, sinew__json_value *root)
{
    sinew__arena *arena = &decoder->pass->arena;
    decoder->array = array_of(decoder, root, "accessors");
    decoder->authored_count = decoder->accessors->accessors.count;
    decoder->node_count = (size_t)sinew__json_count(sinew__json_member(root, "nodes"));
    decoder->opened = SINEW__ARENA_ARRAY(arena, gltf_accessor, decoder->authored_count);
    for (int kind = 0; kind < GLTF_KINDS; kind++)
        decoder->replacements[kind] = SINEW__ARENA_ARRAY(arena, size_t, decoder->authored_count);
    return decoder->array && !arena->failed;
}

/// Visits the objects of an array of the document, whose errors name them as `kind`.
static sinew_result
visit_each(gltf_decoder *decoder, const sinew__json_value *root, const char *array, const char *kind,
           sinew_result (*visit_one)(gltf_decoder *decoder, sinew__json_value *object, sinew_error *error),
           sinew_error *error)
{
    size_t index = 0;
    sinew_result result = SINEW_OK;
    sinew__json_value *object;
    for (object = sinew__json_first(sinew__json_member(root, array)); object; object = object->next) {
        set_owner(decoder, kind, object, index++);
        if (result == SINEW_OK) result = visit_one(decoder, object, error);
    }
    return result;
}

sinew_result sinew__gltf_decode(gltf_accessors *accessors, sinew__json_value *root, side_file *out_file,
                                int *out_changed, sinew_error *error)
{
    gltf_decoder decoder = {.pass = accessors->pass, .accessors = accessors};
    *out_file = (side_file){0};
    if (!begin(&decoder, root)) return sinew__gltf_fail_memory(&decoder, error);
    sinew_result result = visit_each(&decoder, root, "meshes", "mesh", sinew__gltf_visit_mesh, error);
    if (result == SINEW_OK) result = visit_each(&decoder, root, "skins", "skin", visit_skin, error);
    if (result == SINEW_OK) result = check_joints(&decoder, root, error);
    if (result == SINEW_OK) result = visit_each(&decoder, root, "animations", "clip", visit_animation, error);
    if (result == SINEW_OK) result = write_buffer(&decoder, root, out_file, error);
    if (result == SINEW_OK) empty_fallback_buffers(&decoder);
    *out_changed |= decoder.changed;
    return result;
}
