/// OBJ text of small meshes made in code, against the format's specification.
#include "author/export/export_writers.h"
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "sinew/export.h"
#include "sinew/raw_model.h"
#include "support/make_model.h"

static const sinew_raw_joint root_joint[] = {{.name = "Root", .parent = SINEW_NONE, .node = SINEW_NONE}};

/// The OBJ text of the rest pose, terminated; to be freed.
static char *export_file(const sinew_raw_model *raw)
{
    sinew_model *model = make_model(raw);
    const double time = 0;
    const sinew_export_options options = {
        .clip = SINEW_NONE, .times = &time, .time_count = 1, .engine = SINEW_ENGINE_EXACT, .source = "x.fbx"};
    char *text;
    size_t size;
    sinew_error error;
    if (sinew__export_obj(model, &options, &text, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    sinew_model_destroy(model);
    char *terminated = realloc(text, size + 1);
    assert_non_null(terminated);
    terminated[size] = '\0';
    return terminated;
}

/// The same without its three comment lines.
static char *export_rest(const sinew_raw_model *raw)
{
    char *text = export_file(raw), *object = strstr(text, "\no ");
    assert_non_null(object);
    memmove(text, object + 1, strlen(object));
    return text;
}

static void assert_exports(const sinew_raw_model *raw, const char *expected)
{
    char *text = export_rest(raw);
    assert_string_equal(text, expected);
    free(text);
}

/// A square in the plane z = 0 whose corners are vertices 0 to 3.
static const float square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const float square_normals[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
static const uint32_t one_quad[] = {4};

static void what_obj_does_not_support_is_an_error(void **state)
{
    (void)state;
    const sinew_raw_model bare = {.joints = root_joint, .joint_count = 1};
    sinew_model *model = make_model(&bare);
    const double times[] = {0, 1};
    sinew_export_options options = {.clip = SINEW_NONE, .times = times, .time_count = 1, .engine = SINEW_ENGINE_EXACT};
    char *text = (char *)(uintptr_t)0xdede;
    size_t size = 77;
    sinew_error error;
    assert_int_equal(sinew__export_obj(model, &options, &text, &size, &error), SINEW_ERROR_NO_MESH);
    assert_string_equal(error.message, "no mesh to export");
    assert_null(text);
    assert_int_equal(size, 0);
    for (options.time_count = 0; options.time_count < 3; options.time_count += 2) {
        assert_int_equal(sinew__export_obj(model, &options, &text, &size, &error), SINEW_ERROR_INVALID_ARGUMENT);
        assert_null(text);
    }
    sinew_model_destroy(model);
}

static void an_export_ends_with_its_time(void **state)
{
    (void)state;
    const sinew_raw_mesh mesh = {.positions = square, .vertex_count = 4, .polygon_sizes = one_quad, .polygon_count = 1};
    const sinew_raw_model raw = {.joints = root_joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    sinew_model *model = make_model(&raw);
    sinew_export_options options = {.clip = SINEW_NONE, .times = &(double){0}, .time_count = 1, .seconds = 1e-12};
    char *text = (char *)(uintptr_t)0xdede;
    size_t size = 77;
    sinew_error error;
    assert_int_equal(sinew__export_obj(model, &options, &text, &size, &error), SINEW_ERROR_TIMED_OUT);
    assert_string_equal(error.message, "stopped after 1e-12 s, while the meshes were written");
    assert_null(text);
    assert_int_equal(size, 0);
    options.seconds = 100;
    assert_int_equal(sinew__export_obj(model, &options, &text, &size, &error), SINEW_OK);
    free(text);
    sinew_model_destroy(model);
}

/// Axis names from the file stay inside the comment.
static void a_comment_is_one_line(void **state)
{
    (void)state;
    const sinew_raw_mesh mesh = {.positions = square, .vertex_count = 4, .polygon_sizes = one_quad, .polygon_count = 1};
    const sinew_raw_model raw = {
        .up = "+Z\nv 9 9 9", .unit_cm = 2.54, .joints = root_joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    char *text = export_file(&raw);
    assert_non_null(strstr(text, "\n# 1 unit = 2.54 cm, +Z\\x0av 9 9 9 up\no Root\n"));
    free(text);
}

static void formats_are_found_by_name(void **state)
{
    (void)state;
    int32_t count = 0;
    const sinew_export_format *formats = sinew_export_formats(&count);
    assert_true(count >= 1);
    for (int32_t i = 0; i < count; ++i) assert_ptr_equal(sinew__export_format_named(formats[i].name), &formats[i]);
    assert_null(sinew__export_format_named("usd"));
    assert_null(sinew__export_format_named(""));
}

static void a_square_is_one_polygon_with_four_corners(void **state)
{
    (void)state;
    static const float texcoords[] = {0, 0, 1, 0, 1, 1, 0, 0.25f};
    const sinew_raw_mesh mesh = {.name = "Square",
                                 .positions = square,
                                 .normals = square_normals,
                                 .texcoords = texcoords,
                                 .vertex_count = 4,
                                 .polygon_sizes = one_quad,
                                 .polygon_count = 1};
    const sinew_raw_model raw = {.joints = root_joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    assert_exports(&raw, "o Root\n"
                         "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                         "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 0.25\n"
                         "vn 0 0 1\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\n"
                         "f 1/1/1 2/2/2 3/3/3 4/4/4\n");
}

static void positions_read_back_to_the_same_floats(void **state)
{
    (void)state;
    static const float positions[] = {0.1f, -1234.5678f, 3e-7f, 16777217.0f, 1.0f / 3, -0.0f, 1e20f, 7.0e-39f, 2};
    static const uint32_t triangle[] = {3};
    const sinew_raw_mesh mesh = {
        .positions = positions, .vertex_count = 3, .polygon_sizes = triangle, .polygon_count = 1};
    const sinew_raw_model raw = {.joints = root_joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    char *text = export_rest(&raw);
    const char *line = strstr(text, "v ");
    for (int v = 0; v < 3; ++v) {
        char *next = (char *)(uintptr_t)(line + 2);
        for (int i = 0; i < 3; ++i) assert_close(strtof(next, &next), positions[v * 3 + i], 0);
        assert_int_equal(*next, '\n');
        line = next + 1;
    }
    free(text);
}

static void every_polygon_keeps_its_size_and_its_material(void **state)
{
    (void)state;
    // A pentagon of Red, a triangle of Blue, a point, a line, a quad of Red, a triangle without material: they share
    // seven vertices.
    static const float positions[] = {0, 0, 0, 2, 0, 0, 2, 2, 0, 1, 3, 0, 0, 2, 0, 3, 0, 0, 3, 2, 0};
    static const uint32_t sizes[] = {5, 3, 1, 2, 4, 3},
                          corners[] = {0, 1, 2, 3, 4, 1, 5, 2, 6, 5, 6, 1, 5, 6, 2, 2, 6, 3};
    static const int32_t materials[] = {0, 1, 0, 0, 0, SINEW_NONE};
    static const sinew_raw_material palette[] = {{.name = "Red Paint", .texture = SINEW_NONE},
                                                 {.name = "", .texture = SINEW_NONE}};
    const sinew_raw_mesh mesh = {.object = "a b",
                                 .positions = positions,
                                 .vertex_count = 7,
                                 .polygon_sizes = sizes,
                                 .polygon_materials = materials,
                                 .polygon_count = 6,
                                 .corner_vertices = corners,
                                 .corner_count = 18};
    const sinew_raw_model raw = {.joints = root_joint,
                                 .joint_count = 1,
                                 .meshes = &mesh,
                                 .mesh_count = 1,
                                 .materials = palette,
                                 .material_count = 2};
    char *text = export_rest(&raw);
    assert_memory_equal(text, "o a_b\n", 6);
    assert_string_equal(strstr(text, "usemtl"), "usemtl Red_Paint\n"
                                                "f 1//1 2//2 3//3 4//4 5//5\n"
                                                "usemtl material\n"
                                                "f 2//2 6//6 3//3\n"
                                                "p 7\n"
                                                "l 6 7\n"
                                                "usemtl Red_Paint\n"
                                                "f 2//2 6//6 7//7 3//3\n"
                                                "usemtl none\n"
                                                "f 3//3 7//7 4//4\n");
    free(text);
}

static void a_seam_splits_texture_coordinates_and_not_the_vertex(void **state)
{
    (void)state;
    // Two triangles that share an edge; polygon vertex k is vertex k, with different texture coordinates on each side
    // of the edge.
    static const float positions[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0};
    static const float texcoords[] = {0, 0, 1, 0, 1, 1, 0.5f, 0, 0.5f, 1, 0, 1};
    static const uint32_t points[] = {0, 1, 2, 0, 2, 3}, sizes[] = {3, 3};
    const sinew_raw_mesh mesh = {.positions = positions,
                                 .texcoords = texcoords,
                                 .control_points = points,
                                 .vertex_count = 6,
                                 .control_point_count = 4,
                                 .polygon_sizes = sizes,
                                 .polygon_count = 2,
                                 .weld = 1};
    const sinew_raw_model raw = {.joints = root_joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    char *text = export_rest(&raw);
    assert_non_null(strstr(text, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt"));
    assert_non_null(strstr(text, "f 1/1/1 2/2/2 3/3/3\nf 1/4/4 3/5/5 4/6/6\n"));
    free(text);
}

static void meshes_of_one_object_are_exported_as_one_object(void **state)
{
    (void)state;
    // One authored square, split by material into two triangles; another object is between them in the file.
    static const float lower[] = {0, 0, 0, 1, 0, 0, 1, 1, 0}, upper[] = {0, 0, 0, 1, 1, 0, 0, 1, 0},
                       far_away[] = {9, 9, 9, 9, 9, 8, 9, 8, 9};
    static const uint32_t lower_points[] = {0, 1, 2}, upper_points[] = {0, 2, 3}, triangle[] = {3};
    static const int32_t first[] = {0}, second[] = {1};
    static const sinew_raw_material materials[] = {{.name = "A", .texture = SINEW_NONE},
                                                   {.name = "B", .texture = SINEW_NONE}};
    const sinew_raw_mesh meshes[] = {
        {.object = "Square",
         .positions = lower,
         .normals = square_normals,
         .control_points = lower_points,
         .vertex_count = 3,
         .control_point_count = 4,
         .polygon_sizes = triangle,
         .polygon_materials = first,
         .polygon_count = 1},
        {.object = "Other",
         .positions = far_away,
         .normals = square_normals,
         .vertex_count = 3,
         .polygon_sizes = triangle,
         .polygon_count = 1},
        {.object = "Square",
         .positions = upper,
         .normals = square_normals,
         .control_points = upper_points,
         .vertex_count = 3,
         .control_point_count = 4,
         .polygon_sizes = triangle,
         .polygon_materials = second,
         .polygon_count = 1},
    };
    const sinew_raw_model raw = {.joints = root_joint,
                                 .joint_count = 1,
                                 .meshes = meshes,
                                 .mesh_count = 3,
                                 .materials = materials,
                                 .material_count = 2};
    assert_exports(&raw, "o Square\n"
                         "v 0 0 0\nv 1 0 0\nv 1 1 0\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nusemtl A\nf 1//1 2//2 3//3\n"
                         "v 0 1 0\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nusemtl B\nf 1//4 3//5 4//6\n"
                         "o Other\n"
                         "v 9 9 9\nv 9 9 8\nv 9 8 9\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nusemtl none\nf 5//7 6//8 7//9\n");
}

static void control_points_whose_vertices_diverge_are_written_separately(void **state)
{
    (void)state;
    // A file may assign one control point to vertices at different positions; both positions are kept.
    static const uint32_t points[] = {0, 0, 0, 0};
    const sinew_raw_mesh mesh = {.positions = square,
                                 .control_points = points,
                                 .vertex_count = 4,
                                 .control_point_count = 1,
                                 .polygon_sizes = one_quad,
                                 .polygon_count = 1};
    const sinew_raw_model raw = {.joints = root_joint, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    char *text = export_rest(&raw);
    assert_non_null(strstr(text, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"));
    assert_non_null(strstr(text, "f 1//1 2//2 3//3 4//4\n"));
    free(text);
}

static void world_space_includes_the_root_transform(void **state)
{
    (void)state;
    // The root doubles x, quadruples y, scales z by eight, and translates. A normal (3, 0, 4) / 5 is transformed by the
    // inverse transpose to (3/2, 0, 4/8), which is (3, 0, 1) / √10 of length one.
    const sinew_affine root = {{{2, 0, 0, 10}, {0, 4, 0, 20}, {0, 0, 8, 30}}};
    static const float slanted[] = {0.6f, 0, 0.8f, 0.6f, 0, 0.8f, 0.6f, 0, 0.8f, 0.6f, 0, 0.8f};
    const sinew_raw_joint joints[] = {{.name = "Root",
                                       .parent = SINEW_NONE,
                                       .node = SINEW_NONE,
                                       .rest_matrix = &root}}; // included in globals, not in palettes
    const sinew_raw_mesh mesh = {
        .positions = square, .normals = slanted, .vertex_count = 4, .polygon_sizes = one_quad, .polygon_count = 1};
    const sinew_raw_model raw = {.root = root, .joints = joints, .joint_count = 1, .meshes = &mesh, .mesh_count = 1};
    char *text = export_rest(&raw);
    assert_non_null(strstr(text, "v 10 20 30\nv 12 20 30\nv 12 24 30\nv 10 24 30\n"));
    char *normal = strstr(text, "vn ") + 3;
    assert_close(strtod(normal, &normal), 3 / sqrt(10), 1e-6);
    assert_close(strtod(normal, &normal), 0, 1e-6);
    assert_close(strtod(normal, &normal), 1 / sqrt(10), 1e-6);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_obj_does_not_support_is_an_error),
        cmocka_unit_test(an_export_ends_with_its_time),
        cmocka_unit_test(a_comment_is_one_line),
        cmocka_unit_test(formats_are_found_by_name),
        cmocka_unit_test(a_square_is_one_polygon_with_four_corners),
        cmocka_unit_test(positions_read_back_to_the_same_floats),
        cmocka_unit_test(every_polygon_keeps_its_size_and_its_material),
        cmocka_unit_test(a_seam_splits_texture_coordinates_and_not_the_vertex),
        cmocka_unit_test(meshes_of_one_object_are_exported_as_one_object),
        cmocka_unit_test(control_points_whose_vertices_diverge_are_written_separately),
        cmocka_unit_test(world_space_includes_the_root_transform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
