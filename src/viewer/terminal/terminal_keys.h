/// What a terminal sends, cut into keys, characters and answers.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_KEYS_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_KEYS_H

#include <stddef.h>
#include <stdint.h>

typedef enum terminal_event_kind {
    TERMINAL_IGNORED, ///< something that means nothing here
    TERMINAL_TYPED,   ///< a character: `text`
    TERMINAL_KEY,     ///< `key` with `held`
    TERMINAL_REPLY,   ///< what the terminal says about itself: `text`, without the escape character and the end of a
                      ///< string
} terminal_event_kind;

typedef struct terminal_event {
    terminal_event_kind kind;
    char text[128]; ///< terminated; longer answers are cut
    int32_t key;    ///< SDL_Keycode
    int held;       ///< SDL_Keymod
} terminal_event;

/// Reads the first event of [bytes, bytes + count) and returns how many bytes it took; 0 when more are needed to tell.
/// With `is_final_input` there is always an event: nothing followed for so long that a lone escape character is the
/// Escape key.
size_t terminal_read_event(const char *bytes, size_t count, int is_final_input, terminal_event *out_event);

#endif
