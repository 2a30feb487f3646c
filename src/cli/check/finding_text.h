/// A finding as words: where it is, and the command that shows it.
#ifndef SINEW_CLI_CHECK_FINDING_TEXT_H
#define SINEW_CLI_CHECK_FINDING_TEXT_H

#include "base/buffer.h"
#include "check/check_report.h"

/// Puts "clip 'walk', Hips" as unescaped text of the file; nothing for a finding about the whole file.
void cli_put_finding_location(const sinew__finding *finding, sinew__buffer *out);

/// Puts the command for a shell, `sinew render walk.fbx --clip walk …`; nothing when there is none. Words are quoted
/// where a shell would change them.
void cli_put_finding_command(const sinew__finding *finding, const char *path, sinew__buffer *out);

#endif
