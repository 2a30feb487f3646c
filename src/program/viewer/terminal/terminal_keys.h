/// The input from a terminal: replies, from which its capabilities follow, keys and characters.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_KEYS_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/buffer.h"
#include "program/viewer/terminal/terminal_layout.h"

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

typedef struct terminal_capabilities {
    int replies;                 ///< has replied
    int is_complete;             ///< has replied to the last query
    int kitty, sixel;            ///< supports pixel graphics
    int synchronized;            ///< supports synchronized output
    int utf8;                    ///< shows non-ASCII characters
    int colors;                  ///< number of colours: 0, 8, 16, 256 or 1 << 24
    int cell_width, cell_height; ///< pixels; 0: unknown
    int max_width, max_height;   ///< largest sixel image in pixels; 0: unknown
} terminal_capabilities;

/// Appends the queries to send. Pass the replies to terminal_parse_reply. Every terminal replies to the last one. tmux
/// and screen take the query of kitty's graphics for a title, so they get none.
void terminal_put_queries(sinew__buffer *out);

/// Returns whether TERM says that the terminal supports no control sequences.
int terminal_is_dumb(void);

/// Guesses from the environment: colours by TERM and COLORTERM, UTF-8 by the locale.
void terminal_guess(terminal_capabilities *capabilities);

/// Parses a reply, as returned by terminal_read_event.
void terminal_parse_reply(terminal_capabilities *capabilities, const char *reply);

/// Chooses how to show images if `requested` is VIEWER_TERM_AUTO. `is_skeleton_only`: there is no mesh to draw.
viewer_term terminal_choose_mode(const terminal_capabilities *capabilities, viewer_term requested,
                                 int is_skeleton_only);

#endif
