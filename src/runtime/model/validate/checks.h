/// The parts of validation: the table of rules, checks of single sections, checks of all values, of ownership and of a
/// whole block, and the view of a block.
#ifndef SINEW_RUNTIME_MODEL_VALIDATE_CHECKS_H
#define SINEW_RUNTIME_MODEL_VALIDATE_CHECKS_H

#include "core/base/error.h"
#include "runtime/model/baked_clips.h"
#include "runtime/model/block.h"
#include "runtime/model/validate/validation.h"
#include "sinew/model.h"

// ---- rules ---------------------------------------------------------------------------------------------------------
// The valid values and the owners of each section, in one table that drives the validation. A section without an entry
// would not be checked, so that a test requires an entry for every section of block.h and for every word of its items.

/// The valid values of the words (32 bits each) of a field.
typedef enum sinew__number_kind {
    SINEW__NUMBER_ANY,   ///< any value: hashes, ticks, reserved words, and values that `fits` or `division` limits
    SINEW__NUMBER_BITS,  ///< flags, only the bits of `argument`
    SINEW__NUMBER_BELOW, ///< less than `argument`: enums, or booleans (2)
    SINEW__NUMBER_COUNT, ///< 0 … 2³¹ − 1
    SINEW__NUMBER_TEXT,  ///< a sinew_text_ref
    SINEW__NUMBER_NAME,  ///< text of at most SINEW__LONGEST_NAME bytes
    SINEW__NUMBER_INDEX, ///< an item of the section `argument`
    SINEW__NUMBER_INDEX_OR_NONE, ///< an index, or SINEW_NONE
    SINEW__NUMBER_FLOAT,         ///< finite
    SINEW__NUMBER_DOUBLE,        ///< finite; two words
    SINEW__NUMBER_THIS_MESH,     ///< the mesh that owns the item
    SINEW__NUMBER_MESH_VERTEX,   ///< a vertex of the mesh that owns the item, counted from its first
    SINEW__NUMBER_MESH_BINDING,  ///< a palette entry of the mesh that owns the item, counted over the model
    SINEW__NUMBER_CLIP_LAYER,    ///< a layer of the clip that owns the item, counted over the model
} sinew__number_kind;

/// Consecutive words of an item under one rule.
typedef struct sinew__number_rule {
    uint16_t first_word, word_count;
    sinew__number_kind kind;
    uint32_t argument;
} sinew__number_rule;

/// A range of items with one owner.
typedef struct sinew__share {
    int64_t first, count;
} sinew__share;

/// How the items of a section are divided among their owners. The ranges are always consecutive and cover the section.
typedef enum sinew__division {
    SINEW__DIVISION_MODEL,  ///< the model owns all
    SINEW__DIVISION_SHARES, ///< item i of `owner` owns `share_of(model, i)`
    /// `owner` is an array of uint32_t with one extra element: item i owns [start[i], start[i + 1])
    SINEW__DIVISION_STARTS,
    SINEW__DIVISION_CHECK, ///< the function `is_divided` checks the division
} sinew__division;

/// The rules of one section. Owners come before the sections that they own, in the order of sinew__section.
typedef struct sinew__section_rules {
    const sinew__number_rule *numbers;
    int number_count;
    int64_t most_items; ///< largest number of items; 0: 2³¹ − 1
    sinew__division division;
    sinew__section owner;
    sinew__share (*share_of)(const sinew_model *model, int32_t owner);
    int (*is_divided)(const sinew_model *model);
    /// Checks relations between values, such as order, unit length and sums. Sets *out_item to the first invalid item.
    /// May be NULL.
    int (*fits)(const sinew_model *model, int64_t *out_item);
} sinew__section_rules;

/// Indexed by sinew__section.
extern const sinew__section_rules sinew__block_rules[SINEW__SECTION_ALL];

/// Returns the number of a section's items that have owners. An array of starts (SINEW__DIVISION_STARTS) stores one
/// item more.
int64_t sinew__section_total(const sinew_model *model, sinew__section section);

/// Returns the first item of a section, or NULL if it is absent.
const void *sinew__section_of(const sinew_model *model, sinew__section section);

// ---- sections ------------------------------------------------------------------------------------------------------
// Checks of relations between the values of one section, such as order, unit length and sums. The table of
// block_rules.c refers to them; they run after the ownership and the single values of the section have been checked.

/// Largest number of deformers per mesh, because skinning iterates over them for each vertex.
enum { SINEW__MAX_DEFORMERS = 64 };

/// Largest number of joints per model.
enum { SINEW__MAX_JOINTS = 65535 };

// Each function returns whether its section is valid; if not, it sets *out_item to the first invalid item.
int sinew__info_fits(const sinew_model *model, int64_t *out_item);
int sinew__text_fits_together(const sinew_model *model, int64_t *out_item);
int sinew__joints_fit(const sinew_model *model, int64_t *out_item);
int sinew__authored_order_fits(const sinew_model *model, int64_t *out_item);
int sinew__nodes_fit(const sinew_model *model, int64_t *out_item);
int sinew__meshes_fit(const sinew_model *model, int64_t *out_item);
int sinew__submeshes_fit(const sinew_model *model, int64_t *out_item);
int sinew__influence_starts_fit(const sinew_model *model, int64_t *out_item);
int sinew__corners_fit(const sinew_model *model, int64_t *out_item);
int sinew__skin_joints_fit(const sinew_model *model, int64_t *out_item);
int sinew__deformers_fit(const sinew_model *model, int64_t *out_item);
int sinew__shapes_fit(const sinew_model *model, int64_t *out_item);
int sinew__clips_fit(const sinew_model *model, int64_t *out_item);
int sinew__channels_fit(const sinew_model *model, int64_t *out_item);
int sinew__curves_fit(const sinew_model *model, int64_t *out_item);
int sinew__curve_keys_fit(const sinew_model *model, int64_t *out_item);
int sinew__tracks_fit(const sinew_model *model, int64_t *out_item);
int sinew__track_keys_fit(const sinew_model *model, int64_t *out_item);
int sinew__key_times_fit(const sinew_model *model, int64_t *out_item);
int sinew__events_fit(const sinew_model *model, int64_t *out_item);
int sinew__cameras_fit(const sinew_model *model, int64_t *out_item);
int sinew__baked_clips_fit(const sinew_model *model, int64_t *out_item);
int sinew__clip_skeleton_fits(const sinew_model *model, int64_t *out_item);
int sinew__texture_mappings_fit(const sinew_model *model, int64_t *out_item);
int sinew__caches_fit(const sinew_model *model, int64_t *out_item);
int sinew__cache_times_fit(const sinew_model *model, int64_t *out_item);
int sinew__cache_leaders_fit(const sinew_model *model, int64_t *out_item);
int sinew__vertex_block_starts_fit(const sinew_model *model, int64_t *out_item);
int sinew__vertex_block_joints_fit(const sinew_model *model, int64_t *out_item);
int sinew__document_fits(const sinew_model *model, int64_t *out_item);

/// Whether a baked clip, whose arrays start at byte `begin` of its section, is valid.
int sinew__baked_clip_fits(const sinew_model *model, const sinew__baked_clip *clip, uint64_t begin);

// Each function returns whether every item of its section has exactly one owner, for sections whose owners refer to
// single items.
int sinew__stacks_are_divided(const sinew_model *model);
int sinew__blend_weights_are_divided(const sinew_model *model);
int sinew__curves_are_divided(const sinew_model *model);

// ---- numbers -------------------------------------------------------------------------------------------------------
// Checks of every value of a section by the rules of the table, several items at a time.

/// Checks the values of a section. SINEW_ERROR_DAMAGED names the first invalid item. The ownership of the section and
/// of its owners must have been checked before.
SINEW_NODISCARD sinew_result sinew__check_numbers(sinew__validation *validation, sinew__section section);

/// Checks that the ranges of a section's owners are consecutive and cover it, else fails with SINEW_ERROR_DAMAGED. The
/// values of the owners must have been checked before.
SINEW_NODISCARD sinew_result sinew__check_shares(sinew__validation *validation, sinew__section section);

/// Returns the number of stored items of a section; for an array of starts, sinew__section_total + 1.
int64_t sinew__section_items_of(const sinew_model *model, sinew__section section);

// ---- a block -------------------------------------------------------------------------------------------------------
// The validation of a whole block. All other code trusts a validated block.

/// Checks the values and the ownership of every section. SINEW_ERROR_DAMAGED names the first error, SINEW_ERROR_LIMIT
/// and SINEW_ERROR_TIMED_OUT the exceeded limit. `limits` may be NULL. `out_work` receives the number of bytes read; it
/// may be NULL.
SINEW_NODISCARD sinew_result sinew__validate(const sinew_model *model, const sinew__validation_limits *limits,
                                             uint64_t *out_work, sinew_error *error);

// ---- the view of a block -------------------------------------------------------------------------------------------
// Sets the pointers of a model into a block. The contents of its sections are not checked.

/// Checks the layout of a block and sets the model's pointers and counts from it. SINEW_ERROR_UNSUPPORTED: the block
/// has another version; SINEW_ERROR_NOT_A_MODEL: another kind.
SINEW_NODISCARD sinew_result sinew__view_block(const void *block, size_t size, sinew__block_kind kind,
                                               sinew_model *out_model, sinew_error *error);

#endif
