// Stage for formats other than FBX: cameras, which are on the node of the same name.
#include <assimp/scene.h>
#include <math.h>
#include <string.h>

#include "import/assimp/gltf.h"
#include "import/import_stages.h"
#include "runtime/model/camera_lens.h"

static const double degrees_per_radian = 180 / 3.14159265358979323846;

static int32_t joint_of(const import_pass *pass, const char *name)
{
    const int32_t node = sinew__name_table_find(&pass->node_names, name);
    return node == SINEW_NONE ? SINEW_NONE : pass->node_joints[node];
}

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

// ---- glTF -----------------------------------------------------------------------------------------------------------

static double number_of(const sinew__json_value *object, const char *name)
{
    const sinew__json_value *item = sinew__json_member(object, name);
    return sinew__json_is(item, SINEW__JSON_NUMBER) ? item->number : 0;
}

/// Of a glTF, versions of Assimp differ in angles, and add the translation of the node to the position.
static sinew_raw_camera read_gltf_camera(const sinew__json_value *from, int32_t joint)
{
    const sinew__json_value *perspective = sinew__json_member(from, "perspective");
    const sinew__json_value *parallel = perspective ? NULL : sinew__json_member(from, "orthographic");
    const sinew__json_value *lens = perspective ? perspective : parallel;
    const double angle = number_of(lens, "yfov") * degrees_per_radian, aspect = number_of(lens, "aspectRatio");
    sinew_raw_camera camera = {.joint = joint,
                               .target = SINEW_NONE,
                               .up_target = SINEW_NONE,
                               .is_parallel = parallel != NULL,
                               .field_of_view = {0, angle},
                               .extent = {2 * number_of(lens, "xmag"), 2 * number_of(lens, "ymag")},
                               .near_plane = number_of(lens, "znear"),
                               .far_plane = number_of(lens, "zfar")};
    if (aspect > 0) camera.field_of_view[0] = sinew__lens_angle(sinew__lens_half_slope(angle) * aspect);
    return camera;
}

/// A glTF's nodes name their cameras; Assimp lists each camera once, in an order of its own. Returns 0 when out of
/// memory.
static int add_gltf_cameras(import_pass *pass, const sinew__json_value *root)
{
    gltf_list all;
    size_t index = 0;
    const sinew__json_value *nodes = sinew__json_member(root, "nodes"), *node;
    sinew_raw_camera *cameras = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_camera, sinew__json_count(nodes));
    if (!cameras || !sinew__gltf_list(pass, sinew__json_member(root, "cameras"), &all)) return 0;
    for (node = sinew__json_first(nodes); node; node = node->next, index++) {
        const sinew__json_value *camera = sinew__gltf_item(&all, sinew__json_member(node, "camera"));
        const char *name = camera ? sinew__gltf_node_name(pass, node, index) : NULL;
        const int32_t joint = name ? joint_of(pass, name) : SINEW_NONE;
        if (joint == SINEW_NONE) continue;
        cameras[pass->raw.camera_count] = read_gltf_camera(camera, joint);
        sinew__import_check_lens(pass, &cameras[pass->raw.camera_count++]);
    }
    pass->raw.cameras = cameras;
    return !pass->arena.failed;
}

// ---- all cameras ----------------------------------------------------------------------------------------------------

/// Adds the cameras that are on a joint. Returns 0 when out of memory.
static int add_assimp_cameras(import_pass *pass)
{
    sinew_raw_camera *cameras = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_camera, pass->scene->mNumCameras);
    for (unsigned i = 0; cameras && i < pass->scene->mNumCameras; ++i) {
        const struct aiCamera *from = pass->scene->mCameras[i];
        const int32_t joint = joint_of(pass, from->mName.data);
        if (joint == SINEW_NONE) continue;
        cameras[pass->raw.camera_count] = read_assimp_camera(from, joint);
        sinew__import_check_lens(pass, &cameras[pass->raw.camera_count++]);
    }
    pass->raw.cameras = cameras;
    return cameras != NULL;
}

sinew_result sinew__import_cameras(import_pass *pass, sinew_error *error)
{
    int ok;
    if (pass->scene->mNumCameras == 0) return SINEW_OK;
    if (pass->format.name && strcmp(pass->format.name, "glTF") == 0) {
        sinew__json json = sinew__gltf_parse(pass, NULL);
        ok = !pass->arena.failed && add_gltf_cameras(pass, json.root);
        sinew__json_free(&json);
    } else {
        ok = add_assimp_cameras(pass);
    }
    return ok ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}
