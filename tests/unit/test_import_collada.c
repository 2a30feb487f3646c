// Collada and OBJ: units and axes of the file, polygons of any size, instances.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/import_stages.h"
#include "sinew/pose.h"

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

// ---- animations ---------------------------------------------------------------------------------------------------

/// A source of numbers.
#define SOURCE(id, count, stride, numbers)                                                                             \
    "<source id=\"" id "\"><float_array id=\"" id "-a\" count=\"" count "\">" numbers                                  \
    "</float_array><technique_common><accessor source=\"#" id "-a\" count=\"2\" stride=\"" stride                      \
    "\"><param type=\"float\"/></accessor></technique_common></source>"
#define ANIMATION(id, target, times, values)                                                                           \
    "<animation id=\"" id "\">" SOURCE(id "-i", "2", "1", times)                                                       \
        SOURCE(id "-o", "2", "1",                                                                                      \
               values) "<source id=\"" id "-l\"><Name_array id=\"" id                                                  \
                       "-n\" count=\"2\">LINEAR LINEAR</Name_array><technique_common>"                                 \
                       "<accessor source=\"#" id                                                                       \
                       "-n\" count=\"2\" stride=\"1\"><param type=\"name\"/></accessor></technique_common>"            \
                       "</source><sampler id=\"" id "-s\"><input semantic=\"INPUT\" source=\"#" id                     \
                       "-i\"/><input semantic=\"OUTPUT\" "                                                             \
                       "source=\"#" id "-o\"/><input semantic=\"INTERPOLATION\" source=\"#" id                         \
                       "-l\"/></sampler><channel source=\"#" id "-s\" target=\"" target "\"/></animation>"
#define NODES                                                                                                          \
    "<library_visual_scenes><visual_scene id=\"s\"><node id=\"hip\" name=\"hip\" type=\"JOINT\"><translate "           \
    "sid=\"t\"> 1 2 3</translate><node id=\"knee\" name=\"knee\" type=\"JOINT\"><translate sid=\"t\">\n0 -1 0"         \
    "</translate></node></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/>"      \
    "</scene></COLLADA>"
#define HEAD "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"><asset><unit meter=\" 0.01\"/></asset>"

/// The hip moves along x from 1 to 5 and along y from 2 to 4 in one second, the knee along y from -1 to -3 in two.
static const char three_animations[] = HEAD "<library_animations>" ANIMATION("a", "hip/t.X", "0 1", "1 5")
    ANIMATION("b", "hip/t.Y", "0 1",
              "2 4") "<!-- </library_animations> <animation> -->"
                     "<animation id=\"nest\">" ANIMATION("c", "knee/t.Y", "0 2",
                                                         "-1 -3") "</animation></library_animations>" NODES;

static void animations_without_clips_are_one_clip(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("three.dae", three_animations);
    assert_int_equal(model->clip_count, 1);
    assert_close(model->clips[0].duration, 2, 1e-6);
    sinew_pose *pose;
    sinew_error error;
    assert_int_equal(sinew_pose_create(model, &pose, &error), SINEW_OK);
    sinew_pose_sample(model, 0, 0.5, pose);
    const sinew_vec3 hip = pose->local[joint_index(model, "hip")].t, knee = pose->local[joint_index(model, "knee")].t;
    assert_close(hip.x, 3, 1e-5);
    assert_close(hip.y, 3, 1e-5);
    assert_close(hip.z, 3, 1e-5);
    assert_close(knee.y, -1.5, 1e-5);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// By their identifier, or else their scoped identifier; keys and bones find them.
static void nodes_without_a_name_have_their_identifier(void **state)
{
    (void)state;
    static const char nodes[] =
        "<library_visual_scenes><visual_scene id='s'><node id='hip'><translate sid='t'>1 0 0</translate>"
        "<node sid='knee'/><node/></node></visual_scene></library_visual_scenes>"
        "<scene><instance_visual_scene url='#s'/></scene></COLLADA>";
    char text[4096];
    snprintf(text, sizeof text, HEAD "<library_animations>%s</library_animations>%s",
             ANIMATION("a", "hip/t.X", "0 1", "1 5"), nodes);
    sinew_model *model = import_text_file("nameless.dae", text);
    assert_int_equal(model->joint_count, 3);
    assert_int_equal(joint_called(model, "knee")->parent, joint_index(model, "hip"));
    assert_int_equal(model->clip_count, 1);
    sinew_model_destroy(model);
}

static void numbers_may_follow_blanks(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("blanks.dae", HEAD NODES);
    assert_close(model->info->unit_cm, 1, 1e-9);
    assert_close(joint_called(model, "hip")->rest.t.z, 3, 1e-6);
    assert_close(joint_called(model, "knee")->rest.t.y, -1, 1e-6);
    sinew_model_destroy(model);
}

static void utf16_is_read(void **state)
{
    (void)state;
    // The joint's name becomes "kn\xc3\xa9\xf0\x9f\xa6\xb5": é, and a leg beyond the first 65 536 characters.
    static const char text[] =
        HEAD "<library_visual_scenes><visual_scene id=\"s\"><node id=\"k\" name=\"kn??\"><translate>"
             "4 5 6</translate></node></visual_scene></library_visual_scenes><scene>"
             "<instance_visual_scene url=\"#s\"/></scene></COLLADA>";
    for (int is_big = 0; is_big < 2; ++is_big) {
        unsigned char bytes[2 * sizeof text + 4];
        size_t size = 0;
        unsigned units[sizeof text + 2], count = 0;
        units[count++] = 0xfeff;
        for (const char *c = text; *c; ++c) {
            if (strncmp(c, "??\"", 3) == 0) {
                units[count++] = 0xe9, units[count++] = 0xd83e, units[count++] = 0xddb5;
                ++c;
            } else {
                units[count++] = (unsigned char)*c;
            }
        }
        for (unsigned i = 0; i < count; ++i) {
            bytes[size++] = (unsigned char)(is_big ? units[i] >> 8 : units[i]);
            bytes[size++] = (unsigned char)(is_big ? units[i] : units[i] >> 8);
        }
        sinew_model *model = import_bytes("wide.dae", bytes, size);
        assert_close(joint_called(model, "kn\xc3\xa9\xf0\x9f\xa6\xb5")->rest.t.x, 4, 1e-6);
        sinew_model_destroy(model);
    }
}

// ---- skins of morph targets ---------------------------------------------------------------------------------------

#define TRIANGLE(id, positions)                                                                                        \
    "<geometry id=\"" id "\" name=\"" id "\"><mesh><source id=\"" id "-p\"><float_array id=\"" id                      \
    "-pa\" count=\"9\">" positions "</float_array><technique_common>"                                                  \
    "<accessor source=\"#" id "-pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/><param name=\"Y\" "    \
    "type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source><vertices id=\"" id      \
    "-v\"><input semantic=\"POSITION\" source=\"#" id "-p\"/></vertices><triangles count=\"1\"><input "                \
    "semantic=\"VERTEX\" source=\"#" id "-v\" offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry>"

static const char skin_of_morph[] =
    HEAD "<library_geometries>" TRIANGLE("a-rather-long-name", "0 0 0 1 0 0 1 1 0") TRIANGLE(
        "smile",
        "0 0 0 1 0 0 1 3 0") "</library_geometries><library_controllers>"
                             "<controller id=\"m\"><morph source=\"#a-rather-long-name\" method=\"NORMALIZED\"><source "
                             "id=\"t\"><IDREF_array id=\"ta\" "
                             "count=\"1\">smile</IDREF_array><technique_common><accessor source=\"#ta\" count=\"1\" "
                             "stride=\"1\"><param "
                             "name=\"MORPH_TARGET\" type=\"IDREF\"/></accessor></technique_common></source><source "
                             "id=\"tw\"><float_array id=\"twa\" "
                             "count=\"1\">0</float_array><technique_common><accessor source=\"#twa\" count=\"1\" "
                             "stride=\"1\"><param "
                             "name=\"MORPH_WEIGHT\" "
                             "type=\"float\"/></accessor></technique_common></source><targets><input "
                             "semantic=\"MORPH_TARGET\" "
                             "source=\"#t\"/><input semantic=\"MORPH_WEIGHT\" "
                             "source=\"#tw\"/></targets></morph></controller>"
                             "<controller id=\"k\"><skin source=\"#m\"><source id=\"j\"><Name_array id=\"ja\" "
                             "count=\"1\">hip</Name_array>"
                             "<technique_common><accessor source=\"#ja\" count=\"1\" stride=\"1\"><param "
                             "name=\"JOINT\" "
                             "type=\"name\"/></accessor>"
                             "</technique_common></source><source id=\"i\"><float_array id=\"ia\" count=\"16\">1 0 0 0 "
                             "0 1 0 0 0 0 1 0 0 0 0 1"
                             "</float_array><technique_common><accessor source=\"#ia\" count=\"1\" "
                             "stride=\"16\"><param type=\"float4x4\"/>"
                             "</accessor></technique_common></source><source id=\"w\"><float_array id=\"wa\" "
                             "count=\"1\">1</float_array>"
                             "<technique_common><accessor source=\"#wa\" count=\"1\" stride=\"1\"><param "
                             "type=\"float\"/></accessor>"
                             "</technique_common></source><joints><input semantic=\"JOINT\" source=\"#j\"/><input "
                             "semantic=\"INV_BIND_MATRIX\" "
                             "source=\"#i\"/></joints><vertex_weights count=\"3\"><input semantic=\"JOINT\" "
                             "source=\"#j\" offset=\"0\"/><input "
                             "semantic=\"WEIGHT\" source=\"#w\" offset=\"1\"/><vcount>1 1 1</vcount><v>0 0 0 0 0 "
                             "0</v></vertex_weights></skin>"
                             "</controller></library_controllers><library_visual_scenes><visual_scene id=\"s\"><node "
                             "id=\"hip\" name=\"hip\" "
                             "sid=\"hip\" type=\"JOINT\"/><node id=\"body\" name=\"body\"><instance_controller "
                             "url=\"#k\"><skeleton>#hip</skeleton>"
                             "</instance_controller></node><node id=\"bare\" name=\"bare\">"
                             "<instance_controller url=\"#m\"></instance_controller></node></visual_scene></"
                             "library_visual_scenes><scene><instance_visual_scene url=\"#s\"/>"
                             "</scene></COLLADA>";

static void a_skin_of_morph_targets_keeps_its_mesh(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("face.dae", skin_of_morph);
    assert_int_equal(model->mesh_count, 2);
    assert_int_equal(mesh_of_object(model, "body")->corner_count, 3);
    assert_int_equal(mesh_of_object(model, "bare")->corner_count, 3); // an instance of the morph without the skin
    assert_true(joint_called(model, "hip")->flags & SINEW_JOINT_DEFORMS);
    assert_int_equal(warnings_about(model, "I17", "m"), 1);
    sinew_model_destroy(model);
}

static void a_cameras_target_is_no_part_of_the_skeleton(void **state)
{
    (void)state;
    sinew_model *model = import_text_file(
        "camera.dae", HEAD
        "<library_cameras><camera id=\"c\" name=\"Camera\"><optics><technique_common><perspective><xfov>45</xfov>"
        "</perspective></technique_common></optics></camera></library_cameras><library_visual_scenes>"
        "<visual_scene id=\"s\"><node id=\"hip\" name=\"hip\"/><node id=\"Camera\" name=\"Camera\"><instance_camera "
        "url=\"#c\"/></node><node id=\"Camera.Target\" name=\"Camera.Target\"><translate>9000 0 0</translate></node>"
        "<node id=\"Bow.Target\" name=\"Bow.Target\"/></visual_scene></library_visual_scenes><scene>"
        "<instance_visual_scene url=\"#s\"/></scene></COLLADA>");
    assert_int_equal(joint_called(model, "Camera")->kind, SINEW_JOINT_CAMERA);
    assert_int_equal(joint_called(model, "Camera.Target")->kind, SINEW_JOINT_CAMERA);
    assert_int_equal(joint_called(model, "Bow.Target")->kind, SINEW_JOINT_BONE);
    sinew_model_destroy(model);
}

static const char ogre_mesh[] =
    "<mesh><sharedgeometry vertexcount='3'><vertexbuffer positions='true' normals='true'><vertex><position x='0' "
    "y='0' "
    "z='0'/><normal x='0' y='0' z='1'/></vertex><vertex><position x='1' y='0' z='0'/><normal x='0' y='0' z='1'/>"
    "</vertex><vertex><position x='0' y='2' z='0'/><normal x='0' y='0' "
    "z='1'/></vertex></vertexbuffer></sharedgeometry>"
    "<submeshes><submesh material='skin' usesharedvertices='true' use32bitindexes='false' "
    "operationtype='triangle_list'>"
    "<faces count='1'><face v1='0' v2='1' v3='2'/></faces></submesh></submeshes><skeletonlink name='man.skeleton'/>"
    "<boneassignments><vertexboneassignment vertexindex='0' boneindex='0' weight='1'/><vertexboneassignment "
    "vertexindex='1' boneindex='0' weight='1'/><vertexboneassignment vertexindex='2' boneindex='1' "
    "weight='1'/></boneassignments></mesh>";

static const char ogre_skeleton[] =
    "<skeleton><bones><bone id='0' name='hip'><position x='0' y='0' z='0'/><rotation angle='0'><axis "
    "x='1' y='0' z='0'/></rotation></bone><bone id='1' name='knee'><position x='0' y='1' "
    "z='0'/><rotation angle='0'><axis x='1' y='0' "
    "z='0'/></rotation></bone></bones><bonehierarchy><boneparent bone='knee' "
    "parent='hip'/></bonehierarchy><animations><animation name='bend' length='1'><tracks><track "
    "bone='knee'><keyframes><keyframe time='0'><translate x='0' y='0' z='0'/><rotate angle='0'><axis "
    "x='0' y='0' z='1'/></rotate></keyframe><keyframe time='1'><translate x='0' y='0' z='0'/><rotate "
    "angle='1.5707963'><axis x='0' y='0' "
    "z='1'/></rotate></keyframe></keyframes></track></tracks></animation></animations></skeleton>";

static sinew_result give_skeleton(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    (void)user;
    if (strcmp(name, "man.skeleton.xml") != 0) return SINEW_ERROR_NOT_FOUND;
    *out_size = sizeof ogre_skeleton - 1;
    *out_bytes = malloc(sizeof ogre_skeleton);
    assert_non_null(*out_bytes);
    memcpy(*out_bytes, ogre_skeleton, sizeof ogre_skeleton);
    return SINEW_OK;
}

/// The knee bends by 90° about z in a second: by 45° in half of it.
static void an_ogre_mesh_moves_with_the_skeleton_beside_it(void **state)
{
    (void)state;
    const sinew__import_options options = {.side_file = give_skeleton};
    void *block = NULL;
    size_t size = 0;
    sinew_error error = {0};
    sinew_model *model = NULL;
    assert_int_equal(
        sinew__import_block("man.mesh.xml", ogre_mesh, sizeof ogre_mesh - 1, &options, &block, &size, &error),
        SINEW_OK);
    assert_int_equal(sinew__model_from_block(block, size, &model, &error), SINEW_OK);
    assert_int_equal(warnings_of(model, "I17"), 0);
    assert_int_equal(model->clip_count, 1);
    assert_true(joint_called(model, "knee")->flags & SINEW_JOINT_DEFORMS);
    sinew_pose *pose;
    assert_int_equal(sinew_pose_create(model, &pose, &error), SINEW_OK);
    sinew_pose_sample(model, 0, 0.5, pose);
    assert_close(pose->local[joint_index(model, "knee")].r.z, 0.38268343, 1e-6);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Only the mesh is imported, and a warning says so.
static void an_ogre_mesh_without_its_skeleton_is_told(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("man.mesh.xml", ogre_mesh);
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(warnings_of(model, "I17"), 1);
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

#define ACCESSOR(source, count, stride, type)                                                                          \
    "<technique_common><accessor source='#" source "' count='" count "' stride='" stride                               \
    "'><param name='V' type='" type "'/></accessor></technique_common></source>"
// Rig i is moved by 4 i along x. Joint `b` is 2 above `a`, and is rotated by 90 degrees about z at the end of the clip.
#define RIG(i, x, minus_x)                                                                                             \
    "<library_animations><animation><source id='t" i "'><float_array id='ta" i                                         \
    "' count='2'>0 1</float_array>" ACCESSOR(                                                                          \
        "ta" i, "2", "1",                                                                                              \
        "float") "<source id='o" i "'><float_array id='oa" i                                                           \
                 "' count='32'>1 0 0 0 0 1 0 2 0 0 1 0 0 0 0 1 0 -1 0 0 1 0 0 2 0 0 1 0 0 0 0 "                        \
                 "1</float_array>" ACCESSOR(                                                                           \
                     "oa" i, "2", "16",                                                                                \
                     "float4x4") "<source id='l" i "'><Name_array id='la" i                                            \
                                 "' count='2'>LINEAR LINEAR</Name_array>" ACCESSOR(                                    \
                                     "la" i, "2", "1",                                                                 \
                                     "name") "<sampler id='s" i "'><input semantic='INPUT' source='#t" i               \
                                             "'/><input semantic='OUTPUT' source='#o" i                                \
                                             "'/><input semantic='INTERPOLATION' source='#l" i                         \
                                             "'/></sampler><channel source='#s" i "' target='b" i                      \
                                             "/m'/></animation></library_animations>"                                  \
                                             "<library_controllers><controller id='c" i                                \
                                             "'><skin source='#g'><bind_shape_matrix>1 0 0 " x                         \
                                             " 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix><source id='j" i             \
                                             "'><Name_array id='ja" i "' count='2'>a b</Name_array>" ACCESSOR(         \
                                                 "ja" i, "2", "1",                                                     \
                                                 "name") "<source id='i" i "'><float_array id='ia" i                   \
                                                         "' count='32'>1 0 0 " minus_x                                 \
                                                         " 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 " minus_x                     \
                                                         " 0 1 0 -2 0 0 1 0 0 0 0 1</float_array>" ACCESSOR(           \
                                                             "ia" i, "2", "16",                                        \
                                                             "float4x4") "<source id='w" i "'><float_array id='wa" i   \
                                                                         "' count='1'>1</float_array>" ACCESSOR(       \
                                                                             "wa" i, "1", "1",                         \
                                                                             "float") "<joints><input "                \
                                                                                      "semantic='JOINT' source='#j" i  \
                                                                                      "'/><input "                     \
                                                                                      "semantic='INV_BIND_MATRIX' "    \
                                                                                      "source='#i" i                   \
                                                                                      "'/></joints><vertex_weights "   \
                                                                                      "count='3'><input "              \
                                                                                      "semantic='JOINT' source='#j" i  \
                                                                                      "' offset='0'/><input "          \
                                                                                      "semantic='WEIGHT' source='#w" i \
                                                                                      "' offset='1'/><vcount>1 1 "     \
                                                                                      "1</vcount><v>0 0 1 0 1 "        \
                                                                                      "0</v></vertex_weights></"       \
                                                                                      "skin></controller></"           \
                                                                                      "library_controllers>"
#define SCENE_END "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>"
#define RIG_NODES(i, x)                                                                                                \
    "<node id='r" i "' name='Rig" i "'><matrix sid='m'>1 0 0 " x " 0 1 0 0 0 0 1 0 0 0 0 1</matrix><node id='a" i      \
    "' sid='a' name='Hip' type='JOINT'><node id='b" i                                                                  \
    "' sid='b' name='Leg' type='JOINT'><matrix sid='m'>1 0 0 0 0 1 0 2 0 0 1 0 0 0 0 1</matrix></node></node></node>"  \
    "<node id='m" i "' name='Body" i "'><instance_controller url='#c" i "'><skeleton>#a" i                             \
    "</skeleton></instance_controller></node>"

static const char rig_mesh[] =
    "<?xml version='1.0'?><COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>"
    "<asset><unit meter='1'/><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id='g'><mesh><source id='p'>"
    "<float_array id='pa' count='9'>0 0 0 1 2 0 0 3 0</float_array><technique_common><accessor source='#pa' count='3' "
    "stride='3'><param name='X' type='float'/><param name='Y' type='float'/><param name='Z' type='float'/></accessor>"
    "</technique_common></source><vertices id='v'><input semantic='POSITION' source='#p'/></vertices><triangles "
    "count='1'><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2</p></triangles></mesh></geometry>"
    "</library_geometries>";
static const char first_rig[] = RIG("1", "4", "-4"), second_rig[] = RIG("2", "8", "-8");
static const char rig_scene[] =
    "<library_visual_scenes><visual_scene id='s'>" RIG_NODES("1", "4") RIG_NODES("2", "8") SCENE_END;

/// Names and scoped identifiers of both rigs are the same: `a` and `b` mean joints below the skeleton of the instance.
static void skins_of_two_rigs_follow_their_own_joints(void **state)
{
    (void)state;
    char text[8192];
    const int length = snprintf(text, sizeof text, "%s%s%s%s", rig_mesh, first_rig, second_rig, rig_scene);
    assert_true(length > 0 && (size_t)length < sizeof text);
    sinew_model *model = import_text_file("rigs.dae", text);
    sinew_pose *pose = NULL;
    sinew_error error;
    assert_int_equal(warnings_of(model, "I20"), 0);
    assert_int_equal(sinew_pose_create(model, &pose, &error), SINEW_OK);
    assert_int_equal(model->clip_count, 1);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 1.0, pose);
    for (int rig = 1; rig <= 2; ++rig) {
        const sinew_mesh *mesh = mesh_of_object(model, rig == 1 ? "Body1" : "Body2");
        const int32_t leg = model->skin_joints[mesh->first_skin_joint + 1].joint;
        assert_string_equal(sinew_text(model, model->joints[leg].name), "Leg");
        // (1, 2, 0) of the mesh is 1 beside the leg, which is at (4 i, 2, 0), and rotates to 1 above it.
        const sinew_palette_matrix *matrix = &pose->palette[mesh->first_skin_joint + 1];
        assert_close(matrix->row[0][0] + 2 * matrix->row[0][1] + matrix->row[0][3], 4 * rig, 1e-5);
        assert_close(matrix->row[1][0] + 2 * matrix->row[1][1] + matrix->row[1][3], 3, 1e-5);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static const char painted[] =
    "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
    "<library_effects><effect id=\"e\"><profile_COMMON><technique sid=\"t\"><lambert>"
    "<diffuse><color>0.25 0.5 0.75 "
    "0</color></diffuse>%s</lambert></technique></profile_COMMON></effect></library_effects>"
    "<library_materials><material id=\"m\" name=\"paint\"><instance_effect url=\"#e\"/></material></library_materials>"
    "<library_geometries><geometry id=\"g\"><mesh>"
    "<source id=\"p\"><float_array id=\"pa\" count=\"9\">0 0 0 1 0 0 0 1 0</float_array>"
    "<technique_common><accessor source=\"#pa\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/>"
    "<param name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
    "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>"
    "<triangles count=\"1\" material=\"s\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/><p>0 1 "
    "2</p></triangles>"
    "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene id=\"s\"><node id=\"n\">"
    "<instance_geometry url=\"#g\"><bind_material><technique_common><instance_material symbol=\"s\" target=\"#m\"/>"
    "</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>"
    "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";

/// By COLLADA 1.4.1, "Determining transparency": A_ONE is the alpha of <transparent> times <transparency>.
static void the_fourth_number_of_a_diffuse_color_is_no_opacity(void **state)
{
    (void)state;
    static const struct {
        const char *elements;
        float alpha;
        int mode;
    } CASES[] = {{"", 1.0f, SINEW_ALPHA_OPAQUE},
                 {"<transparent opaque=\"A_ONE\"><color>0 0 0 1</color></transparent>"
                  "<transparency><float>0.25</float></transparency>",
                  0.25f, SINEW_ALPHA_BLEND}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char text[4096];
        snprintf(text, sizeof text, painted, CASES[i].elements);
        sinew_model *model = import_text_file("painted.dae", text);
        assert_close(model->materials[0].base_color[2], 0.75, 1e-6);
        assert_close(model->materials[0].base_color[3], CASES[i].alpha, 1e-6);
        assert_int_equal(model->materials[0].alpha_mode, CASES[i].mode);
        sinew_model_destroy(model);
    }
}

/// White light at full strength hides everything, and exporters write it for materials that do not shine.
static void white_emission_is_ignored(void **state)
{
    (void)state;
    static const struct {
        const char *elements;
        double red;
    } CASES[] = {{"<emission><color>1 1 1 1</color></emission>", 0},
                 {"<emission><color>1 0.2 0 1</color></emission>", 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char text[4096];
        snprintf(text, sizeof text, painted, CASES[i].elements);
        sinew_model *model = import_text_file("painted.dae", text);
        assert_close(model->materials[0].emissive[0], CASES[i].red, 1e-6);
        sinew_model_destroy(model);
    }
}

/// Replaces all occurrences; both texts are equally long.
static void replace_all(char *text, const char *from, const char *to)
{
    assert_int_equal(strlen(from), strlen(to));
    assert_non_null(strstr(text, from));
    while ((text = strstr(text, from))) memcpy(text, to, strlen(to));
}

/// The controller of the first rig is instanced with both skeletons, and once more with the second.
static void instances_of_one_controller_follow_their_own_skeletons(void **state)
{
    (void)state;
    static const char third[] = "<node id='m3' name='Body3'><instance_controller url='#c1'><skeleton> #a2 </skeleton>"
                                "</instance_controller></node>";
    char text[8192];
    const int length = snprintf(text, sizeof text, "%s%s%s%s", rig_mesh, first_rig, second_rig, rig_scene);
    char *end = strstr(text, "</visual_scene>");
    assert_non_null(end);
    assert_true((size_t)length + sizeof third < sizeof text);
    memmove(end + sizeof third - 1, end, strlen(end) + 1);
    memcpy(end, third, sizeof third - 1);
    replace_all(text, "url='#c2'", "url='#c1'");
    sinew_model *model = import_text_file("crowd.dae", text);
    assert_int_equal(model->mesh_count, 3);
    for (int body = 1; body <= 3; ++body) {
        char name[8];
        snprintf(name, sizeof name, "Body%d", body);
        const sinew_mesh *mesh = mesh_of_object(model, name);
        assert_int_equal(mesh->skin_joint_count, 2);
        const sinew_joint *hip = &model->joints[model->skin_joints[mesh->first_skin_joint].joint];
        assert_string_equal(sinew_text(model, hip->name), "Hip");
        assert_string_equal(sinew_text(model, model->joints[hip->parent].name), body == 1 ? "Rig1" : "Rig2");
    }
    sinew_model_destroy(model);
}

enum { RIG_TEXT_SIZE = 8192 };

static void replace_first(char text[RIG_TEXT_SIZE], const char *from, const char *to)
{
    char *at = strstr(text, from);
    assert_non_null(at);
    assert_true(strlen(text) + strlen(to) < RIG_TEXT_SIZE);
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
}

/// The two rigs, with the first `from` replaced. The model is the caller's.
static sinew_model *import_changed_rigs(const char *from, const char *to)
{
    char text[RIG_TEXT_SIZE];
    snprintf(text, sizeof text, "%s%s%s%s", rig_mesh, first_rig, second_rig, rig_scene);
    replace_first(text, from, to);
    return import_text_file("changed.dae", text);
}

/// COLLADA 1.4.1, <bind_shape_matrix>: "If missing, assumes identity". Then the offset of the hip is its inverse bind
/// matrix, which moves by −4; the other rig's has its bind shape matrix, +8, after it.
static void a_skin_without_a_bind_shape_matrix_has_the_identity(void **state)
{
    (void)state;
    static const char matrix[] = "<bind_shape_matrix>1 0 0 4 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>";
    static const char *const instead[] = {"", "<bind_shape_matrix/>", "<bind_shape_matrix> </bind_shape_matrix>"};
    for (size_t i = 0; i < sizeof instead / sizeof *instead; ++i) {
        sinew_model *model = import_changed_rigs(matrix, instead[i]);
        for (int rig = 1; rig <= 2; ++rig) {
            const sinew_mesh *mesh = mesh_of_object(model, rig == 1 ? "Body1" : "Body2");
            assert_int_equal(mesh->skin_joint_count, 2);
            const sinew_affine *offset = &model->skin_joints[mesh->first_skin_joint].inverse_bind;
            assert_close(offset->row[0][0], 1, 1e-9);
            assert_close(offset->row[0][3], rig == 1 ? -4 : 0, 1e-9);
        }
        sinew_model_destroy(model);
    }
}

/// The first letter of the joint of the only influence of each vertex of a mesh, by its control point.
static void joints_of_vertices(const sinew_model *model, const sinew_mesh *mesh, char joints[4])
{
    for (int32_t v = mesh->first_vertex; v < mesh->first_vertex + mesh->vertex_count; ++v) {
        const uint32_t point = model->control_points[v], first = model->influence_start[v];
        assert_in_range(point, 0, 2);
        assert_int_equal(model->influence_start[v + 1], first + 1);
        const sinew_joint *joint = &model->joints[model->skin_joints[model->influences[first].skin_joint].joint];
        joints[point] = *sinew_text(model, joint->name);
    }
}

/// COLLADA 1.4.1, <vertex_weights>: joint −1 is the bind shape.
static void a_vertex_of_joint_minus_one_keeps_the_bind_shape(void **state)
{
    (void)state;
    static const char weights[] = "<vcount>1 1 1</vcount><v>0 0 1 0 1 0</v>";
    static const struct {
        const char *weights;
        const char *joints;
        int warnings;
    } cases[] = {
        {"<vcount>1 1 1</vcount><v>-1 0 1 0 1 0</v>", "BLL", 0},
        {"<vcount>1 2 1</vcount><v> 0 0\n-1 0 1 0 1 0 </v>", "HLL", 1},
        {"<vcount>1 1 1</vcount><v>-1 0 -1 0 -1 0</v>", "BBB", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char joints[4] = "???";
        sinew_model *model = import_changed_rigs(weights, cases[i].weights);
        joints_of_vertices(model, mesh_of_object(model, "Body1"), joints);
        assert_string_equal(joints, cases[i].joints);
        assert_int_equal(warnings_of(model, "I17"), cases[i].warnings);
        sinew_model_destroy(model);
    }
}

/// Names of joints with blanks, as Autodesk's FBX COLLADA writes them: of 2 joints, "Bip01" and "Bip01 Leg". The first
/// vertex follows the hip, the others the leg.
static void names_of_joints_may_have_blanks(void **state)
{
    (void)state;
    static const char hip[] = "<node id='a1' sid='a' name='Hip' type='JOINT'>",
                      leg[] = "<node id='b1' sid='b' name='Leg' type='JOINT'>", array[] = "count='2'>a b<";
    static const struct {
        const char *hip, *leg, *array, *joints;
        int warnings;
    } cases[] = {
        {"<node id='a1' sid='Bip01' name='Hip' type='JOINT'>", "<node id='b1' sid='Bip01 Leg' name='Leg' type='JOINT'>",
         "count='2'>Bip01 Bip01 Leg<", "HLL", 0},
        {"<node id='a1' sid='Bip01 L' name='Hip' type='JOINT'>",
         "<node id='Bip01 L Leg' sid='Bip01 L Leg' name='L Leg' type='JOINT'>", "count='2'>Bip01 L\nBip01 L Leg<",
         "HLL", 0},
        {"<node id='a1' sid='a' name='Hip' type='JOINT'>", "<node id='L Leg' type='JOINT'>", "count='2'>a L Leg<",
         "HLL", 0},
        {"<node id='a1' sid='a' name='Hip' type='JOINT'>", "<node name='L Leg' type='JOINT'>", "count='2'>a L Leg<",
         "HLL", 0},
        {hip, leg, "count='2'>a the b<", NULL, 1}, // of three words none are a name together
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[RIG_TEXT_SIZE], joints[4] = "???";
        snprintf(text, sizeof text, "%s%s<library_visual_scenes><visual_scene id='s'>%s", rig_mesh, first_rig,
                 RIG_NODES("1", "4") SCENE_END);
        replace_first(text, hip, cases[i].hip);
        replace_first(text, leg, cases[i].leg);
        replace_first(text, array, cases[i].array);
        sinew_model *model = import_text_file("blanks.dae", text);
        assert_int_equal(warnings_of(model, "I24"), cases[i].warnings);
        if (cases[i].joints) joints_of_vertices(model, mesh_of_object(model, "Body1"), joints);
        if (cases[i].joints) assert_string_equal(joints, cases[i].joints);
        sinew_model_destroy(model);
    }
}

#define SCENE(nodes)                                                                                                   \
    "<library_visual_scenes><visual_scene id='s'>" nodes "</visual_scene></library_visual_scenes><scene>"              \
    "<instance_visual_scene url='#s'/></scene>"

static void what_makes_a_document_empty_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *code, *object, *message;
    } CASES[] = {
        {SCENE(""), "I25", "", "it has no mesh and no clip: its scenes are empty"},
        {SCENE("<node/><node><instance_light url='#l'/></node>") "<library_lights><light id='l'/></library_lights>",
         "I25", "", "it has no mesh and no clip: its scenes have 1 light, 2 nodes"},
        {SCENE("<node><instance_geometry url='#gone'/></node>"), "I24", "gone",
         "<instance_geometry> refers to it, and it is not in the file"},
        {SCENE("<node><instance_geometry url='other.dae#box'><bind_material/></instance_geometry></node>"), "I24",
         "other.dae#box", "<instance_geometry> refers to it, which is another file and is not read"},
        {"<library_geometries><geometry id='g' name='curve'><spline/></geometry></library_geometries>" SCENE(
             "<node><instance_geometry url='#g'/></node>"),
         "I18", "curve", "it is a <spline>, which is not drawn"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char text[2048];
        snprintf(text, sizeof text, "<?xml version='1.0'?><COLLADA version='1.4.1'>%s</COLLADA>", CASES[i].text);
        sinew_model *model = import_text_file("empty.dae", text);
        assert_int_equal(model->mesh_count, 0);
        assert_int_equal(warnings_of(model, "I25"), 1);
        assert_int_equal(warnings_about(model, CASES[i].code, CASES[i].object), 1);
        for (int32_t k = 0; k < model->warning_count; ++k)
            if (strcmp(sinew_text(model, model->warnings[k].code), CASES[i].code) == 0)
                assert_string_equal(sinew_text(model, model->warnings[k].text), CASES[i].message);
        sinew_model_destroy(model);
    }
}

static void a_scene_without_a_name_shows_the_only_one(void **state)
{
    (void)state;
    static const char text[] =
        "<?xml version='1.0'?><COLLADA version='1.4.1'><library_visual_scenes><visual_scene id='stage'>"
        "<node id='n' name='box'/></visual_scene></library_visual_scenes><scene>"
        "<instance_visual_scene url='#'/></scene></COLLADA>";
    sinew_model *model = import_text_file("nameless.dae", text);
    assert_int_equal(model->joint_count, 1);
    assert_string_equal(sinew_text(model, model->joints[0].name), "box");
    sinew_model_destroy(model);
}

static void a_document_that_shows_no_scene_is_an_error(void **state)
{
    (void)state;
    static const char *const CASES[][2] = {
        {"<COLLADA><library_geometries/></COLLADA>", "damaged: it has no <scene> that shows a visual scene"},
        {"<COLLADA><library_nodes><node id='n'/></library_nodes><scene><instance_visual_scene "
         "url='#n'/></scene></COLLADA>",
         "damaged: its <scene> shows 'n', which is not a visual scene in it"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        void *block;
        size_t size;
        sinew_error error = {0};
        assert_int_equal(sinew__import_block("a.dae", CASES[i][0], strlen(CASES[i][0]), NULL, &block, &size, &error),
                         SINEW_ERROR_DAMAGED);
        assert_string_equal(error.message, CASES[i][1]);
    }
}

/// Two instances without a reference, of a controller without an identifier: there is nothing to copy or to rename.
static void instances_without_a_controller_are_left_alone(void **state)
{
    (void)state;
    static const char bare[] =
        "<library_controllers><controller name='n'/><controller></controller></library_controllers>"
        "<library_nodes><node><instance_controller sid='c'><skeleton>#a1</skeleton>"
        "</instance_controller><instance_controller sid='d'><skeleton>#a2</skeleton>"
        "</instance_controller><instance_controller sid='e'><skeleton>#a3</skeleton>"
        "</instance_controller></node></library_nodes>";
    import_pass pass = {.file_name = "bare.dae", .bytes = (const unsigned char *)bare, .size = sizeof bare - 1};
    sinew_error error;
    pass.arena.limit = 1 << 20;
    assert_int_equal(sinew__collada_prepare(&pass, &error), SINEW_OK);
    assert_int_equal(pass.size, sizeof bare - 1);
    assert_memory_equal(pass.bytes, bare, sizeof bare - 1);
    sinew__arena_free(&pass.arena);
}

/// A comment makes the controller larger than all copies may be.
static void copies_of_a_controller_have_a_limit(void **state)
{
    (void)state;
    static const size_t size = (size_t)17 << 20;
    char text[8192];
    snprintf(text, sizeof text, "%s%s%s%s", rig_mesh, first_rig, second_rig, rig_scene);
    replace_all(text, "url='#c2'", "url='#c1'");
    char *large = malloc(size + sizeof text), *rest = strstr(text, "<bind_shape_matrix>");
    assert_non_null(large);
    assert_non_null(rest);
    const size_t begin = (size_t)(rest - text);
    memset(large, ' ', size);
    memcpy(large, text, begin);
    memcpy(large + begin, "<!--", 4);
    memcpy(large + size - 3, "-->", 3);
    strcpy(large + size, rest);
    sinew_model *model = import_text_file("crowd.dae", large);
    assert_int_equal(model->mesh_count, 2);
    assert_int_equal(warnings_about(model, "I17", "c1"), 1);
    sinew_model_destroy(model);
    free(large);
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
        cmocka_unit_test(animations_without_clips_are_one_clip),
        cmocka_unit_test(nodes_without_a_name_have_their_identifier),
        cmocka_unit_test(numbers_may_follow_blanks),
        cmocka_unit_test(utf16_is_read),
        cmocka_unit_test(a_skin_of_morph_targets_keeps_its_mesh),
        cmocka_unit_test(a_cameras_target_is_no_part_of_the_skeleton),
        cmocka_unit_test(an_ogre_mesh_moves_with_the_skeleton_beside_it),
        cmocka_unit_test(an_ogre_mesh_without_its_skeleton_is_told),
        cmocka_unit_test(an_obj_welds_corners_to_the_authors_vertices),
        cmocka_unit_test(skins_of_two_rigs_follow_their_own_joints),
        cmocka_unit_test(the_fourth_number_of_a_diffuse_color_is_no_opacity),
        cmocka_unit_test(white_emission_is_ignored),
        cmocka_unit_test(instances_of_one_controller_follow_their_own_skeletons),
        cmocka_unit_test(a_skin_without_a_bind_shape_matrix_has_the_identity),
        cmocka_unit_test(a_vertex_of_joint_minus_one_keeps_the_bind_shape),
        cmocka_unit_test(names_of_joints_may_have_blanks),
        cmocka_unit_test(what_makes_a_document_empty_is_told),
        cmocka_unit_test(a_scene_without_a_name_shows_the_only_one),
        cmocka_unit_test(a_document_that_shows_no_scene_is_an_error),
        cmocka_unit_test(instances_without_a_controller_are_left_alone),
        cmocka_unit_test(copies_of_a_controller_have_a_limit),
        cmocka_unit_test(numbers_that_are_not_finite_become_a_warning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
