/// How a material is drawn: its uniforms, its images, and which pass draws it.
#ifndef SINEW_RENDER_DRAW_SURFACE_MATERIAL_H
#define SINEW_RENDER_DRAW_SURFACE_MATERIAL_H

#include <epoxy/gl.h>

#include "render/frame.h"

/// What a pass does with the alpha of a surface; as in mesh.frag.
typedef enum render_alpha {
    RENDER_ALPHA_OPAQUE,      ///< nothing
    RENDER_ALPHA_CUTOUT,      ///< draws where alpha reaches the cutoff
    RENDER_ALPHA_CORE,        ///< draws the opaque parts of a translucent surface
    RENDER_ALPHA_TRANSLUCENT, ///< accumulates its other parts, see draw_translucent.h
    RENDER_ALPHA_OVER,        ///< blends over what was drawn before
} render_alpha;

/// Returns the material of a submesh, or NULL.
const sinew_material *sinew__render_material_of(const sinew_model *model, const sinew_submesh *submesh);

/// Returns whether a material is translucent, at least in parts. `material` may be NULL.
int sinew__render_is_translucent(const sinew_material *material);

/// Returns whether the back faces of a submesh are drawn.
int sinew__render_is_two_sided(const sinew_mesh *mesh, const sinew_material *material);

/// Binds the image of a material's colour to the active texture unit, white where it has none. Returns whether it has
/// one.
int sinew__render_bind_base_image(const sinew_renderer *renderer, const sinew_mesh *mesh,
                                  const sinew_material *material);

/// Sets the uniforms and textures of the mesh program for the pass of solid surfaces, or of the translucent parts.
/// `material` may be NULL.
void sinew__render_set_material(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material,
                                int translucent_parts);

/// Sets one colour instead of a material: opaque, or blended over what was drawn before.
void sinew__render_set_plain_color(const sinew_renderer *renderer, const float color[4], int is_blended);

#endif
