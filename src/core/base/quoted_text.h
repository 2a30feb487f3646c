/// Text in the syntax of other programs: fields of CSV rows, words of command lines.
#ifndef SINEW_CORE_BASE_QUOTED_TEXT_H
#define SINEW_CORE_BASE_QUOTED_TEXT_H

#include "core/base/buffer.h"

/// Appends text of a file as a CSV field: unprintable characters are escaped, and the field is quoted if it contains a
/// comma or a quote. For tables that programs read: the text is not changed in other ways.
void sinew__csv_text(sinew__buffer *out, const char *text);

/// As sinew__csv_text, for tables that people open in a spreadsheet: text that begins with = + - @, a tab or a carriage
/// return gets an apostrophe in front, so that it is not run as a formula.
void sinew__csv_spreadsheet_text(sinew__buffer *out, const char *text);

/// Appends a finite number with `digits` significant digits; 0: the shortest text that reads back to the same value.
void sinew__csv_number(sinew__buffer *out, double number, int digits);

/// Whether all characters of a text are safe for a terminal.
int sinew__is_printable_text(const char *text);

/// Appends the missing rest of a word that is being typed in bash, escaped so that the shell passes it on unchanged.
/// `quote` is the quote that is open at the cursor, ' or ", or 0; it stays open.
void sinew__put_shell_rest(sinew__buffer *out, const char *rest, char quote);

/// Appends a word for a POSIX shell, quoted if necessary, so that the shell passes it on unchanged.
void sinew__put_shell_word(sinew__buffer *out, const char *word);

/// Appends a word of a command that people copy. An unprintable word becomes $'a\012b' with octal numbers, which bash,
/// zsh and ksh read, but not every shell.
void sinew__put_shown_shell_word(sinew__buffer *out, const char *word);

#endif
