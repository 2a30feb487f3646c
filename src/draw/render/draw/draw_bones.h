/// The skeleton overlay.
#ifndef SINEW_DRAW_RENDER_DRAW_DRAW_BONES_H
#define SINEW_DRAW_RENDER_DRAW_DRAW_BONES_H

#include "draw/render/frame.h"
#include "draw/render/graphics_api.h"

/// One bone of the drawn skeleton: from the next skeletal ancestor to a joint.
typedef struct render_bone {
    int32_t joint;
    int32_t parent;  ///< SINEW_NONE: the joint is a root of the skeleton
    int32_t is_leaf; ///< the joint has no skeletal children
} render_bone;

/// The skeleton overlay: static solids, drawn with one instance per bone and joint that is updated for every image.
typedef struct render_bones {
    render_bone *bones; ///< [count]
    int32_t count;
    struct render_bone_instance *instances; ///< [2 × count + 1]
    GLuint vertex_array, solid_buffer, instance_buffer;
} render_bones;

/// Finds the bones of the skeleton. Delete them also after a failure.
SINEW_NODISCARD sinew_result sinew__render_bones_create(render_bones *bones, const sinew_model *model,
                                                        sinew_error *out_error);
void sinew__render_bones_delete(render_bones *bones);

/// Draws the skeleton, or only its selected joint, over everything else.
SINEW_NODISCARD sinew_result sinew__render_draw_bones(sinew_renderer *renderer, const render_frame *frame, int skeleton,
                                                      sinew_error *out_error);

#endif
