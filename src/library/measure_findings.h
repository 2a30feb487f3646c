/// What `check` finds in a file.
#ifndef SINEW_LIBRARY_MEASURE_FINDINGS_H
#define SINEW_LIBRARY_MEASURE_FINDINGS_H

#include "library/measure_file.h"

/// Checks a model and keeps the findings in the record, the worst first. Clips are judged without a contract. `path`
/// and `texture_path` are where side files are searched.
SINEW_NODISCARD sinew_result library_measure_findings(const sinew_model *model, const char *path,
                                                      const char *texture_path, library_record *record,
                                                      sinew_error *out_error);

/// Keeps the finding of a file that is no model: record->error says why.
void library_record_unreadable(library_record *record);

#endif
