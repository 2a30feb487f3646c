/// The size of the character, `sinew_model_info.size`: the diagonal in whose fractions errors and distances are given.
///
/// It does not count cameras, lights, helpers or a ground, which are often far away: an error bound relative to the
/// whole scene would be too large.
#ifndef SINEW_RUNTIME_MODEL_CHARACTER_SIZE_H
#define SINEW_RUNTIME_MODEL_CHARACTER_SIZE_H

#include <stdint.h>

#include "sinew/model.h"

/// An axis-aligned box; empty where min > max.
typedef struct sinew__bounds {
    double min[3], max[3];
} sinew__bounds;

/// Boxes of the rest pose in model space. The character's size is the diagonal of the first box that is larger than a
/// point.
typedef struct sinew__character_bounds {
    sinew__bounds skinned;  ///< vertices of skinned meshes
    sinew__bounds skeleton; ///< joints of the skeleton, and meshes that follow one joint rigidly
    sinew__bounds all;      ///< all joints and vertices
} sinew__character_bounds;

/// The role of a joint in the character. In a file without bones, every group is part of the skeleton.
typedef struct sinew__character_joint {
    uint8_t is_skeletal; ///< a bone, or, in a file without bones, a group
    /// meshes on the joint belong to the character: the joint or one of its ancestors is skeletal
    uint8_t holds_meshes;
} sinew__character_joint;

void sinew__character_bounds_init(sinew__character_bounds *bounds);

/// Returns the role of a joint, given its parent's; `parent` is NULL for a root.
sinew__character_joint sinew__character_joint_of(const sinew_joint *joint, int file_has_bones,
                                                 const sinew__character_joint *parent);

void sinew__character_include_joint(sinew__character_bounds *bounds, const sinew__character_joint *joint,
                                    sinew_vec3 position);

/// Includes a vertex of a skinned mesh, or of a mesh that follows `joint` rigidly.
void sinew__character_include_skinned(sinew__character_bounds *bounds, sinew_vec3 position);
void sinew__character_include_rigid(sinew__character_bounds *bounds, const sinew__character_joint *joint,
                                    sinew_vec3 position);

/// Returns the size of the character; 1 if no box is larger than a point.
double sinew__character_size(const sinew__character_bounds *bounds);

#endif
