#include "viewer/terminal/terminal_flow.h"

void terminal_flow_begin(terminal_flow *line, double min_latency)
{
    *line = (terminal_flow){.window = 1, .min_latency = min_latency};
}

void terminal_flow_send(terminal_flow *line, double now)
{
    if (line->in_flight == TERMINAL_MAX_IN_FLIGHT) line->in_flight = 0; // replies were lost
    line->sent[line->in_flight++] = now;
}

static void update_window(terminal_flow *line)
{
    if (line->delay > 0.1 && line->window > 1) --line->window;
    if (line->delay < 0.05 && line->window < TERMINAL_MAX_IN_FLIGHT) ++line->window;
}

/// The limits are far enough apart that a step is never followed by one back.
static void update_slowness(terminal_flow *line)
{
    enum { FAST_FRAMES = 8 };
    line->fast_frames = line->delay < 0.06 ? line->fast_frames + 1 : 0;
    for (double limit = 0.15; line->delay > limit && line->slowness < TERMINAL_SLOWEST; limit *= 2.0) ++line->slowness;
    if (line->fast_frames < FAST_FRAMES || line->slowness == 0) return;
    --line->slowness;
    line->fast_frames = 0;
}

void terminal_flow_confirm(terminal_flow *line, double now)
{
    if (line->in_flight == 0) return;
    const double latency = now - line->sent[0];
    for (int i = 1; i < line->in_flight; ++i) line->sent[i - 1] = line->sent[i];
    --line->in_flight;
    if (latency < line->min_latency) line->min_latency = latency;
    line->delay = latency - line->min_latency;
    update_window(line);
    update_slowness(line);
}

int terminal_flow_is_full(const terminal_flow *line, double now)
{
    const double lost = 10.0;
    return line->in_flight >= line->window && now - line->sent[0] < lost;
}
