/// Computes the nodes of a joint at a time: the export expresses FBX's inherit types as products of matrices.
#ifndef SINEW_AUTHOR_EXPORT_GLB_GLB_JOINT_H
#define SINEW_AUTHOR_EXPORT_GLB_GLB_JOINT_H

#include "author/export/glb/glb_scene.h"
#include "runtime/sampler/sample_clip.h"

/// The state for sampling the joints of a clip.
typedef struct glb_sampler {
    const glb_scene *scene;
    int32_t clip;                 ///< SINEW_NONE: the rest pose
    sinew__joint_motion *motions; ///< [joint_count + morph_count]
    sinew__sample_cursor cursor;
    int32_t *path;         ///< [joint_count] scratch: the joints from a root down to one
    int32_t in_place_root; ///< the root whose motion is removed, or SINEW_NONE
    double frame_share;    ///< fraction of the frames between keys that is sampled: 1, or less in clips of hours
} glb_sampler;

/// Initialises a sampler; its arrays are taken from `memory`. Returns 0 when out of memory.
int sinew__glb_sampler_init(glb_sampler *sampler, const glb_scene *scene, sinew__arena *memory);

/// Selects a clip; SINEW_NONE selects the rest pose.
void sinew__glb_sampler_select(glb_sampler *sampler, int32_t clip);

/// Returns the author's local transform of a joint. `time` is in seconds on the file's timeline.
sinew_transform sinew__glb_local(const glb_sampler *sampler, int32_t joint, double time);

/// Computes the transform of a joint's node, in metres and the axes of the file. *out_top is the transform of the node
/// above it if the joint has two nodes, else the identity.
void sinew__glb_joint_nodes(const glb_sampler *sampler, int32_t joint, double time, sinew_transform *out_node,
                            sinew_transform *out_top);

/// Decides from all clips how each joint compensates the scales above it. Returns 0 when out of memory.
int sinew__glb_find_compensation(glb_scene *scene);

#endif
