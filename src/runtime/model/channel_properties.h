/// The properties that FBX channels animate, one table row each.
#ifndef SINEW_RUNTIME_MODEL_CHANNEL_PROPERTIES_H
#define SINEW_RUNTIME_MODEL_CHANNEL_PROPERTIES_H

#include "sinew/model.h"

/// The part of a joint or mesh that a property animates.
typedef enum sinew__moved_part {
    SINEW__MOVES_NOTHING,
    SINEW__MOVES_TRANSLATION,
    SINEW__MOVES_ROTATION,
    SINEW__MOVES_SCALE,
    SINEW__MOVES_MORPH,
    SINEW__MOVES_VISIBILITY,
} sinew__moved_part;

/// The properties in the order of sinew_channel_property. Columns: the name after SINEW_CHANNEL_, the FBX property
/// after FBX_PROPERTY_, the word in output, the number of components, and the animated part. The first nine are the
/// vectors of a transform stack: SINEW__STACK_TRS and SINEW__STACK_PIVOTS (joint_frame.h) list them in the same order,
/// with their units.
#define SINEW__PLAYED_PROPERTIES(X)                                                                                    \
    X(TRANSLATION, LCL_TRANSLATION, "translation", 3, TRANSLATION)                                                     \
    X(ROTATION, LCL_ROTATION, "rotation", 3, ROTATION)                                                                 \
    X(SCALING, LCL_SCALING, "scale", 3, SCALE)                                                                         \
    X(ROTATION_OFFSET, ROTATION_OFFSET, "rotation offset", 3, TRANSLATION)                                             \
    X(ROTATION_PIVOT, ROTATION_PIVOT, "rotation pivot", 3, TRANSLATION)                                                \
    X(PRE_ROTATION, PRE_ROTATION, "pre-rotation", 3, ROTATION)                                                         \
    X(POST_ROTATION, POST_ROTATION, "post-rotation", 3, ROTATION)                                                      \
    X(SCALING_OFFSET, SCALING_OFFSET, "scaling offset", 3, TRANSLATION)                                                \
    X(SCALING_PIVOT, SCALING_PIVOT, "scaling pivot", 3, TRANSLATION)                                                   \
    X(VISIBILITY, VISIBILITY, "visibility", 1, VISIBILITY)                                                             \
    X(MORPH_WEIGHT, DEFORM_PERCENT, "morph weight", 1, MORPH)

typedef struct sinew__channel_row {
    const char *word;
    int components;
    sinew__moved_part moves;
} sinew__channel_row;

/// The rows of the table, and one for SINEW_CHANNEL_OTHER, which animates nothing.
extern const sinew__channel_row sinew__channel_rows[SINEW_CHANNEL_OTHER + 1];

/// Whether a property is a length, in the file's unit: all properties that animate the translation.
int sinew__channel_is_length(uint32_t property);

/// Returns the three values of a property in a stack, or NULL if the stack has no such vector.
double *sinew__stack_values(sinew_transform_stack *stack, uint32_t property);

#endif
