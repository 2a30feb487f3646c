/// The maps of a material of Assimp.
#ifndef SINEW_IMPORT_ASSIMP_ASSIMP_MATERIAL_MAPS_H
#define SINEW_IMPORT_ASSIMP_ASSIMP_MATERIAL_MAPS_H

#include <assimp/material.h>

#include "import/import_pass.h"

/// Fills the maps of a material and the numbers that belong to them. `uv_set` is that of its colour; maps of another
/// one are dropped with a warning.
SINEW_NODISCARD sinew_result sinew__import_material_maps(import_pass *pass, const struct aiMaterial *from,
                                                         unsigned uv_set, sinew_raw_material *out, sinew_error *error);

#endif
