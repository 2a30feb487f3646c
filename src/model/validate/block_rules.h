/// What the numbers in each section of a block may be, and which items own it: one table, from which validation
/// follows.
///
/// A section without a row here would pass unchecked, so a test asks for every section of block.h, and for every word
/// of its items.
#ifndef SINEW_MODEL_VALIDATE_BLOCK_RULES_H
#define SINEW_MODEL_VALIDATE_BLOCK_RULES_H

#include "model/block.h"
#include "model/validate/validation.h"

/// What the words (32 bits each) of a field may be.
typedef enum sinew__number_kind {
    SINEW__NUMBER_ANY,           ///< hashes, ticks, reserved words; and what the section's `fits` or its shares settle
    SINEW__NUMBER_BITS,          ///< flags, none but those of `argument`
    SINEW__NUMBER_BELOW,         ///< less than `argument`: enums, and 2 for yes or no
    SINEW__NUMBER_COUNT,         ///< 0 … 2³¹ − 1
    SINEW__NUMBER_TEXT,          ///< a sinew_text_ref
    SINEW__NUMBER_NAME,          ///< the same, of SINEW__LONGEST_NAME bytes at most
    SINEW__NUMBER_INDEX,         ///< an item of the section `argument`
    SINEW__NUMBER_INDEX_OR_NONE, ///< the same, or SINEW_NONE
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

/// A run of items that one other item owns.
typedef struct sinew__share {
    int64_t first, count;
} sinew__share;

/// How the items of a section are divided among their owners. In every case the first share starts at 0, each other
/// where the one before it ended, and the last ends at the section's end.
typedef enum sinew__division {
    SINEW__DIVISION_MODEL,  ///< all belong to the model
    SINEW__DIVISION_SHARES, ///< item i of `owner` owns `share_of(model, i)`
    SINEW__DIVISION_STARTS, ///< `owner` is an array of uint32_t with one more item: item i owns [start[i], start[i +
                            ///< 1])
    SINEW__DIVISION_CHECK,  ///< `is_divided` looks for itself
} sinew__division;

/// The rules of one section. Owners come before what they own in the order of sinew__section.
typedef struct sinew__section_rules {
    const sinew__number_rule *numbers;
    int number_count;
    int64_t most_items; ///< 0: 2³¹ − 1
    sinew__division division;
    sinew__section owner;
    sinew__share (*share_of)(const sinew_model *model, int32_t owner);
    int (*is_divided)(const sinew_model *model);
    /// What the numbers have to do with each other: order, unit length, sums. *out_item is the first item that breaks
    /// it. May be NULL.
    int (*fits)(const sinew_model *model, int64_t *out_item);
} sinew__section_rules;

/// Indexed by sinew__section.
extern const sinew__section_rules sinew__block_rules[SINEW__SECTION_COUNT];

/// Items of a section that can be owned: a section of starts has one entry more than that.
int64_t sinew__section_total(const sinew_model *model, sinew__section section);

/// First item of a section, or NULL where it is absent.
const void *sinew__section_of(const sinew_model *model, sinew__section section);

#endif
