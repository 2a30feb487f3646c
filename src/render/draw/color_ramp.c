#include "render/draw/color_ramp.h"

#include <math.h>

const uint8_t SINEW__RENDER_RAMP_NONE[3] = {158, 159, 162};

/// Coefficients of 1, t, t², …; red, green, blue.
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
            out_texels[i][k] = i == 0 ? SINEW__RENDER_RAMP_NONE[k] : (uint8_t)lround(255.0 * color[k]);
        }
        out_texels[i][3] = 255;
    }
}

float sinew__render_ramp_coordinate(double value)
{
    const double texel = value < 0.0 ? 0.5 : 1.5 + fmin(value, 1.0) * (RENDER_RAMP_TEXELS - 2);
    return (float)(texel / RENDER_RAMP_TEXELS);
}
