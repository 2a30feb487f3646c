/// The layout of a terminal's screen, the resolution of its image, and flow control.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_LAYOUT_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_LAYOUT_H

#include "core/platform/terminal_device.h"
#include "program/viewer/terminal/play_terminal.h"

typedef struct terminal_layout {
    int columns;
    int image_rows;              ///< rows of the image, at the top; 0: no space for an image
    int image_columns;           ///< columns of the image; fewer than `columns` only for sixel, whose size is limited
    int image_left;              ///< columns to the left of the image
    int bar_row, status_row;     ///< rows counted from 1; 0: not shown
    int cell_width, cell_height; ///< pixels of the terminal, if known
    int width, height;           ///< resolution of the image in pixels
} terminal_layout;

/// Computes the layout of a terminal. Invalid sizes are corrected: every value is within limits afterwards.
terminal_layout terminal_divide(const terminal_size *size, viewer_term term, int hide_status);

/// Reduces the resolution of the image to at most `max` pixels, without changing its area on the screen; for sixel, by
/// an integer factor.
void terminal_limit_pixels(terminal_layout *layout, viewer_term term, int max);

/// Returns the filled length of a bar of `columns` for a fraction 0 … 1, in half columns.
int terminal_bar_halves(int columns, double fraction);

enum { TERMINAL_MAX_IN_FLIGHT = 8, TERMINAL_SLOWEST = 4 };

/// The state of flow control. Times are seconds of a monotonic clock.
typedef struct terminal_flow {
    double sent[TERMINAL_MAX_IN_FLIGHT]; ///< time when each unconfirmed frame was sent, the oldest first
    int in_flight;                       ///< number of unconfirmed frames
    int window;                          ///< largest allowed number of unconfirmed frames
    double min_latency;                  ///< shortest round trip to the terminal, in seconds
    double delay;                        ///< seconds of the last frame's round trip beyond min_latency
    int slowness;                        ///< how far the bytes of a frame are reduced: 0 (least) … TERMINAL_SLOWEST
    int fast_frames;                     ///< number of consecutive frames without delay
} terminal_flow;

/// Initializes flow control. `min_latency` is the seconds that the reply to a query took.
void terminal_flow_begin(terminal_flow *flow, double min_latency);

/// Records that a frame is sent at `now`.
void terminal_flow_send(terminal_flow *flow, double now);

/// Records that the terminal has shown the oldest frame. A round trip longer than the shortest one means that the frame
/// waited in a queue or was large.
void terminal_flow_confirm(terminal_flow *flow, double now);

/// Returns whether another frame would only wait in a queue, so that keys would take effect later. A frame without
/// confirmation for a long time is considered lost.
int terminal_flow_is_full(const terminal_flow *flow, double now);

#endif
