/// A growing text buffer: output is built in memory and written only when it is complete.
#ifndef SINEW_CORE_BASE_BUFFER_H
#define SINEW_CORE_BASE_BUFFER_H

#include <stddef.h>

#include "core/base/error.h"

/// A buffer. All zero: empty. After a failed allocation further writes do nothing, so that callers check `failed` once
/// at the end.
typedef struct sinew__buffer {
    char *text; ///< not terminated; NULL if empty
    size_t size, capacity;
    int failed; ///< out of memory
} sinew__buffer;

void sinew__buffer_put(sinew__buffer *buffer, const char *text, size_t length);
void sinew__buffer_put_text(sinew__buffer *buffer, const char *text);
void sinew__buffer_put_character(sinew__buffer *buffer, char character);
void sinew__buffer_format(sinew__buffer *buffer, const char *format, ...) SINEW_PRINTF(2, 3);

/// Appends a text from a file, escaped so that it is safe for a terminal.
void sinew__buffer_put_printable(sinew__buffer *buffer, const char *text);

/// Appends text for a terminal. Line ends and tabs are kept, with `has_colors` also the colours of the program's own
/// tables; everything else that is not printable is escaped.
void sinew__buffer_put_for_terminal(sinew__buffer *buffer, const char *text, size_t length, int has_colors);

/// Reserves `length` more bytes and returns their address, or NULL. The caller increases `size`.
char *sinew__buffer_reserve(sinew__buffer *buffer, size_t length);

void sinew__buffer_free(sinew__buffer *buffer);

#endif
