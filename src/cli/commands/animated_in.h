/// The clips that animate each joint.
#ifndef SINEW_CLI_COMMANDS_ANIMATED_IN_H
#define SINEW_CLI_COMMANDS_ANIMATED_IN_H

#include "sinew/model.h"

typedef struct cli_animated_in {
    size_t *start;  ///< [joint_count + 1] range of each joint in `clips`
    int32_t *clips; ///< ascending for each joint
} cli_animated_in;

/// Returns 0 when out of memory.
int cli_animated_in_init(cli_animated_in *animated, const sinew_model *model);
void cli_animated_in_free(cli_animated_in *animated);

#endif
