/// Which clips move which joint.
#ifndef SINEW_CLI_COMMANDS_ANIMATED_IN_H
#define SINEW_CLI_COMMANDS_ANIMATED_IN_H

#include "sinew/model.h"

typedef struct cli_animated_in {
    size_t *start;  ///< [joint_count + 1] of each joint's share of `clips`
    int32_t *clips; ///< rising within a joint
} cli_animated_in;

/// Gives 0 when memory runs out.
int cli_animated_in_init(cli_animated_in *animated, const sinew_model *model);
void cli_animated_in_free(cli_animated_in *animated);

#endif
