/// What is done with a line that was typed into the player.
#ifndef SINEW_VIEWER_CORE_PROMPT_ANSWER_H
#define SINEW_VIEWER_CORE_PROMPT_ANSWER_H

#include "viewer/core/viewer.h"

/// Goes to the time that the prompt holds and pauses there, or selects the joint or starts the clip, and closes the
/// prompt. What cannot be done leaves it open with a message.
void viewer_answer_prompt(viewer_state *viewer);

/// Whether a text has a word in it, whatever the case of ASCII letters.
int viewer_text_contains(const char *text, const char *word);

#endif
