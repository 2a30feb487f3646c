// Stage for Assimp's formats: reads cameras, which are on the node of the same name.
#include <assimp/scene.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"
#include "import/import_stages.h"
#include "runtime/model/camera_lens.h"

static const double degrees_per_radian = 180 / 3.14159265358979323846;

static void copy_vector(const struct aiVector3D *vector, double out[3])
{
    const float numbers[3] = {vector->x, vector->y, vector->z};
    for (int i = 0; i < 3; ++i) out[i] = (double)numbers[i];
}

static sinew_raw_camera read_assimp_camera(const struct aiCamera *from, int32_t joint)
{
    const double aspect = (double)from->mAspect, angle = (double)from->mHorizontalFOV * degrees_per_radian;
    const double width = 2 * (double)from->mOrthographicWidth;
    sinew_raw_camera camera = {.joint = joint,
                               .target = SINEW_NONE,
                               .up_target = SINEW_NONE,
                               .is_parallel = width > 0,
                               .near_plane = (double)from->mClipPlaneNear,
                               .far_plane = (double)from->mClipPlaneFar};
    double *sides = camera.is_parallel ? camera.extent : camera.field_of_view;
    sides[0] = camera.is_parallel ? width : angle;
    if (aspect > 0)
        sides[1] = camera.is_parallel ? width / aspect : sinew__lens_angle(sinew__lens_half_slope(angle) / aspect);
    copy_vector(&from->mPosition, camera.position);
    copy_vector(&from->mLookAt, camera.forward);
    copy_vector(&from->mUp, camera.up);
    return camera;
}

sinew_result sinew__import_cameras(import_pass *pass, sinew_error *error)
{
    const unsigned count = pass->scene->mNumCameras;
    if (count == 0) return SINEW_OK;
    sinew_raw_camera *cameras = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_camera, count);
    if (!cameras) return sinew__arena_fail(&pass->arena, error);
    for (unsigned i = 0; i < count; ++i) {
        const struct aiCamera *from = pass->scene->mCameras[i];
        const int32_t node = sinew__name_table_find(&pass->node_names, from->mName.data);
        const int32_t joint = node == SINEW_NONE ? SINEW_NONE : pass->node_joints[node];
        if (joint == SINEW_NONE) continue;
        cameras[pass->raw.camera_count] = read_assimp_camera(from, joint);
        sinew__import_check_lens(pass, &cameras[pass->raw.camera_count++]);
    }
    pass->raw.cameras = cameras;
    return SINEW_OK;
}
