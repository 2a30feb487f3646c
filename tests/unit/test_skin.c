/// CPU skinning against worked examples from the literature on skinning, and against its own properties.
#include "support/cmocka_close.h"

#include <string.h>

#include "core/base/affine.h"
#include "runtime/skin/skin_method.h"
#include "support/make_mesh.h"
#include "support/make_pose.h"

static const double pi = 3.14159265358979323846;

static sinew_transform turned_z(double degrees, double x, double y)
{
    return (sinew_transform){{x, y, 0}, {0, 0, sin(degrees * pi / 360), cos(degrees * pi / 360)}, {1, 1, 1}};
}

/// Poses every joint at the given locals and skins mesh 0.
static void skin_posed(const sinew_model *model, const sinew_transform *locals, float *positions, float *normals)
{
    sinew_pose *pose = make_pose(model);
    for (int32_t i = 0; locals && i < model->joint_count; ++i) pose->local[i] = locals[model->joints[i].authored_index];
    if (locals) memset(pose->animated, 1, (size_t)model->joint_count);
    sinew_pose_local_to_global(model, pose);
    float scratch[128];
    assert_true(sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) <= 128);
    sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, positions, normals);
    sinew_pose_destroy(pose);
}

/// A vertex at (2, 1) bound to a bone at (1, 0) that is turned by −90°; the bone turns to −45°: the vertex comes to (1,
/// √2).
static void worked_example_of_one_bone(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE},
                                      {.name = "bone", .parent = SINEW_NONE, .rest = turned_z(-90, 1, 0)}};
    const float positions[9] = {2, 1, 0};
    const uint32_t start[4] = {0, 1, 1, 1};
    const sinew_raw_influence influence = {0, 1};
    const sinew_raw_skin_joint skin_joint = {.joint = 1}; // offset: inverse of the rest pose
    const sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, &influence, &skin_joint, 1);
    sinew_model *model = make_model_of_mesh(joints, 2, &mesh);
    const sinew_transform pose[2] = {turned_z(0, 0, 0), turned_z(-45, 1, 0)};
    float out[9];
    skin_posed(model, pose, out, NULL);
    assert_close(out[0], 1, 1e-6);
    assert_close(out[1], sqrt(2), 1e-6);
    sinew_model_destroy(model);
}

enum { STRIP = 5 };

/// Five vertices at (0,0) … (4,0) with weights 1, .75, .5, .25, 0 for B0 and the rest for B1, both bound at the origin
/// unturned, posed at two angles: v′ = w·R(a)·v + (1 − w)·R(b)·v.
static void check_strip(double a, double b)
{
    const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE},
                                      {.name = "B0", .parent = SINEW_NONE},
                                      {.name = "B1", .parent = SINEW_NONE}};
    float positions[STRIP * 3] = {0};
    uint32_t start[STRIP + 1];
    sinew_raw_influence influences[STRIP * 2];
    for (uint32_t i = 0; i < STRIP; ++i) {
        positions[i * 3] = (float)i;
        start[i] = i * 2;
        influences[i * 2] = (sinew_raw_influence){0, 1.0f - 0.25f * (float)i};
        influences[i * 2 + 1] = (sinew_raw_influence){1, 0.25f * (float)i};
    }
    start[STRIP] = STRIP * 2;
    const uint32_t size = STRIP;
    const sinew_raw_skin_joint skin_joints[] = {{.joint = 1}, {.joint = 2}};
    const sinew_raw_mesh mesh = {.positions = positions,
                                 .vertex_count = STRIP,
                                 .polygon_sizes = &size,
                                 .polygon_count = 1,
                                 .influence_start = start,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 2};
    sinew_model *model = make_model_of_mesh(joints, 3, &mesh);
    const sinew_transform pose[3] = {turned_z(0, 0, 0), turned_z(a, 0, 0), turned_z(b, 0, 0)};
    float out[STRIP * 3];
    skin_posed(model, pose, out, NULL);
    for (int i = 0; i < STRIP; ++i) {
        const double w = 1 - 0.25 * i, ra = a * pi / 180, rb = b * pi / 180;
        assert_close(out[i * 3], i * (w * cos(ra) + (1 - w) * cos(rb)), 1e-6);
        assert_close(out[i * 3 + 1], i * (w * sin(ra) + (1 - w) * sin(rb)), 1e-6);
    }
    sinew_model_destroy(model);
}

static void worked_example_of_the_strip(void **state)
{
    (void)state;
    check_strip(0, 45);
    check_strip(45, -45);
}

/// A bone scaled (2, 1, 1) leaves a 45° slope at atan(1/2): its normal (1, 1)/√2 becomes (1, 2)/√5. Mirrored, it stays
/// outward.
static void normals_turn_by_the_inverse_transpose(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE}};
    const float positions[9] = {0}, h = (float)sqrt(0.5), normals[9] = {h, h, 0, h, h, 0, h, h, 0};
    sinew_raw_mesh mesh = raw_triangle(positions);
    mesh.normals = normals;
    sinew_model *model = make_model_of_mesh(joints, 1, &mesh);
    float out[9], turned[9];
    const sinew_transform wide = {{0}, {0, 0, 0, 1}, {2, 1, 1}}, mirrored = {{0}, {0, 0, 0, 1}, {-2, 1, 1}};
    skin_posed(model, &wide, out, turned);
    assert_close(turned[0], 1 / sqrt(5), 1e-6);
    assert_close(turned[1], 2 / sqrt(5), 1e-6);
    skin_posed(model, &mirrored, out, turned);
    assert_close(turned[0], -1 / sqrt(5), 1e-6);
    assert_close(turned[1], 2 / sqrt(5), 1e-6);
    sinew_model_destroy(model);
}

/// A quarter turn about z takes the tangent x to y and leaves w; a mirror at x turns it round, and the bitangent's side
/// with it.
static void tangents_turn_with_the_surface(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE}};
    const float positions[9] = {0}, tangents[12] = {1, 0, 0, 1, 1, 0, 0, -1, 0, 0, 1, 1};
    sinew_raw_mesh mesh = raw_triangle(positions);
    mesh.tangents = tangents;
    sinew_model *model = make_model_of_mesh(joints, 1, &mesh);
    const sinew_transform poses[2] = {turned_z(90, 5, 6), {{0, 0, 0}, {0, 0, 0, 1}, {-2, 1, 1}}};
    const float expected[2][12] = {{0, 1, 0, 1, 0, 1, 0, -1, 0, 0, 1, 1}, {-1, 0, 0, -1, -1, 0, 0, 1, 0, 0, 1, -1}};
    sinew_pose *pose = make_pose(model);
    for (int p = 0; p < 2; ++p) {
        float out[12];
        pose->local[0] = poses[p];
        pose->animated[0] = 1;
        sinew_pose_local_to_global(model, pose);
        sinew_skin_tangents(model, 0, SINEW_SKIN_AUTHORED, pose, NULL, out);
        for (int i = 0; i < 12; ++i) assert_close(out[i], expected[p][i], 1e-6);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// A point at (1, 2, 3); joint "a" has moved by 8 along x and counts twice, "b" has turned by 90° about (0, 1) and
/// counts by half. a: 2 (9, 2, 3) − (1, 2, 3) = (17, 2, 3). b turns that to (−1, 18, 3); (8, 10, 3) is half way. The
/// sum of both displacements would be (16, 2, 3). Vectors turn by half of the turn and half of none, x ← (x − y) / 2, y
/// ← (x + y) / 2; its inverse transpose is the same except for a factor. The mesh moved by 5 along z is 5 behind both,
/// so that each displaces by −5 of it more: a −10, b half of −5.
static void additive_joints_act_one_after_the_other(void **state)
{
    (void)state;
    const sinew_transform back = {{0, -1, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE},
                                      {.name = "a", .parent = SINEW_NONE},
                                      {.name = "b", .parent = SINEW_NONE}};
    const float positions[9] = {1, 2, 3}, normals[9] = {1, 0, 0}, tangents[12] = {0, 1, 0, 1};
    const uint32_t start[4] = {0, 2, 2, 2};
    const sinew_raw_influence influences[] = {{0, 2}, {1, 0.5f}};
    const sinew_raw_skin_joint skin_joints[] = {{.joint = 1, .inverse_bind = sinew__affine_identity()},
                                                {.joint = 2, .inverse_bind = sinew__affine_from_transform(&back)}};
    const sinew_raw_deformer skin = {.kind = SINEW_DEFORM_SKIN, .link_mode = SINEW_LINK_ADDITIVE};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, 2);
    mesh.normals = normals;
    mesh.tangents = tangents;
    mesh.deformers = &skin;
    mesh.deformer_count = 1;
    sinew_model *model = make_model_of_mesh(joints, 3, &mesh);
    static const double z[2][2] = {{0, 3}, {5, 3 - 10 - 2.5 + 5}}; // of the mesh, of the point
    for (int p = 0; p < 2; ++p) {
        sinew_transform locals[3] = {turned_z(0, 0, 0), turned_z(0, 8, 0), turned_z(90, 0, 1)};
        locals[0].t.z = z[p][0];
        sinew_pose *pose = make_pose(model);
        for (int32_t i = 0; i < 3; ++i) pose->local[i] = locals[model->joints[i].authored_index];
        memset(pose->animated, 1, 3);
        sinew_pose_local_to_global(model, pose);
        float scratch[128], out[9], plain[9], turned[9], tangent[12];
        assert_true(sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) <= 128);
        sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, out, turned);
        sinew__skin_mesh_with(NULL, model, 0, SINEW_SKIN_AUTHORED, pose, scratch, plain, NULL);
        sinew_skin_tangents(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, tangent);
        const double point[3] = {8, 10, z[p][1]}, normal[3] = {sqrt(0.5), sqrt(0.5), 0},
                     along[3] = {-sqrt(0.5), sqrt(0.5), 0};
        for (int i = 0; i < 3; ++i) {
            assert_close(out[i], point[i], 1e-5);
            assert_close(plain[i], point[i], 1e-5);
            assert_close(turned[i], normal[i], 1e-6);
            assert_close(tangent[i], along[i], 1e-6);
            assert_close(out[3 + i], i == 2 ? z[p][0] : 0, 0); // a vertex without joints follows the mesh
        }
        sinew_pose_destroy(pose);
    }
    sinew_model_destroy(model);
}

/// Three hundred influences of equal weight on one vertex are all used: the mean of the joints' shifts 0 … 299 is
/// 149.5.
static void any_number_of_influences_counts(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static sinew_raw_joint joints[COUNT + 1];
    static sinew_raw_skin_joint skin_joints[COUNT];
    static sinew_raw_influence influences[COUNT];
    static sinew_transform pose[COUNT + 1];
    for (int32_t i = 0; i <= COUNT; ++i) {
        joints[i] = (sinew_raw_joint){.name = "j", .parent = SINEW_NONE};
        pose[i] = (sinew_transform){{i == COUNT ? 0 : i, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}};
        if (i == COUNT) break;
        skin_joints[i].joint = i;
        influences[i] = (sinew_raw_influence){i, 0.5f};
    }
    const float positions[9] = {0};
    const uint32_t start[4] = {0, COUNT, COUNT, COUNT};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, COUNT);
    mesh.joint = COUNT;
    sinew_model *model = make_model_of_mesh(joints, COUNT + 1, &mesh);
    float out[9];
    skin_posed(model, pose, out, NULL);
    assert_close(out[0], 149.5, 1e-3);
    sinew_model_destroy(model);
}

/// Shapes at 0.5 (+1) and 1 (+4): a weight of 0.25 shows half the first, 0.75 half of each; 1.5 goes on along the last
/// line, and -1 along the first: a plain target below 0 is subtracted.
static void morphs_pass_through_their_in_betweens(void **state)
{
    (void)state;
    const sinew_raw_joint joint = {.name = "face", .parent = SINEW_NONE};
    const float positions[9] = {0}, first[3] = {1, 0, 0}, second[3] = {4, 0, 0};
    const int32_t vertex = 0;
    const sinew_raw_shape shapes[2] = {{.full_weight = 0.5f, .vertices = &vertex, .positions = first, .count = 1},
                                       {.full_weight = 1.0f, .vertices = &vertex, .positions = second, .count = 1}};
    const sinew_raw_morph morph = {.name = "smile", .shapes = shapes, .shape_count = 2};
    sinew_raw_mesh mesh = raw_triangle(positions);
    mesh.morphs = &morph;
    mesh.morph_count = 1;
    sinew_model *model = make_model_of_mesh(&joint, 1, &mesh);
    sinew_pose *pose = make_pose(model);
    const float weights[] = {0, 0.25f, 0.5f, 0.75f, 1, 1.5f, -1}, expected[] = {0, 0.5f, 1, 2.5f, 4, 7, -2};
    for (int i = 0; i < 7; ++i) {
        float out[9], scratch[18];
        pose->morph_weights[0] = weights[i];
        sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, out, NULL);
        assert_close(out[0], expected[i], 1e-6);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Two bones at the origin, one unturned, one turned about z, and a vertex with half of each. Linear blending shortens
/// it by cos(45°) for a quarter turn; the dual quaternion keeps its length and turns it half way. A blend weight of
/// 1/4 is 1/4 of the way between.
static void dual_quaternions_keep_volume(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE},
                                      {.name = "a", .parent = SINEW_NONE},
                                      {.name = "b", .parent = SINEW_NONE}};
    const float positions[9] = {1, 0, 0}, normals[9] = {1, 0, 0, 1, 0, 0, 1, 0, 0}, shares[3] = {0.25f, 1, 1};
    const uint32_t start[4] = {0, 2, 2, 2};
    const sinew_raw_influence influences[2] = {{0, 0.5f}, {1, 0.5f}};
    const sinew_raw_skin_joint skin_joints[] = {{.joint = 1}, {.joint = 2}};
    sinew_raw_deformer skin = {.kind = SINEW_DEFORM_SKIN};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, 2);
    mesh.normals = normals;
    mesh.deformers = &skin;
    mesh.deformer_count = 1;
    const sinew_transform pose[3] = {turned_z(0, 0, 0), turned_z(0, 0, 0), turned_z(90, 0, 0)};
    const double linear = 0.5, dual = sqrt(0.5); // both coordinates are equal
    const double expected[4] = {[SINEW_SKIN_LINEAR] = linear,
                                [SINEW_SKIN_RIGID] = linear,
                                [SINEW_SKIN_DUAL_QUATERNION] = dual,
                                [SINEW_SKIN_BLENDED] = linear + 0.25 * (dual - linear)};
    for (uint32_t method = SINEW_SKIN_LINEAR; method <= SINEW_SKIN_BLENDED; ++method) {
        skin.method = method;
        skin.blend_weights = method == SINEW_SKIN_BLENDED ? shares : NULL;
        sinew_model *model = make_model_of_mesh(joints, 3, &mesh);
        float out[9], turned[9];
        skin_posed(model, pose, out, turned);
        assert_close(out[0], expected[method], 1e-6);
        assert_close(out[1], expected[method], 1e-6);
        assert_close(turned[0], sqrt(0.5), 1e-6);
        sinew_model_destroy(model);
    }
}

/// Under one rigid transform every method is that transform; a scale of 2 along with it is kept.
static void methods_agree_under_one_transform(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE}, {.name = "a", .parent = SINEW_NONE}};
    const float positions[9] = {1, 2, 3, -1, 0, 4, 5, -2, 1};
    const uint32_t start[4] = {0, 1, 2, 3};
    const sinew_raw_influence influences[3] = {{0, 1}, {0, 1}, {0, 1}};
    const sinew_raw_skin_joint skin_joint = {.joint = 1};
    sinew_raw_deformer skin = {.kind = SINEW_DEFORM_SKIN};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, &skin_joint, 1);
    mesh.deformers = &skin;
    mesh.deformer_count = 1;
    const sinew_transform pose[2] = {turned_z(0, 0, 0), {{4, 5, 6}, {0.5, -0.5, 0.5, 0.5}, {2, 2, 2}}};
    const sinew_affine map = sinew__affine_from_transform(&pose[1]);
    for (uint32_t method = SINEW_SKIN_LINEAR; method <= SINEW_SKIN_DUAL_QUATERNION; ++method) {
        skin.method = method;
        sinew_model *model = make_model_of_mesh(joints, 2, &mesh);
        float out[9];
        skin_posed(model, pose, out, NULL);
        for (int v = 0; v < 3; ++v) {
            const float *p = positions + v * 3;
            const sinew_vec3 expected =
                sinew__affine_point(&map, (sinew_vec3){(double)p[0], (double)p[1], (double)p[2]});
            assert_close(out[v * 3], expected.x, 1e-5);
            assert_close(out[v * 3 + 1], expected.y, 1e-5);
            assert_close(out[v * 3 + 2], expected.z, 1e-5);
        }
        sinew_model_destroy(model);
    }
}

/// An elbow at (0, 2, 0): joint a rests, joint b is bent about z there. A ring of two points, 1 to either side of the
/// elbow, and half of each joint; and one point above it, at half of each too.
static void skin_elbow(double degrees, sinew_skin_method method, float out[9])
{
    const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE},
                                      {.name = "a", .parent = SINEW_NONE},
                                      {.name = "b", .parent = 1, .rest = turned_z(0, 0, 2)}};
    const float positions[9] = {1, 2, 0, -1, 2, 0, 0, 3, 0};
    const uint32_t start[4] = {0, 2, 4, 6};
    const sinew_raw_influence influences[6] = {{0, 0.5f}, {1, 0.5f}, {0, 0.5f}, {1, 0.5f}, {0, 0.5f}, {1, 0.5f}};
    const sinew_raw_skin_joint skin_joints[] = {{.joint = 1}, {.joint = 2}};
    const sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, 2);
    sinew_model *model = make_model_of_mesh(joints, 3, &mesh);
    sinew_pose *pose = make_pose(model);
    float scratch[128], normals[9];
    for (int32_t i = 0; i < 3; ++i)
        if (model->joints[i].authored_index == 2) {
            pose->local[i] = turned_z(degrees, 0, 2);
            pose->animated[i] = 1;
        }
    sinew_pose_local_to_global(model, pose);
    assert_true(sinew_skin_scratch_floats(model, 0, method) <= 128);
    sinew_skin_mesh(model, 0, method, pose, scratch, out, normals);
    float part[9], part_normals[9];
    sinew_skin_prepare(model, 0, method, pose, scratch);
    sinew_skin_vertex_blocks(model, 0, method, pose, scratch, 0, 1, part, part_normals);
    assert_memory_equal(part, out, sizeof part);
    assert_memory_equal(part_normals, normals, sizeof part_normals);
    sinew_skin_mesh(model, 0, (sinew_skin_method)(SINEW_SKIN_SPHERICAL + 1), pose, NULL, part, NULL); // does nothing
    assert_memory_equal(part, out, sizeof part);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static double width_of(const float points[9])
{
    return hypot((double)(points[3] - points[0]), (double)(points[4] - points[1]));
}

/// Linear skinning averages the rotations by 0° and by θ: the width at the bend is 2 · cos(θ / 2). About the elbow,
/// which both joints agree on, it stays 2, and the point above it turns by θ / 2 at its distance of 1.
static void spherical_skinning_keeps_the_width_of_a_bent_elbow(void **state)
{
    (void)state;
    for (double degrees = -150; degrees <= 150; degrees += 30) {
        const double half = degrees * acos(-1) / 360;
        float linear[9], spherical[9];
        skin_elbow(degrees, SINEW_SKIN_LINEAR, linear);
        skin_elbow(degrees, SINEW_SKIN_SPHERICAL, spherical);
        assert_close(width_of(linear), 2 * cos(half), 1e-5);
        assert_close(width_of(spherical), 2, 1e-5);
        assert_close(spherical[0], cos(half), 1e-5);
        assert_close(spherical[1], 2 + sin(half), 1e-5);
        assert_close(spherical[6], -sin(half), 1e-5);
        assert_close(spherical[7], 2 + cos(half), 1e-5);
    }
}

/// Joints that only move apart have no centre: the mean of their translations, as linear skinning has it. A common
/// rotation of both is that rotation.
static void spherical_skinning_of_translations_is_linear(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE},
                                      {.name = "a", .parent = SINEW_NONE},
                                      {.name = "b", .parent = SINEW_NONE}};
    const float positions[9] = {1, 2, 3, -1, 0, 4, 5, -2, 1};
    const uint32_t start[4] = {0, 2, 4, 6};
    const sinew_raw_influence influences[6] = {{0, 0.25f}, {1, 0.75f}, {0, 1}, {1, 0}, {0, 0.5f}, {1, 0.5f}};
    const sinew_raw_skin_joint skin_joints[] = {{.joint = 1}, {.joint = 2}};
    const sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, 2);
    sinew_model *model = make_model_of_mesh(joints, 3, &mesh);
    sinew_pose *pose = make_pose(model);
    float scratch[128], linear[9], spherical[9];
    for (int is_rotated = 0; is_rotated < 2; ++is_rotated) {
        for (int32_t i = 0; i < 3; ++i) {
            pose->local[i] =
                turned_z(is_rotated ? 70 : 0, model->joints[i].authored_index, 3 * model->joints[i].authored_index);
            pose->animated[i] = 1;
        }
        sinew_pose_local_to_global(model, pose);
        sinew_skin_mesh(model, 0, SINEW_SKIN_LINEAR, pose, scratch, linear, NULL);
        sinew_skin_mesh(model, 0, SINEW_SKIN_SPHERICAL, pose, scratch, spherical, NULL);
        for (int i = 0; i < 9; ++i) assert_close(spherical[i], linear[i], 1e-5);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Scales that are 0, negative, tiny and huge, and opposite rotations: every result is finite.
static void spherical_skinning_is_finite_for_any_pose(void **state)
{
    (void)state;
    const double scales[] = {1, 0, -2, 1e-30, 1e15};
    for (int round = 0; round < 10; ++round) {
        float out[9];
        const sinew_raw_joint joints[] = {{.name = "mesh", .parent = SINEW_NONE},
                                          {.name = "a", .parent = SINEW_NONE},
                                          {.name = "b", .parent = SINEW_NONE}};
        const float positions[9] = {1, 2, 3, -1, 0, 4, 5, -2, 1};
        const uint32_t start[4] = {0, 2, 4, 4};
        const sinew_raw_influence influences[4] = {{0, 0.5f}, {1, 0.5f}, {0, 0.9f}, {1, 0.1f}};
        const sinew_raw_skin_joint skin_joints[] = {{.joint = 1}, {.joint = 2}};
        const sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, 2);
        sinew_model *model = make_model_of_mesh(joints, 3, &mesh);
        sinew_pose *pose = make_pose(model);
        float scratch[128];
        for (int32_t i = 0; i < 3; ++i) {
            const double scale = scales[(round + i) % 5];
            pose->local[i] = turned_z(180 * (i == round % 3), 1, 2);
            pose->local[i].s = (sinew_vec3){scale, scale, scales[round % 5]};
            pose->animated[i] = 1;
        }
        sinew_pose_local_to_global(model, pose);
        sinew_skin_mesh(model, 0, SINEW_SKIN_SPHERICAL, pose, scratch, out, NULL);
        for (int i = 0; i < 9; ++i) assert_true(isfinite(out[i]));
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_example_of_one_bone),
        cmocka_unit_test(worked_example_of_the_strip),
        cmocka_unit_test(normals_turn_by_the_inverse_transpose),
        cmocka_unit_test(tangents_turn_with_the_surface),
        cmocka_unit_test(additive_joints_act_one_after_the_other),
        cmocka_unit_test(any_number_of_influences_counts),
        cmocka_unit_test(dual_quaternions_keep_volume),
        cmocka_unit_test(spherical_skinning_keeps_the_width_of_a_bent_elbow),
        cmocka_unit_test(spherical_skinning_of_translations_is_linear),
        cmocka_unit_test(spherical_skinning_is_finite_for_any_pose),
        cmocka_unit_test(methods_agree_under_one_transform),
        cmocka_unit_test(morphs_pass_through_their_in_betweens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
