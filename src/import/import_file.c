// Imports a model file and its side files in this process.
#include <stdint.h>

#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "import/bake_block.h"
#include "platform/file.h"
#include "platform/side_files.h"
#include "sinew/import.h"

static sinew_result read_side_file(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    return sinew__side_file_read(user, NULL, name, out_bytes, out_size);
}

sinew_result sinew_import_file(const char *path, sinew_model **out_model, sinew_error *error)
{
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(error, path, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    void *bytes = NULL, *block = NULL;
    size_t size = 0, block_size = 0;
    sinew_result result = sinew__file_read(path, &bytes, &size, error);
    if (result != SINEW_OK) return result;
    const sinew_import_options options = {.side_file = read_side_file, .user = (void *)(uintptr_t)path};
    result = sinew_import_block(sinew__base_name(path), bytes, size, &options, &block, &block_size, error);
    sinew_free(bytes);
    if (result != SINEW_OK) return result;
    sinew__bake_block(&(sinew_bake_options){0}, &block, &block_size);
    return sinew_model_from_block(block, block_size, out_model, error);
}
