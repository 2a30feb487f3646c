/// The input from a terminal: keys, characters, and replies, which show the terminal's capabilities.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_KEYS_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/buffer.h"
#include "program/viewer/terminal/terminal_layout.h"

typedef enum terminal_event_kind {
    TERMINAL_IGNORED, ///< bytes without a meaning here
    TERMINAL_TYPED,   ///< a character: `text`
    TERMINAL_KEY,     ///< `key`, with the modifiers `held`
    TERMINAL_REPLY,   ///< a reply to a query: `text` without the escape character and the end of the string
} terminal_event_kind;

typedef struct terminal_event {
    terminal_event_kind kind;
    char text[128]; ///< terminated by NUL; longer replies are truncated
    int32_t key;    ///< SDL_Keycode
    int held;       ///< SDL_Keymod
} terminal_event;

/// Reads the first event of [bytes, bytes + count). Returns the number of bytes read; 0 if more bytes are needed. With
/// `is_final_input` there is always an event: enough time has passed to consider a single escape character the Escape
/// key.
size_t terminal_read_event(const char *bytes, size_t count, int is_final_input, terminal_event *out_event);

typedef struct terminal_capabilities {
    int replies;                 ///< has replied to a query
    int is_complete;             ///< has replied to the last query
    int kitty, sixel;            ///< supports kitty's graphics protocol; supports sixel
    int synchronized;            ///< supports synchronized output
    int utf8;                    ///< shows non-ASCII characters
    int colors;                  ///< number of colours: 0, 8, 16, 256 or 1 << 24
    int cell_width, cell_height; ///< pixels; 0: unknown
    int max_width, max_height;   ///< largest sixel image in pixels; 0: unknown
} terminal_capabilities;

/// Appends the queries to send; pass the replies to terminal_parse_reply. Every terminal replies to the last query.
/// tmux and screen would show the query for kitty's graphics as a title, so it is not sent to them.
void terminal_put_queries(sinew__buffer *out);

/// Returns whether TERM says that the terminal supports no control sequences.
int terminal_is_dumb(void);

/// Guesses capabilities from the environment: colours by TERM and COLORTERM, UTF-8 by the locale.
void terminal_guess(terminal_capabilities *capabilities);

/// Sets capabilities from a reply that terminal_read_event returned.
void terminal_parse_reply(terminal_capabilities *capabilities, const char *reply);

/// Returns the output mode: `requested`, or the best one if that is VIEWER_TERM_AUTO. `is_skeleton_only`: there is no
/// mesh to draw.
viewer_term terminal_choose_mode(const terminal_capabilities *capabilities, viewer_term requested,
                                 int is_skeleton_only);

#endif
