// Cameras of the file: their imported values, and their view directions. Expected numbers are worked out by hand.
#include "support/cmocka_close.h"
#include "support/fbx_text.h"
#include "support/import_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sinew/raw_model.h"
#include "sinew/render.h"

static const double DEGREE = 3.14159265358979323846 / 180;

#define CAMERA(id, name, properties) OBJECT("Model", id, "Model::" name, "Camera", WITH(properties))
#define LENS(id, properties) OBJECT("NodeAttribute", id, "NodeAttribute::", "Camera", WITH(properties))

/// Imports one camera at (0, 0, 10), rotated by 90 degrees around Y: its +X axis is the world's −Z.
static sinew_model *import_lens(const char *lens)
{
    char objects[4096];
    (void)snprintf(objects, sizeof objects, "%s%s",
                   CAMERA("1", "Shot", PROPERTY("Lcl Translation", "0,0,10") PROPERTY("Lcl Rotation", "0,90,0")), lens);
    return import_objects(objects, OO("1", "0") OO("2", "1"));
}

static sinew_camera view_of(const sinew_model *model, double aspect)
{
    sinew_camera camera;
    sinew_pose *pose = pose_at(model, 0);
    assert_true(model->camera_count > 0);
    sinew_camera_from_file(model, 0, pose, aspect, &camera);
    sinew_pose_destroy(pose);
    return camera;
}

/// Position of a point in the image: from −1 left to 1 right, and from −1 at the bottom to 1 at the top.
static void project(const sinew_camera *camera, double aspect, const double point[3], double out[2])
{
    double f[3], u[3], r[3], p[3], depth = 0, length = 0;
    for (int i = 0; i < 3; ++i) {
        f[i] = camera->target[i] - camera->eye[i];
        p[i] = point[i] - camera->eye[i];
        length += f[i] * f[i];
    }
    for (int i = 0; i < 3; ++i) f[i] /= sqrt(length);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        r[i] = f[j] * camera->up[k] - f[k] * camera->up[j];
        depth += f[i] * p[i];
    }
    length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
    for (int i = 0; i < 3; ++i) r[i] /= length;
    for (int i = 0; i < 3; ++i) u[i] = r[(i + 1) % 3] * f[(i + 2) % 3] - r[(i + 2) % 3] * f[(i + 1) % 3];
    const double half =
        camera->field_of_view > 0 ? depth * tan(0.5 * camera->field_of_view * DEGREE) : 0.5 * camera->height;
    out[0] = (r[0] * p[0] + r[1] * p[1] + r[2] * p[2]) / (half * aspect);
    out[1] = (u[0] * p[0] + u[1] * p[1] + u[2] * p[2]) / half;
}

static void assert_point(const sinew_model *model, double aspect, const double point[3], double x, double y)
{
    double found[2];
    const sinew_camera camera = view_of(model, aspect);
    project(&camera, aspect, point, found);
    assert_close(found[0], x, 1e-6);
    assert_close(found[1], y, 1e-6);
}

// ---- FBX ------------------------------------------------------------------------------------------------------------

static void an_fbx_camera_looks_along_the_x_axis_of_its_joint(void **state)
{
    (void)state;
    sinew_model *model = import_lens(LENS("2", PROPERTY("FieldOfView", "90")));
    assert_int_equal(model->camera_count, 1);
    // At a distance of 10, 90 degrees show 10 units above the centre; the aspect is the image's.
    assert_point(model, 1, (const double[3]){5, 2.5, 0}, 0.5, 0.25);
    assert_point(model, 2, (const double[3]){5, 2.5, 0}, 0.25, 0.25);
    sinew_model_destroy(model);
}

static void each_aperture_mode_gives_the_angles(void **state)
{
    (void)state;
    static const struct {
        const char *lens;
        double horizontal, vertical;
    } cases[] = {
        {LENS("2", PROPERTY("ApertureMode", "0") PROPERTY("FieldOfViewX", "60") PROPERTY("FieldOfViewY", "30")), 60,
         30},
        {LENS("2", PROPERTY("ApertureMode", "1") PROPERTY("FieldOfView", "60")), 60, 0},
        {LENS("2", PROPERTY("ApertureMode", "2") PROPERTY("FieldOfView", "60")), 0, 60},
        // 2 · atan(tan(45°) / 2) and 2 · atan(tan(22.5°) · 2)
        {LENS("2", PROPERTY("ApertureMode", "1") PROPERTY("FieldOfView", "90") PROPERTY("AspectRatioMode", "2")
                       PROPERTY("AspectWidth", "200") PROPERTY("AspectHeight", "100")),
         90, 53.130102354},
        {LENS("2", PROPERTY("ApertureMode", "2") PROPERTY("FieldOfView", "45") PROPERTY("AspectRatioMode", "2")
                       PROPERTY("AspectWidth", "200") PROPERTY("AspectHeight", "100")),
         79.278544476, 45},
        // A film of 2 × 1 inches: half is 25.4 mm across, 12.7 mm up; 2 · atan(0.5) = 53.13, 2 · atan(0.25) = 28.07.
        {LENS("2", PROPERTY("ApertureMode", "3") PROPERTY("FocalLength", "50.8") PROPERTY("FilmWidth", "2")
                       PROPERTY("FilmHeight", "1")),
         53.130102354, 28.072486936},
        // The same film for a square image: the gate keeps the width, or the height.
        {LENS("2", PROPERTY("ApertureMode", "3") PROPERTY("FocalLength", "50.8") PROPERTY("FilmWidth", "2")
                       PROPERTY("FilmHeight", "1") PROPERTY("GateFit", "2") PROPERTY("AspectRatioMode", "2")
                           PROPERTY("AspectWidth", "100") PROPERTY("AspectHeight", "100")),
         53.130102354, 53.130102354},
        {LENS("2", PROPERTY("ApertureMode", "3") PROPERTY("FocalLength", "50.8") PROPERTY("FilmWidth", "2")
                       PROPERTY("FilmHeight", "1") PROPERTY("GateFit", "3") PROPERTY("AspectRatioMode", "2")
                           PROPERTY("AspectWidth", "100") PROPERTY("AspectHeight", "100")),
         28.072486936, 28.072486936},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_model *model = import_lens(cases[i].lens);
        assert_close(model->cameras[0].field_of_view[0], cases[i].horizontal, 1e-6);
        assert_close(model->cameras[0].field_of_view[1], cases[i].vertical, 1e-6);
        sinew_model_destroy(model);
    }
}

static void an_image_of_another_aspect_shows_more_and_never_less(void **state)
{
    (void)state;
    sinew_model *model = import_lens(
        LENS("2", PROPERTY("ApertureMode", "0") PROPERTY("FieldOfViewX", "90") PROPERTY("FieldOfViewY", "90")));
    const double edge[3] = {10, 10, 0}; // the corner of the camera's own square image
    assert_point(model, 1, edge, 1, 1);
    assert_point(model, 2, edge, 0.5, 1);
    assert_point(model, 0.5, edge, 1, 0.5);
    sinew_model_destroy(model);
}

static void a_target_replaces_the_direction_of_the_joint(void **state)
{
    (void)state;
    sinew_model *model =
        import_objects(CAMERA("1", "Shot", PROPERTY("Lcl Translation", "0,0,10") PROPERTY("Lcl Rotation", "10,20,30"))
                           LENS("2", PROPERTY("FieldOfView", "90") PROPERTY("UpVector", "1,0,0"))
                               MODEL("3", "Shot.Target", PROPERTY("Lcl Translation", "0,0,-2")),
                       OO("1", "0") OO("2", "1") OO("3", "0") OP("3", "1", "LookAtProperty"));
    const sinew_camera camera = view_of(model, 1);
    assert_close(camera.target[2], -2, 1e-9);
    // +X is up, so +Y is left.
    assert_point(model, 1, (const double[3]){5, 0, 0}, 0, 0.5);
    assert_point(model, 1, (const double[3]){0, 5, 0}, -0.5, 0);
    sinew_model_destroy(model);
}

static void roll_rotates_up_towards_the_right(void **state)
{
    (void)state;
    sinew_model *model = import_lens(LENS("2", PROPERTY("FieldOfView", "90") PROPERTY("Roll", "90")));
    // Without roll +X points to the right of the image; now it points up, and the old up direction points left.
    assert_point(model, 1, (const double[3]){5, 0, 0}, 0, 0.5);
    assert_point(model, 1, (const double[3]){0, 5, 0}, -0.5, 0);
    sinew_model_destroy(model);
}

static void a_parallel_camera_shows_thirty_units_per_zoom(void **state)
{
    (void)state;
    sinew_model *model = import_lens(LENS("2", PROPERTY("CameraProjectionType", "1") PROPERTY("OrthoZoom", "0.5")));
    assert_point(model, 1, (const double[3]){7.5, 3.75, 0}, 1, 0.5); // 15 units across
    assert_point(model, 1, (const double[3]){7.5, 3.75, -50}, 1, 0.5);
    sinew_model_destroy(model);
}

static void the_camera_moves_with_its_joint(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        CAMERA("1", "Shot", PROPERTY("Lcl Translation", "0,0,10") PROPERTY("Lcl Rotation", "0,90,0"))
            LENS("2", PROPERTY("FieldOfView", "90")) OBJECT("AnimationStack", "4", "AnimStack::fly", "", "")
                OBJECT("AnimationLayer", "5", "AnimLayer::base", "", "")
                    OBJECT("AnimationCurveNode", "6", "AnimCurveNode::T", "", "") CURVE("7", "2", "0," SECOND, "0,5"),
        OO("1", "0") OO("2", "1") OO("5", "4") OO("6", "5") OP("6", "1", "Lcl Translation") OP("7", "6", "d|X"));
    assert_int_equal(model->clip_count, 1);
    sinew_camera camera;
    double found[2];
    sinew_pose *pose = pose_at(model, 1);
    sinew_camera_from_file(model, 0, pose, 1, &camera);
    project(&camera, 1, (const double[3]){10, 0, 0}, found);
    assert_close(found[0], 0.5, 1e-6);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void an_impossible_lens_is_replaced_with_a_warning(void **state)
{
    (void)state;
    static const char *const lenses[] = {
        LENS("2", PROPERTY("FieldOfView", "180")), LENS("2", PROPERTY("FieldOfView", "-5")),
        LENS("2", PROPERTY("ApertureMode", "3") PROPERTY("FocalLength", "0") PROPERTY("FilmWidth", "0")),
        LENS("2", PROPERTY("CameraProjectionType", "1") PROPERTY("OrthoZoom", "0"))};
    for (size_t i = 0; i < sizeof lenses / sizeof *lenses; ++i) {
        sinew_model *model = import_lens(lenses[i]);
        assert_int_equal(warnings_about(model, "I17", "Shot"), 1);
        assert_close(view_of(model, 1).field_of_view, 40, 1e-9);
        sinew_model_destroy(model);
    }
}

static void a_camera_of_fbx_5_is_left_out_with_a_warning(void **state)
{
    (void)state;
    sinew_model *model =
        import_text_file("old.fbx", "; FBX 5.8.0 project file\nFBXHeaderExtension: {\nFBXVersion: 5800\n}\n"
                                    "Model: \"Model::Root\" {\nType: \"Null\"\nChildren: \"Model::Shot\"\n}\n"
                                    "Model: \"Model::Shot\" {\nType: \"Camera\"\nPosition: 0,0,10\nLookAt: 0,0,0\n}\n");
    assert_int_equal(joint_called(model, "Shot")->kind, SINEW_JOINT_CAMERA);
    assert_int_equal(model->camera_count, 0);
    assert_int_equal(warnings_about(model, "I17", "Shot"), 1);
    sinew_model_destroy(model);
}

// ---- other formats --------------------------------------------------------------------------------------------------

#define GLTF(camera)                                                                                                   \
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"Shot\","         \
    "\"camera\":0,"                                                                                                    \
    "\"translation\":[0,0,10]}],\"cameras\":[" camera "]}"

static void a_gltf_camera_looks_along_minus_z_with_its_vertical_angle(void **state)
{
    (void)state;
    sinew_model *model = import_text_file(
        "shot.gltf", GLTF("{\"type\":\"perspective\",\"perspective\":{\"yfov\":1.5707963267948966,\"znear\":0.1}}"));
    assert_point(model, 1, (const double[3]){5, 2.5, 0}, 0.5, 0.25);
    assert_point(model, 0.5, (const double[3]){5, 2.5, 0}, 1, 0.25);
    sinew_model_destroy(model);
}

static void a_gltf_camera_with_an_aspect_has_both_angles(void **state)
{
    (void)state;
    sinew_model *model = import_text_file(
        "shot.gltf", GLTF("{\"type\":\"perspective\",\"perspective\":{\"yfov\":1.5707963267948966,\"aspectRatio\":2,"
                          "\"znear\":0.1}}"));
    assert_close(model->cameras[0].field_of_view[0], 126.869897646, 1e-4); // 2 · atan(2)
    assert_close(model->cameras[0].field_of_view[1], 90, 1e-4);
    sinew_model_destroy(model);
}

static void a_parallel_gltf_camera_has_twice_its_magnification(void **state)
{
    (void)state;
    sinew_model *model = import_text_file(
        "shot.gltf",
        GLTF("{\"type\":\"orthographic\",\"orthographic\":{\"xmag\":4,\"ymag\":2,\"znear\":0.1,\"zfar\":9}}"));
    assert_point(model, 2, (const double[3]){2, 1, 0}, 0.5, 0.5);
    sinew_model_destroy(model);
}

/// The first node has the second camera. Assimp lists cameras in the order of their nodes, the file in its own.
static void each_node_of_a_gltf_has_its_own_camera(void **state)
{
    (void)state;
    sinew_model *model = import_text_file(
        "shots.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1,2]}],\"nodes\":["
        "{\"name\":\"Wide\",\"camera\":1},{\"name\":\"Narrow\",\"camera\":0},{\"name\":\"Too\",\"camera\":1}],"
        "\"cameras\":[{\"type\":\"perspective\",\"perspective\":{\"yfov\":0.5,\"znear\":0.1}},"
        "{\"type\":\"perspective\",\"perspective\":{\"yfov\":1.5,\"znear\":0.1}}]}");
    static const double angles[] = {85.943669, 28.647890, 85.943669}; // radians in degrees
    assert_int_equal(model->camera_count, 3);
    for (int32_t i = 0; i < 3; ++i) {
        static const char *const nodes[] = {"Wide", "Narrow", "Too"};
        assert_string_equal(sinew_text(model, model->joints[model->cameras[i].joint].name), nodes[i]);
        assert_close(model->cameras[i].field_of_view[1], angles[i], 1e-4);
    }
    sinew_model_destroy(model);
}

static void a_collada_camera_has_its_horizontal_angle(void **state)
{
    (void)state;
    sinew_model *model = import_text_file(
        "shot.dae",
        "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
        "<library_cameras><camera id=\"c\" name=\"Shot\"><optics><technique_common><perspective><xfov>90</xfov>"
        "</perspective></technique_common></optics></camera></library_cameras><library_visual_scenes>"
        "<visual_scene id=\"s\"><node id=\"Shot\" name=\"Shot\"><translate>0 0 10</translate><instance_camera "
        "url=\"#c\"/></node></visual_scene></library_visual_scenes><scene>"
        "<instance_visual_scene url=\"#s\"/></scene></COLLADA>");
    assert_point(model, 2, (const double[3]){5, 2.5, 0}, 0.5, 0.5);
    sinew_model_destroy(model);
}

// ---- models made in code, names -------------------------------------------------------------------------------------

static const sinew_raw_joint joints[] = {{.name = "set:Left", .parent = SINEW_NONE, .node = SINEW_NONE},
                                         {.name = "Right", .parent = SINEW_NONE, .node = SINEW_NONE}};

static sinew_result build(const sinew_raw_camera *cameras, int32_t count, sinew_model **out, sinew_error *error)
{
    const sinew_raw_model raw = {.joints = joints, .joint_count = 2, .cameras = cameras, .camera_count = count};
    return sinew_model_from_raw(&raw, out, error);
}

static void cameras_are_found_by_name_with_and_without_namespace(void **state)
{
    (void)state;
    const sinew_raw_camera cameras[] = {
        {.joint = 0, .target = SINEW_NONE, .up_target = SINEW_NONE, .field_of_view = {40, 0}},
        {.joint = 1, .target = SINEW_NONE, .up_target = SINEW_NONE, .field_of_view = {0, 40}}};
    sinew_model *model;
    sinew_error error;
    int32_t found;
    assert_int_equal(build(cameras, 2, &model, NULL), SINEW_OK);
    assert_int_equal(sinew_model_find_camera(model, "set:Left", &found, NULL), SINEW_OK);
    assert_int_equal(found, 0);
    assert_int_equal(sinew_model_find_camera(model, "Left", &found, NULL), SINEW_OK);
    assert_int_equal(found, 0);
    assert_int_equal(sinew_model_find_camera(model, "Right", &found, NULL), SINEW_OK);
    assert_int_equal(found, 1);
    assert_int_equal(sinew_model_find_camera(model, "Top", &found, &error), SINEW_ERROR_NO_CAMERA);
    assert_int_equal(found, SINEW_NONE);
    assert_string_equal(error.message, "no camera 'Top'");
    assert_string_equal(error.hint, "cameras: 'set:Left', 'Right'");
    sinew_model_destroy(model);
    assert_int_equal(build(NULL, 0, &model, NULL), SINEW_OK);
    assert_int_equal(sinew_model_find_camera(model, "Top", &found, &error), SINEW_ERROR_NO_CAMERA);
    assert_string_equal(error.hint, "the file has no cameras");
    sinew_model_destroy(model);
}

static void invalid_raw_cameras_are_refused(void **state)
{
    (void)state;
    const sinew_raw_camera good = {.target = SINEW_NONE, .up_target = SINEW_NONE, .field_of_view = {40, 40}};
    sinew_raw_camera bad[7] = {good, good, good, good, good, good, good};
    bad[0].joint = 2;
    bad[1].target = -2;
    bad[2].up_target = 2;
    bad[3].field_of_view[0] = 180;
    bad[4].field_of_view[0] = bad[4].field_of_view[1] = 0;
    bad[5].is_parallel = 1;
    bad[6].roll = (double)NAN;
    for (size_t i = 0; i < 7; ++i) {
        sinew_model *model;
        sinew_error error;
        assert_int_equal(build(&bad[i], 1, &model, &error), SINEW_ERROR_INVALID_ARGUMENT);
        assert_null(model);
        assert_non_null(strstr(error.message, "camera 0"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_fbx_camera_looks_along_the_x_axis_of_its_joint),
        cmocka_unit_test(each_aperture_mode_gives_the_angles),
        cmocka_unit_test(an_image_of_another_aspect_shows_more_and_never_less),
        cmocka_unit_test(a_target_replaces_the_direction_of_the_joint),
        cmocka_unit_test(roll_rotates_up_towards_the_right),
        cmocka_unit_test(a_parallel_camera_shows_thirty_units_per_zoom),
        cmocka_unit_test(the_camera_moves_with_its_joint),
        cmocka_unit_test(an_impossible_lens_is_replaced_with_a_warning),
        cmocka_unit_test(a_camera_of_fbx_5_is_left_out_with_a_warning),
        cmocka_unit_test(a_gltf_camera_looks_along_minus_z_with_its_vertical_angle),
        cmocka_unit_test(a_gltf_camera_with_an_aspect_has_both_angles),
        cmocka_unit_test(a_parallel_gltf_camera_has_twice_its_magnification),
        cmocka_unit_test(each_node_of_a_gltf_has_its_own_camera),
        cmocka_unit_test(a_collada_camera_has_its_horizontal_angle),
        cmocka_unit_test(cameras_are_found_by_name_with_and_without_namespace),
        cmocka_unit_test(invalid_raw_cameras_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
