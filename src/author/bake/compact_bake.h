/// One clip on its way into a compact clip (runtime/model/compact_clip.h):
///
///   compact_curves.c   how time is cut into cells, and what the following steps share
///   joint_constants.c      what the skeleton adds
///   influence_bounds.c how far what a joint moves lies from it
///   compact_samples.c  values of one joint's components over the clip, from the exact sampler
///   compact_fit.c      how few keys each curve needs, and pieces where it has keys off the grid
///   compact_joints.c   joint after joint: angles or quaternions, and which curves move
///   compact_write.c    curves into bytes
///   compact_bake.c     all of them, closer until the bytes, played, keep the bound against the exact engine
#ifndef SINEW_AUTHOR_BAKE_COMPACT_BAKE_H
#define SINEW_AUTHOR_BAKE_COMPACT_BAKE_H

#include "author/bake/bake_clip.h"

/// Bakes one clip.
sinew__bake_outcome sinew__compact_bake_clip(sinew__bake *bake, const double *reach, sinew__buffer *section,
                                             sinew__baked_clip *out_baked);

#endif
