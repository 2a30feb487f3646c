// What Assimp does not pass on of a glTF's nodes and channels: rests, unique names, stepped keys and cubic splines.
#include "import/assimp/gltf.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "import/name_table.h"

// Unique names for the nodes of a glTF file.

int sinew__gltf_number_names(import_pass *pass, sinew__json_value *nodes)
{
    name_table names;
    if (!sinew__name_table_create(&pass->arena, (size_t)sinew__json_count(nodes), &names)) return 0;
    int32_t index = 0;
    sinew__json_value *node;
    for (node = sinew__json_first(nodes); node; node = node->next) {
        const int32_t number = index++;
        sinew__json_value *name = sinew__json_member(node, "name");
        const char *text = sinew__json_text(name);
        if (!text || !*text) continue; // Assimp names it by its index
        if (sinew__name_table_find(&names, text) < 0) {
            sinew__name_table_add(&names, text, number);
            continue;
        }
        const char *unique = sinew__numbered_name(&pass->arena, text, (size_t)number);
        if (!unique) return 0;
        name->text = unique;
        pass->has_numbered_names = 1;
    }
    return 1;
}

const char *sinew__gltf_node_name(import_pass *pass, const sinew__json_value *node, size_t index)
{
    const char *name = sinew__json_text(sinew__json_member(node, "name"));
    return name && *name ? sinew__arena_text(&pass->arena, name, strlen(name))
                         : sinew__arena_format(&pass->arena, "nodes[%zu]", index);
}

/// Reads the numbers of an array over what is in `out`. Returns 0 if they are not `count` finite numbers.
static int read_numbers(const sinew__json_value *node, const char *key, int count, double *out)
{
    const sinew__json_value *array = sinew__json_member(node, key), *number;
    int i = 0;
    if (!array) return 1;
    for (number = sinew__json_first(array); number; number = number->next) {
        if (i == count || !sinew__json_is(number, SINEW__JSON_NUMBER) || !isfinite(number->number)) return 0;
        out[i++] = number->number;
    }
    return i == count;
}

static int read_rest(const sinew__json_value *node, sinew_transform *out)
{
    double t[3] = {0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    if ((sinew__json_member(node, "matrix") != NULL) || !read_numbers(node, "translation", 3, t) ||
        !read_numbers(node, "rotation", 4, r) || !read_numbers(node, "scale", 3, s))
        return 0;
    *out = (sinew_transform){{t[0], t[1], t[2]}, {r[0], r[1], r[2], r[3]}, {s[0], s[1], s[2]}};
    return r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3] > 0;
}

int sinew__gltf_list_rests(import_pass *pass, const sinew__json_value *nodes)
{
    const size_t count = (size_t)sinew__json_count(nodes);
    pass->gltf_rests = SINEW__ARENA_ARRAY(&pass->arena, sinew_transform, count);
    if (!pass->gltf_rests || !sinew__name_table_create(&pass->arena, count, &pass->gltf_rest_names)) return 0;
    int32_t index = 0;
    const sinew__json_value *node;
    for (node = sinew__json_first(nodes); node; node = node->next) {
        const char *name = sinew__gltf_node_name(pass, node, (size_t)index);
        if (!name) return 0;
        if (read_rest(node, &pass->gltf_rests[index])) sinew__name_table_add(&pass->gltf_rest_names, name, index);
        index++;
    }
    return 1;
}

/// The key of a channel in the table. Returns NULL when out of memory.
static const char *channel_key(import_pass *pass, unsigned clip, const char *node, uint32_t path)
{
    return sinew__arena_format(&pass->arena, "%u %u %s", clip, path, node);
}

static const char *text_of(const sinew__json_value *object, const char *key)
{
    const char *text = sinew__json_text(sinew__json_member(object, key));
    return text ? text : "";
}

int sinew__gltf_path(const char *name, uint32_t *out)
{
    static const struct {
        const char *name;
        sinew_track_path path;
    } paths[] = {{"translation", SINEW_TRACK_TRANSLATION},
                 {"rotation", SINEW_TRACK_ROTATION},
                 {"scale", SINEW_TRACK_SCALE},
                 {"weights", SINEW_TRACK_MORPH_WEIGHT}};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strcmp(name, paths[i].name) == 0) {
            *out = paths[i].path;
            return 1;
        }
    return 0;
}

/// One animation while its channels are being read.
typedef struct animation_reader {
    import_pass *pass;
    gltf_accessors *accessors;
    const gltf_list *nodes;
    unsigned clip;
    gltf_list samplers;
    gltf_spline *splines; ///< [samplers.count] as far as they were read
    int lost_splines;     ///< channels whose splines could not be read
} animation_reader;

// ---- splines -----------------------------------------------------------------------------------------------------

static int is_rising(const double *times, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (!(times[i] > times[i - 1])) return 0;
    return 1;
}

/// Reads the keys of a sampler for values of `components` numbers, 1 for any number of morph weights. Leaves *out
/// zeroed if they cannot be read.
static void read_spline(gltf_accessors *accessors, const sinew__json_value *sampler, size_t components, int is_cubic,
                        gltf_spline *out)
{
    size_t keys = 0, elements = 0;
    const sinew__json_value *input = sinew__json_member(sampler, "input");
    const sinew__json_value *output = sinew__json_member(sampler, "output");
    const size_t values_of_key = is_cubic ? 3 : 1;
    const double *times = sinew__gltf_numbers(accessors, input, 1, is_cubic, &keys);
    const double *values = times ? sinew__gltf_numbers(accessors, output, components, is_cubic, &elements) : NULL;
    if (!values || keys > INT32_MAX / 3 || elements % (values_of_key * keys) != 0 ||
        (is_cubic && !is_rising(times, keys)))
        return;
    const size_t width = elements / (values_of_key * keys) * components;
    if (width > INT32_MAX || width == 0 || (components > 1 && width != components)) return;
    *out = (gltf_spline){
        .times = times, .values = values, .key_count = (int32_t)keys, .width = (int32_t)width, .is_cubic = is_cubic};
}

static size_t components_of(uint32_t path)
{
    return path == SINEW_TRACK_ROTATION ? 4 : path == SINEW_TRACK_MORPH_WEIGHT ? 1 : 3;
}

/// Takes the memory of the tracks that a channel will have. Returns 0 if too little is left.
static int take_track_memory(gltf_accessors *accessors, const gltf_spline *spline, uint32_t path)
{
    const size_t tracks = path == SINEW_TRACK_MORPH_WEIGHT ? (size_t)spline->width : 1;
    const size_t size = 3 * sizeof(sinew_track_key) * (size_t)spline->key_count;
    if (size > accessors->bytes_left / tracks) return 0;
    accessors->bytes_left -= size * tracks;
    return 1;
}

/// Reads the splines of a channel, once for all channels of a sampler. Returns 0 if they cannot be read or do not fit
/// its path.
static int find_spline(animation_reader *reader, const sinew__json_value *index, uint32_t path, int is_cubic,
                       gltf_spline *out)
{
    const sinew__json_value *sampler = sinew__gltf_item(&reader->samplers, index);
    if (!sampler) return 0;
    gltf_spline *spline = &reader->splines[(size_t)index->number];
    const int32_t components = (int32_t)components_of(path);
    if (spline->key_count == 0) read_spline(reader->accessors, sampler, (size_t)components, is_cubic, spline);
    *out = *spline;
    return spline->key_count > 0 && (path == SINEW_TRACK_MORPH_WEIGHT || spline->width == components) &&
           take_track_memory(reader->accessors, spline, path);
}

/// Lists a channel with cubic splines, or with morph weights. Returns 0 when out of memory.
static int add_spline(animation_reader *reader, const sinew__json_value *sampler, const char *node, uint32_t path,
                      int is_cubic)
{
    import_pass *pass = reader->pass;
    gltf_spline spline;
    if (!find_spline(reader, sampler, path, is_cubic, &spline)) {
        reader->lost_splines += is_cubic;
        return !pass->arena.failed;
    }
    const char *key = channel_key(pass, reader->clip, node, path);
    if (!key) return 0;
    pass->splines[pass->spline_count] = spline;
    sinew__name_table_add(&pass->spline_names, key, pass->spline_count++);
    return 1;
}

// ---- channels ----------------------------------------------------------------------------------------------------

/// Returns 0 when out of memory.
static int read_channel(animation_reader *reader, const sinew__json_value *channel)
{
    const sinew__json_value *target = sinew__json_member(channel, "target");
    const sinew__json_value *index = sinew__json_member(channel, "sampler");
    const sinew__json_value *node_index = sinew__json_member(target, "node");
    const sinew__json_value *node = sinew__gltf_item(reader->nodes, node_index);
    const char *interpolation = text_of(sinew__gltf_item(&reader->samplers, index), "interpolation");
    uint32_t path = 0;
    if (!node || !sinew__gltf_path(text_of(target, "path"), &path)) return 1;
    const int is_cubic = strcmp(interpolation, "CUBICSPLINE") == 0, is_stepped = strcmp(interpolation, "STEP") == 0;
    const int is_listed = is_cubic || path == SINEW_TRACK_MORPH_WEIGHT; // Assimp makes negative weights 0
    if (!is_listed && !is_stepped) return 1;
    const char *name = sinew__gltf_node_name(reader->pass, node, (size_t)node_index->number);
    if (!name || (is_listed && !add_spline(reader, index, name, path, is_cubic))) return 0;
    if (!is_stepped) return 1;
    const char *key = channel_key(reader->pass, reader->clip, name, path);
    if (!key) return 0;
    sinew__name_table_add(&reader->pass->stepped, key, 1);
    return 1;
}

/// Returns 0 when out of memory.
static int read_animation(animation_reader *reader, const sinew__json_value *animation)
{
    import_pass *pass = reader->pass;
    if (!sinew__gltf_list(pass, sinew__json_member(animation, "samplers"), &reader->samplers)) return 0;
    reader->splines = SINEW__ARENA_ARRAY(&pass->arena, gltf_spline, reader->samplers.count);
    reader->lost_splines = 0;
    int ok = reader->splines != NULL;
    const sinew__json_value *channel;
    for (channel = sinew__json_first(sinew__json_member(animation, "channels")); channel; channel = channel->next)
        ok = ok && read_channel(reader, channel);
    if (reader->lost_splines)
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_SPLINES, text_of(animation, "name"),
                           "keys with cubic splines are interpolated linearly");
    return ok;
}

static size_t count_channels(const sinew__json_value *animations)
{
    size_t count = 0;
    const sinew__json_value *animation;
    for (animation = sinew__json_first(animations); animation; animation = animation->next)
        count += (size_t)sinew__json_count(sinew__json_member(animation, "channels"));
    return count;
}

/// Makes the tables of the channels. Returns 0 when out of memory.
static int create_tables(import_pass *pass, size_t channels)
{
    pass->splines = SINEW__ARENA_ARRAY(&pass->arena, gltf_spline, channels);
    return pass->splines && sinew__name_table_create(&pass->arena, channels, &pass->stepped) &&
           sinew__name_table_create(&pass->arena, channels, &pass->spline_names);
}

sinew_result sinew__gltf_interpolation(gltf_accessors *accessors, const sinew__json_value *root, sinew_error *error)
{
    import_pass *pass = accessors->pass;
    const sinew__json_value *animations = sinew__json_member(root, "animations");
    gltf_list nodes;
    animation_reader reader = {.pass = pass, .accessors = accessors, .nodes = &nodes};
    int ok = sinew__gltf_list(pass, sinew__json_member(root, "nodes"), &nodes) &&
             create_tables(pass, count_channels(animations));
    const sinew__json_value *animation;
    for (animation = sinew__json_first(animations); animation; animation = animation->next) {
        ok = ok && read_animation(&reader, animation);
        reader.clip++;
    }
    return ok ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}

int sinew__gltf_channel_steps(import_pass *pass, unsigned clip, const char *node, uint32_t path)
{
    const char *key = pass->stepped.capacity ? channel_key(pass, clip, node, path) : NULL;
    return key && sinew__name_table_find(&pass->stepped, key) == 1;
}

const gltf_spline *sinew__gltf_channel_spline(import_pass *pass, unsigned clip, const char *node, uint32_t path)
{
    const char *key = pass->spline_count ? channel_key(pass, clip, node, path) : NULL;
    const int32_t index = key ? sinew__name_table_find(&pass->spline_names, key) : -1;
    return index >= 0 ? &pass->splines[index] : NULL;
}
