/// The keys of the player as text, from the table that runs them.
#ifndef SINEW_VIEWER_CORE_BINDING_HELP_H
#define SINEW_VIEWER_CORE_BINDING_HELP_H

#include "base/buffer.h"

/// One line a key: "  Space p           pause, play".
void viewer_format_bindings(sinew__buffer *out);

/// The same for the panel in the picture, cut to `size` > 0 bytes: "Space p", a tab, "pause, play", a line end.
void viewer_format_help(char *out, size_t size);

#endif
