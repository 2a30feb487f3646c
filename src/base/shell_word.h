/// Words of a command line that people or scripts run.
#ifndef SINEW_BASE_SHELL_WORD_H
#define SINEW_BASE_SHELL_WORD_H

#include "base/buffer.h"

/// Whether a text has no character that must not reach a terminal.
int sinew__is_printable_text(const char *text);

/// Puts a word so that a POSIX shell passes it on as it is: quoted where it is not plain.
void sinew__put_shell_word(sinew__buffer *out, const char *word);

/// The same for a command that people copy: a word that is not printable becomes $'a\012b', with an octal number for
/// each byte, which bash, zsh and ksh read, but not every shell.
void sinew__put_shown_shell_word(sinew__buffer *out, const char *word);

#endif
