#include "support/make_pose.h"
#include "author/bake/bake_block.h"
#include "runtime/model/make_model.h"

#include "sinew/raw_model.h"
#include "support/cmocka_close.h"

sinew_pose *make_pose(const sinew_model *model)
{
    sinew_pose *pose = NULL;
    sinew_error error = {0};
    if (sinew_pose_create(model, &pose, &error) != SINEW_OK) fail_msg("%s", error.message);
    return pose;
}

sinew_model *make_baked(sinew_model *model, const sinew_bake_options *options)
{
    void *block;
    size_t size;
    sinew_model *baked = NULL;
    sinew_error error = {0};
    if (sinew__baked_block(model, options, &block, &size, &error) != SINEW_OK ||
        sinew__model_from_block(block, size, &baked, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    sinew_model_destroy(model);
    return baked;
}
