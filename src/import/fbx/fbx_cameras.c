/// Cameras of an FBX document: their lens, targets and up directions. Defaults are those of the FBX SDK.
#include <math.h>

#include "import/camera_lens.h"
#include "import/fbx/fbx_stages.h"

static const double MILLIMETRES_PER_INCH = 25.4;
static const double PARALLEL_WIDTH = 30; ///< file units at an OrthoZoom of 1

/// Values of ApertureMode: what the lens is given by.
enum { APERTURE_BOTH_ANGLES, APERTURE_HORIZONTAL, APERTURE_VERTICAL, APERTURE_FOCAL_LENGTH };

/// Values of GateFit: which side of the film an image of another aspect keeps.
enum { GATE_NONE, GATE_VERTICAL, GATE_HORIZONTAL, GATE_FILL, GATE_OVERSCAN, GATE_STRETCH };

/// Width / height of the image that the camera was made for; 0: unknown.
static double image_aspect(const fbx_object *lens)
{
    const int has_own = sinew__fbx_property_integer(lens, "AspectRatioMode", 0) != 0;
    const double aspect =
        sinew__fbx_property_number(lens, "AspectWidth", 320) / sinew__fbx_property_number(lens, "AspectHeight", 200);
    return has_own && aspect > 0 && isfinite(aspect) ? aspect : 0;
}

/// Trims or extends the film to the aspect of the image.
static void fit_gate(const fbx_object *lens, double aspect, double film[2])
{
    const int64_t fit = sinew__fbx_property_integer(lens, "GateFit", GATE_NONE);
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
    double film[2] = {sinew__fbx_property_number(lens, "FilmWidth", 0.816) * MILLIMETRES_PER_INCH,
                      sinew__fbx_property_number(lens, "FilmHeight", 0.612) * MILLIMETRES_PER_INCH};
    const double length = sinew__fbx_property_number(lens, "FocalLength", 34.89);
    fit_gate(lens, aspect, film);
    for (int i = 0; i < 2; ++i) out_angles[i] = sinew__lens_angle(0.5 * film[i] / length);
}

/// Horizontal and vertical field of view in degrees, 0 where the file leaves it to the image.
static void read_angles(const fbx_object *lens, double out_angles[2])
{
    const double aspect = image_aspect(lens), angle = sinew__fbx_property_number(lens, "FieldOfView", 25.114999),
                 half = sinew__lens_half_slope(angle);
    out_angles[0] = out_angles[1] = 0;
    switch (sinew__fbx_property_integer(lens, "ApertureMode", APERTURE_VERTICAL)) {
    case APERTURE_BOTH_ANGLES:
        out_angles[0] = sinew__fbx_property_number(lens, "FieldOfViewX", 40);
        out_angles[1] = sinew__fbx_property_number(lens, "FieldOfViewY", 40);
        break;
    case APERTURE_HORIZONTAL:
        out_angles[0] = angle;
        if (aspect > 0) out_angles[1] = sinew__lens_angle(half / aspect);
        break;
    case APERTURE_FOCAL_LENGTH: read_focal_length(lens, aspect, out_angles); break;
    default:
        out_angles[1] = angle;
        if (aspect > 0) out_angles[0] = sinew__lens_angle(half * aspect);
    }
}

static void read_extent(const fbx_object *lens, double out_extent[2])
{
    const double aspect = image_aspect(lens);
    out_extent[0] = PARALLEL_WIDTH * sinew__fbx_property_number(lens, "OrthoZoom", 1);
    out_extent[1] = aspect > 0 ? out_extent[0] / aspect : 0;
}

/// The joint of the model that is connected to a property of another, or SINEW_NONE.
static int32_t joint_of_property(const import_pass *pass, const fbx_object *model, const char *property)
{
    const fbx_object *source = sinew__fbx_source_of_property(pass->document, model, property, FBX_MODEL);
    return source ? pass->model_joints[source->index] : SINEW_NONE;
}

/// Without a target a camera looks along +X of its joint, and up is +Y.
static sinew_raw_camera read_camera(const import_pass *pass, const fbx_object *model, int32_t joint)
{
    const fbx_object *attribute = sinew__fbx_source_of(pass->document, model, FBX_NODE_ATTRIBUTE);
    const fbx_object *lens = attribute ? attribute : model; // before FBX 7 models have their own attributes
    sinew_raw_camera camera = {.joint = joint,
                               .target = joint_of_property(pass, model, "LookAtProperty"),
                               .up_target = joint_of_property(pass, model, "UpVectorProperty"),
                               .is_parallel = sinew__fbx_property_integer(lens, "CameraProjectionType", 0) == 1,
                               .forward = {1, 0, 0},
                               .up = {0, 1, 0},
                               .roll = sinew__fbx_property_number(lens, "Roll", 0),
                               .near_plane = sinew__fbx_property_number(lens, "NearPlane", 10),
                               .far_plane = sinew__fbx_property_number(lens, "FarPlane", 4000)};
    if (camera.target != SINEW_NONE) sinew__fbx_property_vector(lens, "UpVector", camera.up);
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
        cameras[pass->raw.camera_count] = read_camera(pass, &document->objects[i], joint);
        sinew__import_check_lens(pass, &cameras[pass->raw.camera_count++]);
    }
    pass->raw.cameras = cameras;
    return SINEW_OK;
}
