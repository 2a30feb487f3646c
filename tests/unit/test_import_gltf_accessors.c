/// Accessors of a glTF in every way that they may be stored: normalised, quantised, sparse, without data, compressed by
/// meshopt; and what damaged ones get. Expected values are paper arithmetic; streams are encoded by libmeshoptimizer.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"
#include "support/make_pose.h"

#include <math.h>
#include <meshoptimizer.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- files -------------------------------------------------------------------------------------------------------

/// A file while it is made: its buffer, and the texts of its lists.
static struct {
    unsigned char bytes[1 << 16];
    size_t size;
    char views[4096], accessors[4096];
    int view_count, accessor_count;
} file;

static void begin_file(void)
{
    memset(&file, 0, sizeof file);
}

static void append(char *text, size_t size, const char *format, ...)
{
    const size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    const int added = vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
    assert_true(added >= 0 && (size_t)added < size - length);
}

/// Adds bytes to the buffer. Returns their offset.
static size_t put(const void *bytes, size_t size)
{
    const size_t at = (file.size + 3) / 4 * 4;
    assert_true(at + size <= sizeof file.bytes);
    memcpy(file.bytes + at, bytes, size);
    file.size = at + size;
    return at;
}

/// Adds a view of bytes; `more` are further members of it. Returns its index.
static int view_of(const void *bytes, size_t size, const char *more)
{
    append(file.views, sizeof file.views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu%s}",
           file.view_count ? "," : "", put(bytes, size), size, more);
    return file.view_count++;
}

/// Adds an accessor, in a view or, with −1, without one; `more` are further members of it. Returns its index.
static int accessor_of(int view, int code, int count, const char *type, const char *more)
{
    append(file.accessors, sizeof file.accessors, "%s{\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s",
           file.accessor_count ? "," : "", code, count, type, more);
    if (view >= 0) append(file.accessors, sizeof file.accessors, ",\"bufferView\":%d", view);
    append(file.accessors, sizeof file.accessors, "}");
    return file.accessor_count++;
}

static int accessor(const void *bytes, size_t size, int code, int count, const char *type, const char *more)
{
    return accessor_of(view_of(bytes, size, ""), code, count, type, more);
}

#define NORMALIZED ",\"normalized\":true"
#define ACCESSOR(array, code, count, type, more) accessor((array), sizeof(array), (code), (count), (type), (more))

static sinew_result give_buffer(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    (void)user;
    if (strcmp(name, "a.bin") != 0) return SINEW_ERROR_NOT_FOUND;
    *out_bytes = malloc(file.size + 1);
    assert_non_null(*out_bytes);
    memcpy(*out_bytes, file.bytes, file.size);
    *out_size = file.size;
    return SINEW_OK;
}

static sinew_result import_file(const char *members, sinew_model **out_model, sinew_error *error)
{
    static char text[1 << 15];
    const sinew__import_options options = {.side_file = give_buffer};
    void *block = NULL;
    size_t size = 0;
    *text = '\0';
    append(text, sizeof text,
           "{\"asset\":{\"version\":\"2.0\"},%s,\"accessors\":[%s],\"bufferViews\":[%s],"
           "\"buffers\":[{\"uri\":\"a.bin\",\"byteLength\":%zu}]}",
           members, file.accessors, file.views, file.size);
    *out_model = NULL;
    const sinew_result result = sinew__import_block("a.gltf", text, strlen(text), &options, &block, &size, error);
    return result == SINEW_OK ? sinew__model_from_block(block, size, out_model, error) : result;
}

/// Imports the file with these members beside its lists. The model is the caller's.
static sinew_model *finish_file(const char *format, ...)
{
    char members[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(members, sizeof members, format, arguments);
    va_end(arguments);
    sinew_error error = {0};
    sinew_model *model;
    if (import_file(members, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

/// The same, which is refused with that message.
static void assert_refused(sinew_result expected, const char *message, const char *format, ...)
{
    char members[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(members, sizeof members, format, arguments);
    va_end(arguments);
    sinew_error error = {0};
    sinew_model *model;
    const sinew_result result = import_file(members, &model, &error);
    sinew_model_destroy(model);
    assert_string_equal(error.message, message);
    assert_int_equal(result, expected);
}

/// The vertex that the file numbers `point`.
static int32_t vertex_of(const sinew_model *model, uint32_t point)
{
    int32_t vertex = 0;
    while (vertex < model->vertex_count && model->control_points[vertex] != point) vertex++;
    assert_true(vertex < model->vertex_count);
    return vertex;
}

static void assert_positions(const sinew_model *model, double expected[3][3], double tolerance)
{
    assert_int_equal(model->vertex_count, 3);
    for (uint32_t i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            assert_close(model->positions[3 * vertex_of(model, i) + k], expected[i][k], tolerance);
}

static const float triangle[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}};

#define ONE_MESH "\"nodes\":[{\"name\":\"T\",\"mesh\":0}],\"meshes\":[{\"name\":\"M\",\"primitives\":[{%s}]}]"

// ---- skins -------------------------------------------------------------------------------------------------------

/// Two bones; three vertices with weights stored as `code`.
static sinew_model *import_skin(const void *weights, size_t size, int code)
{
    const uint8_t joints[3][4] = {{0}, {1}, {0, 1}};
    begin_file();
    const int positions = ACCESSOR(triangle, 5126, 3, "VEC3", "");
    const int bones = ACCESSOR(joints, 5121, 3, "VEC4", "");
    const int shares = accessor(weights, size, code, 3, "VEC4", code == 5126 ? "" : NORMALIZED);
    return finish_file("\"nodes\":[{\"name\":\"A\"},{\"name\":\"B\",\"translation\":[0,1,0]},"
                       "{\"name\":\"T\",\"mesh\":0,\"skin\":0}],\"skins\":[{\"joints\":[0,1]}],"
                       "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":%d,\"JOINTS_0\":%d,"
                       "\"WEIGHTS_0\":%d}}]}]",
                       positions, bones, shares);
}

/// The share that a bone has in a vertex.
static double weight_of(const sinew_model *model, uint32_t point, const char *bone)
{
    const uint32_t *start = &model->influence_start[vertex_of(model, point)];
    for (uint32_t i = start[0]; i < start[1]; ++i)
        if (model->skin_joints[model->influences[i].skin_joint].joint == joint_index(model, bone))
            return (double)model->influences[i].weight;
    return 0;
}

static void assert_skin(sinew_model *model)
{
    assert_true(mesh_of_object(model, "T")->flags & SINEW_MESH_SKINNED);
    assert_close(weight_of(model, 0, "A"), 1, 1e-6);
    assert_close(weight_of(model, 1, "B"), 1, 1e-6);
    assert_close(weight_of(model, 2, "A"), 0.2, 1e-6);
    assert_close(weight_of(model, 2, "B"), 0.8, 1e-6);
    assert_close(model->skin_joints[1].inverse_bind.row[1][3], 0,
                 0); // without inverse bind matrices, they are identities
    sinew_model_destroy(model);
}

static void weights_may_be_normalised_bytes_or_shorts(void **state)
{
    (void)state;
    const uint8_t bytes[3][4] = {{255}, {255}, {51, 204}};
    const uint16_t shorts[3][4] = {{65535}, {65535}, {13107, 52428}};
    const float floats[3][4] = {{1}, {1}, {0.2f, 0.8f}};
    assert_skin(import_skin(bytes, sizeof bytes, 5121));
    assert_skin(import_skin(shorts, sizeof shorts, 5123));
    assert_skin(import_skin(floats, sizeof floats, 5126));
}

/// Sets of bytes and of shorts in one primitive, with 0.2 and 0.8 in the second set; then a third that has no joints.
static void further_sets_of_joints_count(void **state)
{
    (void)state;
    const uint8_t first[3][4] = {{0}}, weights[3][4] = {{51}, {51}, {51}};
    const uint16_t second[3][4] = {{1}, {1}, {1}};
    const float more[3][4] = {{0.8f}, {0.8f}, {0.8f}};
    begin_file();
    const int positions = ACCESSOR(triangle, 5126, 3, "VEC3", "");
    const int joints[2] = {ACCESSOR(first, 5121, 3, "VEC4", ""), ACCESSOR(second, 5123, 3, "VEC4", "")};
    const int shares[2] = {ACCESSOR(weights, 5121, 3, "VEC4", NORMALIZED), ACCESSOR(more, 5126, 3, "VEC4", "")};
    sinew_model *model =
        finish_file("\"nodes\":[{\"name\":\"A\"},{\"name\":\"B\"},{\"name\":\"T\",\"mesh\":0,\"skin\":0}],"
                    "\"skins\":[{\"joints\":[0,1]}],\"meshes\":[{\"name\":\"M\",\"primitives\":[{\"attributes\":{"
                    "\"POSITION\":%d,\"JOINTS_0\":%d,\"WEIGHTS_0\":%d,\"JOINTS_1\":%d,\"WEIGHTS_1\":%d,"
                    "\"WEIGHTS_2\":%d}}]}]",
                    positions, joints[0], shares[0], joints[1], shares[1], shares[1]);
    for (uint32_t i = 0; i < 3; ++i) {
        assert_close(weight_of(model, i, "A"), 0.2, 1e-6);
        assert_close(weight_of(model, i, "B"), 0.8, 1e-6);
    }
    assert_int_equal(warnings_of(model, "I05"), 1);
    sinew_model_destroy(model);
}

/// The second vertex belongs to a third joint of two; a weight of 0 does no harm there.
static void weights_of_missing_joints_are_told(void **state)
{
    (void)state;
    const uint8_t joints[3][4] = {{0}, {2, 9}, {1}};
    const float weights[3][4] = {{1}, {1}, {1}};
    begin_file();
    ACCESSOR(triangle, 5126, 3, "VEC3", "");
    ACCESSOR(joints, 5121, 3, "VEC4", "");
    ACCESSOR(weights, 5126, 3, "VEC4", "");
    sinew_model *model =
        finish_file("\"nodes\":[{\"name\":\"A\"},{\"name\":\"B\"},{\"name\":\"T\",\"mesh\":0,\"skin\":0}],"
                    "\"skins\":[{\"joints\":[0,1]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,"
                    "\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}]");
    assert_int_equal(warnings_about(model, "I05", "T"), 1);
    assert_close(weight_of(model, 1, "T"), 1, 0); // like a vertex without weights
    sinew_model_destroy(model);
}

// ---- keys --------------------------------------------------------------------------------------------------------

/// At 0 s no rotation, at 1 s a quarter turn about z, whose numbers are sin and cos of an eighth: 23170/32767 =
/// 0.70711, 90/127 = 0.70866.
static void assert_turns(int code, const void *keys, size_t size)
{
    const float times[2] = {0, 1};
    begin_file();
    const int input = ACCESSOR(times, 5126, 2, "SCALAR", "");
    const int output = accessor(keys, size, code, 2, "VEC4", NORMALIZED);
    sinew_model *model = finish_file("\"nodes\":[{\"name\":\"A\"}],\"animations\":[{\"name\":\"turn\",\"channels\":[{"
                                     "\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}}],"
                                     "\"samplers\":[{\"input\":%d,\"output\":%d}]}]",
                                     input, output);
    sinew_pose *pose = make_pose(model);
    sinew_pose_sample(model, 0, 1, pose);
    assert_close(pose->local[0].r.z, sqrt(0.5), 1e-4);
    assert_close(pose->local[0].r.w, sqrt(0.5), 1e-4);
    sinew_pose_sample(model, 0, 0.5, pose);
    assert_close(pose->local[0].r.z, sin(atan(1) / 2), 1e-4);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void rotation_keys_may_be_normalised_bytes_or_shorts(void **state)
{
    (void)state;
    const int8_t bytes[2][4] = {{0, 0, 0, 127}, {0, 0, 90, 90}};
    const int16_t shorts[2][4] = {{0, 0, 0, 32767}, {0, 0, 23170, 23170}};
    assert_turns(5120, bytes, sizeof bytes);
    assert_turns(5122, shorts, sizeof shorts);
}

/// The translation along x moves to 1 until 0.5 s, jumps to 5 and moves to 7. At the time of the jump the last of its
/// keys counts; a key in between never counts.
static void keys_at_one_time_are_a_jump(void **state)
{
    (void)state;
    const float times[5] = {0, 0.5f, 0.5f, 0.5f, 1}, keys[5][3] = {{0}, {1}, {9}, {5}, {7}};
    static const double expected[][2] = {{0, 0}, {0.25, 0.5}, {0.499999, 0.999998}, {0.5, 5}, {0.75, 6}, {1, 7}};
    begin_file();
    const int input = ACCESSOR(times, 5126, 5, "SCALAR", ""), output = ACCESSOR(keys, 5126, 5, "VEC3", "");
    sinew_model *model = finish_file("\"nodes\":[{\"name\":\"A\"}],\"animations\":[{\"channels\":[{\"sampler\":0,"
                                     "\"target\":{\"node\":0,\"path\":\"translation\"}}],"
                                     "\"samplers\":[{\"input\":%d,\"output\":%d}]}]",
                                     input, output);
    sinew_pose *pose = make_pose(model);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        sinew_pose_sample(model, 0, expected[i][0], pose);
        assert_close(pose->local[0].t.x, expected[i][1], 1e-6);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Keys of one morph weight at 0 s and 1 s: its value at 1 s.
static double weight_at_the_end(int code, const void *keys, size_t size, const char *more)
{
    const float times[2] = {0, 1}, moved[3][3] = {{0, 0, 1}};
    begin_file();
    const int positions = ACCESSOR(triangle, 5126, 3, "VEC3", ""), target = ACCESSOR(moved, 5126, 3, "VEC3", "");
    const int input = ACCESSOR(times, 5126, 2, "SCALAR", ""), output = accessor(keys, size, code, 2, "SCALAR", more);
    sinew_model *model = finish_file(ONE_MESH ",\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,"
                                              "\"path\":\"weights\"}}],\"samplers\":[{\"input\":%d,\"output\":%d}]}]",
                                     "\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":1}]", input, output);
    assert_int_equal(positions + target, 1);
    sinew_pose *pose = make_pose(model);
    sinew_pose_sample(model, 0, 1, pose);
    const double weight = (double)pose->morph_weights[0];
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
    return weight;
}

static void morph_weights_may_be_normalised_or_negative(void **state)
{
    (void)state;
    const uint8_t bytes[2] = {0, 51};
    const uint16_t shorts[2] = {0, 13107};
    const int8_t signed_bytes[2] = {0, -64};
    const float floats[2] = {0, -0.5f};
    assert_close(weight_at_the_end(5121, bytes, sizeof bytes, NORMALIZED), 0.2, 1e-6);
    assert_close(weight_at_the_end(5123, shorts, sizeof shorts, NORMALIZED), 0.2, 1e-6);
    assert_close(weight_at_the_end(5120, signed_bytes, sizeof signed_bytes, NORMALIZED), -64.0 / 127, 1e-6);
    assert_close(weight_at_the_end(5126, floats, sizeof floats, ""), -0.5, 1e-6);
}

/// A node that is mirrored in y, and turned by keys about z: of the mirror images that have the same matrix as the
/// node at rest, only the authored one stays right when the rotation changes.
static void a_mirrored_node_that_turns_keeps_its_axis(void **state)
{
    (void)state;
    const float times[2] = {0, 1}, keys[2][4] = {{0, 0, 0, 1}, {0, 0, 0.70710678f, 0.70710678f}};
    begin_file();
    const int input = ACCESSOR(times, 5126, 2, "SCALAR", ""), output = ACCESSOR(keys, 5126, 2, "VEC4", "");
    sinew_model *model = finish_file("\"nodes\":[{\"name\":\"A\",\"rotation\":[0.70710678,0,0,0.70710678],"
                                     "\"scale\":[1,-1,1]}],\"animations\":[{\"channels\":["
                                     "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}}],"
                                     "\"samplers\":[{\"input\":%d,\"output\":%d}]}]",
                                     input, output);
    sinew_pose *pose = make_pose(model);
    sinew_pose_sample(model, 0, 1, pose);
    sinew_pose_local_to_global(model, pose);
    const double expected[3][3] = {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}; // a quarter turn times the mirror image
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) assert_close(pose->global[0].row[r][c], expected[r][c], 1e-6);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// A channel with fewer values than times, one without a node and one of an unknown path are dropped, and no others.
static void channels_that_cannot_be_played_are_dropped(void **state)
{
    (void)state;
    const float times[2] = {0, 1}, keys[2][3] = {{0}, {4}};
    begin_file();
    const int input = ACCESSOR(times, 5126, 2, "SCALAR", ""), output = ACCESSOR(keys, 5126, 2, "VEC3", "");
    const int one = accessor_of(1, 5126, 1, "VEC3", "");
    sinew_model *model = finish_file(
        "\"nodes\":[{\"name\":\"A\"},{\"name\":\"B\"}],\"animations\":[{\"name\":\"C\",\"channels\":["
        "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}},"
        "{\"sampler\":1,\"target\":{\"node\":1,\"path\":\"translation\"}},"
        "{\"sampler\":0,\"target\":{\"node\":7,\"path\":\"translation\"}},"
        "{\"sampler\":0,\"target\":{\"path\":\"pointer\"}},"
        "{\"target\":{\"node\":0,\"path\":\"weights\"}}],"
        "\"samplers\":[{\"input\":%d,\"output\":%d},{\"input\":%d,\"output\":%d},{\"input\":99,\"output\":98}]}]",
        input, output, input, one);
    assert_int_equal(model->clips[0].track_count, 1);
    assert_int_equal(warnings_of(model, "I03"), 4);
    sinew_model_destroy(model);
}

// ---- quantised meshes --------------------------------------------------------------------------------------------

/// Three vertices (0, 0, 0), (a, 0, 0) and (0, b, 0) as numbers of `size` bytes.
static int put_corners(int code, size_t size, int32_t a, int32_t b, const char *more)
{
    unsigned char bytes[3][12] = {{0}}; // elements of 4 bytes or 8: attributes are aligned to 4
    const size_t stride = size * 3 <= 4 ? 4 : size * 4;
    unsigned char packed[36] = {0};
    char text[32];
    memcpy(bytes[1], &a, size);
    memcpy(bytes[2] + size, &b, size);
    for (size_t i = 0; i < 3; ++i) memcpy(packed + i * stride, bytes[i], size * 3);
    snprintf(text, sizeof text, ",\"byteStride\":%zu", stride);
    // The last element is not padded, as in files whose attributes are interleaved.
    return accessor_of(view_of(packed, 2 * stride + size * 3, text), code, 3, "VEC3", more);
}

static void assert_quantised(int code, size_t size, int32_t a, int32_t b, const char *more, double x, double y)
{
    double expected[3][3] = {{0}, {x}, {0, y}};
    begin_file();
    assert_int_equal(put_corners(code, size, a, b, more), 0);
    sinew_model *model =
        finish_file("\"extensionsRequired\":[\"KHR_mesh_quantization\"]," ONE_MESH, "\"attributes\":{\"POSITION\":0}");
    assert_positions(model, expected, 1e-6);
    sinew_model_destroy(model);
}

static void positions_may_be_of_every_type_of_quantised_meshes(void **state)
{
    (void)state;
    assert_quantised(5120, 1, 100, -100, "", 100, -100);
    assert_quantised(5121, 1, 100, 200, "", 100, 200);
    assert_quantised(5122, 2, 1000, -30000, "", 1000, -30000);
    assert_quantised(5123, 2, 1000, 60000, "", 1000, 60000);
    assert_quantised(5120, 1, 127, -128, NORMALIZED, 1, -1);
    assert_quantised(5121, 1, 51, 255, NORMALIZED, 0.2, 1);
    assert_quantised(5122, 2, 32767, -32768, NORMALIZED, 1, -1);
    assert_quantised(5123, 2, 13107, 65535, NORMALIZED, 0.2, 1);
}

/// (u, v) of vertex 1, with v downwards.
static void assert_texcoord(int code, const void *values, size_t size, const char *more, double u, double v)
{
    begin_file();
    const int positions = ACCESSOR(triangle, 5126, 3, "VEC3", "");
    const int texcoords = accessor(values, size, code, 3, "VEC2", more);
    char primitive[80];
    snprintf(primitive, sizeof primitive, "\"attributes\":{\"POSITION\":%d,\"TEXCOORD_0\":%d}", positions, texcoords);
    sinew_model *model = finish_file(ONE_MESH, primitive);
    const int32_t vertex = vertex_of(model, 1);
    assert_close(model->texcoords[2 * vertex], u, 1e-5);
    assert_close(model->texcoords[2 * vertex + 1], 1 - v, 1e-5);
    sinew_model_destroy(model);
}

static void texture_coordinates_may_be_of_every_type(void **state)
{
    (void)state;
    const uint8_t bytes[3][2] = {{0}, {51, 255}};
    const int8_t signed_bytes[3][2] = {{0}, {127, -64}};
    const uint16_t shorts[3][2] = {{0}, {13107, 65535}};
    const int16_t signed_shorts[3][2] = {{0}, {32767, -5}};
    const uint8_t whole[3][2] = {{0}, {2, 3}};
    assert_texcoord(5121, bytes, sizeof bytes, NORMALIZED, 0.2, 1);
    assert_texcoord(5120, signed_bytes, sizeof signed_bytes, NORMALIZED, 1, -64.0 / 127);
    assert_texcoord(5123, shorts, sizeof shorts, NORMALIZED, 0.2, 1);
    assert_texcoord(5122, signed_shorts, sizeof signed_shorts, NORMALIZED, 1, -5.0 / 32767);
    assert_texcoord(5121, whole, sizeof whole, "", 2, 3);
}

static void normals_and_their_shapes_may_be_bytes(void **state)
{
    (void)state;
    const int8_t normals[3][4] = {{0, 0, 127}, {0, 127}, {127}}, moved[3][4] = {{0, 0, 2}, {0}, {0}};
    begin_file();
    const int positions = ACCESSOR(triangle, 5126, 3, "VEC3", "");
    const int directions =
        accessor_of(view_of(normals, sizeof normals, ",\"byteStride\":4"), 5120, 3, "VEC3", NORMALIZED);
    const int target = accessor_of(view_of(moved, sizeof moved, ",\"byteStride\":4"), 5120, 3, "VEC3", "");
    char primitive[120];
    snprintf(primitive, sizeof primitive,
             "\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"targets\":[{\"POSITION\":%d}]", positions, directions,
             target);
    sinew_model *model = finish_file(ONE_MESH, primitive);
    assert_close(model->normals[3 * vertex_of(model, 1) + 1], 1, 1e-6);
    assert_close(model->normals[3 * vertex_of(model, 2)], 1, 1e-6);
    assert_int_equal(model->delta_count, 1);
    assert_close(model->deltas[0].position[2], 2, 1e-6);
    sinew_model_destroy(model);
}

/// A colour without alpha is opaque.
static void colours_of_three_numbers_are_opaque(void **state)
{
    (void)state;
    const float floats[3][3] = {{0.25f, 0.5f, 1}, {0.25f, 0.5f, 1}, {0.25f, 0.5f, 1}};
    begin_file();
    const int positions = ACCESSOR(triangle, 5126, 3, "VEC3", ""), colors = ACCESSOR(floats, 5126, 3, "VEC3", "");
    char primitive[80];
    snprintf(primitive, sizeof primitive, "\"attributes\":{\"POSITION\":%d,\"COLOR_0\":%d}", positions, colors);
    sinew_model *model = finish_file(ONE_MESH, primitive);
    const double expected[4] = {0.25, 0.5, 1, 1};
    for (int i = 0; i < 4; ++i) assert_close(model->colors[i], expected[i], 1e-6);
    sinew_model_destroy(model);
}

// ---- sparse accessors, and those without data --------------------------------------------------------------------

static int sparse_positions(int base, const uint16_t *indices, size_t count)
{
    const float values[2][3] = {{7, 8, 9}, {4, 5, 6}};
    const int index_view = view_of(indices, count * sizeof *indices, "");
    const int value_view = view_of(values, count * sizeof *values, "");
    char more[160];
    snprintf(more, sizeof more,
             ",\"sparse\":{\"count\":%zu,\"indices\":{\"bufferView\":%d,\"componentType\":5123},"
             "\"values\":{\"bufferView\":%d}}",
             count, index_view, value_view);
    return accessor_of(base, 5126, 3, "VEC3", more);
}

static void sparse_accessors_replace_elements(void **state)
{
    (void)state;
    const uint16_t indices[2] = {1, 2};
    double over[3][3] = {{0}, {7, 8, 9}, {4, 5, 6}};
    for (int has_base = 0; has_base < 2; ++has_base) {
        begin_file();
        const int base = has_base ? view_of(triangle, sizeof triangle, "") : -1;
        assert_int_equal(sparse_positions(base, indices, has_base ? 1 : 2), 0);
        sinew_model *model = finish_file(ONE_MESH, "\"attributes\":{\"POSITION\":0}");
        over[2][0] = has_base ? 0 : 4, over[2][1] = has_base ? 2 : 5, over[2][2] = has_base ? 0 : 6;
        assert_positions(model, over, 0);
        sinew_model_destroy(model);
    }
}

static void a_morph_target_without_data_moves_nothing(void **state)
{
    (void)state;
    begin_file();
    const int positions = ACCESSOR(triangle, 5126, 3, "VEC3", ""), target = accessor_of(-1, 5126, 3, "VEC3", "");
    char primitive[80];
    snprintf(primitive, sizeof primitive, "\"attributes\":{\"POSITION\":%d},\"targets\":[{\"POSITION\":%d}]", positions,
             target);
    sinew_model *model = finish_file(ONE_MESH, primitive);
    assert_int_equal(model->morph_count, 1);
    assert_int_equal(model->delta_count, 0);
    sinew_model_destroy(model);
}

// ---- scenes ------------------------------------------------------------------------------------------------------

static void a_scene_has_the_nodes_that_it_needs(void **state)
{
    (void)state;
    begin_file();
    sinew_model *model =
        finish_file("\"nodes\":[{\"name\":\"Child\"},{\"name\":\"A\",\"children\":[0]},{\"name\":\"B\"}]");
    assert_int_equal(model->joint_count, 3);
    assert_int_equal(joint_called(model, "Child")->parent, joint_index(model, "A"));
    assert_int_equal(joint_called(model, "B")->parent, SINEW_NONE);
    sinew_model_destroy(model);
    // A skin whose joints are in no scene: they are shown with the mesh that follows them, other nodes are not.
    const uint8_t joints[3][4] = {{0}, {0}, {0}};
    const float weights[3][4] = {{1}, {1}, {1}};
    begin_file();
    (void)ACCESSOR(triangle, 5126, 3, "VEC3", "");
    (void)ACCESSOR(joints, 5121, 3, "VEC4", "");
    (void)ACCESSOR(weights, 5126, 3, "VEC4", "");
    model =
        finish_file("\"nodes\":[{\"name\":\"Body\",\"mesh\":0,\"skin\":0},{\"name\":\"Hip\"},"
                    "{\"name\":\"Rig\",\"children\":[1]},{\"name\":\"Other\"}],\"skins\":[{\"joints\":[1]}],"
                    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2}}]}],"
                    "\"scenes\":[{\"nodes\":[0]}]");
    assert_int_equal(model->joint_count, 3);
    assert_int_equal(model->warning_count, 0);
    assert_int_equal(joint_called(model, "Hip")->parent, joint_index(model, "Rig"));
    assert_int_equal(mesh_of_object(model, "Body")->skin_joint_count, 1);
    sinew_model_destroy(model);
    assert_refused(SINEW_ERROR_DAMAGED, "damaged: there is no scene 3, the file has 1",
                   "\"nodes\":[{\"name\":\"A\"}],\"scenes\":[{\"nodes\":[0]}],\"scene\":3");
}

// ---- EXT_meshopt_compression -------------------------------------------------------------------------------------

/// Adds a view whose bytes are a stream of `count` elements, and that has no bytes of its own.
static int packed_view(const void *stream, size_t size, size_t count, size_t stride, const char *mode,
                       const char *filter)
{
    append(
        file.views, sizeof file.views,
        "%s{\"buffer\":0,\"byteLength\":%zu,%s\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,"
        "\"byteOffset\":%zu,\"byteLength\":%zu,\"byteStride\":%zu,\"count\":%zu,\"mode\":\"%s\",\"filter\":\"%s\"}}}",
        file.view_count ? "," : "", count * stride, strcmp(mode, "ATTRIBUTES") == 0 ? "" : "\"byteOffset\":0,",
        put(stream, size), size, stride, count, mode, filter);
    return file.view_count++;
}

static int packed_vertices(const void *values, size_t count, size_t stride, const char *filter)
{
    unsigned char stream[1024];
    const size_t size = meshopt_encodeVertexBuffer(stream, sizeof stream, values, count, stride);
    assert_true(size > 0);
    return packed_view(stream, size, count, stride, "ATTRIBUTES", filter);
}

static void compressed_meshes_are_unpacked(void **state)
{
    (void)state;
    const unsigned indices[3] = {0, 1, 2};
    const int16_t positions[3][4] = {{0}, {3000, 0, 0}, {0, -200, 0}};
    double expected[3][3] = {{0}, {3000}, {0, -200}};
    unsigned char stream[256];
    for (int is_of_triangles = 0; is_of_triangles < 2; ++is_of_triangles) {
        begin_file();
        const int vertices = packed_vertices(positions, 3, sizeof *positions, "NONE");
        const size_t size = is_of_triangles ? meshopt_encodeIndexBuffer(stream, sizeof stream, indices, 3)
                                            : meshopt_encodeIndexSequence(stream, sizeof stream, indices, 3);
        const int corners = packed_view(stream, size, 3, 4, is_of_triangles ? "TRIANGLES" : "INDICES", "NONE");
        accessor_of(vertices, 5122, 3, "VEC3", "");
        accessor_of(corners, 5125, 3, "SCALAR", "");
        sinew_model *model =
            finish_file("\"extensionsRequired\":[\"EXT_meshopt_compression\",\"KHR_mesh_quantization\"]," ONE_MESH,
                        "\"attributes\":{\"POSITION\":0},\"indices\":1");
        assert_int_equal(model->index_count, 3);
        assert_positions(model, expected, 0);
        sinew_model_destroy(model);
    }
}

/// The filters' own encoders; a quarter turn, a direction, and numbers with a shared exponent.
static void compressed_keys_and_normals_are_unfiltered(void **state)
{
    (void)state;
    const float rotations[2][4] = {{0, 0, 0, 1}, {0, 0, 0.70710678f, 0.70710678f}};
    const float translations[2][3] = {{0, 0, 0}, {1.5f, -0.25f, 100}}, times[2] = {0, 1};
    int16_t packed[2][4];
    int32_t exponents[2][3];
    meshopt_encodeFilterQuat(packed, 2, 8, 16, &rotations[0][0]);
#if MESHOPTIMIZER_VERSION >= 190
    meshopt_encodeFilterExp(exponents, 2, 12, 24, &translations[0][0], meshopt_EncodeExpSharedVector);
#else
    meshopt_encodeFilterExp(exponents, 2, 12, 24, &translations[0][0]);
#endif
    begin_file();
    const int input = ACCESSOR(times, 5126, 2, "SCALAR", "");
    const int turns = accessor_of(packed_vertices(packed, 2, 8, "QUATERNION"), 5122, 2, "VEC4", NORMALIZED);
    const int moves = accessor_of(packed_vertices(exponents, 2, 12, "EXPONENTIAL"), 5126, 2, "VEC3", "");
    sinew_model *model = finish_file(
        "\"nodes\":[{\"name\":\"A\"}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":"
        "\"rotation\"}},{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"translation\"}}],"
        "\"samplers\":[{\"input\":%d,\"output\":%d},{\"input\":%d,\"output\":%d}]}]",
        input, turns, input, moves);
    sinew_pose *pose = make_pose(model);
    sinew_pose_sample(model, 0, 1, pose);
    assert_close(pose->local[0].r.z, sqrt(0.5), 1e-4);
    assert_close(pose->local[0].t.x, 1.5, 1e-5);
    assert_close(pose->local[0].t.y, -0.25, 1e-5);
    assert_close(pose->local[0].t.z, 100, 1e-5);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

// ---- damage ------------------------------------------------------------------------------------------------------

static void damaged_accessors_are_named(void **state)
{
    (void)state;
    const uint16_t falling[2] = {2, 1}, outside[2] = {1, 3};
    begin_file();
    accessor_of(view_of(triangle, 35, ""), 5126, 3, "VEC3", "");
    assert_refused(SINEW_ERROR_DAMAGED,
                   "damaged: mesh 'M': POSITION: the 3 elements of accessor 0 do not lie within the 35 bytes of buffer "
                   "view 0",
                   ONE_MESH, "\"attributes\":{\"POSITION\":0}");
    assert_refused(SINEW_ERROR_DAMAGED, "damaged: mesh 'M': POSITION: there is no accessor 5", ONE_MESH,
                   "\"attributes\":{\"POSITION\":5}");
    begin_file();
    sparse_positions(-1, falling, 2);
    assert_refused(SINEW_ERROR_DAMAGED,
                   "damaged: mesh 'M': POSITION: the sparse indices of accessor 0 do not rise from 0 to its 3 elements",
                   ONE_MESH, "\"attributes\":{\"POSITION\":0}");
    begin_file();
    sparse_positions(-1, outside, 2);
    assert_refused(SINEW_ERROR_DAMAGED,
                   "damaged: mesh 'M': POSITION: the sparse indices of accessor 0 do not rise from 0 to its 3 elements",
                   ONE_MESH, "\"attributes\":{\"POSITION\":0}");
    begin_file();
    accessor_of(-1, 5126, 2000000000, "VEC3", "");
    sinew_error error = {0};
    sinew_model *model;
    assert_int_equal(
        import_file("\"nodes\":[{\"mesh\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}"
                    "}]}]",
                    &model, &error),
        SINEW_ERROR_MEMORY_LIMIT);
}

static void damaged_streams_are_named(void **state)
{
    (void)state;
    const int16_t positions[3][4] = {{0}, {3000, 0, 0}, {0, -200, 0}};
    unsigned char stream[256];
    const size_t size = meshopt_encodeVertexBuffer(stream, sizeof stream, positions, 3, 8);
    begin_file();
    accessor_of(packed_view(stream, size - 1, 3, 8, "ATTRIBUTES", "NONE"), 5122, 3, "VEC3", "");
    assert_refused(
        SINEW_ERROR_DAMAGED,
        "damaged: mesh 'M': POSITION: the meshopt stream of buffer view 0 is not one of 3 elements of 8 bytes",
        ONE_MESH, "\"attributes\":{\"POSITION\":0}");
    stream[0] = 0xa1; // as KHR_meshopt_compression allows
    begin_file();
    accessor_of(packed_view(stream, size, 3, 8, "ATTRIBUTES", "NONE"), 5122, 3, "VEC3", "");
    assert_refused(SINEW_ERROR_UNSUPPORTED,
                   "unsupported: the meshopt stream of buffer view 0 is of version 1, which is not read", ONE_MESH,
                   "\"attributes\":{\"POSITION\":0}");
    stream[0] = 0xa0;
    static const char together[] = "damaged: mesh 'M': POSITION: the compression of buffer view 0 has a mode, filter, "
                                   "stride and count that do not go together";
    static const struct {
        size_t count, stride;
        const char *mode, *filter;
    } wrong[] = {
        {3, 8, "ATTRIBUTES", "ROT13"}, {3, 12, "ATTRIBUTES", "QUATERNION"}, {3, 12, "ATTRIBUTES", "OCTAHEDRAL"},
        {3, 6, "ATTRIBUTES", "NONE"},  {3, 260, "ATTRIBUTES", "NONE"},      {4, 4, "TRIANGLES", "NONE"},
        {3, 8, "INDICES", "NONE"},     {3, 4, "INDICES", "EXPONENTIAL"},    {3, 8, "RLE", "NONE"},
        {0, 8, "ATTRIBUTES", "NONE"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        begin_file();
        accessor_of(packed_view(stream, size, wrong[i].count, wrong[i].stride, wrong[i].mode, wrong[i].filter), 5122, 3,
                    "VEC3", "");
        assert_refused(SINEW_ERROR_DAMAGED, together, ONE_MESH, "\"attributes\":{\"POSITION\":0}");
    }
}

static void an_unknown_extension_that_is_required_is_named(void **state)
{
    (void)state;
    begin_file();
    assert_refused(SINEW_ERROR_UNSUPPORTED, "unsupported: the file requires the glTF extension EXT_made_up",
                   "\"extensionsRequired\":[\"KHR_mesh_quantization\",\"EXT_made_up\"],\"nodes\":[{\"name\":\"A\"}]");
}

static void a_skin_with_too_few_matrices_is_named(void **state)
{
    (void)state;
    const float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    begin_file();
    ACCESSOR(matrix, 5126, 1, "MAT4", "");
    ACCESSOR(triangle, 5126, 3, "VEC3", "");
    assert_refused(SINEW_ERROR_DAMAGED, "damaged: skin 'S' has 2 joints, but 1 inverse bind matrices",
                   "\"nodes\":[{\"name\":\"A\",\"mesh\":0,\"skin\":0},{\"name\":\"B\"}],"
                   "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":1}}]}],"
                   "\"skins\":[{\"name\":\"S\",\"joints\":[0,1],\"inverseBindMatrices\":0}]");
}

/// Attributes of another number of elements, and polygons of missing vertices, do not take the mesh with them.
static void parts_that_do_not_fit_are_dropped(void **state)
{
    (void)state;
    const uint16_t indices[6] = {0, 1, 2, 0, 1, 9}, strip[2] = {0, 1};
    begin_file();
    ACCESSOR(triangle, 5126, 3, "VEC3", "");
    accessor_of(0, 5126, 2, "VEC3", "");
    ACCESSOR(indices, 5123, 6, "SCALAR", "");
    ACCESSOR(strip, 5123, 2, "SCALAR", "");
    sinew_model *model = finish_file(ONE_MESH, "\"attributes\":{\"POSITION\":0,\"NORMAL\":1},\"indices\":2},"
                                               "{\"attributes\":{\"POSITION\":0},\"indices\":3,\"mode\":5},"
                                               "{\"attributes\":{\"NORMAL\":0}");
    assert_int_equal(model->index_count, 3);
    assert_int_equal(warnings_about(model, "I05", "mesh 'M'"), 2);
    assert_int_equal(warnings_about(model, "I10", "mesh 'M'"), 1);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_may_be_normalised_bytes_or_shorts),
        cmocka_unit_test(further_sets_of_joints_count),
        cmocka_unit_test(weights_of_missing_joints_are_told),
        cmocka_unit_test(rotation_keys_may_be_normalised_bytes_or_shorts),
        cmocka_unit_test(keys_at_one_time_are_a_jump),
        cmocka_unit_test(morph_weights_may_be_normalised_or_negative),
        cmocka_unit_test(a_mirrored_node_that_turns_keeps_its_axis),
        cmocka_unit_test(channels_that_cannot_be_played_are_dropped),
        cmocka_unit_test(positions_may_be_of_every_type_of_quantised_meshes),
        cmocka_unit_test(texture_coordinates_may_be_of_every_type),
        cmocka_unit_test(normals_and_their_shapes_may_be_bytes),
        cmocka_unit_test(colours_of_three_numbers_are_opaque),
        cmocka_unit_test(sparse_accessors_replace_elements),
        cmocka_unit_test(a_morph_target_without_data_moves_nothing),
        cmocka_unit_test(a_scene_has_the_nodes_that_it_needs),
        cmocka_unit_test(compressed_meshes_are_unpacked),
        cmocka_unit_test(compressed_keys_and_normals_are_unfiltered),
        cmocka_unit_test(damaged_accessors_are_named),
        cmocka_unit_test(damaged_streams_are_named),
        cmocka_unit_test(an_unknown_extension_that_is_required_is_named),
        cmocka_unit_test(a_skin_with_too_few_matrices_is_named),
        cmocka_unit_test(parts_that_do_not_fit_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
