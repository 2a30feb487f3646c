/// The format of a file: by its first bytes if they are distinctive, else by its extension. And its text as UTF-8.
#ifndef SINEW_IMPORT_SNIFF_FORMAT_H
#define SINEW_IMPORT_SNIFF_FORMAT_H

#include <stddef.h>

#include "sinew/result.h"

typedef struct import_format {
    char extension[16];   ///< the key by which Assimp selects its reader: "fbx", "glb", …
    const char *name;     ///< "FBX", "glTF", …; NULL: known to Assimp only
    const char *encoding; ///< "binary", "ascii" or ""
} import_format;

/// SINEW_ERROR_EMPTY, SINEW_ERROR_NOT_A_MODEL (quoting the first bytes, or naming a file type that is mistaken for
/// models, with a hint) or SINEW_ERROR_UNSUPPORTED (naming the format). `extension_known` tells whether the
/// importer has a reader for an extension.
SINEW_NODISCARD sinew_result sinew__sniff_format(const char *file_name, const void *bytes, size_t size,
                                                 int (*extension_known)(const char *extension), import_format *out,
                                                 sinew_error *out_error);

/// Recognises a file of `size` bytes by the first ones.
SINEW_NODISCARD sinew_result sinew__sniff_start(const char *file_name, const void *start, size_t start_size,
                                                size_t size, int (*extension_known)(const char *extension),
                                                import_format *out, sinew_error *out_error);

/// Whether the bytes begin with the byte order mark of UTF-16 or with a '<' in it.
int sinew__is_utf16(const unsigned char *bytes, size_t size);

/// Bytes that the text takes in UTF-8 at most.
size_t sinew__utf16_decoded_size(size_t size);

/// Writes the text as UTF-8, without the mark. Halves of surrogate pairs become U+FFFD. Returns the size.
size_t sinew__utf16_decode(const unsigned char *bytes, size_t size, char *out);

#endif
