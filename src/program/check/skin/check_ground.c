/// W24: skinned vertices below the declared ground.
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "sinew/skin.h"

enum { MAX_POSES = 240 }; // of one clip; longer ones are skinned at every second, third … frame

/// The lowest vertex over a clip.
typedef struct lowest_vertex {
    double height; ///< units of the file along the up axis
    double time;
    int32_t mesh;
    int64_t count; ///< vertices below the limit in that pose
} lowest_vertex;

typedef struct ground_state {
    const check_task *task;
    int32_t clip;
    int axis;
    double sign, limit; ///< vertices below `limit` are too low
    float *positions, *scratch;
    lowest_vertex lowest;
} ground_state;

static void note_mesh(ground_state *ground, int32_t index, double time, int64_t *below, double *lowest)
{
    const sinew_mesh *mesh = &ground->task->model->meshes[index];
    if (!(mesh->flags & SINEW_MESH_SKINNED)) return;
    sinew_skin_mesh(ground->task->model, index, SINEW_SKIN_AUTHORED, ground->task->pose, ground->scratch,
                    ground->positions, NULL);
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        const double height = ground->sign * (double)ground->positions[3 * (size_t)i + (size_t)ground->axis];
        *below += height < ground->limit;
        if (height >= *lowest) continue;
        *lowest = height;
        if (height < ground->lowest.height) {
            ground->lowest.height = height;
            ground->lowest.time = time;
            ground->lowest.mesh = index;
        }
    }
}

static void measure_pose(ground_state *ground, double time)
{
    const double before = ground->lowest.height;
    double lowest = (double)INFINITY;
    int64_t below = 0;
    check_pose(ground->task, ground->clip, time);
    for (int32_t i = 0; i < ground->task->model->mesh_count; ++i) note_mesh(ground, i, time, &below, &lowest);
    if (ground->lowest.height < before) ground->lowest.count = below;
}

static int allocate(ground_state *ground)
{
    const sinew_model *model = ground->task->model;
    size_t vertices = 0, scratch = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t needed = sinew_skin_scratch_floats(model, i, SINEW_SKIN_AUTHORED),
                     count = (size_t)model->meshes[i].vertex_count;
        if (needed > scratch) scratch = needed;
        if (count > vertices) vertices = count;
    }
    ground->positions = sinew__allocate((vertices * 3 + 1) * sizeof(float));
    ground->scratch = sinew__allocate((scratch + 1) * sizeof(float));
    return ground->positions && ground->scratch;
}

static void report(const ground_state *ground)
{
    const double unit = ground->task->model->info->unit_cm, declared = ground->task->terms[ground->clip].ground;
    const lowest_vertex *lowest = &ground->lowest;
    if (!(lowest->height < ground->limit)) return;
    check_spot spot = check_spot_of(ground->clip, SINEW_NONE, lowest->mesh, CHECK_VIEW_POSE);
    spot.count = lowest->count;
    spot.time = lowest->time;
    spot.measured = lowest->height * unit;
    spot.expected = declared * unit;
    spot.unit = "cm";
    check_find(ground->task, CHECK_W24, &spot, "goes down to %.4g cm, %.3g cm below the ground, at %.4f s",
               spot.measured, (declared - lowest->height) * unit, lowest->time);
}

void check_ground(const check_task *task, int32_t clip)
{
    const char *up = sinew_text(task->model, task->model->info->up);
    const double declared = task->terms[clip].ground;
    if (!check_wants(task, CHECK_W24)) return;
    if (isnan(declared)) {
        check_skip(task, CHECK_W24, clip, "no ground is declared");
        return;
    }
    ground_state ground = {.task = task,
                           .clip = clip,
                           .axis = up[0] && up[1] == 'X'   ? 0
                                   : up[0] && up[1] == 'Z' ? 2
                                                           : 1,
                           .sign = *up == '-' ? -1 : 1,
                           .limit = declared - sinew__check_below_ground * task->model->info->size,
                           .lowest = {.height = (double)INFINITY}};
    if (allocate(&ground)) {
        const double duration = ground.task->model->clips[ground.clip].duration;
        const double frames = floor(duration * check_fps(ground.task->model) + sinew__check_frame);
        const double poses = fmin(frames, MAX_POSES);
        for (double i = 0; i <= poses; ++i) measure_pose(&ground, poses > 0 ? duration * i / poses : 0);
        report(&ground);
    } else {
        task->report->arena.failed = 1;
    }
    sinew_free(ground.positions);
    sinew_free(ground.scratch);
}
