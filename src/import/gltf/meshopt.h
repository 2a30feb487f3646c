/// The decoders of EXT_meshopt_compression: the library meshoptimizer's, or decode_meshopt.c in builds without
/// it, which has the same functions and results.
#ifndef SINEW_IMPORT_GLTF_MESHOPT_H
#define SINEW_IMPORT_GLTF_MESHOPT_H

#ifdef SINEW_HAVE_MESHOPTIMIZER
#include <meshoptimizer.h>
#else
#include <stddef.h>

/// Decode `count` elements of `stride` or `size` bytes to `destination`. Return 0, or a negative number if the stream
/// is damaged.
int meshopt_decodeVertexBuffer(void *destination, size_t count, size_t stride, const unsigned char *buffer,
                               size_t size);
int meshopt_decodeIndexBuffer(void *destination, size_t count, size_t size, const unsigned char *buffer,
                              size_t buffer_size);
int meshopt_decodeIndexSequence(void *destination, size_t count, size_t size, const unsigned char *buffer,
                                size_t buffer_size);

/// Convert decoded elements in place: octahedral normals, quaternions, shared exponents.
void meshopt_decodeFilterOct(void *buffer, size_t count, size_t stride);
void meshopt_decodeFilterQuat(void *buffer, size_t count, size_t stride);
void meshopt_decodeFilterExp(void *buffer, size_t count, size_t stride);
#endif

#endif
