/// The rows of the joint tree. They are updated only if the model, the clip, the filter or the folding changes.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_JOINT_LIST_H
#define SINEW_PROGRAM_VIEWER_PANELS_JOINT_LIST_H

#include "sinew/model.h"

/// One row.
typedef struct joint_row {
    int32_t joint;
    int32_t depth;    ///< 0 for a root, not counting the importer's helpers
    int has_children; ///< the row can be folded
    int is_folded;
    int is_found; ///< the joint's name matches the filter
} joint_row;

/// The list of rows. Zeroed: without a model.
typedef struct joint_list {
    const sinew_model *model;
    int32_t clip;      ///< clip that `moves` is about
    char filter[256];  ///< text: only joints whose names contain it, and their ancestors, are listed
    joint_row *rows;   ///< [row_count] in the author's order
    int32_t row_count; ///< number of rows; descendants of folded joints have none
    uint8_t *folded;   ///< [joint_count] 1: the joint's descendants are not listed
    uint8_t *moves;    ///< [joint_count] 1: the clip animates the joint
    uint8_t *is_match; ///< [joint_count] 1: the joint's name matches; 2: the name of a joint below matches
    int32_t *depths;   ///< [joint_count] depth of each joint's children
} joint_list;

/// Updates the list for a model, clip and filter. When out of memory, the list is empty.
void panel_joint_list_update(joint_list *list, const sinew_model *model, int32_t clip, const char *filter);
void panel_joint_list_free(joint_list *list);

/// Folds or unfolds a joint.
void panel_joint_list_fold(joint_list *list, int32_t joint);

/// Unfolds the ancestors of a joint. Returns the joint's row, or SINEW_NONE if the filter excludes it.
int32_t panel_joint_list_reveal(joint_list *list, int32_t joint);

#endif
