#include "import/assimp/gltf_names.h"

#include <math.h>
#include <string.h>

#include "import/name_table.h"

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
