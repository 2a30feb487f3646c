/// What the skeleton adds to the values of compact clips; see runtime/model/compact_clip.h.
#ifndef SINEW_AUTHOR_BAKE_JOINT_CONSTANTS_H
#define SINEW_AUTHOR_BAKE_JOINT_CONSTANTS_H

#include "author/bake/bake_palette.h"
#include "runtime/model/compact_clip.h"

/// What of a joint's transform stack is the same in all clips, in double.
typedef struct sinew__stack_constants {
    int axes[3];          ///< of the rotation order, first rotated first
    double sign;          ///< −1 where the exchange of axes mirrors: angles change their sign
    sinew_quat pre, post; ///< Rpre and Rpost
    double shift[3], inside[3], scale_pivot[3];
} sinew__stack_constants;

sinew__stack_constants sinew__stack_constants_of(const sinew_model *model, int32_t joint);

/// The quaternion of the innermost rotation, axes exchanged, of a joint's whole rotation, and back.
sinew_quat sinew__joint_constants_inner(const sinew__stack_constants *joint, sinew_quat rotation);
sinew_quat sinew__joint_constants_outer(const sinew__stack_constants *joint, sinew_quat inner);

/// T of the stack from a joint's transform.
void sinew__joint_constants_translation(const sinew__stack_constants *joint, const sinew_transform *local,
                                        double out[3]);

/// Whether a joint rests with another scale than the joint constants hold: one that is not uniform, or mirrors.
int sinew__joint_constants_is_scaled(const sinew_model *model, const sinew__binds *binds, int32_t joint);

/// Fills the joint constants of all groups.
void sinew__joint_constants_fill(const sinew_model *model, const sinew__binds *binds, sinew__joint_constants *groups);

#endif
