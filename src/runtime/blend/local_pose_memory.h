/// Local poses in memory of the caller's.
#ifndef SINEW_RUNTIME_BLEND_LOCAL_POSE_MEMORY_H
#define SINEW_RUNTIME_BLEND_LOCAL_POSE_MEMORY_H

#include "sinew/blend.h"

/// Bytes of the arrays of a local pose, in whole cache lines.
size_t sinew__local_pose_size(const sinew_model *model);

/// Places the arrays of a pose in `memory`, of that size and on a cache line, and sets the pose to rest.
void sinew__local_pose_place(const sinew_model *model, void *memory, sinew_local_pose *out_pose);

#endif
