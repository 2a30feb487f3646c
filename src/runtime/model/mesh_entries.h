/// The palette entries of one mesh: ranges of meshes may overlap.
#ifndef SINEW_RUNTIME_MODEL_MESH_ENTRIES_H
#define SINEW_RUNTIME_MODEL_MESH_ENTRIES_H

#include "sinew/model.h"

/// Sets `out_has` [skin_joint_count of the mesh]: 1 for entries of the mesh's range that move a vertex of the mesh, and
/// for those that name the mesh; 0 for entries of other meshes only.
void sinew__mark_mesh_entries(const sinew_model *model, int32_t mesh, uint8_t *out_has);

#endif
