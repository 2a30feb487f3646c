// Imports a model file and its side files in this process.
#include "import/import_file.h"

#include <stdint.h>

#include "core/base/arguments.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "core/platform/side_files.h"
#include "runtime/model/block.h"
#include "sinew/import.h"

// Bakes the clips of a block that an importer made.

static void keep(void *block, size_t size)
{
    (void)block;
    (void)size;
}

static int has_clips(const sinew_model *model)
{
    return model->clip_count > 0 && model->joint_count > 0;
}

void sinew__bake_block(const sinew_bake_options *options, void **block, size_t *size)
{
    sinew_model *model;
    void *baked = NULL;
    size_t baked_size = 0;
    if (sinew__model_from_memory(*block, *size, keep, NULL, &model, NULL) != SINEW_OK) return; // loading it reports why
    const int done = has_clips(model) && sinew_model_bake(model, options, &baked, &baked_size, NULL) == SINEW_OK;
    sinew_model_destroy(model);
    if (!done) return;
    sinew_free(*block);
    *block = baked;
    *size = baked_size;
}

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
