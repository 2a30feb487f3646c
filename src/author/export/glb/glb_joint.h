/// The nodes of a joint at a time: FBX's inherit types as products of matrices.
#ifndef SINEW_AUTHOR_EXPORT_GLB_GLB_JOINT_H
#define SINEW_AUTHOR_EXPORT_GLB_GLB_JOINT_H

#include "author/export/glb/glb_scene.h"
#include "runtime/sampler/sample_clip.h"

/// A clip whose joints are sampled.
typedef struct glb_sampler {
    const glb_scene *scene;
    int32_t clip;                 ///< or SINEW_NONE: the rest pose
    sinew__joint_motion *motions; ///< [joint_count + morph_count]
    sinew__sample_cursor cursor;
    int32_t *path;         ///< [joint_count] memory for the joints from a root down to one
    int32_t in_place_root; ///< the root whose motion is removed, or SINEW_NONE
    double frame_share;    ///< of the frames between keys: 1, or less in clips of hours
} glb_sampler;

/// Allocates in the scene's memory; 0 when out of memory.
int sinew__glb_sampler_init(glb_sampler *sampler, const glb_scene *scene, sinew__arena *memory);

/// Selects a clip, or SINEW_NONE.
void sinew__glb_sampler_select(glb_sampler *sampler, int32_t clip);

/// The author's local transform of a joint; `time` in seconds on the file's timeline.
sinew_transform sinew__glb_local(const glb_sampler *sampler, int32_t joint, double time);

/// Translation, rotation and scale of a joint's node, in metres and the axes of the file. *out_top is the node above
/// it, if the joint has two.
void sinew__glb_joint_nodes(const glb_sampler *sampler, int32_t joint, double time, sinew_transform *out_node,
                            sinew_transform *out_top);

/// Decides how each joint compensates the scales above it, from all clips.
int sinew__glb_find_compensation(glb_scene *scene);

#endif
