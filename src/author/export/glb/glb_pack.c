#include "author/export/glb/glb_pack.h"

#include <math.h>
#include <string.h>

// ---- numbers ------------------------------------------------------------------------------------------------------

enum { MANTISSA = 23, SMALLEST_EXPONENT = -100 };

double sinew__glb_fitted_share(const sinew__glb *glb)
{
    return glb->packer ? 0.75 : 1;
}

static void include(float value, float *min, float *max)
{
    *min = fminf(*min, value);
    *max = fmaxf(*max, value);
}

/// Returns the exponent of the coarsest step that keeps `width` components of at most `largest` within a tolerance.
static int find_exponent(double largest, double tolerance, int width)
{
    const int finest = largest > 0 ? ilogb(largest) + 2 - MANTISSA : SMALLEST_EXPONENT;
    const int coarsest = tolerance > 0 ? (int)floor(log2(2 * tolerance / sqrt(width))) : SMALLEST_EXPONENT;
    const int exponent = coarsest > finest ? coarsest : finest;
    return exponent > SMALLEST_EXPONENT ? exponent : SMALLEST_EXPONENT;
}

void sinew__glb_pack_floats(const sinew__glb *glb, float *floats, size_t count, int width, double tolerance, float *min,
                            float *max)
{
    double largest = 0;
    for (size_t i = 0; i < count && glb->packer; ++i) largest = fmax(largest, fabs((double)floats[i]));
    const int exponent = find_exponent(largest, tolerance, width);
    for (size_t i = 0; i < count; ++i) {
        const size_t component = i % (size_t)width;
        const double multiple = rint(ldexp((double)floats[i], -exponent));
        const float value = glb->packer ? (float)ldexp(multiple, exponent) : floats[i];
        if (min) include(value, &min[component], &max[component]);
        if (!glb->packer) continue;
        // 24 bits of mantissa below 8 bits of exponent
        const uint32_t word = ((uint32_t)(int32_t)multiple & 0xffffff) | (uint32_t)exponent << 24;
        memcpy(&floats[i], &word, sizeof word);
    }
}

void sinew__glb_pack_normal(const double normal[3], int16_t out[4])
{
    enum { ONE = (1 << 9) - 1 }; // 10 bits: an error of at most 0.25 degrees is invisible in shading
    const double sum = fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]);
    const double x = normal[0] / sum, y = normal[1] / sum;
    const int is_behind = normal[2] < 0;
    const double u = is_behind ? copysign(1 - fabs(y), x) : x, v = is_behind ? copysign(1 - fabs(x), y) : y;
    out[0] = (int16_t)rint(u * ONE);
    out[1] = (int16_t)rint(v * ONE);
    out[2] = ONE;
    out[3] = 0;
}

// ---- streams ------------------------------------------------------------------------------------------------------

/// Bytes of additional JSON for a compressed view.
enum { JSON_SIZE = 160 };

/// First byte of the extension's streams.
enum { ATTRIBUTES_BEGIN = 0xa0, TRIANGLES_BEGIN = 0xe1 };

/// Reserves `bound` bytes for a stream at the end of `out`; the caller adds its size.
static unsigned char *reserve(sinew__buffer *out, size_t bound)
{
    unsigned char *stream = (unsigned char *)sinew__buffer_reserve(out, bound + 1);
    if (stream) *stream = 0;
    return stream;
}

/// Encodes the triangles of a view. Returns the size of the stream.
static size_t encode_triangles(const sinew__glb *glb, const glb_view *view, const void *bytes, sinew__buffer *out)
{
    sinew__arena memory = {0};
    uint32_t *indices = SINEW__ARENA_ARRAY(&memory, uint32_t, view->count), largest = 0;
    const int is_ordered = glb->packer->order_triangles && !view->keeps_order;
    uint32_t *ordered = is_ordered ? SINEW__ARENA_ARRAY(&memory, uint32_t, view->count) : indices;
    for (size_t i = 0; indices && i < view->count; ++i) {
        indices[i] = view->stride == 2 ? ((const uint16_t *)bytes)[i] : ((const uint32_t *)bytes)[i];
        if (indices[i] > largest) largest = indices[i];
    }
    const size_t bound = glb->packer->index_bound(view->count, (size_t)largest + 1);
    unsigned char *stream = indices && ordered ? reserve(out, bound) : NULL;
    if (stream && is_ordered) glb->packer->order_triangles(ordered, indices, view->count, (size_t)largest + 1);
    const size_t size = stream ? glb->packer->encode_indices(stream, bound, ordered, view->count) : 0;
    out->failed |= !stream;
    sinew__arena_free(&memory);
    return size;
}

static size_t encode_attributes(const sinew__glb *glb, const glb_view *view, const void *bytes, sinew__buffer *out)
{
    const size_t bound = glb->packer->vertex_bound(view->count, view->stride);
    unsigned char *stream = reserve(out, bound);
    return stream ? glb->packer->encode_vertices(stream, bound, bytes, view->count, view->stride) : 0;
}

sinew_result sinew__glb_encode(const sinew__glb *glb, const glb_view *view, const void *bytes, sinew__buffer *out,
                               const char **out_mode, const char **out_filter, sinew_error *error)
{
    const int is_filtered = view->packing == GLB_FLOATS || view->packing == GLB_NORMALS;
    const int has_triangles = view->packing == GLB_TRIANGLES;
    const size_t plain = view->count * view->stride;
    *out_mode = *out_filter = NULL;
    if (!glb->packer || view->packing == GLB_RAW || plain == 0) return SINEW_OK;
    const size_t size =
        has_triangles ? encode_triangles(glb, view, bytes, out) : encode_attributes(glb, view, bytes, out);
    if (out->failed) return sinew__fail_memory(error);
    const unsigned first = (unsigned char)out->text[out->size];
    if (size == 0 || first != (has_triangles ? TRIANGLES_BEGIN : ATTRIBUTES_BEGIN))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT,
                           "the packer's stream begins with 0x%02x, unknown to EXT_meshopt_compression", first);
    if (size + JSON_SIZE >= plain && !is_filtered) return SINEW_OK;
    *out_mode = has_triangles ? "TRIANGLES" : "ATTRIBUTES";
    if (is_filtered) *out_filter = view->packing == GLB_FLOATS ? "EXPONENTIAL" : "OCTAHEDRAL";
    out->size += size;
    return SINEW_OK;
}
