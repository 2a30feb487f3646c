#include "support/fbx_text.h"

#include "support/cmocka_close.h"

sinew_model *import_objects(const char *objects, const char *connections)
{
    return import_document_text("FBXHeaderVersion: 1003\n", objects, connections);
}

sinew_pose *pose_at(const sinew_model *model, double time)
{
    sinew_pose *pose = NULL;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, model->clip_count ? 0 : SINEW_NONE, time, pose);
    return pose;
}
