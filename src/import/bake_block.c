#include "import/bake_block.h"

#include "base/memory.h"
#include "model/block.h"

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
