/// Slopes of cubic keys. Those that the author set are stored; automatic and TCB ones are worked out from the
/// neighbours.
#ifndef SINEW_IMPORT_FBX_FBX_SLOPES_H
#define SINEW_IMPORT_FBX_FBX_SLOPES_H

#include "fbx/fbx_animation.h"

/// A key with the times and values around it, and what is known of its two sides before its own mode counts.
typedef struct fbx_key_surroundings {
    const fbx_key *key;
    int has_previous, has_next;
    double before, after;             ///< seconds to the neighbours, > 0 where they exist
    double previous, value, next;     ///< values
    double left_stored;               ///< the slope (or bias) that the previous key stores for this key's left side
    double left_weight, right_weight; ///< of the handles
} fbx_key_surroundings;

/// Value per second on either side of a key.
typedef struct fbx_key_slopes {
    double left, right;
} fbx_key_slopes;

/// Slopes of any key: of a linear or constant one, those that a cubic neighbour sees.
fbx_key_slopes sinew__fbx_solve_slopes(const fbx_key_surroundings *at);

#endif
