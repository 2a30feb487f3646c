#include "import/assimp/gltf_interpolation.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/error.h"
#include "import/assimp/gltf_json.h"

/// The key of a channel in the table. Returns NULL when out of memory.
static const char *channel_key(import_pass *pass, unsigned clip, const char *node, uint32_t path)
{
    return sinew__arena_format(&pass->arena, "%u %u %s", clip, path, node);
}

static const char *text_of(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text ? text : "";
}

static int path_of(const char *name, uint32_t *out)
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

/// Items of a JSON array as an array: cJSON's own access by index walks a list. NULL when out of memory.
typedef struct item_list {
    const cJSON **items;
    size_t count;
} item_list;

static int list_items(import_pass *pass, const cJSON *array, item_list *out)
{
    *out = (item_list){.items = SINEW__ARENA_ARRAY(&pass->arena, const cJSON *, cJSON_GetArraySize(array))};
    const cJSON *item;
    if (!out->items) return 0;
    cJSON_ArrayForEach(item, array) out->items[out->count++] = item;
    return 1;
}

static const cJSON *listed(const item_list *list, const cJSON *index)
{
    return cJSON_IsNumber(index) && index->valuedouble >= 0 && index->valuedouble < (double)list->count
               ? list->items[(size_t)index->valuedouble]
               : NULL;
}

/// Returns 0 when out of memory.
static int read_animation(import_pass *pass, const cJSON *animation, unsigned clip, const item_list *nodes)
{
    item_list samplers;
    if (!list_items(pass, cJSON_GetObjectItemCaseSensitive(animation, "samplers"), &samplers)) return 0;
    const cJSON *channel;
    int has_splines = 0;
    cJSON_ArrayForEach(channel, cJSON_GetObjectItemCaseSensitive(animation, "channels"))
    {
        const cJSON *target = cJSON_GetObjectItemCaseSensitive(channel, "target");
        const cJSON *sampler = listed(&samplers, cJSON_GetObjectItemCaseSensitive(channel, "sampler"));
        const cJSON *node = listed(nodes, cJSON_GetObjectItemCaseSensitive(target, "node"));
        const char *interpolation = text_of(sampler, "interpolation");
        uint32_t path = 0;
        has_splines = has_splines || strcmp(interpolation, "CUBICSPLINE") == 0;
        if (strcmp(interpolation, "STEP") != 0 || !node || !path_of(text_of(target, "path"), &path)) continue;
        const char *key = channel_key(pass, clip, text_of(node, "name"), path);
        if (!key) return 0;
        sinew__name_table_add(&pass->stepped, key, 1);
    }
    if (has_splines)
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_SPLINES, text_of(animation, "name"),
                           "keys with cubic splines are interpolated linearly");
    return 1;
}

static size_t count_channels(const cJSON *animations)
{
    size_t count = 0;
    const cJSON *animation;
    cJSON_ArrayForEach(animation, animations) count +=
        (size_t)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(animation, "channels"));
    return count;
}

sinew_result sinew__gltf_interpolation(import_pass *pass, sinew_error *error)
{
    cJSON *root = sinew__gltf_parse(pass);
    if (!root) return SINEW_OK; // the importer has read the file; only the interpolation is unknown
    const cJSON *animations = cJSON_GetObjectItemCaseSensitive(root, "animations");
    item_list nodes;
    int ok = list_items(pass, cJSON_GetObjectItemCaseSensitive(root, "nodes"), &nodes) &&
             sinew__name_table_create(&pass->arena, count_channels(animations), &pass->stepped);
    unsigned clip = 0;
    const cJSON *animation;
    cJSON_ArrayForEach(animation, animations) ok = ok && read_animation(pass, animation, clip++, &nodes);
    cJSON_Delete(root);
    return ok ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}

int sinew__gltf_channel_steps(import_pass *pass, unsigned clip, const char *node, uint32_t path)
{
    const char *key = pass->stepped.capacity ? channel_key(pass, clip, node, path) : NULL;
    return key && sinew__name_table_find(&pass->stepped, key) == 1;
}
