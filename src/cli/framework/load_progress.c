#include "cli/framework/load_progress.h"

#include <stdio.h>

#include "base/printable.h"
#include "platform/descriptor.h"
#include "platform/key_mode.h"
#include "platform/side_files.h"

/// Seconds: shorter imports show no progress line.
static const double display_delay = 0.5;

int cli_load_progress_show(void *user, double seconds)
{
    cli_load_progress *progress = user;
    const cli_context *context = progress->context;
    if (seconds < display_delay || context->quiet || context->json || !sinew__is_terminal(SINEW__STDERR)) return 0;
    if (!progress->shown) sinew__key_mode_enter();
    const int tenths = (int)(seconds * 10);
    if (tenths == progress->shown) return sinew__key_mode_read() == 'q';
    progress->shown = tenths;
    char name[48]; // short: a line that wraps could not be erased
    sinew__printable(sinew__base_name(progress->path), name, sizeof name);
    fprintf(stderr, "\r\033[Ksinew: %s %s, %.1f s%s", progress->verb ? progress->verb : "reading", name, seconds,
            sinew__key_mode_is_on() ? "; press q to cancel" : "");
    return sinew__key_mode_read() == 'q';
}

void cli_load_progress_end(cli_load_progress *progress)
{
    if (!progress->shown) return;
    fputs("\r\033[K", stderr);
    sinew__key_mode_leave();
}
