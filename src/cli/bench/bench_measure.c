#define _POSIX_C_SOURCE 200809L
#include "cli/bench/bench_measure.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "base/memory.h"
#include "cli/bench/bench_crowd.h"
#include "cli/bench/bench_model.h"
#include "cli/bench/tutorial_skin.h"
#include "cli/bench/tutorial_walk.h"
#include "sinew/bake.h"
#include "sinew/locals.h"
#include "skin/skin_method.h"

// ---- poses --------------------------------------------------------------------------------------------------------

/// A character to pose repeatedly.
typedef struct pose_work {
    const sinew_model *model;
    sinew_pose *pose;
    tutorial_player *tutorial;
    int32_t clip;
    double start, duration, time; ///< `time` within the clip
    uint32_t seed;
    sinew_local_group *locals;
} pose_work;

/// The next time at 60 Hz, on the file's timeline.
static double next_frame(pose_work *work)
{
    work->time += 1.0 / 60;
    if (work->time > work->duration) work->time = 0;
    return work->start + work->time;
}

static double random_time(pose_work *work)
{
    return cli_bench_random(&work->seed, work->start, work->start + work->duration);
}

static void play_tutorial(void *data)
{
    pose_work *work = data;
    (void)tutorial_player_pose(work->tutorial, next_frame(work));
}

static void play_reference(void *data)
{
    pose_work *work = data;
    sinew_pose_evaluate(work->model, SINEW_ENGINE_REFERENCE, work->clip, next_frame(work), work->pose);
}

static void play(void *data)
{
    pose_work *work = data;
    sinew_pose_evaluate_palette(work->model, work->clip, next_frame(work), work->pose);
}

static void seek(void *data)
{
    pose_work *work = data;
    sinew_pose_evaluate_palette(work->model, work->clip, random_time(work), work->pose);
}

static void sample(void *data)
{
    pose_work *work = data;
    (void)sinew_clip_sample_locals(work->model, work->clip, next_frame(work), work->locals, NULL);
}

static int open_pose_work(const sinew_model *model, int32_t clip, pose_work *work)
{
    *work = (pose_work){.model = model, .clip = clip, .seed = 1};
    if (clip != SINEW_NONE) {
        work->start = model->clips[clip].start;
        work->duration = model->clips[clip].duration;
        work->tutorial = tutorial_player_create(model, clip);
        if (!work->tutorial) return 0;
    }
    work->locals = sinew__allocate_lines((size_t)sinew_local_group_count(model) * sizeof *work->locals);
    return work->locals && sinew_pose_create(model, &work->pose, NULL) == SINEW_OK;
}

static void close_pose_work(pose_work *work)
{
    sinew_free(work->locals);
    sinew_pose_destroy(work->pose);
    tutorial_player_destroy(work->tutorial);
}

static sinew_baked_info baked_info(const sinew_model *model, int32_t clip)
{
    return clip == SINEW_NONE ? (sinew_baked_info){0} : sinew_clip_baked_info(model, clip);
}

int cli_measure_pose(const sinew_model *model, int32_t clip, double seconds, cli_bench_pose *out)
{
    enum { PLAYING, SEEKING, REFERENCE, TUTORIAL, SAMPLING, COUNT };
    pose_work works[COUNT] = {{0}};
    cli_contender contenders[COUNT] = {
        {.run = play}, {.run = seek}, {.run = play_reference}, {.run = play_tutorial}, {.run = sample}};
    const size_t count =
        clip == SINEW_NONE ? TUTORIAL : COUNT; // the tutorial player needs a clip, and so does sampling
    int done = 1;
    for (size_t i = 0; i < count && done; ++i) {
        done = open_pose_work(model, clip, &works[i]);
        contenders[i].work = &works[i];
    }
    if (done) done = cli_bench_rounds(contenders, count, seconds);
    *out = (cli_bench_pose){.joints = model->joint_count,
                            .of_clip = clip != SINEW_NONE,
                            .clip_seconds = works[0].duration,
                            .baked = baked_info(model, clip),
                            .reference = contenders[clip == SINEW_NONE ? REFERENCE : TUTORIAL].value,
                            .reference_engine = contenders[REFERENCE].value,
                            .sequential = contenders[PLAYING].value,
                            .seek = contenders[SEEKING].value};
    if (out->baked.frame_count) out->sample = contenders[SAMPLING].value;
    for (size_t i = 0; i < count; ++i) close_pose_work(&works[i]);
    return done;
}

/// Measures playback of the first clip, in seconds per pose.
static int measure_playing(const sinew_model *model, double seconds, double *out)
{
    pose_work work;
    cli_contender contender = {.run = play, .work = &work};
    const int done = open_pose_work(model, 0, &work) && cli_bench_rounds(&contender, 1, seconds);
    *out = contender.value.seconds;
    close_pose_work(&work);
    return done;
}

// ---- skinning -----------------------------------------------------------------------------------------------------

/// The skinned meshes of a character, to skin repeatedly in one pose.
typedef struct skin_work {
    const sinew_model *model;
    const sinew_pose *pose;
    float *scratch;
    float *positions, *normals; ///< [vertex_count × 3] of the model
    const sinew__skin_kernel *kernel;
    int32_t method;
    tutorial_skin *tutorial;
} skin_work;

static int is_skinned(const sinew_mesh *mesh)
{
    return (mesh->flags & SINEW_MESH_SKINNED) != 0 && mesh->vertex_count > 0;
}

static void skin(void *data)
{
    const skin_work *work = data;
    for (int32_t i = 0; i < work->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &work->model->meshes[i];
        const size_t at = (size_t)mesh->first_vertex * 3;
        if (is_skinned(mesh))
            sinew__skin_mesh_with(work->kernel, work->method, work->model, i, work->pose, work->scratch,
                                  work->positions + at, work->normals + at);
    }
}

static void skin_as_tutorials_do(void *data)
{
    const skin_work *work = data;
    tutorial_skin_vertices(work->tutorial, work->positions, work->normals);
}

static void copy(void *data)
{
    const skin_work *work = data;
    for (int32_t i = 0; i < work->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &work->model->meshes[i];
        const size_t at = (size_t)mesh->first_vertex * 3, bytes = (size_t)mesh->vertex_count * 3 * sizeof(float);
        if (!is_skinned(mesh)) continue;
        memcpy(work->positions + at, work->model->positions + at, bytes);
        memcpy(work->normals + at, work->model->normals + at, bytes);
    }
}

static void count_vertices(const sinew_model *model, cli_bench_skin *out)
{
    int64_t influences = 0;
    *out = (cli_bench_skin){0};
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!is_skinned(mesh)) continue;
        out->vertices += mesh->vertex_count;
        influences += model->influence_start[mesh->first_vertex + mesh->vertex_count] -
                      model->influence_start[mesh->first_vertex];
    }
    out->influences_mean = out->vertices ? (double)influences / (double)out->vertices : 0;
}

/// Allocates memory for every mesh and method, and evaluates a pose in the middle of the clip.
static int open_skin_work(const sinew_model *model, int32_t clip, skin_work *work, sinew_pose **out_pose)
{
    size_t scratch = 1;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t floats = sinew__skin_scratch_floats_for(SINEW_SKIN_DUAL_QUATERNION, model, i);
        if (floats > scratch) scratch = floats;
    }
    const size_t floats = (size_t)model->vertex_count * 3 + 1;
    *work = (skin_work){.model = model,
                        .scratch = malloc(scratch * sizeof(float)),
                        .positions = malloc(floats * sizeof(float)),
                        .normals = malloc(floats * sizeof(float)),
                        .tutorial = tutorial_skin_create(model)};
    *out_pose = NULL;
    if (!work->scratch || !work->positions || !work->normals || !work->tutorial ||
        sinew_pose_create(model, out_pose, NULL) != SINEW_OK)
        return 0;
    const double middle = clip == SINEW_NONE ? 0 : model->clips[clip].start + model->clips[clip].duration / 2;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, middle, *out_pose);
    work->pose = *out_pose;
    tutorial_skin_set_palette(work->tutorial, work->pose->palette);
    return 1;
}

/// Measures a tutorial's loop, the plain loop, every supported kernel, dual quaternions and a copy, all with the memory
/// of `plain`.
static int time_skinning(skin_work plain, double seconds, cli_bench_skin *out)
{
    enum { TUTORIAL, PLAIN, DUAL, COPY, KERNELS };
    plain.method = SINEW_SKIN_LINEAR;
    skin_work dual = plain, linear[CLI_MAX_KERNELS];
    dual.kernel = sinew__skin_kernel_for_this_cpu();
    dual.method = SINEW_SKIN_DUAL_QUATERNION;
    cli_contender contenders[KERNELS + CLI_MAX_KERNELS] = {[TUTORIAL] = {.run = skin_as_tutorials_do, .work = &plain},
                                                           [PLAIN] = {.run = skin, .work = &plain},
                                                           [DUAL] = {.run = skin, .work = &dual},
                                                           [COPY] = {.run = copy, .work = &plain}};
    for (const sinew__skin_kernel *const *kernel = sinew__skin_kernels; *kernel && out->kernel_count < CLI_MAX_KERNELS;
         ++kernel) {
        if ((*kernel)->features & ~sinew__cpu_features()) continue;
        skin_work *work = &linear[out->kernel_count];
        *work = plain;
        work->kernel = *kernel;
        contenders[KERNELS + out->kernel_count] = (cli_contender){.run = skin, .work = work};
        out->kernels[out->kernel_count++].name = (*kernel)->name;
    }
    if (!cli_bench_rounds(contenders, KERNELS + out->kernel_count, seconds)) return 0;
    out->reference = contenders[TUTORIAL].value;
    out->plain = contenders[PLAIN].value;
    out->dual_quaternion = contenders[DUAL].value;
    out->copy = contenders[COPY].value;
    for (size_t i = 0; i < out->kernel_count; ++i) out->kernels[i].linear = contenders[KERNELS + i].value;
    return 1;
}

int cli_measure_skin(const sinew_model *model, int32_t clip, double seconds, cli_bench_skin *out)
{
    count_vertices(model, out);
    if (out->vertices == 0) return 1;
    skin_work work;
    sinew_pose *pose;
    const int done = open_skin_work(model, clip, &work, &pose) && time_skinning(work, seconds, out);
    sinew_pose_destroy(pose);
    free(work.scratch);
    free(work.positions);
    free(work.normals);
    tutorial_skin_destroy(work.tutorial);
    return done;
}

// ---- growth -------------------------------------------------------------------------------------------------------

enum { DECADES = 4 }; // measured sizes: three decades

static int measure_joints(double seconds, double *out_exponent)
{
    double sizes[DECADES], costs[DECADES];
    int32_t joints = 60;
    for (int i = 0; i < DECADES; ++i, joints *= 10) {
        sinew_model *model;
        if (cli_bench_model((cli_bench_size){.joints = joints, .vertices = 1, .frames = 1}, &model, NULL) != SINEW_OK)
            return 0;
        const int done = measure_playing(model, seconds / DECADES, &costs[i]);
        sinew_model_destroy(model);
        if (!done) return 0;
        sizes[i] = joints;
    }
    *out_exponent = cli_bench_exponent(sizes, costs, DECADES);
    return 1;
}

static int measure_vertices(double seconds, double *out_exponent)
{
    double sizes[DECADES], costs[DECADES];
    int32_t vertices = 160;
    for (int i = 0; i < DECADES; ++i, vertices *= 10) {
        sinew_model *model;
        cli_bench_skin skinned = {0};
        if (cli_bench_model((cli_bench_size){.joints = 8, .vertices = vertices, .frames = 1}, &model, NULL) != SINEW_OK)
            return 0;
        const int done = cli_measure_skin(model, 0, seconds / DECADES, &skinned);
        sinew_model_destroy(model);
        if (!done) return 0;
        sizes[i] = vertices;
        costs[i] = skinned.kernels[0].linear.seconds;
    }
    *out_exponent = cli_bench_exponent(sizes, costs, DECADES);
    return 1;
}

static int measure_characters(double seconds, double *out_exponent)
{
    double sizes[DECADES], costs[DECADES];
    int32_t characters = 8;
    sinew_model *model;
    if (cli_bench_model((cli_bench_size){.joints = 8, .vertices = 1, .frames = 30}, &model, NULL) != SINEW_OK) return 0;
    int done = 1;
    for (int i = 0; i < DECADES && done; ++i, characters *= 10) {
        sizes[i] = characters;
        done = cli_measure_crowd(model, 0, seconds / DECADES, characters, &costs[i]);
    }
    sinew_model_destroy(model);
    if (done) *out_exponent = cli_bench_exponent(sizes, costs, DECADES);
    return done;
}

int cli_measure_exponents(double seconds, cli_bench_exponents *out)
{
    return measure_joints(seconds / 3, &out->joints) && measure_vertices(seconds / 3, &out->vertices) &&
           measure_characters(seconds / 3, &out->characters);
}

// ---- opening ------------------------------------------------------------------------------------------------------

typedef struct open_work {
    FILE *file;
    size_t size;
    int failed;
} open_work;

static void open_block(void *data)
{
    open_work *work = data;
    sinew_model *model = NULL;
    void *block = sinew_allocate(work->size);
    rewind(work->file);
    if (!block || fread(block, 1, work->size, work->file) != work->size) {
        work->failed = 1;
        sinew_free(block);
        return;
    }
    if (sinew_model_from_block(block, work->size, &model, NULL) != SINEW_OK) work->failed = 1;
    sinew_model_destroy(model);
}

int cli_measure_open(const sinew_model *model, double seconds, cli_value *out)
{
    open_work work = {.file = tmpfile()};
    const void *block = sinew_model_block(model, &work.size);
    cli_contender contender = {.run = open_block, .work = &work, .by_wall_clock = 1};
    int done = 1;
    *out = (cli_value){(double)NAN, 0};
    if (work.file) {
        setvbuf(work.file, NULL, _IONBF, 0);
        if (fwrite(block, 1, work.size, work.file) == work.size) {
            done = cli_bench_rounds(&contender, 1, seconds);
            if (!work.failed) *out = contender.value;
        }
        fclose(work.file);
    }
    return done;
}
