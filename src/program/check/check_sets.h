/// Checks of several files together.
#ifndef SINEW_PROGRAM_CHECK_CHECK_SETS_H
#define SINEW_PROGRAM_CHECK_CHECK_SETS_H

#include "program/check/check_model.h"

/// A file of a set. Files that could not be loaded have no joints and no clips.
typedef struct sinew__check_member {
    const sinew__file_facts *facts;
    sinew__check_report *report; ///< gets the findings of the file
} sinew__check_member;

/// D05, and D04 between files: each file against the first of its character. D03: each clip against the first of its
/// sync group.
void sinew__check_sets(const sinew__check_member *members, size_t count, const sinew__check_selection *selection);

#endif
