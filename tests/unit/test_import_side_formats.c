// Formats other than FBX, glTF, Collada and BVH: their times, and the features that the importer does not read. The
// layouts come from the formats' own headers: id Software's MD2, Lee Salzman's IQM.
#include "import/import_block.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"
#include "support/make_pose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sinew/memory.h"

// ---- X --------------------------------------------------------------------------------------------------------------

#define X_HEAD "xof 0303txt 0032\n"
#define X_SCENE                                                                                                        \
    "Frame bone {\nFrameTransformMatrix {\n1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;\n}\n"     \
    "Mesh m {\n3;\n0.0;0.0;0.0;,\n1.0;0.0;0.0;,\n0.0;1.0;0.0;;\n1;\n3;0,1,2;;\n}\n}\nAnimationSet walk {\n"            \
    "Animation {\n{bone}\nAnimationKey {\n2;\n2;\n0;3;0.0,0.0,0.0;;,\n4800;3;5.0,0.0,0.0;;;\n}\n}\n}\n"

/// DirectX defines 4800 ticks per second for files that do not state them.
static void an_x_file_without_a_rate_has_4800_ticks_per_second(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("walk.x", X_HEAD X_SCENE);
    assert_int_equal(model->clip_count, 1);
    assert_close(model->clips[0].duration, 1, 1e-9);
    sinew_model_destroy(model);
    model = import_text_file("walk.x", X_HEAD "AnimTicksPerSecond {\n 2400;\n}\n" X_SCENE);
    assert_close(model->clips[0].duration, 2, 1e-9);
    sinew_model_destroy(model);
}

/// The format refers to frames only by name.
static void a_name_that_means_several_nodes_is_told_once(void **state)
{
    (void)state;
    static const char other[] = "Frame bone {\nFrame tip {\n}\n}\n";
    sinew_model *model = import_text_file("walk.x", X_HEAD X_SCENE);
    assert_int_equal(warnings_of(model, "I20"), 0);
    sinew_model_destroy(model);
    char text[sizeof X_HEAD X_SCENE + sizeof other];
    snprintf(text, sizeof text, "%s%s%s", X_HEAD, other, X_SCENE);
    model = import_text_file("walk.x", text);
    assert_int_equal(warnings_of(model, "I20"), 1);
    assert_int_equal(warnings_about(model, "I20", "bone"), 1);
    sinew_model_destroy(model);
}

// ---- motion that is not read ----------------------------------------------------------------------------------------

/// A binary file while it is made; numbers of 32 bits, least significant byte first.
typedef struct file {
    unsigned char bytes[4096];
    size_t size;
} file;

static void put(file *to, uint32_t number)
{
    assert_true(to->size + 4 <= sizeof to->bytes);
    for (int i = 0; i < 4; ++i) to->bytes[to->size++] = (unsigned char)(number >> (8 * i));
}

static void put_float(file *to, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(to, bits);
}

static void put_all(file *to, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) put(to, numbers[i]);
}

/// One triangle in `frames` frames.
static file make_md2(uint32_t frames)
{
    enum { HEADER = 68, COORDINATES = 12, TRIANGLE = 12, FRAME = 40 + 12 };
    const uint32_t ends = HEADER + COORDINATES + TRIANGLE;
    const uint32_t header[] = {0x32504449,
                               8,
                               16,
                               16,
                               FRAME,
                               0,
                               3,
                               3,
                               1,
                               0,
                               frames,
                               HEADER,
                               HEADER,
                               HEADER + COORDINATES,
                               ends,
                               ends + frames * FRAME,
                               ends + frames * FRAME};
    file out = {.size = 0};
    put_all(&out, header, sizeof header / sizeof *header);
    put_all(&out, (const uint32_t[]){0, 1, 2}, 3);                               // texture coordinates
    put_all(&out, (const uint32_t[]){0 | 1 << 16, 2 | 0 << 16, 1 | 2 << 16}, 3); // two times three indices
    for (uint32_t f = 0; f < frames; ++f) {
        for (int i = 0; i < 3; ++i) put_float(&out, 1);
        for (int i = 0; i < 3; ++i) put_float(&out, 0);
        put_all(&out, (const uint32_t[]){0x6e617473, 0x64, 0, 0}, 4); // its name
        put_all(&out, (const uint32_t[]){0, 10, 10 << 8}, 3);
    }
    put(&out, 0); // Assimp refuses frames that end with the file
    return out;
}

/// One triangle with that many joints and animations, with only the header in the file.
static file make_iqm(uint32_t joints, uint32_t animations)
{
    enum { HEADER = 124, TEXT = 4, MESH = 24, ARRAY = 20, POINTS = 36, TRIANGLE = 12 };
    const uint32_t mesh = HEADER + TEXT, array = mesh + MESH, points = array + ARRAY, triangle = points + POINTS;
    const uint32_t numbers[] = {
        2, triangle + TRIANGLE, 0,        TEXT, HEADER, 1, mesh, 1, 3, array, 1, triangle, 0, joints, triangle, 0,
        0, animations,          triangle, 0,    0,      0, 0,    0, 0, 0,     0};
    file out = {.size = 16};
    memcpy(out.bytes, "INTERQUAKEMODEL", 16);
    put_all(&out, numbers, sizeof numbers / sizeof *numbers);
    put(&out, 0x6d00);                                        // texts: "" and "m"
    put_all(&out, (const uint32_t[]){1, 1, 0, 3, 0, 1}, 6);   // the mesh
    put_all(&out, (const uint32_t[]){0, 0, 7, 3, points}, 5); // positions: three floats
    for (int i = 0; i < 9; ++i) put_float(&out, (float)(i % 4 == 0));
    put_all(&out, (const uint32_t[]){0, 1, 2}, 3);
    return out;
}

static void assert_told(const char *name, const file *made, const char *text)
{
    sinew_model *model = import_bytes(name, made->bytes, made->size);
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(warnings_of(model, "I17"), text != NULL);
    for (int32_t i = 0; text && i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), "I17") == 0)
            assert_string_equal(sinew_text(model, model->warnings[i].text), text);
    sinew_model_destroy(model);
}

static void animation_that_the_importer_leaves_out_is_told(void **state)
{
    (void)state;
    const file still = make_md2(1), moves = make_md2(3);
    assert_told("a.md2", &still, NULL);
    assert_told("a.md2", &moves, "its 3 frames are not read; the mesh does not move");
    const file plain = make_iqm(0, 0), rigged = make_iqm(4, 0), animated = make_iqm(4, 2);
    assert_told("a.iqm", &plain, NULL);
    assert_told("a.iqm", &rigged, "its 4 joints are not read; the mesh does not move");
    assert_told("a.iqm", &animated, "its 2 animations are not read; the mesh does not move");
}

// ---- 3DS ------------------------------------------------------------------------------------------------------------
//
// The layout and its meaning follow 3D Studio's file toolkit and lib3ds: a node has a number and its parent's number;
// its matrix is its parent's times translation, rotation and scale; vertices are in the world, so that the node's
// own are the inverse of the mesh's matrix times them, less the pivot. A key rotates clockwise, and from the key
// before.

/// Begins a chunk. Returns where, for end_chunk.
static size_t begin_chunk(file *to, unsigned kind)
{
    const size_t at = to->size;
    put(to, kind);
    to->size -= 2;
    put(to, 0);
    return at;
}

static void end_chunk(file *to, size_t at)
{
    const size_t end = to->size, size = end - at;
    to->size = at + 2;
    put(to, (uint32_t)size);
    to->size = end;
}

static void put_word(file *to, unsigned number)
{
    put(to, number);
    to->size -= 2;
}

static void put_name(file *to, const char *name)
{
    const size_t size = strlen(name) + 1;
    assert_true(to->size + size <= sizeof to->bytes);
    memcpy(to->bytes + to->size, name, size);
    to->size += size;
}

static void put_floats(file *to, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; ++i) put_float(to, numbers[i]);
}

/// A triangle with its first corner at `at` in the world, which is the origin of the mesh's own axes.
static void put_triangle(file *to, const char *name, const float at[3])
{
    const size_t object = begin_chunk(to, 0x4000);
    put_name(to, name);
    const size_t mesh = begin_chunk(to, 0x4100), points = begin_chunk(to, 0x4110);
    put_word(to, 3);
    for (int i = 0; i < 3; ++i) put_floats(to, (float[]){at[0] + (float)(i == 1), at[1] + (float)(i == 2), at[2]}, 3);
    end_chunk(to, points);
    const size_t faces = begin_chunk(to, 0x4120);
    put_word(to, 1);
    for (unsigned i = 0; i < 4; ++i) put_word(to, i % 3);
    end_chunk(to, faces);
    const size_t matrix = begin_chunk(to, 0x4160);
    put_floats(to, (float[]){1, 0, 0, 0, 1, 0, 0, 0, 1, at[0], at[1], at[2]}, 12);
    end_chunk(to, matrix);
    end_chunk(to, mesh);
    end_chunk(to, object);
}

/// A rotation of a node: by the frame, clockwise about an axis, in radians.
typedef struct turn {
    uint32_t frame;
    float angle, axis[3];
} turn;

typedef struct node {
    unsigned kind, number;
    const char *name;
    unsigned parent;
    float at[3], pivot[3];
    turn turns[3];
    uint32_t turn_count;
} node;

static size_t begin_track(file *to, unsigned kind, uint32_t keys)
{
    const size_t track = begin_chunk(to, kind);
    put_word(to, 0);
    put_all(to, (const uint32_t[]){0, 0, keys}, 3);
    return track;
}

static void put_node(file *to, const node *from)
{
    const size_t whole = begin_chunk(to, from->kind), number = begin_chunk(to, 0xb030);
    put_word(to, from->number);
    end_chunk(to, number);
    const size_t header = begin_chunk(to, 0xb010);
    put_name(to, from->name);
    put(to, 0);
    put_word(to, from->parent);
    end_chunk(to, header);
    const size_t pivot = begin_chunk(to, 0xb013);
    put_floats(to, from->pivot, 3);
    end_chunk(to, pivot);
    const size_t places = begin_track(to, 0xb020, 1);
    put(to, 0);
    put_word(to, 0);
    put_floats(to, from->at, 3);
    end_chunk(to, places);
    const size_t turns = begin_track(to, 0xb021, from->turn_count);
    for (uint32_t i = 0; i < from->turn_count; ++i) {
        put(to, from->turns[i].frame);
        put_word(to, 0);
        put_float(to, from->turns[i].angle);
        put_floats(to, from->turns[i].axis, 3);
    }
    end_chunk(to, turns);
    end_chunk(to, whole);
}

/// A file with these nodes and a triangle each for those named in `meshes`, at (10, 0, 0).
static file make_3ds(const char *meshes, const node *nodes, size_t count)
{
    file out = {.size = 0};
    const size_t whole = begin_chunk(&out, 0x4d4d), editor = begin_chunk(&out, 0x3d3d);
    for (; *meshes; ++meshes) put_triangle(&out, (const char[]){*meshes, '\0'}, (const float[]){10, 0, 0});
    end_chunk(&out, editor);
    const size_t keyframer = begin_chunk(&out, 0xb000);
    for (size_t i = 0; i < count; ++i) put_node(&out, &nodes[i]);
    end_chunk(&out, keyframer);
    end_chunk(&out, whole);
    return out;
}

static const char *parent_of(const sinew_model *model, const char *name)
{
    const sinew_joint *joint = joint_called(model, name);
    return joint->parent == SINEW_NONE ? "" : sinew_text(model, model->joints[joint->parent].name);
}

enum { OBJECT = 0xb002, CAMERA = 0xb003, TARGET = 0xb004, NO_PARENT = 0xffff };

/// The nodes come in no order, have numbers of their own, and the target of a camera comes late. The file is turned
/// upright by its root: (x, y, z) is shown at (x, z, −y).
static void nodes_of_3ds_have_the_parent_of_their_number(void **state)
{
    (void)state;
    static const node nodes[] = {
        {OBJECT, 7, "C", 5, {0, 0, 3}, .pivot = {1, 0, 0}},
        {CAMERA, 1, "Lens", NO_PARENT, {0}, .pivot = {0}},
        {OBJECT, 9, "A", NO_PARENT, {1, 0, 0}, .pivot = {0}},
        {OBJECT, 5, "B", 9, {0, 2, 0}, .turns = {{0, -1.57079633f, {0, 0, 1}}}, .turn_count = 1}, // from x to y
        {OBJECT, 2, "D", 9, {0}, .pivot = {0}},
        {OBJECT, 3, "E", NO_PARENT, {0}, .pivot = {0}},
        {TARGET, 12, "Lens", NO_PARENT, {0}, .pivot = {0}},
        {OBJECT, 4, "F", 3, {0}, .pivot = {0}},
        {OBJECT, 8, "G", 7, {0}, .pivot = {0}},
        {OBJECT, 6, "H", 9, {0}, .pivot = {0}},
    };
    static const char *const parents[][2] = {{"B", "A"}, {"C", "B"}, {"D", "A"}, {"F", "E"}, {"G", "C"}, {"H", "A"}};
    const file made = make_3ds("C", nodes, sizeof nodes / sizeof *nodes);
    sinew_model *model = import_bytes("a.3ds", made.bytes, made.size);
    for (size_t i = 0; i < sizeof parents / sizeof *parents; ++i)
        assert_string_equal(parent_of(model, parents[i][0]), parents[i][1]);
    assert_string_equal(parent_of(model, "A"), parent_of(model, "E"));
    // The corner (10, 0, 0) of C is (0, 0, 0) of the mesh, (−1, 0, 0) from its pivot, which is at (1, 2, 3); B has
    // turned (−1, 0, 0) into (0, −1, 0).
    sinew_pose *pose = make_pose(model);
    sinew_pose_sample(model, SINEW_NONE, 0, pose);
    sinew_pose_local_to_global(model, pose);
    const sinew_affine *c = &pose->global[joint_index(model, "C")];
    const double expected[3] = {1, 3, -1};
    for (int r = 0; r < 3; ++r) assert_close(c->row[r][0] * -1 + c->row[r][3], expected[r], 1e-5);
    int found = 0;
    for (int32_t v = 0; v < model->vertex_count; ++v)
        found |= fabsf(model->positions[3 * v] + 1) < 1e-6f && fabsf(model->positions[3 * v + 1]) < 1e-6f;
    assert_true(found);
    assert_int_equal(model->warning_count, 0);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// A quarter turn about x, then one about z, from y and z to x, y: Rz · Rx, which takes x to y and y to z.
static void a_3ds_key_turns_from_the_key_before_about_axes_of_the_parent(void **state)
{
    (void)state;
    static const node turning = {
        OBJECT,         0,   "A",
        NO_PARENT,      {0}, .turns = {{0, 0, {0, 0, 1}}, {10, -1.57079633f, {1, 0, 0}}, {20, -1.57079633f, {0, 0, 1}}},
        .turn_count = 3};
    const file made = make_3ds("A", &turning, 1);
    sinew_model *model = import_bytes("a.3ds", made.bytes, made.size);
    assert_int_equal(model->clip_count, 1);
    assert_int_equal(warnings_about(model, "I13", "A"), 1); // 3D Studio makes splines of three keys
    sinew_pose *pose = make_pose(model);
    sinew_pose_sample(model, 0, model->clips[0].duration, pose);
    const sinew_quat q = pose->local[joint_index(model, "A")].r; // Rz · Rx = (1, 0, 0, 1) and (0, 0, 1, 1), halves
    const double sign = q.w < 0 ? -1 : 1;
    assert_close(sign * q.x, 0.5, 1e-5);
    assert_close(sign * q.y, 0.5, 1e-5);
    assert_close(sign * q.z, 0.5, 1e-5);
    assert_close(sign * q.w, 0.5, 1e-5);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// The number of keys is the word at byte 16 of a track. Assimp reserves memory for that many.
static void a_3ds_track_with_more_keys_than_bytes_is_damaged(void **state)
{
    (void)state;
    static const node turning = {
        OBJECT, 0, "A", NO_PARENT, {0}, .turns = {{0, 0, {0, 0, 1}}, {10, 1, {1, 0, 0}}}, .turn_count = 2};
    file made = make_3ds("A", &turning, 1);
    size_t track = 0;
    for (size_t at = 0; at + 2 < made.size; ++at)
        if (made.bytes[at] == 0x21 && made.bytes[at + 1] == 0xb0) track = at;
    made.bytes[track + 6 + 10 + 3] = 0xff;
    void *block = NULL;
    size_t size = 0;
    sinew_error error;
    assert_int_equal(sinew__import_block("a.3ds", made.bytes, made.size, NULL, &block, &size, &error),
                     SINEW_ERROR_DAMAGED);
    assert_non_null(strstr(error.message, "keys in a track of"));
}

static void circles_and_missing_parents_of_3ds_are_told(void **state)
{
    (void)state;
    static const node nodes[] = {
        {OBJECT, 10, "H", 5, {0}, .pivot = {0}}, {OBJECT, 0, "A", 1, {0}, .pivot = {0}},
        {OBJECT, 1, "B", 2, {0}, .pivot = {0}},  {OBJECT, 2, "C", 0, {0}, .pivot = {0}},
        {OBJECT, 3, "D", 77, {0}, .pivot = {0}}, {OBJECT, 4, "E", 4, {0}, .pivot = {0}},
        {OBJECT, 5, "F", 2, {0}, .pivot = {0}},  {OBJECT, 6, "G", NO_PARENT, {0}, .pivot = {0}},
    };
    const file made = make_3ds("A", nodes, sizeof nodes / sizeof *nodes);
    sinew_model *model = import_bytes("a.3ds", made.bytes, made.size);
    const char *root = parent_of(model, "G");
    int roots = 0; // of A, B and C, which follow each other
    for (const char *name = "ABC"; *name; ++name)
        roots += strcmp(parent_of(model, (const char[]){*name, '\0'}), root) == 0;
    assert_int_equal(roots, 1);
    assert_string_equal(parent_of(model, "D"), root);
    assert_string_equal(parent_of(model, "E"), root);
    assert_string_equal(parent_of(model, "F"), "C");
    assert_string_equal(parent_of(model, "H"), "F");
    assert_int_equal(warnings_of(model, "I24"), 2); // a circle; two parents that are missing
    sinew_model_destroy(model);
    // Cut off anywhere, and with any size of any chunk, it is a model or an error.
    for (size_t size = 0; size <= made.size; ++size) {
        file changed = made;
        for (int kind = 0; kind < 2; ++kind) {
            if (kind && size < made.size) changed.bytes[size] ^= 0xff;
            void *block = NULL;
            size_t block_size;
            const sinew_result result =
                sinew__import_block("a.3ds", changed.bytes, kind ? made.size : size, NULL, &block, &block_size, NULL);
            assert_true((result == SINEW_OK) == (block != NULL));
            sinew_free(block);
        }
    }
}

// ---- X3D ------------------------------------------------------------------------------------------------------------

static void an_x3d_that_is_no_xml_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message; ///< NULL: it is a scene
    } CASES[] = {
        {"<?xml version='1.0'?><X3D><Scene><Shape><Box/></Shape></Scene></X3D>", NULL},
        {"#X3D V3.0 utf8\nShape { geometry Box {} }\n",
         "damaged: its first element is not <X3D>; other encodings of X3D are not read"},
        {"a letter", "damaged: its first element is not <X3D>; other encodings of X3D are not read"},
        {"<X3D>\n<Scene></X3D>", "damaged: invalid XML in line 2: mismatched tag"},
        {"<X3D><Scene/>\n", "damaged: invalid XML in line 2: no element found"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        void *block;
        size_t size;
        sinew_error error = {0};
        const sinew_result result =
            sinew__import_block("a.x3d", CASES[i].text, strlen(CASES[i].text), NULL, &block, &size, &error);
        assert_int_equal(result, CASES[i].message ? SINEW_ERROR_DAMAGED : SINEW_OK);
        if (CASES[i].message) assert_string_equal(error.message, CASES[i].message);
        sinew_free(block);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_x_file_without_a_rate_has_4800_ticks_per_second),
        cmocka_unit_test(a_name_that_means_several_nodes_is_told_once),
        cmocka_unit_test(animation_that_the_importer_leaves_out_is_told),
        cmocka_unit_test(nodes_of_3ds_have_the_parent_of_their_number),
        cmocka_unit_test(a_3ds_key_turns_from_the_key_before_about_axes_of_the_parent),
        cmocka_unit_test(a_3ds_track_with_more_keys_than_bytes_is_damaged),
        cmocka_unit_test(circles_and_missing_parents_of_3ds_are_told),
        cmocka_unit_test(an_x3d_that_is_no_xml_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
