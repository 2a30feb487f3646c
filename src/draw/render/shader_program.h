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

/// The features that a model needs apart from linear skinning and base colours; the lower bits belong to `sinew_map`.
/// Shaders are compiled without the others: llvmpipe executes every branch, so unused ones would cost 25 % of a
/// small image.
enum {
    RENDER_FEATURE_METAL = 1 << 16,
    RENDER_FEATURE_ALPHA = 1 << 17, ///< cutouts or translucent surfaces
    RENDER_FEATURE_DUAL_QUATERNIONS = 1 << 18,
    RENDER_FEATURE_ADDITIVE_SKIN = 1 << 19,
    RENDER_FEATURE_MAPPINGS = 1 << 20, ///< an image has a texture mapping
    RENDER_FEATURES_OF_SKIN = RENDER_FEATURE_DUAL_QUATERNIONS | RENDER_FEATURE_ADDITIVE_SKIN,
};

/// Texels of a row of the palette's texture, a constant of the skinning shaders. A power of two.
enum { RENDER_PALETTE_COLUMNS = 1024 };

/// Zeroed apart from `influence_columns`: nothing is compiled.
typedef struct render_programs {
    GLuint ids[RENDER_PROGRAM_COUNT];
    GLint influence_columns; ///< width of the influence texture, a constant of the skinning shaders
    GLint samples;           ///< samples of the character texture, a constant of the stage and translucent shaders
    int features;            ///< of the model, a constant of the mesh and skinning shaders
} render_programs;

/// Makes a program current and compiles it on first use, from SINEW_SHADER_DIR if that has the file, else from the
/// built-in source.
SINEW_NODISCARD sinew_result sinew__render_use_program(render_programs *programs, render_program program,
                                                       sinew_error *out_error);

/// Discards the programs that read samples if the number of samples has changed, so that they are compiled again.
void sinew__render_programs_set_samples(render_programs *programs, GLint samples);

/// Discards the programs whose features have changed, so that they are compiled again.
void sinew__render_programs_set_features(render_programs *programs, int features);

void sinew__render_programs_delete(render_programs *programs);

// Sets uniforms of the current program by name. Names that the shader does not use are ignored.
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
