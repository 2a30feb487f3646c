/// GLB files of models made in code, brought back by the importer: every vertex, at many times, has the model's
/// position.
#include "author/export/export_writers.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <meshoptimizer.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "sinew/export.h"
#include "sinew/memory.h"
#include "sinew/raw_model.h"
#include "sinew/root_motion.h"
#include "sinew/skin.h"
#include "support/import_text.h"
#include "support/make_model.h"
#include "support/scenes.h"

#define TICKS INT64_C(46186158000) // of FBX, per second

typedef struct glb {
    char *bytes;
    size_t size;
    char notes[2048];
} glb;

static void take_note(void *user, const char *text)
{
    glb *file = user;
    strncat(file->notes, text, sizeof file->notes - strlen(file->notes) - 2);
    strcat(file->notes, "\n");
}

static glb export_model(const sinew_model *model, sinew_export_options options)
{
    glb file = {0};
    sinew_error error;
    options.note = take_note;
    options.user = &file;
    if (sinew__export_glb(model, &options, &file.bytes, &file.size, &error) != SINEW_OK) fail_msg("%s", error.message);
    return file;
}

static uint32_t word_at(const glb *file, size_t offset)
{
    const unsigned char *bytes = (const unsigned char *)file->bytes + offset;
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/// The JSON chunk, terminated; to be freed.
static char *json_of(const glb *file)
{
    const uint32_t size = word_at(file, 12);
    char *json = malloc(size + 1);
    assert_non_null(json);
    memcpy(json, file->bytes + 20, size);
    json[size] = '\0';
    return json;
}

static int count_in(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part)) ++count;
    return count;
}

// ---- poses --------------------------------------------------------------------------------------------------------

/// Vertices of a mesh in world space: [vertex_count × 3], to be freed.
static float *pose_mesh(const sinew_model *model, int32_t mesh, int32_t clip, double time)
{
    const sinew_mesh *item = &model->meshes[mesh];
    float *positions = malloc(((size_t)item->vertex_count * 3 + 1) * sizeof(float));
    float *scratch = malloc((sinew_skin_scratch_floats(model, mesh, SINEW_SKIN_AUTHORED) + 1) * sizeof(float));
    sinew_pose *pose = NULL;
    assert_true(positions && scratch && sinew_pose_create(model, &pose, NULL) == SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, pose);
    sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, pose, scratch, positions, NULL);
    for (int32_t v = 0; v < item->vertex_count; ++v) {
        float *p = positions + (size_t)v * 3;
        const sinew_vec3 point =
            sinew__affine_point(&model->info->root, (sinew_vec3){(double)p[0], (double)p[1], (double)p[2]});
        p[0] = (float)point.x, p[1] = (float)point.y, p[2] = (float)point.z;
    }
    sinew_pose_destroy(pose);
    free(scratch);
    return positions;
}

/// A position of the model in metres, Y up: `z_up` models have Z up and −Y in front, so X Y Z become X Z −Y.
static void to_metres(const sinew_model *model, int z_up, const float *p, double out[3])
{
    const double unit = model->info->unit_cm / 100;
    out[0] = (double)p[0] * unit;
    out[1] = (double)p[z_up ? 2 : 1] * unit;
    out[2] = (double)p[z_up ? 1 : 2] * (z_up ? -unit : unit);
}

/// The largest distance, in metres, of a vertex of the two models in all clips.
static double largest_distance(const sinew_model *model, const sinew_model *back, int z_up)
{
    double largest = 0;
    assert_int_equal(back->mesh_count, model->mesh_count);
    assert_int_equal(back->clip_count, model->clip_count);
    for (int32_t clip = 0; clip < model->clip_count; ++clip) {
        assert_close(back->clips[clip].duration, model->clips[clip].duration, 1e-5);
        for (int i = 0; i <= 100; ++i) {
            const double time = model->clips[clip].duration * i / 100;
            float *expected = pose_mesh(model, 0, clip, time), *actual = pose_mesh(back, 0, clip, time);
            for (int32_t v = 0; v < back->meshes[0].vertex_count; ++v) {
                double a[3], square = 0;
                to_metres(model, z_up, expected + 3 * (size_t)back->control_points[v], a);
                for (int k = 0; k < 3; ++k) square += pow(a[k] - (double)actual[3 * (size_t)v + (size_t)k], 2);
                largest = fmax(largest, sqrt(square));
            }
            free(expected);
            free(actual);
        }
    }
    return largest;
}

/// Exports and brings back; every vertex within the promised 1e-4 of the character's diagonal.
static void assert_file_comes_back(const sinew_model *model, int z_up, const sinew_export_packer *packer)
{
    glb file = export_model(model, (sinew_export_options){.packer = packer});
    sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
    const double size = model->info->size * model->info->unit_cm / 100;
    const double distance = largest_distance(model, back, z_up);
    if (!(distance <= 1e-4 * size)) fail_msg("%s%g of %g", packer ? "compressed: " : "", distance, size);
    sinew_model_destroy(back);
    sinew_free(file.bytes);
}

/// Compressed files, which libmeshoptimizer encodes, keep the same promise.
static void assert_comes_back(const sinew_model *model, int z_up)
{
    static const sinew_export_packer packer = {meshopt_encodeVertexBufferBound, meshopt_encodeVertexBuffer,
                                               meshopt_encodeIndexBufferBound, meshopt_encodeIndexBuffer,
                                               meshopt_optimizeVertexCache};
    meshopt_encodeVertexVersion(0);
    meshopt_encodeIndexVersion(1);
    assert_file_comes_back(model, z_up, NULL);
    assert_file_comes_back(model, z_up, &packer);
}

// ---- models -------------------------------------------------------------------------------------------------------

static const float square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const uint32_t one_quad[] = {4};

/// A cubic curve from 0 s to 2 s with flat ends.
#define CURVE_KEYS(a, b, c)                                                                                            \
    {                                                                                                                  \
        {0, a, 0, 0, 0.3f, 0, SINEW_CUBIC, 0},                                                                         \
            {TICKS, b, -0.3f, -(float)((c) - (a)) * 0.2f, 0.3f, (float)((c) - (a)) * 0.2f, SINEW_CUBIC, 0},            \
        {                                                                                                              \
            2 * TICKS, c, -0.3f, 0, 0, 0, SINEW_LINEAR, 0                                                              \
        }                                                                                                              \
    }

static const sinew_curve_key bend_keys[] = CURVE_KEYS(0, 100, 250), lift_keys[] = CURVE_KEYS(0, 3, -2),
                             swell_keys[] = CURVE_KEYS(1, 2, 0.5);
static const sinew_raw_curve bend = {.keys = bend_keys, .key_count = 3}, lift = {.keys = lift_keys, .key_count = 3},
                             swell = {.keys = swell_keys, .key_count = 3};

/// Three joints with pivots and pre-rotations, the first one is scaled unevenly and the others inherit by `type`;
/// Z up, in inches. A square of vertices with five weights each is 3 units above the last.
static sinew_model *make_chain(sinew_inherit_type type)
{
    static sinew_transform_stack stacks[3];
    static sinew_raw_joint joints[5];
    static const char *const names[] = {"Root", "Middle", "Tip", "Left", "Right"};
    for (int i = 0; i < 5; ++i) {
        joints[i] = (sinew_raw_joint){.name = names[i], .parent = i < 3 ? i - 1 : 2, .node = SINEW_NONE};
        joints[i].rest = (sinew_transform){{i == 3, 1, i == 4}, {0, 0, 0, 1}, {1, 1, 1}};
        if (i >= 3) continue;
        stacks[i] = (sinew_transform_stack){.translation = {0, 2, 0},
                                            .rotation = {10, 20, 30},
                                            .scaling = {1, 1, 1},
                                            .rotation_pivot = {0.5, 0, 0.25},
                                            .pre_rotation = {0, 45, 0},
                                            .scaling_pivot = {0, 1, 0},
                                            .rotation_order = SINEW_ROTATE_ZXY,
                                            .inherit_type = (int32_t)type,
                                            .rotation_active = 1};
        joints[i].stack = &stacks[i];
    }
    stacks[0].inherit_type = SINEW_INHERIT_RSrs;
    const sinew_raw_channel channels[] = {
        {.joint = 0, .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&lift}},
        {.joint = 0,
         .mesh = SINEW_NONE,
         .morph = SINEW_NONE,
         .property = SINEW_CHANNEL_SCALING,
         .value = {1, 1, 1},
         .curve = {NULL, &swell}},
        {.joint = 1,
         .mesh = SINEW_NONE,
         .morph = SINEW_NONE,
         .property = SINEW_CHANNEL_ROTATION,
         .curve = {&bend, &lift}},
        {.joint = 2,
         .mesh = SINEW_NONE,
         .morph = SINEW_NONE,
         .property = SINEW_CHANNEL_ROTATION,
         .curve = {NULL, &bend}},
    };
    const sinew_raw_clip clip = {
        .name = "Take/1\n", .start = 0, .duration = 2, .channels = channels, .channel_count = 4};
    static sinew_raw_influence influences[20];
    static const uint32_t starts[] = {0, 5, 10, 15, 20};
    const sinew_raw_skin_joint skin_joints[] = {{.joint = 0, .node = SINEW_NONE},
                                                {.joint = 1, .node = SINEW_NONE},
                                                {.joint = 2, .node = SINEW_NONE},
                                                {.joint = 3, .node = SINEW_NONE},
                                                {.joint = 4, .node = SINEW_NONE}};
    for (int i = 0; i < 20; ++i) influences[i] = (sinew_raw_influence){i % 5, (float)(1 + (i * 7) % 5)};
    const sinew_raw_mesh mesh = {.name = "Body",
                                 .positions = square,
                                 .vertex_count = 4,
                                 .polygon_sizes = one_quad,
                                 .polygon_count = 1,
                                 .influence_start = starts,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 5};
    return make_model(&(sinew_raw_model){.up = "+Z",
                                         .front = "-Y",
                                         .unit_cm = 2.54,
                                         .fps = 24,
                                         .joints = joints,
                                         .joint_count = 5,
                                         .meshes = &mesh,
                                         .mesh_count = 1,
                                         .clips = &clip,
                                         .clip_count = 1});
}

// ---- tests --------------------------------------------------------------------------------------------------------

static void what_glb_cannot_hold_is_an_error(void **state)
{
    (void)state;
    sinew_model *model = scene_tube_additive(3);
    char *text = (char *)(uintptr_t)0xdede;
    size_t size = 77;
    sinew_error error;
    sinew_export_options options = {0};
    assert_int_equal(sinew__export_glb(model, &options, &text, &size, &error), SINEW_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.message, "has additive weights, unsupported by glTF"));
    assert_null(text);
    assert_int_equal(size, 0);
    sinew_model_destroy(model);
    model = scene_tube(3);
    options = (sinew_export_options){.clips = &(int32_t){1}, .clip_count = 1};
    assert_int_equal(sinew__export_glb(model, &options, &text, &size, &error), SINEW_ERROR_INVALID_ARGUMENT);
    options = (sinew_export_options){.in_place = SINEW_MOTION_GROUND, .in_place_joint = 3};
    assert_int_equal(sinew__export_glb(model, &options, &text, &size, &error), SINEW_ERROR_INVALID_ARGUMENT);
    options = (sinew_export_options){.seconds = 1e-12};
    assert_int_equal(sinew__export_glb(model, &options, &text, &size, &error), SINEW_ERROR_TIMED_OUT);
    assert_null(text);
    sinew_model_destroy(model);
    model = make_model(&(sinew_raw_model){0});
    options = (sinew_export_options){0};
    assert_int_equal(sinew__export_glb(model, &options, &text, &size, &error), SINEW_ERROR_NO_MESH);
    sinew_model_destroy(model);
}

/// Source: the glTF 2.0 specification, chapter 4.
static void a_file_has_two_chunks_of_whole_words(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(3);
    glb file = export_model(model, (sinew_export_options){0});
    assert_memory_equal(file.bytes, "glTF\2\0\0", 8);
    assert_int_equal(word_at(&file, 8), file.size);
    const uint32_t json = word_at(&file, 12);
    assert_int_equal(json % 4, 0);
    assert_memory_equal(file.bytes + 16, "JSON", 4);
    assert_int_equal(word_at(&file, 20 + json) + 28 + json, file.size);
    assert_memory_equal(file.bytes + 24 + json, "BIN\0", 4);
    assert_string_equal(file.notes, "");
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

static void skins_and_morphs_come_back(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(5);
    assert_comes_back(model, 0);
    sinew_model_destroy(model);
}

/// The in-between at 0.5 moves a vertex by 3 along y, the full shape by 1 along x: between frames, the weights of the
/// two targets bend when the curve passes 0.5.
static void in_betweens_come_back_as_two_targets(void **state)
{
    (void)state;
    static const int32_t vertex = 2;
    static const float middle[] = {0, 3, 0}, full[] = {1, 0, 0};
    const sinew_raw_shape shapes[] = {{.full_weight = 0.5f, .vertices = &vertex, .positions = middle, .count = 1},
                                      {.full_weight = 1, .vertices = &vertex, .positions = full, .count = 1}};
    const sinew_raw_morph morph = {.name = "Smile", .shapes = shapes, .shape_count = 2};
    const sinew_raw_mesh mesh = {.name = "Face",
                                 .positions = square,
                                 .vertex_count = 4,
                                 .polygon_sizes = one_quad,
                                 .polygon_count = 1,
                                 .morphs = &morph,
                                 .morph_count = 1};
    const sinew_curve_key keys[] = {{0, 0, 0, 0, 0, 0, SINEW_LINEAR, 0}, {TICKS, 1, 0, 0, 0, 0, SINEW_LINEAR, 0}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {.joint = SINEW_NONE, .property = SINEW_CHANNEL_MORPH_WEIGHT, .curve = {&curve}};
    const sinew_raw_clip clip = {.name = "smile", .duration = 1, .channels = &channel, .channel_count = 1};
    const sinew_raw_joint joint = {.name = "Head", .parent = SINEW_NONE, .node = SINEW_NONE};
    sinew_model *model = make_model(&(sinew_raw_model){.unit_cm = 100,
                                                       .fps = 24,
                                                       .joints = &joint,
                                                       .joint_count = 1,
                                                       .meshes = &mesh,
                                                       .mesh_count = 1,
                                                       .clips = &clip,
                                                       .clip_count = 1});
    glb file = export_model(model, (sinew_export_options){0});
    char *json = json_of(&file);
    assert_int_equal(count_in(json, "[\"Smile_50\",\"Smile\"]"), 1);
    assert_comes_back(model, 0);
    free(json);
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

static void stacks_and_inherited_scales_come_back_in_metres_and_y_up(void **state)
{
    (void)state;
    const sinew_inherit_type types[] = {SINEW_INHERIT_RSrs, SINEW_INHERIT_RrSs, SINEW_INHERIT_Rrs};
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i) {
        sinew_model *model = make_chain(types[i]);
        assert_comes_back(model, 1);
        sinew_model_destroy(model);
    }
}

/// Rrs: the parent's own scale is uneven above the second joint only. RrSs: the scale accumulates down to the last.
static void a_joint_below_an_uneven_scale_has_two_nodes(void **state)
{
    (void)state;
    const struct {
        sinew_inherit_type type;
        int added;
    } cases[] = {{SINEW_INHERIT_RSrs, 1}, {SINEW_INHERIT_Rrs, 2}, {SINEW_INHERIT_RrSs, 3}}; // 1: the skinned mesh
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_model *model = make_chain(cases[i].type);
        glb file = export_model(model, (sinew_export_options){0});
        sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
        char *json = json_of(&file);
        int helpers = 0;
        for (int32_t j = 0; j < back->joint_count; ++j) helpers += (back->joints[j].flags & SINEW_JOINT_HELPER) != 0;
        assert_int_equal(count_in(json, "sinew_added"), cases[i].added);
        assert_int_equal(helpers, cases[i].added);
        assert_int_equal(back->joint_count - helpers, model->joint_count);
        free(json);
        sinew_model_destroy(back);
        sinew_free(file.bytes);
        sinew_model_destroy(model);
    }
}

static void a_fifth_weight_is_in_a_second_set(void **state)
{
    (void)state;
    sinew_model *model = make_chain(SINEW_INHERIT_RSrs);
    glb file = export_model(model, (sinew_export_options){0});
    char *json = json_of(&file);
    assert_int_equal(count_in(json, "\"JOINTS_1\""), 1);
    assert_int_equal(count_in(json, "\"JOINTS_2\""), 0);
    assert_non_null(strstr(file.notes, "mesh 'Body' has up to 5 weights per vertex"));
    free(json);
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

/// Three joints one unit above each other, the last one has no weights: it is bound at twice the unit, so that the
/// bone above it has an end. A locator there is not a bone.
static void a_bone_that_ends_a_chain_is_a_joint_of_the_skin(void **state)
{
    (void)state;
    const sinew_transform up = {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}};
    const sinew_raw_joint joints[] = {
        {.name = "Root",
         .parent = SINEW_NONE,
         .kind = SINEW_JOINT_BONE,
         .node = SINEW_NONE,
         .rest = {{0}, {0, 0, 0, 1}, {1, 1, 1}}},
        {.name = "Tip", .parent = 0, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE, .rest = up},
        {.name = "Tip_end", .parent = 1, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE, .rest = up},
        {.name = "Socket", .parent = 1, .kind = SINEW_JOINT_NULL, .node = SINEW_NONE, .rest = up}};
    const sinew_raw_skin_joint skin_joints[] = {
        {.joint = 0, .node = SINEW_NONE, .inverse_bind = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}},
        {.joint = 1, .node = SINEW_NONE, .inverse_bind = {{{1, 0, 0, 0}, {0, 1, 0, -1}, {0, 0, 1, 0}}}}};
    const sinew_raw_influence influences[] = {{0, 1}, {0, 1}, {1, 1}, {1, 1}};
    const sinew_raw_mesh mesh = {.name = "Body",
                                 .positions = square,
                                 .vertex_count = 4,
                                 .polygon_sizes = one_quad,
                                 .polygon_count = 1,
                                 .influence_start = (const uint32_t[]){0, 1, 2, 3, 4},
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 2};
    sinew_model *model = make_model(
        &(sinew_raw_model){.unit_cm = 100, .joints = joints, .joint_count = 4, .meshes = &mesh, .mesh_count = 1});
    glb file = export_model(model, (sinew_export_options){0});
    char *json = json_of(&file);
    assert_int_equal(count_in(json, "\"joints\":[0,1,2]"), 1);
    sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
    int32_t end;
    assert_int_equal(sinew_model_find_joint(back, "Tip_end", &end, NULL), SINEW_OK);
    assert_true((back->joints[end].flags & SINEW_JOINT_HAS_BIND));
    assert_close(back->joints[end].bind_global.row[1][3], 2, 1e-6);
    assert_close(back->joints[end].bind_global.row[0][3], 0, 1e-6);
    sinew_model_destroy(back);
    sinew_model_destroy(model);
    free(json);
    sinew_free(file.bytes);
}

static void names_come_back_with_slashes_and_control_characters(void **state)
{
    (void)state;
    sinew_model *model = make_chain(SINEW_INHERIT_RSrs);
    glb file = export_model(model, (sinew_export_options){0});
    char *json = json_of(&file);
    assert_int_equal(count_in(json, "\"Take/1\\u000a\""), 1);
    free(json);
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

static void losses_are_noted(void **state)
{
    (void)state;
    sinew_model *model = scene_tube_skinned(3, SINEW_SKIN_DUAL_QUATERNION);
    glb file = export_model(model, (sinew_export_options){0});
    assert_non_null(strstr(file.notes, "dual quaternion skinning is exported as linear skinning\n"));
    sinew_free(file.bytes);
    sinew_model_destroy(model);
    model = scene_hinge();
    file = export_model(model, (sinew_export_options){0});
    assert_non_null(strstr(file.notes, "the geometry cache is left out\n"));
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

/// One line names the kinds of maps, whatever the number of materials; a mesh without texture coordinates shows none.
static void maps_that_are_left_out_are_named_once(void **state)
{
    (void)state;
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, texcoords[6] = {0, 0, 1, 0, 0, 1};
    static const uint32_t size = 3;
    static const int32_t of_material[2] = {0, 1};
    static const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE};
    static const sinew_raw_texture texture = {.path = "maps.png"};
    static const sinew_raw_map maps[6] = {{.kind = SINEW_MAP_EMISSIVE},  {.kind = SINEW_MAP_NORMAL},
                                          {.kind = SINEW_MAP_METALNESS}, {.kind = SINEW_MAP_ROUGHNESS},
                                          {.kind = SINEW_MAP_SPECULAR},  {.kind = SINEW_MAP_OCCLUSION}};
    static const sinew_raw_material materials[2] = {
        // only metalness; only roughness, of a metallic material
        {.name = "skin", .texture = SINEW_NONE, .maps = maps, .map_count = 3},
        {.name = "cloth", .texture = SINEW_NONE, .maps = maps + 3, .map_count = 3, .metalness = 0.5f}};
    for (int has_texcoords = 0; has_texcoords <= 1; ++has_texcoords) {
        sinew_raw_mesh meshes[2];
        for (int i = 0; i < 2; ++i)
            meshes[i] = (sinew_raw_mesh){.name = "m",
                                         .positions = positions,
                                         .texcoords = has_texcoords ? texcoords : NULL,
                                         .vertex_count = 3,
                                         .polygon_sizes = &size,
                                         .polygon_materials = &of_material[i],
                                         .polygon_count = 1};
        const sinew_raw_model raw = {.joints = &joint,
                                     .joint_count = 1,
                                     .meshes = meshes,
                                     .mesh_count = 2,
                                     .materials = materials,
                                     .material_count = 2,
                                     .textures = &texture,
                                     .texture_count = 1};
        sinew_model *model;
        sinew_error error;
        if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
        glb file = export_model(model, (sinew_export_options){0});
        assert_string_equal(file.notes, has_texcoords ? "texture 'maps.png' left out: no image file found\n"
                                                        "maps of materials are left out, because glTF has no place for "
                                                        "them: roughness map, metalness map, specular map\n"
                                                      : "");
        sinew_free(file.bytes);
        sinew_model_destroy(model);
    }
}

/// glTF says at the material whether back faces are drawn. Two meshes have one material, and one of them has two sides;
/// a third has no material, which is drawn from both sides.
static void meshes_keep_their_sides(void **state)
{
    (void)state;
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint32_t size = 3;
    static const int32_t of_material[3] = {0, 0, SINEW_NONE};
    static const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE};
    static const sinew_raw_material material = {.name = "skin", .texture = SINEW_NONE, .base_color = {1, 1, 1, 1}};
    static const char *const names[3] = {"culled", "shown", "bare"};
    sinew_raw_mesh meshes[3];
    for (int i = 0; i < 3; ++i)
        meshes[i] = (sinew_raw_mesh){.name = names[i],
                                     .flags = i == 1 ? SINEW_MESH_TWO_SIDED : 0,
                                     .positions = positions,
                                     .vertex_count = 3,
                                     .polygon_sizes = &size,
                                     .polygon_materials = &of_material[i],
                                     .polygon_count = 1};
    sinew_model *model = make_model(&(sinew_raw_model){.joints = &joint,
                                                       .joint_count = 1,
                                                       .meshes = meshes,
                                                       .mesh_count = 3,
                                                       .materials = &material,
                                                       .material_count = 1});
    glb file = export_model(model, (sinew_export_options){0});
    sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
    assert_int_equal(back->mesh_count, 3);
    assert_int_equal(back->material_count, 3);
    for (int i = 0; i < 3; ++i) {
        const sinew_mesh *mesh = &back->meshes[i];
        const int is_culled = strcmp(sinew_text(back, mesh->name), "culled") == 0;
        assert_int_equal(back->materials[back->submeshes[mesh->first_submesh].material].two_sided, !is_culled);
    }
    sinew_model_destroy(back);
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

/// Factors and maps come back: one image of roughness and metalness, normals, occlusion and emission with their
/// factors.
static void materials_keep_factors_and_maps(void **state)
{
    (void)state;
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, texcoords[6] = {0, 0, 1, 0, 0, 1};
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0};
    static const uint32_t size = 3;
    static const int32_t of_material = 0;
    static const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE};
    static const sinew_raw_texture texture = {
        .path = "maps.png", .format = "png", .bytes = png, .byte_count = sizeof png};
    static const sinew_raw_map maps[5] = {{.kind = SINEW_MAP_NORMAL},
                                          {.kind = SINEW_MAP_ROUGHNESS},
                                          {.kind = SINEW_MAP_METALNESS},
                                          {.kind = SINEW_MAP_EMISSIVE},
                                          {.kind = SINEW_MAP_OCCLUSION}};
    static const sinew_raw_material material = {.name = "skin",
                                                .texture = SINEW_NONE,
                                                .base_color = {1, 1, 1, 1},
                                                .maps = maps,
                                                .map_count = 5,
                                                .roughness = 0.25f,
                                                .metalness = 0.75f,
                                                .normal_scale = 2,
                                                .occlusion_strength = 0.5f,
                                                .emissive = {0.5f, 0.25f, 0}};
    const sinew_raw_mesh mesh = {.name = "m",
                                 .positions = positions,
                                 .texcoords = texcoords,
                                 .vertex_count = 3,
                                 .polygon_sizes = &size,
                                 .polygon_materials = &of_material,
                                 .polygon_count = 1};
    const sinew_raw_model raw = {.joints = &joint,
                                 .joint_count = 1,
                                 .meshes = &mesh,
                                 .mesh_count = 1,
                                 .materials = &material,
                                 .material_count = 1,
                                 .textures = &texture,
                                 .texture_count = 1};
    sinew_model *model;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    glb file = export_model(model, (sinew_export_options){0});
    assert_string_equal(file.notes, "");
    sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
    const sinew_material *read = &back->materials[0];
    assert_float_equal(read->roughness, 0.25f, 1e-6);
    assert_float_equal(read->metalness, 0.75f, 1e-6);
    assert_float_equal(read->normal_scale, 2, 1e-6);
    assert_float_equal(read->occlusion_strength, 0.5f, 1e-6);
    for (int i = 0; i < 3; ++i) assert_float_equal(read->emissive[i], material.emissive[i], 1e-6);
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind)
        assert_int_equal(read->maps[kind] != SINEW_NONE, kind != SINEW_MAP_SPECULAR);
    sinew_model_destroy(back);
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

/// A smaller error needs more keys, and keeps them.
static void the_error_bounds_the_keys(void **state)
{
    (void)state;
    sinew_model *model = make_chain(SINEW_INHERIT_Rrs);
    const double errors[] = {1e-2, 1e-4, 1e-6};
    size_t last = 0;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        glb file = export_model(model, (sinew_export_options){.max_error = errors[i]});
        sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
        const double size = model->info->size * model->info->unit_cm / 100;
        assert_true(largest_distance(model, back, 1) <= errors[i] * size);
        assert_true(file.size > last);
        last = file.size;
        sinew_model_destroy(back);
        sinew_free(file.bytes);
    }
    sinew_model_destroy(model);
}

/// Memory and time are bounded: a curve of more than 2^20 keys is refused before it is sampled.
static void a_curve_of_more_than_a_million_keys_is_refused(void **state)
{
    (void)state;
    enum { COUNT = (1 << 20) + 8 };
    sinew_curve_key *keys = calloc(COUNT, sizeof *keys);
    assert_non_null(keys);
    for (int i = 0; i < COUNT; ++i) keys[i] = (sinew_curve_key){.ticks = i * (TICKS / 1000), .value = i % 7};
    const sinew_raw_curve curve = {.keys = keys, .key_count = COUNT};
    const sinew_raw_channel channel = {.joint = 0, .mesh = SINEW_NONE, .morph = SINEW_NONE, .curve = {&curve}};
    const sinew_raw_clip clip = {.name = "long", .duration = -1, .channels = &channel, .channel_count = 1};
    const sinew_raw_joint joint = {.name = "J", .parent = SINEW_NONE, .node = SINEW_NONE};
    sinew_model *model =
        make_model(&(sinew_raw_model){.joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1});
    char *text;
    size_t size;
    sinew_error error;
    assert_int_equal(sinew__export_glb(model, &(sinew_export_options){0}, &text, &size, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "clip 'long' has more than 1048576 key times");
    assert_null(text);
    free(keys);
    sinew_model_destroy(model);
}

/// Five keys, repeated for a day, would need tens of millions of samples: the export stays small, and says that it is
/// not as exact as it should be.
static void a_repeated_curve_in_a_long_clip_stays_within_the_budget(void **state)
{
    (void)state;
    const sinew_curve_key keys[] = {{.ticks = 0, .value = 0, .interpolation = SINEW_LINEAR},
                                    {.ticks = 3 * TICKS / 10, .value = 4, .interpolation = SINEW_LINEAR},
                                    {.ticks = TICKS / 2, .value = -2, .interpolation = SINEW_LINEAR},
                                    {.ticks = 9 * TICKS / 10, .value = 3, .interpolation = SINEW_LINEAR},
                                    {.ticks = TICKS, .value = 0, .interpolation = SINEW_LINEAR}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 5, .after = SINEW_EXTRAPOLATE_REPEAT, .after_count = -1};
    const sinew_raw_channel channel = {.joint = 0, .mesh = SINEW_NONE, .morph = SINEW_NONE, .curve = {&curve}};
    const sinew_raw_clip clip = {.name = "day", .duration = 86400, .channels = &channel, .channel_count = 1};
    const sinew_raw_joint joint = {.name = "J", .parent = SINEW_NONE, .node = SINEW_NONE};
    sinew_model *model = make_model(&(sinew_raw_model){
        .unit_cm = 100, .fps = 30, .joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1});
    glb file = export_model(model, (sinew_export_options){0});
    assert_true(file.size < 32u << 20);
    assert_string_equal(file.notes, "clip 'day' changes too often for its length: between keys it may be off by more "
                                    "than 0.0001 of the character\n");
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

/// A joint that jumps from 0 to 8 at 1 s: just before it is at 0, from then on at 8.
/// Two seconds at 10 frames per second are 21 keys of each track that moves; at these, every vertex has the author's
/// position.
static void keys_of_a_rate_are_its_frames(void **state)
{
    (void)state;
    sinew_model *model = make_chain(SINEW_INHERIT_RSrs);
    glb file = export_model(model, (sinew_export_options){.fps = 10});
    sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
    for (int32_t i = 0; i < back->track_count; ++i) {
        assert_int_equal(back->tracks[i].interpolation, SINEW_LINEAR);
        if (back->tracks[i].key_count > 1) assert_int_equal(back->tracks[i].key_count, 21);
    }
    for (int i = 0; i <= 20; ++i) {
        float *expected = pose_mesh(model, 0, 0, i / 10.0), *actual = pose_mesh(back, 0, 0, i / 10.0);
        for (int32_t v = 0; v < back->meshes[0].vertex_count; ++v) {
            double a[3];
            to_metres(model, 1, expected + 3 * (size_t)back->control_points[v], a);
            for (int k = 0; k < 3; ++k) assert_close((double)actual[3 * (size_t)v + (size_t)k], a[k], 1e-5);
        }
        free(expected);
        free(actual);
    }
    sinew_model_destroy(back);
    sinew_model_destroy(model);
    sinew_free(file.bytes);
}

static void a_stepped_curve_jumps_at_its_key(void **state)
{
    (void)state;
    const sinew_curve_key keys[] = {{0, 0, 0, 0, 0, 0, SINEW_STEP, 0}, {TICKS, 8, 0, 0, 0, 0, SINEW_STEP, 0}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {.joint = 0, .mesh = SINEW_NONE, .morph = SINEW_NONE, .curve = {&curve}};
    const sinew_raw_clip clip = {.duration = 2, .channels = &channel, .channel_count = 1};
    const sinew_raw_joint joint = {.name = "J", .parent = SINEW_NONE, .node = SINEW_NONE};
    sinew_model *model = make_model(&(sinew_raw_model){
        .unit_cm = 100, .fps = 30, .joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1});
    glb file = export_model(model, (sinew_export_options){0});
    sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(back, &pose, NULL), SINEW_OK);
    sinew_pose_evaluate(back, SINEW_ENGINE_EXACT, 0, 1 - 1e-6, pose);
    assert_close(pose->global[0].row[0][3], 0, 1e-6);
    sinew_pose_evaluate(back, SINEW_ENGINE_EXACT, 0, 1, pose);
    assert_close(pose->global[0].row[0][3], 8, 1e-6);
    assert_int_equal(back->tracks[back->clips[0].first_track].key_count, 4);
    sinew_pose_destroy(pose);
    sinew_model_destroy(back);
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

/// A clip from 80/24 s to 100/24 s, which no float is, of a joint that jumps to 8 at its end.
static void a_jump_at_the_end_of_a_clip_is_kept(void **state)
{
    (void)state;
    const int64_t frame = TICKS / 24;
    const sinew_curve_key keys[] = {{80 * frame, 0, 0, 0, 0, 0, SINEW_STEP, 0},
                                    {100 * frame, 8, 0, 0, 0, 0, SINEW_STEP, 0}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {.joint = 0, .mesh = SINEW_NONE, .morph = SINEW_NONE, .curve = {&curve}};
    const sinew_raw_clip clip = {
        .start = 80 / 24.0, .duration = 100 / 24.0 - 80 / 24.0, .channels = &channel, .channel_count = 1};
    const sinew_raw_joint joint = {.name = "J", .parent = SINEW_NONE, .node = SINEW_NONE};
    sinew_model *model = make_model(&(sinew_raw_model){
        .unit_cm = 100, .fps = 24, .joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1});
    glb file = export_model(model, (sinew_export_options){0});
    sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(back, &pose, NULL), SINEW_OK);
    sinew_pose_evaluate(back, SINEW_ENGINE_EXACT, 0, back->clips[0].duration, pose);
    assert_close(pose->global[0].row[0][3], 8, 1e-6);
    sinew_pose_evaluate(back, SINEW_ENGINE_EXACT, 0, back->clips[0].duration - 1e-6, pose);
    assert_close(pose->global[0].row[0][3], 0, 1e-6);
    sinew_pose_destroy(pose);
    sinew_model_destroy(back);
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

/// The root goes 3 units up and 2 below its start; in place along the up axis it keeps its first position.
static void in_place_removes_the_root_motion(void **state)
{
    (void)state;
    sinew_model *model = make_chain(SINEW_INHERIT_RSrs);
    glb file = export_model(model, (sinew_export_options){.in_place = SINEW_MOTION_GROUND, .in_place_joint = 0});
    sinew_model *back = import_bytes("x.glb", file.bytes, file.size);
    sinew_pose *pose;
    const int32_t root = joint_index(back, "Root");
    assert_int_equal(sinew_pose_create(back, &pose, NULL), SINEW_OK);
    sinew_pose_evaluate(back, SINEW_ENGINE_EXACT, 0, 0, pose);
    const double x = pose->global[root].row[0][3], z = pose->global[root].row[2][3];
    for (double time = 0; time <= 2; time += 0.25) {
        sinew_pose_evaluate(back, SINEW_ENGINE_EXACT, 0, time, pose);
        assert_close(pose->global[root].row[0][3], x, 1e-4);
        assert_close(pose->global[root].row[2][3], z, 1e-4);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(back);
    sinew_free(file.bytes);
    sinew_model_destroy(model);
}

/// Of the calls of a progress callback.
typedef struct reports {
    size_t count, done, total;
} reports;

static void take_report(void *user, size_t done, size_t total)
{
    reports *taken = user;
    assert_int_equal(done, taken->done + 1);
    if (taken->count++) assert_int_equal(total, taken->total);
    taken->done = done;
    taken->total = total;
}

/// A tube has a mesh, three joints and one clip: four parts of a glb. Five frames are as many parts of a table, and
/// twice as many of a bvh, which first finds the joints that move.
static void every_format_of_clips_reports_its_parts(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t parts;
    } formats[] = {{"glb", 4}, {"csv", 5}, {"jsonl", 5}, {"bvh", 10}};
    static const double times[] = {0, 0.25, 0.5, 0.75, 1};
    sinew_model *model = scene_tube(3);
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; ++i) {
        reports taken = {0};
        const sinew_export_options options = {.times = times, .time_count = 5, .progress = take_report, .user = &taken};
        char *text;
        size_t size;
        assert_int_equal(sinew_export(model, formats[i].name, &options, (uint8_t **)&text, &size, NULL), SINEW_OK);
        assert_int_equal(taken.count, formats[i].parts);
        assert_int_equal(taken.total, formats[i].parts);
        sinew_free(text);
    }
    sinew_model_destroy(model);
}

/// A joint and four clips: one without any key, two that move, the second one is the default, and a pose of one
/// key.
static sinew_model *make_takes(int with_keys)
{
    static const sinew_track_key keys[2] = {{.time = 0}, {.time = 1, .value = {1, 0, 0}}};
    const sinew_raw_joint joint = {.name = "Hips", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    sinew_raw_track tracks[3];
    sinew_raw_clip clips[4] = {{.name = "Take 001", .duration = 1},
                               {.name = "idle", .duration = 1, .tracks = &tracks[0]},
                               {.name = "walk", .duration = 1, .tracks = &tracks[1], .is_default = 1},
                               {.name = "pose", .duration = -1, .tracks = &tracks[2]}};
    for (int i = 0; i < 3; ++i) {
        tracks[i] = (sinew_raw_track){.joint = 0,
                                      .node = SINEW_NONE,
                                      .mesh = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = SINEW_TRACK_TRANSLATION,
                                      .keys = i == 2 ? keys + 1 : keys,
                                      .key_count = i == 2 ? 1 : 2,
                                      .interpolation = SINEW_LINEAR};
        clips[i + 1].track_count = with_keys;
    }
    return make_model(
        &(sinew_raw_model){.unit_cm = 100, .joints = &joint, .joint_count = 1, .clips = clips, .clip_count = 4});
}

/// Exports the takes; the model that comes back is the caller's.
static sinew_model *export_takes(int with_keys, const int32_t *clips, int32_t count, const char *expected_notes)
{
    sinew_model *model = make_takes(with_keys);
    glb file = export_model(model, (sinew_export_options){.clips = clips, .clip_count = count});
    assert_string_equal(file.notes, expected_notes);
    sinew_model *back = import_bytes("takes.glb", file.bytes, file.size);
    sinew_free(file.bytes);
    sinew_model_destroy(model);
    return back;
}

static void an_empty_take_is_left_out_and_the_default_clip_comes_first(void **state)
{
    (void)state;
    static const char *const names[] = {"walk", "idle", "pose"};
    sinew_model *back = export_takes(1, NULL, 0, "clip 'Take 001' has no keys and is left out\n");
    assert_int_equal(back->clip_count, 3);
    for (int i = 0; i < 3; ++i) assert_string_equal(sinew_text(back, back->clips[i].name), names[i]);
    sinew_model_destroy(back);
    back = export_takes(1, (const int32_t[]){0, 1}, 2, ""); // asked for by name
    assert_int_equal(back->clip_count, 2);
    assert_string_equal(sinew_text(back, back->clips[0].name), "Take 001");
    sinew_model_destroy(back);
    back = export_takes(0, NULL, 0, ""); // no clip has a key
    assert_int_equal(back->clip_count, 4);
    sinew_model_destroy(back);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_take_is_left_out_and_the_default_clip_comes_first),
        cmocka_unit_test(every_format_of_clips_reports_its_parts),
        cmocka_unit_test(what_glb_cannot_hold_is_an_error),
        cmocka_unit_test(a_file_has_two_chunks_of_whole_words),
        cmocka_unit_test(skins_and_morphs_come_back),
        cmocka_unit_test(in_betweens_come_back_as_two_targets),
        cmocka_unit_test(stacks_and_inherited_scales_come_back_in_metres_and_y_up),
        cmocka_unit_test(a_joint_below_an_uneven_scale_has_two_nodes),
        cmocka_unit_test(a_fifth_weight_is_in_a_second_set),
        cmocka_unit_test(a_bone_that_ends_a_chain_is_a_joint_of_the_skin),
        cmocka_unit_test(names_come_back_with_slashes_and_control_characters),
        cmocka_unit_test(losses_are_noted),
        cmocka_unit_test(maps_that_are_left_out_are_named_once),
        cmocka_unit_test(meshes_keep_their_sides),
        cmocka_unit_test(materials_keep_factors_and_maps),
        cmocka_unit_test(the_error_bounds_the_keys),
        cmocka_unit_test(keys_of_a_rate_are_its_frames),
        cmocka_unit_test(a_stepped_curve_jumps_at_its_key),
        cmocka_unit_test(a_curve_of_more_than_a_million_keys_is_refused),
        cmocka_unit_test(a_repeated_curve_in_a_long_clip_stays_within_the_budget),
        cmocka_unit_test(a_jump_at_the_end_of_a_clip_is_kept),
        cmocka_unit_test(in_place_removes_the_root_motion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
