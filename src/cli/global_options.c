#include "cli/command.h"

const cli_option cli_global_options[] = {
    {"help", 'h', CLI_ACTION, NULL, "show this text", CLI_FIELD(cli_context, help)},
    {"version", 'V', CLI_ACTION, NULL, "show the version", CLI_FIELD(cli_context, version)},
    {"quiet", 'q', CLI_SWITCH, NULL, "print errors only", CLI_FIELD(cli_context, quiet)},
    {"verbose", 'v', CLI_SWITCH, NULL, "print the notes of an import too, not only its warnings", CLI_FIELD(cli_context, verbose)},
    {"json", 0, CLI_SWITCH, NULL, "print JSON, errors too", CLI_FIELD(cli_context, json)},
    {"color", 0, CLI_CHOICE, "WHEN", "use colours", CLI_FIELD(cli_context, color), .choices = "auto|always|never"},
    {"engine", 0, CLI_CHOICE, "NAME", "how poses are computed", CLI_FIELD(cli_context, engine),
     .choices = "fast|exact|reference|assimp|gpu"}, // in the order of sinew_engine
    {"texture-path", 0, CLI_TEXT, "DIR", "look for textures here too", CLI_FIELD(cli_context, texture_path),
     .complete = CLI_COMPLETE_FOLDER},
    {0},
};
