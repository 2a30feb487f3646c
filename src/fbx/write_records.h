/// Writes a tree of records as the bytes of a file, the reverse of fbx_parse.h.
#ifndef SINEW_FBX_WRITE_RECORDS_H
#define SINEW_FBX_WRITE_RECORDS_H

#include "core/base/buffer.h"
#include "fbx/fbx_record.h"

/// Whether the offsets of a binary file with these records need 64 bits: then its version must be FBX_WIDE_FROM.
int sinew__fbx_is_large(const fbx_record *root);

/// Writes the records below `root` as a binary file of that version, with the footer that the FBX SDK asks for; sets
/// `at` of each record to its first byte. Arrays must be FBX_ARRAY_DECODED. Check out->failed.
void sinew__fbx_write_binary(fbx_record *root, uint32_t version, sinew__buffer *out);

/// The same as text: names of objects become `Class::name`, raw bytes base64.
void sinew__fbx_write_ascii(const fbx_record *root, uint32_t version, sinew__buffer *out);

/// The identifier of every binary file that sinew writes, and the time of creation that belongs to it: the FBX SDK
/// refuses a file in which they, or the identifier in the footer, do not match. These are the ones in wide use.
extern const fbx_bytes sinew__fbx_file_id;
extern const char sinew__fbx_creation_time[];

#endif
