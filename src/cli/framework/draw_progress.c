#include "cli/framework/draw_progress.h"

#include <stdio.h>

#include "platform/clock.h"
#include "platform/descriptor.h"

/// Seconds: a run that is shorter shows no progress line.
static const double display_delay = 1.0;
/// Seconds between two updates.
static const double update_interval = 0.1;

void cli_draw_progress_add(cli_draw_progress *progress)
{
    const cli_context *context = progress->context;
    const double now = sinew__now(), elapsed = now - progress->started;
    ++progress->done;
    if (context->quiet || context->json || !sinew__is_terminal(SINEW__STDERR)) return;
    if (elapsed < display_delay || now - progress->shown < update_interval) return;
    progress->shown = now;
    const double left = elapsed / (double)progress->done * (double)(progress->total - progress->done);
    fprintf(stderr, "\r\033[Ksinew: drawn %zu of %zu images, %.0f s, %.0f s to go", progress->done, progress->total,
            elapsed, left);
}

void cli_draw_progress_end(cli_draw_progress *progress)
{
    if (progress->shown > 0) fputs("\r\033[K", stderr);
    progress->shown = 0;
}
