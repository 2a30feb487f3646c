#include "model/build/weld.h"

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

// ---- by control points --------------------------------------------------------------------------------------------

static int same_floats(const float *from, uint32_t a, uint32_t b, size_t items)
{
    return !from || memcmp(from + a * items, from + b * items, items * sizeof *from) == 0;
}

/// Whether two vertices of one control point are equal.
static int is_same_vertex(const sinew_raw_mesh *mesh, uint32_t a, uint32_t b)
{
    const uint32_t *starts = mesh->influence_start;
    return same_floats(mesh->positions, a, b, 3) && same_floats(mesh->normals, a, b, 3) &&
           same_floats(mesh->texcoords, a, b, 2) && same_floats(mesh->colors, a, b, 4) &&
           same_floats(mesh->tangents, a, b, 4) &&
           (!starts || (starts[a + 1] - starts[a] == starts[b + 1] - starts[b] && same_influences(mesh, a, b)));
}

static uint32_t highest_point(const sinew_raw_mesh *mesh)
{
    uint32_t highest = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        if (mesh->control_points[i] > highest) highest = mesh->control_points[i];
    return highest;
}

/// Looks for a vertex among those of its control point: few, and side by side in memory. Returns 0 where that is no
/// good way: there are no control points, or their numbers are far apart, or so many vertices lie on one that looking
/// at all of them would take long, and when memory is out.
static int weld_by_points(const sinew_raw_mesh *mesh, sinew__arena *arena, uint32_t *first_equal)
{
    enum { LOOKS_EACH = 16 };
    const uint32_t count = (uint32_t)mesh->vertex_count;
    if (!mesh->control_points || highest_point(mesh) / 4 > count) return 0;
    uint32_t *newest =
        SINEW__ARENA_ARRAY(arena, uint32_t, (size_t)highest_point(mesh) + 1); // vertex + 1 of those of a point, 0: none
    uint32_t *before = SINEW__ARENA_ARRAY(arena, uint32_t, count);            // likewise: of the same point
    if (!newest || !before) return 0;
    uint64_t looks = (uint64_t)LOOKS_EACH * count;
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t point = mesh->control_points[i];
        uint32_t other = newest[point];
        for (; other && !is_same_vertex(mesh, i, other - 1); other = before[other - 1])
            if (looks-- == 0) return 0;
        first_equal[i] = other ? other - 1 : i;
        if (other) continue;
        before[i] = newest[point];
        newest[point] = i + 1;
    }
    return 1;
}

// ---- by hash ------------------------------------------------------------------------------------------------------

/// Looks for a vertex in a table of all. Returns 0 when out of memory.
static int weld_by_hash(const sinew_raw_mesh *mesh, sinew__arena *arena, uint32_t *first_equal)
{
    const uint32_t count = (uint32_t)mesh->vertex_count;
    size_t slots = 16;
    while (slots < (size_t)count * 2) slots *= 2;
    uint32_t *table = SINEW__ARENA_ARRAY(arena, uint32_t, slots); // vertex + 1, 0: free
    if (!table) return 0;
    for (uint32_t i = 0; i < count; ++i) {
        const vertex_key key = key_of(mesh, i);
        size_t slot = (size_t)hash_bytes(&key, sizeof key) & (slots - 1);
        first_equal[i] = i;
        for (; table[slot]; slot = (slot + 1) & (slots - 1)) {
            const uint32_t other = table[slot] - 1;
            const vertex_key other_key = key_of(mesh, other);
            if (memcmp(&key, &other_key, sizeof key) != 0 || !same_influences(mesh, i, other)) continue;
            first_equal[i] = other;
            break;
        }
        if (!table[slot]) table[slot] = i + 1;
    }
    return 1;
}

// ---- both ---------------------------------------------------------------------------------------------------------

uint32_t *sinew__weld(const sinew_raw_mesh *mesh, sinew__arena *arena)
{
    const uint32_t count = (uint32_t)mesh->vertex_count;
    uint32_t *first_equal = SINEW__ARENA_ARRAY(arena, uint32_t, count);
    if (!first_equal) return NULL;
    for (uint32_t i = 0; i < count; ++i) first_equal[i] = i;
    if (!may_weld(mesh) || weld_by_points(mesh, arena, first_equal)) return first_equal;
    return weld_by_hash(mesh, arena, first_equal) ? first_equal : NULL;
}
