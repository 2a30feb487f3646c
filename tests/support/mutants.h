/// Mutants: blocks of full_block.h with some numbers changed, and with the sums of a file made right again, so that
/// only the validator protects the host from them.
#ifndef SINEW_TESTS_MUTANTS_H
#define SINEW_TESTS_MUTANTS_H

#include "sinew/model.h"
#include "support/mutate_block.h"

/// The model that mutants are made of, not baked (0), baked to matrix frames (1) or compact clips (2), or stripped (3).
/// Stays the module's.
enum { MUTANT_PARENTS = 3 };
const sinew_model *mutant_parent(int parent);

/// A mutant, from malloc, of the parent that the choices name.
void *make_mutant(choices *from, size_t *out_size);

#endif
