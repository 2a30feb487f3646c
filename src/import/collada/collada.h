/// The shared parts of the Collada stages: the tags of a file, the document that is read from them, its curves, and the
/// transforms of its nodes.
#ifndef SINEW_IMPORT_COLLADA_COLLADA_H
#define SINEW_IMPORT_COLLADA_COLLADA_H

#include <stddef.h>

#include "core/base/arena.h"
#include "import/import_pass.h"

// ---- tags ----------------------------------------------------------------------------------------------------------
// The tags of an XML text, one after another, for documents that are rewritten before an importer reads them.

/// `<name …>`, `</name>` or `<name …/>`. The name points into the text, without a namespace prefix.
typedef struct xml_tag {
    size_t begin, end; ///< from '<' to behind '>'
    const char *name;
    size_t name_length;
    int closes;   ///< `</name>`
    int is_empty; ///< `<name …/>`
} xml_tag;

/// The XML of a file; a document while it is rewritten, in the pass's arena.
typedef struct collada_text {
    char *text; ///< of a file that is only read, the pass's bytes
    size_t size;
} collada_text;

/// The bytes of the pass as they are now.
static inline collada_text sinew__xml_of_pass(const import_pass *pass)
{
    return (collada_text){(char *)(uintptr_t)pass->bytes, pass->size};
}

/// Finds the first tag at or after *at, and moves *at behind it; comments, CDATA sections and declarations are skipped.
/// Returns 0 at the end of the text, which includes an incomplete tag.
int sinew__xml_next_tag(const collada_text *document, size_t *at, xml_tag *out);
int sinew__xml_tag_is(const xml_tag *tag, const char *name);

/// The text between a tag and the next one, without white space around it.
const char *sinew__xml_text_after(const collada_text *document, const xml_tag *tag, size_t *out_length);

/// Finds an attribute of a tag. Returns its value, which is not terminated, or NULL and the length 0.
const char *sinew__xml_attribute(const collada_text *document, const xml_tag *tag, const char *name,
                                 size_t *out_length);

/// A copy in the arena of an attribute's value without '#', as in references; "" without the attribute, NULL when out
/// of memory.
const char *sinew__xml_reference(sinew__arena *arena, const collada_text *document, const xml_tag *tag,
                                 const char *name);

/// A range of the text and what replaces it.
typedef struct text_edit {
    size_t at, removed;
    const char *inserted;
} text_edit;

/// Edits of one text; their ranges do not overlap.
typedef struct text_edits {
    text_edit *items;
    size_t count, capacity;
} text_edits;

/// Returns 0 when out of memory.
int sinew__text_edit_add(sinew__arena *arena, text_edits *list, text_edit edit);

/// Sorts the edits by their positions.
void sinew__text_edits_sort(text_edits *list);

/// Replaces the text by one with all edits, which are sorted. Returns 0 when out of memory.
int sinew__text_edits_apply(sinew__arena *arena, collada_text *document, const text_edits *list);

// ---- the document --------------------------------------------------------------------------------------------------
// The nodes of a Collada document and their animation, as written: transforms, sources of numbers, samplers,
// channels and animation clips.

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
    double *numbers; ///< [number_count] once read; words that are not numbers are NaN
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

/// Reads the nodes, with the names that Assimp will give them, and removes each <skew>, which fails an assertion in
/// Assimp, with a warning. Returns 0 when out of memory.
int sinew__collada_read_nodes(import_pass *pass, collada_text *document);

/// The numbers of a source, and its words as kinds of interpolation. Return 0 when out of memory.
int sinew__collada_read_numbers(import_pass *pass, collada_source *source);
int sinew__collada_read_words(import_pass *pass, collada_source *source);

// ---- curves --------------------------------------------------------------------------------------------------------
// Samplers of a Collada document as curves: the interpolation of each key and its tangents, as in "Curve
// interpolation" of the COLLADA 1.4.1 specification, chapter 4.

/// Ticks of a raw model that states none.
#define COLLADA_TICKS INT64_C(46186158000)

/// Orders the keys of a sampler by time. Keys without a value or a time are dropped, keys without an interpolation of
/// their own that sinew knows are linear; warnings about `node` say so, once for each sampler. Returns 0 when out of
/// memory.
int sinew__collada_order_keys(import_pass *pass, collada_sampler *sampler, const char *node);

/// The value of a key; 0 ≤ component < the stride of the sampler's output.
double sinew__collada_key_value(const collada_sampler *sampler, const collada_key *key, size_t component);

/// Numbers in a value of a sampler with ordered keys.
size_t sinew__collada_width(const collada_sampler *sampler);

/// Makes a curve of one component: value · scale + offset. *out stays NULL without keys. The keys are ordered. Returns
/// 0 when out of memory.
int sinew__collada_curve(import_pass *pass, const collada_sampler *sampler, size_t component, double scale,
                         double offset, const sinew_raw_curve **out);

// ---- transforms of nodes -------------------------------------------------------------------------------------------
// The transforms of a Collada node as a transform stack.

/// The stack of a node and which transforms animate it.
typedef struct collada_stack {
    sinew_transform_stack stack;
    double shift[3];          ///< added to the values of `translate`
    int32_t translate, scale; ///< transforms, or SINEW_NONE
    int32_t rotate[3];        ///< about x, y and z, or SINEW_NONE
    double sign[3];           ///< of their angles
} collada_stack;

/// Whether the animated transforms are T · C · R · C · S · C with rigid C; see collada_clips.c. `list` has the node's
/// transforms in their order.
int sinew__collada_find_stack(const collada_document *document, const int32_t *list, size_t count, collada_stack *out);

/// The product of the transforms [from, to) of a list at rest.
sinew_affine sinew__collada_product(const collada_document *document, const int32_t *list, size_t from, size_t to);

typedef struct collada_sample_key {
    int64_t ticks;
    sinew_transform transform;
} collada_sample_key;

typedef struct collada_samples {
    collada_sample_key *keys; ///< [count] times strictly increasing
    size_t count, capacity;
    int is_stepped; ///< each key holds until the next; else values between keys are linear, and a step takes a tick
    double largest_shear; ///< that was left out; see sinew__transform_from_affine
} collada_samples;

/// The transforms of a node and the curves of their values; NULL if a value is not animated.
typedef struct collada_moving {
    const collada_document *document;
    const int32_t *list; ///< [list_count] transforms
    size_t list_count;
    const sinew_raw_curve **curves; ///< [COLLADA_MATRIX_SIZE × list_count]
} collada_moving;

/// before · matrix · behind at each key of a sampler of matrices. Return 0 when out of memory.
int sinew__collada_sample_matrices(import_pass *pass, const struct collada_sampler *sampler, const sinew_affine *before,
                                   const sinew_affine *behind, collada_samples *out);

/// The product of the transforms at each key of their curves, and between them where lines differ from it by more than
/// 1e-5.
int sinew__collada_sample(import_pass *pass, const collada_moving *moving, collada_samples *out);

/// One part of the samples, in seconds on the file's timeline; NULL when out of memory.
sinew_track_key *sinew__collada_sample_keys(import_pass *pass, const collada_samples *samples, sinew_track_path path);

// ---- references between elements -----------------------------------------------------------------------------------
// The references of a Collada document: names of nodes become unique, and targets of references are looked for.

/// Warns of instances of missing elements, and of geometries that are not meshes. Removes instances of other files, for
/// which Assimp refuses the document. SINEW_ERROR_DAMAGED: no visual scene is shown; the message says why.
SINEW_NODISCARD sinew_result sinew__collada_check_references(import_pass *pass, collada_text *document,
                                                             sinew_error *out_error);

/// Warns if the document in pass->bytes gave a model without meshes and clips, and names its content.
void sinew__collada_warn_of_nothing(import_pass *pass);

/// Nodes without a name get their identifier as one: Assimp would give them another name each time that it refers to
/// them. If names or scoped identifiers of nodes repeat: numbers repeated names (see name_table.h), and replaces
/// the scoped identifiers of a skin's joints by the identifiers of the nodes that they mean below the skeletons of its
/// instances. Names of joints that have blanks become one word. Returns 0 when out of memory.
int sinew__collada_number_nodes(import_pass *pass, collada_text *document);

#endif
