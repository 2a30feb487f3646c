#include "program/cli/framework/command.h"

#include <string.h>

#include "sinew/load.h"
#include "sinew/pose.h"

static const sinew__word color_words[] = {
    {"auto", CLI_COLOR_AUTO, NULL}, {"always", CLI_COLOR_ALWAYS, NULL}, {"never", CLI_COLOR_NEVER, NULL}, {0}};

static const sinew__word sandbox_words[] = {
    {"preferred", SINEW_SANDBOX_PREFERRED, NULL}, {"required", SINEW_SANDBOX_REQUIRED, NULL}, {0}};

const char *cli_engine_at(int32_t row)
{
    return row < SINEW_ENGINE_COUNT ? sinew_engine_info((sinew_engine)row)->name : NULL;
}

const cli_option cli_global_options[] = {
    {"help", 'h', CLI_ACTION, NULL, "show this text", CLI_FIELD(cli_context, help)},
    {"version", 'V', CLI_ACTION, NULL, "show the version and the import sandbox", CLI_FIELD(cli_context, version)},
    {"quiet", 'q', CLI_SWITCH, NULL, "print errors only", CLI_FIELD(cli_context, quiet)},
    {"verbose", 'v', CLI_SWITCH, NULL, "print import notes as well as warnings", CLI_FIELD(cli_context, verbose)},
    {"json", 0, CLI_SWITCH, NULL, "print data and errors as JSON", CLI_FIELD(cli_context, json)},
    {"color", 0, CLI_CHOICE, "WHEN", "use colours in text output", CLI_FIELD(cli_context, color),
     .choices = color_words},
    {"engine", 0, CLI_CHOICE, "NAME", "select the engine that computes poses (pose, export, diff, render, play)",
     CLI_FIELD(cli_context, engine), .choice_at = cli_engine_at},
    {"texture-path", 0, CLI_TEXT, "DIR", "also look for textures in this directory and below it",
     CLI_FIELD(cli_context, texture_path), .complete = CLI_COMPLETE_FOLDER},
    {"retarget", 0, CLI_SWITCH, NULL, "retarget the clips of --anim to the body of FILE",
     CLI_FIELD(cli_context, retarget)},
    {"retarget-map", 0, CLI_TEXT, "FILE", "read the parts of both bodies from this file; see sinew retarget",
     CLI_FIELD(cli_context, retarget_map), .complete = CLI_COMPLETE_FILE},
    {"cache", 0, CLI_SWITCH, NULL, "read and write the model cache (on)", CLI_FIELD(cli_context, cache)},
    {"timeout", 0, CLI_SECONDS, "TIME",
     "stop a load after this processor time (6s), or four times that without it; an export after this time (6s; a glb, "
     "bvh or table 60s)",
     CLI_FIELD(cli_context, timeout), .min = 0.001, .max = 1e6},
    {"sandbox", 0, CLI_CHOICE, "WHEN",
     "refuse to import where a part of the import sandbox is missing, or warn (preferred)",
     CLI_FIELD(cli_context, sandbox), .choices = sandbox_words},
    {"memory-limit", 0, CLI_BYTES, "SIZE",
     "stop an import at this much memory (256M plus 64 times the file size, 2G at most)",
     CLI_FIELD(cli_context, memory_limit), .min = 0x1p20, .max = 0x1p50},
    {"bake-error", 0, CLI_NUMBER, "FRACTION",
     "set the largest error of a baked clip, as a fraction of the character's diagonal (0.0001)",
     CLI_FIELD(cli_context, bake_error), .min = 1e-7, .max = 0.1},
    {0},
};

const cli_command *cli_command_named(const cli_command *const *commands, const char *name)
{
    for (; *commands; ++commands) {
        if (strcmp((*commands)->name, name) == 0) return *commands;
    }
    return NULL;
}
