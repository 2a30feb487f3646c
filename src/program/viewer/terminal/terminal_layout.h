/// The layout of a terminal, and the resolution of its image.
#ifndef SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_LAYOUT_H
#define SINEW_PROGRAM_VIEWER_TERMINAL_TERMINAL_LAYOUT_H

#include "core/platform/terminal_device.h"
#include "program/viewer/terminal/play_terminal.h"

typedef struct terminal_layout {
    int columns;
    int image_rows;              ///< from the top; 0: no space for an image
    int image_columns;           ///< all, except for sixel, whose size is limited
    int image_left;              ///< columns to the left of it
    int bar_row, status_row;     ///< from 1; 0: none
    int cell_width, cell_height; ///< pixels of the terminal, if known
    int width, height;           ///< resolution of the image in pixels
} terminal_layout;

/// Computes the layout of a terminal. Invalid sizes are corrected: every value is within limits afterwards.
terminal_layout terminal_divide(const terminal_size *size, viewer_term term, int hide_status);

/// Reduces the resolution of the image, not its area on the screen, to at most `max` pixels; for sixel, by an integer
/// factor.
void terminal_limit_pixels(terminal_layout *layout, viewer_term term, int max);

/// Returns the filled length of a bar of `columns`, in half columns, for a played fraction (0 … 1).
int terminal_bar_halves(int columns, double fraction);

enum { TERMINAL_MAX_IN_FLIGHT = 8, TERMINAL_SLOWEST = 4 };

/// Times are seconds of any monotonic clock.
typedef struct terminal_flow {
    double sent[TERMINAL_MAX_IN_FLIGHT]; ///< when each unconfirmed frame was sent, the oldest first
    int in_flight;                       ///< number of unconfirmed frames
    int window;                          ///< how many there may be
    double min_latency;                  ///< shortest round trip in seconds
    double delay;                        ///< seconds that the last frame took beyond that
    int slowness;                        ///< 0: full frames … TERMINAL_SLOWEST: the coarsest
    int fast_frames;                     ///< consecutive frames without delay
} terminal_flow;

/// `min_latency`: seconds that the reply to a query takes.
void terminal_flow_begin(terminal_flow *flow, double min_latency);

/// A frame is sent.
void terminal_flow_send(terminal_flow *flow, double now);

/// The terminal has shown the oldest frame. Time beyond the shortest round trip was spent in a queue or on a large
/// frame.
void terminal_flow_confirm(terminal_flow *flow, double now);

/// Returns whether another frame would only queue and delay the effect of keys. Frames without confirmation for long
/// count as lost.
int terminal_flow_is_full(const terminal_flow *flow, double now);

#endif
