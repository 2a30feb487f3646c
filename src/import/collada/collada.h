/// Declarations shared by the Collada stages: tags of the file, the document read from them, its curves, and the
/// transforms of its nodes.
#ifndef SINEW_IMPORT_COLLADA_COLLADA_H
#define SINEW_IMPORT_COLLADA_COLLADA_H

#include <stddef.h>

#include "core/base/arena.h"
#include "import/import_pass.h"

// ---- tags ----------------------------------------------------------------------------------------------------------
// Reads the tags of an XML text one after another, and edits the text before an importer reads it.

/// A tag `<name …>`, `</name>` or `<name …/>`. The name points into the text, without a namespace prefix.
typedef struct xml_tag {
    size_t begin, end; ///< from '<' to after '>'
    const char *name;
    size_t name_length;
    int closes;   ///< `</name>`
    int is_empty; ///< `<name …/>`
} xml_tag;

/// The XML of a file, in the pass's arena while it is rewritten.
typedef struct collada_text {
    char *text; ///< the text; for a file that is only read, the pass's bytes
    size_t size;
} collada_text;

/// Returns the current bytes of the pass.
static inline collada_text sinew__xml_of_pass(const import_pass *pass)
{
    return (collada_text){(char *)(uintptr_t)pass->bytes, pass->size};
}

/// Finds the first tag at or after *at, and moves *at past it; skips comments, CDATA sections and declarations. Returns
/// 0 at the end of the text or at an incomplete tag.
int sinew__xml_next_tag(const collada_text *document, size_t *at, xml_tag *out);
int sinew__xml_tag_is(const xml_tag *tag, const char *name);

/// Returns the text between a tag and the next tag, without white space around it.
const char *sinew__xml_text_after(const collada_text *document, const xml_tag *tag, size_t *out_length);

/// Returns the value of an attribute, not terminated; NULL, with the length 0, if the tag does not have it.
const char *sinew__xml_attribute(const collada_text *document, const xml_tag *tag, const char *name,
                                 size_t *out_length);

/// Returns a copy of an attribute's value, in the arena and without '#', as in references; "" if the tag does not have
/// it. NULL when out of memory.
const char *sinew__xml_reference(sinew__arena *arena, const collada_text *document, const xml_tag *tag,
                                 const char *name);

/// An edit: a range of the text and its replacement.
typedef struct text_edit {
    size_t at, removed;
    const char *inserted;
} text_edit;

/// Edits of one text; their ranges do not overlap.
typedef struct text_edits {
    text_edit *items;
    size_t count, capacity;
} text_edits;

/// Adds an edit to a list. Returns 0 when out of memory.
int sinew__text_edit_add(sinew__arena *arena, text_edits *list, text_edit edit);

/// Sorts the edits by their positions.
void sinew__text_edits_sort(text_edits *list);

/// Applies sorted edits to the text, which is replaced. Returns 0 when out of memory.
int sinew__text_edits_apply(sinew__arena *arena, collada_text *document, const text_edits *list);

// ---- the document --------------------------------------------------------------------------------------------------
// The nodes of a Collada document and their animation, as written: transforms, sources of numbers, samplers, channels
// and animation clips.

enum { COLLADA_MATRIX_SIZE = 16 };

typedef enum collada_transform_kind {
    COLLADA_TRANSLATE,
    COLLADA_ROTATE, ///< about an axis, by an angle in degrees
    COLLADA_SCALE,
    COLLADA_MATRIX, ///< row by row
    COLLADA_LOOKAT, ///< eye, target point, up direction
} collada_transform_kind;

/// A transform of a node. A node applies its last transform first.
typedef struct collada_transform {
    collada_transform_kind kind;
    const char *sid;
    double values[COLLADA_MATRIX_SIZE];
    int32_t node;
    int32_t next;           ///< next transform of the node, or SINEW_NONE
    uint32_t animated;      ///< a bit for each value that a channel animates
    int is_played_in_parts; ///< for a matrix: whether it is animated by single numbers or with cubic keys
} collada_transform;

typedef struct collada_node {
    const char *id, *name; ///< `name` is the name that Assimp gives the node
    int32_t first, last;   ///< first and last of its transforms, or SINEW_NONE
    int is_animated;
} collada_node;

/// The array of a source.
typedef struct collada_source {
    const char *text; ///< [size]
    size_t size;
    size_t offset, stride;
    double *numbers; ///< [number_count] NULL until read; words that are not numbers are NaN
    uint8_t *words;  ///< [number_count] collada_interpolation; NULL until read
    size_t number_count;
} collada_source;

typedef enum collada_interpolation {
    COLLADA_LINEAR,
    COLLADA_STEP,
    COLLADA_BEZIER,
    COLLADA_HERMITE,
    COLLADA_OTHER_INTERPOLATION, ///< CARDINAL, BSPLINE or an interpolation of one program
} collada_interpolation;

typedef enum collada_input {
    COLLADA_INPUT,
    COLLADA_OUTPUT,
    COLLADA_INTERPOLATION,
    COLLADA_IN_TANGENT,
    COLLADA_OUT_TANGENT,
    COLLADA_INPUT_COUNT,
} collada_input;

/// A key of a sampler, sorted by time.
typedef struct collada_key {
    int64_t ticks;
    size_t place; ///< index in the sampler's sources
    uint8_t interpolation;
} collada_key;

typedef struct collada_sampler {
    const char *inputs[COLLADA_INPUT_COUNT]; ///< ids of sources; "": none
    collada_source *sources[COLLADA_INPUT_COUNT];
    collada_key *keys; ///< [key_count] NULL until ordered
    size_t key_count;
    int is_ordered;
} collada_sampler;

typedef struct collada_channel {
    const char *sampler, *target;
    int32_t sampler_index; ///< index of the sampler, or SINEW_NONE
    int32_t animation;
    int32_t transform; ///< index, or SINEW_NONE if the target is not a transform of a node
    int32_t first;     ///< first of the transform's values that are animated
    int32_t count;
} collada_channel;

typedef struct collada_animation {
    const char *id;
    int32_t parent; ///< index of the animation around it, or SINEW_NONE
    uint32_t clip;  ///< the last clip that plays the animation, counted from 1
} collada_animation;

typedef struct collada_clip {
    const char *name;
    double start, end;           ///< seconds; NaN: not stated
    int32_t first_use, last_use; ///< range in `uses`
} collada_clip;

typedef struct collada_document {
    collada_source *sources;
    collada_sampler *samplers;
    collada_channel *channels;
    collada_animation *animations;
    collada_clip *clips;
    const char **uses; ///< ids of the animations that clips play
    collada_node *nodes;
    collada_transform *transforms;
    int32_t source_count, sampler_count, channel_count, animation_count, clip_count, use_count, node_count,
        transform_count;
    name_table source_ids, animation_ids, node_ids; ///< id → index
    name_table sampler_ids;                         ///< "animation id" → index
} collada_document;

/// Reads the libraries of animations and of animation clips into pass->collada. Keeps pointers into `document`, which
/// must stay in the arena; only its tags may change. Returns 0 when out of memory.
int sinew__collada_read_animations(import_pass *pass, const collada_text *document);

/// Reads the nodes, with the names that Assimp will give them. Removes each <skew> with a warning, because it fails an
/// assertion in Assimp. Returns 0 when out of memory.
int sinew__collada_read_nodes(import_pass *pass, collada_text *document);

/// Read the numbers of a source, or its words as kinds of interpolation. Return 0 when out of memory.
int sinew__collada_read_numbers(import_pass *pass, collada_source *source);
int sinew__collada_read_words(import_pass *pass, collada_source *source);

// ---- curves --------------------------------------------------------------------------------------------------------
// Converts samplers of a Collada document to curves: the interpolation of each key and its tangents, as in "Curve
// interpolation" of the COLLADA 1.4.1 specification, chapter 4.

/// Ticks per second of a raw model that does not state them.
#define COLLADA_TICKS INT64_C(46186158000)

/// Sorts the keys of a sampler by time. Keys without a value or a time are dropped; keys whose interpolation sinew does
/// not know become linear. Warns about such keys of `node`, once per sampler. Returns 0 when out of memory.
int sinew__collada_order_keys(import_pass *pass, collada_sampler *sampler, const char *node);

/// Returns a component of a key's value; 0 ≤ component < sinew__collada_width.
double sinew__collada_key_value(const collada_sampler *sampler, const collada_key *key, size_t component);

/// Returns the number of components of a sampler's values. The keys must be ordered.
size_t sinew__collada_width(const collada_sampler *sampler);

/// Makes a curve of one component: value · scale + offset. *out stays NULL if there are no keys. The keys must be
/// ordered. Returns 0 when out of memory.
int sinew__collada_curve(import_pass *pass, const collada_sampler *sampler, size_t component, double scale,
                         double offset, const sinew_raw_curve **out);

// ---- transforms of nodes -------------------------------------------------------------------------------------------
// Converts the transforms of a Collada node to a transform stack.

/// The stack of a node, and the transforms that animate it.
typedef struct collada_stack {
    sinew_transform_stack stack;
    double shift[3];          ///< added to the values of `translate`
    int32_t translate, scale; ///< indices of transforms, or SINEW_NONE
    int32_t rotate[3];        ///< rotations about x, y and z, or SINEW_NONE
    double sign[3];           ///< signs of the rotations' angles
} collada_stack;

/// Finds the stack of a node; `list` is the node's transforms in order. Returns 0 if the animated transforms are not a
/// translation, rotations and a scale, in this order, or if the fixed transforms before and after them are not
/// translations, or the ones between them are not rigid.
int sinew__collada_find_stack(const collada_document *document, const int32_t *list, size_t count, collada_stack *out);

/// Returns the product of the transforms [from, to) of a list at rest.
sinew_affine sinew__collada_product(const collada_document *document, const int32_t *list, size_t from, size_t to);

typedef struct collada_sample_key {
    int64_t ticks;
    sinew_transform transform;
} collada_sample_key;

typedef struct collada_samples {
    collada_sample_key *keys; ///< [count] at strictly increasing times
    size_t count, capacity;
    int is_stepped; ///< whether each key holds until the next; otherwise values between keys are linear, and a step
                    ///< takes one tick
    double largest_shear; ///< largest shear that was left out, see sinew__transform_from_affine
} collada_samples;

/// The transforms of a node, and the curves of their values.
typedef struct collada_moving {
    const collada_document *document;
    const int32_t *list; ///< [list_count] transforms
    size_t list_count;
    const sinew_raw_curve **curves; ///< [COLLADA_MATRIX_SIZE × list_count] NULL: not animated
} collada_moving;

/// Samples before · matrix · behind at each key of a sampler of matrices. Returns 0 when out of memory.
int sinew__collada_sample_matrices(import_pass *pass, const struct collada_sampler *sampler, const sinew_affine *before,
                                   const sinew_affine *behind, collada_samples *out);

/// Samples the product of the transforms at each key of their curves, and between keys where lines differ from the
/// product by more than 1e-5. Returns 0 when out of memory.
int sinew__collada_sample(import_pass *pass, const collada_moving *moving, collada_samples *out);

/// Returns one part of the samples as keys, in seconds on the file's timeline; NULL when out of memory.
sinew_track_key *sinew__collada_sample_keys(import_pass *pass, const collada_samples *samples, sinew_track_path path);

// ---- references between elements -----------------------------------------------------------------------------------
// Checks the references of a Collada document, and makes the names of its nodes unique.

/// Warns of instances of missing elements and of geometries that are not meshes. Removes instances of elements in other
/// files, because Assimp rejects documents with them. SINEW_ERROR_DAMAGED, with the reason, if no visual scene is
/// shown.
SINEW_NODISCARD sinew_result sinew__collada_check_references(import_pass *pass, collada_text *document,
                                                             sinew_error *out_error);

/// Warns if the document in pass->bytes gave a model without meshes and clips, and names the contents of the document.
void sinew__collada_warn_of_nothing(import_pass *pass);

/// Makes the names of nodes unique. A node without a name gets its id as its name, because Assimp would make up another
/// name for each reference. If names or scoped ids (sid) repeat, repeated names get numbers (see name_table.h). The
/// sids in a skin's list of joints are then replaced by ids of nodes: a sid means the node below the skeletons of the
/// skin's instances. Names of joints with blanks become one word. Returns 0 when out of memory.
int sinew__collada_number_nodes(import_pass *pass, collada_text *document);

#endif
