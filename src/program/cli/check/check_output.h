/// The results of `check` in its formats, and a finding as words.
#ifndef SINEW_PROGRAM_CLI_CHECK_CHECK_OUTPUT_H
#define SINEW_PROGRAM_CLI_CHECK_CHECK_OUTPUT_H

#include <stddef.h>

#include "core/base/buffer.h"
#include "program/cli/check/check_files.h"

void cli_put_check_text(const cli_check_run *run, sinew__buffer *out);
void cli_put_check_json(const cli_check_run *run, sinew__buffer *out);     ///< sinew.check/1
void cli_put_check_sarif(const cli_check_run *run, sinew__buffer *out);    ///< SARIF 2.1.0
void cli_put_check_markdown(const cli_check_run *run, sinew__buffer *out); ///< for a comment on a change

/// A suite per file and a case per finding, in a format of test_cases.h. Findings below `fail_on` do not fail.
void cli_put_check_cases(const cli_check_run *run, int format, sinew_severity fail_on, sinew__buffer *out);

// ---- a finding as words --------------------------------------------------------------------------------------------

/// Puts "clip 'walk', Hips" as unescaped text of the file; nothing for a finding about the whole file.
void cli_put_finding_location(const sinew__finding *finding, sinew__buffer *out);

/// Puts the command for a shell, `sinew render walk.fbx --clip walk …`; nothing for a finding without one. Words are
/// quoted where a shell would change them. With `is_shown` words with unprintable characters become $'a\012b', so that
/// people can copy them; that is not in every shell, and data has them as they are.
void cli_put_finding_command(const cli_check_run *run, const sinew__finding *finding, const char *path, int is_shown,
                             sinew__buffer *out);

/// The page docs/12-check.md, embedded by cmake/embed_bytes.cmake.
extern const unsigned char cli_check_page[];

#endif
