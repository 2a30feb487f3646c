/// Skeletal animation as tutorials write it: a recursion over the node tree, a node's channel found by its name, its
/// keys searched one after the other, 4×4 matrices in float. What a player's speed is told against.
#ifndef SINEW_CLI_BENCH_TUTORIAL_WALK_H
#define SINEW_CLI_BENCH_TUTORIAL_WALK_H

#include "sinew/model.h"

typedef struct tutorial_player tutorial_player;

/// Takes nodes, bones and keys from a model: a channel for every joint that moves in the clip, with a position, a
/// rotation and a scale at every key time of the clip, as exporters bake them. NULL when memory is out.
tutorial_player *tutorial_player_create(const sinew_model *model, int32_t clip);
void tutorial_player_destroy(tutorial_player *player);

/// Poses: the final transforms of all bones, one for each skin_joint of the model. `time` in seconds on the file's
/// timeline.
const float (*tutorial_player_pose(tutorial_player *player, double time))[4][4];

#endif
