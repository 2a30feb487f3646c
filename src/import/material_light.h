/// What materials emit, of formats older than glTF.
#ifndef SINEW_IMPORT_MATERIAL_LIGHT_H
#define SINEW_IMPORT_MATERIAL_LIGHT_H

#include <math.h>

#include "sinew/raw_model.h"

static inline int sinew__material_has_map(const sinew_raw_material *material, sinew_map kind)
{
    for (int32_t i = 0; i < material->map_count; i++)
        if (material->maps[i].kind == (uint32_t)kind) return 1;
    return 0;
}

/// Ignores emission that is white, at full strength and without an image: it would hide texture and form, which no
/// author of a character wants. Exporters write it for materials that do not shine.
static inline void sinew__material_drop_white_light(sinew_raw_material *material)
{
    float *light = material->emissive;
    if (sinew__material_has_map(material, SINEW_MAP_EMISSIVE) || fminf(light[0], fminf(light[1], light[2])) < 0.95f)
        return;
    light[0] = light[1] = light[2] = 0;
}

#endif
