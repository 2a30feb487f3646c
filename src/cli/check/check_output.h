/// The results of `check` in its formats.
#ifndef SINEW_CLI_CHECK_CHECK_OUTPUT_H
#define SINEW_CLI_CHECK_CHECK_OUTPUT_H

#include "base/buffer.h"
#include "cli/check/check_files.h"

void cli_put_check_text(const cli_check_run *run, sinew__buffer *out);
void cli_put_check_json(const cli_check_run *run, sinew__buffer *out);     ///< sinew.check/1
void cli_put_check_sarif(const cli_check_run *run, sinew__buffer *out);    ///< SARIF 2.1.0
void cli_put_check_markdown(const cli_check_run *run, sinew__buffer *out); ///< for a comment on a change

#endif
