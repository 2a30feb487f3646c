/// The stages of a build, in their order. Each fills its sections and names what breaks a rule of raw_model.h.
#ifndef SINEW_RUNTIME_MODEL_BUILD_BUILD_H
#define SINEW_RUNTIME_MODEL_BUILD_BUILD_H

#include "runtime/model/build/builder.h"

sinew_result sinew__build_joints(sinew__builder *builder);
sinew_result sinew__build_meshes(sinew__builder *builder);
sinew_result sinew__build_clips(sinew__builder *builder);
sinew_result sinew__build_cameras(sinew__builder *builder);

/// Adds the events of a clip, which is the next one of the section CLIPS.
sinew_result sinew__build_events(sinew__builder *builder, const sinew_raw_clip *raw, double duration);

#endif
