/// The hierarchy of joints: what is above a joint, and what hides it. Parents come before their children.
#ifndef SINEW_RUNTIME_MODEL_HIERARCHY_H
#define SINEW_RUNTIME_MODEL_HIERARCHY_H

#include "sinew/model.h"

/// Whether a joint is another one or below it.
static inline int sinew__is_below(const sinew_model *model, int32_t joint, int32_t above)
{
    while (joint > above) joint = model->joints[joint].parent;
    return joint == above;
}

/// Returns the root of the hierarchy that contains a joint.
static inline int32_t sinew__root_above(const sinew_model *model, int32_t joint)
{
    while (model->joints[joint].parent != SINEW_NONE) joint = model->joints[joint].parent;
    return joint;
}

/// Hides the joints below hidden ones. `visible` is [joint_count].
static inline void sinew__inherit_visibility(const sinew_model *model, uint8_t *visible)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (joint->parent != SINEW_NONE && !(joint->flags & SINEW_JOINT_SHOWN_ALONE))
            visible[i] &= visible[joint->parent];
    }
}

#endif
