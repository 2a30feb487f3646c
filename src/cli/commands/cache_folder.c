#include "cli/commands/cache_folder.h"

#include <stdlib.h>

const char *cli_cache_folder(sinew__arena *arena)
{
    const char *own = getenv("SINEW_CACHE_DIR"), *all = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && *own) return own;
    if (all && *all == '/') return sinew__arena_format(arena, "%s/sinew", all); // relative ones are not to be used
    return home && *home == '/' ? sinew__arena_format(arena, "%s/.cache/sinew", home) : NULL;
}
