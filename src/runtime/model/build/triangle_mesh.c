// Polygons → triangles with shared vertices, ordered so that skinning is fastest.
#include "runtime/model/build/builder.h"

#include <stdlib.h>
#include <string.h>

// Merges vertices that are equal in all attributes.

/// All attributes of a vertex. The members have 4 bytes each and leave no padding, so that bytes can be compared.
typedef struct vertex_key {
    uint32_t control_point;
    float position[3], normal[3], texcoord[2], texcoord2[2], color[4], tangent[4];
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
    copy_floats(key.texcoord2, mesh->texcoords2, vertex, 2);
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

static uint64_t hash_bytes(const void *bytes, size_t size) // FNV-1a over words, with a final mix
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
           same_floats(mesh->tangents, a, b, 4) && same_floats(mesh->texcoords2, a, b, 2) &&
           (!starts || (starts[a + 1] - starts[a] == starts[b + 1] - starts[b] && same_influences(mesh, a, b)));
}

/// Compares each vertex with the others of its control point, which are few and close in memory. Returns 0 if this does
/// not pay: without control points, if they are numbered far apart, or if too many vertices share one control point.
/// Also returns 0 when out of memory.
static int weld_by_points(const sinew_raw_mesh *mesh, sinew__arena *arena, uint32_t *first_equal)
{
    enum { LOOKS_EACH = 16 };
    const uint32_t count = (uint32_t)mesh->vertex_count;
    uint32_t highest = 0;
    if (!mesh->control_points) return 0;
    for (uint32_t i = 0; i < count; ++i)
        if (mesh->control_points[i] > highest) highest = mesh->control_points[i];
    if (highest / 4 > count) return 0;
    // Linked lists of the vertices of each control point, newest first, as vertex + 1; 0 ends a list.
    uint32_t *newest = SINEW__ARENA_ARRAY(arena, uint32_t, (size_t)highest + 1);
    uint32_t *before = SINEW__ARENA_ARRAY(arena, uint32_t, count);
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

/// Finds equal vertices with a hash table of all vertices. Returns 0 when out of memory.
static int weld_by_hash(const sinew_raw_mesh *mesh, sinew__arena *arena, uint32_t *first_equal)
{
    const uint32_t count = (uint32_t)mesh->vertex_count;
    size_t slots = 16;
    while (slots < (size_t)count * 2) slots *= 2;
    uint32_t *table = SINEW__ARENA_ARRAY(arena, uint32_t, slots); // vertex + 1; 0 is a free slot
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

// ---- choice of the method -----------------------------------------------------------------------------------------

uint32_t *sinew__weld(const sinew_raw_mesh *mesh, sinew__arena *arena)
{
    const uint32_t count = (uint32_t)mesh->vertex_count;
    uint32_t *first_equal = SINEW__ARENA_ARRAY(arena, uint32_t, count);
    if (!first_equal) return NULL;
    for (uint32_t i = 0; i < count; ++i) first_equal[i] = i;
    // Without control points a morph or a geometry cache could move two equal vertices apart.
    if (!mesh->weld || (!mesh->control_points && (mesh->morph_count > 0 || mesh->cache))) return first_equal;
    if (weld_by_points(mesh, arena, first_equal)) return first_equal;
    return weld_by_hash(mesh, arena, first_equal) ? first_equal : NULL;
}

// Orders vertices so that skinning is fastest.

/// A set of palette entries, in rising order, and the number of vertices that it moves.
typedef struct skin_joint_set {
    const int32_t *skin_joints;
    uint32_t skin_joint_count;
    int32_t number;   ///< number of the set, in the order of first use
    int32_t vertices; ///< vertices moved by exactly this set
} skin_joint_set;

typedef struct skin_joint_sets {
    skin_joint_set *items;
    int32_t count;
    int32_t *table; ///< [slots] set number + 1; 0 is free
    size_t slots;   ///< a power of two
} skin_joint_sets;

static int compare_skin_joints(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return a < b ? -1 : a > b;
}

static int compare_sets(const void *left, const void *right)
{
    const skin_joint_set *a = left, *b = right;
    for (uint32_t i = 0; i < a->skin_joint_count && i < b->skin_joint_count; ++i) {
        if (a->skin_joints[i] != b->skin_joints[i]) return a->skin_joints[i] < b->skin_joints[i] ? -1 : 1;
    }
    return a->skin_joint_count < b->skin_joint_count ? -1 : a->skin_joint_count > b->skin_joint_count;
}

/// Writes the sorted palette entries of a vertex to `out`. Returns their number.
static uint32_t list_skin_joints(const sinew_raw_mesh *mesh, uint32_t vertex, int32_t *out)
{
    uint32_t count = 0;
    int is_sorted = 1;
    for (uint32_t i = mesh->influence_start[vertex]; i < mesh->influence_start[vertex + 1]; ++i) {
        if (mesh->influences[i].weight == 0.0f) continue;
        out[count] = mesh->influences[i].skin_joint;
        is_sorted &= count == 0 || out[count - 1] <= out[count];
        ++count;
    }
    if (!is_sorted) qsort(out, count, sizeof *out, compare_skin_joints);
    return count;
}

/// Returns the number of the set with these entries; a new set is added. `skin_joints` must outlive the sets.
static int32_t find_set(skin_joint_sets *sets, const int32_t *skin_joints, uint32_t count)
{
    uint64_t hash = UINT64_C(14695981039346656037); // FNV-1a over the entries; most sets have one to four
    for (uint32_t i = 0; i < count; ++i) hash = (hash ^ (uint32_t)skin_joints[i]) * UINT64_C(1099511628211);
    size_t slot = (size_t)(hash ^ hash >> 32) & (sets->slots - 1);
    for (; sets->table[slot]; slot = (slot + 1) & (sets->slots - 1)) {
        const skin_joint_set *set = &sets->items[sets->table[slot] - 1];
        if (set->skin_joint_count == count && memcmp(set->skin_joints, skin_joints, count * sizeof *skin_joints) == 0)
            return set->number;
    }
    sets->items[sets->count] =
        (skin_joint_set){.skin_joints = skin_joints, .skin_joint_count = count, .number = sets->count};
    sets->table[slot] = ++sets->count;
    return sets->count - 1;
}

/// Fills `sets`, and `set_of` with the number of each vertex's set. Returns 0 when out of memory.
static int find_sets(const sinew_raw_mesh *mesh, const uint32_t *vertices, int32_t count, sinew__arena *arena,
                     skin_joint_sets *sets, int32_t *set_of)
{
    size_t total = 0;
    for (int32_t i = 0; i < count; ++i)
        total += mesh->influence_start[vertices[i] + 1] - mesh->influence_start[vertices[i]];
    int32_t *skin_joints = SINEW__ARENA_ARRAY(arena, int32_t, total);
    for (sets->slots = 16; sets->slots < (size_t)count * 2;) sets->slots *= 2;
    sets->items = SINEW__ARENA_ARRAY(arena, skin_joint_set, count);
    sets->table = SINEW__ARENA_ARRAY(arena, int32_t, sets->slots);
    if (!skin_joints || !sets->items || !sets->table) return 0;
    for (int32_t i = 0; i < count; ++i) {
        const uint32_t listed = list_skin_joints(mesh, vertices[i], skin_joints);
        set_of[i] = find_set(sets, skin_joints, listed);
        if (++sets->items[set_of[i]].vertices == 1) skin_joints += listed;
    }
    return 1;
}

int sinew__order_vertices(const sinew_raw_mesh *mesh, uint32_t *vertices, int32_t count, sinew__arena *arena)
{
    if (!mesh->influence_start) return 1;
    skin_joint_sets sets = {0};
    int32_t *set_of = SINEW__ARENA_ARRAY(arena, int32_t, count), *next = SINEW__ARENA_ARRAY(arena, int32_t, count);
    uint32_t *unsorted = SINEW__ARENA_ARRAY(arena, uint32_t, count);
    if (!set_of || !next || !unsorted || !find_sets(mesh, vertices, count, arena, &sets, set_of)) return 0;
    qsort(sets.items, (size_t)sets.count, sizeof *sets.items, compare_sets);
    int32_t place = 0;
    for (int32_t i = 0; i < sets.count; ++i) {
        next[sets.items[i].number] = place;
        place += sets.items[i].vertices;
    }
    if (count > 0) memcpy(unsorted, vertices, (size_t)count * sizeof *vertices);
    for (int32_t i = 0; i < count; ++i) vertices[next[set_of[i]]++] = unsorted[i];
    return 1;
}

enum { EAR_LIMIT = 512 };

typedef struct point {
    double x, y, z;
} point;

static point at(const float *positions, uint32_t vertex)
{
    const float *p = positions + (uint64_t)vertex * 3;
    return (point){(double)p[0], (double)p[1], (double)p[2]};
}

static point minus(point a, point b)
{
    return (point){a.x - b.x, a.y - b.y, a.z - b.z};
}

static point cross(point a, point b)
{
    return (point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double dot(point a, point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Returns twice the area vector of a polygon (Newell's method).
static point polygon_normal(const float *positions, const uint32_t *corners, uint32_t size)
{
    point sum = {0, 0, 0};
    const point origin = at(positions, corners[0]);
    for (uint32_t i = 1; i + 1 < size; ++i) {
        const point n = cross(minus(at(positions, corners[i]), origin), minus(at(positions, corners[i + 1]), origin));
        sum = (point){sum.x + n.x, sum.y + n.y, sum.z + n.z};
    }
    return sum;
}

/// Returns twice the signed area of a triangle, seen against the normal.
static double area(const float *positions, uint32_t a, uint32_t b, uint32_t c, point normal)
{
    const point origin = at(positions, a);
    return dot(cross(minus(at(positions, b), origin), minus(at(positions, c), origin)), normal);
}

static void put(uint32_t *out, uint32_t a, uint32_t b, uint32_t c)
{
    out[0] = a;
    out[1] = b;
    out[2] = c;
}

static void cut_quad(const float *positions, const uint32_t *q, uint32_t *out)
{
    const point normal = polygon_normal(positions, q, 4);
    const int first = area(positions, q[0], q[1], q[2], normal) > 0 && area(positions, q[0], q[2], q[3], normal) > 0;
    const int second = area(positions, q[0], q[1], q[3], normal) > 0 && area(positions, q[1], q[2], q[3], normal) > 0;
    const point a = minus(at(positions, q[2]), at(positions, q[0])),
                b = minus(at(positions, q[3]), at(positions, q[1]));
    const int use_first = first != second ? first : dot(a, a) <= dot(b, b);
    if (use_first) {
        put(out, q[0], q[1], q[2]);
        put(out + 3, q[0], q[2], q[3]);
    } else {
        put(out, q[0], q[1], q[3]);
        put(out + 3, q[1], q[2], q[3]);
    }
}

static int same_place(const float *positions, uint32_t a, uint32_t b)
{
    const point d = minus(at(positions, a), at(positions, b));
    return dot(d, d) == 0;
}

/// Whether the corner `b` between `a` and `c` can be cut off: it is convex, and no other corner is inside the triangle
/// or on its sides.
static int is_ear(const float *positions, const uint32_t *corners, const uint32_t *next, uint32_t a, uint32_t b,
                  uint32_t c, point normal)
{
    const uint32_t va = corners[a], vb = corners[b], vc = corners[c];
    if (!(area(positions, va, vb, vc, normal) > 0)) return 0;
    for (uint32_t i = next[c]; i != a; i = next[i]) {
        const uint32_t v = corners[i];
        if (same_place(positions, v, va) || same_place(positions, v, vb) || same_place(positions, v, vc)) continue;
        if (area(positions, va, vb, v, normal) >= 0 && area(positions, vb, vc, v, normal) >= 0 &&
            area(positions, vc, va, v, normal) >= 0)
            return 0;
    }
    return 1;
}

static void cut_ears(const float *positions, const uint32_t *corners, uint32_t size, uint32_t *next, uint32_t *out)
{
    const point normal = polygon_normal(positions, corners, size);
    for (uint32_t i = 0; i < size; ++i) next[i] = (i + 1) % size;
    uint32_t left = size, before = size - 1, tried = 0;
    while (left > 3) {
        const uint32_t ear = next[before], after = next[ear];
        // If a whole round found no ear, the outline crosses itself, and any corner may be cut off.
        if (tried < left && !is_ear(positions, corners, next, before, ear, after, normal)) {
            before = ear;
            ++tried;
            continue;
        }
        put(out, corners[before], corners[ear], corners[after]);
        out += 3;
        next[before] = after;
        --left;
        tried = 0;
    }
    put(out, corners[before], corners[next[before]], corners[next[next[before]]]);
}

void sinew__triangulate(const float *positions, const uint32_t *corners, uint32_t size, uint32_t *scratch,
                        uint32_t *out_triangles)
{
    if (size < 3) return;
    if (size == 3)
        put(out_triangles, corners[0], corners[1], corners[2]);
    else if (size == 4)
        cut_quad(positions, corners, out_triangles);
    else if (size < EAR_LIMIT)
        cut_ears(positions, corners, size, scratch, out_triangles);
    else {
        for (uint32_t i = 1; i + 1 < size; ++i, out_triangles += 3)
            put(out_triangles, corners[0], corners[i], corners[i + 1]);
    }
}
