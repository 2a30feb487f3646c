// Colours surfaces by a value of each vertex: the weight of a joint, or the number of influences.
#include "draw/render/renderer.h"

#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "draw/render/target.h"

// The colour ramp of values, from dark violet over teal to yellow: perceptually uniform, also in print and for the
// colour-blind.

const uint8_t sinew__render_ramp_none[3] = {158, 159, 162};

/// Polynomial approximation of viridis: coefficients of 1, t, t², … for red, green, blue.
static const double viridis[7][3] = {
    {0.2777273272, 0.0054073445, 0.3340998053},   {0.1050930431, 1.4046135299, 1.3845901626},
    {-0.3308618287, 0.2148475595, 0.0950951630},  {-4.6342304990, -5.7991009734, -19.3324409563},
    {6.2282699363, 14.1799333668, 56.6905526007}, {4.7763849977, -13.7451453777, -65.3530326334},
    {-5.4354558559, 4.6458526122, 26.3124352496},
};

void sinew__render_ramp_color(double value, double out_srgb[3])
{
    const double t = fmin(fmax(value, 0.0), 1.0);
    for (int i = 0; i < 3; ++i) {
        double sum = 0.0;
        for (int power = 6; power >= 0; --power) sum = sum * t + viridis[power][i];
        out_srgb[i] = fmin(fmax(sum, 0.0), 1.0);
    }
}

void sinew__render_ramp_texels(uint8_t out_texels[RENDER_RAMP_TEXELS][4])
{
    for (int i = 0; i < RENDER_RAMP_TEXELS; ++i) {
        double color[3];
        sinew__render_ramp_color((i - 1.0) / (RENDER_RAMP_TEXELS - 2), color);
        for (int k = 0; k < 3; ++k) {
            out_texels[i][k] = i == 0 ? sinew__render_ramp_none[k] : (uint8_t)lround(255.0 * color[k]);
        }
        out_texels[i][3] = 255;
    }
}

float sinew__render_ramp_coordinate(double value)
{
    const double texel = value < 0.0 ? 0.5 : 1.5 + fmin(value, 1.0) * (RENDER_RAMP_TEXELS - 2);
    return (float)(texel / RENDER_RAMP_TEXELS);
}

double sinew__render_joint_weight(const sinew_model *model, int32_t vertex, int32_t joint)
{
    double sum = 0.0;
    for (uint32_t i = model->influence_start[vertex]; i < model->influence_start[vertex + 1]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        if (model->skin_joints[influence->skin_joint].joint == joint) sum += (double)influence->weight;
    }
    return sum;
}

int32_t sinew__render_influence_count(const sinew_model *model, int32_t vertex)
{
    int32_t count = 0;
    for (uint32_t i = model->influence_start[vertex]; i < model->influence_start[vertex + 1]; ++i) {
        count += model->influences[i].weight != 0.0f;
    }
    return count;
}

int32_t sinew__render_max_influences(const sinew_model *model)
{
    int32_t max = 1;
    for (int32_t i = 0; i < model->vertex_count; ++i) {
        const int32_t count = sinew__render_influence_count(model, i);
        if (count > max) max = count;
    }
    return max;
}

/// Sets the texture coordinates of vertices in the colour ramp. A weight is its position in the ramp; a vertex that the
/// joint does not influence has no value. Numbers of influences, from one to the model's largest, are spread over the
/// ramp.
static void fill_coordinates(const sinew_model *model, const sinew_draw_options *options, float (*positions)[2])
{
    const int weights = options->colors == SINEW_COLORS_WEIGHTS;
    const double max = weights ? 1.0 : (double)sinew__render_max_influences(model);
    for (int32_t i = 0; i < model->vertex_count; ++i) {
        double value = -1.0;
        if (!weights) {
            value = max > 1.0 ? (sinew__render_influence_count(model, i) - 1) / (max - 1.0) : 0.0;
        } else if (options->has_joint) {
            const double weight = sinew__render_joint_weight(model, i, options->joint);
            value = weight > 0.0 ? weight : -1.0;
        }
        positions[i][0] = sinew__render_ramp_coordinate(value);
        positions[i][1] = 0.5f;
    }
}

sinew_result sinew__render_vertex_values_prepare(render_vertex_values *values, const sinew_model *model,
                                                 const sinew_draw_options *options, sinew_error *out_error)
{
    const int32_t joint = options->colors == SINEW_COLORS_WEIGHTS && options->has_joint ? options->joint : SINEW_NONE;
    if (values->buffer && values->colors == options->colors && values->joint == joint) return SINEW_OK;
    const size_t size = (size_t)model->vertex_count * sizeof(float[2]);
    float(*positions)[2] = sinew__allocate(size + 1);
    if (!positions) return sinew__fail_memory(out_error);
    if (!values->buffer) {
        uint8_t texels[RENDER_RAMP_TEXELS][4];
        sinew__render_ramp_texels(texels);
        values->ramp = sinew__render_texture_create(GL_LINEAR);
        sinew__render_texture_clamp();
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, RENDER_RAMP_TEXELS, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
        glGenBuffers(1, &values->buffer);
    }
    fill_coordinates(model, options, positions);
    glBindBuffer(GL_ARRAY_BUFFER, values->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, positions, GL_STATIC_DRAW);
    sinew_free(positions);
    values->colors = options->colors;
    values->joint = joint;
    return SINEW_OK;
}

void sinew__render_vertex_values_delete(render_vertex_values *values)
{
    glDeleteBuffers(1, &values->buffer);
    glDeleteTextures(1, &values->ramp);
    *values = (render_vertex_values){0};
}
