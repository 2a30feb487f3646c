/// W24: skinned vertices below the declared ground.
#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "program/check/check_limits.h"
#include "program/check/check_task.h"
#include "sinew/skin.h"

enum { MAX_POSES = 240 }; // poses of one clip; longer clips are skinned at every second, third … frame

/// The lowest vertex of all meshes during a clip.
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

static void measure_pose(ground_state *ground, double time)
{
    const sinew_model *model = ground->task->model;
    double lowest = (double)INFINITY;
    int32_t lowest_mesh = SINEW_NONE;
    int64_t below = 0;
    check_pose(ground->task, ground->clip, time);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (!(model->meshes[i].flags & SINEW_MESH_SKINNED)) continue;
        sinew_skin_mesh(model, i, SINEW_SKIN_AUTHORED, ground->task->pose, ground->scratch, ground->positions, NULL);
        for (int32_t k = 0; k < model->meshes[i].vertex_count; ++k) {
            const double height = ground->sign * (double)ground->positions[3 * (size_t)k + (size_t)ground->axis];
            below += height < ground->limit;
            if (height >= lowest) continue;
            lowest = height;
            lowest_mesh = i;
        }
    }
    if (lowest < ground->lowest.height)
        ground->lowest = (lowest_vertex){.height = lowest, .time = time, .mesh = lowest_mesh, .count = below};
}

void check_ground(const check_task *task, int32_t clip)
{
    const sinew_model *model = task->model;
    const char *up = sinew_text(model, model->info->up);
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
                           .limit = declared - sinew__check_below_ground * model->info->size,
                           .lowest = {.height = (double)INFINITY}};
    size_t vertices = 0, scratch = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t needed = sinew_skin_scratch_floats(model, i, SINEW_SKIN_AUTHORED),
                     count = (size_t)model->meshes[i].vertex_count;
        if (needed > scratch) scratch = needed;
        if (count > vertices) vertices = count;
    }
    ground.positions = sinew__allocate((vertices * 3 + 1) * sizeof(float));
    ground.scratch = sinew__allocate((scratch + 1) * sizeof(float));
    if (!ground.positions || !ground.scratch) {
        task->report->arena.failed = 1;
        goto done;
    }
    const double duration = model->clips[clip].duration,
                 poses = fmin(floor(duration * check_fps(model) + sinew__check_frame), MAX_POSES);
    for (double i = 0; i <= poses; ++i) measure_pose(&ground, poses > 0 ? duration * i / poses : 0);
    const lowest_vertex *lowest = &ground.lowest;
    if (!(lowest->height < ground.limit)) goto done;
    check_spot spot = check_spot_of(clip, SINEW_NONE, lowest->mesh, CHECK_VIEW_POSE);
    spot.count = lowest->count;
    spot.time = lowest->time;
    spot.measured = lowest->height * model->info->unit_cm;
    spot.expected = declared * model->info->unit_cm;
    spot.unit = "cm";
    check_find(task, CHECK_W24, &spot, "goes down to %.4g cm, %.3g cm below the ground, at %.4f s", spot.measured,
               (declared - lowest->height) * model->info->unit_cm, lowest->time);
done:
    sinew_free(ground.positions);
    sinew_free(ground.scratch);
}
