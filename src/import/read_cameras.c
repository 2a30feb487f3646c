// Cameras of Assimp's scene and of an FBX document. Both give a lens, which is replaced where it is unusable.

#include <assimp/scene.h>
#include <math.h>
#include <string.h>

#include "import/assimp/gltf.h"
#include "import/import_pass.h"
#include "import/import_stages.h"
#include "runtime/model/camera_lens.h"

static const double degree = 3.14159265358979323846 / 180;

/// The tangent of half an angle in degrees.
static double lens_half_slope(double angle)
{
    return tan(0.5 * angle * degree);
}

/// The angle in degrees of twice the arc tangent of `half_slope`: the field of view of half a film over a focal length.
static double lens_angle(double half_slope)
{
    return 2 * atan(half_slope) / degree;
}

static int is_finite(const double vector[3])
{
    return isfinite(vector[0]) && isfinite(vector[1]) && isfinite(vector[2]);
}

static int is_placed(const sinew_raw_camera *camera)
{
    return is_finite(camera->position) && is_finite(camera->forward) && is_finite(camera->up) &&
           isfinite(camera->roll) && isfinite(camera->near_plane) && isfinite(camera->far_plane);
}

/// Replaces an invalid lens, position or direction by a usual one, with a warning.
static void import_check_lens(import_pass *pass, sinew_raw_camera *camera)
{
    static const sinew_raw_camera usual = {.field_of_view = {0, 40}};
    const char *name = pass->joints[camera->joint].name;
    if (!is_placed(camera)) {
        const sinew_raw_camera placed = {.joint = camera->joint,
                                         .target = camera->target,
                                         .up_target = camera->up_target,
                                         .is_parallel = camera->is_parallel,
                                         .field_of_view = {camera->field_of_view[0], camera->field_of_view[1]},
                                         .extent = {camera->extent[0], camera->extent[1]}};
        *camera = placed;
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, name,
                           "its camera has an invalid position or direction, which is ignored");
    }
    if (sinew__lens_is_valid(camera->is_parallel, camera->field_of_view, camera->extent)) return;
    camera->is_parallel = 0;
    memcpy(camera->field_of_view, usual.field_of_view, sizeof usual.field_of_view);
    memcpy(camera->extent, usual.extent, sizeof usual.extent);
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, name,
                       "its camera has an invalid lens; it is given a field of view of 40 degrees");
}

// Stage for formats other than FBX: cameras, which are on the node of the same name.

static const double degrees_per_radian = 180 / 3.14159265358979323846;

static int32_t joint_of(const import_pass *pass, const struct aiCamera *camera)
{
    const int32_t node = sinew__name_table_find(&pass->node_names, camera->mName.data);
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
    if (aspect > 0) sides[1] = camera.is_parallel ? width / aspect : lens_angle(lens_half_slope(angle) / aspect);
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
    if (aspect > 0) camera.field_of_view[0] = lens_angle(lens_half_slope(angle) * aspect);
    return camera;
}

// ---- all cameras ----------------------------------------------------------------------------------------------------

/// Adds the cameras that are on a joint; `gltf` lists those of a glTF, in the same order.
static void add_cameras(import_pass *pass, const gltf_list *gltf, sinew_raw_camera *cameras)
{
    for (unsigned i = 0; i < pass->scene->mNumCameras; ++i) {
        const struct aiCamera *from = pass->scene->mCameras[i];
        const int32_t joint = joint_of(pass, from);
        if (joint == SINEW_NONE) continue;
        cameras[pass->raw.camera_count] =
            i < gltf->count ? read_gltf_camera(gltf->items[i], joint) : read_assimp_camera(from, joint);
        import_check_lens(pass, &cameras[pass->raw.camera_count++]);
    }
    pass->raw.cameras = cameras;
}

sinew_result sinew__import_cameras(import_pass *pass, sinew_error *error)
{
    const unsigned count = pass->scene->mNumCameras;
    const int is_gltf = pass->format.name && strcmp(pass->format.name, "glTF") == 0;
    sinew_raw_camera *cameras = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_camera, count);
    if (!cameras) return sinew__arena_fail(&pass->arena, error);
    if (count == 0) return SINEW_OK;
    gltf_list gltf = {0};
    sinew__json json = is_gltf ? sinew__gltf_parse(pass) : (sinew__json){0};
    const int ok = !pass->arena.failed && sinew__gltf_list(pass, sinew__json_member(json.root, "cameras"), &gltf);
    if (ok) add_cameras(pass, &gltf, cameras);
    sinew__json_free(&json);
    return ok ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}

// Cameras of an FBX document: their lens, targets and up directions. Defaults are those of the FBX SDK.

static const double millimetres_per_inch = 25.4;

static const double parallel_width = 30; ///< file units at an OrthoZoom of 1

/// Values of ApertureMode: what the lens is given by.
enum { APERTURE_BOTH_ANGLES, APERTURE_HORIZONTAL, APERTURE_VERTICAL, APERTURE_FOCAL_LENGTH };

/// Values of GateFit: which side of the film an image of another aspect keeps.
enum { GATE_NONE, GATE_VERTICAL, GATE_HORIZONTAL, GATE_FILL, GATE_OVERSCAN, GATE_STRETCH };

/// Width / height of the image that the camera was made for; 0: unknown.
static double image_aspect(const fbx_object *lens)
{
    const int has_own = sinew__fbx_property_integer(lens, FBX_PROPERTY_ASPECT_RATIO_MODE, 0) != 0;
    const double aspect = sinew__fbx_property_number(lens, FBX_PROPERTY_ASPECT_WIDTH, 320) /
                          sinew__fbx_property_number(lens, FBX_PROPERTY_ASPECT_HEIGHT, 200);
    return has_own && aspect > 0 && isfinite(aspect) ? aspect : 0;
}

/// Trims or extends the film to the aspect of the image.
static void fit_gate(const fbx_object *lens, double aspect, double film[2])
{
    const int64_t fit = sinew__fbx_property_integer(lens, FBX_PROPERTY_GATE_FIT, GATE_NONE);
    if (!(aspect > 0) || fit <= GATE_NONE || fit >= GATE_STRETCH) return;
    const int film_is_wider = film[0] > film[1] * aspect;
    const int keeps_height =
        fit == GATE_VERTICAL || (fit == GATE_FILL && film_is_wider) || (fit == GATE_OVERSCAN && !film_is_wider);
    if (keeps_height)
        film[0] = film[1] * aspect;
    else
        film[1] = film[0] / aspect;
}

static void read_focal_length(const fbx_object *lens, double aspect, double out_angles[2])
{
    double film[2] = {sinew__fbx_property_number(lens, FBX_PROPERTY_FILM_WIDTH, 0.816) * millimetres_per_inch,
                      sinew__fbx_property_number(lens, FBX_PROPERTY_FILM_HEIGHT, 0.612) * millimetres_per_inch};
    const double length = sinew__fbx_property_number(lens, FBX_PROPERTY_FOCAL_LENGTH, 34.89);
    fit_gate(lens, aspect, film);
    for (int i = 0; i < 2; ++i) out_angles[i] = lens_angle(0.5 * film[i] / length);
}

/// Horizontal and vertical field of view in degrees, 0 where the file leaves it to the image.
static void read_angles(const fbx_object *lens, double out_angles[2])
{
    const double aspect = image_aspect(lens),
                 angle = sinew__fbx_property_number(lens, FBX_PROPERTY_FIELD_OF_VIEW, 25.114999),
                 half = lens_half_slope(angle);
    out_angles[0] = out_angles[1] = 0;
    switch (sinew__fbx_property_integer(lens, FBX_PROPERTY_APERTURE_MODE, APERTURE_VERTICAL)) {
    case APERTURE_BOTH_ANGLES:
        out_angles[0] = sinew__fbx_property_number(lens, FBX_PROPERTY_FIELD_OF_VIEW_X, 40);
        out_angles[1] = sinew__fbx_property_number(lens, FBX_PROPERTY_FIELD_OF_VIEW_Y, 40);
        break;
    case APERTURE_HORIZONTAL:
        out_angles[0] = angle;
        if (aspect > 0) out_angles[1] = lens_angle(half / aspect);
        break;
    case APERTURE_FOCAL_LENGTH: read_focal_length(lens, aspect, out_angles); break;
    default:
        out_angles[1] = angle;
        if (aspect > 0) out_angles[0] = lens_angle(half * aspect);
    }
}

static void read_extent(const fbx_object *lens, double out_extent[2])
{
    const double aspect = image_aspect(lens);
    out_extent[0] = parallel_width * sinew__fbx_property_number(lens, FBX_PROPERTY_ORTHO_ZOOM, 1);
    out_extent[1] = aspect > 0 ? out_extent[0] / aspect : 0;
}

/// The joint of the model that is connected to a property of another, or SINEW_NONE.
static int32_t joint_of_property(const import_pass *pass, const fbx_object *model, fbx_property_name property)
{
    const fbx_object *source = sinew__fbx_source_of_property(pass->document, model, property, FBX_MODEL);
    return source ? pass->model_joints[source->index] : SINEW_NONE;
}

/// Without a target a camera looks along +X of its joint, and up is +Y.
static sinew_raw_camera read_fbx_camera(const import_pass *pass, const fbx_object *model, int32_t joint)
{
    const fbx_object *attribute = sinew__fbx_source_of(pass->document, model, FBX_NODE_ATTRIBUTE);
    const fbx_object *lens = attribute ? attribute : model; // before FBX 7 models have their own attributes
    sinew_raw_camera camera = {.joint = joint,
                               .target = joint_of_property(pass, model, FBX_PROPERTY_LOOK_AT_PROPERTY),
                               .up_target = joint_of_property(pass, model, FBX_PROPERTY_UP_VECTOR_PROPERTY),
                               .is_parallel =
                                   sinew__fbx_property_integer(lens, FBX_PROPERTY_CAMERA_PROJECTION_TYPE, 0) == 1,
                               .forward = {1, 0, 0},
                               .up = {0, 1, 0},
                               .roll = sinew__fbx_property_number(lens, FBX_PROPERTY_ROLL, 0),
                               .near_plane = sinew__fbx_property_number(lens, FBX_PROPERTY_NEAR_PLANE, 10),
                               .far_plane = sinew__fbx_property_number(lens, FBX_PROPERTY_FAR_PLANE, 4000)};
    if (camera.target != SINEW_NONE) sinew__fbx_property_vector(lens, FBX_PROPERTY_UP_VECTOR, camera.up);
    if (camera.is_parallel)
        read_extent(lens, camera.extent);
    else
        read_angles(lens, camera.field_of_view);
    return camera;
}

/// FBX 5 has another form of cameras, with a position, a point looked at and axes of its own.
static int is_fbx_5_camera(import_pass *pass, const fbx_object *model)
{
    if (pass->document->version >= 6000) return 0;
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, model->name,
                       "its camera has the form of FBX 5, which is not read");
    return 1;
}

sinew_result sinew__fbx_cameras(import_pass *pass, sinew_error *error)
{
    const fbx_document *document = pass->document;
    int32_t count = 0;
    for (int32_t i = 0; i < pass->raw.joint_count; ++i) count += pass->joints[i].kind == SINEW_JOINT_CAMERA;
    sinew_raw_camera *cameras = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_camera, count);
    if (!cameras) return sinew__arena_fail(&pass->arena, error);
    for (size_t i = 1; i < document->object_count; ++i) {
        const int32_t joint = document->objects[i].kind == FBX_MODEL ? pass->model_joints[i] : SINEW_NONE;
        if (joint == SINEW_NONE || pass->joints[joint].kind != SINEW_JOINT_CAMERA) continue;
        if (is_fbx_5_camera(pass, &document->objects[i])) continue;
        cameras[pass->raw.camera_count] = read_fbx_camera(pass, &document->objects[i], joint);
        import_check_lens(pass, &cameras[pass->raw.camera_count++]);
    }
    pass->raw.cameras = cameras;
    return SINEW_OK;
}
