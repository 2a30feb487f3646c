/// Bakes the clips of a block that an importer made.
#ifndef SINEW_IMPORT_IMPORT_FILE_H
#define SINEW_IMPORT_IMPORT_FILE_H

#include "sinew/bake.h"

/// Replaces *block, which sinew_free releases. Baking never fails an import: without memory for it, the block is
/// unchanged.
void sinew__bake_block(const sinew_bake_options *options, void **block, size_t *size);

#endif
