/// Compression for sinew_export_options.deflate and inflate.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_DEFLATE_ARRAY_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_DEFLATE_ARRAY_H

#include <stddef.h>

/// Compresses with libdeflate's lowest level, which takes a few milliseconds for a megabyte.
size_t cli_deflate_array(void *out, const void *bytes, size_t size);

/// Inflates a zlib stream to exactly `out_size` bytes. Returns 0 if it is damaged or has another size.
int cli_inflate_array(void *out, size_t out_size, const void *bytes, size_t size);

#endif
