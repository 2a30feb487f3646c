/// The prompt: a line typed into the player, such as a time, a name or a rotation.
#ifndef SINEW_PROGRAM_VIEWER_CORE_PROMPT_H
#define SINEW_PROGRAM_VIEWER_CORE_PROMPT_H

#include <stdint.h>

typedef enum viewer_prompt_kind {
    VIEWER_PROMPT_NONE, ///< no prompt is open: keys run their bindings
    VIEWER_PROMPT_TIME,
    VIEWER_PROMPT_NAME,
    VIEWER_PROMPT_ROTATION,
    VIEWER_PROMPT_SAVE,    ///< name of a file for the edited clips
    VIEWER_PROMPT_FILM,    ///< name of a file for a film
    VIEWER_PROMPT_TRAIL,   ///< length of the motion trail that is shown
    VIEWER_PROMPT_COMPARE, ///< name of a clip or file to compare with
} viewer_prompt_kind;

/// A prompt. A zeroed one is closed.
typedef struct viewer_prompt {
    viewer_prompt_kind kind;
    char text[256];    ///< UTF-8
    int cursor;        ///< byte offset in `text`
    char message[512]; ///< the reason why the text was rejected, printable; or ""
    int is_confirmed;  ///< the text was entered once and has not changed since: it may name a file that exists
} viewer_prompt;

typedef enum prompt_event {
    PROMPT_OPEN,
    PROMPT_ACCEPTED,  ///< the text was entered
    PROMPT_CANCELLED, ///< the prompt was closed without entering the text
} prompt_event;

/// Opens an empty prompt of a kind; VIEWER_PROMPT_NONE closes it.
void viewer_prompt_open(viewer_prompt *prompt, viewer_prompt_kind kind);

/// Returns whether the typed text filters the lists of files, clips and joints.
int viewer_prompt_filters(const viewer_prompt *prompt);

/// Inserts the printable characters of a text at the cursor, while there is space.
void viewer_prompt_type(viewer_prompt *prompt, const char *text);

/// Returns the label of a prompt.
const char *viewer_prompt_label(viewer_prompt_kind kind);

/// Handles an editing key, given as SDL_Keycode and SDL_Keymod. Other keys are ignored.
prompt_event viewer_prompt_handle_key(viewer_prompt *prompt, int32_t key, int held);

#endif
