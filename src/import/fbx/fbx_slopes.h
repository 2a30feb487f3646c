/// Slopes of cubic keys. Those that the author set are stored; automatic and TCB ones are worked out from the
/// neighbours.
#ifndef SINEW_IMPORT_FBX_FBX_SLOPES_H
#define SINEW_IMPORT_FBX_FBX_SLOPES_H

#include "fbx/fbx_animation.h"

/// A key with the times and values around it.
typedef struct fbx_key_surroundings {
    const fbx_key *key;
    const fbx_key *previous_key; ///< NULL without one
    int has_previous, has_next;
    double before, after;         ///< seconds to the neighbours, > 0 where they exist
    double previous, value, next; ///< values
} fbx_key_surroundings;

/// Value per second on either side of a key.
typedef struct fbx_key_slopes {
    double left, right;
} fbx_key_slopes;

/// Whether the segment that begins at a key is cubic.
int sinew__fbx_key_is_cubic(const fbx_key *key);

/// Whether the key's own weight counts: in a TCB or flat one it does not, while that of the next key's left side does.
int sinew__fbx_key_has_right_weight(const fbx_key *key);

/// Slopes of any key: of a linear or constant one, those that a cubic neighbour sees.
fbx_key_slopes sinew__fbx_solve_slopes(const fbx_key_surroundings *at);

#endif
