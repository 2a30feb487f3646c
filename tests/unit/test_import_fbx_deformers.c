// Meshes, skins and shapes of FBX documents written by hand, imported and posed: the position of a corner, worked out
// on paper.
#include "support/cmocka_close.h"

#include <string.h>

#include "sinew/skin.h"
#include "support/fbx_text.h"

// ---- meshes ------------------------------------------------------------------------------------------------------

/// A triangle with its first corner at (1, 2, 3).
#define TRIANGLE                                                                                                       \
    OBJECT("Geometry", "20", "Geometry::Tri", "Mesh",                                                                  \
           ARRAY("Vertices", "9", "1,2,3,1,0,0,0,1,0") ARRAY("PolygonVertexIndex", "3", "0,1,-3"))
#define MESH(properties) OBJECT("Model", "2", "Model::Tri", "Mesh", WITH(properties))
#define GEOMETRIC                                                                                                      \
    PROPERTY("GeometricTranslation", "10,0,0")                                                                         \
    PROPERTY("GeometricRotation", "0,0,90") PROPERTY("GeometricScaling", "2,3,4")

/// Position of control point 0 of the only mesh.
static void find_corner(const sinew_model *model, double time, float out[3])
{
    sinew_pose *pose = pose_at(model, time);
    float positions[9], scratch[256];
    assert_int_equal(model->vertex_count, 3);
    assert_true(sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) <= 256);
    sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, positions, NULL);
    for (int v = 0; v < 3; ++v)
        if (model->control_points[v] == 0) memcpy(out, &positions[v * 3], 3 * sizeof *out);
    sinew_pose_destroy(pose);
}

static void assert_corner(const sinew_model *model, double x, double y, double z)
{
    float corner[3];
    find_corner(model, 0, corner);
    assert_close((double)corner[0], x, 1e-5);
    assert_close((double)corner[1], y, 1e-5);
    assert_close((double)corner[2], z, 1e-5);
}

/// (1, 2, 3) scaled is (2, 6, 12), turned about z (−6, 2, 12), moved (4, 2, 12); the joint moves it by (0, 0, 5). A
/// vertex skinned to the joint moves with the joint.
static void the_geometric_transform_moves_the_geometry_alone(void **state)
{
    (void)state;
    sinew_model *model =
        import_objects(TRIANGLE MESH(PROPERTY("Lcl Translation", "0,0,5") GEOMETRIC) MODEL("3", "Below", ""),
                       OO("2", "0") OO("20", "2") OO("3", "2"));
    assert_corner(model, 4, 2, 17);
    sinew_pose *pose = pose_at(model, 0);
    assert_close(pose->global[joint_index(model, "Below")].row[0][3], 0, 1e-12);
    assert_close(pose->global[joint_index(model, "Below")].row[2][3], 5, 1e-12);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// A bone that was bound at (0, 1, 0) and is at (7, 1, 0) now; it moves control point 0 with that weight.
#define BONE_AND_SKIN(id, at, mode, weight, more)                                                                      \
    OBJECT("Model", "3" id, "Model::Bone" id, "LimbNode", WITH(PROPERTY("Lcl Translation", at)))                       \
    OBJECT("Deformer", "5" id, "SubDeformer::", "Cluster",                                                             \
           mode ARRAY("Indexes", "1", "0") ARRAY("Weights", "1", weight)                                               \
               ARRAY("Transform", "16", "1,0,0,0,0,1,0,0,0,0,1,0,0,-1,0,1") more)
#define SKIN OBJECT("Deformer", "40", "Deformer::", "Skin", "")
#define SKIN_LINKS(id) OO("3" id, "0") OO("5" id, "40") OO("3" id, "5" id)
#define MESH_LINKS OO("2", "0") OO("20", "2") OO("40", "20")

/// With the geometric transform the corner is (4, 2, 12), and the bone has moved it by 7. The mesh's own position does
/// not matter to it.
static void the_geometric_transform_moves_skinned_geometry_too(void **state)
{
    (void)state;
    sinew_model *model = import_objects(TRIANGLE MESH(PROPERTY("Lcl Translation", "0,0,5") GEOMETRIC)
                                            SKIN BONE_AND_SKIN("0", "7,1,0", "", "0.25", ""),
                                        MESH_LINKS SKIN_LINKS("0"));
    assert_corner(model, 11, 2, 12);
    sinew_model_destroy(model);
}

/// Object 0 is the scene, and a cluster may name it as its bone: (1, 2, 3) is one less high then, wherever the mesh
/// is. The joint for it is not the author's.
static void a_skin_may_be_bound_to_the_scene(void **state)
{
    (void)state;
    sinew_model *model = import_objects(TRIANGLE MESH(PROPERTY("Lcl Translation", "0,0,5"))
                                            SKIN BONE_AND_SKIN("0", "7,1,0", "", "0.25", ""),
                                        MESH_LINKS OO("30", "0") OO("50", "40") OO("0", "50"));
    assert_corner(model, 1, 1, 3);
    assert_int_equal(model->joint_count, 3);
    int32_t helpers = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) helpers += (model->joints[i].flags & SINEW_JOINT_HELPER) != 0;
    assert_int_equal(helpers, 1);
    assert_int_equal(warnings_of(model, "I01"), 0);
    sinew_model_destroy(model);
}

/// Two bones have moved by 4 along x and by 8 along y. Weights 0.25 and 0.5: normalised they are a third and two
/// thirds. Otherwise a vertex takes over that much of each displacement; a weight of 2 takes twice of it.
static void link_modes_say_how_much_a_weight_is(void **state)
{
    (void)state;
#define TWO_BONES(mode, first)                                                                                         \
    TRIANGLE MESH("") SKIN BONE_AND_SKIN("0", "4,1,0", mode, first, "") BONE_AND_SKIN("1", "0,9,0", mode, "0.5", "")
    static const struct {
        const char *objects;
        double x, y;
    } CASES[] = {
        {TWO_BONES("", "0.25"), 1 + 4.0 / 3, 2 + 16.0 / 3},
        {TWO_BONES("Mode: \"Total1\"\n", "0.25"), 1 + 1, 2 + 4},
        {TWO_BONES("Mode: \"Additive\"\n", "0.25"), 1 + 1, 2 + 4},
        {TWO_BONES("Mode: \"Additive\"\n", "2"), 1 + 8, 2 + 4},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        sinew_model *model = import_objects(CASES[i].objects, MESH_LINKS SKIN_LINKS("0") SKIN_LINKS("1"));
        assert_corner(model, CASES[i].x, CASES[i].y, 3);
        sinew_model_destroy(model);
    }
}

/// A cluster without matrices. When they were bound, the bind pose says, the bone was at (0, 1, 0) and the mesh at (2,
/// 0, 0): there the corner was at (3, 2, 3), and from the bone at (3, 1, 3). The bone is at (7, 1, 0) now. If the
/// bind pose does not know the mesh, it was bound at its position, (0, 0, 5).
static void the_bind_pose_stands_in_for_missing_matrices(void **state)
{
    (void)state;
#define POSED(id, place)                                                                                               \
    "PoseNode: {\nNode: " id "\n" ARRAY("Matrix", "16", "1,0,0,0,0,1,0,0,0,0,1,0," place ",1") "}\n"
#define BOUND(pose)                                                                                                    \
    TRIANGLE MESH(PROPERTY("Lcl Translation", "0,0,5")) SKIN OBJECT("Model", "30", "Model::Bone", "LimbNode",          \
                                                                    WITH(PROPERTY("Lcl Translation", "7,1,0")))        \
        OBJECT("Deformer", "50", "SubDeformer::", "Cluster", ARRAY("Indexes", "1", "0") ARRAY("Weights", "1", "1"))    \
            OBJECT("Pose", "80", "Pose::Bind", "BindPose", pose)
    sinew_model *model = import_objects(BOUND(POSED("30", "0,1,0") POSED("2", "2,0,0")), MESH_LINKS SKIN_LINKS("0"));
    assert_corner(model, 3 + 7, 2, 3);
    sinew_model_destroy(model);
    model = import_objects(BOUND(POSED("30", "0,1,0")), MESH_LINKS SKIN_LINKS("0"));
    assert_corner(model, 1 + 7, 2, 3 + 5);
    sinew_model_destroy(model);
}

/// Control point 0 at (1, 2, 3) under a bone that was bound at (0, 1, 0) and moves it with that weight.
#define ADDITIVE_BONE(id, bone, weight, more)                                                                          \
    OBJECT("Model", "3" id, "Model::Bone" id, "LimbNode", WITH(bone))                                                  \
    OBJECT("Deformer", "5" id, "SubDeformer::", "Cluster",                                                             \
           "Mode: \"Additive\"\n" ARRAY("Indexes", "1", "0") ARRAY("Weights", "1", weight)                             \
               ARRAY("Transform", "16", "1,0,0,0,0,1,0,0,0,0,1,0,0,-1,0,1")                                            \
                   ARRAY("TransformLink", "16", "1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1") more)

/// Twice a shift by 8 along x takes the point to (17, 2, 3), half of a turn by 90° about (0, 1) from there half way to
/// (−1, 18, 3). In the other order the turn takes it to (0, 2, 3), and the shift from there to (16, 2, 3).
static void additive_clusters_act_in_the_order_of_the_file(void **state)
{
    (void)state;
    static const char SHIFT_FIRST[] =
        TRIANGLE MESH("") SKIN ADDITIVE_BONE("0", PROPERTY("Lcl Translation", "8,1,0"), "2", "")
            ADDITIVE_BONE("1", PROPERTY("Lcl Translation", "0,1,0") PROPERTY("Lcl Rotation", "0,0,90"), "0.5", "");
    static const char TURN_FIRST[] = TRIANGLE MESH("")
        SKIN ADDITIVE_BONE("0", PROPERTY("Lcl Translation", "0,1,0") PROPERTY("Lcl Rotation", "0,0,90"), "0.5", "")
            ADDITIVE_BONE("1", PROPERTY("Lcl Translation", "8,1,0"), "2", "");
    sinew_model *model = import_objects(SHIFT_FIRST, MESH_LINKS SKIN_LINKS("0") SKIN_LINKS("1"));
    assert_corner(model, 8, 10, 3);
    sinew_model_destroy(model);
    model = import_objects(TURN_FIRST, MESH_LINKS SKIN_LINKS("0") SKIN_LINKS("1"));
    assert_corner(model, 16, 2, 3);
    sinew_model_destroy(model);
}

/// The mesh was bound at the origin and is at (0, 0, 5). The bone has moved by 8 along x, to (9, 2, 3) in the
/// world. The associate model was bound at (0, 0, 7); it is at (3, 0, 7) and has turned by 90° about z: from it the
/// point is seen at (2, −6, −4), which at its old position is (2, −6, 3). Half way from (1, 2, 3) is (1.5, −2, 3), in
/// the mesh. Geometric transforms of the bone, 2 along y, and of the associate model, 1 along z, count as they do in
/// the SDK's sample: where things were bound. The bone takes the point to (9, 0, 3), seen at (0, −6, −4), old position
/// (0, −6, 4), half way (0.5, −2, 3.5).
static void additive_clusters_count_against_their_associate_model(void **state)
{
    (void)state;
#define ASSOCIATED(bone, associate)                                                                                    \
    TRIANGLE MESH(PROPERTY("Lcl Translation", "0,0,5"))                                                                \
        SKIN MODEL("9", "Hub", PROPERTY("Lcl Translation", "3,0,7") PROPERTY("Lcl Rotation", "0,0,90") associate)      \
            ADDITIVE_BONE("0", PROPERTY("Lcl Translation", "8,1,0") bone, "0.5",                                       \
                          ARRAY("TransformAssociateModel", "16", "1,0,0,0,0,1,0,0,0,0,1,0,0,0,7,1"))
    static const struct {
        const char *objects;
        double x, y, z;
    } CASES[] = {
        {ASSOCIATED("", ""), 1.5, -2, 3 + 5},
        {ASSOCIATED(PROPERTY("GeometricTranslation", "0,2,0"), PROPERTY("GeometricTranslation", "0,0,1")), 0.5, -2,
         3.5 + 5},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        sinew_model *model = import_objects(CASES[i].objects,
                                            MESH_LINKS SKIN_LINKS("0") OO("9", "0") OP("9", "50", "SrcModelReference"));
        assert_corner(model, CASES[i].x, CASES[i].y, CASES[i].z);
        assert_int_equal(warnings_of(model, "I17"), 0);
        sinew_model_destroy(model);
        // Without the connection the matrix names nothing, and the mesh itself is what counts: half of (9, 2, 3) in the
        // world.
        model = import_objects(CASES[i].objects, MESH_LINKS SKIN_LINKS("0") OO("9", "0"));
        assert_corner(model, 5, 2, (3 + 8) / 2.0);
        sinew_model_destroy(model);
    }
}

// ---- shapes ------------------------------------------------------------------------------------------------------

#define SHAPE(id, offset)                                                                                              \
    OBJECT("Geometry", id, "Geometry::Shape", "Shape", ARRAY("Indexes", "1", "0") ARRAY("Vertices", "3", offset))
#define CHANNEL(properties, weights)                                                                                   \
    OBJECT("Deformer", "60", "Deformer::", "BlendShape", "")                                                           \
    OBJECT("Deformer", "61", "SubDeformer::Smile", "BlendShapeChannel", weights WITH(properties))
#define CHANNEL_LINKS OO("2", "0") OO("20", "2") OO("60", "20") OO("61", "60")

/// The channel has 25 % without any curve; a curve of a clip moves it to 50 %.
static void a_shape_without_a_curve_keeps_the_channels_value(void **state)
{
    (void)state;
    static const char OBJECTS[] = TRIANGLE MESH("") CHANNEL(PROPERTY("DeformPercent", "25"), "") SHAPE("62", "8,0,0")
        OBJECT("AnimationStack", "10", "AnimStack::Clip", "", WITH(""))
            OBJECT("AnimationLayer", "11", "AnimLayer::Base", "", WITH(""))
                OBJECT("AnimationCurveNode", "13", "AnimCurveNode::D", "", WITH(PROPERTY("d|DeformPercent", "50")));
    sinew_model *model = import_objects(OBJECTS, CHANNEL_LINKS OO("62", "61") OO("11", "10"));
    assert_corner(model, 1 + 2, 2, 3);
    sinew_model_destroy(model);
    model = import_objects(OBJECTS,
                           CHANNEL_LINKS OO("62", "61") OO("11", "10") OO("13", "11") OP("13", "61", "DeformPercent"));
    assert_corner(model, 1 + 4, 2, 3);
    sinew_model_destroy(model);
}

/// Shapes at −100 %, 40 % and 100 %, in no order: half way between two of them both show by half, between 0 and the
/// next it comes in.
static void in_betweens_show_by_their_full_weights(void **state)
{
    (void)state;
#define SHAPES(percent)                                                                                                \
    TRIANGLE MESH("") CHANNEL(PROPERTY("DeformPercent", percent), ARRAY("FullWeights", "3", "100,-100,40"))            \
        SHAPE("62", "8,0,0") SHAPE("63", "0,0,6") SHAPE("64", "0,4,0")
    static const struct {
        const char *objects;
        double x, y, z;
    } CASES[] = {
        {SHAPES("100"), 8, 0, 0}, {SHAPES("70"), 4, 2, 0},  {SHAPES("40"), 0, 4, 0},   {SHAPES("20"), 0, 2, 0},
        {SHAPES("0"), 0, 0, 0},   {SHAPES("-50"), 0, 0, 3}, {SHAPES("-100"), 0, 0, 6},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        sinew_model *model =
            import_objects(CASES[i].objects, CHANNEL_LINKS OO("62", "61") OO("63", "61") OO("64", "61"));
        assert_corner(model, 1 + CASES[i].x, 2 + CASES[i].y, 3 + CASES[i].z);
        sinew_model_destroy(model);
    }
}

/// Blender 3.4 exports a shape of one moved vertex, whose vertex group weighs 0.25 there, with the weight 25; outside
/// the group with 0. In Blender the vertex then moves by that part of the channel's value.
static void the_weight_of_an_only_point_is_the_points(void **state)
{
    (void)state;
#define WEIGHED(weight)                                                                                                \
    TRIANGLE MESH("") CHANNEL(PROPERTY("DeformPercent", "50"), ARRAY("FullWeights", "1", weight)) SHAPE("62", "8,0,0")
    static const struct {
        const char *objects;
        double x;
    } CASES[] = {{WEIGHED("100"), 4}, {WEIGHED("25"), 1}, {WEIGHED("0"), 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        sinew_model *model = import_objects(CASES[i].objects, CHANNEL_LINKS OO("62", "61"));
        assert_corner(model, 1 + CASES[i].x, 2, 3);
        sinew_model_destroy(model);
    }
}

/// Of two shapes at 100 % the first is kept; an offset of a control point that the mesh does not have moves nothing.
static void shapes_that_do_not_fit_are_named(void **state)
{
    (void)state;
    static const char twice[] =
        TRIANGLE MESH("") CHANNEL(PROPERTY("DeformPercent", "100"), ARRAY("FullWeights", "2", "100,100"))
            SHAPE("62", "8,0,0") SHAPE("63", "0,0,6");
    static const char outside[] = TRIANGLE MESH("") CHANNEL(PROPERTY("DeformPercent", "100"), "")
        OBJECT("Geometry", "62", "Geometry::Shape", "Shape",
               ARRAY("Indexes", "2", "0,7") ARRAY("Vertices", "6", "8,0,0,0,4,0"));
    sinew_model *model = import_objects(twice, CHANNEL_LINKS OO("62", "61") OO("63", "61"));
    assert_corner(model, 1 + 8, 2, 3);
    assert_int_equal(warnings_about(model, "I07", "Tri"), 1);
    sinew_model_destroy(model);
    model = import_objects(outside, CHANNEL_LINKS OO("62", "61"));
    assert_corner(model, 1 + 8, 2, 3);
    assert_int_equal(warnings_about(model, "I07", "Tri"), 1);
    sinew_model_destroy(model);
}

// ---- features that are not evaluated -----------------------------------------------------------------------------

static void what_is_approximated_is_named(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        MODEL("1", "Sphere",
              PROPERTY("RotationOrder", "6") PROPERTY("RotationActive", "1") PROPERTY("QuaternionInterpolate", "1"))
            MODEL("7", "Still", PROPERTY("QuaternionInterpolate", "1")) MODEL("8", "Levels", "") MODEL("6", "Near", "")
                MODEL("5", "Far", "") OBJECT("NodeAttribute", "9", "NodeAttribute::", "LodGroup", "")
                    OBJECT("AnimationStack", "10", "AnimStack::Clip", "", WITH(""))
                        OBJECT("AnimationLayer", "11", "AnimLayer::Base", "", WITH(""))
                            OBJECT("AnimationCurveNode", "13", "AnimCurveNode::R", "", WITH("")) "",
        OO("1", "0") OO("7", "0") OO("8", "0") OO("6", "8") OO("5", "8") OO("9", "8") OO("11", "10") OO("13", "11")
            OP("13", "1", "Lcl Rotation"));
    assert_int_equal(warnings_about(model, "I17", "Sphere"), 1);
    assert_int_equal(warnings_about(model, "I17", "Levels"), 1);
    assert_int_equal(warnings_of(model, "I17"), 2);
    sinew_model_destroy(model);

    model = import_objects(TRIANGLE MESH("") SKIN OBJECT("Deformer", "41", "Deformer::Second", "Skin", "")
                               BONE_AND_SKIN("0", "0,1,0", "", "1", ""),
                           MESH_LINKS SKIN_LINKS("0") OO("41", "20"));
    assert_int_equal(warnings_about(model, "I17", "Tri"), 1);
    sinew_model_destroy(model);

    model = import_objects(TRIANGLE MESH("")
                               OBJECT("Deformer", "40", "Deformer::", "Skin", "SkinningType: \"DualQuaternion\"\n")
                                   BONE_AND_SKIN("0", "0,1,0", "Mode: \"Additive\"\n", "1", ""),
                           MESH_LINKS SKIN_LINKS("0"));
    assert_int_equal(warnings_about(model, "I17", "Tri"), 1);
    sinew_model_destroy(model);
}

static void a_surface_without_polygons_is_named(void **state)
{
    (void)state;
    sinew_model *model =
        import_objects(OBJECT("Geometry", "20", "Geometry::", "NurbsSurface", "") MESH("")
                           OBJECT("Geometry", "21", "Geometry::", "NurbsCurve", "") MODEL("3", "Path", ""),
                       OO("2", "0") OO("20", "2") OO("3", "0") OO("21", "3"));
    assert_int_equal(warnings_about(model, "I18", "Tri"), 1);
    assert_int_equal(warnings_about(model, "I11", "Path"), 1);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_geometric_transform_moves_the_geometry_alone),
        cmocka_unit_test(the_geometric_transform_moves_skinned_geometry_too),
        cmocka_unit_test(link_modes_say_how_much_a_weight_is),
        cmocka_unit_test(the_bind_pose_stands_in_for_missing_matrices),
        cmocka_unit_test(a_skin_may_be_bound_to_the_scene),
        cmocka_unit_test(additive_clusters_act_in_the_order_of_the_file),
        cmocka_unit_test(additive_clusters_count_against_their_associate_model),
        cmocka_unit_test(a_shape_without_a_curve_keeps_the_channels_value),
        cmocka_unit_test(in_betweens_show_by_their_full_weights),
        cmocka_unit_test(the_weight_of_an_only_point_is_the_points),
        cmocka_unit_test(shapes_that_do_not_fit_are_named),
        cmocka_unit_test(what_is_approximated_is_named),
        cmocka_unit_test(a_surface_without_polygons_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
