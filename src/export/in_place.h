/// Poses without the root motion of their clip.
#ifndef SINEW_EXPORT_IN_PLACE_H
#define SINEW_EXPORT_IN_PLACE_H

#include "sinew/export.h"

/// The root of the hierarchy whose motion options->in_place removes.
int32_t sinew__in_place_root(const sinew_model *model, const sinew_export_options *options);

/// Removes the root motion of a clip from the local transform of that root. `time` in seconds on the file's timeline;
/// the contents of `scratch` change.
void sinew__in_place_local(const sinew_model *model, const sinew_export_options *options, int32_t clip, double time,
                           sinew_pose *scratch, sinew_transform *local);

/// Poses a clip at a time, with locals and globals, as the options ask. `scratch` may be NULL without in_place.
void sinew__export_pose(const sinew_model *model, const sinew_export_options *options, int32_t clip, double time,
                        sinew_pose *scratch, sinew_pose *pose);

#endif
