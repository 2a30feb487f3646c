/// Mutants: blocks of full_block.h with some numbers changed, and with the sums of a file made right again, so that
/// only the validator stands between them and the host.
#ifndef SINEW_TESTS_MUTANTS_H
#define SINEW_TESTS_MUTANTS_H

#include "sinew/model.h"
#include "support/mutate_block.h"

/// The model that mutants are made of, without or with rows (0 none, 1 of carries, 2 of locals). Stays the module's.
enum { MUTANT_PARENTS = 3 };
const sinew_model *mutant_parent(int rows);

/// A mutant, from malloc, of the parent that the choices name.
void *make_mutant(choices *from, size_t *out_size);

#endif
