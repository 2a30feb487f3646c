/// The width of text in a terminal.
#ifndef SINEW_CORE_PLATFORM_TEXT_COLUMNS_H
#define SINEW_CORE_PLATFORM_TEXT_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

/// Returns the number of columns of a text. A byte that is not UTF-8 counts as one.
int sinew__columns_of_text(const char *text);

/// Returns the number of bytes of the whole characters that fit in `columns`.
size_t sinew__text_within(const char *text, int columns);

#endif
