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

int cli_inflate_array(void *out, size_t out_size, const void *bytes, size_t size)
{
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    if (!decompressor) return 0;
    const enum libdeflate_result result = libdeflate_zlib_decompress(decompressor, bytes, size, out, out_size, NULL);
    libdeflate_free_decompressor(decompressor);
    return result == LIBDEFLATE_SUCCESS;
}
