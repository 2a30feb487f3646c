/// The player in a terminal: images made of characters, or shown by the terminal, with the window's keys.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_PLAY_TERMINAL_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_PLAY_TERMINAL_H

#include "core/base/word_table.h"
#include "program/viewer/core/viewer_settings.h"

/// How to show images in a terminal.
typedef enum viewer_term {
    VIEWER_TERM_AUTO,    ///< the best that the terminal supports
    VIEWER_TERM_KITTY,   ///< pixels, by kitty's graphics protocol
    VIEWER_TERM_SIXEL,   ///< pixels
    VIEWER_TERM_BLOCKS,  ///< half blocks: two coloured squares a character
    VIEWER_TERM_BRAILLE, ///< eight dots per character, on black
    VIEWER_TERM_ASCII,   ///< characters by their shape, on black
} viewer_term;

extern const sinew__word viewer_term_words[];

/// Plays in the terminal of stdout. `color` 0: without colours. The terminal is restored afterwards, also when a signal
/// ends the process. Fails with SINEW_ERROR_NO_DISPLAY if there is no suitable terminal, SINEW_ERROR_NO_GL if nothing
/// can be drawn, SINEW_ERROR_WRITE if the screenshot cannot be written.
SINEW_NODISCARD sinew_result viewer_play_terminal(const viewer_settings *settings, viewer_term term, int color,
                                                  sinew_error *out_error);

#endif
