/// Triangles of a polygon cover its area, once: areas by the shoelace formula.
#include "support/cmocka_close.h"

#include <stdlib.h>

#include "runtime/model/build/builder.h"

static double triangle_area(const float *p, const uint32_t *t)
{
    const float *a = p + t[0] * 3, *b = p + t[1] * 3, *c = p + t[2] * 3;
    return ((double)(b[0] - a[0]) * (double)(c[1] - a[1]) - (double)(b[1] - a[1]) * (double)(c[0] - a[0])) / 2;
}

/// Sum of the triangles' areas; every triangle must turn as the polygon does.
static double covered(const float *positions, uint32_t size)
{
    uint32_t corners[64], scratch[64], triangles[192];
    for (uint32_t i = 0; i < size; ++i) corners[i] = i;
    sinew__triangulate(positions, corners, size, scratch, triangles);
    double sum = 0;
    for (uint32_t i = 0; i + 2 < size; ++i) {
        const double area = triangle_area(positions, triangles + i * 3);
        assert_true(area >= 0);
        sum += area;
    }
    return sum;
}

static void convex_quad(void **state)
{
    (void)state;
    const float square[] = {0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0};
    assert_close(covered(square, 4), 4, 1e-6);
}

/// An arrow head: only the diagonal from its notch stays inside.
static void concave_quad(void **state)
{
    (void)state;
    const float first[] = {0, 0, 0, 2, 1, 0, 0, 2, 0, 0.5f, 1, 0}, second[] = {2, 1, 0, 0, 2, 0, 0.5f, 1, 0, 0, 0, 0};
    assert_close(covered(first, 4), 1.5, 1e-6);
    assert_close(covered(second, 4), 1.5, 1e-6);
}

/// The letter L, area 3, and a comb of three teeth on a bar: 5 + 3.
static void concave_polygons(void **state)
{
    (void)state;
    const float letter[] = {0, 0, 0, 2, 0, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0};
    assert_close(covered(letter, 6), 3, 1e-6);
    const float comb[] = {0, 0, 0, 5, 0, 0, 5, 2, 0, 4, 2, 0, 4, 1, 0, 3, 1, 0,
                          3, 2, 0, 2, 2, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0};
    assert_close(covered(comb, 12), 8, 1e-6);
}

static void degenerate_and_crossing_outlines_end(void **state)
{
    (void)state;
    const float line[] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0};
    assert_close(covered(line, 5), 0, 1e-6);
    uint32_t corners[5] = {0, 2, 4, 1, 3}, scratch[5], triangles[9];
    const float star[] = {0, 1, 0, 1, 0.3f, 0, 0.6f, -0.8f, 0, -0.6f, -0.8f, 0, -1, 0.3f, 0};
    sinew__triangulate(star, corners, 5, scratch, triangles);
    for (int i = 0; i < 9; ++i) assert_true(triangles[i] < 5);
}

static void large_outlines_become_fans(void **state)
{
    (void)state;
    enum { SIZE = 600 };
    static float circle[SIZE * 3];
    static uint32_t corners[SIZE], scratch[SIZE], triangles[(SIZE - 2) * 3];
    for (uint32_t i = 0; i < SIZE; ++i) {
        circle[i * 3] = (float)cos(i * 6.283185307179586 / SIZE);
        circle[i * 3 + 1] = (float)sin(i * 6.283185307179586 / SIZE);
        corners[i] = i;
    }
    sinew__triangulate(circle, corners, SIZE, scratch, triangles);
    double sum = 0;
    for (int i = 0; i < SIZE - 2; ++i) sum += triangle_area(circle, triangles + i * 3);
    assert_close(sum, 3.14159, 1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(convex_quad),
        cmocka_unit_test(concave_quad),
        cmocka_unit_test(concave_polygons),
        cmocka_unit_test(degenerate_and_crossing_outlines_end),
        cmocka_unit_test(large_outlines_become_fans),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
