#include "program/cli/help/help.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/model_formats.h"
#include "core/platform/terminal_device.h"
#include "program/cli/framework/report.h"

#ifdef SINEW_VIEWER
#include "program/viewer/core/bindings.h"
#endif

// ---- lines of a width ----------------------------------------------------------------------------------------------

/// A line that is being filled.
typedef struct filled_line {
    sinew__buffer *out;
    size_t column, indent; ///< current column; first column of the next line
    size_t columns;        ///< width of a line in columns
} filled_line;

/// Returns the width of UTF-8 text in columns; in help texts each character is one column wide.
static size_t columns_of(const char *text, size_t size)
{
    size_t columns = 0;
    for (size_t i = 0; i < size; ++i) columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

static void put_word(filled_line *line, const char *word, size_t size)
{
    const size_t columns = columns_of(word, size);
    const int is_first = line->column <= line->indent;
    if (!is_first && line->column + 1 + columns > line->columns) {
        sinew__buffer_format(line->out, "\n%*s", (int)line->indent, "");
        line->column = line->indent;
    } else if (!is_first) {
        sinew__buffer_put_character(line->out, ' ');
        ++line->column;
    }
    sinew__buffer_put(line->out, word, size);
    line->column += columns;
}

static void put_arguments(filled_line *line, const char *text, const char *end)
{
    while (text < end) {
        const char *space = memchr(text, ' ', (size_t)(end - text));
        const char *word_end = space ? space : end;
        if (word_end > text) put_word(line, text, (size_t)(word_end - text));
        text = word_end + 1;
    }
}

/// Puts a text wrapped to `width` columns. Unindented lines form paragraphs. An indented line is a table row, "  term
/// meaning", whose meaning is wrapped in its own column. Empty lines are kept.
static void put_filled(sinew__buffer *out, const char *text, size_t size, size_t width)
{
    filled_line line = {out, 0, 0, width};
    for (const char *end = text + size, *next; text < end; text = next + 1) {
        next = memchr(text, '\n', (size_t)(end - text));
        if (!next) next = end;
        const int is_words = next > text && *text != ' ';
        if (!is_words && line.column > 0) sinew__buffer_put_character(out, '\n');
        if (is_words)
            put_arguments(&line, text, next);
        else
            line.column = 0;
        if (next == text) sinew__buffer_put_character(out, '\n');
        if (next == text || *text != ' ') continue;
        // the meaning of a row begins after the last gap of two spaces, or after the indentation
        const char *begin = text, *meaning = next;
        while (begin < next && *begin == ' ') ++begin;
        while (meaning - 2 > begin && (meaning[-1] != ' ' || meaning[-2] != ' ')) --meaning;
        if (meaning - 2 <= begin) meaning = begin;
        const size_t columns = columns_of(text, (size_t)(meaning - text));
        filled_line row = {out, columns, columns, width};
        sinew__buffer_put(out, text, (size_t)(meaning - text));
        put_arguments(&row, meaning, next);
        sinew__buffer_put_character(out, '\n');
    }
    if (line.column > 0) sinew__buffer_put_character(out, '\n');
}

// ---- help ----------------------------------------------------------------------------------------------------------

enum { HELP_COLUMN = 28 };

void cli_put_option_meaning(sinew__buffer *text, const cli_option *option)
{
    sinew__buffer_put_text(text, option->help);
    if (!option->choices && !option->choice_at) return;
    const int is_file = option->complete == CLI_COMPLETE_FILE;
    sinew__buffer_put_text(text, is_file ? "; named ." : "; one of ");
    cli_put_choices(text, option, is_file ? ", ." : ", ");
}

/// Puts "  -o, --output FILE", padded to the column of the explanations.
static void put_option(sinew__buffer *text, const cli_option *option)
{
    const size_t begin = text->size;
    if (option->letter)
        sinew__buffer_format(text, "  -%c, ", option->letter);
    else
        sinew__buffer_put_text(text, "      ");
    sinew__buffer_format(text, "--%s%s", option->kind == CLI_SWITCH ? "[no-]" : "", option->name);
    if (option->value) sinew__buffer_format(text, " %s", option->value);
    const size_t length = text->failed ? 0 : columns_of(text->text + begin, text->size - begin);
    if (length + 2 > HELP_COLUMN)
        sinew__buffer_format(text, "\n%*s", HELP_COLUMN, "");
    else
        sinew__buffer_format(text, "%*s", (int)(HELP_COLUMN - length), "");
    cli_put_option_meaning(text, option);
    sinew__buffer_put_character(text, '\n');
}

/// Puts the options of a table: with `are_shared` only the shared ones, else only the others. If `command` is not NULL,
/// puts only options that the command takes.
static void put_options(sinew__buffer *text, const char *title, const cli_option *table, int are_shared,
                        const cli_command *command)
{
    int is_first = 1;
    for (; table && table->name; ++table) {
        if (!cli_lists_option(table, are_shared, command)) continue;
        if (is_first) sinew__buffer_format(text, "\n%s:\n", title);
        is_first = 0;
        put_option(text, table);
    }
}

void cli_put_limit(sinew__buffer *text, const cli_command *command)
{
    if (command->seconds == 0) return;
    sinew__buffer_format(text, "\nStopped after %.0f s of processor time for each file", command->seconds);
    if (command->shares & CLI_SHARE_LOAD)
        sinew__buffer_format(text, ", or, with --timeout, twice that time and 2 s%s",
                             command->only_extends ? " if they are more" : "");
    sinew__buffer_put_text(text, ".\n");
}

void cli_put_command_help(sinew__buffer *text, const cli_command *command)
{
    sinew__buffer_format(text, "sinew %s %s\n\n%s\n", command->name, command->usage, command->summary);
    if (command->description) sinew__buffer_format(text, "\n%s\n", command->description);
    cli_put_limit(text, command);
    put_options(text, "Options", command->options, 0, NULL);
    if (command->put_more_help) {
        sinew__buffer_put_character(text, '\n');
        command->put_more_help(text);
    }
    put_options(text, "Options of several commands", cli_global_options, 1, command);
    put_options(text, "Options of every command", cli_global_options, 0, command);
    sinew__buffer_put_text(text, "\nExamples:\n");
    for (const char *line = command->examples; *line;) {
        const size_t length = strcspn(line, "\n");
        sinew__buffer_put_text(text, "  ");
        sinew__buffer_put(text, line, length);
        sinew__buffer_put_character(text, '\n');
        line += length + (line[length] == '\n');
    }
}

void cli_put_program_help(sinew__buffer *text, const cli_command *const *commands)
{
    sinew__buffer_put_text(
        text, "sinew FILE, or sinew COMMAND [OPTIONS] FILE\n\nPlay, inspect and export skeletal animation from ");
    sinew__put_model_formats(text);
    sinew__buffer_put_text(text, " and other files.\n\nCommands:\n");
    for (const cli_command *const *row = commands; *row; ++row) {
        sinew__buffer_format(text, "  %-12s%s\n", (*row)->name, (*row)->summary);
    }
    put_options(text, "Options of every command", cli_global_options, 0, NULL);
    sinew__buffer_put_text(text, "\nRun 'sinew help COMMAND' or 'sinew help TOPIC' for more. Topics:\n");
    for (const cli_topic *topic = cli_topics; topic->name; ++topic) {
        sinew__buffer_format(text, "  %-12s%s\n", topic->name, topic->summary);
    }
}

int cli_write_help(const cli_context *context, sinew__buffer *text)
{
    sinew__buffer filled = {.failed = text->failed};
    const int columns = sinew__terminal_is_available() ? sinew__terminal_columns(1) : 80;
    put_filled(&filled, text->text, text->size, (size_t)(columns < 40 ? 40 : columns > 120 ? 120 : columns));
    sinew__buffer_free(text);
    return cli_write_stdout(context, &filled);
}

// ---- topics --------------------------------------------------------------------------------------------------------

static const char time_text[] =
    "Times for --at, --from, --to, --step and --range:\n"
    "\n"
    "  1.25  1.25s         seconds from the clip's start\n"
    "  @1.25s              seconds on the file's own timeline\n"
    "  37f  37.5f          frame number on the file's own timeline, as the animator saw it\n"
    "  50%                 fraction of the clip\n"
    "  #7                  the 7th keyframe of the clip, as `sinew keys` numbers them\n"
    "  #7@LeftFoot         the 7th keyframe of that joint\n"
    "  k7  k7@Foot  k-1    the same as #7, #7@Foot, #-1, for shells\n"
    "  -0.5  -10f  -20%    counted back from the clip's end\n"
    "  #-1                 the last keyframe\n"
    "  @-1.25s  @-10f      before zero on the file's timeline\n"
    "  +2f  +0.1  +-2f     counted from --from, in --to\n"
    "  +#1                 the next keyframe\n"
    "  start  end          the first and last instant of the clip\n"
    "\n"
    "Times with @ or f may be outside the clip; the curves are extrapolated there as they are in a modelling program.\n"
    "All other times refer to the clip; a time outside it is an error. -10f counts from the end, @-10f from the "
    "file's\n"
    "zero.\n"
    "\n"
    "Ranges: --from A --to B, or --range A..B; --step 1f (the default), --step 0.1, or --frames N.\n"
    "\n"
    "In most shells, # at the start of a word begins a comment: write k7, --at=#7 or --at '#7'.\n";

static const char exit_text[] = "Exit status:\n"
                                "\n"
                                "    0  ok\n"
                                "    1  a comparison or a check found a difference or a problem\n"
                                "    2  usage error: unknown option or command, invalid value, ambiguous clip\n"
                                "    3  input unreadable: missing, no permission, empty, not a model, damaged\n"
                                "    4  not found in the file: clip, joint, keyframe, time, mesh\n"
                                "    5  no display, no OpenGL or no terminal\n"
                                "    6  output failed: disk full, no permission\n"
                                "    7  some of several files failed, or all with different codes\n"
                                "    8  not part of this build\n"
                                "   70  the importer crashed, timed out or hit a resource limit\n"
                                "  130  interrupted\n"
                                "  143  ended by SIGTERM; any other signal N gives 128 + N\n"
                                "\n"
                                "If all files fail with the same code, sinew exits with that code. A closed pipe (sinew tree x.fbx | "
                                "head)\n"
                                "is not an error. No failure exits with 0.\n";

static const char json_text[] =
    "JSON, with --json:\n"
    "\n"
    "  sinew.info/1   sinew info      format, axes, counts, clips, meshes, presets, textures, warnings\n"
    "  sinew.tree/1   sinew tree      joints, parents before children; id is the index\n"
    "  sinew.keys/1   sinew keys      the author's keyframes\n"
    "  sinew.pose/1   sinew pose      local and global transforms, palette, morph weights\n"
    "  sinew.render/1 sinew render    the error between the image and its --reference\n"
    "  sinew.check/1  sinew check     findings: code, severity, clip, node, time, measured and expected values\n"
    "  sinew.diff/1   sinew diff      the largest differences, with joint and time\n"
    "  sinew.bench/3  sinew bench     the cost of loading, baking, posing and skinning a file on this machine\n"
    "  sinew.bake/1   sinew bake      the bytes of the file and what --strip saved\n"
    "  sinew.retarget/1 sinew retarget --explain  the parts of two bodies and their joints\n"
    "  sinew.library/1 sinew library  the clips found, or the files counted, planned, merged and skipped\n"
    "  sinew.library-plan/1 sinew library plan  the shards of a plan; library work reads it\n"
    "  sinew.contract/1 sinew check --learn  levels, limits and clips as --config reads them\n"
    "  sinew.formats/1 sinew formats  the formats that are read and written\n"
    "  sinew.cache/1  sinew cache     the directory, files and bytes of the cache\n"
    "  sinew.error/1  every command   one line on stderr instead of the message\n"
    "\n"
    "Errors are JSON, too. Warnings are lines of text on stderr; --quiet omits them. --json excludes another "
    "--format.\n"
    "\n"
    "Each run prints one object. For several files it is {\"schema\", \"files\"}, for several times {\"schema\", "
    "\"poses\"};\n"
    "--format jsonl prints one object per line. Numbers are finite. An unknown value is null; no field is omitted.\n"
    "Lengths are in the unit of the file, or in centimetres where the field ends in _cm; local translations are in\n"
    "the parent joint's space: the scale of the joints above applies to them. Fields in seconds end in _s, angles are\n"
    "in degrees (deg). Names are escaped, so that the output always parses.\n"
    "In sinew.info/1, baked describes what is played: encoding (compact), frames,\n"
    "rotation_bits, bytes in memory, packed_bytes in a .sinew file, exceptions (frames with keys off the frame rate),\n"
    "and the largest error as a fraction of the character's diagonal; null when the clip is played from its curves.\n"
    "feet and the contacts of each clip are null without --contacts; a contact whose joint is null is of the whole\n"
    "foot.\n"
    "The number of a schema rises only when a field is removed or changes its meaning; new fields may appear at any\n"
    "time.\n";

static const char config_text[] =
    "Environment:\n"
    "\n"
    "  SINEW_CACHE_DIR   directory of the model cache (default "
    "$XDG_CACHE_HOME/sinew or ~/.cache/sinew)\n"
    "  NO_COLOR          disables colours, like --color never\n"
    "  SINEW_SHADER_DIR  directory of shaders to use instead of the built-in ones\n"
    "  DISPLAY, WAYLAND_DISPLAY, SDL_VIDEODRIVER  select the display for windows\n"
    "\n"
    "The only configuration file is ./sinew-check.json, which sinew check reads. The same "
    "command line gives the same result for every user.\n";

static const char files_text[] =
    "Files:\n"
    "\n"
    "  ./sinew-check.json  declarations of clips, which sinew check reads; --config names another file\n"
    "  NAME.events.json    events of the clips of the model NAME, beside it\n"
    "  NAME.fbm, textures, texture  folders beside a model in which its images are searched for\n"
    "  NAME-keys.json      keys that the player marks, for edit --keys\n"
    "  FOLDER/library.db   the database of sinew library\n"
    "  ~/.cache/sinew      the model cache, unless the environment names another directory\n";

const cli_topic cli_topics[] = {
    {"time", "the time grammar: 1.25s, 37f, 50%, '#7', …", "TIMES", time_text, NULL},
#ifdef SINEW_VIEWER
    {"player-keys", "keys of the player", NULL, NULL, viewer_format_bindings},
#endif
    {"json", "the output of --json", "JSON", json_text, NULL},
    {"exit", "exit codes", "EXIT STATUS", exit_text, NULL},
    {"config", "environment variables", "ENVIRONMENT", config_text, NULL},
    {"files", "files that sinew reads and writes by name", "FILES", files_text, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
