/// The mesh of most tests: one triangle, its corners the vertices 0, 1, 2. Arrays stay the caller's, and must live as
/// long as the mesh; what else a test needs – a name, normals, morphs – it sets in the mesh.
#ifndef SINEW_TESTS_MAKE_MESH_H
#define SINEW_TESTS_MAKE_MESH_H

#include "sinew/raw_model.h"

/// `positions` is [9].
sinew_raw_mesh raw_triangle(const float *positions);

/// The same, skinned: `influence_start` is [4], its last item the number of influences.
sinew_raw_mesh raw_skinned_triangle(const float *positions, const uint32_t *influence_start,
                                    const sinew_raw_influence *influences, const sinew_raw_skin_joint *skin_joints,
                                    int32_t skin_joint_count);

/// A model of one mesh, the caller's to destroy. Fails the test with the error's message.
sinew_model *make_model_of_mesh(const sinew_raw_joint *joints, int32_t joint_count, const sinew_raw_mesh *mesh);

#endif
