/// Levels of detail: a model without some of its joints, for distant characters. Joints such as fingers, toes and faces
/// are not posed; vertices skinned to them move with the nearest remaining ancestor.
///
///   sinew_lod_create      once, at loading
///   sinew_crowd_agent     names the level of each character in a crowd (crowd.h)
///
/// Palettes keep their size and their order, so meshes and shaders are the same on all levels.
///
///     const int32_t left_out[2] = {left_hand, right_hand}; // with all joints below them
///     sinew_lod *lod;
///     if (sinew_lod_create(model, left_out, 2, &lod, &error)) return puts(error.message);
///     const sinew_crowd_agent distant = {.clip = clip, .time = time, .lod = lod};
///     if (sinew_crowd_evaluate(crowd, &distant, 1, &output, &error)) return puts(error.message);
///     sinew_lod_destroy(lod);
#ifndef SINEW_LOD_H
#define SINEW_LOD_H

#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A level of detail. Immutable: any number of characters and threads may use it.
typedef struct sinew_lod sinew_lod;

/// Creates a level without the joints `left_out`, [count], and their descendants. The palette entry of a joint that is
/// left out equals, bit for bit, the entry of its nearest remaining ancestor in the same mesh. If the mesh has no
/// weights for that ancestor, the entry follows it rigidly, with the offset of the rest pose. Entries of remaining
/// joints equal the whole model's up to rounding: a few parts in 10⁶ of its size.
///
/// The caller destroys *out_lod after its last use by a crowd; it is NULL on failure. The model must outlive it. A
/// level has its own copy of the remaining joints' keys, packed so that vectors have no unused lanes; it takes as much
/// memory as these joints' share of the baked clips (bake.h). Clips that are not baked are posed with all joints, which
/// saves nothing.
///
/// SINEW_ERROR_INVALID_ARGUMENT: a joint does not exist in the model, or is a root, which no joint can replace.
SINEW_API SINEW_NODISCARD sinew_result sinew_lod_create(const sinew_model *model, const int32_t *left_out,
                                                        int32_t count, sinew_lod **out_lod, sinew_error *out_error);

/// Destroys a level of detail. Accepts NULL.
SINEW_API void sinew_lod_destroy(sinew_lod *lod);

/// Returns the joint itself if it remains in the level, else its nearest remaining ancestor.
SINEW_API int32_t sinew_lod_joint(const sinew_lod *lod, int32_t joint);

#ifdef __cplusplus
}
#endif

#endif
