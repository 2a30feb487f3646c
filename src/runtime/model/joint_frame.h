/// How a joint takes over its parent's transform: FBX's inherit types; and its transform stack.
///
/// A joint hands down its global matrix, which does not always determine rotation and scale, and so also the
/// product of the rotations down to it and its own local scale.
#ifndef SINEW_RUNTIME_MODEL_JOINT_FRAME_H
#define SINEW_RUNTIME_MODEL_JOINT_FRAME_H

#include "sinew/model.h"

/// Translation, rotation and scale of a transform stack, and its other vectors: the name of the FBX property that the
/// vector is (FBX_PROPERTY_…), its field in sinew_transform_stack, and LENGTH, ANGLE or FACTOR. What reads, checks,
/// scales, copies or writes a stack goes through these lists.
#define SINEW__STACK_TRS(VECTOR)                                                                                       \
    VECTOR(LCL_TRANSLATION, translation, LENGTH)                                                                       \
    VECTOR(LCL_ROTATION, rotation, ANGLE)                                                                              \
    VECTOR(LCL_SCALING, scaling, FACTOR)
#define SINEW__STACK_PIVOTS(VECTOR)                                                                                    \
    VECTOR(ROTATION_OFFSET, rotation_offset, LENGTH)                                                                   \
    VECTOR(ROTATION_PIVOT, rotation_pivot, LENGTH)                                                                     \
    VECTOR(PRE_ROTATION, pre_rotation, ANGLE)                                                                          \
    VECTOR(POST_ROTATION, post_rotation, ANGLE)                                                                        \
    VECTOR(SCALING_OFFSET, scaling_offset, LENGTH)                                                                     \
    VECTOR(SCALING_PIVOT, scaling_pivot, LENGTH)

typedef enum sinew__stack_unit { SINEW__STACK_LENGTH, SINEW__STACK_ANGLE, SINEW__STACK_FACTOR } sinew__stack_unit;

/// Multiplies the lengths of a stack, which is how it comes to another unit.
void sinew__stack_scale(sinew_transform_stack *stack, double factor);

typedef struct sinew__joint_frame {
    sinew_affine global;
    sinew_quat rotation; ///< product of the local rotations from the root to the joint
    sinew_vec3 scale;    ///< of the joint's own local transform
} sinew__joint_frame;

/// The inherit type of a joint; a joint without an FBX stack multiplies matrices.
sinew_inherit_type sinew__inherit_type(const sinew_model *model, int32_t joint);

/// The global of a joint below `parent`, as the inherit type composes it (sinew_inherit_type).
sinew_affine sinew__inherit(const sinew__joint_frame *parent, sinew_inherit_type type, const sinew_transform *local);

/// Returns the local transform of a joint below `parent` for a global: the inverse of sinew__inherit. `unparent` is the
/// inverse of the parent's global. Scales are positive if possible; if the parent's scale is 0 along an axis,
/// `out_local` does not change.
void sinew__inherit_local(const sinew__joint_frame *parent, const sinew_affine *unparent, sinew_inherit_type type,
                          const sinew_affine *global, sinew_transform *out_local);

/// The frame of a joint below `parent`, NULL for a root. `matrix` is the local one, whose shear `local` may lack.
sinew__joint_frame sinew__joint_frame_below(const sinew__joint_frame *parent, sinew_inherit_type type,
                                            const sinew_transform *local, const sinew_affine *matrix);

/// The local transform T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹ of a stack's values. Pivots
/// only shift, so the product is always one T′ · R′ · S. Source: the FBX SDK's documentation, "Computing transformation
/// matrices".
sinew_transform sinew__stack_local(const sinew_transform_stack *stack);

/// The part of the translation that the rotation turns: −Rp + Soff + Sp − S · Sp. 0 0 0 without pivots.
sinew_vec3 sinew__stack_inside(const sinew_transform_stack *stack);

/// Whether only the translation gives the position of the joint: the stack has no pivots and no offsets.
int sinew__stack_lacks_pivots(const sinew_transform_stack *stack);

/// The rotation Rpre · R · Rpost⁻¹ of a stack.
sinew_quat sinew__stack_rotation(const sinew_transform_stack *stack);

/// The stack of a joint; without an FBX stack it has only translation, rotation and scale.
sinew_transform_stack sinew__joint_stack(const sinew_model *model, int32_t joint);

#endif
