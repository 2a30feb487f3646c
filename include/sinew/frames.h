/// Many times of one clip → arrays of numbers in the caller's memory: for programs that compute with whole arrays.
///
///   sinew_clip_fill_frames    clip + times → locals, globals, positions, rotations, palettes, morph weights
///   sinew_locals_fill_frames  locals, edited or computed elsewhere → the same arrays
///   sinew_skin_frames         palettes + mesh → vertices
///   sinew_clip_fill_curve     curve + times → values
///
/// An array is one block: frame after frame, and within a frame joint after joint in the order of `sinew_model.joints`.
/// Rotations are w, x, y, z here and x, y, z, w in the other headers. Spaces: see types.h.
///
/// No function here starts a thread. Each call has its own pose, so that several threads may fill parts of the same
/// arrays, each from its own first frame.
///
/// Matrices are row-major: rows of four numbers. Palettes have three rows per matrix, which a shader takes as they are
/// (sinew_palette_matrix in types.h). Globals have four rows; a shader with column-major matrices needs them
/// transposed. Lengths are in units of the file; globals and positions are in model space.
///
///     double times[30], *positions = malloc(30 * 3 * sizeof *positions * (size_t)model->joint_count);
///     for (int i = 0; i < 30; ++i) times[i] = i / 30.0;
///     const sinew_frames frames = {.positions = positions};
///     if (!positions || sinew_clip_fill_frames(model, clip, SINEW_ENGINE_EXACT, times, 30, &frames, &error)) return 1;
///     printf("joint %d in frame 10: x = %.2f\n", (int)joint, positions[(10 * model->joint_count + joint) * 3]);
///     free(positions);
#ifndef SINEW_FRAMES_H
#define SINEW_FRAMES_H

#include <stdbool.h>

#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The arrays to fill. A NULL array is not computed. Zero-initialized: no arrays; elements are doubles.
typedef struct sinew_frames {
    bool is_float;       ///< the arrays have float elements; otherwise double
    void *locals;        ///< [frames × joint_count × 10] translation x y z, rotation w x y z, scale x y z
    void *globals;       ///< [frames × joint_count × 16] rows of a 4×4 matrix, model space; the last row is 0 0 0 1
    void *positions;     ///< [frames × joint_count × 3] translation of `globals`
    void *rotations;     ///< [frames × joint_count × 4] rotation w x y z of `globals`, as sinew_transform_from_affine
    void *palettes;      ///< [frames × skin_joint_count × 12] three rows of each skinning matrix
    void *morph_weights; ///< [frames × morph_count]
} sinew_frames;

/// Fills the arrays with the poses of a clip (SINEW_NONE: the rest pose) at `times`, [time_count], in seconds from the
/// clip's start, in any order; a time may be outside the clip. The results equal sinew_pose_evaluate and
/// sinew_pose_compute_locals. Fails like sinew_engine_accepts_clip, or with SINEW_ERROR_OUT_OF_MEMORY; nothing is
/// written then.
SINEW_API SINEW_NODISCARD sinew_result sinew_clip_fill_frames(const sinew_model *model, int32_t clip,
                                                              sinew_engine engine, const double *times,
                                                              int32_t time_count, const sinew_frames *out_frames,
                                                              sinew_error *out_error);

/// Fills the arrays with poses of given locals, [frame_count × joint_count × 10], in the layout of sinew_frames.locals
/// as doubles. Rotations may have any length; a rotation of length 0 is the identity. `morph_weights` is [frame_count ×
/// morph_count]; NULL: the weights of the rest pose. Every joint counts as edited. SINEW_ERROR_INVALID_ARGUMENT: a
/// number is not finite. Nothing is written on failure.
SINEW_API SINEW_NODISCARD sinew_result sinew_locals_fill_frames(const sinew_model *model, const double *locals,
                                                                const float *morph_weights, int32_t frame_count,
                                                                const sinew_frames *out_frames, sinew_error *out_error);

/// Skins a mesh with each of `frame_count` palettes, [frame_count × skin_joint_count × 12], as `sinew_skin_mesh` does.
/// `morph_weights` is [frame_count × morph_count]; NULL: the weights of the rest pose. `timelines` is [frame_count]
/// seconds on the file's timeline, for geometry caches; NULL: 0. `out_positions` is [frame_count × vertex_count × 3];
/// `out_normals` is of the same size, or NULL.
SINEW_API SINEW_NODISCARD sinew_result sinew_skin_frames(const sinew_model *model, int32_t mesh, const float *palettes,
                                                         const float *morph_weights, const double *timelines,
                                                         int32_t frame_count, float *out_positions, float *out_normals,
                                                         sinew_error *out_error);

/// Evaluates an authored curve, an index in sinew_model.curves, at `times`, [time_count], in seconds from the start of
/// its clip, with its extrapolation. `out_values` is [time_count]: Euler angles in degrees, lengths in units of the
/// file, or weights, as in the keys. The layer's weight and mode are not applied. SINEW_ERROR_NO_CURVES: the model has
/// no curves; SINEW_ERROR_INVALID_ARGUMENT: a number is not finite. Nothing is written on failure.
SINEW_API SINEW_NODISCARD sinew_result sinew_clip_fill_curve(const sinew_model *model, int32_t clip, int32_t curve,
                                                             const double *times, int32_t time_count,
                                                             double *out_values, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
