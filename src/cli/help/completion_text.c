#include "cli/help/completion.h"

void cli_put_quoted(sinew__buffer *out, const char *text)
{
    sinew__buffer_put_character(out, '\'');
    for (; *text; ++text) {
        if (*text == '\'') sinew__buffer_put_text(out, "'\\'");
        sinew__buffer_put_character(out, *text);
    }
    sinew__buffer_put_character(out, '\'');
}
