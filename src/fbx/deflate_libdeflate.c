// Deflates arrays with libdeflate.
#include <libdeflate.h>

#include "fbx/fbx_parse.h"

size_t sinew__fbx_deflate(void *out, const void *bytes, size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(1);
    if (!compressor) return 0;
    const size_t packed = libdeflate_zlib_compress(compressor, bytes, size, out, size);
    libdeflate_free_compressor(compressor);
    return packed < size ? packed : 0;
}
