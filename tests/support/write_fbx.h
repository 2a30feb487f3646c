/// A document as a binary FBX 7.4 file: for tests and measurements that need their text documents in binary as well.
#ifndef SINEW_TESTS_WRITE_FBX_H
#define SINEW_TESTS_WRITE_FBX_H

#include "fbx/fbx_document.h"

/// Writes the tree under `root` (fbx_document.root, perhaps changed). *out_bytes is from malloc and the caller's; NULL
/// on failure. Arrays are decoded, and one that cannot be is SINEW_ERROR_DAMAGED. SINEW_ERROR_LIMIT over 4 GiB,
/// _MEMORY_LIMIT, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result write_fbx(const fbx_record *root, void **out_bytes, size_t *out_size,
                                       sinew_error *out_error);

#endif
