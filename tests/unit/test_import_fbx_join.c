// FBX files by hand: Assimp's meshes and the document's data, put together corner by corner.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char head[] = "; FBX 7.4.0 project file\n"
                           "FBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 7400\n}\n"
                           "GlobalSettings:  {\n\tVersion: 1000\n}\n";

// A quad and a triangle over five points; the quad has the second material.
#define ROOF_POLYGONS "\t\tPolygonVertexIndex: *7 {\n\t\t\ta: 0,1,2,-4,3,2,-5\n\t\t}\n"
#define ROOF                                                                                                           \
    "\tGeometry: 10, \"Geometry::Roof\", \"Mesh\" {\n"                                                                 \
    "\t\tVertices: *15 {\n\t\t\ta: 0,0,0,1,0,0,1,1,0,0,1,0,0.5,2,0\n\t\t}\n" ROOF_POLYGONS                             \
    "\t\tGeometryVersion: 124\n"                                                                                       \
    "\t\tLayerElementNormal: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"\"\n\t\t\tMappingInformationType: \"ByPolygon\"\n" \
    "\t\t\tReferenceInformationType: \"Direct\"\n\t\t\tNormals: *6 {\n\t\t\t\ta: 0,0,1,0,1,0\n\t\t\t}\n\t\t}\n"        \
    "\t\tLayerElementUV: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"map\"\n"                                               \
    "\t\t\tMappingInformationType: \"ByPolygonVertex\"\n\t\t\tReferenceInformationType: \"IndexToDirect\"\n"           \
    "\t\t\tUV: *6 {\n\t\t\t\ta: 0,0,1,0,1,1\n\t\t\t}\n\t\t\tUVIndex: *7 {\n\t\t\t\ta: 0,1,2,2,0,1,2\n\t\t\t}\n\t\t}\n" \
    "\t\tLayerElementMaterial: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"\"\n"                                            \
    "\t\t\tMappingInformationType: \"ByPolygon\"\n\t\t\tReferenceInformationType: \"IndexToDirect\"\n"                 \
    "\t\t\tMaterials: *2 {\n\t\t\t\ta: 1,0\n\t\t\t}\n\t\t}\n"                                                          \
    "\t\tLayer: 0 {\n\t\t\tVersion: 100\n"                                                                             \
    "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementNormal\"\n\t\t\t\tTypedIndex: 0\n\t\t\t}\n"                   \
    "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementUV\"\n\t\t\t\tTypedIndex: 0\n\t\t\t}\n"                       \
    "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementMaterial\"\n\t\t\t\tTypedIndex: 0\n\t\t\t}\n\t\t}\n\t}\n"

#define MODEL(id, name, kind, properties)                                                                              \
    "\tModel: " id ", \"Model::" name "\", \"" kind "\" {\n\t\tVersion: 232\n\t\tProperties70:  {\n" properties        \
    "\t\t}\n\t}\n"
#define VECTOR(name, label, x, y, z) "\t\t\tP: \"" name "\", \"" label "\", \"\", \"A\"," x "," y "," z "\n"
#define AT(x, y, z) VECTOR("Lcl Translation", "Lcl Translation", x, y, z)
#define MATERIAL(id, name)                                                                                             \
    "\tMaterial: " id ", \"Material::" name "\", \"\" {\n\t\tVersion: 102\n\t\tShadingModel: \"phong\"\n\t}\n"
#define LINK(from, to) "\tC: \"OO\"," from "," to "\n"

/// A file with these objects and connections, from malloc.
static char *document_text(const char *objects, const char *connections)
{
    const size_t size = sizeof head + strlen(objects) + strlen(connections) + 64;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "%sObjects:  {\n%s}\nConnections:  {\n%s}\n", head, objects, connections);
    return text;
}

static sinew_model *import_with(const char *objects, const char *connections, const sinew__import_options *options)
{
    char *text = document_text(objects, connections);
    void *block = NULL;
    size_t block_size = 0;
    sinew_model *model = NULL;
    sinew_error error = {0};
    if (sinew__import_block("test.fbx", text, strlen(text), options, &block, &block_size, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    if (sinew__model_from_block(block, block_size, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    free(text);
    return model;
}

static sinew_model *import_document(const char *objects, const char *connections, uint32_t document_only)
{
    return import_with(objects, connections, &(sinew__import_options){.document_only = document_only});
}

/// As a second worker does when Assimp has died.
static sinew_model *rescue_document(const char *objects, const char *connections)
{
    return import_with(objects, connections,
                       &(sinew__import_options){.document_only = 1, .document_only_because = "it crashed"});
}

static const char two_materials[] = ROOF MODEL("20", "House", "Mesh", "") MATERIAL("30", "Red") MATERIAL("31", "Blue");
static const char two_materials_links[] = LINK("20", "0") LINK("10", "20") LINK("30", "20") LINK("31", "20");

static const char *material_name(const sinew_model *model, int32_t material)
{
    return material == SINEW_NONE ? "" : sinew_text(model, model->materials[material].name);
}

static void assert_is_the_roof(const sinew_model *model)
{
    assert_int_equal(warnings_of(model, "I08"), 0);
    assert_int_equal(model->mesh_count, 1);
    const sinew_mesh *mesh = &model->meshes[0];
    assert_string_equal(sinew_text(model, mesh->object), "House");
    assert_int_equal(mesh->polygon_count, 2);
    assert_int_equal(model->polygon_sizes[0], 4); // the authored order, not the materials' order
    assert_int_equal(model->polygon_sizes[1], 3);
    assert_int_equal(mesh->control_point_count, 5);
    const uint32_t points[7] = {0, 1, 2, 3, 3, 2, 4};
    const float normals[7][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {0, 1, 0}};
    const float texcoords[7][2] = {{0, 0}, {1, 0}, {1, 1}, {1, 1}, {0, 0}, {1, 0}, {1, 1}};
    for (int corner = 0; corner < 7; ++corner) {
        const uint32_t vertex = model->corner_vertices[corner];
        assert_int_equal(model->control_points[vertex], points[corner]);
        assert_memory_equal(&model->normals[vertex * 3], normals[corner], sizeof normals[corner]);
        assert_memory_equal(&model->texcoords[vertex * 2], texcoords[corner], sizeof texcoords[corner]);
    }
    assert_int_equal(mesh->submesh_count, 2);
    for (int32_t i = 0; i < mesh->submesh_count; ++i) {
        const sinew_submesh *submesh = &model->submeshes[mesh->first_submesh + i];
        assert_string_equal(material_name(model, submesh->material), submesh->index_count == 6 ? "Blue" : "Red");
    }
}

static void a_geometry_split_by_material_becomes_one_mesh_again(void **state)
{
    (void)state;
    sinew_model *model = import_document(two_materials, two_materials_links, 0);
    assert_is_the_roof(model);
    sinew_model_destroy(model);
}

/// Neither what kind of geometry it is nor where its last polygon ends.
static void a_careless_geometry_is_a_mesh_to_its_last_corner(void **state)
{
    (void)state;
    const char objects[] =
        "\tGeometry: 10, \"Geometry::Kite\", \"\" {\n"
        "\t\tVertices: *12 {\n\t\t\ta: 0,0,0,1,0,0,1,1,0,0,1,0\n\t\t}\n"
        "\t\tPolygonVertexIndex: *6 {\n\t\t\ta: 0,1,-3,0,2,3\n\t\t}\n\t}\n" MODEL("20", "Kite", "Mesh", "");
    for (uint32_t document_only = 0; document_only < 2; ++document_only) {
        sinew_model *model = import_document(objects, LINK("20", "0") LINK("10", "20"), document_only);
        assert_int_equal(model->mesh_count, 1);
        assert_int_equal(model->meshes[0].polygon_count, 2);
        assert_int_equal(model->polygon_sizes[1], 3);
        assert_int_equal(model->control_points[model->corner_vertices[5]], 3);
        sinew_model_destroy(model);
    }
}

/// Two triangles, the second one never mapped, and as Blender 3.4 exports "Loose Edges": polygons of two corners after
/// the faces, for which the layers hold nothing.
static void loose_edges_and_unmapped_faces_leave_the_layers_to_the_others(void **state)
{
    (void)state;
    const char objects[] =
        "\tGeometry: 10, \"Geometry::Kite\", \"Mesh\" {\n"
        "\t\tVertices: *15 {\n\t\t\ta: 0,0,0,1,0,0,1,1,0,0,1,0,0.5,2,0\n\t\t}\n"
        "\t\tPolygonVertexIndex: *8 {\n\t\t\ta: 0,1,-3,0,2,-4,3,-5\n\t\t}\n"
        "\t\tLayerElementNormal: 0 {\n\t\t\tMappingInformationType: \"ByPolygonVertex\"\n"
        "\t\t\tReferenceInformationType: \"Direct\"\n\t\t\tNormals: *18 {\n"
        "\t\t\t\ta: 0,0,1,0,1,0,1,0,0,0,1,0,1,0,0,0,0,1\n\t\t\t}\n\t\t}\n"
        "\t\tLayerElementUV: 0 {\n\t\t\tMappingInformationType: \"ByPolygonVertex\"\n"
        "\t\t\tReferenceInformationType: \"IndexToDirect\"\n\t\t\tUV: *6 {\n\t\t\t\ta: "
        "0.25,0.5,1,0.75,0.125,1\n\t\t\t}\n"
        "\t\t\tUVIndex: *6 {\n\t\t\t\ta: 2,1,0,-1,-1,-1\n\t\t\t}\n\t\t}\n"
        "\t\tLayer: 0 {\n\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementNormal\"\n\t\t\t\tTypedIndex: 0\n\t\t\t}\n"
        "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementUV\"\n\t\t\t\tTypedIndex: 0\n\t\t\t}\n\t\t}\n\t}\n" MODEL(
            "20", "Kite", "Mesh", "");
    const float normals[6][3] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
    const float texcoords[6][2] = {{0.125f, 1}, {1, 0.75f}, {0.25f, 0.5f}};
    for (uint32_t document_only = 0; document_only < 2; ++document_only) {
        sinew_model *model = import_document(objects, LINK("20", "0") LINK("10", "20"), document_only);
        assert_int_equal(model->meshes[0].polygon_count, 3);
        assert_true(model->meshes[0].flags & SINEW_MESH_TEXCOORDS);
        assert_true(model->meshes[0].flags & SINEW_MESH_NORMALS);
        for (int corner = 0; corner < 6; ++corner) {
            const uint32_t vertex = model->corner_vertices[corner];
            assert_memory_equal(&model->normals[vertex * 3], normals[corner], sizeof normals[corner]);
            assert_memory_equal(&model->texcoords[vertex * 2], texcoords[corner], sizeof texcoords[corner]);
        }
        sinew_model_destroy(model);
    }
}

/// Editors put three bytes in front of UTF-8.
static void a_mark_before_the_text_is_kept_from_assimp(void **state)
{
    (void)state;
    char *text = document_text(two_materials, two_materials_links);
    const size_t length = strlen(text);
    char *marked = malloc(length + 3);
    assert_non_null(marked);
    memcpy(marked, "\xef\xbb\xbf", 3);
    memcpy(marked + 3, text, length);
    sinew_model *model = import_bytes("test.fbx", marked, length + 3);
    assert_is_the_roof(model);
    assert_int_equal(warnings_of(model, "I09"), 0);
    sinew_model_destroy(model);
    free(marked);
    free(text);
}

static void duplicate_and_empty_names_are_told_apart_by_their_place(void **state)
{
    (void)state;
    const char objects[] =
        ROOF MODEL("20", "Same", "Mesh", AT("1", "0", "0")) MODEL("21", "Same", "Mesh", AT("2", "0", "0"))
            MODEL("22", "", "Mesh", AT("3", "0", "0")) MODEL("23", "", "Null", AT("4", "0", "0"));
    const char links[] = LINK("20", "0") LINK("21", "20") LINK("23", "0") LINK("22", "23") LINK("10", "20")
        LINK("10", "21") LINK("10", "22");
    sinew_model *model = import_document(objects, links, 0);
    assert_int_equal(model->joint_count, 4);
    assert_int_equal(model->mesh_count, 3);
    double sum = 0.0;
    for (int32_t i = 0; i < 3; ++i) sum += model->joints[model->meshes[i].joint].rest.t.x;
    assert_close(sum, 6, 1e-9); // 1 + 2 + 3: each mesh on its own joint
    assert_int_equal(warnings_of(model, "I08"), 0);
    sinew_model_destroy(model);
}

/// Two characters brought into one scene: all but the namespaces of their names is the same.
static void namespaces_belong_to_the_names(void **state)
{
    (void)state;
    const char objects[] =
        ROOF MODEL("20", "hero:House", "Mesh", "") MODEL("21", "villain:House", "Mesh", AT("1", "0", "0"))
            MODEL("22", "hero:rig:Bone", "LimbNode", "") MODEL("23", "villain:rig:Bone", "LimbNode", AT("0", "0", "7"));
    const char links[] =
        LINK("20", "0") LINK("21", "0") LINK("22", "0") LINK("23", "0") LINK("10", "20") LINK("10", "21");
    sinew_model *model = import_document(objects, links, 0);
    assert_int_equal(model->warning_count, 0);
    assert_int_equal(model->mesh_count, 2);
    assert_close(mesh_of_object(model, "villain:House")->joint, joint_called(model, "villain:House") - model->joints,
                 0);
    assert_close(mesh_of_object(model, "hero:House")->joint, joint_called(model, "hero:House") - model->joints, 0);
    assert_close(joint_called(model, "hero:rig:Bone")->rest.t.z, 0, 0);
    assert_close(joint_called(model, "villain:rig:Bone")->rest.t.z, 7, 0);
    sinew_model_destroy(model);
}

static void an_instance_wears_its_own_materials(void **state)
{
    (void)state;
    const char objects[] =
        ROOF MODEL("20", "A", "Mesh", "") MODEL("21", "B", "Mesh", "") MATERIAL("30", "Red") MATERIAL("31", "Blue");
    const char links[] = LINK("20", "0") LINK("21", "0") LINK("10", "20") LINK("10", "21") LINK("30", "20")
        LINK("31", "20") LINK("31", "21") LINK("30", "21");
    sinew_model *model = import_document(objects, links, 0);
    const sinew_mesh *second = mesh_of_object(model, "B");
    for (int32_t i = 0; i < second->submesh_count; ++i) {
        const sinew_submesh *submesh = &model->submeshes[second->first_submesh + i];
        assert_string_equal(material_name(model, submesh->material), submesh->index_count == 6 ? "Red" : "Blue");
    }
    sinew_model_destroy(model);
}

static void a_hidden_model_keeps_its_mesh(void **state)
{
    (void)state;
    const char objects[] = ROOF MODEL("20", "Off", "Mesh", "\t\t\tP: \"Visibility\", \"Visibility\", \"\", \"A\",0\n")
        MODEL("21", "Below", "Mesh", "") MODEL("22", "On", "Mesh", "");
    const char links[] =
        LINK("20", "0") LINK("21", "20") LINK("22", "0") LINK("10", "20") LINK("10", "21") LINK("10", "22");
    sinew_model *model = import_document(objects, links, 0);
    assert_true(mesh_of_object(model, "Off")->flags & SINEW_MESH_HIDDEN);
    assert_true(mesh_of_object(model, "Below")->flags & SINEW_MESH_HIDDEN);
    assert_false(mesh_of_object(model, "On")->flags & SINEW_MESH_HIDDEN);
    sinew_model_destroy(model);
}

#define SHOW "\t\t\tP: \"Show\", \"bool\", \"\", \"\",0\n"
#define NOT_VISIBLE "\t\t\tP: \"Visibility\", \"Visibility\", \"\", \"A\",0\n"

/// 3ds Max and MotionBuilder write Show 0 for bones and the heads of groups: it hides the node's own meshes, also where
/// keys make the node visible, and none below it. All that is hidden can be shown.
static void show_hides_the_meshes_of_its_own_model(void **state)
{
    (void)state;
    const char objects[] = ROOF MODEL("20", "Head", "Mesh", SHOW) MODEL("21", "Below", "Mesh", "")
        MODEL("22", "Both", "Mesh", SHOW NOT_VISIBLE) MODEL("23", "Inherits", "Mesh", "");
    const char links[] = LINK("20", "0") LINK("21", "20") LINK("22", "20") LINK("23", "22") LINK("10", "20")
        LINK("10", "21") LINK("10", "22") LINK("10", "23");
    static const struct {
        const char *name;
        uint32_t is_hidden;
    } expected[] = {
        {"Head", SINEW_MESH_HIDDEN}, {"Below", 0}, {"Both", SINEW_MESH_HIDDEN}, {"Inherits", SINEW_MESH_HIDDEN}};
    sinew_model *model = import_document(objects, links, 0);
    for (int i = 0; i < 4; ++i)
        assert_int_equal(mesh_of_object(model, expected[i].name)->flags & SINEW_MESH_HIDDEN, expected[i].is_hidden);
    sinew_model_show_hidden(model);
    for (int i = 0; i < 4; ++i) assert_false(mesh_of_object(model, expected[i].name)->flags & SINEW_MESH_HIDDEN);
    for (int32_t i = 0; i < model->joint_count; ++i) assert_int_equal(model->joints[i].flags, 0);
    sinew_model_destroy(model);
}

#define LEVELS(first, second)                                                                                          \
    ROOF MODEL("20", "Group", "Null", SHOW) MODEL("21", "Near", "Mesh", first)                                         \
        MODEL("22", "Far", "Mesh", second) "\tNodeAttribute: 30, \"NodeAttribute::\", \"LodGroup\" {\n\t}\n"

/// One of the levels is drawn whatever the author hid by Show; several are drawn at once.
static void an_lod_group_draws_at_least_one_level(void **state)
{
    (void)state;
    static const struct {
        const char *objects;
        uint32_t near, far;
        int shown, at_once; // notes
    } cases[] = {
        {LEVELS(SHOW, SHOW), 0, SINEW_MESH_HIDDEN, 1, 0},
        {LEVELS(SHOW, ""), SINEW_MESH_HIDDEN, 0, 0, 0},
        {LEVELS("", SHOW), 0, SINEW_MESH_HIDDEN, 0, 0},
        {LEVELS("", ""), 0, 0, 0, 1},
        {LEVELS(SHOW, NOT_VISIBLE), SINEW_MESH_HIDDEN, SINEW_MESH_HIDDEN, 0, 0}, // not by Show
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        sinew_model *model = import_document(
            cases[i].objects,
            LINK("20", "0") LINK("21", "20") LINK("22", "20") LINK("10", "21") LINK("10", "22") LINK("30", "20"), 0);
        assert_int_equal(mesh_of_object(model, "Near")->flags & SINEW_MESH_HIDDEN, cases[i].near);
        assert_int_equal(mesh_of_object(model, "Far")->flags & SINEW_MESH_HIDDEN, cases[i].far);
        assert_int_equal(warnings_of(model, "I26"), cases[i].shown);
        assert_int_equal(warnings_about(model, "I17", "Group"), cases[i].at_once);
        sinew_model_destroy(model);
    }
}

/// ROOF with a colour of all its polygon vertices.
#define COLORED_ROOF(color)                                                                                            \
    "\tGeometry: 10, \"Geometry::Roof\", \"Mesh\" {\n"                                                                 \
    "\t\tVertices: *15 {\n\t\t\ta: 0,0,0,1,0,0,1,1,0,0,1,0,0.5,2,0\n\t\t}\n" ROOF_POLYGONS                             \
    "\t\tLayerElementColor: 0 {\n\t\t\tVersion: 101\n\t\t\tName: \"\"\n\t\t\tMappingInformationType: \"ByPolygon\"\n"  \
    "\t\t\tReferenceInformationType: \"Direct\"\n\t\t\tColors: *8 {\n\t\t\t\ta: 0,0,0,1," color                        \
    "\n\t\t\t}\n\t\t}\n\t\tLayer: 0 {\n\t\t\tVersion: 100\n"                                                           \
    "\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementColor\"\n\t\t\t\tTypedIndex: 0\n\t\t\t}\n\t\t}\n\t}\n"

/// Colours of vertices multiply the material's colours. One that is not black is enough to keep them: 0.5 in sRGB is
/// 0.2140 of light (IEC 61966-2-1).
static void vertex_colors_that_are_black_everywhere_are_dropped(void **state)
{
    (void)state;
    static const char *const objects[] = {COLORED_ROOF("0,0,0,1") MODEL("20", "Roof", "Mesh", ""),
                                          COLORED_ROOF("0,0.5,0,1") MODEL("20", "Roof", "Mesh", "")};
    for (int is_painted = 0; is_painted < 2; ++is_painted) {
        sinew_model *model = import_document(objects[is_painted], LINK("20", "0") LINK("10", "20"), 0);
        const sinew_mesh *mesh = mesh_of_object(model, "Roof");
        float most = 0;
        assert_int_equal((mesh->flags & SINEW_MESH_COLORS) != 0, is_painted);
        assert_int_equal(warnings_about(model, "I27", "Roof"), !is_painted);
        for (int32_t i = 0; is_painted && i < mesh->vertex_count; ++i) most = fmaxf(most, model->colors[4 * i + 1]);
        assert_close(most, is_painted ? 0.2140 : 0, 1e-4);
        sinew_model_destroy(model);
    }
}

#define CULLED_MODEL(id, name, culling)                                                                                \
    "\tModel: " id ", \"Model::" name "\", \"Mesh\" {\n\t\tVersion: 232\n\t\tCulling: \"" culling "\"\n\t}\n"

static void back_faces_are_drawn_unless_the_model_culls_them(void **state)
{
    (void)state;
    const char objects[] = ROOF CULLED_MODEL("20", "Hair", "CullingOff") CULLED_MODEL("21", "Shell", "CullingOnCW")
        MODEL("22", "Silent", "Mesh", "");
    const char links[] =
        LINK("20", "0") LINK("21", "0") LINK("22", "0") LINK("10", "20") LINK("10", "21") LINK("10", "22");
    for (uint32_t document_only = 0; document_only < 2; ++document_only) {
        sinew_model *model = import_document(objects, links, document_only);
        assert_true(mesh_of_object(model, "Hair")->flags & SINEW_MESH_TWO_SIDED);
        assert_false(mesh_of_object(model, "Shell")->flags & SINEW_MESH_TWO_SIDED);
        assert_true(mesh_of_object(model, "Silent")->flags & SINEW_MESH_TWO_SIDED);
        sinew_model_destroy(model);
    }
}

static void a_polygon_without_its_point_is_dropped_and_named(void **state)
{
    (void)state;
    const char objects[] =
        "\tGeometry: 10, \"Geometry::\", \"Mesh\" {\n"
        "\t\tVertices: *9 {\n\t\t\ta: 0,0,0,1,0,0,0,1,0\n\t\t}\n"
        "\t\tPolygonVertexIndex: *6 {\n\t\t\ta: 0,1,-100,0,1,-3\n\t\t}\n\t\tGeometryVersion: 124\n\t}\n" MODEL(
            "20", "Torn", "Mesh", "");
    sinew_model *model = import_document(objects, LINK("20", "0") LINK("10", "20"), 1);
    assert_int_equal(model->meshes[0].polygon_count, 1);
    assert_int_equal(warnings_of(model, "I05"), 1);
    sinew_model_destroy(model);
}

// A quad on one bone, moved by geometric transform, with a cluster whose matrices are not what its joints say.
#define CLUSTER(id, indexes, count, weights, matrices)                                                                 \
    "\tDeformer: " id                                                                                                  \
    ", \"SubDeformer::\", \"Cluster\" {\n\t\tVersion: 100\n\t\tUserData: \"\", \"\"\n\t\tIndexes: *" count             \
    " {\n\t\t\ta: " indexes "\n\t\t}\n\t\tWeights: *" count " {\n\t\t\ta: " weights "\n\t\t}\n" matrices "\t}\n"
#define MATRIX(name, x, y, z) "\t\t" name ": *16 {\n\t\t\ta: 1,0,0,0,0,1,0,0,0,0,1,0," x "," y "," z ",1\n\t\t}\n"
#define SKINNED_OBJECTS(matrices, skin)                                                                                \
    ROOF MODEL("20", "House", "Mesh", AT("0", "0", "7") VECTOR("GeometricTranslation", "Vector3D", "0", "0.5", "0"))   \
        MODEL("40", "Lower", "LimbNode", AT("0", "1", "0"))                                                            \
            MODEL("41", "Upper", "LimbNode",                                                                           \
                  AT("0", "2", "0")) "\tDeformer: 50, \"Deformer::\", \"Skin\" {\n\t\tVersion: 101\n" skin             \
                                     "\t}\n" CLUSTER("51", "0,1,2", "3", "1,1,0.5", matrices)                          \
                                         CLUSTER("52", "2,3", "2", "0.5,1", matrices)
static const char skinned_links[] = LINK("20", "0") LINK("40", "0") LINK("41", "40") LINK("10", "20") LINK("50", "10")
    LINK("51", "50") LINK("52", "50") LINK("40", "51") LINK("41", "52");

static const sinew_skin_joint *skin_joint_on(const sinew_model *model, const char *joint)
{
    const sinew_mesh *mesh = &model->meshes[0];
    for (int32_t i = 0; i < mesh->skin_joint_count; ++i) {
        const sinew_skin_joint *skin_joint = &model->skin_joints[mesh->first_skin_joint + i];
        if (&model->joints[skin_joint->joint] == joint_called(model, joint)) return skin_joint;
    }
    fail_msg("no skin_joint on '%s'", joint);
    return NULL;
}

static void a_skin_joint_is_the_clusters_transform_after_the_geometric_one(void **state)
{
    (void)state;
    sinew_model *model =
        import_document(SKINNED_OBJECTS(MATRIX("Transform", "0", "-4", "7") MATRIX("TransformLink", "0", "9", "0"), ""),
                        skinned_links, 0);
    const sinew_skin_joint *skin_joint = skin_joint_on(model, "Upper");
    assert_close(skin_joint->inverse_bind.row[1][3], -4 + 0.5, 1e-9);
    assert_close(skin_joint->inverse_bind.row[2][3], 7, 1e-9);
    // Assimp knows no geometric transform of a skin. 5.2 takes Transform, 5.4 the inverse of TransformLink.
    const double assimp_y = skin_joint->node_offset.row[1][3];
    assert_close(assimp_y, assimp_y > -6 ? -4 : -9, 1e-6);
    assert_true(joint_called(model, "Upper")->flags & SINEW_JOINT_HAS_BIND);
    assert_close(joint_called(model, "Upper")->bind_global.row[1][3], 9, 1e-9);
    sinew_model_destroy(model);
}

static void without_a_transform_the_link_and_the_resting_mesh_give_it(void **state)
{
    (void)state;
    sinew_model *model = import_document(SKINNED_OBJECTS(MATRIX("TransformLink", "0", "9", "0"), ""), skinned_links, 1);
    const sinew_skin_joint *skin_joint = skin_joint_on(model, "Upper");
    assert_close(skin_joint->inverse_bind.row[1][3], -9 + 0.5, 1e-9); // link⁻¹ · mesh · geometric
    assert_close(skin_joint->inverse_bind.row[2][3], 7, 1e-9);
    sinew_model_destroy(model);
}

/// Nor a link, below an unevenly scaled bone whose scale Upper compensates: its global is diag(2, 1, 1) · T · S⁻¹ · R
/// with S = diag(2, 1, 1), a quarter turn about z at (0, 3, 0).
static void without_matrices_a_compensated_bone_rests_where_it_is_posed(void **state)
{
    (void)state;
    const char objects[] = ROOF MODEL("20", "House", "Mesh", "")
        MODEL("40", "Lower", "LimbNode", AT("0", "1", "0") VECTOR("Lcl Scaling", "Lcl Scaling", "2", "1", "1")) MODEL(
            "41", "Upper", "LimbNode",
            AT("0", "2", "0") VECTOR(
                "Lcl Rotation", "Lcl Rotation", "0", "0",
                "90") "\t\t\tP: \"InheritType\", \"enum\", \"\", \"\",2\n") "\tDeformer: 50, \"Deformer::\", \"Skin\" "
                                                                            "{\n\t\tVersion: 101\n\t}\n" CLUSTER(
                                                                                "51", "0,1,2", "3", "1,1,0.5", "")
                                                                                CLUSTER("52", "2,3", "2", "0.5,1", "");
    sinew_model *model = import_document(objects, skinned_links, 1);
    const sinew_skin_joint *skin_joint = skin_joint_on(model, "Upper");
    static const double expected[3][4] = {{0, 1, 0, -3}, {-1, 0, 0, 0}, {0, 0, 1, 0}}; // R⁻¹ · T⁻¹
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 4; ++c) assert_close(skin_joint->inverse_bind.row[r][c], expected[r][c], 1e-9);
    sinew_model_destroy(model);
}

static void weights_of_a_point_reach_all_its_corners(void **state)
{
    (void)state;
    sinew_model *model = import_document(SKINNED_OBJECTS(MATRIX("Transform", "0", "0", "0"), ""), skinned_links, 0);
    const sinew_mesh *mesh = &model->meshes[0];
    const int expected[5] = {1, 1, 2, 1, 1}; // the last has no weight and follows its node
    for (int32_t v = 0; v < mesh->vertex_count; ++v) {
        const int count = (int)(model->influence_start[v + 1] - model->influence_start[v]);
        assert_int_equal(count, expected[model->control_points[v]]);
    }
    const uint32_t tip = model->corner_vertices[6];
    const sinew_skin_joint *own = &model->skin_joints[model->influences[model->influence_start[tip]].skin_joint];
    assert_ptr_equal(&model->joints[own->joint], joint_called(model, "House"));
    assert_close(own->inverse_bind.row[1][3], 0.5, 1e-9);
    sinew_model_destroy(model);
}

static void a_blended_skin_keeps_its_weights_by_point(void **state)
{
    (void)state;
    sinew_model *model =
        import_document(SKINNED_OBJECTS(MATRIX("Transform", "0", "0", "0"),
                                        "\t\tSkinningType: \"Blend\"\n\t\tIndexes: *2 {\n\t\t\ta: 2,3\n\t\t}\n"
                                        "\t\tBlendWeights: *2 {\n\t\t\ta: 0.25,1\n\t\t}\n"),
                        skinned_links, 0);
    assert_int_equal(model->meshes[0].deformer_count, 1);
    const sinew_deformer *skin = &model->deformers[model->meshes[0].first_deformer];
    assert_int_equal(skin->method, SINEW_SKIN_BLENDED);
    const double expected[5] = {0, 0, 0.25, 1, 0};
    for (int32_t v = 0; v < model->meshes[0].vertex_count; ++v)
        assert_close(model->blend_weights[skin->first_blend_weight + v], expected[model->control_points[v]], 1e-7);
    sinew_model_destroy(model);
}

// A channel with an in-between that the file lists last, and one whose list of weights belongs to its points.
#define SHAPE(id, name, indexes, count, vertices, numbers)                                                             \
    "\tGeometry: " id ", \"Geometry::" name "\", \"Shape\" {\n\t\tVersion: 100\n\t\tIndexes: *" count                  \
    " {\n\t\t\ta: " indexes "\n\t\t}\n\t\tVertices: *" numbers " {\n\t\t\ta: " vertices                                \
    "\n\t\t}\n\t\tNormals: *" numbers " {\n\t\t\ta: " vertices "\n\t\t}\n\t}\n"
#define CHANNEL(id, name, weights, count)                                                                              \
    "\tDeformer: " id ", \"SubDeformer::" name "\", \"BlendShapeChannel\" {\n\t\tVersion: 100\n"                       \
    "\t\tDeformPercent: 40\n\t\tFullWeights: *" count " {\n\t\t\ta: " weights "\n\t\t}\n\t}\n"

static sinew_model *import_shapes(void)
{
    const char objects[] = ROOF MODEL("20", "House", "Mesh", "") SHAPE("60", "high", "4", "1", "0,8,0",
                                                                       "3") SHAPE("61", "mid", "4", "1", "0,2,0", "3")
        SHAPE("62", "wide", "0,1", "2", "-1,0,0,1,0,0",
              "6") "\tDeformer: 70, \"Deformer::\", \"BlendShape\" {\n\t\tVersion: 100\n\t}\n" CHANNEL("71", "Up",
                                                                                                       "100,30", "2")
            CHANNEL("72", "Wide", "50,100", "2");
    const char links[] = LINK("20", "0") LINK("10", "20") LINK("70", "10") LINK("71", "70") LINK("72", "70")
        LINK("60", "71") LINK("61", "71") LINK("62", "72");
    return import_document(objects, links, 0);
}

static void in_betweens_rise_by_full_weight(void **state)
{
    (void)state;
    sinew_model *model = import_shapes();
    assert_int_equal(model->morph_count, 2);
    const sinew_morph *up = &model->morphs[0];
    assert_string_equal(sinew_text(model, up->name), "Up");
    assert_close(up->weight, 0.4, 1e-6);
    assert_int_equal(up->shape_count, 2);
    assert_close(model->shapes[up->first_shape].full_weight, 0.3, 1e-6);
    assert_close(model->deltas[model->shapes[up->first_shape].first_delta].position[1], 2, 1e-6);
    assert_close(model->shapes[up->first_shape + 1].full_weight, 1, 1e-6);
    assert_close(model->deltas[model->shapes[up->first_shape + 1].first_delta].position[1], 8, 1e-6);
    sinew_model_destroy(model);
}

static void weights_as_many_as_points_belong_to_the_points(void **state)
{
    (void)state;
    sinew_model *model = import_shapes();
    const sinew_morph *wide = &model->morphs[1];
    assert_int_equal(wide->shape_count, 1);
    const sinew_shape *shape = &model->shapes[wide->first_shape];
    assert_close(shape->full_weight, 1, 1e-6);
    assert_int_equal(shape->delta_count, 2);
    for (int32_t i = 0; i < 2; ++i) {
        const sinew_shape_delta *delta = &model->deltas[shape->first_delta + i];
        assert_close(delta->position[0], model->control_points[delta->vertex] == 0 ? -0.5 : 1, 1e-6);
    }
    sinew_model_destroy(model);
}

static int is_told(const sinew_model *model, const char *object, const char *text)
{
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].object), object) == 0 &&
            strcmp(sinew_text(model, model->warnings[i].text), text) == 0)
            return 1;
    return 0;
}

#define TEXTURE(id, video_id, content)                                                                                 \
    "\tTexture: " id ", \"Texture::color\", \"\" {\n\t\tType: \"TextureVideoClip\"\n\t\tVersion: 202\n"                \
    "\t\tFileName: \"color.png\"\n\t\tRelativeFilename: \"house.fbm/color.png\"\n\t}\n"                                \
    "\tVideo: " video_id ", \"Video::color\", \"Clip\" {\n\t\tType: \"Clip\"\n\t\tFileName: \"color.png\"\n"           \
    "\t\tRelativeFilename: \"house.fbm/color.png\"\n\t\tContent: ,\n\"" content "\"\n\t}\n"
#define TEXTURE_LINKS(id, video_id, material) "\tC: \"OP\"," id "," material ", \"DiffuseColor\"\n" LINK(video_id, id)

static void assert_picture(const sinew_model *model, const char *material, const char *content)
{
    for (int32_t i = 0; i < model->material_count; ++i) {
        if (strcmp(material_name(model, i), material) != 0) continue;
        const sinew_texture *texture = &model->textures[model->materials[i].texture];
        assert_int_equal(texture->byte_count, strlen(content));
        assert_memory_equal(model->image_bytes + texture->first_byte, content, strlen(content));
        return;
    }
    fail_msg("no material '%s'", material);
}

/// As Blender 3.4 embeds body/color.png and head/color.png: two pictures of one path.
static void embedded_pictures_of_one_name_are_told_apart(void **state)
{
    (void)state;
    const char objects[] = ROOF MODEL("20", "House", "Mesh", "") MATERIAL("30", "Red") MATERIAL("31", "Blue")
        TEXTURE("40", "41", "cmVk") TEXTURE("42", "43", "Ymx1ZQ=="); // "red", "blue"
    const char links[] = LINK("20", "0") LINK("10", "20") LINK("30", "20") LINK("31", "20")
        TEXTURE_LINKS("40", "41", "30") TEXTURE_LINKS("42", "43", "31");
    for (uint32_t document_only = 0; document_only < 2; ++document_only) {
        sinew_model *model = import_document(objects, links, document_only);
        assert_picture(model, "Red", "red");
        assert_picture(model, "Blue", "blue");
        sinew_model_destroy(model);
    }
}

/// All that importers are known to die of, in one file.
static const char blocks[] = MODEL("20", "hip", "LimbNode",
                                   "\t\t\tP: \"mass\", \"Blob\", \"\", \"U\",3\n"
                                   "\t\t\tP: \"kind\", \"enum\", \"\", \"U\",3\n") MODEL("21", "hip", "LimbNode", "")
    MODEL("22", "", "LimbNode", "") MODEL("23", "elbow", "LimbNode", "")
        MODEL("24", "wrist", "LimbNode", "") "\tVideo: 40, \"Video::face\", \"Clip\" {\n\t\tContent: , \"AAAA\"\n\t}\n"
                                             "\tDeformer: 50, \"Deformer::skin\", \"Skin\" {\n\t}\n"
                                             "\tDeformer: 51, \"SubDeformer::cluster\", \"Cluster\" {\n\t}\n"
                                             "\tAnimationStack: 60, \"AnimStack::Take\", \"\" "
                                             "{\n\t}\n\tAnimationLayer: 61, \"AnimLayer::Base\", \"\" {\n\t}\n"
                                             "\tAnimationCurveNode: 62, \"AnimCurveNode::R\", \"\" {\n\t}\n"
                                             "\tAnimationCurve: 63, \"AnimCurve::\", \"\" {\n\t\tKeyTime: *0 "
                                             "{\n\t\t}\n\t\tKeyValueFloat: *0 {\n\t\t}\n\t}\n";
static const char block_links[] = LINK("20", "0") LINK("21", "20") LINK("22", "21") LINK("24", "23") LINK("23", "24")
    LINK("51", "50") LINK("50", "51") LINK("61", "60")
        LINK("62", "61") "\tC: \"OP\",62,20, \"Lcl Rotation\"\n\tC: \"OP\",63,62, \"d|X\"\n";

static void what_an_importer_dies_of_is_named_and_loads(void **state)
{
    (void)state;
    sinew_model *model = rescue_document(blocks, block_links);
    assert_true(is_told(model, "", "Assimp: it crashed"));
    assert_true(is_told(model, "hip", "2 nodes have this name"));
    assert_true(is_told(model, "", "1 node has no name"));
    assert_true(is_told(model, "elbow", "is its own ancestor; its parent is ignored"));
    assert_true(is_told(model, "skin", "Deformer: it is part of a connection cycle (and 1 more: 'cluster')"));
    assert_true(
        is_told(model, "hip", "its property 'mass' is of the type 'Blob', which importers do not know; it is dropped"));
    assert_true(is_told(model, "face", "its embedded file is not an image of a known format"));
    assert_true(is_told(model, "hip", "an animation curve of it has no keys and is dropped"));
    assert_int_equal(warnings_of(model, "I19"), 6);
    // The author's names, not other ones that would be unique.
    assert_int_equal(model->joint_count, 5);
    assert_string_equal(sinew_text(model, joint_called(model, "hip")->name), "hip");
    int hips = 0;
    for (int32_t i = 0; i < 5; ++i) hips += strcmp(sinew_text(model, model->joints[i].name), "hip") == 0;
    assert_int_equal(hips, 2);
    sinew_model_destroy(model);
}

/// Properties of a type that importers do not know, as IK rigs of animation programs have them.
#define IK_PROPERTIES                                                                                                  \
    "\t\t\tP: \"IK Pin\", \"HIKPin\", \"\", \"U\",3\n\t\t\tP: \"IK Reach\", \"HIKReach\", \"\", \"U\",0.5\n"
static const char ik_rig[] =
    MODEL("20", "hip", "LimbNode", IK_PROPERTIES) MODEL("21", "knee", "LimbNode", IK_PROPERTIES);
static const char ik_links[] = LINK("20", "0") LINK("21", "20");

/// Where Assimp reads the file, nothing is lost.
static void ik_properties_of_unknown_types_are_told_only_if_they_could_matter(void **state)
{
    (void)state;
    sinew_model *model = import_document(ik_rig, ik_links, 0);
    assert_int_equal(model->joint_count, 2);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
    model = rescue_document(ik_rig, ik_links);
    assert_int_equal(model->joint_count, 2);
    assert_int_equal(warnings_of(model, "I19"), 1);
    assert_true(is_told(model, "hip",
                        "its property 'IK Pin' is of the type 'HIKPin', which importers do not know; it is dropped "
                        "(and 3 more: 'knee', …)"));
    sinew_model_destroy(model);
}

/// A strip of triangles, each with a material slot of its own; the model has the material of the first. Assimp would
/// make a mesh of each.
static void materials_that_are_missing_do_not_split_the_mesh(void **state)
{
    (void)state;
    static const int COUNTS[] = {60, 400};
    for (size_t c = 0; c < sizeof COUNTS / sizeof *COUNTS; ++c) {
        const int count = COUNTS[c];
        char points[16384], corners[8192], slots[4096], objects[32768];
        size_t p = 0, k = 0, s = 0;
        for (int i = 0; i < count + 2; ++i)
            p += (size_t)snprintf(points + p, sizeof points - p, "%s%d,%d,0", i ? "," : "", i / 2, i % 2);
        for (int i = 0; i < count; ++i) {
            k += (size_t)snprintf(corners + k, sizeof corners - k, "%s%d,%d,%d", i ? "," : "", i, i + 1, -(i + 2) - 1);
            s += (size_t)snprintf(slots + s, sizeof slots - s, "%s%d", i ? "," : "", i);
        }
        snprintf(objects, sizeof objects,
                 "\tGeometry: 10, \"Geometry::Strip\", \"Mesh\" {\n\t\tVertices: *%d {\n\t\t\ta: %s\n\t\t}\n"
                 "\t\tPolygonVertexIndex: *%d {\n\t\t\ta: %s\n\t\t}\n\t\tGeometryVersion: 124\n"
                 "\t\tLayerElementMaterial: 0 {\n\t\t\tMappingInformationType: \"ByPolygon\"\n"
                 "\t\t\tReferenceInformationType: \"IndexToDirect\"\n\t\t\tMaterials: *%d {\n\t\t\t\ta: %s\n\t\t\t}\n"
                 "\t\t}\n\t\tLayer: 0 {\n\t\t\tLayerElement:  {\n\t\t\t\tType: \"LayerElementMaterial\"\n"
                 "\t\t\t\tTypedIndex: 0\n\t\t\t}\n\t\t}\n\t}\n%s",
                 3 * (count + 2), points, 3 * count, corners, count, slots,
                 MODEL("20", "Strip", "Mesh", "") MATERIAL("30", "Red"));
        sinew_model *model = import_document(objects, LINK("20", "0") LINK("10", "20") LINK("30", "20"), 0);
        assert_int_equal(model->mesh_count, 1);
        assert_int_equal(model->meshes[0].polygon_count, count);
        assert_int_equal(model->warning_count, count > 64);
        if (count > 64)
            assert_true(is_told(model, "",
                                "Assimp: not asked, because it would build a mesh for each of 399 materials that the "
                                "polygons of 'Strip' name and the file does not have"));
        sinew_model_destroy(model);
    }
}

/// A chain of joints, the last of them first in the file. Assimp would recurse into it: it is asked for 4096, the limit
/// of docs/internals/isolation.md, and not for one more. A parent that is below its own child ends no loop.
static void a_long_chain_is_read_without_assimp(void **state)
{
    (void)state;
    enum { ROOM = 4200 * 200 };
    char *objects = malloc(ROOM), *links = malloc(ROOM);
    assert_non_null(objects);
    assert_non_null(links);
    for (int count = 4095; count <= 4097; ++count) {
        int o = 0, l = 0;
        for (int i = count; i > 0; --i)
            o += snprintf(objects + o, (size_t)(ROOM - o), MODEL("%d", "j%d", "LimbNode", ""), 1000 + i, i);
        for (int i = 1; i <= count; ++i)
            l += snprintf(links + l, (size_t)(ROOM - l), LINK("%d", "%d"), 1000 + i, i == 1 ? 0 : 1000 + i - 1);
        sinew_model *model = import_document(objects, links, 0);
        assert_int_equal(model->joint_count, count);
        assert_int_equal(model->joints[count - 1].depth, count - 1);
        assert_int_equal(
            is_told(model, "", "Assimp: not asked, because it would recurse through 4097 nodes below each other"),
            count > 4096);
        sinew_model_destroy(model);
    }
    free(objects);
    free(links);
    sinew_model *circle = import_document(MODEL("20", "A", "Null", "") MODEL("21", "B", "Null", ""),
                                          LINK("20", "21") LINK("21", "20"), 0);
    assert_int_equal(circle->joint_count, 2);
    sinew_model_destroy(circle);
}

/// Lines that end as on old Macs, and a comment among the numbers.
static void comments_in_arrays_end_with_their_line(void **state)
{
    (void)state;
    static const char *const ENDS[] = {"\n", "\r", "\r\n"};
    static const char text[] =
        "; a scene\n; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXVersion: 7400\n}\nObjects: {\n"
        "Geometry: 10, \"Geometry::Roof\", \"Mesh\" {\nVertices: *15 {\n; a comment\n"
        "a: 0,0,0,1,0,0, ; another\n1,1,0,0,1,0,0.5,2,0\n}\n" ROOF_POLYGONS
        "}\n" MODEL("20", "House", "Mesh", "") "}\nConnections: {\n" LINK("20", "0") LINK("10", "20") "}\n";
    for (size_t e = 0; e < sizeof ENDS / sizeof *ENDS; ++e) {
        char written[2 * sizeof text];
        size_t size = 0;
        for (const char *c = text; *c; ++c) {
            if (*c != '\n') written[size++] = *c;
            for (const char *end = ENDS[e]; *c == '\n' && *end; ++end) written[size++] = *end;
        }
        sinew_model *model = import_bytes("mac.fbx", written, size);
        assert_int_equal(model->mesh_count, 1);
        assert_int_equal(model->meshes[0].polygon_count, 2);
        assert_int_equal(model->warning_count, 0);
        sinew_model_destroy(model);
    }
}

static void a_file_in_order_has_no_stumbling_blocks(void **state)
{
    (void)state;
    sinew_model *model = rescue_document(SKINNED_OBJECTS(MATRIX("Transform", "0", "0", "0"), ""), skinned_links);
    assert_int_equal(warnings_of(model, "I09"), 1);
    assert_int_equal(warnings_of(model, "I19"), 0);
    sinew_model_destroy(model);
}

/// Assimp 5.2 gives one mesh the bone of such a cluster twice, and frees it twice.
static void a_cluster_that_is_connected_twice_is_freed_once(void **state)
{
    (void)state;
    char links[sizeof skinned_links + 32];
    snprintf(links, sizeof links, "%s%s", skinned_links, LINK("51", "50"));
    sinew_model *model = import_document(SKINNED_OBJECTS(MATRIX("Transform", "0", "0", "0"), ""), links, 0);
    assert_int_equal(model->meshes[0].skin_joint_count, 3);
    sinew_model_destroy(model);
}

/// Memory that runs out at any point gives a result, and nothing of the file stays behind.
static void every_memory_limit_gives_a_model_or_an_error(void **state)
{
    (void)state;
    char *text = document_text(SKINNED_OBJECTS(MATRIX("Transform", "0", "0", "0"), ""), skinned_links);
    int fails = 0, models = 0;
    for (size_t limit = 1000; limit < 600000; limit += 1000) {
        const sinew__import_options options = {.document_only = 1, .memory_limit = limit};
        void *block = &limit;
        size_t block_size = 1;
        const sinew_result result =
            sinew__import_block("test.fbx", text, strlen(text), &options, &block, &block_size, NULL);
        if (result == SINEW_OK) {
            ++models;
            free(block);
        } else {
            ++fails;
            assert_int_equal(result, SINEW_ERROR_MEMORY_LIMIT);
            assert_null(block);
        }
    }
    assert_true(fails > 0 && models > 0);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_geometry_split_by_material_becomes_one_mesh_again),
        cmocka_unit_test(a_careless_geometry_is_a_mesh_to_its_last_corner),
        cmocka_unit_test(loose_edges_and_unmapped_faces_leave_the_layers_to_the_others),
        cmocka_unit_test(a_mark_before_the_text_is_kept_from_assimp),
        cmocka_unit_test(duplicate_and_empty_names_are_told_apart_by_their_place),
        cmocka_unit_test(namespaces_belong_to_the_names),
        cmocka_unit_test(an_instance_wears_its_own_materials),
        cmocka_unit_test(a_hidden_model_keeps_its_mesh),
        cmocka_unit_test(show_hides_the_meshes_of_its_own_model),
        cmocka_unit_test(an_lod_group_draws_at_least_one_level),
        cmocka_unit_test(vertex_colors_that_are_black_everywhere_are_dropped),
        cmocka_unit_test(back_faces_are_drawn_unless_the_model_culls_them),
        cmocka_unit_test(a_polygon_without_its_point_is_dropped_and_named),
        cmocka_unit_test(a_skin_joint_is_the_clusters_transform_after_the_geometric_one),
        cmocka_unit_test(without_a_transform_the_link_and_the_resting_mesh_give_it),
        cmocka_unit_test(without_matrices_a_compensated_bone_rests_where_it_is_posed),
        cmocka_unit_test(weights_of_a_point_reach_all_its_corners),
        cmocka_unit_test(a_blended_skin_keeps_its_weights_by_point),
        cmocka_unit_test(in_betweens_rise_by_full_weight),
        cmocka_unit_test(weights_as_many_as_points_belong_to_the_points),
        cmocka_unit_test(embedded_pictures_of_one_name_are_told_apart),
        cmocka_unit_test(what_an_importer_dies_of_is_named_and_loads),
        cmocka_unit_test(ik_properties_of_unknown_types_are_told_only_if_they_could_matter),
        cmocka_unit_test(materials_that_are_missing_do_not_split_the_mesh),
        cmocka_unit_test(a_long_chain_is_read_without_assimp),
        cmocka_unit_test(comments_in_arrays_end_with_their_line),
        cmocka_unit_test(a_file_in_order_has_no_stumbling_blocks),
        cmocka_unit_test(a_cluster_that_is_connected_twice_is_freed_once),
        cmocka_unit_test(every_memory_limit_gives_a_model_or_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
