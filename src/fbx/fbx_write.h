/// A document as a binary FBX 7.4 file, for readers that refuse older ones.
#ifndef SINEW_FBX_WRITE_H
#define SINEW_FBX_WRITE_H

#include "fbx/fbx_document.h"

/// Writes the tree under `root` (fbx_document.root, perhaps changed). *out_bytes is from malloc and the caller's; NULL
/// on failure. Arrays that are still as they lay in the file are copied as they are. SINEW_ERROR_LIMIT over 4 GiB,
/// _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result fbx_write_binary(const fbx_record *root, void **out_bytes, size_t *out_size,
                                              sinew_error *out_error);

#endif
