/// The valid values and the owners of each section of a block, as one table that drives the validation.
///
/// A section without an entry would not be checked, so a test requires one for every section of block.h and for every
/// word of its items.
#ifndef SINEW_RUNTIME_MODEL_VALIDATE_BLOCK_RULES_H
#define SINEW_RUNTIME_MODEL_VALIDATE_BLOCK_RULES_H

#include "runtime/model/block.h"
#include "runtime/model/validate/validation.h"

/// The valid values of the words (32 bits each) of a field.
typedef enum sinew__number_kind {
    SINEW__NUMBER_ANY,           ///< hashes, ticks, reserved words, and values that `fits` or the ownership checks
    SINEW__NUMBER_BITS,          ///< flags, only those of `argument`
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
extern const sinew__section_rules sinew__block_rules[SINEW__SECTION_COUNT];

/// Returns the number of items of a section that have owners: a section of starts stores one more.
int64_t sinew__section_total(const sinew_model *model, sinew__section section);

/// Returns the first item of a section, or NULL if it is absent.
const void *sinew__section_of(const sinew_model *model, sinew__section section);

#endif
