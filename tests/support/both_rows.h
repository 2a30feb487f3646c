/// Tests of what plays from baked rows, once of each sort.
#ifndef SINEW_TESTS_BOTH_ROWS_H
#define SINEW_TESTS_BOTH_ROWS_H

#include "support/cmocka_close.h"

#include "sinew/bake.h"

/// The option of that name, for what the running test bakes.
extern sinew_clip_encoding encoding;

int as_matrices(void **state);
int as_locals(void **state);

/// A test once with rows of skinning matrices and once with rows of locals.
#define BOTH(test) cmocka_unit_test_setup(test, as_matrices), cmocka_unit_test_setup(test, as_locals)

/// The model with its clips baked into rows of the test's sort; frees the one it came from. `options` may be NULL.
sinew_model *make_played(sinew_model *model, const sinew_bake_options *options);

#endif
