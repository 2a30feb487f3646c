/// Values of vertices shown as colours: each vertex gets a texture coordinate in the colour ramp.
#ifndef SINEW_DRAW_RENDER_DRAW_VERTEX_VALUES_H
#define SINEW_DRAW_RENDER_DRAW_VERTEX_VALUES_H

#include <stdint.h>

#include "draw/render/graphics_api.h"
#include "sinew/render.h"

/// Zeroed: not created.
typedef struct render_vertex_values {
    GLuint buffer;       ///< two floats per vertex of the model
    GLuint ramp;         ///< texture
    sinew_colors colors; ///< what the buffer was filled for, with `joint`
    int32_t joint;
} render_vertex_values;

/// Returns a vertex's weight for a joint, 0 … 1. `vertex` is an index into the model's arrays.
double sinew__render_joint_weight(const sinew_model *model, int32_t vertex, int32_t joint);

/// Returns the number of joints that influence a vertex with a weight other than 0.
int32_t sinew__render_influence_count(const sinew_model *model, int32_t vertex);

/// Returns the largest such number in the model.
int32_t sinew__render_max_influences(const sinew_model *model);

/// Uploads the values that the options request, unless they are already uploaded.
SINEW_NODISCARD sinew_result sinew__render_vertex_values_prepare(render_vertex_values *values, const sinew_model *model,
                                                                 const sinew_draw_options *options,
                                                                 sinew_error *out_error);
void sinew__render_vertex_values_delete(render_vertex_values *values);

/// Returns the colour of `value` (0 … 1), sRGB: matplotlib's "viridis" to within 0.02, by the least-squares polynomial
/// of degree six that M. Zucker published in 2019.
void sinew__render_ramp_color(double value, double out_srgb[3]);

/// The colour of no value, sRGB: a grey that is not in the ramp.
extern const uint8_t sinew__render_ramp_none[3];

enum { RENDER_RAMP_TEXELS = 256 };

/// Fills one row of texels: sinew__render_ramp_none, then the colours of 0 … 1. sRGB, straight alpha.
void sinew__render_ramp_texels(uint8_t out_texels[RENDER_RAMP_TEXELS][4]);

/// Returns the texture coordinate, 0 … 1, of the colour of `value`; a negative value means "not measured".
float sinew__render_ramp_coordinate(double value);

#endif
