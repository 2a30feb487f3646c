/// The keyframes of a clip with what is keyed at each.
#ifndef SINEW_CLI_COMMANDS_KEY_ROWS_H
#define SINEW_CLI_COMMANDS_KEY_ROWS_H

#include "cli/commands/author_joints.h"

/// What a key may move; bits of cli_key_row.channels.
typedef enum cli_key_channel {
    CLI_KEY_TRANSLATION = 1,
    CLI_KEY_ROTATION = 2,
    CLI_KEY_SCALE = 4,
    CLI_KEY_MORPH = 8,
    CLI_KEY_VISIBILITY = 16,
} cli_key_channel;

enum { CLI_KEY_CHANNEL_COUNT = 5 };

/// "t", "r", "s", "morph", "visibility", in the order of the bits.
extern const char *const cli_key_channel_names[];

typedef struct cli_key_row {
    int32_t number;     ///< the N of `#N`
    int32_t joints;     ///< how many have a key there
    uint32_t channels;  ///< cli_key_channel bits
    double time;        ///< seconds on the file's timeline
    int32_t last_joint; ///< counted into `joints`, while they are collected
} cli_key_row;

/// Collects the keyframes of a clip, counting those joints alone that are `chosen` [joints->count]; a keyframe that has
/// nothing of them keeps its row with 0 joints and no channels. *out_rows has `key_time_count` rows and is from malloc;
/// returns 0 when memory runs out.
int cli_collect_key_rows(const cli_joints *joints, int32_t clip, const uint8_t *chosen, cli_key_row **out_rows);

#endif
