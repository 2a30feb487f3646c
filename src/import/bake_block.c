#include "import/bake_block.h"

#include <stdlib.h>

#include "model/block.h"
#include "sinew/bake.h"

/// Of the memory, for the rows of one clip and of all. While a clip is baked it takes eight times that, while the block is copied the rows three times.
enum { CLIP_SHARE = 32, ALL_CLIPS_SHARE = 8 };

static void keep(void *block, size_t size)
{
    (void)block;
    (void)size;
}

static int has_clips(const sinew_model *model)
{
    return model->clip_count > 0 && model->joint_count > 0;
}

void bake_block(const bake_limits *limits, void **block, size_t *size)
{
    const size_t memory = limits->memory_limit;
    const sinew_bake_options options = {.error = limits->error,
                                        .byte_limit = memory / CLIP_SHARE,
                                        .total_byte_limit = memory / ALL_CLIPS_SHARE,
                                        .seconds = limits->seconds};
    sinew_model *model;
    void *baked = NULL;
    size_t baked_size = 0;
    if (sinew__model_from_memory(*block, *size, keep, &model, NULL) != SINEW_OK) return; // who loads it will say why
    const int done = has_clips(model) && sinew_model_bake(model, &options, &baked, &baked_size, NULL) == SINEW_OK;
    sinew_model_destroy(model);
    if (!done) return;
    free(*block);
    *block = baked;
    *size = baked_size;
}
