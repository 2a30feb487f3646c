/// The state of a renderer.
#ifndef SINEW_DRAW_RENDER_RENDERER_H
#define SINEW_DRAW_RENDER_RENDERER_H

#include "draw/render/draw/draw_bones.h"
#include "draw/render/draw/vertex_values.h"
#include "draw/render/graphics_api.h"
#include "draw/render/model_buffers.h"
#include "draw/render/shader_program.h"
#include "draw/render/target.h"
#include "draw/render/text/glyph_atlas.h"
#include "sinew/render.h"

/// A font file for characters that the built-in font lacks.
typedef struct render_added_font {
    void *bytes; ///< allocated
    int number;  ///< of the font in the file
} render_added_font;

struct sinew_renderer {
    const sinew_model *model; ///< NULL until set
    render_programs programs;
    render_model_buffers buffers;
    sinew_bounds rest_bounds; ///< computed on first use
    int has_rest_bounds;
    int surface; ///< the model has a mesh to draw

    render_target target;
    int transparent; ///< the last image was drawn without a background

    GLuint empty_array; ///< for drawing without vertices
    GLuint shadow_framebuffer, shadow_texture;
    GLsizei shadow_size; ///< texels per side
    render_bones bones;
    render_vertex_values values;
    GLuint stroke_array, stroke_buffer;
    GLuint text_array, text_buffer;
    GLuint glyphs;             ///< texture of the glyph atlas
    render_glyph_atlas *atlas; ///< NULL until text is drawn
    double glyph_scale;        ///< scale of the atlas
    render_added_font fonts[RENDER_MAX_ADDED_FONTS];
    int font_count;
};

#endif
