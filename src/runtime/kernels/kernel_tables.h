/// Defines the tables of one instruction set. Before including this, a kernel file includes its vectors and defines
/// KERNEL(use), the name of its table for a use. An instruction set with sixteen lanes poses several characters, and
/// the few joints below one joint, with eight lanes: sixteen matrices per joint exceed the first-level cache, and
/// sixteen lanes took 10 % longer for the two bones of a limb.
#include "runtime/kernels/blend_formulas.h"
#include "runtime/kernels/compact_formulas.h"
#include "runtime/kernels/local_formulas.h"
#include "runtime/kernels/mix_formulas.h"
#include "runtime/kernels/output_formulas.h"
#include "runtime/kernels/play_formulas.h"
#include "runtime/kernels/skin_formulas.h"
#if defined(SIXTEEN_LANES)
#define LANE_KERNEL(name) sinew__##name##_avx512
enum { CHARACTERS = 8 };
#else
#include "runtime/kernels/lane_mix_formulas.h"
#define LANE_KERNEL(name) name
enum { CHARACTERS = LANES };
#endif

const sinew__play_kernel KERNEL(play) = {.walk_compact = walk_compact, .put_globals = put_globals};

const sinew__compact_kernel KERNEL(compact) = {
    .curves = chunk_curves, .locals = group_locals, .weights = group_weights};

const sinew__crowd_kernel KERNEL(crowd) = {.play = &KERNEL(play),
                                           .pose_many = LANE_KERNEL(pose_many),
                                           .mix_many = LANE_KERNEL(mix_many),
                                           .lanes = CHARACTERS,
                                           .put_shift = put_shift,
                                           .put_world = put_world,
                                           .put_halves = put_halves,
                                           .put_halves_f16c = PUT_HALVES_F16C};

const sinew__pose_kernel KERNEL(pose) = {.play = &KERNEL(play),
                                         .walk_locals = walk_locals,
                                         .walk_locals_below = LANE_KERNEL(walk_locals_below),
                                         .put_palette = put_palette};

const sinew__blend_kernel KERNEL(blend) = {.begin = begin_sums,
                                           .add = add_to_sums,
                                           .finish = finish_sums,
                                           .average_two = average_two,
                                           .over = blend_over,
                                           .add_difference = add_differences,
                                           .walk_clips = walk_clips,
                                           .walk_clip = walk_clip};

const sinew__skin_kernel KERNEL(skin) = {.linear = skin_linear,
                                         .dual_quaternion = skin_dual_quaternion,
                                         .linear_tangents = rotate_linear_tangents,
                                         .dual_quaternion_tangents = rotate_dual_quaternion_tangents};
