/// Many figures of one model that play one clip, each at a moment of its own: `--crowd`.
#ifndef SINEW_SCENE_SCENE_CROWD_H
#define SINEW_SCENE_SCENE_CROWD_H

#include "sinew/crowd.h"
#include "sinew/render.h"

/// Zeroed: no crowd.
typedef struct scene_crowd {
    const sinew_model *model;
    sinew_crowd *crowd;
    sinew_character *characters;    ///< [count]
    sinew_palette_matrix *palettes; ///< [count × skin_joint_count]
    float (*places)[3];             ///< [count]
    int32_t count;
    sinew_bounds figure; ///< of one of them
} scene_crowd;

/// Makes a crowd of `count` figures, at least one. SINEW_ERROR_LIMIT names what is too many. Close also after a
/// failure.
SINEW_NODISCARD sinew_result scene_crowd_open(scene_crowd *crowd, const sinew_model *model, int32_t count,
                                              sinew_error *out_error);
void scene_crowd_close(scene_crowd *crowd);

/// Places the figures, of which each has the bounds `figure` when it stands alone. `out_bounds` is the room that they
/// take.
void scene_crowd_arrange(scene_crowd *crowd, const sinew_bounds *figure, sinew_bounds *out_bounds);

/// Poses them: the first at `time` (seconds on the file's timeline), the others as far on in the clip as their number
/// says.
void scene_crowd_pose(scene_crowd *crowd, int32_t clip, double time);

/// The view that shows them best where the default one was asked for.
sinew_view scene_crowd_view(const scene_crowd *crowd, sinew_view view);

/// What the renderer needs of them.
sinew_instances scene_crowd_instances(const scene_crowd *crowd);

#endif
