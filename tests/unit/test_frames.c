/// Arrays of many frames. Expected numbers are arithmetic on an arm of two joints, or numbers of single poses.
#include "author/bake/bake_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/bake.h"
#include "sinew/frames.h"
#include "sinew/math.h"
#include "sinew/skin.h"
#include "support/make_mesh.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/wave_chain.h"

enum { FRAMES = 7 };

/// A joint at (1, 2, 3), and one 5 units above it with a triangle.
static sinew_model *make_arm(void)
{
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const sinew_raw_joint joints[2] = {
        {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE, .rest = {{1, 2, 3}, {0, 0, 0, 1}, {1, 1, 1}}},
        {.name = "tip", .parent = 0, .node = SINEW_NONE, .rest = {{0, 5, 0}, {0, 0, 0, 1}, {1, 1, 1}}}};
    sinew_raw_mesh mesh = raw_triangle(corners);
    mesh.joint = 1;
    return make_model_of_mesh(joints, 2, &mesh);
}

static void locals_are_posed(void **state)
{
    (void)state;
    sinew_model *model = make_arm();
    // At rest; then the root rotated by 90 degrees about z, by a quaternion of length 2, and the tip twice as large.
    const double half = sqrt(2);
    const double locals[2][2][10] = {{{1, 2, 3, 1, 0, 0, 0, 1, 1, 1}, {0, 5, 0, 1, 0, 0, 0, 1, 1, 1}},
                                     {{1, 2, 3, half, 0, 0, half, 1, 1, 1}, {0, 5, 0, 1, 0, 0, 0, 2, 2, 2}}};
    double globals[2][2][16], positions[2][2][3], rotations[2][2][4], again[2][2][10];
    float palettes[2][12], vertices[2][9];
    assert_int_equal(model->skin_joint_count, 1);
    const sinew_frames frames = {.locals = again, .globals = globals, .positions = positions, .rotations = rotations};
    assert_int_equal(sinew_locals_fill_frames(model, &locals[0][0][0], NULL, 2, &frames, NULL), SINEW_OK);
    const double tips[2][3] = {{1, 7, 3}, {-4, 2, 3}};
    for (int frame = 0; frame < 2; ++frame)
        for (int i = 0; i < 3; ++i) {
            assert_close(positions[frame][1][i], tips[frame][i], 1e-12);
            assert_close(globals[frame][1][4 * i + 3], tips[frame][i], 1e-12);
        }
    const double turned[16] = {0, -2, 0, -4, 2, 0, 0, 2, 0, 0, 2, 3, 0, 0, 0, 1};
    for (int i = 0; i < 16; ++i) assert_close(globals[1][1][i], turned[i], 1e-12);
    const double rotation[4] = {sqrt(0.5), 0, 0, sqrt(0.5)};
    for (int i = 0; i < 4; ++i) {
        assert_close(rotations[1][1][i], rotation[i], 1e-12);
        assert_close(again[1][0][3 + i], rotation[i], 1e-12);
        assert_close(rotations[0][1][i], i == 0, 1e-12);
    }

    const sinew_frames for_skin = {.is_float = 1, .palettes = palettes};
    assert_int_equal(sinew_locals_fill_frames(model, &locals[0][0][0], NULL, 2, &for_skin, NULL), SINEW_OK);
    assert_int_equal(sinew_skin_frames(model, 0, &palettes[0][0], NULL, NULL, 2, &vertices[0][0], NULL, NULL),
                     SINEW_OK);
    const float expected[2][9] = {{1, 7, 3, 2, 7, 3, 1, 8, 3}, {-4, 2, 3, -4, 4, 3, -6, 2, 3}};
    for (int frame = 0; frame < 2; ++frame)
        for (int i = 0; i < 9; ++i) assert_close(vertices[frame][i], expected[frame][i], 1e-6);
    sinew_model_destroy(model);
}

static sinew_model *make_baked_chain(void)
{
    chain *made = make_busy_chain(1);
    sinew_model *source = make_model(&made->raw), *baked;
    void *block;
    size_t size;
    assert_int_equal(sinew__baked_block(source, NULL, &block, &size, NULL), SINEW_OK);
    assert_int_equal(sinew__model_from_block(block, size, &baked, NULL), SINEW_OK);
    sinew_model_destroy(source);
    return baked;
}

/// Every array of every engine holds the numbers of single poses, as double and as float, for times in any order.
static void clips_are_sampled(void **state)
{
    (void)state;
    sinew_model *model = make_baked_chain();
    const size_t joints = (size_t)model->joint_count, entries = (size_t)model->skin_joint_count;
    const double times[FRAMES] = {0.5, 0, 1, 0.03, 0.03, -1, 2};
    double *doubles = calloc(FRAMES * joints * 33, sizeof *doubles);
    float *floats = calloc(FRAMES * joints * 33, sizeof *floats),
          *palettes = calloc(FRAMES * entries * 12, sizeof *palettes);
    sinew_pose *pose = make_pose(model);
    assert_non_null(doubles);
    assert_non_null(floats);
    assert_non_null(palettes);
    for (int engine = SINEW_ENGINE_FAST; engine <= SINEW_ENGINE_REFERENCE; ++engine) {
        const size_t count = FRAMES * joints;
        const sinew_frames wanted = {.locals = doubles,
                                     .globals = doubles + 10 * count,
                                     .positions = doubles + 26 * count,
                                     .rotations = doubles + 29 * count};
        const sinew_frames rounded = {.is_float = 1,
                                      .locals = floats,
                                      .globals = floats + 10 * count,
                                      .positions = floats + 26 * count,
                                      .rotations = floats + 29 * count,
                                      .palettes = palettes};
        assert_int_equal(sinew_clip_fill_frames(model, 0, (sinew_engine)engine, times, FRAMES, &wanted, NULL),
                         SINEW_OK);
        assert_int_equal(sinew_clip_fill_frames(model, 0, (sinew_engine)engine, times, FRAMES, &rounded, NULL),
                         SINEW_OK);
        for (size_t i = 0; i < count * 33; ++i) assert_true(floats[i] == (float)doubles[i]);
        for (size_t frame = 0; frame < FRAMES; ++frame) {
            sinew_pose_evaluate(model, (sinew_engine)engine, 0, times[frame], pose);
            assert_memory_equal(palettes + frame * entries * 12, pose->palette, entries * sizeof *pose->palette);
            for (size_t i = 0; i < joints; ++i) {
                const double *global = doubles + 10 * count + (frame * joints + i) * 16;
                assert_memory_equal(global, pose->global[i].row, sizeof pose->global[i].row);
                assert_true(global[12] == 0 && global[13] == 0 && global[14] == 0 && global[15] == 1);
            }
            sinew_pose_compute_locals(model, pose);
            for (size_t i = 0; i < joints; ++i) {
                const double *local = doubles + (frame * joints + i) * 10;
                assert_memory_equal(local, &pose->local[i].t, sizeof pose->local[i].t);
                assert_true(local[3] == pose->local[i].r.w && local[4] == pose->local[i].r.x);
                assert_memory_equal(local + 7, &pose->local[i].s, sizeof pose->local[i].s);
            }
        }
        // Without globals the fast engine takes another path.
        float *alone = calloc(FRAMES * entries * 12, sizeof *alone);
        const sinew_frames only = {.is_float = 1, .palettes = alone};
        assert_int_equal(sinew_clip_fill_frames(model, 0, (sinew_engine)engine, times, FRAMES, &only, NULL), SINEW_OK);
        assert_memory_equal(alone, palettes, FRAMES * entries * 12 * sizeof *alone);
        free(alone);
    }
    sinew_pose_destroy(pose);
    free(doubles);
    free(floats);
    free(palettes);
    sinew_model_destroy(model);
}

/// Joint 0 of the chain waves linearly; values halfway between two keys are their mean, and the ends are held.
static void curves_are_evaluated(void **state)
{
    (void)state;
    chain *made = make_chain(2);
    made->clip.start = 0.5;
    sinew_model *model = make_model(&made->raw);
    const sinew_curve_key *keys = model->curve_keys + model->curves[0].first_key;
    const double key = 1.0 / (KEYS - 1);
    const double times[4] = {2.5 * key - 0.5, 2 * key - 0.5, -9, 9};
    double values[4];
    assert_int_equal(sinew_clip_fill_curve(model, 0, 0, times, 4, values, NULL), SINEW_OK);
    assert_close(values[0], (keys[2].value + keys[3].value) / 2, 1e-9);
    assert_close(values[1], keys[2].value, 1e-9);
    assert_close(values[2], keys[0].value, 1e-9);
    assert_close(values[3], keys[KEYS - 1].value, 1e-9);
    sinew_error error;
    assert_int_equal(sinew_clip_fill_curve(model, 0, model->curve_count, times, 1, values, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_clip_fill_curve(model, SINEW_NONE, 0, times, 1, values, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    sinew_model_destroy(model);
}

static void wrong_arguments_write_nothing(void **state)
{
    (void)state;
    sinew_model *model = make_arm();
    const double times[2] = {0, (double)NAN}, locals[20] = {[4] = (double)INFINITY};
    const float palettes[12] = {1};
    double positions[12] = {7, 7};
    float vertices[9] = {7};
    const sinew_frames frames = {.positions = positions};
    sinew_error error;
    assert_int_equal(sinew_clip_fill_frames(model, SINEW_NONE, SINEW_ENGINE_EXACT, times, 2, &frames, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_string_equal(error.message, "'times' has a number that is not finite, at index 1");
    assert_int_equal(sinew_clip_fill_frames(model, SINEW_NONE, SINEW_ENGINE_EXACT, times, -1, &frames, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_clip_fill_frames(model, 0, SINEW_ENGINE_EXACT, times, 1, &frames, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_locals_fill_frames(model, locals, NULL, 1, &frames, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_locals_fill_frames(model, locals, NULL, -1, &frames, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_skin_frames(model, 1, palettes, NULL, NULL, 1, vertices, NULL, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew_skin_frames(model, 0, palettes, NULL, times + 1, 1, vertices, NULL, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_true(positions[0] == 7 && vertices[0] == 7);
    assert_int_equal(sinew_clip_fill_frames(model, SINEW_NONE, SINEW_ENGINE_EXACT, NULL, 0, &frames, &error), SINEW_OK);
    assert_int_equal(sinew_clip_fill_frames(model, SINEW_NONE, SINEW_ENGINE_EXACT, times, 1, &frames, &error),
                     SINEW_OK);
    assert_true(positions[0] == 1 && positions[4] == 7); // the root, and the tip's height
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(locals_are_posed),
        cmocka_unit_test(clips_are_sampled),
        cmocka_unit_test(curves_are_evaluated),
        cmocka_unit_test(wrong_arguments_write_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
