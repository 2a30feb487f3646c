/// Animation as a document stores it: stacks (takes), their layers, curve nodes and curves. Nothing is evaluated here.
///
///   stack ← layer ← curve node → property of a model, deformer or layer
///                   curve node ← curve, on "d|X", "d|Y", "d|Z", …
///
/// An arrow points from the source of a connection to its target; see sinew__fbx_sources and sinew__fbx_targets.
#ifndef SINEW_FBX_FBX_ANIMATION_H
#define SINEW_FBX_FBX_ANIMATION_H

#include "fbx/fbx_document.h"

/// An animation stack; users call it take or clip. Times are in ticks.
typedef struct fbx_stack {
    const fbx_object *object;
    const char *name;
    int64_t start, stop;                     ///< the range that the animator marked
    int64_t reference_start, reference_stop; ///< both are 0 if the file states none
    uint32_t has_span;                       ///< whether start and stop come from the file; 0: use the range of the
                                             ///< keys
    uint32_t is_current;                     ///< whether the file calls it the current stack
} fbx_stack;

/// Reads all stacks in the order of the file; *out_stacks belongs to the document.
SINEW_NODISCARD sinew_result sinew__fbx_read_stacks(fbx_document *document, const fbx_stack **out_stacks,
                                                    size_t *out_count, sinew_error *out_error);

/// A key as stored. `data` describes the segment that begins at the key. With FBX_KEY_USER, it has the right slope and
/// the next key's left slope, in value units per second; with FBX_KEY_AUTO, the right bias and the next key's left
/// bias; with FBX_KEY_TCB, tension, continuity and bias. The weights belong to the same two ends of the segment; a
/// weight whose flag is not set is 1/3.
typedef struct fbx_key {
    int64_t time; ///< ticks
    double value;
    uint32_t flags;
    float data[3];
    float right_weight, next_left_weight; ///< fractions of the segment's duration
} fbx_key;

typedef struct fbx_curve {
    const fbx_object *object;
    const fbx_key *keys; ///< [key_count] in the order of the file
    size_t key_count;
    fbx_extrapolation pre, post;
    int32_t pre_count, post_count; ///< number of repetitions; negative: endless
} fbx_curve;

/// Reads one curve into `arena`. SINEW_ERROR_DAMAGED, with the name of the object, if the numbers of times and values
/// differ. Missing numbers of attributes are 0; keys without attributes are linear.
SINEW_NODISCARD sinew_result sinew__fbx_read_curve(const fbx_document *document, sinew__arena *arena,
                                                   const fbx_object *object, fbx_curve *out_curve,
                                                   sinew_error *out_error);

#endif
