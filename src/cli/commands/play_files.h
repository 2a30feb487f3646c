/// The files that `play` plays: reading them for the player, telling how it went, the exit code of all.
#ifndef SINEW_CLI_COMMANDS_PLAY_FILES_H
#define SINEW_CLI_COMMANDS_PLAY_FILES_H

#include "cli/framework/load_model.h"
#include "viewer/core/viewer_file.h"

typedef struct cli_play_wishes {
    const char *clip;      ///< the one to begin with where there is one of that name, or NULL
    const char *animation; ///< the file whose clips all play, or NULL: their own
    int watch;             ///< files that change are read again
} cli_play_wishes;

typedef struct cli_play_files {
    viewer_files files;  ///< for the player
    viewer_file first;   ///< the first of them that can be played, once it was opened here
    cli_context context; ///< as the command's, but messages wait while a terminal shows pictures
    sinew__buffer held;  ///< those that wait
    cli_play_wishes wishes;
    int has_begun;         ///< a file has been opened: from now on one may lack the clip that is wished for
    char about[CLI_ABOUT]; ///< what the last error of reading is about
    int *codes;            ///< [files.count] exit code of each, or negative: not tried
} cli_play_files;

/// Makes the list, and opens none. Gives 0 or the exit code. Free in both cases.
int cli_play_files_list(const cli_context *context, const cli_files *paths, const cli_play_wishes *wishes,
                        cli_play_files *files);

/// Opens the first file that can be played, for a player that does not do so itself, telling about those that cannot.
/// Gives 0, or the exit code when there is none.
int cli_play_files_open(cli_play_files *files);

/// Lets messages wait; 0: prints those that did, and waits no more.
void cli_play_files_hold(cli_play_files *files, int holds);

/// Exit code of all files that were tried.
int cli_play_files_code(const cli_play_files *files);

void cli_play_files_free(cli_play_files *files);

#endif
