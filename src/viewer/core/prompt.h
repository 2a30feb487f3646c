/// A line that is typed into the player: a time to go to, the name of a joint or clip, how far to turn a joint.
#ifndef SINEW_VIEWER_CORE_PROMPT_H
#define SINEW_VIEWER_CORE_PROMPT_H

#include <stdint.h>

typedef enum viewer_prompt_kind {
    VIEWER_PROMPT_NONE, ///< nothing is asked: keys do what they are bound to
    VIEWER_PROMPT_TIME,
    VIEWER_PROMPT_NAME,
    VIEWER_PROMPT_ROTATION,
} viewer_prompt_kind;

/// Zeroed: closed.
typedef struct viewer_prompt {
    viewer_prompt_kind kind;
    char text[256];    ///< UTF-8
    int cursor;        ///< bytes of the text before it
    char message[512]; ///< why the text is no answer, printable, or ""
} viewer_prompt;

typedef enum prompt_event {
    PROMPT_OPEN,
    PROMPT_ACCEPTED,  ///< the text is meant
    PROMPT_CANCELLED, ///< it is not
} prompt_event;

/// Asks, with an empty line. VIEWER_PROMPT_NONE closes.
void prompt_open(viewer_prompt *prompt, viewer_prompt_kind kind);

/// Puts text in at the cursor, as far as it is printable and fits.
void prompt_type(viewer_prompt *prompt, const char *text);

/// What a prompt asks for.
const char *prompt_label(viewer_prompt_kind kind);

/// Edits as a key says: SDL_Keycode and SDL_Keymod. Keys that edit nothing are ignored.
prompt_event prompt_handle_key(viewer_prompt *prompt, int32_t key, int held);

#endif
