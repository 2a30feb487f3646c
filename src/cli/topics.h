/// What `sinew help` explains beside the commands.
#ifndef SINEW_CLI_TOPICS_H
#define SINEW_CLI_TOPICS_H

typedef struct cli_topic {
    const char *name, *summary, *text;
} cli_topic;

/// Ends with a row without a name.
extern const cli_topic cli_topics[];

#endif
