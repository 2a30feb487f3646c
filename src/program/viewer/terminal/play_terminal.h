/// The player in a terminal, with the window's keys. Images are shown by a graphics protocol, or made of characters.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_PLAY_TERMINAL_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_PLAY_TERMINAL_H

#include "core/base/word_table.h"
#include "program/viewer/core/viewer_settings.h"

/// The output modes of images in a terminal.
typedef enum viewer_term {
    VIEWER_TERM_AUTO,    ///< the best mode that the terminal supports
    VIEWER_TERM_KITTY,   ///< pixels, by kitty's graphics protocol
    VIEWER_TERM_SIXEL,   ///< pixels
    VIEWER_TERM_BLOCKS,  ///< half blocks: two coloured squares per character
    VIEWER_TERM_BRAILLE, ///< Braille characters, eight dots each, on black
    VIEWER_TERM_ASCII,   ///< ASCII characters chosen by shape, on black
} viewer_term;

extern const sinew__word viewer_term_words[];

/// Plays in the terminal of stdout. `color` 0: without colours. The terminal is restored afterwards, even if a signal
/// ends the process. SINEW_ERROR_NO_DISPLAY: no terminal is suitable; SINEW_ERROR_NO_GL: nothing can be drawn;
/// SINEW_ERROR_WRITE: the screenshot cannot be written.
SINEW_NODISCARD sinew_result viewer_play_terminal(const viewer_settings *settings, viewer_term term, int color,
                                                  sinew_error *out_error);

#endif
