// What `sinew bench` measures: one function for each kind of work on a character or a crowd.
#include "program/cli/bench/bench.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "sinew/skin.h"

static const double tick_seconds = 1.0 / 60;

int cli_bench_open(const sinew_model *model, int32_t clip, cli_bench_work *work)
{
    *work = (cli_bench_work){.model = model, .clip = clip, .seed = 1};
    if (clip != SINEW_NONE) work->duration = model->clips[clip].duration;
    work->locals = sinew__allocate_lines((size_t)sinew_local_group_count(model) * sizeof *work->locals);
    return work->locals && sinew_pose_create(model, &work->pose, NULL) == SINEW_OK &&
           sinew_blender_create(model, &work->blender, NULL) == SINEW_OK &&
           sinew_local_pose_create(model, &work->blended, NULL) == SINEW_OK;
}

int cli_bench_open_skin(cli_bench_work *work)
{
    const sinew_model *model = work->model;
    size_t scratch = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t floats = sinew_skin_scratch_floats(model, i, SINEW_SKIN_AUTHORED);
        if (floats > scratch) scratch = floats;
    }
    const size_t floats = (size_t)model->vertex_count * 3 + 1;
    work->scratch = malloc((scratch + 1) * sizeof(float));
    work->positions = malloc(floats * sizeof(float));
    work->normals = malloc(floats * sizeof(float));
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, work->clip, work->duration / 2, work->pose);
    return work->scratch && work->positions && work->normals;
}

int cli_bench_open_crowd(cli_bench_work *work, int32_t count, int32_t threads)
{
    const size_t matrices = (size_t)count * (size_t)work->model->skin_joint_count + 1;
    work->count = count;
    work->characters = calloc((size_t)count + 1, sizeof *work->characters);
    work->palettes = malloc(matrices * sizeof *work->palettes);
    work->pool = sinew__thread_pool_create(threads);
    if (!work->characters || !work->palettes || !work->pool) return 0;
    for (int32_t i = 0; i < count; ++i) {
        const double time = cli_bench_random(&work->seed, 0, work->duration);
        work->characters[i] = (sinew_crowd_agent){.clip = work->clip, .time = time};
    }
    sinew_crowd_options options = {.worker_count = threads};
    if (threads > 1) {
        options.parallel_for = sinew__thread_pool_for;
        options.user = work->pool;
    }
    return sinew_crowd_create(work->model, count, &options, &work->crowd, NULL) == SINEW_OK;
}

void cli_bench_close(cli_bench_work *work)
{
    sinew_crowd_destroy(work->crowd);
    sinew__thread_pool_destroy(work->pool);
    free(work->characters);
    free(work->palettes);
    sinew_free(work->locals);
    sinew_pose_destroy(work->pose);
    sinew_local_pose_destroy(work->blended);
    sinew_blender_destroy(work->blender);
    free(work->scratch);
    free(work->positions);
    free(work->normals);
}

double cli_bench_next(cli_bench_work *work)
{
    work->time += tick_seconds;
    if (work->time > work->duration) work->time = 0;
    return work->time;
}

double cli_bench_later(const cli_bench_work *work, double offset)
{
    const double time = work->time + offset * work->duration;
    return time > work->duration ? time - work->duration : time;
}

void cli_bench_play(void *data)
{
    cli_bench_work *work = data;
    sinew_pose_evaluate_palette(work->model, work->clip, cli_bench_next(work), work->pose);
}

void cli_bench_seek(void *data)
{
    cli_bench_work *work = data;
    const double time = cli_bench_random(&work->seed, 0, work->duration);
    sinew_pose_evaluate_palette(work->model, work->clip, time, work->pose);
}

void cli_bench_sample(void *data)
{
    cli_bench_work *work = data;
    (void)sinew_clip_sample_locals(work->model, work->clip, cli_bench_next(work), work->locals, NULL);
}

void cli_bench_blend(void *data)
{
    cli_bench_work *work = data;
    const double time = cli_bench_next(work), part = work->time - floor(work->time);
    const sinew_blend_input layers[2] = {
        {.source = {.kind = SINEW_BLEND_CLIP, .clip = work->clip, .time = time}, .weight = (float)(1 - part)},
        {.source = {.kind = SINEW_BLEND_CLIP, .clip = work->clip, .time = cli_bench_later(work, 0.37)},
         .weight = (float)part}};
    sinew_blend_evaluate_palette(work->blender, layers, 2, work->pose->palette, NULL); // locals are not needed
}

static int is_skinned(const sinew_mesh *mesh)
{
    return (mesh->flags & SINEW_MESH_SKINNED) != 0 && mesh->vertex_count > 0;
}

void cli_bench_skin(void *data)
{
    const cli_bench_work *work = data;
    for (int32_t i = 0; i < work->model->mesh_count; ++i) {
        const sinew_mesh *mesh = &work->model->meshes[i];
        const size_t at = (size_t)mesh->first_vertex * 3;
        if (is_skinned(mesh))
            sinew_skin_mesh(work->model, i, SINEW_SKIN_AUTHORED, work->pose, work->scratch, work->positions + at,
                            work->normals + at);
    }
}

int64_t cli_bench_skinned_vertices(const sinew_model *model, double *out_influences)
{
    int64_t vertices = 0, influences = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!is_skinned(mesh)) continue;
        vertices += mesh->vertex_count;
        influences += model->influence_start[mesh->first_vertex + mesh->vertex_count] -
                      model->influence_start[mesh->first_vertex];
    }
    *out_influences = vertices ? (double)influences / (double)vertices : 0;
    return vertices;
}

void cli_bench_pass(cli_bench_work *work)
{
    for (int32_t i = 0; i < work->count; ++i) {
        const double time = work->characters[i].time + tick_seconds;
        work->characters[i].time = time > work->duration ? 0 : time;
    }
}

void cli_bench_tick(void *data)
{
    cli_bench_work *work = data;
    cli_bench_pass(work);
    const sinew_crowd_output output = {.palettes = work->palettes,
                                       .palette_entries = (int64_t)work->count * work->model->skin_joint_count};
    const sinew_result result = sinew_crowd_evaluate(work->crowd, work->characters, work->count, &output, NULL);
    assert(result == SINEW_OK); // the only errors are wrong arguments
    (void)result;
}
