/// Rotations that turn from key to key as quaternions.
#ifndef SINEW_SAMPLER_SLERP_KEYS_H
#define SINEW_SAMPLER_SLERP_KEYS_H

#include "sinew/model.h"

/// The Euler angles, in degrees and that order, of a channel with `slerps`: between the nearest keys of any of its
/// curves the shortest turn, at an even speed. Returns 0 and leaves `out` alone where there is nothing to turn between:
/// outside the keys, and where a step lies; the curves themselves hold there. Source: EFbxQuatInterpMode of the FBX
/// SDK, eQuatInterpSlerp.
int sinew__slerp_keys(const sinew_model *model, const sinew_channel *channel, int order, int64_t ticks, double out[3]);

#endif
