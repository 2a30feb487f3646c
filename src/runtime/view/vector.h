/// Vectors of three doubles.
#ifndef SINEW_RUNTIME_VIEW_VECTOR_H
#define SINEW_RUNTIME_VIEW_VECTOR_H

#include <math.h>

#define RENDER_PI 3.14159265358979323846

static inline double render_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void render_cross(const double a[3], const double b[3], double out[3])
{
    const double x = a[1] * b[2] - a[2] * b[1];
    const double y = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
}

static inline double render_length(const double a[3])
{
    return sqrt(render_dot(a, a));
}

static inline void render_subtract(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

/// a + scale · b
static inline void render_add_scaled(const double a[3], double scale, const double b[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = a[i] + scale * b[i];
}

/// Normalises a vector; a zero or non-finite one becomes `fallback`.
static inline void render_normalize(double a[3], const double fallback[3])
{
    const double length = render_length(a);
    for (int i = 0; i < 3; ++i) a[i] = length > 0.0 && length < (double)INFINITY ? a[i] / length : fallback[i];
}

/// Returns the unit vector `azimuth` radians from front to left and `elevation` above both; the axes are orthonormal.
static inline void render_spherical(const double front[3], const double left[3], const double up[3], double azimuth,
                                    double elevation, double out[3])
{
    for (int i = 0; i < 3; ++i) {
        const double level = cos(azimuth) * front[i] + sin(azimuth) * left[i];
        out[i] = cos(elevation) * level + sin(elevation) * up[i];
    }
}

/// Returns the index-th of `count` unit vectors spread evenly over the sphere, along a spiral.
static inline void render_spread_direction(int index, int count, double out[3])
{
    const double z = 1.0 - (2.0 * index + 1.0) / count;
    const double ring = sqrt(1.0 - z * z), angle = 2.399963229728653 * index;
    out[0] = ring * cos(angle);
    out[1] = ring * sin(angle);
    out[2] = z;
}

#endif
