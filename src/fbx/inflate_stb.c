// Inflates arrays with the zlib decoder of stb_image, in the module for web pages: libdeflate is not available for
// WebAssembly. The decoder takes three times as long. Errors that libdeflate finds and stb does not are checked here.
#include <limits.h>
#include <stdint.h>

#include "core/base/memory.h"
#include "fbx/fbx_parse.h"

// Compiled into this file; inflating allocates nothing.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG // PNG files are zlib streams
#define STBI_NO_STDIO
#define STBI_NO_THREAD_LOCALS
#define STBI_NO_FAILURE_STRINGS
#define STBI_ASSERT(condition) ((void)0)
#define STBI_MALLOC(size) sinew__allocate(size)
#define STBI_REALLOC(memory, size) sinew__resize(memory, size)
#define STBI_FREE(memory) sinew_free(memory)
#include <stb_image.h>

/// LARGEST_WINDOW: largest n in the header of a stream, whose window has 2^(8 + n) bytes. TRAILER: bytes of the
/// checksum.
enum { LARGEST_WINDOW = 7, TRAILER = 4 };

/// Returns the checksum of RFC 1950: the sum of all bytes, and the sum of these sums, each modulo 65521.
static uint32_t adler32(const uint8_t *bytes, size_t size)
{
    enum { MODULUS = 65521, BLOCK = 5552 }; // the sums of a block fit into 32 bits
    uint32_t sum = 1, sums = 0;
    while (size > 0) {
        const size_t count = size < BLOCK ? size : BLOCK;
        for (size_t i = 0; i < count; ++i) {
            sum += bytes[i];
            sums += sum;
        }
        sum %= MODULUS;
        sums %= MODULUS;
        bytes += count;
        size -= count;
    }
    return sums << 16 | sum;
}

static uint32_t read_big(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

sinew_result sinew__fbx_inflate(const void *bytes, size_t size, void *out, size_t out_size)
{
    const uint8_t *start = bytes, *end = start + size;
    if (size == 0 || size > INT_MAX || out_size > INT_MAX || start[0] >> 4 > LARGEST_WINDOW) return SINEW_ERROR_DAMAGED;
    stbi__zbuf stream = {.zbuffer = (stbi_uc *)(uintptr_t)start, .zbuffer_end = (stbi_uc *)(uintptr_t)end};
    if (!stbi__do_zlib(&stream, out, (int)out_size, 0, 1)) return SINEW_ERROR_DAMAGED;
    if ((size_t)(stream.zout - stream.zout_start) != out_size) return SINEW_ERROR_DAMAGED;
    // The decoder reads ahead: whole unused bytes belong to the checksum. If it invented bits after the end of the
    // data, fewer than four bytes are left.
    const uint8_t *trailer = stream.zbuffer - stream.num_bits / 8;
    if (end - trailer < TRAILER || read_big(trailer) != adler32(out, out_size)) return SINEW_ERROR_DAMAGED;
    return SINEW_OK;
}
