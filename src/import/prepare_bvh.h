/// A BVH as other programs write it → one that Assimp 5.2 reads: words in any case, names of several words or used
/// twice, colons without a blank behind them, commas in numbers, no frame time.
#ifndef SINEW_IMPORT_PREPARE_BVH_H
#define SINEW_IMPORT_PREPARE_BVH_H

#include "import/import_pass.h"

/// Replaces the bytes of the pass. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__bvh_prepare(import_pass *pass, sinew_error *error);

#endif
