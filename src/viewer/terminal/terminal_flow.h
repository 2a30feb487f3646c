/// The way to the terminal: how many pictures are on it, how long they take, and how much is to be left out of them.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_FLOW_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_FLOW_H

enum { TERMINAL_MAX_IN_FLIGHT = 8, TERMINAL_SLOWEST = 4 };

/// Times are seconds of any one clock.
typedef struct terminal_flow {
    double sent[TERMINAL_MAX_IN_FLIGHT]; ///< when each picture went that has not been confirmed, the oldest first
    int in_flight;                       ///< how many
    int window;                          ///< how many there may be
    double min_latency;                  ///< seconds there and back, for next to nothing
    double delay;                        ///< seconds that the last picture took beyond that
    int slowness;                        ///< 0: whole pictures … TERMINAL_SLOWEST: the coarsest
    int fast_frames;                     ///< one after the other
} terminal_flow;

/// `shortest`: seconds that the answer to a question takes.
void terminal_flow_begin(terminal_flow *line, double min_latency);

/// A picture goes.
void terminal_flow_send(terminal_flow *line, double now);

/// The terminal has shown the oldest. What it took beyond the shortest way it waited behind others, or was too large.
void terminal_flow_confirm(terminal_flow *line, double now);

/// Whether another picture would only queue behind those on the way, and keys would act late. What takes too long is
/// taken for lost.
int terminal_flow_is_full(const terminal_flow *line, double now);

#endif
