/// A character's file and an animation's → the character with that animation, ready to be played.
#ifndef SINEW_CLI_FRAMEWORK_JOIN_FILES_H
#define SINEW_CLI_FRAMEWORK_JOIN_FILES_H

#include "cli/framework/load_model.h"

/// Reads both and joins them. The clips are baked, unless the options say otherwise, within what a load of the
/// animation alone may take. `out_about` as cli_read_animated fills it.
SINEW_NODISCARD sinew_result cli_join_files(const char *path, const char *animation, const sinew_load_options *options,
                                            sinew_model **out_model, char out_about[CLI_ABOUT], sinew_error *out_error);

#endif
