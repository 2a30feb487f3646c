/// The keys of the player as text, from the table that runs them.
#ifndef SINEW_VIEWER_BINDING_HELP_H
#define SINEW_VIEWER_BINDING_HELP_H

#include "base/buffer.h"

/// One line a key: "  Space p           pause, play".
void viewer_put_bindings(sinew__buffer *out);

#endif
