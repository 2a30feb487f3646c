/// The FBX transform stack, evaluated.
#ifndef SINEW_RUNTIME_MODEL_TRANSFORM_STACK_H
#define SINEW_RUNTIME_MODEL_TRANSFORM_STACK_H

#include "sinew/model.h"

/// The local transform T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹ of a stack's values. Pivots
/// only shift, so the product is always one T′ · R′ · S. Source: the FBX SDK's documentation, "Computing transformation
/// matrices".
sinew_transform sinew__stack_local(const sinew_transform_stack *stack);

/// The part of the translation that the rotation turns: −Rp + Soff + Sp − S · Sp. 0 0 0 without pivots.
sinew_vec3 sinew__stack_inside(const sinew_transform_stack *stack);

/// Rpre · R · Rpost⁻¹ alone.
sinew_quat sinew__stack_rotation(const sinew_transform_stack *stack);

/// The stack of a joint; one without an FBX stack has translation, rotation and scale alone.
sinew_transform_stack sinew__joint_stack(const sinew_model *model, int32_t joint);

#endif
