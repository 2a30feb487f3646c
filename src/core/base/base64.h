/// Base64 (RFC 4648), as FBX text files and glTF's data URIs embed files.
#ifndef SINEW_CORE_BASE_BASE64_H
#define SINEW_CORE_BASE_BASE64_H

#include <stddef.h>

/// Decodes `size` characters. `out` holds size / 4 * 3 + 3 bytes. Characters that are not digits are skipped; '=' ends
/// the text. Returns the number of bytes written.
size_t sinew__base64_decode(const char *text, size_t size, unsigned char *out);

/// Characters that encode `size` bytes.
#define SINEW__BASE64_SIZE(size) (((size) + 2) / 3 * 4)

/// Encodes bytes with padding. `out` holds SINEW__BASE64_SIZE characters. Returns their number.
size_t sinew__base64_encode(const unsigned char *bytes, size_t size, char *out);

#endif
