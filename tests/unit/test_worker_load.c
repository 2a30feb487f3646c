/// From the host's side: models and pictures come through the worker as they would in-process, whatever the host does
/// with its children.
#define _DEFAULT_SOURCE
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/hash.h"
#include "sinew/bake.h"
#include "sinew/import.h"
#include "sinew/load.h"
#include "sinew/raw_model.h"
#include "support/open_descriptors.h"
#include "support/temporary_folder.h"

static const char fox[] = "samples/character.fbx";

/// For what ends by itself: more time than the busiest machine takes.
static const sinew_load_options patient = {.timeout = 100};

static void load_and_drop(const char *path)
{
    sinew_error error;
    sinew_model *model;
    if (sinew_model_load(path, &patient, &model, &error) != SINEW_OK) fail_msg("%s: %s", path, error.message);
    sinew_model_destroy(model);
}

static void the_worker_gives_the_block_that_the_importer_gives(void **state)
{
    (void)state;
    static const char *const paths[] = {"samples/character.fbx", "samples/character.glb", "samples/walk.fbx"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        sinew_model *caged, *trusted;
        size_t caged_size, trusted_size;
        assert_int_equal(sinew_model_load(paths[i], &patient, &caged, NULL), SINEW_OK);
        assert_int_equal(sinew_model_import(paths[i], NULL, &trusted, NULL), SINEW_OK);
        const void *a = sinew_model_block(caged, &caged_size), *b = sinew_model_block(trusted, &trusted_size);
        assert_int_equal(caged_size, trusted_size);
        assert_memory_equal(a, b, caged_size);
        sinew_model_destroy(caged);
        sinew_model_destroy(trusted);
    }
}

static void clips_come_baked_as_the_host_wants_them(void **state)
{
    (void)state;
    sinew_load_options options[] = {patient, patient, patient};
    options[1].bake_error = 1e-6;
    options[2].only_curves = 1;
    size_t bytes[3];
    for (int i = 0; i < 3; ++i) {
        sinew_model *model;
        assert_int_equal(sinew_model_load("samples/walk.fbx", &options[i], &model, NULL), SINEW_OK);
        const sinew_baked_info of_clip = sinew_clip_baked_info(model, 0);
        assert_true(of_clip.error <= (i == 1 ? 1e-6 : 1e-4));
        bytes[i] = of_clip.byte_count;
        sinew_model_destroy(model);
    }
    assert_true(bytes[0] >= 30 * 51 * sizeof(int16_t)); // a frame and moving joint has one number at least
    assert_true(bytes[1] > bytes[0]);
    assert_int_equal(bytes[2], 0);
}

static void the_files_that_were_read_are_recorded(void **state)
{
    (void)state;
    // One triangle whose buffer is beside it.
    const char *const gltf =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"points.bin\",\"byteLength\":36}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,"
        "\"count\":3,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,0]}],\"meshes\":[{\"primitives\":[{\"attributes\":"
        "{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0}";
    const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    assert_non_null(write_temporary_file("points.bin", points, sizeof points));
    sinew_model *model;
    sinew_error error;
    if (sinew_model_load(write_temporary_file("one.gltf", gltf, strlen(gltf)), &patient, &model, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(model->vertex_count, 3);
    assert_int_equal(model->source_count, 2);
    assert_string_equal(sinew_text(model, model->sources[0].name), "one.gltf");
    assert_int_equal(model->sources[0].size, strlen(gltf));
    assert_string_equal(sinew_text(model, model->sources[1].name), "points.bin");
    assert_int_equal(model->sources[1].size, sizeof points);
    assert_true(model->sources[1].hash == sinew__hash(points, sizeof points));
    sinew_model_destroy(model);
}

static void wrong_files_are_refused_as_they_would_be_in_process(void **state)
{
    (void)state;
    sinew_model *model = (sinew_model *)(uintptr_t)1;
    sinew_error error;
    assert_int_equal(sinew_model_load("samples/no such file.fbx", NULL, &model, &error), SINEW_ERROR_NOT_FOUND);
    assert_null(model);
    assert_int_equal(sinew_model_load("samples", NULL, &model, &error), SINEW_ERROR_NOT_A_FILE);
    assert_int_equal(sinew_model_load(write_temporary_file("letter.fbx", "Dear Anna", 9), NULL, &model, &error),
                     SINEW_ERROR_NOT_A_MODEL);
    assert_string_equal(error.message, "not a model file (starts with \"Dear Anna\")");
    assert_int_equal(sinew_model_load(write_temporary_file("nothing.fbx", "", 0), NULL, &model, NULL),
                     SINEW_ERROR_EMPTY);
}

static void a_missing_worker_is_an_error(void **state)
{
    (void)state;
    sinew_model *model;
    sinew_error error;
    const sinew_load_options options = {.worker_folder = "/nonexistent"};
    assert_int_equal(sinew_model_load(fox, &options, &model, &error), SINEW_ERROR_NO_WORKER);
    assert_null(model);
    assert_string_equal(error.message,
                        "the program sinew-worker, which reads model files, is missing; searched /nonexistent");
    assert_string_equal(error.hint, "sinew_load_options.worker_folder is '/nonexistent'");
    char text[400];
    sinew_sandbox_description(&options, text, sizeof text);
    assert_non_null(strstr(text, "missing"));
    sinew_sandbox_description(&options, text, 10);
    assert_int_equal(strlen(text), 9);
}

// ---- a file that makes Assimp crash ---------------------------------------------------------------------------------

/// Two models that are each other's parents, below the scene: Assimp 5.2 walks round them until its stack ends.
static const char circle[] =
    "; FBX 7.5.0 project file\nFBXHeaderExtension:  {\n FBXHeaderVersion: 1003\n FBXVersion: 7500\n}\nObjects:  {\n"
    "Model: 1, \"Model::a\", \"LimbNode\" {\n Version: 232\n}\nModel: 2, \"Model::b\", \"LimbNode\" {\n Version: "
    "232\n}\n}\n"
    "Connections:  {\n C: \"OO\",1,0\n C: \"OO\",2,1\n C: \"OO\",1,2\n}\n";

static void a_file_that_kills_assimp_is_read_without_it(void **state)
{
    (void)state;
    sinew_model *model;
    sinew_error error;
    if (sinew_model_load(write_temporary_file("circle.fbx", circle, strlen(circle)), &patient, &model, &error) !=
        SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(model->joint_count, 2);
    int is_told = 0;
    for (int32_t i = 0; i < model->warning_count; ++i)
        is_told |= strcmp(sinew_text(model, model->warnings[i].code), "I09") == 0;
    assert_true(is_told);
    sinew_model_destroy(model);
}

// ---- stopping -----------------------------------------------------------------------------------------------------

static int cancel_at_third_call(void *user, double seconds)
{
    int *calls = user;
    assert_true(seconds >= 0);
    return ++*calls == 3;
}

static void a_load_is_cancelled_at_once(void **state)
{
    (void)state;
    int calls = 0;
    sinew_model *model;
    const sinew_load_options options = {.timeout = patient.timeout,
                                        .worker_folder = SINEW_PLANTED_WORKER_FOLDER,
                                        .progress = cancel_at_third_call,
                                        .user = &calls};
    assert_int_equal(sinew_model_load(write_temporary_file("loop.fbx", "loop", 4), &options, &model, NULL),
                     SINEW_ERROR_CANCELLED);
    assert_int_equal(calls, 3);                 // the worker would never have ended by itself
    assert_int_equal(waitpid(-1, NULL, 0), -1); // and nothing is left of it
    assert_int_equal(errno, ECHILD);
}

// ---- hosts --------------------------------------------------------------------------------------------------------

static void reap_everything(int signal_number)
{
    (void)signal_number;
    const int code = errno;
    while (waitpid(-1, NULL, WNOHANG) > 0) {
    }
    errno = code;
}

static void a_host_may_ignore_or_reap_its_children(void **state)
{
    (void)state;
    const int before = open_descriptors();
    void (*const habits[])(int) = {SIG_IGN, reap_everything};
    for (int habit = 0; habit < 2; ++habit) {
        signal(SIGCHLD, habits[habit]);
        sinew_model *model;
        sinew_error error;
        for (int i = 0; i < 5; ++i) load_and_drop("samples/face.fbx");
        sinew_load_options options = {.timeout = 0.2, .worker_folder = SINEW_PLANTED_WORKER_FOLDER};
        assert_int_equal(sinew_model_load(write_temporary_file("loop.fbx", "loop", 4), &options, &model, &error),
                         SINEW_ERROR_TIMED_OUT);
        options.timeout = patient.timeout;
        assert_int_equal(sinew_model_load(write_temporary_file("crash.fbx", "crash", 5), &options, &model, &error),
                         SINEW_ERROR_CRASHED);
        assert_string_equal(error.message, "the importer crashed on this file (signal 11); nothing was loaded");
        signal(SIGCHLD, SIG_DFL);
        assert_int_equal(waitpid(-1, NULL, 0), -1);
    }
    assert_int_equal(open_descriptors(), before);
}

// ---- pictures -----------------------------------------------------------------------------------------------------

static void pictures_are_decoded_as_they_would_be_in_process(void **state)
{
    (void)state;
    sinew_model *model;
    assert_int_equal(sinew_model_load(fox, &patient, &model, NULL), SINEW_OK);
    assert_true(model->texture_count > 0);
    sinew_image caged, trusted;
    sinew_error error;
    if (sinew_model_load_texture(model, 0, fox, &patient, &caged, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(sinew_import_texture(model, 0, fox, NULL, &trusted, NULL), SINEW_OK);
    assert_int_equal(caged.width, trusted.width);
    assert_int_equal(caged.height, trusted.height);
    assert_memory_equal(caged.pixels, trusted.pixels, (size_t)caged.width * (size_t)caged.height * 4);
    sinew_image_free(&caged);
    sinew_image_free(&trusted);
    assert_int_equal(sinew_model_load_texture(model, model->texture_count, fox, NULL, &caged, NULL),
                     SINEW_ERROR_INVALID_ARGUMENT);
    assert_null(caged.pixels);
    sinew_model_destroy(model);
}

/// A model whose one texture is these bytes.
static sinew_model *model_with_picture(const void *bytes, size_t size)
{
    const sinew_raw_texture texture = {.path = "picture.png", .bytes = bytes, .byte_count = size};
    const sinew_raw_material material = {.name = "skin"};
    const sinew_raw_model raw = {.textures = &texture, .texture_count = 1, .materials = &material, .material_count = 1};
    void *block;
    size_t block_size;
    sinew_model *model;
    assert_int_equal(sinew__raw_model_build(&raw, &block, &block_size, NULL), SINEW_OK);
    assert_int_equal(sinew__model_from_block(block, block_size, &model, NULL), SINEW_OK);
    return model;
}

static void a_missing_image_worker_is_named_for_what_it_does(void **state)
{
    (void)state;
    sinew_model *model = model_with_picture("x", 1);
    sinew_image image;
    sinew_error error;
    const sinew_load_options options = {.worker_folder = "/nonexistent"};
    assert_int_equal(sinew_model_load_texture(model, 0, fox, &options, &image, &error), SINEW_ERROR_NO_WORKER);
    assert_string_equal(error.message,
                        "the program sinew-image-worker, which decodes images, is missing; searched /nonexistent");
    sinew_model_destroy(model);
}

static void a_bad_picture_is_an_error_about_the_picture(void **state)
{
    (void)state;
    unsigned char header[33] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R'};
    sinew_image image;
    sinew_error error;
    header[16] = 0x7f, header[23] = 1; // two thousand million pixels wide
    sinew_model *model = model_with_picture(header, sizeof header);
    assert_int_equal(sinew_model_load_texture(model, 0, fox, NULL, &image, &error), SINEW_ERROR_LIMIT);
    sinew_model_destroy(model);
    model = model_with_picture("no picture at all", 17);
    assert_int_equal(sinew_model_load_texture(model, 0, fox, NULL, &image, &error), SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "not a picture that sinew reads");
    sinew_model_destroy(model);
}

/// A model whose textures are these, each a TGA of `side` × `side` of one grey; the last is not there.
static sinew_model *model_with_squares(const unsigned char *greys, int32_t count, int32_t side)
{
    const size_t size = 18 + (size_t)side * (size_t)side * 4;
    sinew_raw_texture textures[8] = {{0}};
    unsigned char *files = calloc((size_t)count, size);
    for (int32_t i = 0; i < count; ++i) {
        unsigned char *file = files + (size_t)i * size;
        memcpy(file, (const unsigned char[18]){[2] = 2, [16] = 32, [17] = 0x28}, 18);
        file[12] = file[14] = (unsigned char)side;
        file[13] = file[15] = (unsigned char)(side >> 8);
        memset(file + 18, greys[i], size - 18);
        textures[i] = (sinew_raw_texture){.path = "square", .format = "tga", .bytes = file, .byte_count = size};
    }
    textures[count] = (sinew_raw_texture){.path = "nowhere.png"};
    const sinew_raw_model raw = {.textures = textures, .texture_count = count + 1};
    void *block;
    size_t block_size;
    sinew_model *model;
    assert_int_equal(sinew__raw_model_build(&raw, &block, &block_size, NULL), SINEW_OK);
    assert_int_equal(sinew__model_from_block(block, block_size, &model, NULL), SINEW_OK);
    free(files);
    return model;
}

static void equal_pictures_are_decoded_once(void **state)
{
    (void)state;
    sinew_model *model = model_with_squares((const unsigned char[]){10, 200, 10}, 3, 4);
    sinew_textures textures;
    assert_int_equal(sinew_model_load_textures(model, fox, &patient, &textures, NULL), SINEW_OK);
    assert_int_equal(textures.count, 4);
    for (int i = 0; i < 3; ++i) assert_int_equal(textures.images[i].width, 4);
    assert_ptr_equal(textures.images[0].pixels, textures.images[2].pixels);
    assert_int_equal(textures.images[0].pixels[0], 10);
    assert_int_equal(textures.images[1].pixels[0], 200);
    assert_null(textures.images[3].pixels);
    assert_int_equal(textures.note_count, 1);
    assert_int_equal(textures.notes[0].result, SINEW_ERROR_NOT_FOUND);
    assert_string_equal(textures.notes[0].message, "texture 'nowhere.png' is not beside the model");
    sinew_textures_free(&textures);
    assert_null(textures.images);
    sinew_model_destroy(model);
}

/// Four squares of 1024² take 16 MiB of pixels; 3/7 of 28 MiB are 12, 3 for each: half the width and height.
static void what_memory_is_short_for_comes_smaller(void **state)
{
    (void)state;
#ifdef SINEW_SANITIZED
    skip();
#endif
    sinew_model *model = model_with_squares((const unsigned char[]){10, 20, 30, 40}, 4, 1024);
    sinew_load_options options = {.timeout = patient.timeout, .memory_limit = (size_t)28 << 20};
    sinew_textures textures;
    assert_int_equal(sinew_model_load_textures(model, fox, &options, &textures, NULL), SINEW_OK);
    for (int i = 0; i < 2; ++i) assert_int_equal(textures.images[i].width, 512);
    assert_int_equal(textures.images[3].width, 1024); // those before it have left it 12 - 3 × 1
    assert_int_equal(textures.note_count, 2);
    assert_int_equal(textures.notes[1].result, SINEW_ERROR_MEMORY_LIMIT);
    assert_non_null(strstr(textures.notes[1].message, "a model's textures may take 28 MB of memory"));
    sinew_textures_free(&textures);
    options.timeout = 1e-9;
    assert_int_equal(sinew_model_load_textures(model, fox, &options, &textures, NULL), SINEW_OK);
    assert_null(textures.images[0].pixels);
    assert_int_equal(textures.notes[1].result, SINEW_ERROR_TIMED_OUT);
    sinew_textures_free(&textures);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worker_gives_the_block_that_the_importer_gives),
        cmocka_unit_test(clips_come_baked_as_the_host_wants_them),
        cmocka_unit_test(the_files_that_were_read_are_recorded),
        cmocka_unit_test(wrong_files_are_refused_as_they_would_be_in_process),
        cmocka_unit_test(a_missing_worker_is_an_error),
        cmocka_unit_test(a_file_that_kills_assimp_is_read_without_it),
        cmocka_unit_test(a_load_is_cancelled_at_once),
        cmocka_unit_test(a_host_may_ignore_or_reap_its_children),
        cmocka_unit_test(pictures_are_decoded_as_they_would_be_in_process),
        cmocka_unit_test(a_missing_image_worker_is_named_for_what_it_does),
        cmocka_unit_test(a_bad_picture_is_an_error_about_the_picture),
        cmocka_unit_test(equal_pictures_are_decoded_once),
        cmocka_unit_test(what_memory_is_short_for_comes_smaller),
    };
    return cmocka_run_group_tests(tests, make_temporary_folder, remove_temporary_folder);
}
