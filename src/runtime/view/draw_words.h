/// Views and colours of an image in the words of options, keys and the commands that the player copies.
#ifndef SINEW_RUNTIME_VIEW_DRAW_WORDS_H
#define SINEW_RUNTIME_VIEW_DRAW_WORDS_H

#include "core/base/word_table.h"

extern const sinew__word sinew__view_words[];  ///< of a sinew_view; those that nothing names are left out
extern const sinew__word sinew__color_words[]; ///< of a sinew_colors

#endif
