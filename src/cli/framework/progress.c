#include "cli/framework/progress.h"

#include <stdio.h>

#include "platform/clock.h"
#include "platform/descriptor.h"

/// Seconds: a run that is shorter shows no progress line.
static const double display_delay = 1.0;
/// Seconds between two updates.
static const double update_interval = 0.1;

static int is_shown; ///< the terminal shows a line: messages of any part of the program must not be appended to it

cli_progress cli_progress_begin(const cli_context *context, const char *verb, const char *unit, size_t total)
{
    return (cli_progress){context, verb, unit, total, 0, sinew__now(), 0};
}

void cli_progress_add(cli_progress *progress)
{
    cli_progress_set(progress, progress->done + 1, progress->total);
}

void cli_progress_set(cli_progress *progress, size_t done, size_t total)
{
    const cli_context *context = progress->context;
    const double now = sinew__now(), elapsed = now - progress->started;
    progress->done = done;
    progress->total = total;
    if (done == 0 || context->quiet || context->json || !sinew__is_terminal(SINEW__STDERR)) return;
    if (elapsed < display_delay || now - progress->shown < update_interval) return;
    progress->shown = now;
    is_shown = 1;
    const double left = elapsed / (double)progress->done * (double)(progress->total - progress->done);
    fprintf(stderr, "\r\033[Ksinew: %s %zu of %zu %s, %.0f s, %.0f s to go", progress->verb, progress->done,
            progress->total, progress->unit, elapsed, left);
}

void cli_progress_hide(void)
{
    if (is_shown) fputs("\r\033[K", stderr);
    is_shown = 0;
}

void cli_progress_end(cli_progress *progress)
{
    if (progress->shown > 0) cli_progress_hide();
    progress->shown = 0;
}
