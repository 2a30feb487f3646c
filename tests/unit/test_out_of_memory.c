// Memory runs out at the n-th request, for every n: an error says so, nothing leaks, and a call that succeeds all the
// same has its usual result.
#define _POSIX_C_SOURCE 200809L
#include "author/bake/bake_block.h"
#include "author/export/export_writers.h"
#include "import/import_block.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../samples/ribbon_model.h"
#include "bench/tutorial_skin.h"
#include "bench/tutorial_walk.h"
#include "core/base/error.h"
#include "core/platform/file.h"
#include "draw/output/output.h"
#include "fbx/fbx_document.h"
#include "import/cache/cache.h"
#include "sinew/bake.h"
#include "sinew/crowd.h"
#include "sinew/export.h"
#include "sinew/import.h"
#include "sinew/load.h"
#include "sinew/sinew_tools.h"
#include "support/failing_memory.h"
#include "support/make_cache.h"
#include "support/strike_memory.h"

static uint64_t hash_of_model(const sinew_model *model)
{
    size_t size;
    const void *block = sinew_model_block(model, &size);
    return hash_of(block, size);
}

// ---- a model made in code, posed, skinned; what else is done with one ----------------------------------------------

static sinew_result pose_and_skin(const sinew_model *model, uint64_t *out_result, sinew_error *out_error)
{
    sinew_pose *pose;
    sinew_result result = sinew_pose_create(model, &pose, out_error);
    if (result != SINEW_OK) return result;
    float positions[RIBBON_VERTICES * 3], normals[RIBBON_VERTICES * 3];
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, SINEW_NONE, 0.5, pose);
    sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, NULL, positions, normals);
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
    const sinew_result result = sinew__baked_block(model, NULL, &block, &size, out_error);
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

static sinew_result leave_out(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_model *model = input;
    const int32_t last = model->joint_count - 1;
    sinew_lod *lod = NULL;
    const sinew_result result = sinew_lod_create(model, &last, 1, &lod, out_error);
    *out_result = 1;
    sinew_lod_destroy(lod);
    return result;
}

static sinew_result mix(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    sinew_mixer *mixer = NULL;
    sinew_joint_mask *mask = NULL;
    sinew_result result = sinew_mixer_create(model, &mixer, out_error);
    if (result == SINEW_OK) result = sinew_joint_mask_create(model, 1, &mask, out_error);
    *out_result = 1;
    sinew_joint_mask_destroy(mask);
    sinew_mixer_destroy(mixer);
    return result;
}

static sinew_result find_contacts(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_model *model = input;
    const sinew_foot foot = {.ankle = 0, .toe = SINEW_NONE, .leg_length = 1};
    sinew_contacts contacts = {0};
    *out_result = 0;
    if (model->clip_count == 0 || model->joint_count == 0) return SINEW_OK;
    const sinew_result result = sinew_contacts_find(model, 0, &foot, 1, NULL, &contacts, out_error);
    if (result == SINEW_OK) *out_result = (uint64_t)contacts.count;
    sinew_contacts_free(&contacts);
    return result;
}

static sinew_result play_as_tutorials_do(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    tutorial_player *player = tutorial_player_create(model, 0);
    if (!player) return sinew__fail_memory(out_error);
    *out_result = hash_of(tutorial_player_pose(player, 0.25), sizeof(float[4][4]));
    tutorial_player_destroy(player);
    return SINEW_OK;
}

static sinew_result skin_as_tutorials_do(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    tutorial_skin *skin = tutorial_skin_create(model);
    if (!skin) return sinew__fail_memory(out_error);
    *out_result = 1;
    tutorial_skin_destroy(skin);
    return SINEW_OK;
}

static sinew_result export_bvh(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_model *model = input;
    const sinew_export_options options = {
        .clip = model->clip_count ? 0 : SINEW_NONE, .times = &(double){0.5}, .time_count = 1};
    char *text;
    size_t size;
    const sinew_result result = sinew__export_bvh(model, &options, &text, &size, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of(text, size);
    free(text);
    return SINEW_OK;
}

static sinew_result export_csv(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_model *model = input;
    const sinew_export_options options = {
        .clip = model->clip_count ? 0 : SINEW_NONE, .times = &(double){0.5}, .time_count = 1};
    char *text;
    size_t size;
    const sinew_result result = sinew__export_csv(model, &options, &text, &size, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of(text, size);
    free(text);
    return SINEW_OK;
}

static sinew_result export_glb(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    char *text;
    size_t size;
    const sinew_result result = sinew__export_glb(input, &(sinew_export_options){0}, &text, &size, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of(text, size);
    free(text);
    return SINEW_OK;
}

static sinew_result export_fbx_as(const sinew_model *model, sinew_export_curves curves, uint64_t *out_result,
                                  sinew_error *out_error)
{
    const sinew_export_options options = {.curves = curves, .textures = SINEW_TEXTURES_EMBEDDED};
    char *text;
    size_t size;
    const sinew_result result = sinew__export_fbx(model, &options, &text, &size, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of(text, size);
    free(text);
    return SINEW_OK;
}

static sinew_result export_fbx(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    return export_fbx_as(input, SINEW_CURVES_FAITHFUL, out_result, out_error);
}

static sinew_result export_portable_fbx(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    return export_fbx_as(input, SINEW_CURVES_PORTABLE, out_result, out_error);
}

static sinew_result export_obj(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_model *model = input;
    const double time = 0.5;
    const sinew_export_options options = {.clip = model->clip_count ? 0 : SINEW_NONE,
                                          .times = &time,
                                          .time_count = 1,
                                          .engine = SINEW_ENGINE_EXACT,
                                          .source = "x.fbx"};
    char *text;
    size_t size;
    const sinew_result result = sinew__export_obj(model, &options, &text, &size, out_error);
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

static sinew_result join(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    sinew_model *model;
    const sinew_result result = sinew__model_with_clips(input, input, NULL, &model, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of_model(model);
    sinew_model_destroy(model);
    return SINEW_OK;
}

static sinew_result add(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    sinew_model *model;
    const sinew_model *const animations[] = {input, input};
    const sinew_result result = sinew__model_add_clips(input, animations, 2, NULL, &model, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of_model(model);
    sinew_model_destroy(model);
    return SINEW_OK;
}

static sinew_result save_and_load(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    void *bytes;
    size_t size;
    sinew_model *again;
    sinew_result result = sinew_model_save(model, &bytes, &size, out_error);
    if (result != SINEW_OK) return result;
    result = sinew_model_open(bytes, size, &again, out_error);
    free(bytes);
    if (result != SINEW_OK) return result;
    *out_result = hash_of_model(again);
    sinew_model_destroy(again);
    return SINEW_OK;
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
    if (sinew_model_import("tests/data/arm.fbx", NULL, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    survives(bake, model);
    survives(join, model);
    survives(add, model);
    survives(gather, model);
    survives(leave_out, model);
    survives(mix, model);
    survives(find_contacts, model);
    survives(play_as_tutorials_do, model);
    survives(skin_as_tutorials_do, model);
    survives(export_obj, model);
    survives(export_glb, model);
    survives(export_fbx, model);
    survives(export_portable_fbx, model);
    survives(export_csv, model);
    survives(export_bvh, model);
    survives(ask, model);
    survives(save_and_load, model);
    sinew_model_destroy(model);
}

/// A skin, a shape, a camera and an image.
static void a_face_that_is_written_survives(void **state)
{
    (void)state;
    sinew_model *model;
    sinew_error error;
    if (sinew_model_import("tests/data/written_face.fbx", NULL, &model, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    survives(export_fbx, model);
    survives(export_portable_fbx, model);
    sinew_model_destroy(model);
}

// ---- files --------------------------------------------------------------------------------------------------------

/// The bytes of a file, and how it is to be imported.
typedef struct import_input {
    const char *path;
    void *bytes;
    size_t size;
    sinew__import_options options;
} import_input;

static sinew_result open_document(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const import_input *file = input;
    sinew__arena arena = {.limit = (size_t)1 << 30};
    fbx_document *document;
    const sinew_result result = sinew__fbx_document_open(&arena, file->bytes, file->size, &document, out_error);
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
        sinew__import_block(file->path, file->bytes, file->size, &file->options, &block, &size, out_error);
    if (result == SINEW_OK) result = sinew__model_from_block(block, size, &model, out_error);
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

// ---- geometry caches ----------------------------------------------------------------------------------------------

/// A triangle that follows flag.xml with its points in flag.mc, and one that follows flag.pc2.
static const char cached[] = "; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXVersion: 7400\n}\nObjects: {\n"
#define CACHED(id, file)                                                                                               \
    "Geometry: 1" id ", \"Geometry::Sheet\", \"Mesh\" {\nVertices: *9 {\na: "                                          \
    "0,0,0,1,0,0,0,1,0\n}\nPolygonVertexIndex: *3 {\na: 0,1,-3\n}\n}\n"                                                \
    "Model: 2" id ", \"Model::Flag" id "\", \"Mesh\" {\n}\n"                                                           \
    "Deformer: 3" id ", \"Deformer::Wind\", \"VertexCacheDeformer\" {\nProperties70: {\n"                              \
    "P: \"ChannelName\", \"KString\", \"\", \"\", \"flag\"\n}\n}\n"                                                    \
    "Cache: 4" id ", \"Cache::Wind\", \"\" {\nProperties70: {\nP: \"CacheFileName\", \"KString\", \"\", \"\", \"" file \
    "\"\n}\n}\n"
    CACHED("0", "flag.xml") CACHED("1", "flag.pc2") "}\nConnections: {\n"
#define LINKS(id)                                                                                                      \
    "C: \"OO\",2" id ",0\nC: \"OO\",1" id ",2" id "\nC: \"OO\",3" id ",1" id "\nC: \"OO\",4" id ",3" id "\n"
    LINKS("0") LINKS("1") "}\n";
static const char described[] = "<Autodesk_Cache_File><cacheType Type=\"OneFile\" Format=\"mcc\"/><time "
                                "Range=\"250-500\"/><cacheTimePerFrame TimePerFrame=\"250\"/>"
                                "<Channels><channel0 ChannelName=\"flag\" ChannelInterpretation=\"positions\" "
                                "SamplingRate=\"250\"/></Channels></Autodesk_Cache_File>";
static make_cache frames, samples;

static void make_caches(void)
{
    static const float points[18] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 1, 0, 6, 0, 1, 7};
    make_mc_header(&frames, 250, 500);
    for (int i = 0; i < 2; ++i) {
        make_mc_begin(&frames);
        make_mc_time(&frames, 250 * (i + 1));
        make_mc_floats(&frames, "flag", points + 9 * i, 3);
        make_mc_end(&frames);
    }
    make_pc2(&samples, 3, 0, 1, 2, points);
}

/// Files that have memory of their own, as another process would.
static sinew_result give_cache(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    (void)user;
    const void *bytes = strcmp(name, "flag.xml") == 0   ? (const void *)described
                        : strcmp(name, "flag.mc") == 0  ? frames.bytes
                        : strcmp(name, "flag.pc2") == 0 ? samples.bytes
                                                        : NULL;
    if (!bytes) return SINEW_ERROR_NOT_FOUND;
    *out_size = bytes == described ? sizeof described - 1 : bytes == frames.bytes ? frames.size : samples.size;
    *out_bytes = malloc(*out_size);
    if (!*out_bytes) return SINEW_ERROR_OUT_OF_MEMORY;
    memcpy(*out_bytes, bytes, *out_size);
    return SINEW_OK;
}

static void geometry_caches_survive(void **state)
{
    (void)state;
    make_caches();
    import_input input = {.path = "flag.fbx",
                          .bytes = (void *)(uintptr_t)cached,
                          .size = sizeof cached - 1,
                          .options = {.side_file = give_cache, .document_only = 1}};
    survives(import, &input);
    void *block;
    size_t size;
    sinew_model *model;
    sinew_error error;
    if (sinew__import_block("flag.fbx", cached, sizeof cached - 1, &input.options, &block, &size, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(sinew__model_from_block(block, size, &model, NULL), SINEW_OK);
    assert_int_equal(model->cache_count, 2); // both were found
    survives(play_as_tutorials_do, model);
    survives(skin_as_tutorials_do, model);
    survives(export_obj, model);
    survives(export_glb, model);
    survives(bake, model);
    sinew_model_destroy(model);
}

// ---- embedded textures --------------------------------------------------------------------------------------------

static uint64_t hash_of_image(sinew_image *image)
{
    const uint64_t hash = hash_of(image->pixels, (size_t)image->width * (size_t)image->height * 4);
    sinew_image_free(image);
    return hash;
}

static sinew_result decode_here(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    sinew_image image;
    const sinew_result result = sinew_import_texture(model, 0, "samples/character.glb", NULL, &image, out_error);
    if (result == SINEW_OK) *out_result = hash_of_image(&image);
    return result;
}

static sinew_result decode_in_a_worker(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_load_options options = {.worker_folder = WORKER_FOLDER, .timeout = 60};
    sinew_image image;
    const sinew_result result =
        sinew_model_load_texture(model, 0, "samples/character.glb", &options, &image, out_error);
    if (result == SINEW_OK) *out_result = hash_of_image(&image);
    return result;
}

static sinew_result decode_all_in_workers(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_load_options options = {.worker_folder = WORKER_FOLDER, .timeout = 60};
    sinew_textures textures;
    const sinew_result result =
        sinew_model_load_textures(model, "samples/character.glb", &options, &textures, out_error);
    if (result != SINEW_OK) return result;
    const sinew_image *first = &textures.images[0];
    if (first->pixels) *out_result = hash_of(first->pixels, (size_t)first->width * (size_t)first->height * 4);
    sinew_textures_free(&textures);
    return SINEW_OK;
}

static void embedded_textures_survive(void **state)
{
    (void)state;
    sinew_model *model;
    sinew_error error;
    if (sinew_model_import("samples/character.glb", NULL, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_true(model->textures[0].byte_count > 0);
    survives(decode_here, model);
    survives(decode_in_a_worker, model);
    survives(decode_all_in_workers, model);
    sinew_model_destroy(model);
}

/// The worker has its own memory; here only requests of the host fail.
static sinew_result load(const void *path, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_load_options options = {.worker_folder = WORKER_FOLDER, .timeout = 60};
    sinew_model *model;
    const sinew_result result = sinew_model_load(path, &options, &model, out_error);
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
static char picture[64], cache[64];

/// Loads with a cache that is empty (input not NULL) or that holds the model. Its remaining files are whole.
static sinew_result load_cached(const void *is_empty, uint64_t *out_result, sinew_error *out_error)
{
    const sinew_load_options options = {.worker_folder = WORKER_FOLDER, .timeout = 60, .cache_folder = cache};
    sinew_model *model;
    const sinew_result result = sinew_model_load("tests/data/arm.fbx", &options, &model, out_error);
    if (result == SINEW_OK) *out_result = hash_of_model(model);
    if (result == SINEW_OK) sinew_model_destroy(model);
    failing_memory_end();
    sinew__cache_totals totals;
    assert_int_equal(sinew__cache_folder_check(cache, NULL, &totals, NULL), SINEW_OK);
    assert_int_equal(totals.removed, 0);
    assert_in_range(totals.files, 0, 1);
    if (is_empty) assert_int_equal(sinew__cache_folder_clear(cache, &totals, NULL), SINEW_OK);
    return result;
}

static void a_cache_is_filled_or_not(void **state)
{
    (void)state;
    survives(load_cached, "empty");
}

static void a_cached_model_is_opened_or_imported(void **state)
{
    (void)state;
    survives(load_cached, NULL);
}

static sinew_result write_image(const void *pixels, uint64_t *out_result, sinew_error *out_error)
{
    const output_image frame = {.width = 4, .height = 4, .pixels = pixels};
    unlink(picture);
    const sinew_result result = sinew__output_write_image(&sinew__output_png, picture, &frame, out_error);
    if (access(picture, F_OK) != (result == SINEW_OK ? 0 : -1))
        *out_result = 0;
    else
        *out_result = 1;
    return result;
}

static void a_picture_is_written_or_not(void **state)
{
    (void)state;
    uint8_t pixels[4 * 4 * 4];
    memset(pixels, 255, sizeof pixels);
    survives(write_image, pixels);
    pixels[3] = 7; // with alpha
    survives(write_image, pixels);
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
    snprintf(cache, sizeof cache, "%s/cache", folder);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_harness_strikes),
        cmocka_unit_test(a_model_made_in_code_survives),
        cmocka_unit_test(what_is_done_with_a_model_survives),
        cmocka_unit_test(a_face_that_is_written_survives),
        cmocka_unit_test(the_reader_of_documents_survives),
        cmocka_unit_test(an_import_without_assimp_survives),
        cmocka_unit_test(an_import_of_skins_and_morphs_without_assimp_survives),
        cmocka_unit_test(an_import_through_assimp_survives),
        cmocka_unit_test(geometry_caches_survive),
        cmocka_unit_test(embedded_textures_survive),
        cmocka_unit_test(the_host_of_a_worker_survives),
        cmocka_unit_test(a_cache_is_filled_or_not),
        cmocka_unit_test(a_cached_model_is_opened_or_imported),
        cmocka_unit_test(a_picture_is_written_or_not),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(picture);
    sinew__cache_totals totals;
    if (sinew__cache_folder_clear(cache, &totals, NULL) == SINEW_OK) rmdir(cache);
    rmdir(folder);
    return failed;
}
