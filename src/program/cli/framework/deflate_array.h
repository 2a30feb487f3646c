/// Compression for sinew_export_options.deflate.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_DEFLATE_ARRAY_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_DEFLATE_ARRAY_H

#include <stddef.h>

/// Compresses with libdeflate's lowest level, which takes a few milliseconds for a megabyte.
size_t cli_deflate_array(void *out, const void *bytes, size_t size);

#endif
