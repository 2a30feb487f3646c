/// The joints as lines of a list that unfolds: what the window's tree shows, made anew only when something changes.
#ifndef SINEW_VIEWER_PANELS_JOINT_LIST_H
#define SINEW_VIEWER_PANELS_JOINT_LIST_H

#include "sinew/model.h"

/// One line.
typedef struct joint_row {
    int32_t joint;
    int32_t depth;    ///< 0 for a root; helpers of the importer do not count
    int has_children; ///< it folds
    int is_folded;
    int is_found; ///< the filter is for it; without a filter all are
} joint_row;

/// Zeroed: of no model yet.
typedef struct joint_list {
    const sinew_model *model;
    int32_t clip;      ///< that `moves` is of
    char filter[256];  ///< only joints with this in their name are listed, and those above them
    joint_row *rows;   ///< [row_count] in the author's order
    int32_t row_count; ///< of those that are not folded away
    uint8_t *folded;   ///< [joint_count] 1: the joints below are not listed
    uint8_t *moves;    ///< [joint_count] 1: the clip has keys for the joint
    uint8_t *is_match; ///< [joint_count] 1: found, 2: above one that is
    int32_t *depths;   ///< [joint_count]
} joint_list;

/// Brings the list up to date. Without memory it is empty.
void joint_list_update(joint_list *list, const sinew_model *model, int32_t clip, const char *filter);
void joint_list_free(joint_list *list);

/// Folds what is below a joint away, or shows it again.
void joint_list_fold(joint_list *list, int32_t joint);

/// Unfolds all that a joint is folded away in. Returns its row, or SINEW_NONE where the filter leaves it out.
int32_t joint_list_reveal(joint_list *list, int32_t joint);

#endif
