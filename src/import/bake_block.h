/// A block that an importer has just made → the same block with its clips baked.
#ifndef SINEW_IMPORT_BAKE_BLOCK_H
#define SINEW_IMPORT_BAKE_BLOCK_H

#include "sinew/bake.h"

/// Replaces *block (from malloc). Baking is no reason for an import to fail: without memory for it, the block stays as
/// it is.
void sinew__bake_block(const sinew_bake_options *options, void **block, size_t *size);

#endif
