#include "runtime/model/channel_properties.h"

#include <stddef.h>

#include "runtime/model/joint_frame.h"

const sinew__channel_row sinew__channel_rows[SINEW_CHANNEL_OTHER + 1] = {
#define X(property, fbx, word, components, moves)                                                                      \
    [SINEW_CHANNEL_##property] = {(word), (components), SINEW__MOVES_##moves},
    SINEW__PLAYED_PROPERTIES(X)
#undef X
        [SINEW_CHANNEL_OTHER] = {"other", 3, SINEW__MOVES_NOTHING},
};

int sinew__channel_is_length(uint32_t property)
{
    return sinew__channel_rows[property].moves == SINEW__MOVES_TRANSLATION;
}

double *sinew__stack_values(sinew_transform_stack *stack, uint32_t property)
{
    double *const values[] = {
#define VECTOR(name, field, unit) stack->field,
        SINEW__STACK_TRS(VECTOR) SINEW__STACK_PIVOTS(VECTOR)
#undef VECTOR
    };
    return property <= SINEW_CHANNEL_SCALING_PIVOT ? values[property] : NULL;
}
