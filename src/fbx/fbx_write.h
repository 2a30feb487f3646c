/// A document as a binary FBX 7.4 file, for readers that refuse older ones.
#ifndef SINEW_FBX_WRITE_H
#define SINEW_FBX_WRITE_H

#include "fbx/fbx_document.h"

/// Writes the tree under `root` (fbx_document.root, perhaps changed). *out_bytes is from malloc and the caller's; NULL
/// on failure. Arrays of binary files are copied as they lie; others are decoded, and one that cannot be is
/// SINEW_ERROR_DAMAGED. SINEW_ERROR_LIMIT over 4 GiB, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result fbx_write_binary(const fbx_record *root, void **out_bytes, size_t *out_size,
                                              sinew_error *out_error);

#endif
