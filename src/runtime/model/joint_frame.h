/// How a joint takes over its parent's transform (FBX's inherit types), and its transform stack.
///
/// Children need their parent's global matrix. It does not always determine rotation and scale, so that a joint's frame
/// also has the product of the rotations from the root and the joint's local scale.
#ifndef SINEW_RUNTIME_MODEL_JOINT_FRAME_H
#define SINEW_RUNTIME_MODEL_JOINT_FRAME_H

#include "sinew/model.h"

enum {
    SINEW__JOINT_FLAGS = 2 * SINEW_JOINT_UNCONNECTED - 1, ///< all bits of sinew_joint_flags
    /// the bits that the author or the reader sets; the others are computed when a model is built
    SINEW__JOINT_AUTHORED_FLAGS = SINEW__JOINT_FLAGS & ~(SINEW_JOINT_DEFORMS | SINEW_JOINT_REST_SHEARED)
};

/// The vectors of a transform stack, translation, rotation and scale first. Columns: the FBX property after
/// FBX_PROPERTY_, the field of sinew_transform_stack, and the unit LENGTH, ANGLE or FACTOR. All code that reads,
/// checks, scales, copies or writes a stack uses these lists.
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

/// Multiplies the lengths of a stack by `factor`, to convert it to another unit.
void sinew__stack_scale(sinew_transform_stack *stack, double factor);

typedef struct sinew__joint_frame {
    sinew_affine global;
    sinew_quat rotation; ///< product of the local rotations from the root to the joint
    sinew_vec3 scale;    ///< scale of the joint's local transform
} sinew__joint_frame;

/// Returns the inherit type of a joint. A joint without an FBX stack has the type that multiplies matrices.
sinew_inherit_type sinew__inherit_type(const sinew_model *model, int32_t joint);

/// Returns the global of a joint below `parent`, composed as the inherit type says.
sinew_affine sinew__inherit(const sinew__joint_frame *parent, sinew_inherit_type type, const sinew_transform *local);

/// Returns the local transform of a joint below `parent` for a global: the inverse of sinew__inherit. `unparent` is the
/// inverse of the parent's global. Scales are positive if possible; if the parent's scale is 0 along an axis,
/// `out_local` does not change.
void sinew__inherit_local(const sinew__joint_frame *parent, const sinew_affine *unparent, sinew_inherit_type type,
                          const sinew_affine *global, sinew_transform *out_local);

/// Returns the frame of a joint below `parent`, which is NULL for a root. `matrix` is the local matrix; it may have a
/// shear that `local` lacks.
sinew__joint_frame sinew__joint_frame_below(const sinew__joint_frame *parent, sinew_inherit_type type,
                                            const sinew_transform *local, const sinew_affine *matrix);

/// Returns the local transform T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹ of a stack. Pivots only
/// translate, so that the product always has the form T′ · R′ · S. Source: the FBX SDK's documentation, "Computing
/// transformation matrices".
sinew_transform sinew__stack_local(const sinew_transform_stack *stack);

/// Returns the part of the translation that is rotated, −Rp + Soff + Sp − S · Sp; 0 without pivots.
sinew_vec3 sinew__stack_inside(const sinew_transform_stack *stack);

/// Whether the stack has neither pivots nor offsets, so that the translation alone gives the joint's position.
int sinew__stack_lacks_pivots(const sinew_transform_stack *stack);

/// Returns the rotation Rpre · R · Rpost⁻¹ of a stack.
sinew_quat sinew__stack_rotation(const sinew_transform_stack *stack);

/// Returns the stack of a joint. A joint without an FBX stack gets one of only translation, rotation and scale.
sinew_transform_stack sinew__joint_stack(const sinew_model *model, int32_t joint);

#endif
