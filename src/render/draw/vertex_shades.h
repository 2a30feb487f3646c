/// A number of each vertex, shown as a colour: its place in the colour ramp as a texture coordinate.
#ifndef SINEW_RENDER_DRAW_VERTEX_SHADES_H
#define SINEW_RENDER_DRAW_VERTEX_SHADES_H

#include <epoxy/gl.h>

#include "sinew/render.h"

/// Zeroed: not made yet.
typedef struct render_shades {
    GLuint buffer;       ///< two floats a vertex of the model
    GLuint ramp;         ///< texture
    sinew_colors colors; ///< that the buffer was made for, with `joint`
    int32_t joint;
} render_shades;

/// How much of a vertex follows a joint, 0 … 1. `vertex` counts in the model's arrays.
double sinew__render_joint_weight(const sinew_model *model, int32_t vertex, int32_t joint);

/// How many joints move a vertex: those with a weight other than 0.
int32_t sinew__render_influence_count(const sinew_model *model, int32_t vertex);

/// The most that any vertex of the model has.
int32_t sinew__render_most_influences(const sinew_model *model);

/// Brings the numbers that the options ask for to the card, unless they are there.
SINEW_NODISCARD sinew_result sinew__render_shades_prepare(render_shades *shades, const sinew_model *model,
                                                          const sinew_draw_options *options, sinew_error *out_error);

void sinew__render_shades_delete(render_shades *shades);

#endif
