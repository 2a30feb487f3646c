/// Vertices in the order of the palette entries that move them.
#include "support/cmocka_close.h"

#include "runtime/model/build/builder.h"

enum { VERTICES = 500, MOST = 4 };

typedef struct weights {
    uint32_t start[VERTICES + 1];
    sinew_raw_influence items[VERTICES * MOST];
    sinew_raw_mesh mesh;
} weights;

/// Few joints, so that many vertices share their set; unsorted, some of weight 0, some vertices without any.
static void make_weights(weights *out, uint32_t seed)
{
    uint32_t count = 0;
    for (uint32_t v = 0; v < VERTICES; ++v) {
        out->start[v] = count;
        seed = seed * 1664525u + 1013904223u;
        for (uint32_t i = 0; i < (seed >> 9) % (MOST + 1); ++i) {
            seed = seed * 1664525u + 1013904223u;
            out->items[count++] =
                (sinew_raw_influence){.skin_joint = (int32_t)((seed >> 8) % 5), .weight = seed >> 29 ? 0.25f : 0.0f};
        }
    }
    out->start[VERTICES] = count;
    out->mesh = (sinew_raw_mesh){.vertex_count = VERTICES, .influence_start = out->start, .influences = out->items};
}

/// The entries of a vertex that have weight, rising, behind each other in `out`. Returns how many.
static int entries(const weights *from, uint32_t vertex, int32_t *out)
{
    int count = 0;
    for (int32_t skin_joint = 0; skin_joint < 5; ++skin_joint)
        for (uint32_t i = from->start[vertex]; i < from->start[vertex + 1]; ++i)
            if (from->items[i].skin_joint == skin_joint && from->items[i].weight != 0.0f) out[count++] = skin_joint;
    return count;
}

/// Returns a negative number if the first vertex comes first: by its entries, like words in a dictionary, then by its
/// number.
static int compare(const weights *from, uint32_t left, uint32_t right)
{
    int32_t a[MOST], b[MOST];
    const int a_count = entries(from, left, a), b_count = entries(from, right, b);
    for (int i = 0; i < a_count && i < b_count; ++i)
        if (a[i] != b[i]) return a[i] - b[i];
    return a_count != b_count ? a_count - b_count : left < right ? -1 : 1;
}

static void vertices_stand_as_words_in_a_dictionary(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 20; ++seed) {
        weights made;
        uint32_t vertices[VERTICES];
        int seen[VERTICES] = {0};
        sinew__arena arena = {0};
        make_weights(&made, seed);
        int32_t count = 0; // not all of them: others were welded away
        for (uint32_t v = 0; v < VERTICES; ++v)
            if (v % 7) vertices[count++] = v;
        assert_true(sinew__order_vertices(&made.mesh, vertices, count, &arena));
        for (int32_t i = 0; i < count; ++i) {
            assert_true(vertices[i] % 7 && !seen[vertices[i]]++);
            if (i > 0) assert_true(compare(&made, vertices[i - 1], vertices[i]) < 0);
        }
        sinew__arena_free(&arena);
    }
}

static void without_weights_the_order_stays(void **state)
{
    (void)state;
    const sinew_raw_mesh mesh = {.vertex_count = 3};
    uint32_t vertices[3] = {2, 0, 1};
    sinew__arena arena = {0};
    assert_true(sinew__order_vertices(&mesh, vertices, 3, &arena));
    assert_int_equal(vertices[0] * 100 + vertices[1] * 10 + vertices[2], 201);
    sinew__arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_stand_as_words_in_a_dictionary),
        cmocka_unit_test(without_weights_the_order_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
