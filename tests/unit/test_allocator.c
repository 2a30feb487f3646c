// Every public function that allocates takes its memory from the allocator that the program set, for all threads or for
// the calling one, and gives it back: when all goes well, and when any allocation fails. Free() of such memory would
// abort (support/own_allocator.c).
#include "author/bake/bake_block.h"
#include "import/import_block.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/bake.h"
#include "sinew/blend.h"
#include "sinew/crowd.h"
#include "sinew/export.h"
#include "sinew/import.h"
#include "sinew/load.h"
#include "sinew/memory.h"
#include "sinew/mixer.h"
#include "sinew/render.h"
#include "sinew/sinew_tools.h"
#include "sinew/with_clips.h"
#include "support/own_allocator.h"
#include "support/own_context.h"

/// Memory that the functions work on. It came from malloc, and no function may free or keep it.
typedef struct subject {
    sinew_model *model; ///< of samples/character.glb, baked
    void *file;         ///< the bytes of tests/data/arm.fbx
    size_t file_size;
    void *image; ///< the bytes of a PNG
    size_t image_size;
} subject;

static subject shared;

typedef sinew_result (*use)(const subject *of);

static sinew_result release_block(sinew_result result, void **block)
{
    sinew_free(*block);
    return result;
}

static sinew_result release_model(sinew_result result, sinew_model **model)
{
    if (result != SINEW_OK) assert_null(*model);
    sinew_model_destroy(*model);
    return result;
}

// ---- the uses ------------------------------------------------------------------------------------------------------

static sinew_result import_from_memory(const subject *of)
{
    const sinew__import_options options = {0};
    void *block = NULL;
    size_t size;
    sinew_model *model = NULL;
    sinew_result result = sinew__import_block("arm.fbx", of->file, of->file_size, &options, &block, &size, NULL);
    if (result != SINEW_OK) return release_block(result, &block);
    result = sinew__model_from_block(block, size, &model, NULL);
    return release_model(result, &model);
}

static sinew_result import_document_only(const subject *of)
{
    const sinew__import_options options = {.document_only = 1};
    void *block = NULL;
    size_t size;
    return release_block(sinew__import_block("arm.fbx", of->file, of->file_size, &options, &block, &size, NULL),
                         &block);
}

static sinew_result import_file(const subject *of)
{
    (void)of;
    sinew_model *model = NULL;
    return release_model(sinew_model_import("samples/walk.fbx", NULL, &model, NULL), &model);
}

static sinew_result import_image(const subject *of)
{
    sinew_image image = {0};
    const sinew_result result = sinew_import_image(of->image, of->image_size, "png", 4096, &image, NULL);
    sinew_image_free(&image);
    return result;
}

static sinew_result load_file(const subject *of)
{
    (void)of;
    const sinew_load_options options = {.worker_folder = WORKER_FOLDER, .timeout = 60};
    sinew_model *model = NULL;
    return release_model(sinew_model_load("tests/data/arm.fbx", &options, &model, NULL), &model);
}

static sinew_result load_bytes(const subject *of)
{
    const sinew_load_options options = {
        .worker_folder = WORKER_FOLDER, .timeout = 60, .bytes = of->file, .size = of->file_size};
    sinew_model *model = NULL;
    return release_model(sinew_model_load("arm.fbx", &options, &model, NULL), &model);
}

static sinew_result load_textures(const subject *of)
{
    const sinew_load_options options = {.worker_folder = WORKER_FOLDER, .timeout = 60};
    sinew_textures textures = {0};
    const sinew_result result =
        sinew_model_load_textures(of->model, "samples/character.glb", &options, &textures, NULL);
    sinew_textures_free(&textures);
    return result;
}

static sinew_result bake(const subject *of)
{
    void *block = NULL;
    size_t size;
    return release_block(sinew__baked_block(of->model, NULL, &block, &size, NULL), &block);
}

static sinew_result strip(const subject *of)
{
    void *block = NULL;
    size_t size;
    return release_block(sinew__stripped_block(of->model, &block, &size, NULL), &block);
}

static sinew_result save(const subject *of)
{
    void *bytes = NULL;
    size_t size;
    return release_block(sinew_model_save(of->model, &bytes, &size, NULL), &bytes);
}

static sinew_result join(const subject *of)
{
    sinew_model *model = NULL;
    return release_model(sinew__model_with_clips(of->model, of->model, NULL, &model, NULL), &model);
}

static sinew_result add_clips(const subject *of)
{
    const sinew_model *const animations[] = {of->model, of->model};
    sinew_model *model = NULL;
    return release_model(sinew__model_add_clips(of->model, animations, 2, NULL, &model, NULL), &model);
}

static sinew_result export_all(const subject *of)
{
    int32_t count;
    const double time = 0.25;
    const sinew_export_options options = {.times = &time, .time_count = 1, .source = "character.glb"};
    const sinew_export_format *formats = sinew_export_formats(&count);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i) {
        char *text = NULL;
        size_t size;
        result = sinew_export(of->model, formats[i].name, &options, (uint8_t **)&text, &size, NULL);
        sinew_free(text);
    }
    return result;
}

static sinew_result blend(const subject *of)
{
    sinew_local_pose *pose = NULL;
    sinew_joint_mask *mask = NULL;
    sinew_blender *blender = NULL;
    sinew_result result = sinew_local_pose_create(of->model, &pose, NULL);
    if (result == SINEW_OK) result = sinew_joint_mask_create(of->model, 1, &mask, NULL);
    if (result == SINEW_OK) result = sinew_blender_create(of->model, &blender, NULL);
    sinew_blender_destroy(blender);
    sinew_joint_mask_destroy(mask);
    sinew_local_pose_destroy(pose);
    return result;
}

static sinew_result mix(const subject *of)
{
    sinew_mixer *mixer = NULL;
    sinew_result result = sinew_mixer_create(of->model, &mixer, NULL);
    if (result == SINEW_OK) result = sinew_mixer_play(mixer, 0, &(sinew_mixer_clip){.clip = 0}, NULL);
    sinew_mixer_destroy(mixer);
    return result;
}

static sinew_result pose_crowd(const subject *of)
{
    const int32_t last = of->model->joint_count - 1;
    sinew_lod *lod = NULL;
    sinew_pose *pose = NULL;
    sinew_crowd *crowd = NULL;
    sinew_result result = sinew_pose_create(of->model, &pose, NULL);
    if (result == SINEW_OK) result = sinew_crowd_create(of->model, 20, NULL, &crowd, NULL);
    if (result == SINEW_OK) result = sinew_lod_create(of->model, &last, 1, &lod, NULL);
    sinew_lod_destroy(lod);
    sinew_crowd_destroy(crowd);
    sinew_pose_destroy(pose);
    return result;
}

static sinew_result follow_motion(const subject *of)
{
    sinew_bounds bounds;
    sinew_trail *trail = NULL;
    sinew_tracking_camera *tracking = NULL;
    sinew_onion *onion = NULL;
    sinew_result result = sinew_motion_bounds(of->model, SINEW_ENGINE_FAST, 0, 0, 1, &bounds, NULL);
    if (result == SINEW_OK) result = sinew_trail_create(of->model, SINEW_ENGINE_FAST, 0, 0, &trail, NULL);
    if (result == SINEW_OK) result = sinew_tracking_camera_create(of->model, SINEW_ENGINE_FAST, 0, &tracking, NULL);
    if (result == SINEW_OK) result = sinew_onion_create(of->model, 2, &onion, NULL);
    sinew_onion_destroy(onion);
    sinew_tracking_camera_destroy(tracking);
    sinew_trail_destroy(trail);
    return result;
}

static sinew_result draw_with(sinew_renderer *renderer, const sinew_model *model, sinew_pose *pose)
{
    sinew_bounds bounds = {0};
    sinew_result result = sinew_renderer_set_model(renderer, model, NULL, NULL);
    if (result == SINEW_OK) result = sinew_motion_bounds(model, SINEW_ENGINE_FAST, 0, 0, 0, &bounds, NULL);
    if (result != SINEW_OK) return result;
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0, pose);
    sinew_draw_options options = {.width = 32, .height = 32, .bounds = &bounds, .transparent = 1};
    sinew_camera_fit(model, &bounds, SINEW_VIEW_FRONT, 1, &options.camera);
    return sinew_renderer_draw(renderer, pose, &options, NULL);
}

static sinew_result draw(const subject *of)
{
    sinew_renderer *renderer = NULL;
    sinew_pose *pose = NULL;
    sinew_result result = sinew_renderer_create(&renderer, NULL);
    if (result == SINEW_OK) result = sinew_pose_create(of->model, &pose, NULL);
    if (result == SINEW_OK) result = draw_with(renderer, of->model, pose);
    sinew_pose_destroy(pose);
    sinew_renderer_destroy(renderer);
    return result;
}

// ---- the allocator under each of them ------------------------------------------------------------------------------

static const struct {
    const char *name;
    use run;
    int each; ///< from the hundredth allocation on, every n-th fails
} uses[] = {
    {"import from memory", import_from_memory, 23},
    {"import of the document only", import_document_only, 23},
    {"import of a file", import_file, 47},
    {"import of an image", import_image, 1},
    {"load", load_file, 5},
    {"load from memory", load_bytes, 5},
    {"textures", load_textures, 5},
    {"bake", bake, 23},
    {"strip", strip, 5},
    {"save", save, 1},
    {"with_clips", join, 23},
    {"add_clips", add_clips, 23},
    {"export", export_all, 5},
    {"blend", blend, 1},
    {"mixer", mix, 1},
    {"pose and crowd", pose_crowd, 1},
    {"trails and bounds", follow_motion, 1},
    {"draw", draw, 1},
};

static sinew_result run_counted(size_t i, long fails_at, own_allocator *own)
{
    own->fails_at = fails_at;
    own_allocator_set(own);
    const sinew_result result = uses[i].run(&shared);
    own_allocator_set(NULL);
    if (own->living != 0) fail_msg("%s, allocation %ld: %ld leak", uses[i].name, fails_at, (long)own->living);
    if (own->wrong != 0) fail_msg("%s, allocation %ld: misaligned or empty", uses[i].name, fails_at);
    return result;
}

static void everything_is_released(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; ++i) {
        own_allocator own = {0};
        const sinew_result result = run_counted(i, 0, &own);
        if (result != SINEW_OK) fail_msg("%s: result %d", uses[i].name, (int)result);
        if (own.allocated == 0) fail_msg("%s: nothing comes from the allocator", uses[i].name);
    }
}

/// With an allocator for the thread, nothing comes from the process's.
static void a_thread_has_its_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; ++i) {
        own_allocator process = {0}, own = {0};
        own_allocator_set(&process);
        own_allocator_set_thread(&own);
        const sinew_result result = uses[i].run(&shared);
        own_allocator_set_thread(NULL);
        own_allocator_set(NULL);
        if (result != SINEW_OK) fail_msg("%s: result %d", uses[i].name, (int)result);
        if (own.allocated == 0) fail_msg("%s: nothing comes from the thread's allocator", uses[i].name);
        if (own.living != 0) fail_msg("%s: %ld leak", uses[i].name, (long)own.living);
        if (process.allocated != 0) fail_msg("%s: %ld from the process", uses[i].name, (long)process.allocated);
    }
}

/// The worker's memory is not the allocator's, so the block is copied.
static void a_loaded_model_is_in_its_allocator(void **state)
{
    (void)state;
    const sinew_load_options options = {.worker_folder = WORKER_FOLDER, .timeout = 60};
    own_allocator own = {0};
    sinew_model *model;
    own_allocator_set_thread(&own);
    const sinew_result result = sinew_model_load("tests/data/arm.fbx", &options, &model, NULL);
    own_allocator_set_thread(NULL);
    assert_int_equal(result, SINEW_OK);
    assert_true(own.bytes > (long)model->block_size);
    sinew_model_destroy(model);
    assert_int_equal(own.living, 0);
}

/// If an allocation fails, the call fails, or the memory was not needed.
static void fail_each_allocation(size_t i)
{
    for (long n = 1;; n += n < 100 ? 1 : uses[i].each) {
        own_allocator own = {0};
        const sinew_result result = run_counted(i, n, &own);
        if (own.refused == 0) return;
        if (result != SINEW_OK && result != SINEW_ERROR_OUT_OF_MEMORY)
            fail_msg("%s, allocation %ld: result %d", uses[i].name, n, (int)result);
    }
}

static void any_allocation_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof uses / sizeof uses[0]; ++i) fail_each_allocation(i);
}

// ---- the subject ---------------------------------------------------------------------------------------------------

static void *read_file(const char *path, size_t *out_size)
{
    FILE *stream = fopen(path, "rb");
    void *bytes = malloc(1 << 20);
    *out_size = stream && bytes ? fread(bytes, 1, 1 << 20, stream) : 0;
    if (stream) fclose(stream);
    return bytes;
}

static int open_subject(void **state)
{
    shared.file = read_file("tests/data/arm.fbx", &shared.file_size);
    shared.image = read_file("tests/visual/crowd.png", &shared.image_size);
    if (shared.file_size == 0 || shared.image_size == 0) return -1;
    if (sinew_model_import("samples/character.glb", NULL, &shared.model, NULL) != SINEW_OK) return -1;
    return open_context(state);
}

static int close_subject(void **state)
{
    free(shared.file);
    free(shared.image);
    sinew_model_destroy(shared.model);
    return close_context(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_released),
        cmocka_unit_test(a_thread_has_its_own),
        cmocka_unit_test(a_loaded_model_is_in_its_allocator),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, open_subject, close_subject);
}
