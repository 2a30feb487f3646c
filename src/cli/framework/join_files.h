/// Loads a character and an animation from two files and joins them: `--anim`.
#ifndef SINEW_CLI_FRAMEWORK_JOIN_FILES_H
#define SINEW_CLI_FRAMEWORK_JOIN_FILES_H

#include "cli/framework/load_model.h"

/// Loads both files and returns the character with the clips of the animation. The clips are baked unless
/// options->unbaked, within the limits of a load of the animation alone. `out_subject` is filled as by
/// cli_read_animated.
SINEW_NODISCARD sinew_result cli_join_files(const char *path, const char *animation, const sinew_load_options *options,
                                            sinew_model **out_model, char out_subject[CLI_SUBJECT_SIZE],
                                            sinew_error *out_error);

#endif
