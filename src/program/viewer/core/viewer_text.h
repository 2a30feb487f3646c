/// The player's state as text. Names are made printable; lines are truncated to `size` bytes.
#ifndef SINEW_PROGRAM_VIEWER_CORE_VIEWER_TEXT_H
#define SINEW_PROGRAM_VIEWER_CORE_VIEWER_TEXT_H

#include "core/base/word_table.h"
#include "program/viewer/core/viewer.h"

extern const sinew__word viewer_loop_words[]; ///< of a sinew_loop_mode

/// Formats the current clip and time: "▶ walk … \t …", as sinew_draw_options.status takes it.
void viewer_format_status(const viewer_state *viewer, char *out, size_t size);

/// Formats the title of the window.
void viewer_format_title(const viewer_state *viewer, char *out, size_t size);

enum { VIEWER_IMAGE_NAME = 300 };

/// Formats the name of a saved image, "walk-1.200s.png": the file and the time.
void viewer_image_name(const viewer_state *viewer, char out[VIEWER_IMAGE_NAME]);

#endif
