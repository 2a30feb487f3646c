/// Which format bytes are in: by their beginning where it tells, else by the file's extension.
#ifndef SINEW_IMPORT_SNIFF_FORMAT_H
#define SINEW_IMPORT_SNIFF_FORMAT_H

#include <stddef.h>

#include "sinew/result.h"

typedef struct import_format {
    char extension[16];   ///< what Assimp goes by: "fbx", "glb", …
    const char *name;     ///< "FBX", "glTF", …; NULL: known to Assimp only
    const char *encoding; ///< "binary", "ascii" or ""
} import_format;

/// SINEW_ERROR_EMPTY, SINEW_ERROR_NOT_A_MODEL (quoting how the bytes start, or naming what is often taken for a model,
/// with a hint how to get it) or SINEW_ERROR_UNSUPPORTED (naming the format). `extension_known` answers whether the
/// importer has a reader for an extension.
SINEW_NODISCARD sinew_result sinew__sniff_format(const char *file_name, const void *bytes, size_t size,
                                                 int (*extension_known)(const char *extension), import_format *out,
                                                 sinew_error *out_error);

/// The same of a file of `size` bytes, by the first ones.
SINEW_NODISCARD sinew_result sinew__sniff_start(const char *file_name, const void *start, size_t start_size,
                                                size_t size, int (*extension_known)(const char *extension),
                                                import_format *out, sinew_error *out_error);

#endif
