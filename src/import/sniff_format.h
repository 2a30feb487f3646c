/// Recognises the format of a file by its first bytes if they are distinctive, else by its extension. Also converts
/// UTF-16 to UTF-8.
#ifndef SINEW_IMPORT_SNIFF_FORMAT_H
#define SINEW_IMPORT_SNIFF_FORMAT_H

#include <stddef.h>

#include "sinew/result.h"

typedef struct import_format {
    char extension[16];   ///< the key by which Assimp selects its reader: "fbx", "glb", …
    const char *name;     ///< "FBX", "glTF", …; NULL: a format that only Assimp knows
    const char *encoding; ///< "binary", "ascii" or ""
} import_format;

/// Recognises the format of a file. SINEW_ERROR_EMPTY; SINEW_ERROR_NOT_A_MODEL quotes the first bytes, or names a file
/// type that is often opened by mistake, with a hint; SINEW_ERROR_UNSUPPORTED names the format. `extension_known` tells
/// whether Assimp has a reader for an extension.
SINEW_NODISCARD sinew_result sinew__sniff_format(const char *file_name, const void *bytes, size_t size,
                                                 int (*extension_known)(const char *extension), import_format *out,
                                                 sinew_error *out_error);

/// Like sinew__sniff_format, but has only the first `start_size` bytes of a file of `size` bytes.
SINEW_NODISCARD sinew_result sinew__sniff_start(const char *file_name, const void *start, size_t start_size,
                                                size_t size, int (*extension_known)(const char *extension),
                                                import_format *out, sinew_error *out_error);

/// Whether the bytes begin with the byte order mark of UTF-16, or with '<' in UTF-16.
int sinew__is_utf16(const unsigned char *bytes, size_t size);

/// Returns the largest size in bytes that UTF-16 text of `size` bytes has in UTF-8.
size_t sinew__utf16_decoded_size(size_t size);

/// Writes UTF-16 text as UTF-8, without the byte order mark. Unpaired surrogates become U+FFFD. Returns the size in
/// bytes.
size_t sinew__utf16_decode(const unsigned char *bytes, size_t size, char *out);

#endif
