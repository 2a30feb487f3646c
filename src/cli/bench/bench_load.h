/// What a file costs to load: imported, and opened from a cache.
#ifndef SINEW_CLI_BENCH_BENCH_LOAD_H
#define SINEW_CLI_BENCH_BENCH_LOAD_H

#include "cli/bench/bench_rounds.h"
#include "cli/framework/command.h"
#include "sinew/model.h"

/// Imports the file, with the clips of `animation` unless that is NULL, again while `seconds` allow it, and opens it
/// some times between two imports from a cache of its own. Seconds of a whole load; the second figure is NaN where no
/// cache can be made. On failure it has printed the message and gives the exit code, else 0 and *out_model is the
/// caller's to destroy.
int cli_measure_load(const cli_context *context, const char *path, const char *animation, double seconds,
                     sinew_model **out_model, cli_value *out_import, cli_value *out_open);

#endif
