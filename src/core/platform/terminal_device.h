/// Exclusive use of a terminal: raw input, whole frames of output, restored at every kind of exit. Also reads single
/// keys without exclusive use.
#ifndef SINEW_CORE_PLATFORM_TERMINAL_DEVICE_H
#define SINEW_CORE_PLATFORM_TERMINAL_DEVICE_H

#include "core/base/buffer.h"

/// The size that the terminal reports.
typedef struct terminal_size {
    int columns, rows;
    int cell_width, cell_height; ///< pixels; 0: unknown
    int max_width, max_height;   ///< largest sixel image in pixels; 0: unknown
} terminal_size;

typedef struct terminal_device {
    int file;              ///< the terminal, opened again for non-blocking reads and writes
    sinew__buffer pending; ///< output that the terminal has not accepted yet
    size_t sent;           ///< number of bytes of `pending` that were sent
    int is_gone;           ///< the terminal has closed the connection
} terminal_device;

/// The events of a wait.
typedef struct terminal_events {
    size_t count;     ///< number of bytes read
    int resized;      ///< the size changed, or the process was suspended: redraw everything
    int replies_lost; ///< replies to earlier queries will not arrive
    double suspended; ///< seconds that the process was stopped
} terminal_events;

/// Whether stdout is a terminal.
int sinew__terminal_is_available(void);

/// Returns the current width of the terminal at a descriptor; 80 if unknown.
int sinew__terminal_columns(int descriptor);

/// Opens the terminal of stdout: alternate screen, hidden cursor, raw input; Ctrl+C and Ctrl+Z remain signals. Only one
/// can be open at a time. SINEW_ERROR_NO_DISPLAY: it cannot be used. Close it also after a failure.
SINEW_NODISCARD sinew_result sinew__terminal_open(terminal_device *device, sinew_error *out_error);

/// Restores the terminal.
void sinew__terminal_close(terminal_device *device);

/// Sets a text to write when the terminal is restored, possibly in a signal handler. `text` must be a literal.
void sinew__terminal_set_restore_text(const char *text);

/// Declares that the terminal replies to queries: the last reply is then read before the terminal is restored.
void sinew__terminal_expect_replies(void);

terminal_size sinew__terminal_get_size(const terminal_device *device);

/// Takes the contents of `text` and sends as much as possible without blocking.
void sinew__terminal_send(terminal_device *device, sinew__buffer *text);

/// Returns whether output is pending.
int sinew__terminal_has_pending_output(const terminal_device *device);

/// Waits for input, a change of size or a signal, at most `seconds`, and sends pending output in the meantime. Input is
/// read into [bytes, bytes + size).
void sinew__terminal_wait(terminal_device *device, double seconds, char *bytes, size_t size,
                          terminal_events *out_events);

/// Enters key mode, in which single keys are read. Signals that end the process restore the terminal first. Does
/// nothing if standard input is not a terminal, or if the process is in the background, where changing the terminal
/// would stop it.
void sinew__key_mode_enter(void);
int sinew__key_mode_is_on(void);

/// Returns a pressed key, or 0 if no key is pressed.
char sinew__key_mode_read(void);

/// Leaves key mode: restores the terminal and the signal handlers.
void sinew__key_mode_leave(void);

#endif
