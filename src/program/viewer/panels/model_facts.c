#include "program/viewer/panels/model_facts.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "sinew/skin.h"

// The transform of one joint at a time, as values that `sinew pose` also prints.

static joint_values values_of(const sinew_transform *transform)
{
    joint_values values = {{transform->t.x, transform->t.y, transform->t.z},
                           {0.0, 0.0, 0.0},
                           {transform->s.x, transform->s.y, transform->s.z}};
    sinew__quat_to_least_euler(transform->r, SINEW_ROTATE_XYZ, values.r);
    return values;
}

void panel_joint_values_find(const sinew_model *model, int32_t clip, double seconds, int32_t joint, sinew_pose *pose,
                             joint_values *out_local, joint_values *out_global)
{
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, seconds, pose);
    panel_joint_values_of(pose, joint, out_local, out_global);
}

void panel_joint_values_of(const sinew_pose *pose, int32_t joint, joint_values *out_local, joint_values *out_global)
{
    sinew_transform global;
    sinew__transform_from_affine(&pose->global[joint], &global);
    *out_local = values_of(&pose->local[joint]);
    *out_global = values_of(&global);
}

int panel_joint_value_decimals(double model_size)
{
    return (int)fmin(fmax(6.0 - ceil(log10(model_size)), 3.0), 6.0);
}

void panel_joint_value_format(double number, int decimals, size_t max, char out[JOINT_VALUE_SIZE])
{
    const double largest = 1e9; // a larger number is written with an exponent
    size_t length = max + 1;
    for (; fabs(number) < largest && length > max && decimals >= 0; --decimals)
        length = (size_t)snprintf(out, JOINT_VALUE_SIZE, "%.*f", decimals, number);
    if (length > max) snprintf(out, JOINT_VALUE_SIZE, "%.*e", max < 8 ? 0 : (int)(max < 14 ? max - 7 : 7), number);
    if (out[0] == '-' && !out[1 + strspn(out + 1, "0.")]) memmove(out, out + 1, strlen(out));
}

// Measures how long each step from a clip to skinned vertices takes, on one core.

void panel_step_times_free(step_times *times)
{
    free(times->memory);
    *times = (step_times){0};
}

/// Allocates memory for the largest mesh: positions, normals and scratch memory.
static void make_room(step_times *times, const sinew_model *model)
{
    size_t max = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t count =
            6 * (size_t)model->meshes[i].vertex_count + sinew_skin_scratch_floats(model, i, SINEW_SKIN_AUTHORED);
        if (count > max) max = count;
    }
    if (max <= times->memory_count) return;
    free(times->memory);
    times->memory = malloc(max * sizeof *times->memory);
    times->memory_count = times->memory ? max : 0;
}

void panel_step_times_update(step_times *times, const sinew_model *model, int32_t clip, double seconds,
                             sinew_pose *pose)
{
    const double begin = sinew__now(), took = times->sample + times->local_to_global + times->skin;
    if (times->measured_at > 0.0 && begin < times->measured_at + fmax(0.5, 50.0 * took)) return;
    make_room(times, model);
    const double before = sinew__now();
    sinew_pose_sample(model, clip, seconds, pose);
    const double sampled = sinew__now();
    sinew_pose_local_to_global(model, pose);
    const double posed = sinew__now();
    for (int32_t i = 0; i < model->mesh_count && times->memory; ++i) {
        const size_t floats = 3 * (size_t)model->meshes[i].vertex_count;
        float *positions = times->memory, *normals = positions + floats;
        sinew_skin_mesh(model, i, SINEW_SKIN_AUTHORED, pose, normals + floats, positions, normals);
    }
    times->measured_at = sinew__now();
    times->sample = sampled - before;
    times->local_to_global = posed - sampled;
    times->skin = times->measured_at - posed;
}

typedef struct fact_list {
    model_fact *facts; ///< [MODEL_FACTS_MAX]
    int count;
} fact_list;

__attribute__((format(printf, 3, 4))) static void add(fact_list *list, const char *name, const char *format, ...)
{
    char value[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    assert(list->count < MODEL_FACTS_MAX);
    model_fact *fact = &list->facts[list->count++];
    snprintf(fact->name, sizeof fact->name, "%s", name);
    sinew__printable(value, fact->value, sizeof fact->value);
}

static void add_count(fact_list *list, const char *name, int32_t count)
{
    if (count > 0) add(list, name, "%d", (int)count);
}

int panel_model_facts_list(const sinew_model *model, model_fact out_facts[MODEL_FACTS_MAX])
{
    fact_list list = {out_facts, 0};
    const sinew_model_info *info = model->info;
    if (model->source_count > 0) add(&list, "file", "%s", sinew_text(model, model->sources[0].name));
    add(&list, "format", "%s %s %s", sinew_text(model, info->format), sinew_text(model, info->version),
        sinew_text(model, info->encoding));
    if (sinew_text(model, info->generator)[0]) add(&list, "generator", "%s", sinew_text(model, info->generator));
    add(&list, "unit", "%g cm", info->unit_cm);
    add(&list, "axes", "%s up, %s front", sinew_text(model, info->up), sinew_text(model, info->front));
    if (info->fps > 0.0) add(&list, "frame rate", "%g fps", info->fps);

    int32_t joints = 0, influences = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) joints += !(model->joints[i].flags & SINEW_JOINT_HELPER);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if ((mesh->flags & SINEW_MESH_SKINNED) && mesh->max_influences > influences) influences = mesh->max_influences;
    }
    add_count(&list, "joints", joints);
    add_count(&list, "meshes", model->mesh_count);
    add_count(&list, "vertices", model->vertex_count);
    add_count(&list, "triangles", model->index_count / 3);
    add_count(&list, "influences", influences);
    add_count(&list, "morphs", model->morph_count);
    add_count(&list, "materials", model->material_count);
    add_count(&list, "textures", model->texture_count);
    add_count(&list, "clips", model->clip_count);
    return list.count;
}
