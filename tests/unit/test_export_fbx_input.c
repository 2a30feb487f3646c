// Models that FBX cannot store unchanged: images that are elsewhere, names of any
// bytes, as many joints as there can be, clips of days.
#include "author/export/export_writers.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/export.h"
#include "sinew/memory.h"
#include "sinew/pose.h"
#include "sinew/raw_model.h"

static char notes[4096];

static void take_note(void *user, const char *text)
{
    (void)user;
    const size_t length = strlen(notes);
    snprintf(notes + length, sizeof notes - length, "%s\n", text);
}

typedef sinew_result write(const sinew_model *, const sinew_export_options *, char **, size_t *, sinew_error *);

/// Returns a model after it was written and read, with the notes in `notes`; the caller destroys it.
static sinew_model *again(const sinew_model *model, write *as, sinew_export_options options)
{
    char *text;
    size_t size;
    sinew_error error;
    notes[0] = '\0';
    options.note = take_note;
    if (as(model, &options, &text, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    sinew_model *out = import_bytes("out.fbx", text, size);
    sinew_free(text);
    return out;
}

static write *const both[] = {sinew__export_fbx, sinew__export_fbx_ascii};

// ---- images ---------------------------------------------------------------------------------------------------------

// The first bytes of a PNG, and others that text cannot hold.
static const unsigned char inside[] = "\x89PNG\r\n\x1a\n\0\"&quot;", found[] = "\xff\xd8\xff\0found";

/// A square with three textures: one embedded, one whose file the caller has, one that is missing.
static sinew_model *textured_model(void)
{
    static const float square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, texcoords[] = {0, 0, 1, 0, 1, 1, 0, 1};
    static const uint32_t one_quad[] = {4};
    static const int32_t material = 0;
    const sinew_raw_texture textures[] = {
        {.path = "skin", .format = "png", .bytes = inside, .byte_count = sizeof inside},
        {.path = "maps\\normal.jpg"},
        {.path = "lost.png"}};
    static const sinew_raw_map maps[] = {{.kind = SINEW_MAP_NORMAL, .texture = 1},
                                         {.kind = SINEW_MAP_EMISSIVE, .texture = 2}};
    const sinew_raw_material surface = {.name = "Skin", .texture = 0, .maps = maps, .map_count = 2};
    const sinew_raw_mesh mesh = {.name = "Face",
                                 .positions = square,
                                 .texcoords = texcoords,
                                 .vertex_count = 4,
                                 .polygon_sizes = one_quad,
                                 .polygon_materials = &material,
                                 .polygon_count = 1};
    const sinew_raw_joint joint = {.name = "Head", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.unit_cm = 1,
                                 .joints = &joint,
                                 .joint_count = 1,
                                 .meshes = &mesh,
                                 .mesh_count = 1,
                                 .materials = &surface,
                                 .material_count = 1,
                                 .textures = textures,
                                 .texture_count = 3};
    sinew_model *model;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

/// The image of a texture that is inside a model has these bytes; with a size of 0 it is not inside.
static void assert_image(const sinew_model *model, int32_t texture, const char *path, const void *bytes, size_t size)
{
    assert_in_range(texture, 0, model->texture_count - 1);
    const sinew_texture *item = &model->textures[texture];
    assert_string_equal(sinew_text(model, item->path), path);
    assert_int_equal(item->byte_count, size);
    if (size) assert_memory_equal(model->image_bytes + item->first_byte, bytes, size);
}

static const struct {
    uint32_t textures;
    int has_files; ///< the caller gives images
    size_t inside, found;
    const char *notes;
} image_cases[] = {
    {SINEW_TEXTURES_AS_AUTHORED, 0, sizeof inside, 0, ""},
    {SINEW_TEXTURES_AS_AUTHORED, 1, sizeof inside, 0, "texture 'lost.png' is linked, but no image file is found\n"},
    {SINEW_TEXTURES_EMBEDDED, 1, sizeof inside, sizeof found, "texture 'lost.png' is linked: no image file found\n"},
    {SINEW_TEXTURES_EMBEDDED, 0, sizeof inside, 0,
     "texture 'maps/normal.jpg' is linked: no image file found\ntexture 'lost.png' is linked: no image file found\n"},
    {SINEW_TEXTURES_LINKED, 1, 0, 0,
     "texture 'skin.png' is linked, but only the source contains its image\n"
     "texture 'lost.png' is linked, but no image file is found\n"},
};

static void images_are_where_the_options_say(void **state)
{
    (void)state;
    const sinew_export_image files[] = {{0}, {.bytes = found, .size = sizeof found}, {0}};
    sinew_model *model = textured_model();
    for (size_t i = 0; i < 2 * sizeof image_cases / sizeof *image_cases; ++i) {
        const size_t at = i / 2;
        sinew_model *read = again(model, both[i % 2],
                                  (sinew_export_options){.textures = image_cases[at].textures,
                                                         .images = image_cases[at].has_files ? files : NULL});
        assert_string_equal(notes, image_cases[at].notes);
        assert_int_equal(read->material_count, 1);
        const sinew_material *surface = &read->materials[0];
        assert_image(read, surface->texture, "skin.png", inside, image_cases[at].inside);
        assert_image(read, surface->maps[SINEW_MAP_NORMAL], "maps/normal.jpg", found, image_cases[at].found);
        assert_image(read, surface->maps[SINEW_MAP_EMISSIVE], "lost.png", NULL, 0);
        sinew_model_destroy(read);
    }
    sinew_model_destroy(model);
}

/// If the caller has the images of the exported file, the authored paths do not count.
static void linked_images_have_the_paths_of_the_caller(void **state)
{
    (void)state;
    const sinew_export_image files[] = {
        {.path = "out/skin copy.png"}, {.bytes = found, .size = sizeof found, .path = "../n.jpg"}, {0}};
    sinew_model *model = textured_model();
    sinew_model *read =
        again(model, sinew__export_fbx, (sinew_export_options){.textures = SINEW_TEXTURES_LINKED, .images = files});
    const sinew_material *surface = &read->materials[0];
    assert_string_equal(notes, "texture 'lost.png' is linked, but no image file is found\n");
    assert_image(read, surface->texture, "out/skin copy.png", NULL, 0);
    assert_image(read, surface->maps[SINEW_MAP_NORMAL], "../n.jpg", NULL, 0);
    assert_image(read, surface->maps[SINEW_MAP_EMISSIVE], "lost.png", NULL, 0);
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

static void an_image_that_is_too_large_is_named(void **state)
{
    (void)state;
    // Two gigabytes of a file are requested, and no byte is read.
    const sinew_export_image files[] = {{0}, {.bytes = found, .size = (size_t)1 << 31}, {.size = 1}};
    sinew_model *model = textured_model();
    sinew_model *read =
        again(model, sinew__export_fbx, (sinew_export_options){.textures = SINEW_TEXTURES_EMBEDDED, .images = files});
    assert_string_equal(notes, "texture 'maps/normal.jpg' is linked: its image file is too large\n"
                               "texture 'lost.png' is linked: its image file is too large\n");
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

// ---- names ----------------------------------------------------------------------------------------------------------

static sinew_model *model_of_joints(const sinew_raw_joint *joints, int32_t count)
{
    const sinew_raw_model raw = {.unit_cm = 1, .fps = 24, .joints = joints, .joint_count = count};
    sinew_model *model;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

static const char *authored_name(const sinew_model *model, int32_t i)
{
    return sinew_text(model, model->joints[model->authored_order[i]].name);
}

/// Control characters, bytes that are no UTF-8, quotation marks, what separates and escapes names in either format.
static void names_of_any_bytes_come_back(void **state)
{
    (void)state;
    static const char *const names[] = {
        "",   "\x01\x02\x1f\x7f", "\xff\xfe\x80", "\xc3",         "say \"it\"", "a\nb\r\tc", "Model::",
        "::", "a::b::Model",      "\x01Model",    "; no comment", "{ } , * :",  "\\",        "%s%n"};
    enum { COUNT = sizeof names / sizeof *names };
    sinew_raw_joint joints[COUNT] = {{0}};
    for (int i = 0; i < COUNT; ++i)
        joints[i] = (sinew_raw_joint){.name = names[i], .parent = i - 1, .node = SINEW_NONE};
    joints[0].parent = SINEW_NONE;
    sinew_model *model = model_of_joints(joints, COUNT);
    for (int i = 0; i < 2; ++i) {
        sinew_model *read = again(model, both[i], (sinew_export_options){0});
        assert_int_equal(read->joint_count, COUNT);
        for (int32_t k = 0; k < COUNT; ++k) assert_string_equal(authored_name(read, k), authored_name(model, k));
        sinew_model_destroy(read);
    }
    sinew_model_destroy(model);
}

/// three.js drops the characters [].:/ of names, takes blanks for underscores, and animates the first object that has
/// the name. Numbers are the joints', 11 larger if that name is taken: there are 11 joints.
static void names_that_programs_take_for_one_get_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *name, *written;
    } cases[] = {{"Arm", "Arm"},       {"Arm", "Arm_1"},   {"A:rm", "A:rm_24"}, {"Arm_2", "Arm_2"},
                 {"Le g", "Le g"},     {"Le_g", "Le_g_5"}, {"[]", "[]"},        {"..", ".._7"},
                 {"Arm_13", "Arm_13"}, {"Arm_9", "Arm_9"}, {"Other", "Other"}};
    enum { COUNT = sizeof cases / sizeof *cases };
    sinew_raw_joint joints[COUNT] = {{0}};
    for (int i = 0; i < COUNT; ++i)
        joints[i] = (sinew_raw_joint){.name = cases[i].name, .parent = i - 1, .node = SINEW_NONE};
    joints[0].parent = SINEW_NONE;
    sinew_model *model = model_of_joints(joints, COUNT);
    sinew_model *read = again(model, sinew__export_fbx, (sinew_export_options){.curves = SINEW_CURVES_PORTABLE});
    for (int32_t k = 0; k < COUNT; ++k) assert_string_equal(authored_name(read, k), cases[k].written);
    assert_string_equal(notes, "4 joints get a number in their names, which others have too\n");
    sinew_model_destroy(read);
    read = again(model, sinew__export_fbx, (sinew_export_options){0});
    for (int32_t k = 0; k < COUNT; ++k) assert_string_equal(authored_name(read, k), cases[k].name);
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

/// A mesh that has the name of a joint would be animated instead of it.
static void meshes_do_not_take_the_names_of_joints(void **state)
{
    (void)state;
    static const float triangle[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    static const uint32_t size = 3;
    const sinew_raw_mesh mesh = {.name = "Shape",
                                 .object = "Arm",
                                 .positions = triangle,
                                 .vertex_count = 3,
                                 .polygon_sizes = &size,
                                 .polygon_count = 1};
    const sinew_raw_joint joints[] = {{.name = "Head", .parent = SINEW_NONE, .node = SINEW_NONE},
                                      {.name = "Arm", .parent = 0, .node = SINEW_NONE}};
    const sinew_raw_model raw = {
        .unit_cm = 1, .fps = 24, .joints = joints, .joint_count = 2, .meshes = &mesh, .mesh_count = 1};
    sinew_model *model;
    assert_int_equal(sinew_model_from_raw(&raw, &model, NULL), SINEW_OK);
    sinew_model *read = again(model, sinew__export_fbx, (sinew_export_options){.curves = SINEW_CURVES_PORTABLE});
    int32_t named = 0;
    for (int32_t i = 0; i < read->joint_count; ++i) named += strcmp(authored_name(read, i), "Arm") == 0;
    assert_int_equal(named, 1);
    assert_int_equal(read->joints[joint_index(read, "Arm")].kind, SINEW_JOINT_NULL);
    assert_int_equal(read->joints[joint_index(read, "Arm_2")].kind, SINEW_JOINT_MESH);
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

/// As many joints as a model can have, nearly all of one name.
static void the_largest_skeleton_is_written(void **state)
{
    (void)state;
    enum { COUNT = 65535, CHAIN = 1000 };
    sinew_raw_joint *joints = calloc(COUNT, sizeof *joints);
    assert_non_null(joints);
    for (int32_t i = 0; i < COUNT; ++i)
        joints[i] = (sinew_raw_joint){
            .name = i < CHAIN ? "chain" : "leaf", .parent = i < CHAIN ? i - 1 : CHAIN - 1, .node = SINEW_NONE};
    joints[0].parent = SINEW_NONE;
    sinew_model *model = model_of_joints(joints, COUNT);
    free(joints);
    for (int i = 0; i < 2; ++i) {
        sinew_model *read = again(model, both[i], (sinew_export_options){.curves = (uint32_t)i});
        assert_int_equal(read->joint_count, COUNT);
        assert_string_equal(authored_name(read, COUNT - 1), i ? "leaf_65534" : "leaf");
        assert_int_equal(read->mesh_count, 0);
        assert_int_equal(read->clip_count, 0);
        sinew_model_destroy(read);
    }
    sinew_model_destroy(model);
}

// ---- clips ----------------------------------------------------------------------------------------------------------

static const int64_t second = INT64_C(46186158000);

enum { MAX_MOVING = 16 };

/// Joints that go from x = 1 at 0 s to 4 at 1 s and 2 at 3 s, in a clip that begins `start` seconds from there; each
/// has a child, which rests.
static sinew_model *moving_joints(int32_t count, double start, uint32_t before)
{
    sinew_raw_joint joints[2 * MAX_MOVING];
    sinew_raw_channel channels[MAX_MOVING];
    const sinew_curve_key keys[] = {{0, 1, 0, 0, 0, 0, SINEW_LINEAR, 0},
                                    {second, 4, 0, 0, 0, 0, SINEW_LINEAR, 0},
                                    {3 * second, 2, 0, 0, 0, 0, SINEW_LINEAR, 0}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 3, .before = before, .before_count = -1};
    for (int32_t i = 0; i < count; ++i) {
        channels[i] = (sinew_raw_channel){
            .joint = 2 * i, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curve}};
        joints[2 * i] = (sinew_raw_joint){.name = "Root", .parent = SINEW_NONE, .node = SINEW_NONE};
        joints[2 * i + 1] = (sinew_raw_joint){
            .name = "Tip", .parent = 2 * i, .node = SINEW_NONE, .rest = {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
    }
    const sinew_raw_clip clip = {
        .name = "go", .start = start, .duration = 4 - start, .channels = channels, .channel_count = count};
    const sinew_raw_model raw = {
        .unit_cm = 1, .fps = 24, .joints = joints, .joint_count = 2 * count, .clips = &clip, .clip_count = 1};
    sinew_model *model;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

static sinew_model *moving_model(double start, uint32_t before)
{
    return moving_joints(1, start, before);
}

/// Compares the x of the tip with {time of the timeline, x} of each row.
static void assert_path(const sinew_model *model, double start, const double (*expected)[2], size_t count)
{
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    for (size_t i = 0; i < count; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, expected[i][0] - start, pose);
        assert_close(pose->global[1].row[0][3], expected[i][1], 1e-6);
    }
    sinew_pose_destroy(pose);
}

/// Some files have a clip that begins two days before its first key; one key per frame would be four million keys.
static void frames_before_all_keys_need_no_keys(void **state)
{
    (void)state;
    static const double start = -1.67e5,
                        expected[][2] = {{-1.67e5, 1}, {-1e5, 1}, {0, 1}, {0.5, 2.5}, {1, 4}, {2, 3}, {3, 2}, {4, 2}};
    sinew_model *model = moving_model(start, SINEW_EXTRAPOLATE_HOLD);
    for (int portable = 0; portable < 2; ++portable) {
        sinew_model *read = again(model, sinew__export_fbx, (sinew_export_options){.curves = (uint32_t)portable});
        assert_int_equal(read->clip_count, 1);
        assert_close(read->clips[0].duration, 4 - start, 1e-6);
        assert_in_range(read->curves[0].key_count, 3, 80);
        assert_path(read, start, expected, sizeof expected / sizeof *expected);
        sinew_model_destroy(read);
    }
    sinew_model_destroy(model);
}

/// The first key of the clip is before the curve's first key, and the last one after it; or the clip has three million
/// frames, and times near 2^53 ticks, which seconds in double precision do not tell apart.
static void a_second_portable_export_has_the_same_bytes(void **state)
{
    (void)state;
    static const struct clip {
        double start;
        uint32_t before;
    } clips[] = {{-1, SINEW_EXTRAPOLATE_HOLD}, {-1e6 / 7, SINEW_EXTRAPOLATE_REPEAT}};
    const sinew_export_options portable = {.curves = SINEW_CURVES_PORTABLE};
    for (int i = 0; i < 2; ++i) {
        sinew_model *model = moving_model(clips[i].start, clips[i].before),
                    *read = again(model, sinew__export_fbx, portable);
        char *texts[2];
        size_t sizes[2];
        assert_int_equal(sinew__export_fbx(model, &portable, &texts[0], &sizes[0], NULL), SINEW_OK);
        assert_int_equal(sinew__export_fbx(read, &portable, &texts[1], &sizes[1], NULL), SINEW_OK);
        assert_int_equal(sizes[0], sizes[1]);
        assert_true(memcmp(texts[0], texts[1], sizes[0]) == 0);
        sinew_free(texts[0]);
        sinew_free(texts[1]);
        sinew_model_destroy(read);
        sinew_model_destroy(model);
    }
}

/// Blender takes the mean distance of its children for the length of a bone, along +Y, connects a child that begins
/// there, and plays no translation of it. A second child makes the mean another one.
static void bones_that_leave_the_tip_above_are_named(void **state)
{
    (void)state;
    static const struct chain {
        sinew_vec3 tip, other;
        const char *notes;
    } chains[] = {
        {{0, 3, 0},
         {0, 0, 0},
         "1 bones move away from the tip of the bone above them, which Blender does not play unless they are "
         "disconnected\n"},
        {{1, 3, 0}, {0, 0, 0}, ""},
        {{0, 3, 0}, {0, 1, 0}, ""},
    };
    const sinew_curve_key keys[] = {{0, 1, 0, 0, 0, 0, SINEW_LINEAR, 0}, {second, 4, 0, 0, 0, 0, SINEW_LINEAR, 0}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {
        .joint = 2, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curve}};
    const sinew_raw_clip clip = {.name = "go", .duration = 1, .channels = &channel, .channel_count = 1};
    for (int i = 0; i < 3; ++i) {
        const sinew_raw_joint joints[] = {
            {.name = "Root", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE},
            {.name = "Middle",
             .kind = SINEW_JOINT_BONE,
             .node = SINEW_NONE,
             .rest = {{0, 2, 0}, {0, 0, 0, 1}, {2, 2, 2}}},
            {.name = "Tip",
             .parent = 1,
             .kind = SINEW_JOINT_BONE,
             .node = SINEW_NONE,
             .rest = {chains[i].tip, {0, 0, 0, 1}, {1, 1, 1}}},
            {.name = "Other",
             .parent = 1,
             .kind = SINEW_JOINT_BONE,
             .node = SINEW_NONE,
             .rest = {chains[i].other, {0, 0, 0, 1}, {1, 1, 1}}}};
        const sinew_raw_model raw = {.unit_cm = 1,
                                     .fps = 24,
                                     .joints = joints,
                                     .joint_count = chains[i].other.y > 0 ? 4 : 3,
                                     .clips = &clip,
                                     .clip_count = 1};
        sinew_model *model;
        assert_int_equal(sinew_model_from_raw(&raw, &model, NULL), SINEW_OK);
        sinew_model_destroy(again(model, sinew__export_fbx, (sinew_export_options){.curves = SINEW_CURVES_PORTABLE}));
        assert_string_equal(notes, chains[i].notes);
        sinew_model_destroy(again(model, sinew__export_fbx, (sinew_export_options){0}));
        assert_string_equal(notes, "");
        sinew_model_destroy(model);
    }
}

/// Vertices that differ only in their normals are one vertex in the list of texture coordinates.
static void texture_coordinates_are_listed_once_for_a_point(void **state)
{
    (void)state;
    static const float positions[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0};
    static const float normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0};
    static const float texcoords[] = {0.5f, 0, 1, 0, 1, 1, 0.5f, 0, 0.25f, 1, 0, 1};
    static const uint32_t points[] = {0, 1, 2, 0, 2, 3}, sizes[] = {3, 3};
    const sinew_raw_mesh mesh = {.name = "Quad",
                                 .positions = positions,
                                 .normals = normals,
                                 .texcoords = texcoords,
                                 .vertex_count = 6,
                                 .control_points = points,
                                 .control_point_count = 4,
                                 .polygon_sizes = sizes,
                                 .polygon_count = 2};
    const sinew_raw_joint joint = {.name = "Root", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.unit_cm = 1, .joints = &joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    sinew_model *model;
    char *text;
    size_t size;
    assert_int_equal(sinew_model_from_raw(&raw, &model, NULL), SINEW_OK);
    assert_int_equal(sinew__export_fbx_ascii(model, &(sinew_export_options){0}, &text, &size, NULL), SINEW_OK);
    assert_non_null(strstr(text, "UV: *10 {\n\t\t\t\ta: 0.5,0,1,0,1,1,0.25,1,0,1\n"));
    assert_non_null(strstr(text, "UVIndex: *6 {\n\t\t\t\ta: 0,1,2,0,3,4\n"));
    sinew_free(text);
    sinew_model_destroy(model);
}

/// Four million frames: every fourth has a key, and each of the author's. Between them the lines are also the author's,
/// but for the loops' ends.
static void motion_of_days_has_a_key_every_few_frames(void **state)
{
    (void)state;
    static const double start = -1.67e5,
                        expected[][2] = {{-149999, 4}, {-2.5, 2.5}, {-2, 4}, {-1, 3}, {0.5, 2.5}, {1, 4}, {2, 3}};
    sinew_model *model = moving_model(start, SINEW_EXTRAPOLATE_REPEAT);
    sinew_model *read = again(model, sinew__export_fbx, (sinew_export_options){.curves = SINEW_CURVES_PORTABLE});
    assert_string_equal(notes, "clip 'go' begins at 0 s instead of -1.67e+05 s\n"
                               "clip 'go' is too long for one key per frame: there is one every 4 frames\n");
    assert_in_range(read->curves[0].key_count, 1000000, 1 << 20);
    assert_path(read, start, expected, sizeof expected / sizeof *expected);
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

static int progress_calls;

static void count_progress(void *user, size_t done, size_t total)
{
    (void)user, (void)done, (void)total;
    ++progress_calls;
}

/// Joints that move for 43 690 s at 24 frames per second have 2^20 frames of nine components: 14 joints have 132
/// million keys, 15 are more than 2^27 = 134 217 728. That is known before any is written.
static void too_many_frames_are_refused_before_they_are_written(void **state)
{
    (void)state;
    static const double start = 4 - 1048576.0 / 24;
    const sinew_export_options portable = {.curves = SINEW_CURVES_PORTABLE, .progress = count_progress};
    sinew_model *model = moving_joints(15, start, SINEW_EXTRAPOLATE_REPEAT);
    char *text = (char *)1;
    size_t size;
    sinew_error error;
    assert_int_equal(sinew__export_fbx(model, &portable, &text, &size, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "the clips have more than 134217728 keys");
    assert_null(text);
    assert_int_equal(progress_calls, 0);
    sinew_model *read = again(model, sinew__export_fbx, (sinew_export_options){0}); // the loops are the author's
    assert_int_equal(read->curves[0].key_count, 3);
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

/// 2e18 ticks of FBX, 46 186 158 000 per second, are 43 303 017 s.
static void clips_outside_of_the_times_of_fbx_are_refused(void **state)
{
    (void)state;
    static const struct {
        double start, duration;
        const char *message;
    } clips[] = {{-5e7, 1, "clip 'go' plays from -50000000 s to -49999999 s; FBX has times to 43303017 s"},
                 {1, 1e300, "clip 'go' plays from 1 s to 1e+300 s; FBX has times to 43303017 s"},
                 {-4.33e7, 8.66e7, NULL}};
    for (int i = 0; i < 3; ++i)
        for (int as = 0; as < 2; ++as) {
            static const sinew_track_key keys[] = {{.value = {0, 0, 0}}, {.time = 0.5, .value = {1, 2, 3}}};
            const sinew_raw_track track = {.path = SINEW_TRACK_TRANSLATION, .keys = keys, .key_count = 2};
            const sinew_raw_event event = {.track = "step", .text = "Root", .time = i ? 1e300 : -1e300, .value = 1};
            const sinew_raw_clip clip = {.name = "go",
                                         .start = clips[i].start,
                                         .duration = clips[i].duration,
                                         .tracks = &track,
                                         .track_count = 1,
                                         .events = &event,
                                         .event_count = 1};
            const sinew_raw_joint joint = {.name = "Root", .parent = SINEW_NONE, .node = SINEW_NONE};
            const sinew_raw_model raw = {
                .unit_cm = 1, .fps = 24, .joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1};
            sinew_model *model;
            char *text;
            size_t size;
            sinew_error error;
            assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_OK);
            const sinew_result result = both[as](model, &(sinew_export_options){0}, &text, &size, &error);
            assert_int_equal(result, clips[i].message ? SINEW_ERROR_LIMIT : SINEW_OK);
            if (clips[i].message) assert_string_equal(error.message, clips[i].message);
            sinew_free(text);
            sinew_model_destroy(model);
        }
}

// ---- events ---------------------------------------------------------------------------------------------------------

/// Changes of a number of a joint come back; events that are not a change, or not a joint's, or called like a property
/// of FBX, do not.
static const sinew_raw_event all_events[] = {
    {.track = "step", .text = "Tip", .time = 0.5, .value = 1},
    {.track = "step", .text = "Tip", .time = 1, .value = 0},
    {.track = "step", .text = "Tip", .time = 1.5, .value = 2.5},
    {.track = "sound", .text = "Tip", .time = 0, .value = -3},
    {.track = "step", .text = "nobody", .time = 0.5, .value = 1},
    {.track = "cue", .text = "Root", .time = 0.25, .value = 0},
    {.track = "same", .text = "Root", .time = 0.25, .value = 1},
    {.track = "same", .text = "Root", .time = 0.75, .value = 1},
    {.track = "Lcl Rotation", .text = "Root", .time = 0.5, .value = 1},
};

static void assert_event(const sinew_model *model, int32_t i, const char *track, double time, double value)
{
    const sinew_event *event = &model->events[i];
    assert_string_equal(sinew_text(model, event->track), track);
    assert_string_equal(sinew_text(model, event->text), "Tip");
    assert_close(event->time, time, 1e-9);
    assert_close(event->value, value, 0);
}

static void changes_of_numbers_are_custom_properties(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {{.name = "Root", .parent = SINEW_NONE, .node = SINEW_NONE},
                                      {.name = "Tip", .parent = 0, .node = SINEW_NONE}};
    const sinew_raw_clip clips[] = {
        {.name = "go", .start = -1, .duration = 2, .events = all_events, .event_count = 9},
        {.name = "stay", .start = 0, .duration = 1, .events = all_events, .event_count = 1}};
    const sinew_raw_model raw = {
        .unit_cm = 1, .fps = 24, .joints = joints, .joint_count = 2, .clips = clips, .clip_count = 2};
    sinew_model *model;
    assert_int_equal(sinew_model_from_raw(&raw, &model, NULL), SINEW_OK);
    for (int i = 0; i < 4; ++i) {
        const sinew_export_options options = {.curves = (uint32_t)(i / 2)};
        sinew_model *read = again(model, both[i % 2], options);
        assert_non_null(
            strstr(notes, "5 events are left out: an FBX has events only where a number on a joint changes\n"));
        for (int time = 0; time < 2; ++time) {
            assert_int_equal(read->event_count, 5);
            assert_event(read, 0, "sound", 0, -3);
            assert_event(read, 1, "step", 0.5, 1);
            assert_event(read, 2, "step", 1, 0);
            assert_event(read, 3, "step", 1.5, 2.5);
            assert_event(read, 4, "step", 0.5, 1);
            assert_int_equal(read->events[4].clip, 1);
            sinew_model *next = again(read, both[i % 2], options);
            assert_null(strstr(notes, "events are left out"));
            sinew_model_destroy(read);
            read = next;
        }
        sinew_model_destroy(read);
    }
    const int32_t stay = 1;
    sinew_model *read = again(model, sinew__export_fbx, (sinew_export_options){.clips = &stay, .clip_count = 1});
    assert_int_equal(read->event_count, 1);
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_where_the_options_say),
        cmocka_unit_test(linked_images_have_the_paths_of_the_caller),
        cmocka_unit_test(an_image_that_is_too_large_is_named),
        cmocka_unit_test(names_of_any_bytes_come_back),
        cmocka_unit_test(names_that_programs_take_for_one_get_numbers),
        cmocka_unit_test(meshes_do_not_take_the_names_of_joints),
        cmocka_unit_test(the_largest_skeleton_is_written),
        cmocka_unit_test(frames_before_all_keys_need_no_keys),
        cmocka_unit_test(a_second_portable_export_has_the_same_bytes),
        cmocka_unit_test(bones_that_leave_the_tip_above_are_named),
        cmocka_unit_test(texture_coordinates_are_listed_once_for_a_point),
        cmocka_unit_test(changes_of_numbers_are_custom_properties),
        cmocka_unit_test(motion_of_days_has_a_key_every_few_frames),
        cmocka_unit_test(too_many_frames_are_refused_before_they_are_written),
        cmocka_unit_test(clips_outside_of_the_times_of_fbx_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
