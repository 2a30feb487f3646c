// Reads the cameras of an FBX document, and replaces unusable lenses of cameras of any format.
#include <math.h>
#include <string.h>

#include "import/import_pass.h"
#include "import/import_stages.h"
#include "runtime/model/camera_lens.h"

static int is_finite(const double vector[3])
{
    return isfinite(vector[0]) && isfinite(vector[1]) && isfinite(vector[2]);
}

void sinew__import_check_lens(import_pass *pass, sinew_raw_camera *camera)
{
    static const sinew_raw_camera usual = {.field_of_view = {0, 40}};
    const char *name = pass->joints[camera->joint].name;
    if (!is_finite(camera->position) || !is_finite(camera->forward) || !is_finite(camera->up) ||
        !isfinite(camera->roll) || !isfinite(camera->near_plane) || !isfinite(camera->far_plane)) {
        const sinew_raw_camera placed = {.joint = camera->joint,
                                         .target = camera->target,
                                         .up_target = camera->up_target,
                                         .is_parallel = camera->is_parallel,
                                         .field_of_view = {camera->field_of_view[0], camera->field_of_view[1]},
                                         .extent = {camera->extent[0], camera->extent[1]}};
        *camera = placed;
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, name,
                           "its camera has an invalid position or direction, which is ignored");
    }
    if (sinew__lens_is_valid(camera->is_parallel, camera->field_of_view, camera->extent)) return;
    camera->is_parallel = 0;
    memcpy(camera->field_of_view, usual.field_of_view, sizeof usual.field_of_view);
    memcpy(camera->extent, usual.extent, sizeof usual.extent);
    sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, name,
                       "its camera has an invalid lens; it is given a field of view of 40 degrees");
}

// Cameras of an FBX document: lens, target and up direction. Default values are the FBX SDK's.

static const double millimetres_per_inch = 25.4;

static const double parallel_width = 30; ///< file units at an OrthoZoom of 1

/// Values of the FBX property ApertureMode: which property determines the lens.
enum { APERTURE_BOTH_ANGLES, APERTURE_HORIZONTAL, APERTURE_VERTICAL, APERTURE_FOCAL_LENGTH };

/// Values of the FBX property GateFit: which side of the film stays if the image has another aspect.
enum { GATE_NONE, GATE_VERTICAL, GATE_HORIZONTAL, GATE_FILL, GATE_OVERSCAN, GATE_STRETCH };

/// Returns width / height of the image that the camera was made for; 0: unknown.
static double image_aspect(const fbx_object *lens)
{
    const int has_own = sinew__fbx_property_integer(lens, FBX_PROPERTY_ASPECT_RATIO_MODE, 0) != 0;
    const double aspect = sinew__fbx_property_number(lens, FBX_PROPERTY_ASPECT_WIDTH, 320) /
                          sinew__fbx_property_number(lens, FBX_PROPERTY_ASPECT_HEIGHT, 200);
    return has_own && aspect > 0 && isfinite(aspect) ? aspect : 0;
}

/// Crops or extends `film`, width and height, to the aspect of the image.
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

/// Computes the horizontal and vertical field of view in degrees. An angle is 0 if it depends on the aspect of the
/// image.
static void read_angles(const fbx_object *lens, double out_angles[2])
{
    const double aspect = image_aspect(lens),
                 angle = sinew__fbx_property_number(lens, FBX_PROPERTY_FIELD_OF_VIEW, 25.114999),
                 half = sinew__lens_half_slope(angle),
                 length = sinew__fbx_property_number(lens, FBX_PROPERTY_FOCAL_LENGTH, 34.89);
    double film[2] = {sinew__fbx_property_number(lens, FBX_PROPERTY_FILM_WIDTH, 0.816) * millimetres_per_inch,
                      sinew__fbx_property_number(lens, FBX_PROPERTY_FILM_HEIGHT, 0.612) * millimetres_per_inch};
    out_angles[0] = out_angles[1] = 0;
    switch (sinew__fbx_property_integer(lens, FBX_PROPERTY_APERTURE_MODE, APERTURE_VERTICAL)) {
    case APERTURE_BOTH_ANGLES:
        out_angles[0] = sinew__fbx_property_number(lens, FBX_PROPERTY_FIELD_OF_VIEW_X, 40);
        out_angles[1] = sinew__fbx_property_number(lens, FBX_PROPERTY_FIELD_OF_VIEW_Y, 40);
        break;
    case APERTURE_HORIZONTAL:
        out_angles[0] = angle;
        if (aspect > 0) out_angles[1] = sinew__lens_angle(half / aspect);
        break;
    case APERTURE_FOCAL_LENGTH:
        fit_gate(lens, aspect, film);
        for (int i = 0; i < 2; ++i) out_angles[i] = sinew__lens_angle(0.5 * film[i] / length);
        break;
    default:
        out_angles[1] = angle;
        if (aspect > 0) out_angles[0] = sinew__lens_angle(half * aspect);
    }
}

/// Returns the joint of the FBX model that is connected to `property` of `model`, or SINEW_NONE.
static int32_t joint_of_property(const import_pass *pass, const fbx_object *model, fbx_property_name property)
{
    const fbx_object *source = sinew__fbx_source_of_property(pass->document, model, property, FBX_MODEL);
    return source ? pass->model_joints[source->index] : SINEW_NONE;
}

/// Reads a camera. Without a target, it looks along +X of its joint, and +Y is up.
static sinew_raw_camera read_fbx_camera(const import_pass *pass, const fbx_object *model, int32_t joint)
{
    const fbx_object *attribute = sinew__fbx_source_of(pass->document, model, FBX_NODE_ATTRIBUTE);
    const fbx_object *lens = attribute ? attribute : model; // before FBX 7, the model has the lens properties
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
    if (!camera.is_parallel) {
        read_angles(lens, camera.field_of_view);
        return camera;
    }
    const double aspect = image_aspect(lens);
    camera.extent[0] = parallel_width * sinew__fbx_property_number(lens, FBX_PROPERTY_ORTHO_ZOOM, 1);
    camera.extent[1] = aspect > 0 ? camera.extent[0] / aspect : 0;
    return camera;
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
        if (document->version < 6000) { // such files store a position, a target point and axes instead of a transform
            sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, document->objects[i].name,
                               "its camera has the form of FBX 5, which is not read");
            continue;
        }
        cameras[pass->raw.camera_count] = read_fbx_camera(pass, &document->objects[i], joint);
        sinew__import_check_lens(pass, &cameras[pass->raw.camera_count++]);
    }
    pass->raw.cameras = cameras;
    return SINEW_OK;
}
