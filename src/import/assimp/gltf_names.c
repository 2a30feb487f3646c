#include "import/assimp/gltf_names.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "import/name_table.h"

int sinew__gltf_number_names(import_pass *pass, cJSON *nodes)
{
    name_table names;
    if (!sinew__name_table_create(&pass->arena, (size_t)cJSON_GetArraySize(nodes), &names)) return 0;
    int32_t index = 0;
    cJSON *node;
    cJSON_ArrayForEach(node, nodes)
    {
        const int32_t number = index++;
        cJSON *name = cJSON_GetObjectItemCaseSensitive(node, "name");
        const char *text = cJSON_GetStringValue(name);
        if (!text || !*text) continue; // Assimp names it by its index
        if (sinew__name_table_find(&names, text) < 0) {
            sinew__name_table_add(&names, text, number);
            continue;
        }
        const char *unique = sinew__numbered_name(&pass->arena, text, (size_t)number);
        if (!unique || !cJSON_SetValuestring(name, unique)) return 0;
        pass->has_numbered_names = 1;
    }
    return 1;
}

const char *sinew__gltf_node_name(import_pass *pass, const cJSON *node, size_t index)
{
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(node, "name"));
    return name && *name ? sinew__arena_text(&pass->arena, name, strlen(name))
                         : sinew__arena_format(&pass->arena, "nodes[%zu]", index);
}

/// Reads the numbers of an array over what is in `out`. Returns 0 if they are not `count` finite numbers.
static int read_numbers(const cJSON *node, const char *key, int count, double *out)
{
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(node, key), *number;
    int i = 0;
    if (!array) return 1;
    cJSON_ArrayForEach(number, array)
    {
        if (i == count || !cJSON_IsNumber(number) || !isfinite(number->valuedouble)) return 0;
        out[i++] = number->valuedouble;
    }
    return i == count;
}

static int read_rest(const cJSON *node, sinew_transform *out)
{
    double t[3] = {0}, r[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    if (cJSON_HasObjectItem(node, "matrix") || !read_numbers(node, "translation", 3, t) ||
        !read_numbers(node, "rotation", 4, r) || !read_numbers(node, "scale", 3, s))
        return 0;
    *out = (sinew_transform){{t[0], t[1], t[2]}, {r[0], r[1], r[2], r[3]}, {s[0], s[1], s[2]}};
    return r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3] > 0;
}

int sinew__gltf_list_rests(import_pass *pass, const cJSON *nodes)
{
    const size_t count = (size_t)cJSON_GetArraySize(nodes);
    pass->gltf_rests = SINEW__ARENA_ARRAY(&pass->arena, sinew_transform, count);
    if (!pass->gltf_rests || !sinew__name_table_create(&pass->arena, count, &pass->gltf_rest_names)) return 0;
    int32_t index = 0;
    const cJSON *node;
    cJSON_ArrayForEach(node, nodes)
    {
        const char *name = sinew__gltf_node_name(pass, node, (size_t)index);
        if (!name) return 0;
        if (read_rest(node, &pass->gltf_rests[index])) sinew__name_table_add(&pass->gltf_rest_names, name, index);
        index++;
    }
    return 1;
}
