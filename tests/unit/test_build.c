/// raw model → block → model: refused raw models, and the blocks of accepted ones.
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/raw_model.h"
#include "sinew/view.h"
#include "support/make_mesh.h"
#include "support/make_model.h"

// ---- wrong input --------------------------------------------------------------------------------------------------

static void assert_refused(const sinew_raw_model *raw, sinew_result result, const char *part_of_message)
{
    sinew_error error = {0};
    void *block = &error; // poisoned: must become NULL
    size_t size = 77;
    assert_int_equal(sinew__raw_model_build(raw, &block, &size, &error), result);
    assert_null(block);
    assert_non_null(strstr(error.message, part_of_message));
}

static void names_what_breaks_a_rule(void **state)
{
    (void)state;
    const sinew_raw_joint backward = {.name = "Hips", .parent = 0};
    assert_refused(&(sinew_raw_model){.joints = &backward, .joint_count = 1}, SINEW_ERROR_INVALID_ARGUMENT, "'Hips'");
    assert_refused(&(sinew_raw_model){.joint_count = 3}, SINEW_ERROR_INVALID_ARGUMENT, "3 joints");

    const sinew_raw_joint root = {.name = "root", .parent = SINEW_NONE};
    const float positions[9] = {0};
    const uint32_t far_corner[3] = {0, 1, 7};
    sinew_raw_mesh mesh = raw_triangle(positions);
    mesh.name = "Body";
    mesh.corner_vertices = far_corner;
    mesh.corner_count = 3;
    sinew_raw_model raw = {.joints = &root, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "'Body'");
    mesh.corner_vertices = NULL;
    mesh.corner_count = 2;
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "corners");
    mesh.corner_count = 0;
    mesh.joint = 5;
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "joint");
    mesh.joint = 0;
    sinew_raw_shape shape = {.count = 1};
    sinew_raw_morph morph = {.shape_count = 1};
    mesh.morphs = &morph;
    mesh.morph_count = 1;
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "a morph without its shapes");
    morph.shapes = &shape;
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "shape without its arrays");
}

static void names_what_breaks_a_rule_in_a_clip(void **state)
{
    (void)state;
    const sinew_raw_joint root = {.name = "root", .parent = SINEW_NONE};

    const sinew_curve_key keys[2] = {{.ticks = 5}, {.ticks = 5}};
    sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {.joint = 0, .curve = {&curve}};
    const sinew_raw_track track = {.node = SINEW_NONE, .key_count = 2};
    sinew_raw_clip clip = {.name = "walk", .channels = &channel, .channel_count = 1};
    const sinew_raw_model raw = {.joints = &root, .joint_count = 1, .clips = &clip, .clip_count = 1};
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "clip 'walk': key times do not rise");
    curve.keys = NULL;
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "a curve's keys are missing");
    clip.channels = NULL;
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "a count without an array");
    clip.channel_count = -1;
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "a count is negative");
    clip = (sinew_raw_clip){.name = "walk", .tracks = &track, .track_count = 1};
    assert_refused(&raw, SINEW_ERROR_INVALID_ARGUMENT, "a track's keys are missing");
}

/// One polygon of all the corners that a count can say; nothing of it is read.
static void names_the_limit_of_corners(void **state)
{
    (void)state;
    const sinew_raw_joint root = {.name = "root", .parent = SINEW_NONE};
    const float position = 0;
    const uint32_t size = INT32_MAX;
    const sinew_raw_mesh mesh = {
        .name = "Body", .positions = &position, .vertex_count = INT32_MAX, .polygon_sizes = &size, .polygon_count = 1};
    assert_refused(&(sinew_raw_model){.joints = &root, .joint_count = 1, .meshes = &mesh, .mesh_count = 1},
                   SINEW_ERROR_LIMIT, "mesh 'Body': 2147483647 corners, the limit is 715827882");
}

static void names_the_limit_of_joints(void **state)
{
    (void)state;
    const int32_t count = 65536;
    sinew_raw_joint *joints = calloc((size_t)count, sizeof *joints);
    assert_non_null(joints);
    for (int32_t i = 0; i < count; ++i) joints[i].parent = SINEW_NONE;
    assert_refused(&(sinew_raw_model){.joints = joints, .joint_count = count}, SINEW_ERROR_LIMIT, "65535");
    sinew_model *model = make_model(&(sinew_raw_model){.joints = joints, .joint_count = count - 1});
    assert_int_equal(model->joint_count, 65535);
    sinew_model_destroy(model);
    free(joints);
}

static void an_empty_model_is_a_model(void **state)
{
    (void)state;
    sinew_model *model = make_model(&(sinew_raw_model){0});
    assert_int_equal(model->joint_count, 0);
    assert_true(model->info->size > 0);
    assert_string_equal(sinew_text(model, model->info->up), "+Y");
    sinew_model_destroy(model);
}

// ---- the size of the character ------------------------------------------------------------------------------------

/// An object 1e5 away, whose kind and flags show that it does not belong to the character.
static sinew_raw_joint far_away(uint32_t kind, uint32_t flags)
{
    return (sinew_raw_joint){.name = "far",
                             .parent = SINEW_NONE,
                             .kind = kind,
                             .flags = flags,
                             .rest = {.t = {1e5, 0, 0}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
}

static double size_of(const sinew_raw_joint *joints, int32_t joint_count, const sinew_raw_mesh *meshes,
                      int32_t mesh_count)
{
    sinew_model *model = make_model(
        &(sinew_raw_model){.joints = joints, .joint_count = joint_count, .meshes = meshes, .mesh_count = mesh_count});
    const double size = model->info->size;
    sinew_model_destroy(model);
    return size;
}

/// 3, 4, 12 and 13 are the sides and the diagonal of a box.
static const float corners_of_13[9] = {0, 0, 0, 3, 4, 0, 0, 0, 12};

static void the_size_is_that_of_the_skinned_meshes(void **state)
{
    (void)state;
    static const uint32_t start[4] = {0, 1, 2, 3};
    static const sinew_raw_influence influences[3] = {{0, 1}, {0, 1}, {0, 1}};
    static const sinew_raw_skin_joint skin_joint = {.joint = 0, .node = SINEW_NONE};
    const sinew_raw_joint joints[] = {{.name = "hips", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE},
                                      far_away(SINEW_JOINT_CAMERA, 0),
                                      far_away(SINEW_JOINT_LIGHT, 0),
                                      far_away(SINEW_JOINT_NULL, SINEW_JOINT_HELPER),
                                      far_away(SINEW_JOINT_BONE, 0)};
    sinew_raw_mesh meshes[2] = {raw_skinned_triangle(corners_of_13, start, influences, &skin_joint, 1),
                                raw_triangle(corners_of_13)};
    assert_close(size_of(joints, 5, meshes, 1), 13, 1e-9);
    meshes[1].joint = 4; // a ground that a bone far away skinning matrices as a whole
    assert_close(size_of(joints, 5, meshes, 2), 13, 1e-9);
}

static void without_skin_the_size_is_that_of_the_skeleton_and_what_hangs_on_it(void **state)
{
    (void)state;
    const sinew_transform elbow = {.t = {0, 3, 4}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    sinew_raw_joint joints[] = {{.name = "shoulder", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE},
                                {.name = "elbow", .parent = 0, .kind = SINEW_JOINT_BONE, .rest = elbow},
                                {.name = "watch", .parent = 0, .kind = SINEW_JOINT_MESH},
                                far_away(SINEW_JOINT_CAMERA, 0),
                                far_away(SINEW_JOINT_LIGHT, 0),
                                far_away(SINEW_JOINT_MESH, 0)};
    sinew_raw_mesh meshes[2] = {raw_triangle(corners_of_13), raw_triangle(corners_of_13)};
    assert_close(size_of(joints, 6, NULL, 0), 5, 1e-9);
    meshes[0].joint = 2;
    meshes[1].joint = 5;
    assert_close(size_of(joints, 6, meshes, 2), 13, 1e-9);
    for (int i = 0; i < 2; ++i) joints[i].kind = SINEW_JOINT_NULL; // a file without bones
    assert_close(size_of(joints, 5, NULL, 0), 5, 1e-9);
    joints[3].flags = joints[4].flags = SINEW_JOINT_HELPER;
    joints[3].kind = joints[4].kind = SINEW_JOINT_NULL;
    assert_close(size_of(joints, 5, NULL, 0), 5, 1e-9);
}

static void without_a_character_the_size_is_that_of_everything(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "light", .parent = SINEW_NONE, .kind = SINEW_JOINT_LIGHT},
                                      far_away(SINEW_JOINT_CAMERA, 0)};
    assert_close(size_of(joints, 2, NULL, 0), 1e5, 1e-6);
    assert_close(size_of(joints, 1, NULL, 0), 1, 0);
}

// ---- joints -------------------------------------------------------------------------------------------------------

/// A deep first branch and a shallow second one: breadth-first puts c before b.
static void joints_are_sorted_breadth_first_and_remember_the_author(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "a", .parent = SINEW_NONE},
                                      {.name = "b1", .parent = 0},
                                      {.name = "b2", .parent = 1},
                                      {.name = "c1", .parent = 0},
                                      {.name = "r", .parent = SINEW_NONE}};
    sinew_model *model = make_model(&(sinew_raw_model){.joints = joints, .joint_count = 5});
    const char *expected[5] = {"a", "r", "b1", "c1", "b2"};
    for (int32_t i = 0; i < 5; ++i) {
        assert_string_equal(sinew_text(model, model->joints[i].name), expected[i]);
        assert_true(model->joints[i].parent < i);
        assert_string_equal(sinew_text(model, model->joints[model->authored_order[i]].name), joints[i].name);
    }
    sinew_model_destroy(model);
}

/// A rest pose of zeros is the identity, whatever their signs.
static void a_joint_without_a_rest_pose_rests_at_its_parent(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "none", .parent = SINEW_NONE},
                                      {.name = "negative", .parent = 0, .rest = {.t = {-0.0, 0, 0}}}};
    sinew_model *model = make_model(&(sinew_raw_model){.joints = joints, .joint_count = 2});
    for (int32_t i = 0; i < 2; ++i) {
        assert_close(model->joints[i].rest.r.w, 1, 0);
        assert_close(model->joints[i].rest.s.x, 1, 0);
    }
    sinew_model_destroy(model);
}

static void names_that_are_no_utf8_become_it(void **state)
{
    (void)state;
    const sinew_raw_joint joint = {.name = "L\xe4ufer", .parent = SINEW_NONE};
    sinew_model *model = make_model(&(sinew_raw_model){.joints = &joint, .joint_count = 1});
    assert_string_equal(sinew_text(model, model->joints[0].name), "L\xef\xbf\xbdufer");
    sinew_model_destroy(model);
}

// ---- meshes -------------------------------------------------------------------------------------------------------

/// Two triangles of a square, one vertex per corner: six corners weld to four vertices when their control points are
/// shared.
static void corners_weld_where_everything_is_equal(void **state)
{
    (void)state;
    const sinew_raw_joint root = {.name = "root", .parent = SINEW_NONE};
    const float positions[18] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0};
    const uint32_t points[6] = {0, 1, 2, 0, 2, 3}, sizes[2] = {3, 3};
    float texcoords[12] = {0, 0, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1};
    sinew_raw_mesh mesh = {.positions = positions,
                           .texcoords = texcoords,
                           .control_points = points,
                           .vertex_count = 6,
                           .polygon_sizes = sizes,
                           .polygon_count = 2,
                           .weld = 1};
    const sinew_raw_model raw = {.joints = &root, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    sinew_model *model = make_model(&raw);
    assert_int_equal(model->vertex_count, 4);
    const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
    assert_memory_equal(model->corner_vertices, corners, sizeof corners);
    assert_close(model->normals[2], 1, 1e-6); // computed: the square faces +z
    sinew_model_destroy(model);

    texcoords[6] = 0.5f; // a seam in the texture keeps the fourth corner apart
    model = make_model(&raw);
    assert_int_equal(model->vertex_count, 5);
    assert_null(model->texcoords2);
    sinew_model_destroy(model);

    float second[12] = {0};
    mesh.texcoords2 = second;
    for (int by_points = 1; by_points >= 0; --by_points) { // another seam, of the fifth corner, in the second set
        mesh.control_points = by_points ? points : NULL;
        second[8] = 0.25f;
        model = make_model(&raw);
        assert_int_equal(model->vertex_count, 6);
        assert_close(model->texcoords2[2 * model->corner_vertices[4]], 0.25, 0);
        assert_close(model->texcoords2[2 * model->corner_vertices[2]], 0, 0);
        sinew_model_destroy(model);
    }
}

/// The usual mapping is left out; the others are sorted by map, the colour's last.
static void only_unusual_texture_mappings_are_kept(void **state)
{
    (void)state;
    const sinew_raw_joint root = {.name = "root", .parent = SINEW_NONE};
    const sinew_raw_texture texture = {.path = "a.png"};
    const sinew_raw_texture_mapping usual = {.wrap = {1, 0}, .scale = {1, 1}}, wrapped = {.scale = {1, 1}},
                                    broken = {.set = 1, .offset = {NAN, 1}, .scale = {3, 3}}, third = {.set = 2};
    sinew_raw_map maps[3] = {{.kind = SINEW_MAP_OCCLUSION, .mapping = &wrapped},
                             {.kind = SINEW_MAP_NORMAL, .mapping = &usual},
                             {.kind = SINEW_MAP_EMISSIVE, .mapping = &broken}};
    const sinew_raw_material materials[2] = {
        {.name = "a", .texture = 0, .wrap = {1, 0}, .mapping = &usual, .maps = maps, .map_count = 3},
        {.name = "b", .texture = SINEW_NONE, .mapping = &broken}};
    const sinew_raw_model raw = {.joints = &root,
                                 .joint_count = 1,
                                 .materials = materials,
                                 .material_count = 2,
                                 .textures = &texture,
                                 .texture_count = 1};
    sinew_model *model = make_model(&raw);
    assert_int_equal(model->texture_mapping_count, 2);
    assert_null(sinew_material_texture_mapping(model, 0, SINEW_MAP_NORMAL));
    assert_null(sinew_material_texture_mapping(model, 0, SINEW_MAP_COUNT));
    assert_null(sinew_material_texture_mapping(model, 1, SINEW_MAP_COUNT)); // without an image
    const sinew_texture_mapping *emissive = sinew_material_texture_mapping(model, 0, SINEW_MAP_EMISSIVE);
    assert_ptr_equal(emissive, &model->texture_mappings[0]);
    assert_int_equal(emissive->set, 1);
    assert_close(emissive->offset[1], 0, 0); // a transform that is not finite is none
    assert_close(emissive->scale[0], 1, 0);
    assert_ptr_equal(sinew_material_texture_mapping(model, 0, SINEW_MAP_OCCLUSION), &model->texture_mappings[1]);
    sinew_model_destroy(model);

    sinew_error error;
    maps[0].mapping = &third;
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_ERROR_INVALID_ARGUMENT);
}

/// A fan about one point, every two neighbouring triangles of it with one colour there: half as many vertices remain in
/// the middle, and each corner is given the first that equals it. Points at the rim are of one triangle each. Points
/// numbered far apart are also welded.
static void a_point_of_many_corners_welds(void **state)
{
    (void)state;
    enum { TRIANGLES = 600, CORNERS = 3 * TRIANGLES };
    static float positions[3 * CORNERS], colors[4 * CORNERS];
    static uint32_t points[CORNERS], sizes[TRIANGLES];
    const sinew_raw_joint root = {.name = "root", .parent = SINEW_NONE};
    for (uint32_t i = 0; i < TRIANGLES; ++i) {
        sizes[i] = 3;
        for (uint32_t k = 0; k < 3; ++k) points[3 * i + k] = k == 0 ? 0 : 2 * i + k;
        colors[12 * i] = (float)(i / 2);
        positions[9 * i + 3] = positions[9 * i + 7] = (float)(i + 1);
    }
    const sinew_raw_mesh mesh = {.positions = positions,
                                 .colors = colors,
                                 .control_points = points,
                                 .vertex_count = CORNERS,
                                 .polygon_sizes = sizes,
                                 .polygon_count = TRIANGLES,
                                 .weld = 1};
    const sinew_raw_model raw = {.joints = &root, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    static const uint32_t spreads[] = {1, 1000000};
    for (size_t s = 0; s < sizeof spreads / sizeof *spreads; ++s) {
        for (uint32_t i = 0; i < CORNERS; ++i) points[i] *= spreads[s];
        sinew_model *model = make_model(&raw);
        assert_int_equal(model->vertex_count, TRIANGLES / 2 + 2 * TRIANGLES);
        for (uint32_t i = 0; i < TRIANGLES; i += 2)
            assert_int_equal(model->corner_vertices[3 * i], model->corner_vertices[3 * i + 3]);
        sinew_model_destroy(model);
    }
}

static void polygons_are_kept_and_drawn_by_material(void **state)
{
    (void)state;
    const sinew_raw_joint root = {.name = "root", .parent = SINEW_NONE};
    const sinew_raw_material materials[2] = {{.name = "skin", .texture = SINEW_NONE},
                                             {.name = "cloth", .texture = SINEW_NONE}};
    const float positions[36] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1,
                                 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6};
    const uint32_t sizes[5] = {4, 3, 1, 2, 2};
    const int32_t polygon_materials[5] = {1, 0, 0, 0, 1};
    const sinew_raw_mesh mesh = {.positions = positions,
                                 .vertex_count = 12,
                                 .polygon_sizes = sizes,
                                 .polygon_count = 5,
                                 .polygon_materials = polygon_materials};
    sinew_model *model = make_model(&(sinew_raw_model){.joints = &root,
                                                       .joint_count = 1,
                                                       .meshes = &mesh,
                                                       .mesh_count = 1,
                                                       .materials = materials,
                                                       .material_count = 2});
    assert_int_equal(model->polygon_count, 5);
    assert_int_equal(model->meshes[0].submesh_count, 2);
    assert_int_equal(model->submeshes[0].material, 1); // the first polygon's
    assert_int_equal(model->submeshes[0].index_count, 6);
    assert_int_equal(model->submeshes[1].index_count, 3);
    assert_int_equal(model->index_count, 9);
    sinew_model_destroy(model);
}

/// Weights 1 and 3 of one vertex become 1/4 and 3/4; a vertex without weights follows the mesh's own joint.
static void weights_are_normalised_and_kept_as_authored(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "body", .parent = SINEW_NONE},
                                      {.name = "a", .parent = SINEW_NONE},
                                      {.name = "b", .parent = SINEW_NONE}};
    const float positions[9] = {0};
    const uint32_t start[4] = {0, 2, 3, 3};
    const sinew_raw_influence influences[3] = {{0, 1.0f}, {1, 3.0f}, {7, 1.0f}};
    const sinew_raw_skin_joint skin_joints[2] = {{.joint = 1}, {.joint = 2}};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, influences, skin_joints, 2);
    mesh.name = "Body";
    sinew_model *model = make_model_of_mesh(joints, 3, &mesh);
    assert_int_equal(model->influence_count, 4);
    assert_close(model->influences[0].weight, 0.25, 1e-7);
    assert_close(model->influences[1].weight, 0.75, 1e-7);
    assert_close(model->influences[1].authored, 3, 0);
    assert_int_equal(model->skin_joints[model->influences[3].skin_joint].joint, 0);
    assert_close(model->influences[3].weight, 1, 0);
    assert_close(model->influences[3].authored, 0, 0); // that there was none stays known
    assert_int_equal(model->skin_joint_count, 3);
    assert_int_equal(model->warning_count, 1); // the influence on a skin_joint that is not there
    assert_string_equal(sinew_text(model, model->warnings[0].code), "I51");
    assert_true(model->joints[1].flags & SINEW_JOINT_DEFORMS);
    assert_false(model->joints[0].flags & SINEW_JOINT_DEFORMS);
    sinew_model_destroy(model);
}

/// FBX "total one" and "additive": the rest of the weights to 1 stays with the mesh; additive ones may be more than 1,
/// and then take from it.
static void link_modes_decide_what_weights_sum_to(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "body", .parent = SINEW_NONE}, {.name = "a", .parent = SINEW_NONE}};
    const float positions[9] = {0};
    const uint32_t start[4] = {0, 1, 1, 1};
    sinew_raw_influence influence = {0, 0.25f};
    const sinew_raw_skin_joint skin_joint = {.joint = 1};
    sinew_raw_deformer skin = {.kind = SINEW_DEFORM_SKIN, .link_mode = SINEW_LINK_TOTAL_ONE};
    sinew_raw_mesh mesh = raw_skinned_triangle(positions, start, &influence, &skin_joint, 1);
    mesh.deformers = &skin;
    mesh.deformer_count = 1;
    const sinew_raw_model raw = {.joints = joints, .joint_count = 2, .meshes = &mesh, .mesh_count = 1};
    sinew_model *model = make_model(&raw);
    assert_close(model->influences[0].weight, 0.25, 0);
    assert_close(model->influences[1].weight, 0.75, 0);
    sinew_model_destroy(model);
    skin.link_mode = SINEW_LINK_ADDITIVE;
    influence.weight = 2;
    model = make_model(&raw);
    assert_int_equal(model->influence_start[1], 2);
    assert_close(model->influences[0].weight, 2, 0);
    assert_close(model->influences[1].weight, -1, 0);
    sinew_model_destroy(model);
}

static void numbers_that_are_not_finite_are_replaced_and_named(void **state)
{
    (void)state;
    const sinew_raw_joint root = {.name = "root", .parent = SINEW_NONE};
    const float positions[9] = {NAN, 0, 0, 1, INFINITY, 0, 0, 1, 0};
    sinew_raw_mesh mesh = raw_triangle(positions);
    mesh.name = "Body";
    sinew_model *model = make_model_of_mesh(&root, 1, &mesh);
    assert_string_equal(sinew_text(model, model->warnings[0].code), "I50");
    assert_string_equal(sinew_text(model, model->warnings[0].object), "Body");
    assert_close(model->positions[0], 0, 0);
    sinew_model_destroy(model);
}

// ---- clips --------------------------------------------------------------------------------------------------------

/// Keys at 0, 1/30 and 1 s on one curve, 1/30 and 2 s on another: four keyframes, two of them of joint b.
static void key_times_are_the_authors(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "a", .parent = SINEW_NONE}, {.name = "b", .parent = 0}};
    const sinew_curve_key first[3] = {{.ticks = 0}, {.ticks = 1539538600}, {.ticks = 46186158000}};
    const sinew_curve_key second[2] = {{.ticks = 1539538600}, {.ticks = 2 * INT64_C(46186158000)}};
    const sinew_raw_curve curves[2] = {{.keys = first, .key_count = 3}, {.keys = second, .key_count = 2}};
    const sinew_raw_channel channels[2] = {
        {.joint = 0, .property = SINEW_CHANNEL_ROTATION, .curve = {NULL, &curves[0]}},
        {.joint = 1, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curves[1]}}};
    const sinew_raw_clip clip = {.name = "walk", .duration = -1, .channels = channels, .channel_count = 2};
    sinew_model *model =
        make_model(&(sinew_raw_model){.joints = joints, .joint_count = 2, .clips = &clip, .clip_count = 1});
    assert_int_equal(model->clips[0].key_time_count, 4);
    assert_close(model->timeline_key_times[1], 1.0 / 30, 1e-9);
    assert_close(model->clips[0].duration, 2, 1e-12);
    assert_int_equal(model->clips[0].animated_joints, 2);
    double times[4];
    assert_int_equal(sinew_clip_key_times(model, 0, 1, times, 4), 2);
    assert_close(times[1], 2, 1e-12);
    sinew_model_destroy(model);
}

/// Two triangles of a unit square in the plane z = 0, which faces +Z.
static void triangles_are_a_rigid_mesh_in_one_color(void **state)
{
    (void)state;
    static const float square[12] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, color[4] = {0.1f, 0.2f, 0.3f, 1};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_from_triangles(square, 4, triangles, 2, color, &model, NULL), SINEW_OK);
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(model->meshes[0].vertex_count, 4);
    assert_int_equal(model->skin_joint_count, 1);
    assert_int_equal(model->material_count, 1);
    assert_memory_equal(model->materials[0].base_color, color, sizeof color);
    for (int32_t i = 0; i < 4; ++i) assert_close(model->normals[3 * i + 2], 1, 1e-6);
    sinew_model_destroy(model);
}

static void triangles_that_are_none_are_refused(void **state)
{
    (void)state;
    static const float corner[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, color[4] = {1, 1, 1, 1};
    static const uint32_t wrong[3] = {0, 1, 3};
    const int32_t counts[][2] = {{0, 1}, {3, 0}, {-1, 1}, {3, -1}, {3, INT32_MAX}};
    sinew_error error = {0};
    sinew_model *model = NULL;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        assert_int_equal(sinew_model_from_triangles(corner, counts[i][0], wrong, counts[i][1], color, &model, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(error.message, "a mesh of "));
    }
    assert_int_equal(sinew_model_from_triangles(corner, 3, wrong, 1, color, &model, &error),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_null(model);
}

/// Three by two points on 4 by 6 units; the plane y = x / 2 + z / 3 has the normal (-1/2, 1, -1/3) / √(49/36) = (-3/7,
/// 6/7, -2/7).
static void heights_are_terrain_around_the_origin(void **state)
{
    (void)state;
    static const float heights[6] = {-2, -1, 0, 0, 1, 2}, color[4] = {1, 1, 1, 1};
    static const float expected[6][3] = {{-2, -2, -3}, {0, -1, -3}, {2, 0, -3}, {-2, 0, 3}, {0, 1, 3}, {2, 2, 3}};
    sinew_model *model = NULL;
    assert_int_equal(sinew_model_from_heights(heights, 3, 2, 4, 6, color, &model, NULL), SINEW_OK);
    assert_int_equal(model->meshes[0].vertex_count, 6);
    assert_int_equal(model->meshes[0].index_count, 4 * 3);
    for (int32_t i = 0; i < 6; ++i) {
        for (int k = 0; k < 3; ++k) assert_close(model->positions[3 * i + k], expected[i][k], 1e-6);
        assert_close(model->normals[3 * i], -3.0 / 7, 1e-5);
        assert_close(model->normals[3 * i + 1], 6.0 / 7, 1e-5);
        assert_close(model->normals[3 * i + 2], -2.0 / 7, 1e-5);
    }
    sinew_model_destroy(model);
}

static void terrain_out_of_range_is_refused(void **state)
{
    (void)state;
    static const float heights[4] = {0}, color[4] = {1, 1, 1, 1};
    const struct {
        int32_t columns, rows;
        double width, depth;
        const char *message;
    } rows[] = {{1, 2, 1, 1, "1 x 2 heights"},
                {2, 4097, 1, 1, "2 x 4097 heights"},
                {INT32_MIN, 2, 1, 1, "heights"},
                {2, 2, 0, 1, "terrain of 0 x 1"},
                {2, 2, 1, (double)NAN, "terrain of 1 x"},
                {2, 2, (double)INFINITY, 1, "terrain of inf"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_error error = {0};
        sinew_model *model = NULL;
        assert_int_equal(sinew_model_from_heights(heights, rows[i].columns, rows[i].rows, rows[i].width, rows[i].depth,
                                                  color, &model, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(error.message, rows[i].message));
        assert_null(model);
    }
}

static void the_same_raw_model_gives_the_same_bytes(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "a", .parent = SINEW_NONE}, {.name = "b", .parent = 0}};
    const sinew_raw_model raw = {.joints = joints, .joint_count = 2};
    void *blocks[2];
    size_t sizes[2];
    for (int i = 0; i < 2; ++i) assert_int_equal(sinew__raw_model_build(&raw, &blocks[i], &sizes[i], NULL), SINEW_OK);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(blocks[0], blocks[1], sizes[0]);
    free(blocks[0]);
    free(blocks[1]);
}

/// Overwrites the joint of a raw model, and its name.
static void spoil(void *user)
{
    sinew_raw_joint *joint = user;
    memset((char *)(uintptr_t)joint->name, 'x', strlen(joint->name));
    memset(joint, 0xaa, sizeof *joint);
}

static void fail_if_called(void *user)
{
    (void)user;
    fail_msg("released on failure");
}

static void a_block_does_not_need_its_raw_model_while_it_is_laid_out(void **state)
{
    (void)state;
    char name[] = "hip";
    sinew_raw_joint joint = {.name = name, .parent = SINEW_NONE};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1};
    void *expected, *block;
    size_t expected_size, size;
    assert_int_equal(sinew__raw_model_build(&raw, &expected, &expected_size, NULL), SINEW_OK);
    assert_int_equal(sinew__raw_model_pack(&raw, spoil, &joint, &block, &size, NULL), SINEW_OK);
    assert_string_equal(name, "xxx");
    assert_int_equal(size, expected_size);
    assert_memory_equal(block, expected, size);
    free(block);
    free(expected);
    const sinew_raw_model damaged = {.joint_count = 1};
    assert_int_equal(sinew__raw_model_pack(&damaged, fail_if_called, NULL, &block, &size, NULL),
                     SINEW_ERROR_INVALID_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_what_breaks_a_rule),
        cmocka_unit_test(names_what_breaks_a_rule_in_a_clip),
        cmocka_unit_test(names_the_limit_of_joints),
        cmocka_unit_test(names_the_limit_of_corners),
        cmocka_unit_test(an_empty_model_is_a_model),
        cmocka_unit_test(the_size_is_that_of_the_skinned_meshes),
        cmocka_unit_test(without_skin_the_size_is_that_of_the_skeleton_and_what_hangs_on_it),
        cmocka_unit_test(without_a_character_the_size_is_that_of_everything),
        cmocka_unit_test(joints_are_sorted_breadth_first_and_remember_the_author),
        cmocka_unit_test(a_joint_without_a_rest_pose_rests_at_its_parent),
        cmocka_unit_test(names_that_are_no_utf8_become_it),
        cmocka_unit_test(corners_weld_where_everything_is_equal),
        cmocka_unit_test(only_unusual_texture_mappings_are_kept),
        cmocka_unit_test(a_point_of_many_corners_welds),
        cmocka_unit_test(polygons_are_kept_and_drawn_by_material),
        cmocka_unit_test(weights_are_normalised_and_kept_as_authored),
        cmocka_unit_test(link_modes_decide_what_weights_sum_to),
        cmocka_unit_test(numbers_that_are_not_finite_are_replaced_and_named),
        cmocka_unit_test(key_times_are_the_authors),
        cmocka_unit_test(triangles_are_a_rigid_mesh_in_one_color),
        cmocka_unit_test(triangles_that_are_none_are_refused),
        cmocka_unit_test(heights_are_terrain_around_the_origin),
        cmocka_unit_test(terrain_out_of_range_is_refused),
        cmocka_unit_test(the_same_raw_model_gives_the_same_bytes),
        cmocka_unit_test(a_block_does_not_need_its_raw_model_while_it_is_laid_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
