/// The player without a display: pictures made of characters, or shown by the terminal, with the keys of the window.
#ifndef SINEW_VIEWER_TERMINAL_PLAY_TERMINAL_H
#define SINEW_VIEWER_TERMINAL_PLAY_TERMINAL_H

#include "viewer/core/viewer_settings.h"

/// How a terminal shows a picture.
typedef enum viewer_term {
    VIEWER_TERM_AUTO,    ///< the best that the terminal can do
    VIEWER_TERM_KITTY,   ///< pixels, by kitty's protocol
    VIEWER_TERM_SIXEL,   ///< pixels
    VIEWER_TERM_BLOCKS,  ///< half blocks: two coloured squares a character
    VIEWER_TERM_BRAILLE, ///< eight dots a character, on black
    VIEWER_TERM_ASCII,   ///< characters by their shape, on black
} viewer_term;

/// Plays on the terminal that stdout is. `color` 0: without colours. The terminal is as it was afterwards, also when a
/// signal ends the program. SINEW_ERROR_NO_DISPLAY when there is no terminal that can, SINEW_ERROR_NO_GL when nothing
/// can be drawn, SINEW_ERROR_WRITE when the screenshot cannot be written.
SINEW_NODISCARD sinew_result viewer_play_terminal(const viewer_settings *settings, viewer_term term, int color,
                                                  sinew_error *out_error);

#endif
