/// Base64 (RFC 4648), which FBX text files and glTF data URIs use to embed files.
#ifndef SINEW_CORE_BASE_BASE64_H
#define SINEW_CORE_BASE_BASE64_H

#include <stddef.h>

/// Decodes `size` characters. `out` holds size / 4 * 3 + 3 bytes. Characters that are not digits are skipped; '=' ends
/// the text. Returns the number of bytes written.
size_t sinew__base64_decode(const char *text, size_t size, unsigned char *out);

/// Number of characters that encode `size` bytes.
#define SINEW__BASE64_SIZE(size) (((size) + 2) / 3 * 4)

/// Encodes bytes with padding to `out`, which has room for SINEW__BASE64_SIZE characters. Returns the number of
/// characters.
size_t sinew__base64_encode(const unsigned char *bytes, size_t size, char *out);

#endif
