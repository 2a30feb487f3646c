#include "viewer/terminal/terminal_flow.h"

void terminal_flow_begin(terminal_flow *flow, double min_latency)
{
    *flow = (terminal_flow){.window = 1, .min_latency = min_latency};
}

void terminal_flow_send(terminal_flow *flow, double now)
{
    if (flow->in_flight == TERMINAL_MAX_IN_FLIGHT) flow->in_flight = 0; // replies were lost
    flow->sent[flow->in_flight++] = now;
}

static void update_window(terminal_flow *flow)
{
    if (flow->delay > 0.1 && flow->window > 1) --flow->window;
    if (flow->delay < 0.05 && flow->window < TERMINAL_MAX_IN_FLIGHT) ++flow->window;
}

/// The limits are far enough apart that a step is never followed by one back.
static void update_slowness(terminal_flow *flow)
{
    enum { FAST_FRAMES = 8 };
    flow->fast_frames = flow->delay < 0.06 ? flow->fast_frames + 1 : 0;
    for (double limit = 0.15; flow->delay > limit && flow->slowness < TERMINAL_SLOWEST; limit *= 2.0) ++flow->slowness;
    if (flow->fast_frames < FAST_FRAMES || flow->slowness == 0) return;
    --flow->slowness;
    flow->fast_frames = 0;
}

void terminal_flow_confirm(terminal_flow *flow, double now)
{
    if (flow->in_flight == 0) return;
    const double latency = now - flow->sent[0];
    for (int i = 1; i < flow->in_flight; ++i) flow->sent[i - 1] = flow->sent[i];
    --flow->in_flight;
    if (latency < flow->min_latency) flow->min_latency = latency;
    flow->delay = latency - flow->min_latency;
    update_window(flow);
    update_slowness(flow);
}

int terminal_flow_is_full(const terminal_flow *flow, double now)
{
    const double lost = 10.0;
    return flow->in_flight >= flow->window && now - flow->sent[0] < lost;
}
