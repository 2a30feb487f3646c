/// A line typed into the player: a time, the name of a joint or clip, or a joint rotation.
#ifndef SINEW_PROGRAM_VIEWER_CORE_PROMPT_H
#define SINEW_PROGRAM_VIEWER_CORE_PROMPT_H

#include <stdint.h>

typedef enum viewer_prompt_kind {
    VIEWER_PROMPT_NONE, ///< closed: keys run their bindings
    VIEWER_PROMPT_TIME,
    VIEWER_PROMPT_NAME,
    VIEWER_PROMPT_ROTATION,
    VIEWER_PROMPT_SAVE,    ///< the name of a file for the edited clips
    VIEWER_PROMPT_FILM,    ///< the name of a file for a film
    VIEWER_PROMPT_TRAIL,   ///< how much of the motion trail is shown
    VIEWER_PROMPT_COMPARE, ///< the name of a clip or file to compare with
} viewer_prompt_kind;

/// Zeroed: closed.
typedef struct viewer_prompt {
    viewer_prompt_kind kind;
    char text[256];    ///< UTF-8
    int cursor;        ///< byte offset
    char message[512]; ///< why the text was rejected, printable, or ""
    int is_confirmed;  ///< the text may name a file that exists: it was entered, and has not changed since
} viewer_prompt;

typedef enum prompt_event {
    PROMPT_OPEN,
    PROMPT_ACCEPTED,  ///< the text was entered
    PROMPT_CANCELLED, ///< the prompt was cancelled
} prompt_event;

/// Opens an empty prompt. VIEWER_PROMPT_NONE closes it.
void viewer_prompt_open(viewer_prompt *prompt, viewer_prompt_kind kind);

/// Returns whether the line filters the lists of files, clips and joints.
int viewer_prompt_filters(const viewer_prompt *prompt);

/// Inserts the printable characters of a text at the cursor while there is space.
void viewer_prompt_type(viewer_prompt *prompt, const char *text);

/// Returns the label of a prompt.
const char *viewer_prompt_label(viewer_prompt_kind kind);

/// Handles an editing key: SDL_Keycode and SDL_Keymod. Other keys are ignored.
prompt_event viewer_prompt_handle_key(viewer_prompt *prompt, int32_t key, int held);

#endif
