/// The files of `play`: loads them for the player, reports errors and warnings, and computes the exit code.
#ifndef SINEW_CLI_COMMANDS_PLAY_FILES_H
#define SINEW_CLI_COMMANDS_PLAY_FILES_H

#include "cli/framework/load_model.h"
#include "viewer/core/viewer_file.h"

typedef struct cli_play_options {
    const char *clip;            ///< first clip to play, if the file has it; or NULL
    const cli_texts *animations; ///< files whose clips are added to those of all files
    int watch;                   ///< reload files that change
    int show_hidden;             ///< draw what the author hid
} cli_play_options;

typedef struct cli_play_files {
    viewer_files files;  ///< for the player
    viewer_file first;   ///< the first playable file, after cli_play_files_open
    cli_context context; ///< that of the command; holds messages while a terminal shows frames
    sinew__buffer held;  ///< messages to print later
    cli_play_options options;
    int has_begun;                  ///< a file has been opened; later files may lack the requested clip
    char subject[CLI_SUBJECT_SIZE]; ///< file that the last load error concerns
    int *codes;                     ///< [files.count] exit code of each file; negative: not tried
} cli_play_files;

/// Initializes the list without opening a file. Returns 0 or the exit code. Free in both cases.
int cli_play_files_list(const cli_context *context, const cli_files *paths, const cli_play_options *options,
                        cli_play_files *files);

/// Opens the first playable file, for a player that does not load files itself, and reports those that fail. Returns 0,
/// or the exit code when no file is playable.
int cli_play_files_open(cli_play_files *files);

/// Starts to hold messages; 0: prints the held ones and stops.
void cli_play_files_hold(cli_play_files *files, int holds);

/// The exit code for all files that were tried.
int cli_play_files_code(const cli_play_files *files);

void cli_play_files_free(cli_play_files *files);

#endif
