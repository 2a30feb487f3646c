#include <math.h>
#include <stddef.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "sinew/raw_model.h"

enum { MAX_POINTS = 4096 }; // of a side, so that the counts of vertices and triangles fit

static sinew_result check_grid(int32_t columns, int32_t rows, double width, double depth, sinew_error *error)
{
    if (columns < 2 || rows < 2 || columns > MAX_POINTS || rows > MAX_POINTS)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%d x %d heights, expected 2 to %d each", (int)columns,
                           (int)rows, MAX_POINTS);
    if (!(width > 0 && depth > 0 && isfinite(width) && isfinite(depth)))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "terrain of %g x %g is out of range", width, depth);
    return SINEW_OK;
}

static void fill_positions(const float *heights, int32_t columns, int32_t rows, double width, double depth, float *out)
{
    for (int32_t z = 0; z < rows; ++z) {
        for (int32_t x = 0; x < columns; ++x) {
            *out++ = (float)(width * ((double)x / (columns - 1) - 0.5));
            *out++ = *heights++;
            *out++ = (float)(depth * ((double)z / (rows - 1) - 0.5));
        }
    }
}

/// Two triangles a cell, which face up.
static void fill_triangles(uint32_t columns, uint32_t rows, uint32_t *out)
{
    for (uint32_t z = 0; z + 1 < rows; ++z) {
        for (uint32_t x = 0; x + 1 < columns; ++x) {
            const uint32_t a = z * columns + x, b = a + columns;
            const uint32_t corners[6] = {a, b, b + 1, a, b + 1, a + 1};
            for (int i = 0; i < 6; ++i) *out++ = corners[i];
        }
    }
}

sinew_result sinew_model_from_heights(const float *heights, int32_t columns, int32_t rows, double width, double depth,
                                      const float base_color[4], sinew_model **out_model, sinew_error *out_error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, heights, base_color, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = check_grid(columns, rows, width, depth, out_error);
    if (result != SINEW_OK) return result;
    const int32_t vertices = columns * rows, triangles = 2 * (columns - 1) * (rows - 1);
    float *positions = sinew__allocate((size_t)vertices * 3 * sizeof *positions);
    uint32_t *corners = sinew__allocate((size_t)triangles * 3 * sizeof *corners);
    if (positions && corners) {
        fill_positions(heights, columns, rows, width, depth, positions);
        fill_triangles((uint32_t)columns, (uint32_t)rows, corners);
        result = sinew_model_from_triangles(positions, vertices, corners, triangles, base_color, out_model, out_error);
    } else {
        result = sinew__fail_memory(out_error);
    }
    sinew_free(positions);
    sinew_free(corners);
    return result;
}
