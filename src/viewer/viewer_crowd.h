/// Many figures of one model that play one clip, each at a moment of its own: `--crowd`.
#ifndef SINEW_VIEWER_VIEWER_CROWD_H
#define SINEW_VIEWER_VIEWER_CROWD_H

#include "sinew/crowd.h"
#include "sinew/render.h"

/// Zeroed: no crowd.
typedef struct viewer_crowd {
    const sinew_model *model;
    sinew_crowd *crowd;
    sinew_character *characters;    ///< [count]
    sinew_palette_matrix *palettes; ///< [count × binding_count]
    float (*places)[3];             ///< [count]
    int32_t count;
    sinew_bounds figure; ///< of one of them
} viewer_crowd;

/// Makes a crowd of `count` figures, at least one. SINEW_ERROR_LIMIT names what is too many. Close also after a
/// failure.
SINEW_NODISCARD sinew_result viewer_crowd_open(viewer_crowd *crowd, const sinew_model *model, int32_t count,
                                               sinew_error *out_error);
void viewer_crowd_close(viewer_crowd *crowd);

/// Places the figures, of which each has the bounds `figure` when it stands alone. `out_bounds` is the room that they
/// take.
void viewer_crowd_arrange(viewer_crowd *crowd, const sinew_bounds *figure, sinew_bounds *out_bounds);

/// Poses them: the first at `time` (seconds on the file's timeline), the others as far on in the clip as their number
/// says.
void viewer_crowd_pose(viewer_crowd *crowd, int32_t clip, double time);

/// The view that shows them best where the default one was asked for.
sinew_view viewer_crowd_view(const viewer_crowd *crowd, sinew_view view);

/// What the renderer needs of them.
sinew_figures viewer_crowd_figures(const viewer_crowd *crowd);

#endif
