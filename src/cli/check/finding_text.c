#include "cli/check/finding_text.h"

#include "base/quoted_text.h"

void cli_put_finding_location(const sinew__finding *finding, sinew__buffer *out)
{
    if (finding->clip) {
        sinew__buffer_put_text(out, "clip '");
        sinew__buffer_put_text(out, finding->clip);
        sinew__buffer_put_character(out, '\'');
    }
    if (finding->clip && finding->node) sinew__buffer_put_text(out, ", ");
    if (finding->node) sinew__buffer_put_text(out, finding->node);
}

static void put_word(const char *word, int is_shown, sinew__buffer *out)
{
    if (is_shown)
        sinew__put_shown_shell_word(out, word);
    else
        sinew__put_shell_word(out, word);
}

void cli_put_finding_command(const sinew__finding *finding, const char *path, int is_shown, sinew__buffer *out)
{
    if (finding->command_count == 0) return;
    sinew__buffer_put_text(out, "sinew ");
    sinew__buffer_put_text(out, finding->command[0]);
    sinew__buffer_put_character(out, ' ');
    if (*path == '-') sinew__buffer_put_text(out, "./");
    put_word(path, is_shown, out);
    for (int i = 1; i < finding->command_count; ++i) {
        sinew__buffer_put_character(out, ' ');
        put_word(finding->command[i], is_shown, out);
    }
}
