#include "program/viewer/panels/step_times.h"

#include <math.h>
#include <stdlib.h>

#include "core/platform/clock.h"
#include "sinew/skin.h"

void step_times_free(step_times *times)
{
    free(times->memory);
    *times = (step_times){0};
}

/// Allocates memory for the largest mesh: positions, normals, scratch.
static void make_room(step_times *times, const sinew_model *model)
{
    size_t max = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t count = 6 * (size_t)model->meshes[i].vertex_count + sinew_skin_scratch_floats(model, i);
        if (count > max) max = count;
    }
    if (max <= times->memory_count) return;
    free(times->memory);
    times->memory = malloc(max * sizeof *times->memory);
    times->memory_count = times->memory ? max : 0;
}

static void skin(const step_times *times, const sinew_model *model, const sinew_pose *pose)
{
    for (int32_t i = 0; i < model->mesh_count && times->memory; ++i) {
        float *positions = times->memory, *normals = positions + 3 * (size_t)model->meshes[i].vertex_count;
        sinew_skin_mesh(model, i, pose, normals + 3 * (size_t)model->meshes[i].vertex_count, positions, normals);
    }
}

void step_times_update(step_times *times, const sinew_model *model, int32_t clip, double seconds, sinew_pose *pose)
{
    const double begin = sinew__now(), took = times->sample + times->local_to_global + times->skin;
    if (times->measured_at > 0.0 && begin < times->measured_at + fmax(0.5, 50.0 * took)) return;
    make_room(times, model);
    const double before = sinew__now();
    sinew_pose_sample(model, clip, seconds, pose);
    const double sampled = sinew__now();
    sinew_pose_local_to_global(model, pose);
    const double walked = sinew__now();
    skin(times, model, pose);
    times->measured_at = sinew__now();
    times->sample = sampled - before;
    times->local_to_global = walked - sampled;
    times->skin = times->measured_at - walked;
}
