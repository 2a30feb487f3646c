// Imports a file that was dropped on a page.
#include "import/browser/browser_import.h"
#include "import/import_block.h"
#include "runtime/model/make_model.h"

#include <math.h>

#include "author/bake/bake.h"
#include "core/base/error.h"
#include "import/import_file.h"
#include "runtime/model/block_file.h"
#include "sinew/import.h"

/// Largest memory limit in bytes. The module's memory also contains the file, the block and the result.
static const double most_memory = 1 << 30;

#ifdef __wasm__
__attribute__((import_module("env"), import_name("find_file"))) void *sinew__browser_find_file(const char *name,
                                                                                               size_t *out_size);
#else // a program that tests compare with the module
static void *sinew__browser_find_file(const char *name, size_t *out_size)
{
    (void)name, (void)out_size;
    return NULL;
}
#endif

static sinew_result find_side_file(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    (void)user;
    *out_bytes = sinew__browser_find_file(name, out_size);
    return *out_bytes ? SINEW_OK : SINEW_ERROR_NOT_FOUND;
}

static sinew_result import_model(const char *name, const void *bytes, size_t size, size_t memory,
                                 sinew_model **out_model, sinew_error *error)
{
    void *block;
    size_t block_size;
    const sinew__import_options options = {.side_file = find_side_file, .memory_limit = memory};
    const sinew_result result = sinew__import_block(name, bytes, size, &options, &block, &block_size, error);
    if (result != SINEW_OK) return result;
    const sinew_bake_options baking = sinew__bake_options_in_load(0, memory, 0, (double)INFINITY);
    sinew__bake_block(&baking, &block, &block_size);
    return sinew__model_from_block(block, block_size, out_model, error);
}

sinew_result sinew__browser_import(const char *name, const void *bytes, size_t size, double memory_limit,
                                   sinew_model **out_model, sinew_error *error)
{
    const double limit = memory_limit > 0 ? memory_limit : (double)sinew__import_memory(size);
    const size_t memory = (size_t)fmin(limit, most_memory);
    *out_model = NULL;
    const sinew_result result = sinew__is_block_file(bytes, size)
                                    ? sinew_model_open(bytes, size, out_model, error)
                                    : import_model(name, bytes, size, memory, out_model, error);
    if (result != SINEW_ERROR_OUT_OF_MEMORY) return result;
    return sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT, "reading the file takes more memory than the page has");
}
