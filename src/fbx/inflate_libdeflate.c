// Inflates arrays with libdeflate.
#include <libdeflate.h>

#include "fbx/fbx_parse.h"

sinew_result sinew__fbx_inflate(const void *bytes, size_t size, void *out, size_t out_size)
{
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (!decompressor) return SINEW_ERROR_OUT_OF_MEMORY;
    const int inflated =
        libdeflate_zlib_decompress(decompressor, bytes, size, out, out_size, NULL) == LIBDEFLATE_SUCCESS;
    libdeflate_free_decompressor(decompressor);
    return inflated ? SINEW_OK : SINEW_ERROR_DAMAGED;
}
