#include "export/obj_objects.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static int compare_objects(const void *a, const void *b)
{
    const obj_mesh *left = a, *right = b;
    if (left->joint != right->joint) return left->joint < right->joint ? -1 : 1;
    const int names = strcmp(left->object, right->object);
    return names ? names : (left->mesh > right->mesh) - (left->mesh < right->mesh);
}

static int compare_places(const void *a, const void *b)
{
    const obj_mesh *left = a, *right = b;
    if (left->first != right->first) return left->first < right->first ? -1 : 1;
    return (left->mesh > right->mesh) - (left->mesh < right->mesh);
}

static int is_same_object(const obj_mesh *a, const obj_mesh *b)
{
    return a->joint == b->joint && strcmp(a->object, b->object) == 0;
}

obj_mesh *sinew__obj_objects(const sinew_model *model)
{
    const size_t count = (size_t)model->mesh_count;
    obj_mesh *meshes = sinew__allocate((count + 1) * sizeof *meshes);
    if (!meshes) return NULL;
    for (size_t i = 0; i < count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        meshes[i] = (obj_mesh){sinew_text(model, mesh->object), mesh->joint, (int32_t)i, (int32_t)i};
    }
    qsort(meshes, count, sizeof *meshes, compare_objects);
    for (size_t i = 1; i < count; ++i) {
        if (is_same_object(&meshes[i], &meshes[i - 1])) meshes[i].first = meshes[i - 1].first;
    }
    qsort(meshes, count, sizeof *meshes, compare_places);
    return meshes;
}
