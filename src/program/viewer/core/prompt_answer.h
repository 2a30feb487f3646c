/// Executes the line typed into a prompt.
#ifndef SINEW_PROGRAM_VIEWER_CORE_PROMPT_ANSWER_H
#define SINEW_PROGRAM_VIEWER_CORE_PROMPT_ANSWER_H

#include "program/viewer/core/viewer.h"

/// Pauses at the typed time, selects the typed joint or starts the typed clip, and closes the prompt. On failure the
/// prompt stays open with a message.
void viewer_answer_prompt(viewer_state *viewer);

/// Returns whether a text contains a word, ignoring the case of ASCII letters.
int viewer_text_contains(const char *text, const char *word);

#endif
