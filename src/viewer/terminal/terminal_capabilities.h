/// What a terminal can do: asked where it answers, guessed from the environment where it does not.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_CAPABILITIES_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_CAPABILITIES_H

#include "viewer/terminal/terminal_layout.h"

typedef struct terminal_capabilities {
    int replies;                 ///< has said anything
    int is_complete;             ///< has answered the last of the questions
    int kitty, sixel;            ///< shows pixels
    int synchronized;            ///< holds a picture back until it is whole
    int utf8;                    ///< shows characters beyond ASCII
    int colors;                  ///< how many: 0, 8, 16, 256 or 1 << 24
    int cell_width, cell_height; ///< pixels; 0: not said
    int max_width, max_height;   ///< pixels of a sixel picture; 0: not said
} terminal_capabilities;

/// What is asked. The answers are to be given to terminal_parse_reply; the last one comes from every terminal.
extern const char terminal_queries[];

/// Whether TERM says that the terminal knows no control sequences.
int terminal_is_dumb(void);

/// What the environment says: colours by TERM and COLORTERM, UTF-8 by the locale.
void terminal_guess(terminal_capabilities *capabilities);

/// Takes an answer, as terminal_read_event gives it.
void terminal_parse_reply(terminal_capabilities *capabilities, const char *reply);

/// How to show pictures when `wish` leaves it open. `is_skeleton_only`: there is no mesh to draw.
viewer_term terminal_choose_mode(const terminal_capabilities *capabilities, viewer_term requested,
                                 int is_skeleton_only);

#endif
