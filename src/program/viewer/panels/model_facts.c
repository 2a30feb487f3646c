#include "program/viewer/panels/model_facts.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "core/base/printable.h"

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

static int32_t count_joints(const sinew_model *model)
{
    int32_t count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) count += !(model->joints[i].flags & SINEW_JOINT_HELPER);
    return count;
}

static int32_t max_influences(const sinew_model *model)
{
    int32_t max = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if ((mesh->flags & SINEW_MESH_SKINNED) && mesh->max_influences > max) max = mesh->max_influences;
    }
    return max;
}

static void add_file(fact_list *list, const sinew_model *model)
{
    const sinew_model_info *info = model->info;
    if (model->source_count > 0) add(list, "file", "%s", sinew_text(model, model->sources[0].name));
    add(list, "format", "%s %s %s", sinew_text(model, info->format), sinew_text(model, info->version),
        sinew_text(model, info->encoding));
    if (sinew_text(model, info->generator)[0]) add(list, "generator", "%s", sinew_text(model, info->generator));
    add(list, "unit", "%g cm", info->unit_cm);
    add(list, "axes", "%s up, %s front", sinew_text(model, info->up), sinew_text(model, info->front));
    if (info->fps > 0.0) add(list, "frame rate", "%g fps", info->fps);
}

int model_facts_list(const sinew_model *model, model_fact out_facts[MODEL_FACTS_MAX])
{
    fact_list list = {out_facts, 0};
    add_file(&list, model);
    add_count(&list, "joints", count_joints(model));
    add_count(&list, "meshes", model->mesh_count);
    add_count(&list, "vertices", model->vertex_count);
    add_count(&list, "triangles", model->index_count / 3);
    add_count(&list, "influences", max_influences(model));
    add_count(&list, "morphs", model->morph_count);
    add_count(&list, "materials", model->material_count);
    add_count(&list, "textures", model->texture_count);
    add_count(&list, "clips", model->clip_count);
    return list.count;
}
