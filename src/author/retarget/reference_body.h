/// A body in its reference pose: positions and rotations of its joints, the directions of the body, its measures.
#ifndef SINEW_AUTHOR_RETARGET_REFERENCE_BODY_H
#define SINEW_AUTHOR_RETARGET_REFERENCE_BODY_H

#include "core/base/arena.h"
#include "sinew/retarget.h"

typedef struct sinew__reference_body {
    const sinew_model *model;
    const sinew_body_map *map;
    sinew_vec3 *positions; ///< [joint_count] model space
    sinew_quat *rotations; ///< [joint_count] products of the rotations from the root
    sinew_quat frame;      ///< from x left, y up, z front to model space; along the axes where the body nearly is
    sinew_vec3 up;         ///< the body's, in model space
    double leg_length;     ///< mean of both; > 0
    double arm_length[2];  ///< left, right; 0 without an arm
    double ankle_height;   ///< mean of both feet, above the origin along `up`
    int is_of_clip;        ///< the reference is a pose of a clip, rotated upright: neither bind nor rest pose stands
    int stands_on_ground;  ///< the feet are where they are if the ground contains the origin
} sinew__reference_body;

/// Checks the map as `sinew_body_map_check` does, and measures. Arrays are taken from `memory`.
sinew_result sinew__reference_body_init(sinew__reference_body *body, const sinew_model *model,
                                        const sinew_body_map *map, sinew__arena *memory, sinew_error *error);

/// Returns the vector from a part to another; 0 0 0 where the body has not both.
sinew_vec3 sinew__reference_bone(const sinew__reference_body *body, int32_t from, int32_t to);

#endif
