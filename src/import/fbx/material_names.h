/// Finding a property of a material by the names that programs give it: the part after the last '|', in any case.
#ifndef SINEW_IMPORT_FBX_MATERIAL_NAMES_H
#define SINEW_IMPORT_FBX_MATERIAL_NAMES_H

#include "fbx/fbx_document.h"

/// Returns the index of a property's name in a list, or `count`.
size_t sinew__material_name_rank(const char *const *names, size_t count, const char *property, size_t length);

/// Returns the texture of the first property of a list of names that has one; NULL when none has.
const fbx_object *sinew__material_texture(const fbx_document *document, const fbx_object *material,
                                          const char *const *names, size_t count);

/// Returns the first number of the first property of a list of names that the material has, else `fallback`.
double sinew__material_number(const fbx_object *material, const char *const *names, size_t count, double fallback);

#endif
