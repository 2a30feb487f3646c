/// A block that an importer has just made → the same block with its clips baked.
#ifndef SINEW_IMPORT_BAKE_BLOCK_H
#define SINEW_IMPORT_BAKE_BLOCK_H

#include <stddef.h>

typedef struct bake_limits {
    double error;        ///< of sinew_bake_options; 0: its default
    double seconds;      ///< 0: as many as it takes
    size_t memory_limit; ///< bytes that the import may take, of which rows get a part; 0: defaults of sinew_bake_options
} bake_limits;

/// Replaces *block (from malloc). Baking is no reason for an import to fail: without memory for it, the block stays as it is.
void bake_block(const bake_limits *limits, void **block, size_t *size);

#endif
