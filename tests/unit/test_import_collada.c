// Collada and OBJ: units and axes of the file, polygons of any size, instances.
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <locale.h>
#include <string.h>

static const char quads[] =
    "<?xml version=\"1.0\"?>\n"
    "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
    "<asset><contributor><authoring_tool>by hand</authoring_tool></contributor><unit name=\"inch\" meter=\"0.0254\"/>"
    "<up_axis>Z_UP</up_axis></asset>"
    "<library_geometries><geometry id=\"g\" name=\"Panel\"><mesh>"
    "<source id=\"p\"><float_array id=\"pa\" count=\"15\">0 0 0 1 0 0 1 1 0 0 1 0 0.5 2 0</float_array>"
    "<technique_common><accessor source=\"#pa\" count=\"5\" stride=\"3\"><param name=\"X\" type=\"float\"/>"
    "<param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
    "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
    "<polylist count=\"2\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><vcount>4 3</vcount>"
    "<p>0 1 2 3 3 2 4</p></polylist></mesh></geometry></library_geometries>"
    "<library_visual_scenes><visual_scene id=\"s\" name=\"Scene\">"
    "<node id=\"a\" name=\"Left\"><translate>-3 0 0</translate><instance_geometry url=\"#g\"/></node>"
    "<node id=\"b\" name=\"Right\"><translate>3 0 0</translate><instance_geometry url=\"#g\"/></node>"
    "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";

static void unit_and_axis_are_the_files_own(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("quads.dae", quads);
    assert_close(model->info->unit_cm, 2.54, 1e-9);
    assert_string_equal(sinew_text(model, model->info->up), "+Z");
    assert_string_equal(sinew_text(model, model->info->generator), "by hand");
    // Neither turned nor scaled: a length of 3 in the file is a length of 3 in the model.
    const sinew_joint *left = joint_called(model, "Left");
    assert_int_equal(left->parent, SINEW_NONE);
    assert_close(left->rest.t.x, -3, 1e-6);
    assert_close(left->rest.s.x, 1, 1e-6);
    sinew_model_destroy(model);
}

static void a_locale_with_commas_leaves_the_unit(void **state)
{
    (void)state;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        print_message("no locale with a comma installed\n");
        skip();
    }
    sinew_model *model = import_text_file("quads.dae", quads);
    setlocale(LC_NUMERIC, "C");
    assert_close(model->info->unit_cm, 2.54, 1e-9);
    sinew_model_destroy(model);
}

static void polygons_stay_as_authored(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("quads.dae", quads);
    const sinew_mesh *mesh = mesh_of_object(model, "Left");
    assert_int_equal(mesh->polygon_count, 2);
    assert_int_equal(model->polygon_sizes[mesh->first_polygon], 4);
    assert_int_equal(model->polygon_sizes[mesh->first_polygon + 1], 3);
    assert_int_equal(mesh->index_count, 9); // 2 + 1 triangles
    sinew_model_destroy(model);
}

static void two_instances_are_two_meshes_on_their_own_joints(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("quads.dae", quads);
    assert_int_equal(model->mesh_count, 2);
    assert_ptr_equal(&model->joints[mesh_of_object(model, "Left")->joint], joint_called(model, "Left"));
    assert_ptr_equal(&model->joints[mesh_of_object(model, "Right")->joint], joint_called(model, "Right"));
    sinew_model_destroy(model);
}

static void an_obj_welds_corners_to_the_authors_vertices(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("roof.obj", "o Roof\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0.5 2 0\n"
                                                      "f 1 2 3 4\nf 4 3 5\n");
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(model->meshes[0].corner_count, 7);
    assert_int_equal(model->meshes[0].vertex_count, 5);
    sinew_model_destroy(model);
}

static void numbers_that_are_not_finite_become_a_warning(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("bad.obj", "o Bad\nv 0 0 0\nv 1 nan 0\nv 1 1 0\nf 1 2 3\n");
    assert_int_equal(warnings_of(model, "I04"), 1);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit_and_axis_are_the_files_own),
        cmocka_unit_test(a_locale_with_commas_leaves_the_unit),
        cmocka_unit_test(polygons_stay_as_authored),
        cmocka_unit_test(two_instances_are_two_meshes_on_their_own_joints),
        cmocka_unit_test(an_obj_welds_corners_to_the_authors_vertices),
        cmocka_unit_test(numbers_that_are_not_finite_become_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
