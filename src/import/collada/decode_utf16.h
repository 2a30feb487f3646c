/// XML in UTF-16, which Collada allows and Assimp does not read.
#ifndef SINEW_IMPORT_COLLADA_DECODE_UTF16_H
#define SINEW_IMPORT_COLLADA_DECODE_UTF16_H

#include <stddef.h>

/// Whether the bytes begin with the byte order mark of UTF-16 or with a '<' in it.
int sinew__is_utf16(const unsigned char *bytes, size_t size);

/// Bytes that the text takes in UTF-8 at most.
size_t sinew__utf16_decoded_size(size_t size);

/// Writes the text as UTF-8, without the mark. Halves of surrogate pairs become U+FFFD. Returns the size.
size_t sinew__utf16_decode(const unsigned char *bytes, size_t size, char *out);

#endif
