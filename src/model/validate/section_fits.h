/// What the numbers of one section have to do with each other: order, unit length, sums. Called through the table of
/// block_rules.c, when the section's shares and every single number of it have been found right.
#ifndef SINEW_MODEL_VALIDATE_SECTION_FITS_H
#define SINEW_MODEL_VALIDATE_SECTION_FITS_H

#include "model/baked_rows.h"
#include "sinew/model.h"

/// Deformers of one mesh. Skinning looks through them for each vertex.
enum { SINEW__MOST_DEFORMERS = 64 };

/// Joints of a model.
enum { SINEW__MOST_JOINTS = 65535 };

// Each says whether the section fits, else which item is the first that does not.
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
int sinew__rows_fit(const sinew_model *model, int64_t *out_item);
int sinew__caches_fit(const sinew_model *model, int64_t *out_item);
int sinew__cache_times_fit(const sinew_model *model, int64_t *out_item);
int sinew__cache_leaders_fit(const sinew_model *model, int64_t *out_item);
int sinew__vertex_block_starts_fit(const sinew_model *model, int64_t *out_item);
int sinew__vertex_block_joints_fit(const sinew_model *model, int64_t *out_item);

/// Whether the header of the model's rows fits, and a clip of them whose arrays begin at byte `begin` of the section.
int sinew__baked_clip_fits(const sinew_model *model, const sinew__baked_clip *clip, uint64_t begin);

// Whether the items of a section are divided among owners that name them one by one.
int sinew__stacks_are_divided(const sinew_model *model);
int sinew__blend_weights_are_divided(const sinew_model *model);
int sinew__curves_are_divided(const sinew_model *model);

#endif
