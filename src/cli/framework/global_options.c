#include "cli/framework/command.h"

const cli_option cli_global_options[] = {
    {"help", 'h', CLI_ACTION, NULL, "show this text", CLI_FIELD(cli_context, help)},
    {"version", 'V', CLI_ACTION, NULL, "show the version", CLI_FIELD(cli_context, version)},
    {"quiet", 'q', CLI_SWITCH, NULL, "print errors only", CLI_FIELD(cli_context, quiet)},
    {"verbose", 'v', CLI_SWITCH, NULL, "print the notes of an import too, not only its warnings",
     CLI_FIELD(cli_context, verbose)},
    {"json", 0, CLI_SWITCH, NULL, "print JSON, errors too", CLI_FIELD(cli_context, json)},
    {"color", 0, CLI_CHOICE, "WHEN", "use colours", CLI_FIELD(cli_context, color), .choices = "auto|always|never"},
    {"engine", 0, CLI_CHOICE, "NAME", "how pose, export, diff, render and play compute poses",
     CLI_FIELD(cli_context, engine), .choices = "fast|exact|reference|assimp|gpu"}, // in the order of sinew_engine
    {"texture-path", 0, CLI_TEXT, "DIR", "look for textures here too", CLI_FIELD(cli_context, texture_path),
     .complete = CLI_COMPLETE_FOLDER},
    {"cache", 0, CLI_SWITCH, NULL, "open what was read before from the cache, and keep what is read (default)",
     CLI_FIELD(cli_context, cache)},
    {"timeout", 0, CLI_SECONDS, "TIME", "stop a load, or an export, after this time (default 6s)",
     CLI_FIELD(cli_context, timeout), .at_least = 0.001, .at_most = 1e6},
    {"memory-limit", 0, CLI_BYTES, "SIZE",
     "stop an import at this much memory (default 256M and 64 times the file, 2G at most)",
     CLI_FIELD(cli_context, memory_limit), .at_least = 0x1p20, .at_most = 0x1p50},
    {"bake-error", 0, CLI_NUMBER, "FRACTION",
     "how far a baked clip may be from its curves, in parts of the character's diagonal (default 0.0001)",
     CLI_FIELD(cli_context, bake_error), .at_least = 1e-7, .at_most = 0.1},
    {0},
};
