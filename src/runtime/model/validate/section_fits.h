/// Checks relations between the values of one section: order, unit length, sums. Called through the table of
/// block_rules.c, after the ownership and the single values of the section have been checked.
#ifndef SINEW_RUNTIME_MODEL_VALIDATE_SECTION_FITS_H
#define SINEW_RUNTIME_MODEL_VALIDATE_SECTION_FITS_H

#include "runtime/model/baked_clips.h"
#include "sinew/model.h"

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
int sinew__caches_fit(const sinew_model *model, int64_t *out_item);
int sinew__cache_times_fit(const sinew_model *model, int64_t *out_item);
int sinew__cache_leaders_fit(const sinew_model *model, int64_t *out_item);
int sinew__vertex_block_starts_fit(const sinew_model *model, int64_t *out_item);
int sinew__vertex_block_joints_fit(const sinew_model *model, int64_t *out_item);

/// Returns whether the header of the section `baked` and a clip whose arrays start at byte `begin` are valid.
int sinew__baked_clip_fits(const sinew_model *model, const sinew__baked_clip *clip, uint64_t begin);

// Each returns whether every item of a section has exactly one owner, for owners that refer to single items.
int sinew__stacks_are_divided(const sinew_model *model);
int sinew__blend_weights_are_divided(const sinew_model *model);
int sinew__curves_are_divided(const sinew_model *model);

#endif
