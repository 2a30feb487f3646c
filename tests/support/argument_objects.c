#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "support/argument_objects.h"

#include "support/cmocka_close.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <sinew/import.h>

#include "support/own_context.h"

argument_objects mine, other;
sinew_renderer *my_renderer;

// ---- memory that ends at a page without access ---------------------------------------------------------------------

enum { FRONT = 64 }; ///< bytes in front of the memory, which hold its block

typedef struct memory_block {
    unsigned char *base;
    size_t size, mapped; ///< 0: of the C library
} memory_block;

static int has_fences; ///< only around the objects: pages for each allocation of an export take a minute
static size_t page_size;

static memory_block *block_of(void *memory)
{
    return (memory_block *)(void *)((unsigned char *)memory - FRONT);
}

static void *allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    memory_block block = {.size = size};
    unsigned char *memory;
    if (has_fences) {
        const size_t used = FRONT + (size + alignment - 1) / alignment * alignment,
                     pages = (used + page_size - 1) / page_size * page_size;
        block.mapped = pages + page_size;
        block.base = mmap(NULL, block.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block.base == MAP_FAILED || mprotect(block.base + pages, page_size, PROT_NONE) != 0) abort();
        memory = block.base + pages - used + FRONT;
    } else {
        block.base = aligned_alloc(FRONT, (size + 2 * FRONT - 1) / FRONT * FRONT);
        if (!block.base) return NULL;
        memory = block.base + FRONT;
    }
    memcpy(memory - FRONT, &block, sizeof block);
    return memory;
}

static void release(void *user, void *memory)
{
    (void)user;
    if (!memory) return;
    const memory_block block = *block_of(memory);
    if (block.mapped)
        munmap(block.base, block.mapped);
    else
        free(block.base);
}

static void *resize(void *user, void *memory, size_t size)
{
    void *moved = allocate(user, size, 16);
    if (!moved || !memory) return moved;
    const size_t before = block_of(memory)->size;
    memcpy(moved, memory, before < size ? before : size);
    release(user, memory);
    return moved;
}

// ---- models ---------------------------------------------------------------------------------------------------------

#define MUST(call) assert_int_equal((call), SINEW_OK)

int argument_models_open(void **state)
{
    page_size = (size_t)sysconf(_SC_PAGESIZE);
    const sinew_allocator allocator = {allocate, resize, release, NULL};
    if (open_context(state) != 0) return -1;
    MUST(sinew_set_allocator(&allocator, NULL));
    sinew_model *unbaked;
    MUST(sinew_model_import("samples/character.glb", NULL, &unbaked, NULL));
    MUST(sinew_model_bake(unbaked, NULL, &mine.model, NULL));
    sinew_model_destroy(unbaked);
    MUST(sinew_model_import("tests/data/arm.fbx", NULL, &other.model, NULL));
    MUST(sinew_renderer_create(&my_renderer, NULL));
    MUST(sinew_renderer_set_model(my_renderer, mine.model, NULL, NULL));
    return 0;
}

int argument_models_close(void **state)
{
    sinew_renderer_destroy(my_renderer);
    sinew_model_destroy(mine.model);
    sinew_model_destroy(other.model);
    MUST(sinew_set_allocator(NULL, NULL));
    return close_context(state);
}

// ---- objects --------------------------------------------------------------------------------------------------------

static int no_ground(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal)
{
    (void)user;
    *out_point = position;
    *out_normal = position;
    return 0;
}

/// The legs of `mine`; of a model without legs the last joint that has two above it.
static void find_limb(argument_objects *of)
{
    const sinew_model *model = of->model;
    if (sinew_body_map_find(model, &of->map, NULL) == SINEW_OK) {
        memcpy(of->limb, of->map.joint + SINEW_BODY_LEFT + SINEW_SIDE_THIGH, sizeof of->limb);
        return;
    }
    int32_t end = model->joint_count - 1;
    while (model->joints[end].depth < 2) --end;
    const int32_t middle = model->joints[end].parent;
    memcpy(of->limb, (const int32_t[4]){model->joints[middle].parent, middle, end, SINEW_NONE}, sizeof of->limb);
}

static void make(argument_objects *of)
{
    sinew_model *model = of->model;
    memset(of, 0, sizeof *of);
    of->model = model;
    if (!model->clip_slots) MUST(sinew_model_reserve_clip_slots(model, 4, NULL));
    find_limb(of);
    of->foot = (sinew_foot){of->limb[2], of->limb[3], 1};
    MUST(sinew_pose_create(model, &of->pose, NULL));
    MUST(sinew_pose_create(model, &of->scratch, NULL));
    MUST(sinew_pose_create(model, &of->out_pose, NULL));
    MUST(sinew_local_pose_create(model, &of->local_pose, NULL));
    MUST(sinew_local_pose_create(model, &of->local_pose_to, NULL));
    MUST(sinew_blender_create(model, &of->blender, NULL));
    MUST(sinew_joint_mask_create(model, 1, &of->mask, NULL));
    MUST(sinew_lod_create(model, NULL, 0, &of->lod, NULL));
    MUST(sinew_mixer_create(model, &of->mixer, NULL));
    MUST(sinew_crowd_create(model, 4, NULL, &of->crowd, NULL));
    const sinew_blend_point points[2] = {{.clip = 0}, {.clip = 0, .x = 1}};
    MUST(sinew_blend_space_create(model, points, 2, NULL, &of->space, NULL));
    MUST(sinew_root_motion_tables_create(model, NULL, &of->motions, NULL));
    const sinew_leg leg = {of->limb[0], of->limb[1], of->limb[2], of->limb[3]};
    const sinew_foot_ik_options options = {
        .legs = &leg, .leg_count = 1, .pelvis = of->limb[0], .up = {0, 1, 0}, .ground = no_ground};
    MUST(sinew_foot_ik_create(model, &options, &of->foot_ik, NULL));
    void *clip_bytes;
    size_t clip_size;
    MUST(sinew_clip_save(model, 0, NULL, &clip_bytes, &clip_size, NULL));
    MUST(sinew_clip_open(clip_bytes, clip_size, &of->clip_file, NULL));
    sinew_free(clip_bytes);
    MUST(sinew_baking_create(model, NULL, &of->baking, NULL));
    MUST(sinew_onion_create(model, 1, &of->onion, NULL));
    MUST(sinew_trail_create(model, SINEW_ENGINE_FAST, 0, 0, &of->trail, NULL));
    MUST(sinew_tracking_camera_create(model, SINEW_ENGINE_FAST, 0, &of->tracking, NULL));
    of->contacts = calloc((size_t)model->clip_count, sizeof *of->contacts);
    assert_non_null(of->contacts);
    sinew_playback_init(&of->player, 1);
    MUST(sinew_motion_bounds(model, SINEW_ENGINE_FAST, 0, 0, 1, &of->bounds, NULL));
    sinew_camera_fit(model, &of->bounds, SINEW_VIEW_DEFAULT, 1, &of->camera);
    const sinew_mixer_clip clip = {.clip = 0};
    const sinew_mixer_clip weighted = {.clip = 0, .weighted = 1}, at = {.space = of->space};
    MUST(sinew_mixer_play(of->mixer, 0, &clip, NULL));
    MUST(sinew_mixer_play(of->mixer, 1, &weighted, NULL));
    MUST(sinew_mixer_play(of->mixer, 2, &at, NULL));
}

static void destroy(argument_objects *of)
{
    sinew_pose_destroy(of->pose);
    sinew_pose_destroy(of->scratch);
    sinew_pose_destroy(of->out_pose);
    sinew_local_pose_destroy(of->local_pose);
    sinew_local_pose_destroy(of->local_pose_to);
    sinew_mixer_destroy(of->mixer);
    sinew_blender_destroy(of->blender);
    sinew_joint_mask_destroy(of->mask);
    sinew_lod_destroy(of->lod);
    sinew_crowd_destroy(of->crowd);
    sinew_blend_space_destroy(of->space);
    sinew_root_motion_tables_destroy(of->motions);
    sinew_foot_ik_destroy(of->foot_ik);
    sinew_clip_file_destroy(of->clip_file);
    sinew_baking_destroy(of->baking);
    sinew_onion_destroy(of->onion);
    sinew_trail_destroy(of->trail);
    sinew_tracking_camera_destroy(of->tracking);
    free(of->contacts);
}

int argument_objects_make(void **state)
{
    (void)state;
    complaints = 0;
    has_fences = 1;
    make(&mine);
    make(&other);
    has_fences = 0;
    const sinew_draw_options options = {.width = 16, .height = 16, .camera = mine.camera};
    MUST(sinew_renderer_set_model(my_renderer, mine.model, NULL, NULL));
    MUST(sinew_renderer_draw(my_renderer, mine.pose, &options, NULL));
    return 0;
}

int argument_objects_destroy(void **state)
{
    (void)state;
    destroy(&mine);
    destroy(&other);
    return 0;
}

int complaints;

void complain(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    ++complaints;
}

// ---- state after a call ---------------------------------------------------------------------------------------------

void argument_numbers_check(const double *numbers, size_t count, const char *function, const char *wrong)
{
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(numbers[i])) {
            complain("%s, %s: the number %zu of a result is %g", function, wrong, i, numbers[i]);
            return;
        }
}

static void check_floats(const float *numbers, size_t count, const char *function, const char *wrong)
{
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(numbers[i])) {
            complain("%s, %s: the number %zu of a pose is %g", function, wrong, i, (double)numbers[i]);
            return;
        }
}

void argument_objects_check(const char *function, const char *wrong)
{
    argument_objects *const all[2] = {&mine, &other};
    for (int i = 0; i < 2; ++i) {
        const argument_objects *of = all[i];
        const sinew_model *model = of->model;
        const sinew_pose *const poses[3] = {of->pose, of->scratch, of->out_pose};
        const sinew_local_pose *const local_poses[2] = {of->local_pose, of->local_pose_to};
        for (int k = 0; k < 3; ++k) {
            argument_numbers_check(&poses[k]->local->t.x, (size_t)model->joint_count * 10, function, wrong);
            argument_numbers_check(&poses[k]->global->row[0][0], (size_t)model->joint_count * 12, function, wrong);
            check_floats(&poses[k]->palette->row[0][0], (size_t)model->skin_joint_count * 12, function, wrong);
            check_floats(poses[k]->morph_weights, (size_t)model->morph_count, function, wrong);
        }
        const size_t lanes = (size_t)sinew_local_group_count(model) * sizeof(sinew_local_group) / sizeof(float);
        for (int k = 0; k < 2; ++k) check_floats(local_poses[k]->groups->tx, lanes, function, wrong);
        const double time = sinew_playback_time(&of->player);
        argument_numbers_check(&time, 1, function, wrong);
        argument_numbers_check(of->camera.eye, sizeof of->camera / sizeof(double), function, wrong);
        sinew_local_pose *shown = of->local_pose_to;
        sinew_mixer_evaluate(of->mixer, of->blender, shown);
        check_floats(shown->groups->tx, lanes, function, wrong);
    }
}
