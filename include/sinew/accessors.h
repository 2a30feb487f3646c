/// Functions for the contents of models and poses, for languages that cannot read the structs of model.h and pose.h. C
/// programs read the structs instead.
///
/// Indices are the same as in the structs. For an index that does not exist, the functions return an empty text,
/// SINEW_NONE, 0 or NULL. Texts and arrays live as long as the model or pose.
///
///     const float *positions = sinew_model_mesh_positions(model, mesh);
///     for (int32_t i = 0; i < sinew_model_joint_count(model); ++i)
///         printf("%s below %d\n", sinew_model_joint_name(model, i), (int)sinew_model_joint_parent(model, i));
///     if (positions)
///         printf("%d vertices\n", (int)sinew_model_mesh_vertex_count(model, mesh));
#ifndef SINEW_ACCESSORS_H
#define SINEW_ACCESSORS_H

#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- joints -------------------------------------------------------------------------------------------------------

/// Returns the number of joints.
SINEW_API int32_t sinew_model_joint_count(const sinew_model *model);
/// Returns the name of a joint.
SINEW_API const char *sinew_model_joint_name(const sinew_model *model, int32_t joint);
/// Returns the parent of a joint, SINEW_NONE for a root. A parent's index is smaller than its children's.
SINEW_API int32_t sinew_model_joint_parent(const sinew_model *model, int32_t joint);

// ---- clips --------------------------------------------------------------------------------------------------------

/// Returns the number of clips.
SINEW_API int32_t sinew_model_clip_count(const sinew_model *model);
/// Returns the name of a clip.
SINEW_API const char *sinew_model_clip_name(const sinew_model *model, int32_t clip);
/// Returns the start of a clip on the file's timeline, in seconds. Other functions count times from there.
SINEW_API double sinew_model_clip_start(const sinew_model *model, int32_t clip);
/// Returns the duration of a clip in seconds.
SINEW_API double sinew_model_clip_duration(const sinew_model *model, int32_t clip);
/// Returns the frame rate of the file in frames per second; 0 if the file states no rate.
SINEW_API double sinew_model_frame_rate(const sinew_model *model);

// ---- meshes -------------------------------------------------------------------------------------------------------

/// Returns the number of meshes.
SINEW_API int32_t sinew_model_mesh_count(const sinew_model *model);
/// Returns the name of a mesh.
SINEW_API const char *sinew_model_mesh_name(const sinew_model *model, int32_t mesh);
/// Returns the number of vertices of a mesh.
SINEW_API int32_t sinew_model_mesh_vertex_count(const sinew_model *model, int32_t mesh);
/// Returns the undeformed positions, [vertex_count × 3], in mesh space.
SINEW_API const float *sinew_model_mesh_positions(const sinew_model *model, int32_t mesh);
/// Returns the indices of vertices in the mesh, [*out_count], three per triangle.
SINEW_API const uint32_t *sinew_model_mesh_indices(const sinew_model *model, int32_t mesh, int32_t *out_count);

// ---- warnings -----------------------------------------------------------------------------------------------------

/// Returns the number of warnings.
SINEW_API int32_t sinew_model_warning_count(const sinew_model *model);
/// Returns the code of a warning, such as "W10".
SINEW_API const char *sinew_model_warning_code(const sinew_model *model, int32_t warning);
/// Returns the text of a warning, one line.
SINEW_API const char *sinew_model_warning_text(const sinew_model *model, int32_t warning);

// ---- poses --------------------------------------------------------------------------------------------------------

/// Returns the globals of all joints, [joint_count × 12] doubles: three rows of four each, joint space to model space.
SINEW_API const double *sinew_pose_globals(const sinew_pose *pose);
/// Returns the palette, [*out_count × 12] floats: three rows of four for each skin joint.
SINEW_API const float *sinew_pose_palette(const sinew_model *model, const sinew_pose *pose, int32_t *out_count);
/// Returns the weights of the morphs, [*out_count].
SINEW_API const float *sinew_pose_morph_weights(const sinew_model *model, const sinew_pose *pose, int32_t *out_count);
/// Returns the locals of all joints, [joint_count × 10] doubles: translation x y z, rotation x y z w, scale x y z. To
/// edit a pose, change them before sinew_pose_local_to_global, and call sinew_pose_set_animated for each changed joint.
SINEW_API double *sinew_pose_locals(sinew_pose *pose);
/// Marks a joint whose local transform was edited.
SINEW_API void sinew_pose_set_animated(const sinew_model *model, sinew_pose *pose, int32_t joint);

#ifdef __cplusplus
}
#endif

#endif
