// Models in memory come through the worker as files do, with side files that the program provides, whatever it says
// about them.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/load.h"
#include "sinew/memory.h"
#include "support/open_descriptors.h"

/// For what ends without a limit: more time than the busiest machine takes.
static const sinew_load_options patient = {.timeout = 100};

static void *read_file(const char *path, size_t *out_size)
{
    FILE *stream = fopen(path, "rb");
    void *bytes = malloc(1 << 21);
    *out_size = stream && bytes ? fread(bytes, 1, 1 << 21, stream) : 0;
    if (stream) fclose(stream);
    if (*out_size == 0) fail_msg("%s: cannot be read", path);
    return bytes;
}

/// Loads a file from memory.
static sinew_result load_bytes(const char *name, const void *bytes, size_t size, const sinew_load_options *options,
                               sinew_model **out_model, sinew_error *out_error)
{
    sinew_load_options with_bytes = *options;
    with_bytes.bytes = bytes;
    with_bytes.size = size;
    return sinew_model_load(name, &with_bytes, out_model, out_error);
}

static sinew_model *must_load(const char *name, const void *bytes, size_t size, const sinew_load_options *options)
{
    sinew_model *model;
    sinew_error error;
    if (load_bytes(name, bytes, size, options, &model, &error) != SINEW_OK) fail_msg("%s: %s", name, error.message);
    return model;
}

// ---- without side files --------------------------------------------------------------------------------------------

static void bytes_give_the_block_that_their_file_gives(void **state)
{
    (void)state;
    static const char *const paths[] = {"samples/walk.fbx", "samples/elbow.glb", "tests/data/arm.sinew"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        size_t size, from_bytes_size, from_file_size;
        void *bytes = read_file(paths[i], &size);
        sinew_model *from_bytes = must_load(strrchr(paths[i], '/') + 1, bytes, size, &patient), *from_file;
        assert_int_equal(sinew_model_load(paths[i], &patient, &from_file, NULL), SINEW_OK);
        const void *a = sinew_model_block(from_bytes, &from_bytes_size);
        const void *b = sinew_model_block(from_file, &from_file_size);
        assert_int_equal(from_bytes_size, from_file_size);
        assert_memory_equal(a, b, from_bytes_size);
        sinew_model_destroy(from_bytes);
        sinew_model_destroy(from_file);
        free(bytes);
    }
}

static void bytes_that_are_no_model_are_refused_as_files_are(void **state)
{
    (void)state;
    sinew_model *model = (sinew_model *)(uintptr_t)1;
    sinew_error error;
    assert_int_equal(load_bytes("nothing.fbx", "", 0, &patient, &model, &error), SINEW_ERROR_EMPTY);
    assert_string_equal(error.message, "the file is empty");
    assert_null(model);
    assert_int_equal(load_bytes("letter.fbx", "Dear Anna", 9, &patient, &model, &error), SINEW_ERROR_NOT_A_MODEL);
    assert_string_equal(error.message, "not a model file (starts with \"Dear Anna\")");
    assert_null(model);
    // The extension is all that a name decides; a path in it is not opened.
    assert_int_equal(load_bytes("samples/walk.fbx", "Dear Anna", 9, &(sinew_load_options){0}, &model, &error),
                     SINEW_ERROR_NOT_A_MODEL);
}

// ---- side files ----------------------------------------------------------------------------------------------------

/// A triangle with its points in a file, and an image.
#define GLTF(points, image)                                                                                            \
    "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"" points                                                 \
    "\",\"byteLength\":36}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,"      \
    "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}],\"images\":[{\"uri\":"     \
    "\"" image "\"}],\"textures\":[{\"source\":0}],\"materials\":[{\"pbrMetallicRoughness\":{\"baseColorTexture\":{"   \
    "\"index\":0}}}],\"meshes\":[{\"primitives\":[{\"material\":0,\"attributes\":{\"POSITION\":0}}]}],\"nodes\":["     \
    "{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}"

static const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};

/// A file that the program has, and how it misbehaves.
typedef struct provided {
    const char *path; ///< the requested path
    const void *bytes;
    size_t size;
    size_t first_size, second_size; ///< the sizes that it states instead of `size`; 0: the truth
    sinew_result first_result, second_result;
    int calls, warnings;
    char asked[2048];  ///< all paths, each with a newline
    char warning[200]; ///< the last
} provided;

static sinew_result provide(void *user, const char *path, void *buffer, size_t capacity, size_t *out_size)
{
    provided *file = user;
    const size_t length = strlen(file->asked);
    snprintf(file->asked + length, sizeof file->asked - length, "%s\n", path);
    if (!file->path || strcmp(path, file->path) != 0) return SINEW_ERROR_NOT_FOUND;
    ++file->calls;
    const size_t lie = buffer ? file->second_size : file->first_size;
    *out_size = lie ? lie : file->size;
    if (buffer) memcpy(buffer, file->bytes, capacity < file->size ? capacity : file->size);
    return buffer ? file->second_result : file->first_result;
}

static void warn(void *user, const char *text)
{
    provided *file = user;
    ++file->warnings;
    snprintf(file->warning, sizeof file->warning, "%s", text);
}

static sinew_result load_with(const char *gltf, provided *file, sinew_model **out_model)
{
    const sinew_load_options options = {.timeout = 100, .user = file, .read_side_file = provide, .warn = warn};
    return load_bytes("one.gltf", gltf, strlen(gltf), &options, out_model, NULL);
}

static void a_side_file_comes_from_the_program(void **state)
{
    (void)state;
    provided file = {.path = "points.bin", .bytes = points, .size = sizeof points};
    sinew_model *model;
    assert_int_equal(load_with(GLTF("parts/points.bin", "skin.png"), &file, &model), SINEW_OK);
    assert_int_equal(model->vertex_count, 3);
    assert_string_equal(sinew_text(model, model->sources[1].name), "points.bin");
    assert_int_equal(file.calls, 2);
    assert_int_equal(file.warnings, 0);
    sinew_model_destroy(model);
}

static void a_file_on_disk_takes_side_files_from_the_program_too(void **state)
{
    (void)state;
    provided file = {0};
    const sinew_load_options options = {.timeout = 100, .user = &file, .read_side_file = provide};
    sinew_model *model;
    assert_int_equal(sinew_model_load("samples/character.glb", &options, &model, NULL), SINEW_OK);
    sinew_model_destroy(model);
}

/// Every wrong size must have the effect of a missing file.
static void a_program_that_lies_about_sizes_has_no_side_file(void **state)
{
    (void)state;
    const char *const gltf = GLTF("points.bin", "skin.png");
    const provided lies[] = {
        {.first_size = SIZE_MAX},
        {.first_size = (size_t)1 << 40},
        {.first_size = 100000},
        {.first_size = 7},
        {.second_size = 1},
        {.second_size = SIZE_MAX},
        {.first_result = SINEW_ERROR_NO_PERMISSION},
        {.second_result = SINEW_ERROR_OUT_OF_MEMORY},
        {.first_result = (sinew_result)12345},
    };
    sinew_model *model;
    provided none = {0};
    const sinew_result missing = load_with(gltf, &none, &model);
    assert_int_not_equal(missing, SINEW_OK);
    const int before = open_descriptors();
    for (size_t i = 0; i < sizeof lies / sizeof *lies; ++i) {
        provided file = lies[i];
        file.path = "points.bin";
        file.bytes = points;
        file.size = sizeof points;
        assert_int_equal(load_with(gltf, &file, &model), missing);
        assert_null(model);
        assert_int_equal(file.warnings, file.first_result == SINEW_OK);
    }
    assert_int_equal(open_descriptors(), before);
}

static void an_empty_side_file_and_a_short_one_are_results(void **state)
{
    (void)state;
    sinew_model *model;
    for (size_t size = 0; size <= 35; size += 35) {
        provided file = {.path = "points.bin", .bytes = points, .size = size};
        const sinew_result result = load_with(GLTF("points.bin", "skin.png"), &file, &model);
        assert_true(result != SINEW_OK ? model == NULL : model != NULL);
        assert_true(file.calls >= 1);
        sinew_model_destroy(model);
    }
}

static void no_path_leads_out_of_the_program(void **state)
{
    (void)state;
    static const char *const files[] = {
        GLTF("../../etc/passwd", "../../etc/shadow"),
        GLTF("/etc/passwd", "file:///etc/shadow"),
        GLTF("%2e%2e/%2e%2e/etc/passwd", "a/../../etc/shadow"),
        GLTF("..\\\\..\\\\etc\\\\passwd", "\\\\\\\\host\\\\etc\\\\shadow"),
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        provided file = {.path = "passwd", .bytes = points, .size = sizeof points};
        const sinew_load_options options = {.timeout = 100, .user = &file, .read_side_file = provide};
        sinew_model *model;
        sinew_textures textures;
        assert_int_equal(load_with(files[i], &file, &model), SINEW_OK);
        assert_int_equal(model->texture_count, 1);
        assert_int_equal(sinew_model_load_textures(model, "one.gltf", &options, &textures, NULL), SINEW_OK);
        assert_non_null(strstr(file.asked, "shadow\n"));
        assert_null(strstr(file.asked, ".."));
        assert_null(strchr(file.asked, ':'));
        assert_null(strstr(file.asked, "\n/"));
        assert_true(file.asked[0] != '/');
        sinew_textures_free(&textures);
        sinew_model_destroy(model);
    }
}

// ---- textures ------------------------------------------------------------------------------------------------------

static void textures_come_from_the_program(void **state)
{
    (void)state;
    provided file = {.path = "points.bin", .bytes = points, .size = sizeof points};
    sinew_model *model;
    assert_int_equal(load_with(GLTF("points.bin", "maps/skin.png"), &file, &model), SINEW_OK);
    size_t size;
    void *png = read_file("tests/visual/crowd.png", &size);
    provided image = {.path = "maps/skin.png", .bytes = png, .size = size};
    const sinew_load_options options = {.timeout = 100, .user = &image, .read_side_file = provide};
    sinew_textures textures;
    assert_int_equal(sinew_model_load_textures(model, "one.gltf", &options, &textures, NULL), SINEW_OK);
    assert_int_equal(textures.count, 1);
    assert_non_null(textures.images[0].pixels);
    assert_int_equal(textures.note_count, 0);
    sinew_image one;
    assert_int_equal(sinew_model_load_texture(model, 0, "one.gltf", &options, &one, NULL), SINEW_OK);
    assert_int_equal(one.width, textures.images[0].width);
    sinew_image_free(&one);
    sinew_textures_free(&textures);
    void *bytes;
    size_t byte_count;
    char *path;
    assert_int_equal(sinew_model_read_texture(model, 0, "one.gltf", &options, &bytes, &byte_count, &path, NULL),
                     SINEW_OK);
    assert_int_equal(byte_count, size);
    assert_memory_equal(bytes, png, size);
    assert_null(path); // of no folder
    sinew_free(bytes);
    const sinew_load_options small = {.memory_limit = size - 1, .user = &image, .read_side_file = provide};
    assert_int_equal(sinew_model_read_texture(model, 0, "one.gltf", &small, &bytes, &byte_count, &path, NULL),
                     SINEW_ERROR_NOT_FOUND); // as a load takes it
    assert_null(bytes);
    assert_int_equal(byte_count, 0);
    assert_int_equal(sinew_model_read_texture(model, 1, "one.gltf", &options, &bytes, &byte_count, NULL, NULL),
                     SINEW_ERROR_INVALID_ARGUMENT);
    image.second_size = 5;
    assert_int_equal(sinew_model_load_texture(model, 0, "one.gltf", &options, &one, NULL), SINEW_ERROR_NOT_FOUND);
    assert_null(one.pixels);
    sinew_model_destroy(model);
    free(png);
}

static void a_missing_texture_is_asked_for_where_it_could_be(void **state)
{
    (void)state;
    provided file = {.path = "points.bin", .bytes = points, .size = sizeof points}, nothing = {0};
    sinew_model *model;
    assert_int_equal(load_with(GLTF("points.bin", "C:\\\\art\\\\maps\\\\skin.png"), &file, &model), SINEW_OK);
    const sinew_load_options options = {.timeout = 100, .user = &nothing, .read_side_file = provide};
    sinew_image image;
    assert_int_equal(sinew_model_load_texture(model, 0, "one.gltf", &options, &image, NULL), SINEW_ERROR_NOT_FOUND);
    assert_string_equal(nothing.asked, "skin.png\nmaps/skin.png\nart/maps/skin.png\none.fbm/skin.png\n"
                                       "one_fpc/skin.png\ntextures/skin.png\nTextures/skin.png\n"
                                       "texture/skin.png\nTexture/skin.png\n");
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_give_the_block_that_their_file_gives),
        cmocka_unit_test(bytes_that_are_no_model_are_refused_as_files_are),
        cmocka_unit_test(a_side_file_comes_from_the_program),
        cmocka_unit_test(a_file_on_disk_takes_side_files_from_the_program_too),
        cmocka_unit_test(a_program_that_lies_about_sizes_has_no_side_file),
        cmocka_unit_test(an_empty_side_file_and_a_short_one_are_results),
        cmocka_unit_test(no_path_leads_out_of_the_program),
        cmocka_unit_test(textures_come_from_the_program),
        cmocka_unit_test(a_missing_texture_is_asked_for_where_it_could_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
