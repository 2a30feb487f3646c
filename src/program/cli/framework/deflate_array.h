/// Compression functions for sinew_export_options.deflate and inflate.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_DEFLATE_ARRAY_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_DEFLATE_ARRAY_H

#include <stddef.h>

/// Compresses bytes to a zlib stream with libdeflate's fastest level, a few milliseconds per megabyte.
size_t cli_deflate_array(void *out, const void *bytes, size_t size);

/// Inflates a zlib stream to exactly `out_size` bytes. Returns 0 if the stream is damaged or has another size.
int cli_inflate_array(void *out, size_t out_size, const void *bytes, size_t size);

#endif
