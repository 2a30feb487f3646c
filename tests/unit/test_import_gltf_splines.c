/// Cubic splines of a glTF, from a side file, from a .glb and from a data URI. Expected values are paper arithmetic: at
/// 1/3 of a segment the Hermite functions of its first value, first tangent, second value and second tangent are
/// 20/27, 4/27, 7/27 and −2/27, and a segment lasts 1.5 s.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"
#include "support/make_pose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/memory.h"

/// The gap is filled with the buffer's "uri".
#define SCENE(uri)                                                                                                     \
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],"                                     \
    "\"nodes\":[{\"name\":\"Arm\"},{\"name\":\"Face\",\"mesh\":0}],"                                                   \
    "\"meshes\":[{\"name\":\"Face\",\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0},"   \
    "{\"POSITION\":0}]}]}],"                                                                                           \
    "\"animations\":[{\"name\":\"bend\",\"channels\":["                                                                \
    "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}},"                                                \
    "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"rotation\"}},"                                                   \
    "{\"sampler\":2,\"target\":{\"node\":1,\"path\":\"weights\"}}],\"samplers\":["                                     \
    "{\"input\":1,\"output\":2,\"interpolation\":\"CUBICSPLINE\"},"                                                    \
    "{\"input\":1,\"output\":3,\"interpolation\":\"CUBICSPLINE\"},"                                                    \
    "{\"input\":1,\"output\":4,\"interpolation\":\"CUBICSPLINE\"}]}],"                                                 \
    "\"accessors\":["                                                                                                  \
    "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,3,0]},"         \
    "{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\",\"min\":[1],\"max\":[2.5]},"             \
    "{\"bufferView\":2,\"componentType\":5126,\"count\":6,\"type\":\"VEC3\"},"                                         \
    "{\"bufferView\":3,\"componentType\":5126,\"count\":6,\"type\":\"VEC4\"},"                                         \
    "{\"bufferView\":4,\"componentType\":5126,\"count\":12,\"type\":\"SCALAR\"}],"                                     \
    "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":36},"                                              \
    "{\"buffer\":0,\"byteOffset\":36,\"byteLength\":8},{\"buffer\":0,\"byteOffset\":44,\"byteLength\":72},"            \
    "{\"buffer\":0,\"byteOffset\":116,\"byteLength\":96},{\"buffer\":0,\"byteOffset\":212,\"byteLength\":48}],"        \
    "\"buffers\":[{" uri "\"byteLength\":260}]}"

static const char scene[] = SCENE("\"uri\":\"bend.bin\",");

typedef struct scene_buffer {
    float corners[3][3];
    float times[2];
    float positions[2][3][3]; // of each key: incoming tangent, value, outgoing tangent
    float rotations[2][3][4];
    float weights[2][3][2];
} scene_buffer;

static scene_buffer buffer = {
    .corners = {{0}, {1}, {0, 3}},
    .times = {1, 2.5f},
    .positions = {{{99, 99, 99}, {1, 2, 0}, {4, 0, 2}}, {{-2, 0, 0}, {4, 2, 3}, {99, 99, 99}}},
    .rotations = {{{99}, {0, 0, 0, 1}, {0, 0, 2}}, {{0, 0, 0, -2}, {0, 0, 1}, {99}}},
    .weights = {{{99, 99}, {0, 1}, {0, 2}}, {{-2}, {1, 0.5f}, {99, 99}}},
};

static sinew_result give_buffer(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    (void)user;
    if (strcmp(name, "bend.bin") != 0) return SINEW_ERROR_NOT_FOUND;
    *out_bytes = malloc(sizeof buffer);
    assert_non_null(*out_bytes);
    memcpy(*out_bytes, &buffer, sizeof buffer);
    *out_size = sizeof buffer;
    return SINEW_OK;
}

static sinew_model *import_with_buffer(const char *name, const void *bytes, size_t size)
{
    const sinew__import_options options = {.side_file = give_buffer};
    void *block = NULL;
    size_t block_size = 0;
    sinew_error error = {0};
    sinew_model *model = NULL;
    if (sinew__import_block(name, bytes, size, &options, &block, &block_size, &error) != SINEW_OK ||
        sinew__model_from_block(block, block_size, &model, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    return model;
}

/// x = (20 + 4·1.5·4 + 7·4 + 2·1.5·2)/27, z = (4·1.5·2 + 7·3)/27; rotation z = (4·1.5·2 + 7)/27, w = (20 + 2·1.5·2)/27,
/// normalised; weights (7 + 2·1.5·2)/27 and (20 + 4·1.5·2 + 7·0.5)/27.
static void assert_plays_cubic(const sinew_model *model)
{
    sinew_pose *pose = make_pose(model);
    const ptrdiff_t arm = joint_called(model, "Arm") - model->joints;
    sinew_pose_sample(model, 0, 1.5, pose);
    const sinew_transform *local = &pose->local[arm];
    assert_close(local->t.x, 78.0 / 27, 1e-6);
    assert_close(local->t.y, 2, 1e-6);
    assert_close(local->t.z, 33.0 / 27, 1e-6);
    assert_close(local->r.z, 19 / sqrt(19 * 19 + 26 * 26), 1e-6);
    assert_close(local->r.w, 26 / sqrt(19 * 19 + 26 * 26), 1e-6);
    assert_int_equal(model->morph_count, 2);
    assert_close(pose->morph_weights[0], 13.0 / 27, 1e-6);
    assert_close(pose->morph_weights[1], 35.5 / 27, 1e-6);
    assert_int_equal(warnings_of(model, "I13"), 0);
    sinew_pose_destroy(pose);
}

static void splines_of_a_side_file_are_played(void **state)
{
    (void)state;
    sinew_model *model = import_with_buffer("bend.gltf", scene, strlen(scene));
    assert_plays_cubic(model);
    assert_int_equal(model->source_count, 2); // the buffer is read twice, and is one file
    sinew_model_destroy(model);
}

static void put_word(unsigned char *out, size_t word)
{
    for (int i = 0; i < 4; ++i) out[i] = (unsigned char)(word >> 8 * i & 0xff);
}

/// Returns the size of a .glb: a header, a chunk with the text, a chunk with the buffer.
static size_t make_glb(unsigned char *out, size_t capacity)
{
    static const char text[] = SCENE("");
    const size_t length = (strlen(text) + 3) / 4 * 4, size = 12 + 8 + length + 8 + sizeof buffer;
    assert_true(size <= capacity);
    memset(out, ' ', size);
    memcpy(out, "glTF", 4);
    put_word(out + 4, 2);
    put_word(out + 8, size);
    put_word(out + 12, length);
    memcpy(out + 16, "JSON", 4);
    memcpy(out + 20, text, strlen(text));
    put_word(out + 20 + length, sizeof buffer);
    memcpy(out + 24 + length, "BIN", 4);
    memcpy(out + 28 + length, &buffer, sizeof buffer);
    return size;
}

static void splines_of_a_glb_are_played(void **state)
{
    (void)state;
    unsigned char bytes[4096];
    sinew_model *model = import_with_buffer("bend.glb", bytes, make_glb(bytes, sizeof bytes));
    assert_plays_cubic(model);
    sinew_model_destroy(model);
}

/// `text` as base64, by the standard's table.
static void put_base64(const unsigned char *bytes, size_t size, char *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const unsigned second = i + 1 < size ? bytes[i + 1] : 0, third = i + 2 < size ? bytes[i + 2] : 0;
        const unsigned bits = (unsigned)bytes[i] << 16 | second << 8 | third;
        for (int digit = 0; digit < 4; ++digit) *out++ = digits[bits >> (18 - 6 * digit) & 63];
    }
    if (size % 3) out[-1] = '=';
    if (size % 3 == 1) out[-2] = '=';
    *out = 0;
}

static void replace(char *text, size_t size, const char *from, const char *to);

static void splines_of_a_data_uri_are_played(void **state)
{
    (void)state;
    char uri[600] = "data:application/octet-stream;base64,", text[sizeof scene + sizeof uri];
    put_base64((const unsigned char *)&buffer, sizeof buffer, uri + strlen(uri));
    memcpy(text, scene, sizeof scene);
    replace(text, sizeof text, "bend.bin", uri);
    sinew_model *model = import_with_buffer("bend.gltf", text, strlen(text));
    assert_plays_cubic(model);
    sinew_model_destroy(model);
}

/// The importer calls the first node nodes[0].
static void splines_of_a_node_without_a_name_are_played(void **state)
{
    (void)state;
    char text[sizeof scene + 200];
    memcpy(text, scene, sizeof scene);
    replace(text, sizeof text, "\"name\":\"Arm\"", "\"extras\":{}");
    sinew_model *model = import_with_buffer("bend.gltf", text, strlen(text));
    assert_int_equal(warnings_of(model, "I13"), 0);
    sinew_pose *pose = make_pose(model);
    sinew_pose_sample(model, 0, 1.5, pose);
    assert_close(pose->local[joint_called(model, "nodes[0]") - model->joints].t.x, 78.0 / 27, 1e-6);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

// ---- damage ------------------------------------------------------------------------------------------------------

static void replace(char *text, size_t size, const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    assert_true(strlen(text) + strlen(to) < size);
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
}

/// Returns how many of the three channels have splines, or −1 if the file is refused as damaged. Those that have none
/// are warned of.
static int count_splines(const char *name, const void *bytes, size_t size)
{
    const sinew__import_options options = {.side_file = give_buffer};
    void *block;
    size_t block_size;
    sinew_model *model;
    sinew_error error = {0};
    uint32_t paths = 0;
    const sinew_result result = sinew__import_block(name, bytes, size, &options, &block, &block_size, &error);
    if (result != SINEW_OK)
        return (result == SINEW_ERROR_DAMAGED || result == SINEW_ERROR_TRUNCATED) && *error.message ? -1 : -2;
    assert_int_equal(sinew__model_from_block(block, block_size, &model, NULL), SINEW_OK);
    for (int32_t i = 0; i < model->track_count; ++i)
        if (model->tracks[i].interpolation == SINEW_CUBIC) paths |= 1u << model->tracks[i].path;
    const uint32_t count = (paths >> SINEW_TRACK_TRANSLATION & 1) + (paths >> SINEW_TRACK_ROTATION & 1) +
                           (paths >> SINEW_TRACK_MORPH_WEIGHT & 1);
    const int is_told = (model->warning_count > 0) == (count < 3);
    sinew_model_destroy(model);
    return is_told ? (int)count : -3;
}

/// What becomes of the scene with `to` in place of `from`.
static void assert_splines_left(const char *from, const char *to, int expected)
{
    char text[sizeof scene + 200];
    memcpy(text, scene, sizeof scene);
    replace(text, sizeof text, from, to);
    if (count_splines("bend.gltf", text, strlen(text)) != expected) fail_msg("not %d splines left by %s", expected, to);
}

static void a_damaged_accessor_is_refused(void **state)
{
    (void)state;
    assert_splines_left("\"byteOffset\":44", "\"byteOffset\":44", 3);
    assert_splines_left("\"bufferView\":2", "\"byteOffset\":4,\"bufferView\":2",
                        -1); // its last element leaves the view
    assert_splines_left("\"bufferView\":2", "\"byteOffset\":1e12,\"bufferView\":2", -1);
    assert_splines_left("\"bufferView\":2", "\"byteOffset\":-4,\"bufferView\":2", -1);
    assert_splines_left("\"bufferView\":2", "\"byteOffset\":0.5,\"bufferView\":2", -1);
    assert_splines_left("\"bufferView\":2", "\"bufferView\":5", -1);
    assert_splines_left("\"bufferView\":2", "\"sparse\":{},\"bufferView\":2", -1);
    assert_splines_left("\"count\":12", "\"count\":9", 2); // not the same number of weights for each key
    assert_splines_left("\"count\":12", "\"count\":18", -1);
    assert_splines_left("\"count\":12", "\"count\":1e15", -1);
    assert_splines_left("\"count\":12", "\"count\":0", -1);
    assert_splines_left("\"byteOffset\":212", "\"byteOffset\":213", -1);
    assert_splines_left("\"byteOffset\":116", "\"byteStride\":8,\"byteOffset\":116", -1);
    assert_splines_left("\"byteOffset\":116", "\"byteStride\":17,\"byteOffset\":116", -1);
    assert_splines_left("\"type\":\"VEC4\"", "\"type\":\"VEC3\"", -1);
    assert_splines_left("5126,\"count\":12", "5125,\"count\":12", 3); // whole numbers are also numbers
    assert_splines_left("\"output\":3", "\"output\":2", -1);          // three numbers are not a rotation
    assert_splines_left("\"count\":2", "\"count\":1", 3); // half as many times: the other values are not used
    assert_splines_left("bend.bin", "lost.bin", -1);
    assert_splines_left("bend.bin", "data:;base64,AAAA", -1);
    assert_splines_left("bend.bin", "data:,text", -1);
}

static void times_that_do_not_rise_lose_all_channels(void **state)
{
    (void)state;
    const scene_buffer before = buffer;
    buffer.times[1] = 1;
    const int equal = count_splines("bend.gltf", scene, strlen(scene));
    buffer.times[1] = NAN;
    const int unknown = count_splines("bend.gltf", scene, strlen(scene));
    buffer = before;
    assert_int_equal(equal, 0);
    assert_int_equal(unknown, 0);
}

static void a_glb_cut_short_anywhere_is_read_within_its_bytes(void **state)
{
    (void)state;
    unsigned char bytes[4096];
    const size_t size = make_glb(bytes, sizeof bytes);
    for (size_t cut = 1; cut <= 8 + sizeof buffer; ++cut) {
        unsigned char *copy = malloc(size - cut); // whose end a sanitizer guards
        assert_non_null(copy);
        memcpy(copy, bytes, size - cut);
        const int left = count_splines("bend.glb", copy, size - cut);
        if (left != -1) fail_msg("%d splines left by %zu", left, cut);
        free(copy);
    }
}

/// Normalised bytes: 127 is 1, −64 is −64/127.
static void tangents_may_be_normalised_integers(void **state)
{
    (void)state;
    const scene_buffer before = buffer;
    const signed char bytes[6][4] = {{0}, {0, 0, 0, 127}, {0, 0, 127}, {0, 0, 0, -64}, {0, 0, 127}, {0}};
    memcpy(buffer.rotations, bytes, sizeof bytes);
    char text[sizeof scene + 200];
    memcpy(text, scene, sizeof scene);
    replace(text, sizeof text, "5126,\"count\":6,\"type\":\"VEC4\"",
            "5120,\"normalized\":true,\"count\":6,\"type\":\"VEC4\"");
    sinew_model *model = import_with_buffer("bend.gltf", text, strlen(text));
    buffer = before;
    sinew_pose *pose = make_pose(model);
    sinew_pose_sample(model, 0, 1.5, pose);
    const double z = 4 * 1.5 + 7, w = 20 + 2 * 1.5 * 64 / 127;
    assert_close(pose->local[joint_called(model, "Arm") - model->joints].r.z, z / sqrt(z * z + w * w), 1e-6);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Only Assimp plays the keys' values linearly: x is 1 + 3/3 at a third.
static void splines_that_cannot_be_read_play_linearly_with_a_warning(void **state)
{
    (void)state;
    const scene_buffer before = buffer;
    buffer.positions[0][0][0] = NAN;
    sinew_model *model = import_with_buffer("bend.gltf", scene, strlen(scene));
    buffer = before;
    sinew_pose *pose = make_pose(model);
    sinew_pose_sample(model, 0, 1.5, pose);
    const sinew_transform *local = &pose->local[joint_called(model, "Arm") - model->joints];
    assert_close(local->t.x, 2, 1e-6);
    assert_close(local->r.z, 19 / sqrt(19 * 19 + 26 * 26), 1e-6);
    assert_int_equal(warnings_of(model, "I13"), 1);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splines_of_a_side_file_are_played),
        cmocka_unit_test(splines_of_a_glb_are_played),
        cmocka_unit_test(splines_of_a_data_uri_are_played),
        cmocka_unit_test(splines_of_a_node_without_a_name_are_played),
        cmocka_unit_test(a_damaged_accessor_is_refused),
        cmocka_unit_test(times_that_do_not_rise_lose_all_channels),
        cmocka_unit_test(a_glb_cut_short_anywhere_is_read_within_its_bytes),
        cmocka_unit_test(tangents_may_be_normalised_integers),
        cmocka_unit_test(splines_that_cannot_be_read_play_linearly_with_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
