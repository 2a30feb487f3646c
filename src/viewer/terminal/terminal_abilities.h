/// What a terminal can do: asked where it answers, guessed from the environment where it does not.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_ABILITIES_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_ABILITIES_H

#include "viewer/terminal/terminal_layout.h"

typedef struct terminal_abilities {
    int answers;                 ///< has said anything
    int is_complete;             ///< has answered the last of the questions
    int kitty, sixel;            ///< shows pixels
    int synchronized;            ///< holds a picture back until it is whole
    int utf8;                    ///< shows characters beyond ASCII
    int colors;                  ///< how many: 0, 8, 16, 256 or 1 << 24
    int cell_width, cell_height; ///< pixels; 0: not said
    int most_width, most_height; ///< pixels of a sixel picture; 0: not said
} terminal_abilities;

/// What is asked. The answers are to be given to terminal_hear; the last one comes from every terminal.
extern const char terminal_questions[];

/// Whether TERM says that the terminal knows no control sequences.
int terminal_is_dumb(void);

/// What the environment says: colours by TERM and COLORTERM, UTF-8 by the locale.
void terminal_guess(terminal_abilities *abilities);

/// Takes an answer, as terminal_read_event gives it.
void terminal_hear(terminal_abilities *abilities, const char *answer);

/// How to show pictures when `wish` leaves it open. `only_bones`: there is no mesh to draw.
viewer_term terminal_choose(const terminal_abilities *abilities, viewer_term wish, int only_bones);

#endif
