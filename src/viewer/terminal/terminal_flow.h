/// Flow control to the terminal: how many frames are in flight, how long they take, and how much to reduce them.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_FLOW_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_FLOW_H

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
