/// Meshes put together again: the importer makes one of each material, the author made one object.
#ifndef SINEW_EXPORT_OBJ_OBJECTS_H
#define SINEW_EXPORT_OBJ_OBJECTS_H

#include "sinew/model.h"

typedef struct obj_mesh {
    const char *object;
    int32_t joint;
    int32_t mesh;  ///< in `meshes`
    int32_t first; ///< first mesh of the same object: where it differs from the one before, an object begins
} obj_mesh;

/// All meshes, those of one object side by side, objects in the order of their first mesh. [mesh_count] from malloc;
/// NULL when memory runs out.
obj_mesh *sinew__obj_objects(const sinew_model *model);

#endif
