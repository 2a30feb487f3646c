#include "program/cli/framework/deflate_array.h"

#include <libdeflate.h>

size_t cli_deflate_array(void *out, const void *bytes, size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(1);
    if (!compressor) return 0;
    const size_t packed = libdeflate_zlib_compress(compressor, bytes, size, out, size);
    libdeflate_free_compressor(compressor);
    return packed;
}
