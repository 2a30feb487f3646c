/// The player's state as text. Names are made printable; lines are truncated to `size` bytes.
#ifndef SINEW_VIEWER_CORE_VIEWER_TEXT_H
#define SINEW_VIEWER_CORE_VIEWER_TEXT_H

#include "viewer/core/viewer.h"

/// Formats the current clip and time: "▶ walk … \t …", as sinew_draw_options.status takes it.
void viewer_format_status(const viewer_state *viewer, char *out, size_t size);

/// Formats the title of the window.
void viewer_format_title(const viewer_state *viewer, char *out, size_t size);

#endif
