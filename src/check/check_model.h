/// All checks of one model.
#ifndef SINEW_CHECK_CHECK_MODEL_H
#define SINEW_CHECK_CHECK_MODEL_H

#include "check/check_task.h"
#include "check/file_facts.h"

/// Checks a model that was loaded from `path`. Findings are added to `report`; `out_facts` gets what later comparisons
/// with other files need, in the memory of the report. SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__check_model(const sinew_model *model, const char *path, const char *texture_path,
                                                const sinew__contract *contract,
                                                const sinew__check_selection *selection, sinew__check_report *report,
                                                sinew__file_facts *out_facts, sinew_error *out_error);

/// Adds the finding of a file that cannot be loaded.
void sinew__check_unreadable(const sinew_error *error, sinew__check_report *report);

#endif
