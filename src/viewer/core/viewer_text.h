/// The player's state in a line of words. Names come out printable; a line longer than `size` bytes is cut.
#ifndef SINEW_VIEWER_CORE_VIEWER_TEXT_H
#define SINEW_VIEWER_CORE_VIEWER_TEXT_H

#include "viewer/core/viewer.h"

/// Puts the shown clip and time in words: "▶ walk … \t …", as sinew_draw_options.status takes it.
void viewer_format_status(const viewer_state *viewer, char *out, size_t size);

/// The same for a window's title.
void viewer_format_title(const viewer_state *viewer, char *out, size_t size);

#endif
