/// Every edit of edit.h by its number, each with values that fit most models: for tests that do all of them.
#ifndef SINEW_TESTS_EDIT_KINDS_H
#define SINEW_TESTS_EDIT_KINDS_H

#include "author/edit/edits.h"

/// How many edits there are.
int edit_kind_count(void);

/// Does edit `kind` to the first clip of a model, or to all.
SINEW_NODISCARD sinew_result edit_by_kind(int kind, const sinew_model *model, sinew_model **out_model,
                                          sinew_error *out_error);

#endif
