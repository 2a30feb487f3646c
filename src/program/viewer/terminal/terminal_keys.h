/// Splits terminal input into keys, characters and replies.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_KEYS_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_KEYS_H

#include <stddef.h>
#include <stdint.h>

typedef enum terminal_event_kind {
    TERMINAL_IGNORED, ///< has no meaning here
    TERMINAL_TYPED,   ///< a character: `text`
    TERMINAL_KEY,     ///< `key` with `held`
    TERMINAL_REPLY,   ///< a reply to a query: `text`, without the escape character and the string terminator
} terminal_event_kind;

typedef struct terminal_event {
    terminal_event_kind kind;
    char text[128]; ///< NUL-terminated; longer replies are truncated
    int32_t key;    ///< SDL_Keycode
    int held;       ///< SDL_Keymod
} terminal_event;

/// Reads the first event of [bytes, bytes + count) and returns the number of bytes it took; 0 if more bytes are needed.
/// With `is_final_input` there is always an event: enough time has passed for a lone escape character to be the Escape
/// key.
size_t terminal_read_event(const char *bytes, size_t count, int is_final_input, terminal_event *out_event);

#endif
