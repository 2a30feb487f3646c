/// The maps of an FBX material: normals, roughness or glossiness, metalness, highlights, emission, occlusion.
#ifndef SINEW_IMPORT_FBX_MATERIAL_MAPS_H
#define SINEW_IMPORT_FBX_MATERIAL_MAPS_H

#include "import/fbx/document_textures.h"

/// Fills the maps of a material and the numbers that belong to them. `base` is the texture of its colour, or NULL; maps
/// with other texture coordinates are dropped with a warning. Returns in *out_first the texture of the first map that
/// is used, or NULL.
sinew_result sinew__material_maps_read(document_textures *list, const fbx_object *object, const fbx_object *base,
                                       sinew_raw_material *out, const fbx_object **out_first, sinew_error *error);

#endif
