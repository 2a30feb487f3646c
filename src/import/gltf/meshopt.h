/// The decoders of EXT_meshopt_compression: from the library meshoptimizer, or from browser/decode_meshopt.c, which has
/// the same functions and results, in builds without the library.
#ifndef SINEW_IMPORT_GLTF_MESHOPT_H
#define SINEW_IMPORT_GLTF_MESHOPT_H

#ifdef SINEW_HAVE_MESHOPTIMIZER
#include <meshoptimizer.h>
#else
#include <stddef.h>

/// Decode `count` elements to `destination`; `stride` or `size` is the size of one element in bytes. Return 0, or a
/// negative number if the stream is damaged.
int meshopt_decodeVertexBuffer(void *destination, size_t count, size_t stride, const unsigned char *buffer,
                               size_t size);
int meshopt_decodeIndexBuffer(void *destination, size_t count, size_t size, const unsigned char *buffer,
                              size_t buffer_size);
int meshopt_decodeIndexSequence(void *destination, size_t count, size_t size, const unsigned char *buffer,
                                size_t buffer_size);

/// Convert decoded elements in place from a filter's form: octahedral normals, quaternions, shared exponents.
void meshopt_decodeFilterOct(void *buffer, size_t count, size_t stride);
void meshopt_decodeFilterQuat(void *buffer, size_t count, size_t stride);
void meshopt_decodeFilterExp(void *buffer, size_t count, size_t stride);
#endif

#endif
