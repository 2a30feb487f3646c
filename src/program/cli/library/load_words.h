/// The options of a run that concern how models are loaded, as words for another run of the program.
#ifndef SINEW_PROGRAM_CLI_LIBRARY_LOAD_WORDS_H
#define SINEW_PROGRAM_CLI_LIBRARY_LOAD_WORDS_H

#include "core/base/arena.h"
#include "program/cli/framework/command.h"

enum { CLI_MAX_LOAD_WORDS = 8 };

/// Puts --sandbox, --timeout, --memory-limit and --texture-path with their values where they are given; the texture
/// path is absolute. Texts are in the arena or static; out of memory, the arena has failed. Returns the number of
/// words.
int cli_put_load_words(const cli_context *context, sinew__arena *arena, const char *out[CLI_MAX_LOAD_WORDS]);

#endif
