/// A finding as words: where it is, and the command that shows it.
#ifndef SINEW_CLI_CHECK_FINDING_TEXT_H
#define SINEW_CLI_CHECK_FINDING_TEXT_H

#include "base/buffer.h"
#include "check/check_report.h"

/// Puts "clip 'walk', Hips" as unescaped text of the file; nothing for a finding about the whole file.
void cli_put_finding_location(const sinew__finding *finding, sinew__buffer *out);

/// Puts the command for a shell, `sinew render walk.fbx --clip walk …`; nothing when there is none. Words are quoted
/// where a shell would change them. With `is_shown` words with unprintable characters become $'a\012b', so that people
/// can copy them; that is not in every shell, and data has them as they are.
void cli_put_finding_command(const sinew__finding *finding, const char *path, int is_shown, sinew__buffer *out);

#endif
