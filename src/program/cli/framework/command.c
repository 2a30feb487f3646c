#include "program/cli/framework/command.h"
#include "runtime/pose/engine.h"

#include <string.h>
#include <strings.h>

#include "sinew/load.h"
#include "sinew/model.h"
#include "sinew/pose.h"

// An option is a row of a table that the parser, the help, the manual pages and the completions read.
//
// The parser stores the value of an option in the settings struct of the command, at `offset`; the row's kind
// determines the field's type:
//
//     typedef struct tree_settings { int meshes; int32_t depth; const char *under; } tree_settings;
//
//     static const cli_option options[] = {
//         {"meshes", 0, CLI_SWITCH, NULL, "show the meshes of each joint", CLI_FIELD(tree_settings, meshes)},
//         {"depth", 0, CLI_WHOLE, "N", "show this many levels", CLI_FIELD(tree_settings, depth), .min = 0,
//          .max = 1e6},
//         {"under", 0, CLI_TEXT, "JOINT", "show only this joint and its descendants",
//          CLI_FIELD(tree_settings, under)},
//         {0},
//     };

const cli_option *cli_option_named(const cli_option *table, const char *name, size_t length)
{
    for (; table && table->name; ++table) {
        if (strlen(table->name) == length && memcmp(table->name, name, length) == 0) return table;
    }
    return NULL;
}

const cli_option *cli_option_lettered(const cli_option *table, char letter)
{
    for (; table && table->name; ++table) {
        if (table->letter == letter) return table;
    }
    return NULL;
}

int cli_option_has_value(const cli_option *option)
{
    if (option->kind == CLI_STEP) return option->value != NULL;
    return option->kind != CLI_SWITCH && option->kind != CLI_ACTION;
}

const sinew__word cli_formats[] = {
    {"text", CLI_FORMAT_TEXT, NULL},
    {"json", CLI_FORMAT_JSON, NULL},
    {"jsonl", CLI_FORMAT_JSONL, NULL},
    {"dot", CLI_FORMAT_DOT, NULL},
    {"csv", CLI_FORMAT_CSV, NULL},
    {"sarif", CLI_FORMAT_SARIF, NULL},
    {"markdown", CLI_FORMAT_MARKDOWN, NULL},
    {"junit", CLI_FORMAT_JUNIT, NULL},
    {"github", CLI_FORMAT_GITHUB, NULL},
    {"html", CLI_FORMAT_HTML, NULL},
    {0},
};

const char *cli_choice(const cli_option *option, int32_t number, int *out_value)
{
    *out_value = number;
    if (option->choice_at) return option->choice_at(number);
    for (const sinew__word *word = option->choices; word && word->name; ++word) {
        const int is_offered = option->offered == 0 || option->offered >> word->value & 1;
        if (!is_offered || number-- > 0) continue;
        *out_value = word->value;
        return word->name;
    }
    return NULL;
}

int cli_find_choice(const cli_option *option, const char *word, int *out_value)
{
    const char *name;
    for (int32_t i = 0; (name = cli_choice(option, i, out_value)) != NULL; ++i)
        if (strcmp(name, word) == 0) return 1;
    for (int32_t i = 0; (name = cli_choice(option, i, out_value)) != NULL; ++i)
        if (!name[1] && strcasecmp(name, word) == 0) return 1; // a name of one letter is an axis: X also selects x
    return 0;
}

int cli_values_of_words(const sinew__word *words, const char *list)
{
    int values = 0;
    for (; list; list = strchr(list, ',') ? strchr(list, ',') + 1 : NULL) {
        const size_t length = strcspn(list, ",");
        char word[16] = "";
        if (length >= sizeof word) return 0;
        memcpy(word, list, length);
        const sinew__word *named = sinew__word_named(words, word);
        if (!named) return 0;
        values |= named->value;
    }
    return values;
}

void cli_put_choices(sinew__buffer *out, const cli_option *option, const char *separator)
{
    const char *name;
    int value;
    for (int32_t i = 0; (name = cli_choice(option, i, &value)) != NULL; ++i)
        sinew__buffer_format(out, "%s%s", i ? separator : "", name);
}

static const sinew__word color_words[] = {
    {"auto", CLI_COLOR_AUTO, NULL}, {"always", CLI_COLOR_ALWAYS, NULL}, {"never", CLI_COLOR_NEVER, NULL}, {0}};

static const sinew__word sandbox_words[] = {
    {"preferred", SINEW_SANDBOX_PREFERRED, NULL}, {"required", SINEW_SANDBOX_REQUIRED, NULL}, {0}};

static const sinew__word up_words[] = {{"Y", 'Y', NULL}, {"Z", 'Z', NULL}, {0}};

const char *cli_engine_at(int32_t row)
{
    return row < SINEW_ENGINE_COUNT ? sinew__engine_info((sinew_engine)row)->name : NULL;
}

const cli_option cli_global_options[] = {
    {"help", 'h', CLI_ACTION, NULL, "show this text", CLI_FIELD(cli_context, help)},
    {"version", 'V', CLI_ACTION, NULL, "show the version and the import sandbox", CLI_FIELD(cli_context, version)},
    {"quiet", 'q', CLI_SWITCH, NULL, "print errors only", CLI_FIELD(cli_context, quiet)},
    {"verbose", 'v', CLI_SWITCH, NULL, "print import notes as well as warnings", CLI_FIELD(cli_context, verbose)},
    {"json", 0, CLI_SWITCH, NULL, "print data and errors as JSON", CLI_FIELD(cli_context, json)},
    {"color", 0, CLI_CHOICE, "WHEN", "use colours in text output", CLI_FIELD(cli_context, color),
     .choices = color_words},
    {"engine", 0, CLI_CHOICE, "NAME", "select the engine that computes poses", CLI_FIELD(cli_context, engine),
     .choice_at = cli_engine_at, .shared = CLI_SHARE_ENGINE},
    {"error", 0, CLI_NUMBER, "FRACTION",
     "set the largest error of clips that are baked and of keys that are fitted, as a fraction of the character's "
     "diagonal (0.0001)",
     CLI_FIELD(cli_context, error), .min = 1e-7, .max = 0.1, .shared = CLI_SHARE_ERROR},
    {"retarget", 0, CLI_SWITCH, NULL, "retarget the clips of --anim to the body of FILE; between VRM files always on",
     CLI_FIELD(cli_context, retarget), .shared = CLI_SHARE_BODY},
    {"retarget-map", 0, CLI_TEXT, "FILE", "read the parts of both bodies from this file; see sinew retarget",
     CLI_FIELD(cli_context, retarget_map), .complete = CLI_COMPLETE_FILE, .is_input = 1, .shared = CLI_SHARE_BODY},
    {"reference", 0, CLI_TEXT, "POSE",
     "measure the body of --anim in this pose: rest, bind or a time of its first clip; "
     "character:POSE for the body of FILE; separated by commas",
     CLI_FIELD(cli_context, reference), .shared = CLI_SHARE_BODY},
    {"texture-path", 0, CLI_TEXT, "DIR", "also look for textures in this directory and below it",
     CLI_FIELD(cli_context, texture_path), .complete = CLI_COMPLETE_FOLDER, .shared = CLI_SHARE_LOAD},
    {"cache", 0, CLI_SWITCH, NULL, "read and write the model cache (on)", CLI_FIELD(cli_context, cache),
     .shared = CLI_SHARE_LOAD},
    {"timeout", 0, CLI_SECONDS, "TIME",
     "stop a load after this processor time (6s), or four times this in wall-clock time; an export after this time "
     "(6s; a "
     "glb, "
     "bvh or table 60s); the command bake after this processor time (300s); any work of a command after twice this",
     CLI_FIELD(cli_context, timeout), .min = 0.001, .max = 1e6, .shared = CLI_SHARE_LOAD},
    {"sandbox", 0, CLI_CHOICE, "WHEN",
     "refuse to import if a part of the import sandbox is missing, or warn (preferred)",
     CLI_FIELD(cli_context, sandbox), .choices = sandbox_words, .shared = CLI_SHARE_LOAD},
    {"memory-limit", 0, CLI_BYTES, "SIZE",
     "stop an import at this much memory (256M plus 64 times the file size, 2G at most)",
     CLI_FIELD(cli_context, memory_limit), .min = 0x1p20, .max = 0x1p50, .shared = CLI_SHARE_LOAD},
    {"up", 0, CLI_CHOICE, "AXIS", "read a bvh with this axis up (as its rest pose shows it)",
     CLI_FIELD(cli_context, up), .choices = up_words, .shared = CLI_SHARE_LOAD},
    {0},
};

int cli_takes_global(const cli_command *command, const cli_option *option)
{
    if (option->shared && !(command->shares & option->shared)) return 0;
    return !cli_option_named(command->options, option->name, strlen(option->name));
}

int cli_lists_option(const cli_option *option, int are_shared, const cli_command *command)
{
    return (option->shared != 0) == are_shared && (!command || cli_takes_global(command, option));
}

const cli_command *cli_command_named(const cli_command *const *commands, const char *name)
{
    for (; *commands; ++commands) {
        if (strcmp((*commands)->name, name) == 0) return *commands;
    }
    return NULL;
}
