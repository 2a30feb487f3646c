/// Models made in code, for tests that need no file.
#ifndef SINEW_TESTS_SCENES_H
#define SINEW_TESTS_SCENES_H

#include "sinew/raw_model.h"

/// A tube along +Y, ten units high, on a chain of `joint_count` bones (2 … 16), each vertex weighted to all of them by
/// nearness. Joint 1 turns about z by 90° and back in the one clip, one second long. A morph `bulge` widens the middle
/// and follows the clip. Vertex colours run along the height.
sinew_model *scene_tube(int32_t joint_count);

/// The same, skinned by another method; blended, the share of dual quaternions rises along the vertices from 0.
sinew_model *scene_tube_skinned(int32_t joint_count, sinew_skin_method method);

/// The same, whose bones displace the vertices one after the other; bone 2 counts against bone 1.
sinew_model *scene_tube_additive(int32_t joint_count);

/// The same bones and clip without the mesh.
sinew_model *scene_bones(int32_t joint_count);

/// Two squares hinged along y, of side 1, that a geometry cache folds up by 90° from 0 s to 1 s while the one clip, of
/// that length, lifts them by 2.
sinew_model *scene_hinge(void);

/// A cube of side 2 around the origin without bones, each side in a colour of its own, on one joint with this scale.
/// `two_sided` 0: its inside is not drawn.
sinew_model *scene_cube(double scale_x, double scale_y, double scale_z, int two_sided);

/// Three sheets of a material that pass through each other, each in a colour of its own, drawn in this order or its
/// reverse.
sinew_model *scene_sheets(const sinew_raw_material *material, int reverse);

/// A cube with only this material. Texture 0 is upright on each side; the caller provides its image.
sinew_model *scene_cube_of(const sinew_raw_material *material);

/// The same with texture coordinates from 0 to `times` on each side.
sinew_model *scene_cube_repeated(const sinew_raw_material *material, float times);

#endif
