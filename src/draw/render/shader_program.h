/// The shader programs: one table, compiled on first use.
#ifndef SINEW_DRAW_RENDER_SHADER_PROGRAM_H
#define SINEW_DRAW_RENDER_SHADER_PROGRAM_H

#include "draw/render/graphics_api.h"
#include "sinew/result.h"

typedef enum render_program {
    RENDER_PROGRAM_STAGE,
    RENDER_PROGRAM_MESH,
    RENDER_PROGRAM_TRANSLUCENT,
    RENDER_PROGRAM_SHADOW,
    RENDER_PROGRAM_BONES,
    RENDER_PROGRAM_STROKE,
    RENDER_PROGRAM_TEXT,
    RENDER_PROGRAM_INTERFACE,
    RENDER_PROGRAM_PICTURE,
    RENDER_PROGRAM_CONTENTS,
    RENDER_PROGRAM_FEEDBACK,
    RENDER_PROGRAM_COUNT
} render_program;

/// Features that shaders are compiled with if a model needs more than linear skinning and base colours. The lower bits
/// belong to `sinew_map`. Unused features are left out because llvmpipe executes every branch: they would cost 25 % of
/// a small image.
enum {
    RENDER_FEATURE_METAL = 1 << 16,
    RENDER_FEATURE_ALPHA = 1 << 17, ///< cutouts or translucent surfaces
    RENDER_FEATURE_DUAL_QUATERNIONS = 1 << 18,
    RENDER_FEATURE_ADDITIVE_SKIN = 1 << 19,
    RENDER_FEATURE_MAPPINGS = 1 << 20, ///< an image of the model has a texture mapping
    RENDER_FEATURES_OF_SKIN = RENDER_FEATURE_DUAL_QUATERNIONS | RENDER_FEATURE_ADDITIVE_SKIN,
};

/// Texels per row of the palette texture, a constant of the skinning shaders. A power of two.
enum { RENDER_PALETTE_COLUMNS = 1024 };

/// The programs; all zero except `influence_columns`: nothing is compiled.
typedef struct render_programs {
    GLuint ids[RENDER_PROGRAM_COUNT];
    GLint influence_columns; ///< width of the influence texture, a constant of the skinning shaders
    GLint samples;           ///< samples per pixel of the character texture, a constant of the stage and translucent
                             ///< shaders
    int features;            ///< features of the model, a constant of the mesh and skinning shaders
} render_programs;

/// Makes a program current. Compiles it on first use, from the file in SINEW_SHADER_DIR if there is one, else from the
/// built-in source.
SINEW_NODISCARD sinew_result sinew__render_use_program(render_programs *programs, render_program program,
                                                       sinew_error *out_error);

/// Sets the number of samples. If it changes, discards the programs that read samples, so that they are compiled again.
void sinew__render_programs_set_samples(render_programs *programs, GLint samples);

/// Sets the features. Discards the programs for which they change, so that these are compiled again.
void sinew__render_programs_set_features(render_programs *programs, int features);

void sinew__render_programs_delete(render_programs *programs);

// Set uniforms of the current program by name; names that the shader does not use are ignored.
void sinew__render_set_int(const render_programs *programs, render_program program, const char *name, int value);
void sinew__render_set_float(const render_programs *programs, render_program program, const char *name, float value);
void sinew__render_set_vec2(const render_programs *programs, render_program program, const char *name, float x,
                            float y);
void sinew__render_set_vec3(const render_programs *programs, render_program program, const char *name,
                            const float value[3]);
void sinew__render_set_vec4(const render_programs *programs, render_program program, const char *name,
                            const float value[4]);
void sinew__render_set_mat3(const render_programs *programs, render_program program, const char *name,
                            float value[3][3]);
void sinew__render_set_mat4(const render_programs *programs, render_program program, const char *name,
                            float value[4][4]);

#endif
