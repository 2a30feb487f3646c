/// What `sinew help` explains beside the commands.
#ifndef SINEW_CLI_HELP_TOPICS_H
#define SINEW_CLI_HELP_TOPICS_H

#include "base/buffer.h"

typedef struct cli_topic {
    const char *name, *summary;
    const char *text;                ///< or NULL
    void (*put)(sinew__buffer *out); ///< writes it where it is made from a table, else NULL
} cli_topic;

/// Ends with a row without a name.
extern const cli_topic cli_topics[];

#endif
