#include "program/cli/framework/progress.h"

#include <stdio.h>

#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/thread.h"

/// Seconds: a run that is shorter shows no progress line.
static const double display_delay = 1.0;
/// Seconds between two updates.
static const double update_interval = 0.1;

/// Of the terminal's line and of all counts: files are loaded, checked and warned about on several threads.
static sinew__lock lock = SINEW__UNLOCKED;
static int is_shown; ///< the terminal shows a line

int cli_progress_is_wanted(const cli_context *context)
{
    return !context->quiet && !context->json && sinew__is_terminal(SINEW__STDERR);
}

// ---- the line, with the lock held ---------------------------------------------------------------------------------

static void erase(void)
{
    if (is_shown) fputs("\r\033[K", stderr);
    is_shown = 0;
}

static void show(cli_progress *progress)
{
    const double now = sinew__now(), elapsed = now - progress->started;
    if (progress->done == 0 || elapsed < display_delay || now - progress->shown < update_interval) return;
    if (!cli_progress_is_wanted(progress->context)) return;
    progress->shown = now;
    is_shown = 1;
    const double left = elapsed / (double)progress->done * (double)(progress->total - progress->done);
    fprintf(stderr, "\r\033[Ksinew: %s %zu of %zu %s, %.0f s, %.0f s to go", progress->verb, progress->done,
            progress->total, progress->unit, elapsed, left);
}

// ---- steps --------------------------------------------------------------------------------------------------------

cli_progress cli_progress_begin(const cli_context *context, const char *verb, const char *unit, size_t total)
{
    return (cli_progress){context, verb, unit, total, 0, sinew__now(), 0};
}

void cli_progress_add(cli_progress *progress)
{
    sinew__lock_take(&lock);
    ++progress->done;
    show(progress);
    sinew__lock_release(&lock);
}

void cli_progress_set(cli_progress *progress, size_t done, size_t total)
{
    sinew__lock_take(&lock);
    progress->done = done;
    progress->total = total;
    show(progress);
    sinew__lock_release(&lock);
}

void cli_progress_end(cli_progress *progress)
{
    sinew__lock_take(&lock);
    if (progress->shown > 0) erase();
    progress->shown = 0;
    sinew__lock_release(&lock);
}

// ---- other lines --------------------------------------------------------------------------------------------------

void cli_progress_put_line(const char *text)
{
    sinew__lock_take(&lock);
    erase();
    if (text) is_shown = fputs(text, stderr) >= 0;
    sinew__lock_release(&lock);
}

void cli_progress_put_message(const char *text, size_t size)
{
    sinew__lock_take(&lock);
    erase();
    fwrite(text, 1, size, stderr);
    sinew__lock_release(&lock);
}
