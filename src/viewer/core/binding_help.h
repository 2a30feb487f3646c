/// The player's keys as text, from the table of key bindings.
#ifndef SINEW_VIEWER_CORE_BINDING_HELP_H
#define SINEW_VIEWER_CORE_BINDING_HELP_H

#include "base/buffer.h"

/// Writes one line per key: "  Space p           pause, play".
void viewer_format_bindings(sinew__buffer *out);

/// Writes "Space p", a tab, "pause, play" and a newline per key, truncated to `size` > 0 bytes.
void viewer_format_help(char *out, size_t size);

#endif
