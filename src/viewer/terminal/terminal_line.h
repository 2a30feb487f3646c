/// The way to the terminal: how many pictures are on it, how long they take, and how much is to be left out of them.
#ifndef SINEW_VIEWER_TERMINAL_TERMINAL_LINE_H
#define SINEW_VIEWER_TERMINAL_TERMINAL_LINE_H

enum { TERMINAL_MOST_UNDERWAY = 8, TERMINAL_SLOWEST = 4 };

/// Times are seconds of any one clock.
typedef struct terminal_line {
    double sent[TERMINAL_MOST_UNDERWAY]; ///< when each picture went that has not been confirmed, the oldest first
    int underway;                        ///< how many
    int room;                            ///< how many there may be
    double shortest;                     ///< seconds there and back, for next to nothing
    double wait;                         ///< seconds that the last picture took beyond that
    int slowness;                        ///< 0: whole pictures … TERMINAL_SLOWEST: the coarsest
    int early_ones;                      ///< one after the other
} terminal_line;

/// `shortest`: seconds that the answer to a question takes.
void terminal_line_begin(terminal_line *line, double shortest);

/// A picture goes.
void terminal_line_send(terminal_line *line, double now);

/// The terminal has shown the oldest. What it took beyond the shortest way it waited behind others, or was too large.
void terminal_line_confirm(terminal_line *line, double now);

/// Whether another picture would only queue behind those on the way, and keys would act late. What takes too long is
/// taken for lost.
int terminal_line_is_full(const terminal_line *line, double now);

#endif
