/// Whether the arrays of a pose are as long as a model needs; checked by functions that return no result code.
#ifndef SINEW_RUNTIME_SAMPLER_POSE_FITS_H
#define SINEW_RUNTIME_SAMPLER_POSE_FITS_H

#include "sinew/blend.h"
#include "sinew/pose.h"

/// Whether the arrays of a pose have the model's lengths. A pose of another model of the same size passes. The arrays
/// for the importer's nodes are checked by the engine that uses them.
static inline int sinew__pose_fits(const sinew_model *model, const sinew_pose *pose)
{
    return pose->joint_count == model->joint_count && pose->skin_joint_count == model->skin_joint_count &&
           pose->morph_count == model->morph_count;
}

static inline int sinew__local_pose_fits(const sinew_model *model, const sinew_local_pose *pose)
{
    return pose->joint_count == model->joint_count && pose->morph_count == model->morph_count;
}

#endif
