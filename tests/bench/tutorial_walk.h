/// Skeletal animation as tutorials implement it, the reference for measurements: a recursive hierarchy walk that finds
/// channels by name and keys by linear search, with 4×4 float matrices.
#ifndef SINEW_TESTS_BENCH_TUTORIAL_WALK_H
#define SINEW_TESTS_BENCH_TUTORIAL_WALK_H

#include "sinew/model.h"

typedef struct tutorial_player tutorial_player;

/// Creates a player from the nodes, bones and keys of a model: a channel for every animated joint, with a position, a
/// rotation and a scale at every key time of the clip. Returns NULL when out of memory.
tutorial_player *tutorial_player_create(const sinew_model *model, int32_t clip);
void tutorial_player_destroy(tutorial_player *player);

/// Evaluates the pose at `time` seconds from the clip's start. Returns the final transforms of all bones, one per skin
/// joint of the model.
const float (*tutorial_player_pose(tutorial_player *player, double time))[4][4];

#endif
