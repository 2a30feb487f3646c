/// The keyframes of a clip and the channels keyed at each.
#ifndef SINEW_CLI_COMMANDS_KEYFRAMES_H
#define SINEW_CLI_COMMANDS_KEYFRAMES_H

#include "cli/commands/author_joints.h"

/// Kinds of channels; bits of cli_keyframe.channels.
typedef enum cli_key_channel {
    CLI_KEY_TRANSLATION = 1,
    CLI_KEY_ROTATION = 2,
    CLI_KEY_SCALE = 4,
    CLI_KEY_MORPH = 8,
    CLI_KEY_VISIBILITY = 16,
} cli_key_channel;

enum { CLI_KEY_CHANNEL_COUNT = 5 };

/// Names of the channels in the order of the bits: for text and CSV, and for JSON, where they match the transforms.
extern const char *const cli_key_channel_names[], *const cli_key_channel_json_names[];

typedef struct cli_keyframe {
    int32_t number;     ///< the N of `#N`
    int32_t joints;     ///< number of joints with a key at this time
    uint32_t channels;  ///< cli_key_channel bits
    double time;        ///< seconds from the clip's start
    int32_t last_joint; ///< used while collecting: the joint counted last
} cli_keyframe;

/// Collects the keyframes of a clip, counting only joints that are `chosen` [joints->count]; a keyframe without a key
/// of these has 0 joints and no channels. *out_keyframes [key_time_count] is from malloc. Returns 0 when out of memory.
int cli_collect_keyframes(const cli_joints *joints, int32_t clip, const uint8_t *chosen, cli_keyframe **out_keyframes);

#endif
