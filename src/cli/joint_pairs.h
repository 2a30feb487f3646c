/// Joints of two models that are the same by name.
#ifndef SINEW_CLI_JOINT_PAIRS_H
#define SINEW_CLI_JOINT_PAIRS_H

#include "cli/author_joints.h"

typedef struct cli_joint_pairs {
    int32_t *in_b; ///< [a->count] id in the other model, or SINEW_NONE
    int32_t *in_a; ///< [b->count] the same back
    int32_t count; ///< pairs
} cli_joint_pairs;

/// Pairs joints that have the same name under paired parents, then those of one name anywhere, then those of one name without its
/// namespace; joints that share a name pair in the order of their files. Gives 0 when memory runs out. Freed by `cli_joint_pairs_free`.
int cli_joint_pairs_init(cli_joint_pairs *pairs, const cli_joints *a, const cli_joints *b);
void cli_joint_pairs_free(cli_joint_pairs *pairs);

#endif
