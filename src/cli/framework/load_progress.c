#include "cli/framework/load_progress.h"

#include <stdio.h>

#include "base/printable.h"
#include "cli/framework/progress.h"
#include "platform/key_mode.h"
#include "platform/side_files.h"

/// Seconds: shorter imports show no progress line.
static const double display_delay = 0.5;

int cli_load_progress_show(void *user, double seconds)
{
    cli_load_progress *progress = user;
    if (seconds < display_delay || !cli_progress_is_wanted(progress->context)) return 0;
    if (!progress->shown) sinew__key_mode_enter();
    const int tenths = (int)(seconds * 10);
    if (tenths == progress->shown) return sinew__key_mode_read() == 'q';
    progress->shown = tenths;
    char name[48]; // short: a line that wraps could not be erased
    sinew__printable(sinew__base_name(progress->path), name, sizeof name);
    char line[120];
    snprintf(line, sizeof line, "sinew: %s %s, %.1f s%s", progress->verb ? progress->verb : "reading", name, seconds,
             sinew__key_mode_is_on() ? "; press q to cancel" : "");
    cli_progress_put_line(line);
    return sinew__key_mode_read() == 'q';
}

void cli_load_progress_end(cli_load_progress *progress)
{
    if (!progress->shown) return;
    cli_progress_put_line(NULL);
    sinew__key_mode_leave();
}
