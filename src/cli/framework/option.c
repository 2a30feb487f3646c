#include "cli/framework/option.h"

#include <string.h>

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
    return option->kind != CLI_SWITCH && option->kind != CLI_ACTION;
}

int cli_choice_index(const char *choices, const char *text)
{
    const size_t length = strlen(text);
    for (int index = 0; choices; ++index) {
        const size_t choice_length = strcspn(choices, "|");
        if (choice_length == length && memcmp(choices, text, length) == 0) return index;
        choices = choices[choice_length] ? choices + choice_length + 1 : NULL;
    }
    return -1;
}
