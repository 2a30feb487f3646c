#include "model/weld.h"

#include <string.h>

/// Everything that may differ between two vertices. Only 4-byte members: no padding, so bytes can be compared.
typedef struct vertex_key {
    uint32_t control_point;
    float position[3], normal[3], texcoord[2], color[4], tangent[4];
    uint32_t influence_count;
} vertex_key;

static void copy_floats(float *to, const float *from, uint32_t vertex, size_t items)
{
    if (from) memcpy(to, from + vertex * items, items * sizeof *to);
}

static vertex_key key_of(const sinew_raw_mesh *mesh, uint32_t vertex)
{
    vertex_key key;
    memset(&key, 0, sizeof key);
    if (mesh->control_points) key.control_point = mesh->control_points[vertex];
    copy_floats(key.position, mesh->positions, vertex, 3);
    copy_floats(key.normal, mesh->normals, vertex, 3);
    copy_floats(key.texcoord, mesh->texcoords, vertex, 2);
    copy_floats(key.color, mesh->colors, vertex, 4);
    copy_floats(key.tangent, mesh->tangents, vertex, 4);
    if (mesh->influence_start) key.influence_count = mesh->influence_start[vertex + 1] - mesh->influence_start[vertex];
    return key;
}

static int same_influences(const sinew_raw_mesh *mesh, uint32_t a, uint32_t b)
{
    if (!mesh->influence_start) return 1;
    const size_t count = mesh->influence_start[a + 1] - mesh->influence_start[a];
    return memcmp(mesh->influences + mesh->influence_start[a], mesh->influences + mesh->influence_start[b],
                  count * sizeof *mesh->influences) == 0;
}

static uint64_t hash_bytes(const void *bytes, size_t size) // FNV-1a over words, then mixed
{
    const unsigned char *byte = bytes;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i + 4 <= size; i += 4) {
        uint32_t word;
        memcpy(&word, byte + i, sizeof word);
        hash = (hash ^ word) * UINT64_C(1099511628211);
        hash ^= hash >> 29;
    }
    return hash ^ hash >> 32;
}

static int may_weld(const sinew_raw_mesh *mesh)
{
    // Without control points a morph or a cache could move two equal vertices apart.
    return mesh->weld && (mesh->control_points || (mesh->morph_count == 0 && !mesh->cache));
}

uint32_t *sinew__weld(const sinew_raw_mesh *mesh, sinew__arena *arena)
{
    const uint32_t count = (uint32_t)mesh->vertex_count;
    uint32_t *first_equal = SINEW__ARENA_ARRAY(arena, uint32_t, count);
    if (!first_equal) return NULL;
    for (uint32_t i = 0; i < count; ++i) first_equal[i] = i;
    if (!may_weld(mesh)) return first_equal;

    size_t slots = 16;
    while (slots < (size_t)count * 2) slots *= 2;
    uint32_t *table = SINEW__ARENA_ARRAY(arena, uint32_t, slots); // vertex + 1, 0: free
    if (!table) return NULL;
    for (uint32_t i = 0; i < count; ++i) {
        const vertex_key key = key_of(mesh, i);
        size_t slot = (size_t)hash_bytes(&key, sizeof key) & (slots - 1);
        for (; table[slot]; slot = (slot + 1) & (slots - 1)) {
            const uint32_t other = table[slot] - 1;
            const vertex_key other_key = key_of(mesh, other);
            if (memcmp(&key, &other_key, sizeof key) != 0 || !same_influences(mesh, i, other)) continue;
            first_equal[i] = other;
            break;
        }
        if (!table[slot]) table[slot] = i + 1;
    }
    return first_equal;
}
