/// Geometry caches: the packed values and the pose at a time, worked out on paper.
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <string.h>

#include "sinew/skin.h"
#include "support/make_model.h"
#include "support/make_pose.h"

// Two squares side by side, hinged at x = 1, as six control points: 0 1 2 below, 3 4 5 above.
enum { POINTS = 6, CORNERS = 8 };
static const float flat[POINTS * 3] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0};
/// The right square turned up by 90° about the hinge.
static const float folded[POINTS * 3] = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1};
static const uint32_t corner_points[CORNERS] = {0, 1, 4, 3, 1, 2, 5, 4};
static const uint32_t sizes[2] = {4, 4};

typedef struct hinge {
    float positions[CORNERS * 3], normals[CORNERS * 3], texcoords[CORNERS * 2];
    sinew_raw_cache_sample samples[3];
    sinew_raw_cache cache;
    sinew_raw_mesh mesh;
    sinew_raw_joint joint;
    sinew_raw_model raw;
} hinge;

/// Flat at 1 s, folded at 2 s, flat again at 4 s; one vertex a corner, welded by build. Seams: the two squares have
/// texture coordinates of their own.
static void make_hinge(hinge *out)
{
    memset(out, 0, sizeof *out);
    for (int c = 0; c < CORNERS; ++c) {
        memcpy(out->positions + c * 3, flat + corner_points[c] * 3, 3 * sizeof(float));
        out->normals[c * 3 + 2] = 1;
        out->texcoords[c * 2] = c < 4 ? 0 : 1;
    }
    const sinew_raw_cache_sample samples[3] = {{1, flat}, {2, folded}, {4, flat}};
    memcpy(out->samples, samples, sizeof samples);
    out->cache = (sinew_raw_cache){.samples = out->samples, .sample_count = 3};
    out->mesh = (sinew_raw_mesh){.name = "Hinge",
                                 .positions = out->positions,
                                 .normals = out->normals,
                                 .texcoords = out->texcoords,
                                 .control_points = corner_points,
                                 .vertex_count = CORNERS,
                                 .control_point_count = POINTS,
                                 .polygon_sizes = sizes,
                                 .polygon_count = 2,
                                 .weld = 1,
                                 .cache = &out->cache};
    out->joint =
        (sinew_raw_joint){.name = "Hinge", .parent = SINEW_NONE, .rest = {{10, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
    out->raw = (sinew_raw_model){.joints = &out->joint, .joint_count = 1, .meshes = &out->mesh, .mesh_count = 1};
}

/// Skins mesh 0 as it is at `time`.
static void skin_at(const sinew_model *model, double time, float *positions, float *normals)
{
    sinew_pose *pose = make_pose(model);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, time, pose);
    float scratch[CORNERS * 6];
    assert_true(sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) <= CORNERS * 6);
    sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, positions, normals);
    sinew_pose_destroy(pose);
}

/// Every vertex is at its control point in `expected`, moved with the joint by 10 along x.
static void assert_points(const sinew_model *model, const float *positions, const float *expected)
{
    for (int32_t v = 0; v < model->vertex_count; ++v) {
        const float *point = expected + model->control_points[v] * 3;
        assert_close(positions[v * 3], point[0] + 10, 1e-6);
        assert_close(positions[v * 3 + 1], point[1], 1e-6);
        assert_close(positions[v * 3 + 2], point[2], 1e-6);
    }
}

static void samples_show_at_their_times_and_hold_outside(void **state)
{
    (void)state;
    hinge made;
    make_hinge(&made);
    sinew_model *model = make_model(&made.raw);
    assert_int_equal(model->vertex_count, CORNERS); // the seam of the texture keeps two vertices on the hinge's points
    const struct {
        double time;
        const float *points;
    } moments[] = {{-5, flat}, {0, flat}, {1, flat}, {2, folded}, {4, flat}, {100, flat}};
    for (size_t i = 0; i < sizeof moments / sizeof *moments; ++i) {
        float positions[CORNERS * 3];
        skin_at(model, moments[i].time, positions, NULL);
        assert_points(model, positions, moments[i].points);
    }
    sinew_model_destroy(model);
}

static void points_move_in_straight_lines_between_samples(void **state)
{
    (void)state;
    hinge made;
    make_hinge(&made);
    sinew_model *model = make_model(&made.raw);
    const struct {
        double time;
        float folded; // how much of the fold shows
    } moments[] = {{1.25, 0.25f}, {1.5, 0.5f}, {3, 0.5f}, {3.5, 0.25f}};
    for (size_t i = 0; i < sizeof moments / sizeof *moments; ++i) {
        float positions[CORNERS * 3], expected[POINTS * 3];
        for (int k = 0; k < POINTS * 3; ++k) expected[k] = flat[k] + moments[i].folded * (folded[k] - flat[k]);
        skin_at(model, moments[i].time, positions, NULL);
        assert_points(model, positions, expected);
    }
    sinew_model_destroy(model);
}

/// Folded by 90°, the left square looks along +z and the right one along −x; on the hinge both count alike: (−1, 0, 1)
/// / √2.
static void normals_follow_and_stay_smooth_across_a_seam(void **state)
{
    (void)state;
    hinge made;
    make_hinge(&made);
    sinew_model *model = make_model(&made.raw);
    float positions[CORNERS * 3], normals[CORNERS * 3];
    skin_at(model, 2, positions, normals);
    static const float expected[POINTS][3] = {{0, 0, 1}, {-0.70710678f, 0, 0.70710678f}, {-1, 0, 0},
                                              {0, 0, 1}, {-0.70710678f, 0, 0.70710678f}, {-1, 0, 0}};
    for (int32_t v = 0; v < model->vertex_count; ++v)
        for (int k = 0; k < 3; ++k) assert_close(normals[v * 3 + k], expected[model->control_points[v]][k], 1e-6);
    sinew_model_destroy(model);
}

/// The same hinge with normals that differ at rest, as a hard edge has: each square keeps its own.
static void a_crease_at_rest_stays_a_crease(void **state)
{
    (void)state;
    hinge made;
    make_hinge(&made);
    for (int c = 4; c < CORNERS; ++c) made.normals[c * 3] = 0.6f, made.normals[c * 3 + 2] = 0.8f;
    sinew_model *model = make_model(&made.raw);
    float positions[CORNERS * 3], normals[CORNERS * 3];
    skin_at(model, 2, positions, normals);
    for (int32_t v = 0; v < model->vertex_count; ++v) {
        const int right = model->texcoords[v * 2] > 0.5f;
        assert_close(normals[v * 3], right ? -1 : 0, 1e-6);
        assert_close(normals[v * 3 + 2], right ? 0 : 1, 1e-6);
    }
    sinew_model_destroy(model);
}

static void a_mesh_with_a_cache_reshapes_and_says_so(void **state)
{
    (void)state;
    hinge made;
    make_hinge(&made);
    sinew_model *model = make_model(&made.raw);
    assert_true(sinew_mesh_is_deformed_before_skinning(model, 0));
    assert_int_equal(model->deformer_count, 1);
    assert_int_equal(model->deformers[0].kind, SINEW_DEFORM_CACHE);
    assert_int_equal(sinew_mesh_geometry_cache(model, 0)->sample_count, 3);
    sinew_model_destroy(model);
    made.mesh.cache = NULL;
    model = make_model(&made.raw);
    assert_false(sinew_mesh_is_deformed_before_skinning(model, 0));
    assert_null(sinew_mesh_geometry_cache(model, 0));
    sinew_model_destroy(model);
}

/// A clip that moves the node as well: every engine shows the cache at the time it was asked for.
static void every_engine_shows_the_cache_at_its_time(void **state)
{
    (void)state;
    hinge made;
    make_hinge(&made);
    const sinew_curve_key keys[2] = {{.ticks = 0, .value = 10, .interpolation = SINEW_LINEAR},
                                     {.ticks = 4 * INT64_C(46186158000), .value = 10}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {
        .joint = 0, .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curve}};
    const sinew_raw_clip clip = {.name = "fold", .duration = 4, .channels = &channel, .channel_count = 1};
    made.raw.clips = &clip;
    made.raw.clip_count = 1;
    sinew_model *model = make_model(&made.raw);
    sinew_pose *pose = make_pose(model);
    for (int engine = 0; engine <= SINEW_ENGINE_COUNT; ++engine) {
        float positions[CORNERS * 3], scratch[CORNERS * 6];
        if (engine < SINEW_ENGINE_COUNT)
            sinew_pose_evaluate(model, (sinew_engine)engine, 0, 2, pose);
        else
            sinew_pose_evaluate_palette(model, 0, 2, pose);
        sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, positions, NULL);
        assert_points(model, positions, folded);
        pose->timeline = 0;
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void assert_refused(const hinge *made, const char *why)
{
    void *block;
    size_t size;
    sinew_error error = {0};
    assert_int_equal(sinew__raw_model_build(&made->raw, &block, &size, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_null(block);
    assert_non_null(strstr(error.message, "'Hinge'"));
    assert_non_null(strstr(error.message, why));
}

static void a_cache_that_contradicts_its_mesh_is_refused_by_name(void **state)
{
    (void)state;
    hinge made;
    make_hinge(&made);
    made.samples[2].timeline = 2;
    assert_refused(&made, "do not rise");
    make_hinge(&made);
    made.samples[0].timeline = (double)NAN;
    assert_refused(&made, "do not rise");
    make_hinge(&made);
    made.samples[1].points = NULL;
    assert_refused(&made, "no points");
    make_hinge(&made);
    made.cache.sample_count = 0;
    assert_refused(&made, "without samples");
    make_hinge(&made);
    made.mesh.control_point_count = 5;
    assert_refused(&made, "control point");
}

static void numbers_that_are_not_finite_become_0_with_a_warning(void **state)
{
    (void)state;
    hinge made;
    make_hinge(&made);
    float broken[POINTS * 3];
    memcpy(broken, folded, sizeof broken);
    broken[4] = NAN;
    broken[8] = INFINITY;
    made.samples[1].points = broken;
    sinew_model *model = make_model(&made.raw);
    float positions[CORNERS * 3], expected[POINTS * 3];
    memcpy(expected, folded, sizeof expected);
    expected[4] = expected[8] = 0;
    skin_at(model, 2, positions, NULL);
    assert_points(model, positions, expected);
    assert_int_equal(model->warning_count, 1);
    assert_string_equal(sinew_text(model, model->warnings[0].object), "Hinge");
    sinew_model_destroy(model);
}

/// Without control points every vertex is one of its own: two equal ones may move apart and are not welded.
static void a_cache_by_vertex_keeps_equal_vertices_apart(void **state)
{
    (void)state;
    hinge made;
    make_hinge(&made);
    float rest[CORNERS * 3], apart[CORNERS * 3];
    memcpy(rest, made.positions, sizeof rest);
    memcpy(apart, made.positions, sizeof apart);
    for (int c = 4; c < CORNERS; ++c) apart[c * 3] += 5;
    made.samples[0] = (sinew_raw_cache_sample){0, rest};
    made.samples[1] = (sinew_raw_cache_sample){1, apart};
    made.cache.sample_count = 2;
    made.mesh.control_points = NULL;
    made.mesh.control_point_count = 0;
    made.mesh.texcoords = NULL;
    sinew_model *model = make_model(&made.raw);
    assert_int_equal(model->vertex_count, CORNERS);
    float positions[CORNERS * 3];
    skin_at(model, 1, positions, NULL);
    assert_points(model, positions, apart);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_show_at_their_times_and_hold_outside),
        cmocka_unit_test(points_move_in_straight_lines_between_samples),
        cmocka_unit_test(normals_follow_and_stay_smooth_across_a_seam),
        cmocka_unit_test(a_crease_at_rest_stays_a_crease),
        cmocka_unit_test(a_mesh_with_a_cache_reshapes_and_says_so),
        cmocka_unit_test(every_engine_shows_the_cache_at_its_time),
        cmocka_unit_test(a_cache_that_contradicts_its_mesh_is_refused_by_name),
        cmocka_unit_test(numbers_that_are_not_finite_become_0_with_a_warning),
        cmocka_unit_test(a_cache_by_vertex_keeps_equal_vertices_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
