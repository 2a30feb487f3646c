/// Letters that names have beside those that the panels' font is always made with.
#ifndef SINEW_VIEWER_WINDOW_EXTRA_LETTERS_H
#define SINEW_VIEWER_WINDOW_EXTRA_LETTERS_H

#include <stdint.h>

enum { EXTRA_LETTERS_MOST = 2048 };

/// Zeroed: none.
typedef struct extra_letters {
    uint16_t codes[EXTRA_LETTERS_MOST]; ///< [count] rising
    int count;
} extra_letters;

/// From the first to the last of each pair the panels' font has all: Latin, Greek, Cyrillic, dashes and quotes, arrows.
/// Ends with 0.
extern const uint16_t usual_letters[];

/// Adds what is not among the usual letters, as far as there is room and 16 bits hold it.
void extra_letters_add(extra_letters *extra, const char *text);

#endif
