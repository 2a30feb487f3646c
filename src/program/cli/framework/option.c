#include "program/cli/framework/option.h"

#include <string.h>

#include "sinew/model.h"

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

const sinew__word cli_formats[] = {
    {"text", CLI_FORMAT_TEXT, NULL},         {"json", CLI_FORMAT_JSON, NULL},
    {"jsonl", CLI_FORMAT_JSONL, NULL},       {"dot", CLI_FORMAT_DOT, NULL},
    {"csv", CLI_FORMAT_CSV, NULL},           {"sarif", CLI_FORMAT_SARIF, NULL},
    {"markdown", CLI_FORMAT_MARKDOWN, NULL}, {0},
};

const sinew__word cli_severities[] = {{"info", SINEW_SEVERITY_INFO, NULL},
                                      {"warning", SINEW_SEVERITY_WARNING, NULL},
                                      {"error", SINEW_SEVERITY_ERROR, NULL},
                                      {0}};

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
    return 0;
}

void cli_put_choices(sinew__buffer *out, const cli_option *option, const char *separator)
{
    const char *name;
    int value;
    for (int32_t i = 0; (name = cli_choice(option, i, &value)) != NULL; ++i)
        sinew__buffer_format(out, "%s%s", i ? separator : "", name);
}
