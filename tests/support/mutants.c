#include "support/mutants.h"

#include <stdlib.h>
#include <string.h>

#include "support/cmocka_close.h"
#include "support/full_block.h"

const sinew_model *mutant_parent(int rows)
{
    static sinew_model *parents[MUTANT_PARENTS];
    static const sinew_clip_encoding encodings[] = {SINEW_ENCODING_MATRIX_FRAMES, SINEW_ENCODING_LOCAL_FRAMES,
                                                    SINEW_ENCODING_COMPACT};
    void *block;
    size_t size;
    sinew_error error;
    if (parents[rows]) return parents[rows];
    if (rows)
        make_baked_block(encodings[rows - 1], &block, &size);
    else
        make_full_block(&block, &size);
    if (sinew_model_from_block(block, size, &parents[rows], &error) != SINEW_OK) fail_msg("%s", error.message);
    return parents[rows];
}

void *make_mutant(choices *from, size_t *out_size)
{
    enum { MOST_CHANGES = 4 };
    const sinew_model *parent = mutant_parent((int)choose(from, MUTANT_PARENTS));
    void *block = malloc(parent->block_size);
    if (!block) fail_msg("out of memory");
    memcpy(block, parent->block, parent->block_size);
    mutate_block(block, parent->block_size, 1 + (int)choose(from, MOST_CHANGES), from);
    *out_size = parent->block_size;
    return block;
}
