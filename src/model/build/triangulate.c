#include "model/build/triangulate.h"

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

/// Twice the area vector of a polygon (Newell).
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

/// Twice the signed area of a triangle as seen along the normal.
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

static void cut_fan(const uint32_t *corners, uint32_t size, uint32_t *out)
{
    for (uint32_t i = 1; i + 1 < size; ++i, out += 3) put(out, corners[0], corners[i], corners[i + 1]);
}

static int same_place(const float *positions, uint32_t a, uint32_t b)
{
    const point d = minus(at(positions, a), at(positions, b));
    return dot(d, d) == 0;
}

/// Whether the corner between `a` and `c` can be cut off: it turns outward and no other corner lies inside or on its
/// sides.
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
        // After a whole round without an ear the outline crosses itself; any cut is as good as another.
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
    else
        cut_fan(corners, size, out_triangles);
}
