/// The size of the character: the diagonal that every bound in parts of the character is measured in
/// (`sinew_model_info.size`).
///
/// A file holds more than its character: a camera, lights, helpers, a ground, often far away. They would make the bound
/// as loose as the scene is large.
#ifndef SINEW_RUNTIME_MODEL_CHARACTER_SIZE_H
#define SINEW_RUNTIME_MODEL_CHARACTER_SIZE_H

#include <stdint.h>

#include "sinew/model.h"

/// An axis-aligned box; empty where min > max.
typedef struct sinew__bounds {
    double min[3], max[3];
} sinew__bounds;

/// Boxes in model space, rest pose. The size is the diagonal of the first that is larger than a point.
typedef struct sinew__character_bounds {
    sinew__bounds skinned;  ///< vertices of skinned meshes
    sinew__bounds skeleton; ///< joints of the skeleton, and vertices that move with them as a whole
    sinew__bounds all;      ///< all joints and vertices
} sinew__character_bounds;

/// What joints a file has: in one without bones every group is part of the skeleton.
typedef struct sinew__character_joint {
    uint8_t is_skeletal;  ///< a bone, or a group of a file without bones
    uint8_t holds_meshes; ///< meshes on it belong to the character: it is skeletal or below such a joint
} sinew__character_joint;

void sinew__character_bounds_init(sinew__character_bounds *bounds);

/// Decides about a joint from its kind, its flags and `parent` (NULL for a root).
sinew__character_joint sinew__character_joint_of(const sinew_joint *joint, int file_has_bones,
                                                 const sinew__character_joint *parent);

void sinew__character_include_joint(sinew__character_bounds *bounds, const sinew__character_joint *joint,
                                    sinew_vec3 position);

/// Includes a vertex of a skinned mesh, or of one that follows `joint` as a whole.
void sinew__character_include_skinned(sinew__character_bounds *bounds, sinew_vec3 position);
void sinew__character_include_rigid(sinew__character_bounds *bounds, const sinew__character_joint *joint,
                                    sinew_vec3 position);

/// The diagonal; 1 if there is nothing but a point.
double sinew__character_size(const sinew__character_bounds *bounds);

#endif
