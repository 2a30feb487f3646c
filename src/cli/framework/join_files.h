/// Loads a character and animations from files and joins them: `--anim`.
#ifndef SINEW_CLI_FRAMEWORK_JOIN_FILES_H
#define SINEW_CLI_FRAMEWORK_JOIN_FILES_H

#include "cli/framework/load_model.h"

/// Loads the files and returns the character with the clips of the animations added; the first animation has the
/// default clip. If the clips of a single animation cannot be added, because the character is stripped or has other
/// rotation orders, they replace the character's own with a warning. With --retarget or --retarget-map the clips are
/// retargeted first. The clips are baked unless options->unbaked,
/// within the limits of a load of files of that size. `out_subject` is filled as by
/// cli_read_animated.
SINEW_NODISCARD sinew_result cli_join_files(const cli_context *context, const char *path, const cli_texts *animations,
                                            const sinew_load_options *options, sinew_model **out_model,
                                            char out_subject[CLI_SUBJECT_SIZE], sinew_error *out_error);

#endif
