/// A crowd on the screen: instances of one model that play one clip, each at another time.
#ifndef SINEW_DRAW_SCENE_SCENE_CROWD_H
#define SINEW_DRAW_SCENE_SCENE_CROWD_H

#include "sinew/crowd.h"
#include "sinew/render.h"

/// A crowd; all zero: none.
typedef struct scene_crowd {
    const sinew_model *model;
    sinew_crowd *crowd;
    sinew_crowd_agent *characters;  ///< [count]
    sinew_palette_matrix *palettes; ///< [count × skin_joint_count]
    float (*positions)[3];          ///< [count]
    int32_t count;
    sinew_bounds character; ///< bounds of one instance
} scene_crowd;

/// Creates a crowd of `count` instances, at least one. SINEW_ERROR_LIMIT names the exceeded limit. Close the crowd even
/// after a failure.
SINEW_NODISCARD sinew_result scene_crowd_open(scene_crowd *crowd, const sinew_model *model, int32_t count,
                                              sinew_error *out_error);
void scene_crowd_close(scene_crowd *crowd);

/// Arranges the instances. `character` are the bounds of one instance; `out_bounds` gets the bounds of the crowd.
void scene_crowd_arrange(scene_crowd *crowd, const sinew_bounds *character, sinew_bounds *out_bounds);

/// Poses the instances: the first at `time`, in seconds from the clip's start, the others at later times that depend on
/// their index.
void scene_crowd_pose(scene_crowd *crowd, int32_t clip, double time);

/// Returns the view for crowds if `view` is the default one, else `view`.
sinew_view scene_crowd_view(const scene_crowd *crowd, sinew_view view);

/// Returns the instances for the renderer.
sinew_instances scene_crowd_instances(const scene_crowd *crowd);

#endif
