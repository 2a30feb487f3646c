/// Joint matrices of several characters at once: each matrix is there until the last one that is made from it, and none
/// is given to a joint without dependents.
#include "support/cmocka_close.h"

#include <string.h>

#include "runtime/pose/crowd_lanes.h"
#include "sinew/model.h"
#include "support/random_number.h"

enum { MOST = 80 };

typedef struct tree {
    int32_t count, parents[MOST]; ///< counted from 1; 0 is the root
    uint8_t uses[MOST + 1];
    int32_t matrix_of[MOST + 1], joint_matrices;
} tree;

static void assign(tree *of)
{
    int32_t memory[2 * (MOST + 1)];
    memset(memory, 0xde, sizeof memory);
    of->joint_matrices = sinew__assign_lane_matrices(of->parents, of->count, of->uses, memory, of->matrix_of);
}

/// Whether something is made from a joint, or from one below it.
static int is_needed(const tree *of, int32_t joint)
{
    for (int32_t i = joint; i <= of->count; ++i) {
        if (of->uses[i] == SINEW__MATRIX_UNUSED) continue;
        for (int32_t above = i; above > 0; above = of->parents[above - 1])
            if (above == joint) return 1;
    }
    return 0;
}

/// Walks a tree as kernels do, with numbers of joints for matrices.
static void walk(const tree *of)
{
    int32_t held[MOST + 1];
    memset(held, 0xff, sizeof held);
    assert_in_range(of->joint_matrices, 1, of->count + 1);
    assert_int_equal(of->matrix_of[0], 0);
    held[0] = 0;
    for (int32_t i = 1; i <= of->count; ++i) {
        const int32_t own = of->matrix_of[i], parent = of->parents[i - 1];
        if (own == SINEW_NONE && of->uses[i] == SINEW__MATRIX_UNUSED) {
            assert_false(is_needed(of, i));
            continue;
        }
        assert_true(is_needed(of, i));
        assert_in_range(of->matrix_of[parent], 0, of->joint_matrices - 1);
        assert_int_equal(held[of->matrix_of[parent]], parent);
        if (own == SINEW_NONE) continue;
        assert_in_range(own, 0, of->joint_matrices - 1);
        held[own] = i;
    }
    for (int32_t i = 0; i <= of->count; ++i)
        if (of->uses[i] == SINEW__MATRIX_KEPT) assert_int_equal(held[of->matrix_of[i]], i);
}

static int32_t below(uint32_t *seed, int32_t limit)
{
    return (int32_t)random_number(seed, 0, limit);
}

/// Children of one parent follow each other, as in every model.
static void every_matrix_is_there_when_it_is_read(void **state)
{
    (void)state;
    uint32_t seed = 7;
    for (int round = 0; round < 2000; ++round) {
        tree of = {.count = below(&seed, MOST) + 1};
        const int32_t used = below(&seed, 101); // percent of the joints
        for (int32_t i = 1; i < of.count; ++i) {
            const int32_t last = of.parents[i - 1];
            of.parents[i] = last + below(&seed, i - last < 3 ? i - last + 1 : 3); // joints 1 to i
        }
        for (int32_t i = 0; i <= of.count; ++i)
            if (below(&seed, 100) < used) of.uses[i] = (uint8_t)below(&seed, 3);
        assign(&of);
        walk(&of);
    }
}

/// A chain needs two joint matrices: its parent's and its own.
static void slots_are_used_again(void **state)
{
    (void)state;
    tree of = {.count = MOST};
    for (int32_t i = 0; i < MOST; ++i) of.parents[i] = i;
    of.uses[MOST] = SINEW__MATRIX_READ;
    assign(&of);
    walk(&of);
    assert_int_equal(of.joint_matrices, 2);
    of.uses[MOST] = SINEW__MATRIX_UNUSED;
    of.uses[3] = SINEW__MATRIX_READ;
    assign(&of);
    for (int32_t i = 3; i <= MOST; ++i) assert_int_equal(of.matrix_of[i], SINEW_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_matrix_is_there_when_it_is_read),
        cmocka_unit_test(slots_are_used_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
