/// What validation checks: the rules of numbers, sections one by one, all numbers, a whole block, and the view of a
/// block that is valid.
#ifndef SINEW_RUNTIME_MODEL_VALIDATE_CHECKS_H
#define SINEW_RUNTIME_MODEL_VALIDATE_CHECKS_H

#include "core/base/error.h"
#include "runtime/model/baked_clips.h"
#include "runtime/model/block.h"
#include "runtime/model/validate/validation.h"
#include "sinew/model.h"

// ---- rules ---------------------------------------------------------------------------------------------------------
// The valid values and the owners of each section of a block, as one table that drives the validation.
//
// A section without an entry would not be checked, so a test requires one for every section of block.h and for every
// word of its items.

/// The valid values of the words (32 bits each) of a field.
typedef enum sinew__number_kind {
    SINEW__NUMBER_ANY,           ///< hashes, ticks, reserved words, and values that `fits` or the ownership checks
    SINEW__NUMBER_BITS,          ///< flags, only the bits of `argument`
    SINEW__NUMBER_BELOW,         ///< less than `argument`: enums, or booleans (2)
    SINEW__NUMBER_COUNT,         ///< 0 … 2³¹ − 1
    SINEW__NUMBER_TEXT,          ///< a sinew_text_ref
    SINEW__NUMBER_NAME,          ///< text of at most SINEW__LONGEST_NAME bytes
    SINEW__NUMBER_INDEX,         ///< an item of the section `argument`
    SINEW__NUMBER_INDEX_OR_NONE, ///< an index, or SINEW_NONE
    SINEW__NUMBER_FLOAT,         ///< finite
    SINEW__NUMBER_DOUBLE,        ///< finite; two words
    SINEW__NUMBER_THIS_MESH,     ///< the mesh that owns the item
    SINEW__NUMBER_MESH_VERTEX,   ///< a vertex of that mesh, counted from its first
    SINEW__NUMBER_MESH_BINDING,  ///< a palette entry of that mesh, counted over the model
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
    SINEW__DIVISION_STARTS, ///< `owner` is an array of uint32_t with one more item: item i owns [start[i], start[i +
                            ///< 1])
    SINEW__DIVISION_CHECK,  ///< `is_divided` checks it
} sinew__division;

/// The rules of one section. In the order of sinew__section, owners come before the items that they own.
typedef struct sinew__section_rules {
    const sinew__number_rule *numbers;
    int number_count;
    int64_t most_items; ///< 0: 2³¹ − 1
    sinew__division division;
    sinew__section owner;
    sinew__share (*share_of)(const sinew_model *model, int32_t owner);
    int (*is_divided)(const sinew_model *model);
    /// Checks relations between values: order, unit length, sums. Sets *out_item to the first invalid item. May be
    /// NULL.
    int (*fits)(const sinew_model *model, int64_t *out_item);
} sinew__section_rules;

/// Indexed by sinew__section.
extern const sinew__section_rules sinew__block_rules[SINEW__SECTION_ALL];

/// Returns the number of items of a section that have owners: a section of starts stores one more.
int64_t sinew__section_total(const sinew_model *model, sinew__section section);

/// Returns the first item of a section, or NULL if it is absent.
const void *sinew__section_of(const sinew_model *model, sinew__section section);

// ---- sections ------------------------------------------------------------------------------------------------------
// Checks relations between the values of one section: order, unit length, sums. Called through the table of
// block_rules.c, after the ownership and the single values of the section have been checked.

/// Deformers per mesh. Skinning iterates over them for each vertex.
enum { SINEW__MAX_DEFORMERS = 64 };

/// Joints per model.
enum { SINEW__MAX_JOINTS = 65535 };

// Each returns whether the section is valid, else sets *out_item to the first invalid item.
int sinew__info_fits(const sinew_model *model, int64_t *out_item);
int sinew__text_fits_together(const sinew_model *model, int64_t *out_item);
int sinew__joints_fit(const sinew_model *model, int64_t *out_item);
int sinew__authored_order_fits(const sinew_model *model, int64_t *out_item);
int sinew__nodes_fit(const sinew_model *model, int64_t *out_item);
int sinew__meshes_fit(const sinew_model *model, int64_t *out_item);
int sinew__submeshes_fit(const sinew_model *model, int64_t *out_item);
int sinew__influence_starts_fit(const sinew_model *model, int64_t *out_item);
int sinew__corners_fit(const sinew_model *model, int64_t *out_item);
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

/// Returns whether the header of the section `baked` and a clip whose arrays start at byte `begin` are valid.
int sinew__baked_clip_fits(const sinew_model *model, const sinew__baked_clip *clip, uint64_t begin);

// Each returns whether every item of a section has exactly one owner, for owners that refer to single items.
int sinew__stacks_are_divided(const sinew_model *model);
int sinew__blend_weights_are_divided(const sinew_model *model);
int sinew__curves_are_divided(const sinew_model *model);

// ---- numbers -------------------------------------------------------------------------------------------------------
// Checks every value of a section by the rules of the table, several items at a time.

/// SINEW_ERROR_DAMAGED names the section and the first invalid item. Ownership of the section and of its owners must
/// have been checked.
SINEW_NODISCARD sinew_result sinew__check_numbers(sinew__validation *validation, sinew__section section);

/// SINEW_ERROR_DAMAGED names the section whose ranges are not consecutive or do not cover it. The values of its owners
/// must have been checked.
SINEW_NODISCARD sinew_result sinew__check_shares(sinew__validation *validation, sinew__section section);

/// Returns the number of stored items of a section: for starts, one more than sinew__section_total.
int64_t sinew__section_items_of(const sinew_model *model, sinew__section section);

// ---- a block -------------------------------------------------------------------------------------------------------
// The validator. All other code trusts a validated block.

/// Checks values and ownership of every section by those rules. SINEW_ERROR_DAMAGED names the first
/// error, SINEW_ERROR_LIMIT and SINEW_ERROR_TIMED_OUT the exceeded limit. `limits` may be NULL. out_work, which
/// receives the number of bytes read, may be NULL.
SINEW_NODISCARD sinew_result sinew__validate(const sinew_model *model, const sinew__validation_limits *limits,
                                             uint64_t *out_work, sinew_error *error);

// ---- the view of a block -------------------------------------------------------------------------------------------
// Views a block of bytes as a model whose sections are inside the block. Their contents are not checked.

/// Checks a block's layout and sets the model's pointers and counts from it. SINEW_ERROR_UNSUPPORTED: another version's
/// block; SINEW_ERROR_NOT_A_MODEL: of another kind.
SINEW_NODISCARD sinew_result sinew__view_block(const void *block, size_t size, sinew__block_kind kind,
                                               sinew_model *out_model, sinew_error *error);

#endif
