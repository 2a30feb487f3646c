/// Groups meshes into objects: the importer creates one mesh per material of an authored object.
#ifndef SINEW_EXPORT_OBJ_OBJECTS_H
#define SINEW_EXPORT_OBJ_OBJECTS_H

#include "sinew/model.h"

typedef struct obj_mesh {
    const char *object;
    int32_t joint;
    int32_t mesh;  ///< in `meshes`
    int32_t first; ///< first mesh of the same object; an object begins where it differs from the entry before
} obj_mesh;

/// Lists all meshes grouped by object, in the order of each object's first mesh. [mesh_count], allocated; NULL when
/// out of memory.
obj_mesh *sinew__obj_objects(const sinew_model *model);

#endif
