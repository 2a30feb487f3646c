/// Tests of what plays from baked clips, once in each encoding.
#ifndef SINEW_TESTS_BOTH_ENCODINGS_H
#define SINEW_TESTS_BOTH_ENCODINGS_H

#include "support/cmocka_close.h"

#include "sinew/bake.h"

/// The option of that name, for what the running test bakes.
extern sinew_clip_encoding encoding;

int as_matrices(void **state);
int as_compact(void **state);

/// A test once with frames of skinning matrices and once with compact clips.
#define BOTH(test) cmocka_unit_test_setup(test, as_matrices), cmocka_unit_test_setup(test, as_compact)

/// The model with its clips baked in the test's encoding; frees the one it came from. `options` may be NULL.
sinew_model *make_played(sinew_model *model, const sinew_bake_options *options);

#endif
