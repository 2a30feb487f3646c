/// Where the cache of the program lies.
#ifndef SINEW_CLI_COMMANDS_CACHE_FOLDER_H
#define SINEW_CLI_COMMANDS_CACHE_FOLDER_H

#include "base/arena.h"

/// $SINEW_CACHE_DIR, else $XDG_CACHE_HOME/sinew, else ~/.cache/sinew; NULL where nothing says where. In the arena.
const char *cli_cache_folder(sinew__arena *arena);

#endif
