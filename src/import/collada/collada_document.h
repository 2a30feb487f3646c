/// What a Collada document says about nodes and their animation, as written: transforms, sources of numbers, samplers,
/// channels and animation clips.
#ifndef SINEW_IMPORT_COLLADA_COLLADA_DOCUMENT_H
#define SINEW_IMPORT_COLLADA_COLLADA_DOCUMENT_H

#include "import/collada/xml_tags.h"
#include "import/import_pass.h"

enum { COLLADA_MATRIX_SIZE = 16 };

typedef enum collada_transform_kind {
    COLLADA_TRANSLATE,
    COLLADA_ROTATE, ///< about an axis, by an angle in degrees
    COLLADA_SCALE,
    COLLADA_MATRIX, ///< rows first
    COLLADA_LOOKAT, ///< the eye, a point, up
} collada_transform_kind;

/// One transform of a node. A node applies its last one first.
typedef struct collada_transform {
    collada_transform_kind kind;
    const char *sid;
    double values[COLLADA_MATRIX_SIZE];
    int32_t node;
    int32_t next;           ///< of the same node, or SINEW_NONE
    uint32_t animated;      ///< a bit for each value that a channel animates
    int is_played_in_parts; ///< of a matrix: by single numbers, or with cubic keys
} collada_transform;

typedef struct collada_node {
    const char *id, *name; ///< the name that Assimp gives the node
    int32_t first, last;   ///< of its transforms, or SINEW_NONE
    int is_animated;
} collada_node;

/// The array of a source.
typedef struct collada_source {
    const char *text; ///< [size]
    size_t size;
    size_t offset, stride;
    double *numbers; ///< [number_count] once read; words that are no numbers are NaN
    uint8_t *words;  ///< [number_count] collada_interpolation, once read
    size_t number_count;
} collada_source;

typedef enum collada_interpolation {
    COLLADA_LINEAR,
    COLLADA_STEP,
    COLLADA_BEZIER,
    COLLADA_HERMITE,
    COLLADA_OTHER_INTERPOLATION, ///< CARDINAL, BSPLINE or a program's own
} collada_interpolation;

typedef enum collada_input {
    COLLADA_INPUT,
    COLLADA_OUTPUT,
    COLLADA_INTERPOLATION,
    COLLADA_IN_TANGENT,
    COLLADA_OUT_TANGENT,
    COLLADA_INPUT_COUNT,
} collada_input;

/// A key of a sampler in the order of time.
typedef struct collada_key {
    int64_t ticks;
    size_t place; ///< in the sampler's sources
    uint8_t interpolation;
} collada_key;

typedef struct collada_sampler {
    const char *inputs[COLLADA_INPUT_COUNT]; ///< identifiers of sources; "": none
    collada_source *sources[COLLADA_INPUT_COUNT];
    collada_key *keys; ///< [key_count] once ordered
    size_t key_count;
    int is_ordered;
} collada_sampler;

typedef struct collada_channel {
    const char *sampler, *target;
    int32_t sampler_index; ///< or SINEW_NONE
    int32_t animation;
    int32_t transform; ///< or SINEW_NONE: it animates no transform of a node
    int32_t first;     ///< of the transform's values
    int32_t count;
} collada_channel;

typedef struct collada_animation {
    const char *id;
    int32_t parent; ///< or SINEW_NONE
    uint32_t clip;  ///< the last one that plays it, from 1
} collada_animation;

typedef struct collada_clip {
    const char *name;
    double start, end;           ///< seconds; NaN: not stated
    int32_t first_use, last_use; ///< in `uses`
} collada_clip;

typedef struct collada_document {
    collada_source *sources;
    collada_sampler *samplers;
    collada_channel *channels;
    collada_animation *animations;
    collada_clip *clips;
    const char **uses; ///< identifiers of the animations of clips
    collada_node *nodes;
    collada_transform *transforms;
    int32_t source_count, sampler_count, channel_count, animation_count, clip_count, use_count, node_count,
        transform_count;
    name_table source_ids, animation_ids, node_ids; ///< → index
    name_table sampler_ids;                         ///< "animation id" → index
} collada_document;

/// Reads the libraries of animations and of their clips into pass->collada. `document` stays in the arena unchanged but
/// for its tags. Returns 0 when out of memory.
int sinew__collada_read_animations(import_pass *pass, const collada_text *document);

/// Reads the nodes, which have the names that Assimp will give them, and removes each <skew>, on which Assimp fails an
/// assertion, with a warning. Returns 0 when out of memory.
int sinew__collada_read_nodes(import_pass *pass, collada_text *document);

/// The numbers of a source, and its words as kinds of interpolation. Return 0 when out of memory.
int sinew__collada_read_numbers(import_pass *pass, collada_source *source);
int sinew__collada_read_words(import_pass *pass, collada_source *source);

#endif
