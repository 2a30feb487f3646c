/// Text in the syntax of other programs: fields of a CSV row, words of a command line.
#ifndef SINEW_CORE_BASE_QUOTED_TEXT_H
#define SINEW_CORE_BASE_QUOTED_TEXT_H

#include "core/base/buffer.h"

/// Puts text of a file: escaped where unprintable, quoted if it contains a comma or a quote. For tables that
/// programs read: names are the file's.
void sinew__csv_text(sinew__buffer *out, const char *text);

/// Quotes a text for tables that people open in a spreadsheet: text that begins with = + - @, a tab or a carriage
/// return gets an apostrophe in front, so that it is not run as a formula.
void sinew__csv_spreadsheet_text(sinew__buffer *out, const char *text);

/// Puts a finite number with `digits` significant digits; 0: the shortest text that reads back to the same value.
void sinew__csv_number(sinew__buffer *out, double number, int digits);

/// Whether a text has no character that must not reach a terminal.
int sinew__is_printable_text(const char *text);

/// Puts the missing rest of a word that is being typed in bash, so that the shell passes it on as it is. `quote` is the
/// one that is open at the cursor: ', " or 0 for none; it stays open.
void sinew__put_shell_rest(sinew__buffer *out, const char *rest, char quote);

/// Puts a word so that a POSIX shell passes it on as it is: quoted if it is not plain.
void sinew__put_shell_word(sinew__buffer *out, const char *word);

/// Quotes a word of a command that people copy: a word that is not printable becomes $'a\012b', with an octal number
/// for each byte, which bash, zsh and ksh read, but not every shell.
void sinew__put_shown_shell_word(sinew__buffer *out, const char *word);

#endif
