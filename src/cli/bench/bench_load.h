/// The cost of loading a file: imported, and from the cache.
#ifndef SINEW_CLI_BENCH_BENCH_LOAD_H
#define SINEW_CLI_BENCH_BENCH_LOAD_H

#include "cli/bench/bench_rounds.h"
#include "cli/framework/command.h"
#include "sinew/model.h"

/// Measures whole loads for about `seconds`: imports of the file (with the clips of `animations` added), and
/// between two imports several loads from a temporary cache. *out_open is NaN when no cache can be created. Returns 0,
/// and the caller owns *out_model; or the exit code after printing the error.
int cli_measure_load(const cli_context *context, const char *path, const cli_texts *animations, double seconds,
                     sinew_model **out_model, cli_value *out_import, cli_value *out_open);

#endif
