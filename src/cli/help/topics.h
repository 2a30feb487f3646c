/// The topics of `sinew help`.
#ifndef SINEW_CLI_HELP_TOPICS_H
#define SINEW_CLI_HELP_TOPICS_H

#include "base/buffer.h"

typedef struct cli_topic {
    const char *name, *summary;
    const char *text;                ///< or NULL
    void (*put)(sinew__buffer *out); ///< writes a topic that is generated from a table; NULL: use `text`
} cli_topic;

/// Terminated by an entry without a name.
extern const cli_topic cli_topics[];

#endif
