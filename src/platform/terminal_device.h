/// A terminal taken over for a while: raw keys in, whole frames out, and back as it was whatever happens.
#ifndef SINEW_PLATFORM_TERMINAL_DEVICE_H
#define SINEW_PLATFORM_TERMINAL_DEVICE_H

#include "base/buffer.h"

/// What the terminal says about its size.
typedef struct terminal_size {
    int columns, rows;
    int cell_width, cell_height; ///< pixels; 0: unknown
    int most_width, most_height; ///< pixels of a sixel picture; 0: unknown
} terminal_size;

typedef struct terminal_device {
    int file;              ///< the terminal, opened anew: reading and writing never block
    sinew__buffer pending; ///< what the terminal has not taken yet
    size_t sent;           ///< of `pending`
    int is_gone;           ///< hung up
} terminal_device;

/// What happened during a wait.
typedef struct terminal_news {
    size_t count; ///< bytes read
    int resized;  ///< also after coming back: everything has to be drawn again
    int lost;     ///< what the terminal had not answered yet
    double away;  ///< seconds that the program was stopped
} terminal_news;

/// Whether stdout is a terminal.
int terminal_is_there(void);

/// Takes the terminal that stdout is: alternate screen, no cursor, raw keys; Ctrl+C and Ctrl+Z stay signals. At most
/// one is open at a time. SINEW_ERROR_NO_DISPLAY when it cannot be opened. Close also after a failure.
SINEW_NODISCARD sinew_result terminal_open(terminal_device *device, sinew_error *out_error);

/// Gives it back.
void terminal_close(terminal_device *device);

/// More to say when the terminal is given back, also out of a signal: literals.
void terminal_leave_also(const char *text);

/// The terminal answers questions: its last answers are awaited before it is given back.
void terminal_expect_answers(void);

terminal_size terminal_ask_size(const terminal_device *device);

/// Takes `text` over to be sent, and sends what goes at once.
void terminal_send(terminal_device *device, sinew__buffer *text);

/// Whether something is still to be sent.
int terminal_is_busy(const terminal_device *device);

/// Waits for input, a change of size or a signal, at most `seconds`; sends meanwhile. Input goes to [bytes, bytes +
/// size).
void terminal_wait(terminal_device *device, double seconds, char *bytes, size_t size, terminal_news *out_news);

#endif
