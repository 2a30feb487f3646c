/// A chain of joints that wave, to be baked, and how far one of its poses is from another.
#ifndef SINEW_TESTS_WAVE_CHAIN_H
#define SINEW_TESTS_WAVE_CHAIN_H

#include "sinew/pose.h"
#include "sinew/raw_model.h"

static const int64_t second = INT64_C(46186158000); // ticks

enum { MOST_JOINTS = 128, KEYS = 31 };

/// Data of a test's own chain: each joint is one unit above the one before.
typedef struct chain {
    sinew_raw_joint joints[MOST_JOINTS];
    sinew_transform_stack stacks[MOST_JOINTS];
    sinew_curve_key keys[MOST_JOINTS][KEYS];
    sinew_raw_curve curves[MOST_JOINTS];
    sinew_raw_channel channels[MOST_JOINTS];
    sinew_raw_clip clip;
    sinew_raw_model raw;
} chain;

/// Every joint waves about z, linear between 31 keys in a second.
chain *make_chain(int32_t count);

/// Moves the inner keys of a joint by random parts of 3/4 of a frame. The curve bends a little between keys, so that it
/// fits no grid.
void bend_curve(chain *made, int32_t joint, uint32_t *seed);

/// A chain of 16, in whose first group a joint moves and one grows, unevenly or not; the second hangs on it by another
/// inherit type. A triangle on the last joint of each group.
chain *make_busy_chain(int uneven);

/// A tree of 60, three joints on each, with two meshes skinned to all of them: a joint has two skin_joints, and only
/// one can be a copy.
chain *make_tree(void);

/// A tree whose every seventh joint has skin_joints, and no other: most joints lead to none.
chain *make_partly_skinned_tree(void);

/// Largest distance between places of joints, in parts of the model's size.
double farthest_joint(const sinew_model *model, const sinew_pose *a, const sinew_pose *b);

/// Largest difference between elements of globals, of shifts in parts of the model's size.
double farthest_element(const sinew_model *model, const sinew_pose *a, const sinew_pose *b);

#endif
