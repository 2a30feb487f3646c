#include "support/mutants.h"
#include "runtime/model/make_model.h"

#include <stdlib.h>
#include <string.h>

#include "support/cmocka_close.h"
#include "support/full_block.h"

/// The block of a parent: nothing baked, baked, and stripped.
static void make_parent_block(int parent, void **out_block, size_t *out_size)
{
    enum { UNBAKED, STRIPPED = MUTANT_PARENTS - 1 };
    if (parent == UNBAKED)
        make_full_block(out_block, out_size);
    else if (parent == STRIPPED)
        make_stripped_block(out_block, out_size);
    else
        make_baked_block(out_block, out_size);
}

const sinew_model *mutant_parent(int parent)
{
    static sinew_model *parents[MUTANT_PARENTS];
    void *block;
    size_t size;
    sinew_error error;
    if (parents[parent]) return parents[parent];
    make_parent_block(parent, &block, &size);
    if (sinew__model_from_block(block, size, &parents[parent], &error) != SINEW_OK) fail_msg("%s", error.message);
    return parents[parent];
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
