/// Assimp's own nodes and keys, walked as its tutorials do: the `assimp` engine.
#ifndef SINEW_POSE_NODE_WALK_H
#define SINEW_POSE_NODE_WALK_H

#include "sinew/pose.h"

/// Poses the importer's nodes at a time in seconds from the clip's start and takes joints and palette from them.
void sinew__pose_nodes(const sinew_model *model, int32_t clip, double time, sinew_pose *pose);

#endif
