// Memory runs out at the n-th request, for every n: an error says so, nothing leaks, and what succeeds all the same is
// what it would have been.
#define _POSIX_C_SOURCE 200809L
#include "support/cmocka_close.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../samples/ribbon_model.h"
#include "base/file.h"
#include "fbx/fbx_document.h"
#include "output/output.h"
#include "sinew/sinew.h"
#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "sinew/export.h"
#include "sinew/import.h"
#include "sinew/load.h"
#include "support/failing_memory.h"

/// Something that needs memory. On success it leaves a number that tells its result from any other.
typedef sinew_result (*work)(const void *input, uint64_t *out_result, sinew_error *out_error);

enum { DENSE = 300 };

/// Every n at first, then ever fewer of them: about 700 runs cover a million requests.
static long next_of(long n)
{
    return n < DENSE ? n + 1 : n + 1 + n / 50;
}

static void strike(work run, const void *input, int for_good)
{
    uint64_t expected = 0, result = 0;
    assert_int_equal(run(input, &expected, NULL), SINEW_OK);
    for (long n = 0;; n = next_of(n)) {
        const long blocks = failing_memory_blocks();
        sinew_error error = {0};
        failing_memory_begin(n, for_good);
        const sinew_result code = run(input, &result, &error);
        const long refused = failing_memory_end();
        if (failing_memory_blocks() != blocks) fail_msg("request %ld: %ld blocks leak", n, failing_memory_blocks() - blocks);
        if (code == SINEW_OK && result != expected) fail_msg("request %ld: succeeds with another result", n);
        if (code != SINEW_OK && code != SINEW_ERROR_OUT_OF_MEMORY) fail_msg("request %ld: %s", n, error.message);
        if (code != SINEW_OK && !refused) fail_msg("request %ld: %s although there was memory", n, error.message);
        if (!refused) break;
    }
}

static void survives(work run, const void *input)
{
    strike(run, input, 0);
    strike(run, input, 1);
}

static uint64_t hash_of(const void *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; ++i) hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_of_model(const sinew_model *model)
{
    size_t size;
    const void *block = sinew_model_block(model, &size);
    return hash_of(block, size);
}

// ---- a model made in code, posed, skinned; what else is done with one ----------------------------------------------------------

static sinew_result pose_and_skin(const sinew_model *model, uint64_t *out_result, sinew_error *out_error)
{
    sinew_pose *pose;
    sinew_result result = sinew_pose_create(model, &pose, out_error);
    if (result != SINEW_OK) return result;
    float positions[RIBBON_VERTICES * 3], normals[RIBBON_VERTICES * 3];
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, SINEW_NONE, 0.5, pose);
    sinew_skin_mesh(model, 0, pose, NULL, positions, normals);
    *out_result = hash_of(positions, sizeof positions);
    sinew_pose_destroy(pose);
    return SINEW_OK;
}

static sinew_result play_ribbon(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    (void)input;
    sinew_model *model;
    sinew_result result = ribbon_create(RIBBON_ALL_FOUR, &model, out_error);
    if (result != SINEW_OK) return result;
    result = pose_and_skin(model, out_result, out_error);
    sinew_model_destroy(model);
    return result;
}

static sinew_result bake(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    void *block;
    size_t size;
    const sinew_result result = sinew_model_bake(model, NULL, &block, &size, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of(block, size);
    free(block);
    return SINEW_OK;
}

static sinew_result gather(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    sinew_crowd *crowd;
    const sinew_result result = sinew_crowd_create(model, 5, NULL, &crowd, out_error);
    if (result != SINEW_OK) return result;
    *out_result = 1;
    sinew_crowd_destroy(crowd);
    return SINEW_OK;
}

static sinew_result export_obj(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    const double time = 0.5;
    const sinew_export_options options = {0, &time, 1, SINEW_ENGINE_EXACT, "x.fbx"};
    char *text;
    size_t size;
    const sinew_result result = sinew_export_obj(model, &options, &text, &size, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of(text, size);
    free(text);
    return SINEW_OK;
}

static sinew_result ask(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    static const char *const times[] = {"50%", "#1", "0.25s", "end"};
    int32_t clip;
    sinew_result result = sinew_model_find_clip(model, "b*", &clip, out_error);
    *out_result = 0;
    for (size_t i = 0; i < sizeof times / sizeof times[0] && result == SINEW_OK; ++i) {
        sinew_time time;
        double seconds = 0;
        const sinew_time_context context = {.model = model, .clip = clip, .fps = 24};
        result = sinew_time_parse(times[i], &time, out_error);
        if (result == SINEW_OK) result = sinew_time_resolve(&time, &context, &seconds, out_error);
        *out_result = *out_result * 31 + (uint64_t)(seconds * 1e6);
    }
    return result;
}

static void a_model_made_in_code_survives(void **state)
{
    (void)state;
    survives(play_ribbon, NULL);
}

static void what_is_done_with_a_model_survives(void **state)
{
    (void)state;
    sinew_model *model;
    sinew_error error;
    if (sinew_import_file("tests/data/arm.fbx", &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    survives(bake, model);
    survives(gather, model);
    survives(export_obj, model);
    survives(ask, model);
    sinew_model_destroy(model);
}

// ---- files --------------------------------------------------------------------------------------------------------

/// The bytes of a file, and how it is to be imported.
typedef struct import_input {
    const char *path;
    void *bytes;
    size_t size;
    sinew_import_options options;
} import_input;

static sinew_result open_document(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const import_input *file = input;
    sinew__arena arena = {.limit = (size_t)1 << 30};
    fbx_document *document;
    const sinew_result result = fbx_document_open(&arena, file->bytes, file->size, &document, out_error);
    if (result == SINEW_OK) *out_result = document->object_count + 1000 * document->connection_count;
    sinew__arena_free(&arena);
    return result;
}

static sinew_result import(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const import_input *file = input;
    void *block;
    size_t size;
    sinew_model *model;
    sinew_result result =
        sinew_import_block(file->path, file->bytes, file->size, &file->options, &block, &size, out_error);
    if (result == SINEW_OK) result = sinew_model_from_block(block, size, &model, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of_model(model);
    sinew_model_destroy(model);
    return SINEW_OK;
}

static void strike_file(const char *path, work run, uint32_t document_only)
{
    import_input input = {.path = path, .options = {.document_only = document_only}};
    sinew_error error;
    if (sinew__file_read(path, &input.bytes, &input.size, &error) != SINEW_OK) fail_msg("%s: %s", path, error.message);
    survives(run, &input);
    free(input.bytes);
}

static void the_reader_of_documents_survives(void **state)
{
    (void)state;
    strike_file("tests/data/arm.fbx", open_document, 0);
    strike_file("samples/face.fbx", open_document, 0);
}

static void an_import_without_assimp_survives(void **state)
{
    (void)state;
    strike_file("tests/data/arm.fbx", import, 1);
}

static void an_import_of_skins_and_morphs_without_assimp_survives(void **state)
{
    (void)state;
    strike_file("samples/walk.fbx", import, 1);
    strike_file("samples/face.fbx", import, 1);
}

static void an_import_through_assimp_survives(void **state)
{
    (void)state;
    strike_file("tests/data/arm.fbx", import, 0);
    strike_file("samples/character.glb", import, 0);
}

/// The worker has its own memory; what is struck here is the host.
static sinew_result load(const void *path, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_load_options options = {.worker_folder = WORKER_FOLDER, .timeout = 60};
    sinew_model *model;
    const sinew_result result = sinew_model_load_file(path, &options, &model, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of_model(model);
    sinew_model_destroy(model);
    return SINEW_OK;
}

static void the_host_of_a_worker_survives(void **state)
{
    (void)state;
    survives(load, "tests/data/arm.fbx");
}

static char folder[] = "/tmp/sinew-memory-XXXXXX";
static char picture[64];

static sinew_result write_picture(const void *pixels, uint64_t *out_result, sinew_error *out_error)
{
    const output_frame frame = {4, 4, pixels};
    unlink(picture);
    const sinew_result result = output_write_one(&output_png, picture, &frame, out_error);
    if (access(picture, F_OK) != (result == SINEW_OK ? 0 : -1)) *out_result = 0;
    else *out_result = 1;
    return result;
}

static void a_picture_is_written_or_not(void **state)
{
    (void)state;
    uint8_t pixels[4 * 4 * 4];
    memset(pixels, 255, sizeof pixels);
    survives(write_picture, pixels);
    pixels[3] = 7; // with alpha
    survives(write_picture, pixels);
}

static void the_harness_strikes(void **state)
{
    (void)state;
    sinew__arena arena = {0};
    assert_non_null(sinew__arena_take(&arena, 1, 1));
    failing_memory_begin(1, 0);
    assert_non_null(sinew__arena_take(&arena, 1, 1));
    assert_null(sinew__arena_take(&arena, 1, 1));
    assert_int_equal(failing_memory_end(), 1);
    assert_true(arena.failed);
    sinew__arena_free(&arena);
    uint64_t result;
    failing_memory_begin(-1, 0);
    assert_int_equal(play_ribbon(NULL, &result, NULL), SINEW_OK);
    failing_memory_end();
    assert_in_range(failing_memory_requests(), 10, 1000); // the library's own calls come through
}

int main(void)
{
    if (!mkdtemp(folder)) return 1;
    snprintf(picture, sizeof picture, "%s/a.png", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_harness_strikes),
        cmocka_unit_test(a_model_made_in_code_survives),
        cmocka_unit_test(what_is_done_with_a_model_survives),
        cmocka_unit_test(the_reader_of_documents_survives),
        cmocka_unit_test(an_import_without_assimp_survives),
        cmocka_unit_test(an_import_of_skins_and_morphs_without_assimp_survives),
        cmocka_unit_test(an_import_through_assimp_survives),
        cmocka_unit_test(the_host_of_a_worker_survives),
        cmocka_unit_test(a_picture_is_written_or_not),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(picture);
    rmdir(folder);
    return failed;
}
