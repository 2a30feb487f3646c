// Materials and textures of FBX documents written by hand: the author's look, under the property names of many
// programs.
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/fbx_text.h"

/// A triangle whose corners are at (0, 0), (1, 0), (0, 1) in the first texture coordinates and one to the right in the
/// second.
#define COORDINATES(name, numbers)                                                                                     \
    "LayerElementUV: 0 {\nName: \"" name "\"\nMappingInformationType: \"ByPolygonVertex\"\n"                           \
    "ReferenceInformationType: \"Direct\"\n" ARRAY("UV", "6", numbers) "}\n"
#define COORDINATES2(name, numbers)                                                                                    \
    "LayerElementUV: 0 {\nName: \"" name "\"\nMappingInformationType: \"ByPolygonVertex\"\n"                           \
    "ReferenceInformationType: \"Direct\"\n" ARRAY("UV", "12", numbers) "}\n"
#define TRIANGLE                                                                                                       \
    OBJECT("Geometry", "20", "Geometry::Tri", "Mesh",                                                                  \
           ARRAY("Vertices", "9", "0,0,0,1,0,0,0,1,0") ARRAY("PolygonVertexIndex", "3", "0,1,-3")                      \
               COORDINATES("first", "0,0,1,0,0,1") COORDINATES("second", "1,0,2,0,1,1"))                               \
    OBJECT("Model", "2", "Model::Tri", "Mesh", "")
#define LINKS OO("2", "0") OO("20", "2") OO("30", "2")
#define MATERIAL(properties) OBJECT("Material", "30", "Material::Skin", "", WITH(properties))
#define TEXTURE(id, properties, names) OBJECT("Texture", id, "Texture::T", "", WITH(properties) names)
#define RELATIVE(path) "RelativeFilename: \"" path "\"\n"

/// The material of the only mesh.
static const sinew_material *painted(const sinew_model *model)
{
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(model->meshes[0].submesh_count, 1);
    const int32_t material = model->submeshes[model->meshes[0].first_submesh].material;
    assert_int_not_equal(material, SINEW_NONE);
    return &model->materials[material];
}

static void assert_color(const sinew_material *material, double r, double g, double b, double a)
{
    const double color[4] = {r, g, b, a};
    for (int i = 0; i < 4; ++i) assert_close(material->base_color[i], color[i], 1e-6);
}

static void assert_path(const sinew_model *model, const char *path)
{
    const int32_t texture = painted(model)->texture;
    assert_int_not_equal(texture, SINEW_NONE);
    assert_string_equal(sinew_text(model, model->textures[texture].path), path);
}

static void every_program_has_its_own_name_for_the_colour(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"DiffuseColor",
                                        "Maya|baseColor",
                                        "Maya|TEX_color_map",
                                        "Maya|DiffuseTexture",
                                        "3dsMax|Parameters|base_color_map",
                                        "3dsMax|Parameters|diffuse_map",
                                        "3dsMax|main|BaseColorMap"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; ++i) {
        char links[512];
        snprintf(links, sizeof links, LINKS "C: \"OP\",40,30, \"NormalMap\"\nC: \"OP\",41,30, \"%s\"\n", NAMES[i]);
        sinew_model *model = import_objects(TRIANGLE MATERIAL("") TEXTURE("40", "", RELATIVE("bumps.png"))
                                                TEXTURE("41", "", RELATIVE("skin.png")),
                                            links);
        assert_int_equal(model->texture_count, 2);
        assert_path(model, "skin.png");
        sinew_model_destroy(model);
    }
}

static void a_colour_in_the_programs_own_words_goes_before_the_diffuse_one(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        TRIANGLE MATERIAL(PROPERTY("DiffuseColor", "1,1,1") PROPERTY("Maya|baseColor", "0.25,0.5,0.75")), LINKS);
    assert_color(painted(model), 0.25, 0.5, 0.75, 1);
    sinew_model_destroy(model);
}

/// The value of a property that exists for its texture is black, and no colour of the material.
static void a_slot_for_a_texture_supplies_no_colour(void **state)
{
    (void)state;
    static const char *const slots[] = {"Maya|DiffuseTexture", "Maya|TEX_color_map", "3dsMax|Parameters|base_color_map",
                                        "Maya|DiffuseMap", "3dsMax|texmap_diffuse"};
    for (size_t i = 0; i < sizeof slots / sizeof *slots; ++i) {
        char objects[4000];
        snprintf(objects, sizeof objects,
                 TRIANGLE MATERIAL(PROPERTY("DiffuseColor", "1,0.5,0.25") PROPERTY("%s", "0,0,0")), slots[i]);
        sinew_model *model = import_objects(objects, LINKS);
        assert_color(painted(model), 1, 0.5, 0.25, 1);
        sinew_model_destroy(model);
    }
}

/// A property's connection replaces its value, which is kept in case the image is missing; the factor is
/// a property of its own.
static void a_texture_stands_in_for_the_colour(void **state)
{
    (void)state;
    const char *plain = TRIANGLE MATERIAL(PROPERTY("DiffuseColor", "1,0.5,0") PROPERTY("DiffuseFactor", "0.5"))
        TEXTURE("40", "", RELATIVE("skin.png"));
    sinew_model *bare = import_objects(plain, LINKS),
                *textured = import_objects(plain, LINKS OP("40", "30", "DiffuseColor"));
    assert_color(painted(bare), 0.5, 0.25, 0, 1);
    assert_color(painted(textured), 0.5, 0.5, 0.5, 1);
    const double orange[4] = {0.5, 0.25, 0, 1};
    for (int i = 0; i < 4; ++i) assert_close(painted(textured)->bare_color[i], orange[i], 1e-6);
    sinew_model_destroy(bare);
    sinew_model_destroy(textured);
}

/// The FBX SDK's FbxLayeredTexture has the modes 0 translucent, 2 modulate, 4 over and 5 normal; the last one hides the
/// layers below. Translucent layers hide them if their image is opaque, like a JPEG. Without modes
/// layers are translucent.
static void the_topmost_opaque_layer_of_textures_is_drawn(void **state)
{
    (void)state;
    static const struct {
        const char *layers, *upper, *drawn;
    } cases[] = {
        {"", "dirt.png", "skin.png"},
        {"", "dirt.jpg", "dirt.jpg"},
        {"BlendModes: 4,2\n", "dirt.jpg", "skin.png"},
        {"BlendModes: 0,5\n", "dirt.png", "dirt.png"},
        {"BlendModes: 0,4\n", "dirt.JPEG", "dirt.JPEG"},
        {"BlendModes: 0,5\nAlphas: 1,0.5\n", "dirt.png", "skin.png"},
        {"BlendModes: \"none\"\nAlphas: \"all\"\n", "dirt.png", "skin.png"}, // no numbers
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char objects[4096];
        snprintf(objects, sizeof objects,
                 TRIANGLE MATERIAL("") TEXTURE("40", "", RELATIVE("skin.png")) TEXTURE("41", "", RELATIVE("%s"))
                     OBJECT("LayeredTexture", "42", "LayeredTexture::L", "", "%s"),
                 cases[i].upper, cases[i].layers);
        sinew_model *model =
            import_objects(objects, LINKS OO("40", "42") OO("41", "42") OP("42", "30", "DiffuseColor"));
        assert_path(model, cases[i].drawn);
        assert_int_equal(warnings_about(model, "I28", "L"), 1);
        sinew_model_destroy(model);
    }
}

/// One layer is a texture like any other.
static void a_single_layer_needs_no_note(void **state)
{
    (void)state;
    sinew_model *model = import_objects(TRIANGLE MATERIAL("") TEXTURE("40", "", RELATIVE("skin.png"))
                                            OBJECT("LayeredTexture", "42", "LayeredTexture::L", "", ""),
                                        LINKS OO("40", "42") OP("42", "30", "DiffuseColor"));
    assert_path(model, "skin.png");
    assert_int_equal(warnings_of(model, "I28"), 0);
    sinew_model_destroy(model);
}

static void a_path_that_is_only_absolute_is_one_too(void **state)
{
    (void)state;
    sinew_model *model =
        import_objects(TRIANGLE MATERIAL("") TEXTURE("40", "", "FileName: \"C:\\art\\skin.png\"\n" RELATIVE("")),
                       LINKS OP("40", "30", "DiffuseColor"));
    assert_path(model, "C:\\art\\skin.png");
    sinew_model_destroy(model);
}

static void a_texture_without_any_picture_is_none(void **state)
{
    (void)state;
    sinew_model *model =
        import_objects(TRIANGLE MATERIAL("") TEXTURE("40", "", ""), LINKS OP("40", "30", "DiffuseColor"));
    assert_int_equal(model->texture_count, 0);
    assert_int_equal(painted(model)->texture, SINEW_NONE);
    sinew_model_destroy(model);
}

/// Two materials, each with a texture object of its own, of one file; and two of one embedded picture.
static void one_picture_is_kept_once(void **state)
{
    (void)state;
    const char materials[] = TRIANGLE MATERIAL("") OBJECT("Material", "31", "Material::Nails", "", "")
        TEXTURE("40", "", RELATIVE("skin.png")) TEXTURE("41", "", RELATIVE("skin.png"))
            OBJECT("Video", "50", "Video::V", "Clip", "Content: ,\"cmVk\"\n");
    sinew_model *files =
        import_objects(materials, LINKS OO("31", "2") OP("40", "30", "DiffuseColor") OP("41", "31", "DiffuseColor"));
    assert_int_equal(files->texture_count, 1);
    assert_int_equal(files->materials[1].texture, files->materials[0].texture);
    sinew_model *embedded = import_objects(materials, LINKS OO("31", "2") OP("40", "30", "DiffuseColor")
                                                          OP("41", "31", "DiffuseColor") OO("50", "40") OO("50", "41"));
    assert_int_equal(embedded->texture_count, 1);
    assert_int_equal(embedded->textures[0].byte_count, 3);
    sinew_model_destroy(files);
    sinew_model_destroy(embedded);
}

static void embedded_pictures_of_other_properties_are_kept(void **state)
{
    (void)state;
    sinew_model *model = import_objects(TRIANGLE MATERIAL("") TEXTURE("40", "", RELATIVE("bumps.png"))
                                            OBJECT("Video", "50", "Video::V", "Clip", "Content: ,\"cmVk\"\n"),
                                        LINKS OP("40", "30", "NormalMap") OO("50", "40"));
    assert_int_equal(model->texture_count, 1);
    assert_int_equal(painted(model)->texture, SINEW_NONE);
    sinew_model_destroy(model);
}

/// The u of the corner at the origin says which coordinates were taken.
static void assert_coordinates(const char *uv_set, float u)
{
    char objects[2048];
    snprintf(objects, sizeof objects,
             TRIANGLE MATERIAL("") TEXTURE("40", PROPERTY("UVSet", "\"%s\""), RELATIVE("skin.png")), uv_set);
    sinew_model *model = import_objects(objects, LINKS OP("40", "30", "DiffuseColor"));
    for (int v = 0; v < 3; ++v)
        if (model->control_points[v] == 0) assert_close((double)model->texcoords[v * 2], (double)u, 0);
    sinew_model_destroy(model);
}

static void a_texture_names_its_coordinates(void **state)
{
    (void)state;
    assert_coordinates("first", 0);
    assert_coordinates("second", 1);
    assert_coordinates("no such", 0);
    assert_coordinates("", 0);
}

/// A model whose texture has such properties.
static sinew_model *textured_with(const char *properties)
{
    char objects[2048];
    snprintf(objects, sizeof objects, TRIANGLE MATERIAL("") TEXTURE("40", "%s", RELATIVE("skin.png")), properties);
    return import_objects(objects, LINKS OP("40", "30", "DiffuseColor"));
}

/// 3ds Max tiles about the middle: with a tiling of 4 and 2 and an offset of 0.25 and 0, (u - 0.25 - 0.5) · 4 + 0.5 =
/// 4 u - 2.5 and (v - 0.5) · 2 + 0.5 = 2 v - 0.5, which it writes as scale and translation. The coordinates are kept.
static void a_texture_is_scaled_and_shifted(void **state)
{
    (void)state;
    static const float corners[3][2] = {{0, 0}, {1, 0}, {0, 1}};
    sinew_model *model = textured_with(PROPERTY("Scaling", "4,2,1") PROPERTY("Translation", "-2.5,-0.5,0"));
    const sinew_texture_mapping *mapping = sinew_material_texture_mapping(model, 0, SINEW_MAP_COUNT);
    for (int v = 0; v < 3; ++v)
        for (int k = 0; k < 2; ++k) assert_close(model->texcoords[2 * v + k], corners[model->control_points[v]][k], 0);
    assert_non_null(mapping);
    assert_close(mapping->scale[0], 4, 0);
    assert_close(mapping->scale[1], 2, 0);
    assert_close(mapping->offset[0], -2.5, 0);
    assert_close(mapping->offset[1], -0.5, 0);
    assert_close(mapping->rotation, 0, 0);
    assert_int_equal(mapping->set, 0);
    assert_int_equal(model->texture_mapping_count, 1);
    assert_int_equal(warnings_of(model, "I17"), 0);
    sinew_model_destroy(model);
}

/// Two triangles on the same corners; the second one has a material that names the second texture coordinates.
static void each_material_names_the_coordinates_of_its_polygons(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        OBJECT("Geometry", "20", "Geometry::Tri", "Mesh",
               ARRAY("Vertices", "9", "0,0,0,1,0,0,0,1,0") ARRAY("PolygonVertexIndex", "6", "0,1,-3,0,1,-3")
                   COORDINATES2("first", "0,0,1,0,0,1,0,0,1,0,0,1") COORDINATES2(
                       "second", "7,0,7,0,7,1,7,0,8,0,7,1") "LayerElementMaterial: 0 {\nMappingInformationType: "
                                                            "\"ByPolygon\"\n" ARRAY("Materials", "2", "0,1") "}\n")
            OBJECT("Model", "2", "Model::Tri", "Mesh", "") MATERIAL("")
                OBJECT("Material", "31", "Material::Dense", "", "") TEXTURE("40", "", RELATIVE("skin.png"))
                    TEXTURE("41", PROPERTY("UVSet", "\"second\""), RELATIVE("skin.png")),
        LINKS OO("31", "2") OP("40", "30", "DiffuseColor") OP("41", "31", "DiffuseColor"));
    assert_int_equal(model->texture_count, 1);
    assert_int_equal(model->meshes[0].submesh_count, 2);
    assert_null(model->texcoords2); // each material has one set
    assert_int_equal(model->texture_mapping_count, 0);
    for (int32_t p = 0; p < 2; ++p) {
        double most = 0;
        const sinew_submesh *submesh = &model->submeshes[model->meshes[0].first_submesh + p];
        for (int32_t i = submesh->first_index; i < submesh->first_index + submesh->index_count; ++i)
            most = fmax(most, (double)model->texcoords[2 * model->indices[i]]);
        assert_close(most, submesh->material == 0 ? 1 : 8, 0);
    }
    sinew_model_destroy(model);
}

static void a_texture_repeats_or_is_clamped(void **state)
{
    (void)state;
    sinew_model *plain = textured_with(""),
                *clamped = textured_with(PROPERTY("WrapModeU", "0") PROPERTY("WrapModeV", "1"));
    for (int k = 0; k < 2; ++k) assert_int_equal(painted(plain)->wrap[k], SINEW_TEXTURE_REPEAT);
    assert_int_equal(painted(clamped)->wrap[0], SINEW_TEXTURE_REPEAT);
    assert_int_equal(painted(clamped)->wrap[1], SINEW_TEXTURE_CLAMP);
    sinew_model_destroy(plain);
    sinew_model_destroy(clamped);
}

static void turned_textures_are_told(void **state)
{
    (void)state;
    static const char *const TURNED[] = {PROPERTY("Rotation", "0,0,90"), PROPERTY("TextureRotationPivot", "0.5,0.5,0"),
                                         PROPERTY("TextureScalingPivot", "0,0.5,0"), PROPERTY("UVSwap", "1")};
    for (size_t i = 0; i < sizeof TURNED / sizeof *TURNED; ++i) {
        sinew_model *model = textured_with(TURNED[i]);
        assert_int_equal(warnings_about(model, "I17", "T"), 1);
        sinew_model_destroy(model);
    }
}

/// A triangle with such layers of texture coordinates; the u of its first corner, or NAN without any.
static double u_with_layers(const char *layers, int warnings)
{
    char objects[2048];
    snprintf(objects, sizeof objects,
             "Geometry: 20, \"Geometry::Tri\", \"Mesh\" {\n" ARRAY("Vertices", "9", "0,0,0,1,0,0,0,1,0")
                 ARRAY("PolygonVertexIndex", "3", "0,1,-3") "%s}\n" OBJECT("Model", "2", "Model::Tri", "Mesh", ""),
             layers);
    sinew_model *model = import_objects(objects, OO("2", "0") OO("20", "2"));
    assert_int_equal(model->mesh_count, 1);
    assert_int_equal(warnings_of(model, "I12"), warnings);
    const int has_any = (model->meshes[0].flags & SINEW_MESH_TEXCOORDS) != 0;
    const double u = has_any ? (double)model->texcoords[model->corner_vertices[0] * 2] : (double)NAN;
    sinew_model_destroy(model);
    return u;
}

#define LAYER_OF(reference, body)                                                                                      \
    "LayerElementUV: 0 {\nMappingInformationType: \"ByPolygonVertex\"\nReferenceInformationType: \"" reference         \
    "\"\n" body "}\n"

static void layers_of_coordinates_may_be_empty_or_damaged(void **state)
{
    (void)state;
    const char good[] = LAYER_OF("Direct", ARRAY("UV", "6", "0.5,0,1,0,0,1"));
    char layers[1024];
    snprintf(layers, sizeof layers, "%s%s", LAYER_OF("Direct", ""), good);
    assert_close(u_with_layers(layers, 0), 0.5, 0);
    assert_true(isnan(u_with_layers(LAYER_OF("Direct", ARRAY("UV", "6", "0.5,0,x,0,0,1")), 1)));
}

#define WITH_INDICES ARRAY("UV", "6", "0.5,0,1,0,0,1") ARRAY("UVIndex", "3", "1,1,1")

/// A direct layer has no use for a list of indices, but some programs write one.
static void the_reference_says_whether_indices_count(void **state)
{
    (void)state;
    assert_close(u_with_layers(LAYER_OF("Direct", WITH_INDICES), 0), 0.5, 0);
    assert_close(u_with_layers(LAYER_OF("IndexToDirect", WITH_INDICES), 0), 1, 0);
    assert_close(u_with_layers(LAYER_OF("IndexToDirect", ARRAY("UV", "6", "0.5,0,1,0,0,1")), 0), 0.5, 0);
}

static void opacity_is_stated_or_what_transparency_leaves(void **state)
{
    (void)state;
    static const struct {
        const char *properties;
        double alpha;
        uint32_t mode;
    } CASES[] = {
        {PROPERTY("Opacity", "0.25"), 0.25, SINEW_ALPHA_BLEND},
        {PROPERTY("TransparentColor", "1,1,1") PROPERTY("TransparencyFactor", "0.25"), 0.75, SINEW_ALPHA_BLEND},
        {PROPERTY("TransparentColor", "0,0,0") PROPERTY("TransparencyFactor", "1"), 1, SINEW_ALPHA_OPAQUE},
        {PROPERTY("TransparentColor", "1,1,1") PROPERTY("TransparencyFactor", "1"), 1, SINEW_ALPHA_OPAQUE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char objects[2048];
        snprintf(objects, sizeof objects, TRIANGLE MATERIAL("%s"), CASES[i].properties);
        sinew_model *model = import_objects(objects, LINKS);
        assert_close(painted(model)->base_color[3], CASES[i].alpha, 1e-6);
        assert_int_equal(painted(model)->alpha_mode, CASES[i].mode);
        sinew_model_destroy(model);
    }
}

static void a_texture_of_the_opacity_makes_a_material_translucent(void **state)
{
    (void)state;
    sinew_model *model = import_objects(TRIANGLE MATERIAL("") TEXTURE("40", "", RELATIVE("leaf.png")),
                                        LINKS OP("40", "30", "DiffuseColor") OP("40", "30", "TransparentColor"));
    assert_int_equal(painted(model)->alpha_mode, SINEW_ALPHA_BLEND);
    sinew_model_destroy(model);
}

/// The path of a map of the painted material, or "".
static const char *map_path(const sinew_model *model, sinew_map kind)
{
    const int32_t texture = painted(model)->maps[kind];
    return texture == SINEW_NONE ? "" : sinew_text(model, model->textures[texture].path);
}

static void maps_are_found_by_the_names_of_every_program(void **state)
{
    (void)state;
    static const struct {
        const char *property;
        sinew_map kind;
        uint32_t is_glossiness;
    } CASES[] = {
        {"NormalMap", SINEW_MAP_NORMAL, 0},
        {"Bump", SINEW_MAP_NORMAL, 0},
        {"Maya|normalCamera", SINEW_MAP_NORMAL, 0},
        {"3dsMax|Parameters|bump_map", SINEW_MAP_NORMAL, 0},
        {"Maya|specularRoughness", SINEW_MAP_ROUGHNESS, 0},
        {"3dsMax|Parameters|roughness_map", SINEW_MAP_ROUGHNESS, 0},
        {"ShininessExponent", SINEW_MAP_ROUGHNESS, 1},
        {"3dsMax|main|glossiness_map", SINEW_MAP_ROUGHNESS, 1},
        {"Maya|metalness", SINEW_MAP_METALNESS, 0},
        {"Maya|TEX_metallic_map", SINEW_MAP_METALNESS, 0},
        {"SpecularColor", SINEW_MAP_SPECULAR, 0},
        {"EmissiveColor", SINEW_MAP_EMISSIVE, 0},
        {"Maya|TEX_ao_map", SINEW_MAP_OCCLUSION, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char links[512];
        snprintf(links, sizeof links, LINKS "C: \"OP\",41,30, \"%s\"\n", CASES[i].property);
        sinew_model *model = import_objects(TRIANGLE MATERIAL("") TEXTURE("41", "", RELATIVE("map.png")), links);
        assert_string_equal(map_path(model, CASES[i].kind), "map.png");
        assert_int_equal(painted(model)->texture, SINEW_NONE);
        assert_int_equal(painted(model)->roughness_map_is_glossiness, CASES[i].is_glossiness);
        sinew_model_destroy(model);
    }
}

#define SURFACE_NUMBERS                                                                                                \
    PROPERTY("Maya|specularRoughness", "0.25") PROPERTY("Maya|metalness", "0.5") PROPERTY("EmissiveColor", "0.1,0,0")

static void a_map_replaces_the_number_of_its_property(void **state)
{
    (void)state;
    sinew_model *model = import_objects(TRIANGLE MATERIAL(SURFACE_NUMBERS), LINKS);
    assert_close(painted(model)->roughness, 0.25, 1e-6);
    assert_close(painted(model)->metalness, 0.5, 1e-6);
    assert_close(painted(model)->emissive[0], 0.1, 1e-6);
    sinew_model_destroy(model);
    model = import_objects(TRIANGLE MATERIAL(SURFACE_NUMBERS) TEXTURE("41", "", RELATIVE("map.png")),
                           LINKS OP("41", "30", "Maya|specularRoughness") OP("41", "30", "Maya|metalness")
                               OP("41", "30", "EmissiveColor"));
    assert_close(painted(model)->roughness, 1, 0);
    assert_close(painted(model)->metalness, 1, 0);
    for (int i = 0; i < 3; ++i) assert_close(painted(model)->emissive[i], 1, 0);
    sinew_model_destroy(model);
}

/// White light at full strength hides everything, and exporters write it for materials that do not shine.
static void white_emission_without_an_image_is_ignored(void **state)
{
    (void)state;
    static const struct {
        const char *properties;
        double red, blue;
    } CASES[] = {{PROPERTY("EmissiveColor", "1,1,1"), 0, 0},
                 {PROPERTY("EmissiveColor", "1,1,1") PROPERTY("EmissiveFactor", "0.5"), 0.5, 0.5},
                 {PROPERTY("EmissiveColor", "1,1,0.5"), 1, 0.5}}; // a lamp
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char objects[4096];
        snprintf(objects, sizeof objects, TRIANGLE MATERIAL("%s"), CASES[i].properties);
        sinew_model *model = import_objects(objects, LINKS);
        assert_close(painted(model)->emissive[0], CASES[i].red, 1e-6);
        assert_close(painted(model)->emissive[2], CASES[i].blue, 1e-6);
        sinew_model_destroy(model);
    }
}

/// A triangle of Direct3D with a texture, a grey of 0.8, and an emission.
#define X_TRIANGLE                                                                                                     \
    "xof 0303txt 0032\nMesh {\n3;\n0.0;0.0;0.0;,\n1.0;0.0;0.0;,\n0.0;1.0;0.0;;\n1;\n3;0,1,2;;\n"                       \
    "MeshTextureCoords {\n3;\n0.0;0.0;,\n1.0;0.0;,\n0.0;1.0;;\n}\nMeshMaterialList {\n1;\n1;\n0;;\n"                   \
    "Material Skin {\n0.8;0.8;0.8;1.0;;\n5.0;\n0.0;0.0;0.0;;\n%s;;\n%s}\n}\n}\n"

/// Direct3D multiplies the sum of emission and light, of at most 1, by the texture: of a surface that emits e, the
/// light can add 1 - e.
static void emission_in_direct3d_multiplies_the_texture(void **state)
{
    (void)state;
    static const struct {
        const char *emission, *texture;
        double light, color;
    } CASES[] = {{"1.0;1.0;1.0", "TextureFilename { \"skin.png\"; }\n", 1, 0},
                 {"0.5;0.5;0.5", "TextureFilename { \"skin.png\"; }\n", 0.5, 0.5},
                 {"0.1;0.1;0.1", "TextureFilename { \"skin.png\"; }\n", 0.1, 0.8},
                 {"0.0;0.0;0.0", "TextureFilename { \"skin.png\"; }\n", 0, 0.8},
                 {"1.0;1.0;1.0", "", 0, 0.8}}; // white at full strength, as in other formats
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char text[1024];
        snprintf(text, sizeof text, X_TRIANGLE, CASES[i].emission, CASES[i].texture);
        sinew_model *model = import_text_file("skin.x", text);
        const sinew_material *material = painted(model);
        assert_close(material->emissive[1], CASES[i].light, 1e-6);
        assert_close(material->base_color[1], CASES[i].color, 1e-6);
        assert_int_equal(material->maps[SINEW_MAP_EMISSIVE], CASES[i].light > 0 ? material->texture : SINEW_NONE);
        sinew_model_destroy(model);
    }
}

/// Without numbers the surface is a matt plastic, drawn as before maps were read.
static void a_phong_material_says_nothing_of_its_surface(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        TRIANGLE MATERIAL(PROPERTY("ShininessExponent", "100") PROPERTY("SpecularColor", "1,1,1")), LINKS);
    assert_close(painted(model)->roughness, 0.461736, 1e-6);
    assert_close(painted(model)->metalness, 0, 0);
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind) assert_string_equal(map_path(model, (sinew_map)kind), "");
    sinew_model_destroy(model);
}

/// The u of the corner at the origin in one of the two sets.
static double u_at_origin(const sinew_model *model, const float *texcoords)
{
    int v = 0;
    while (model->control_points[v] != 0) ++v;
    return (double)texcoords[2 * v];
}

/// The first set of the geometry stays the first, whichever the colour uses.
static void two_sets_of_coordinates_are_kept(void **state)
{
    (void)state;
    static const struct {
        const char *color, *normal; ///< their sets
        uint32_t color_set, normal_set;
        double first; ///< u at the origin of the first set
    } cases[] = {{"first", "second", 0, 1, 0}, {"second", "first", 1, 0, 0}, {"second", "second", 0, 0, 1},
                 {"", "first", 0, 0, 0},       {"no such", "", 0, 0, 0},     {"second", "no such", 1, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char objects[2048];
        snprintf(objects, sizeof objects,
                 TRIANGLE MATERIAL("") TEXTURE("40", PROPERTY("UVSet", "\"%s\""), RELATIVE("a.png"))
                     TEXTURE("41", PROPERTY("UVSet", "\"%s\"") PROPERTY("Scaling", "3,5,1") PROPERTY("WrapModeV", "1"),
                             RELATIVE("b.png")),
                 cases[i].color, cases[i].normal);
        sinew_model *model = import_objects(objects, LINKS OP("40", "30", "DiffuseColor") OP("41", "30", "NormalMap"));
        const sinew_texture_mapping *color = sinew_material_texture_mapping(model, 0, SINEW_MAP_COUNT);
        const sinew_texture_mapping *normal = sinew_material_texture_mapping(model, 0, SINEW_MAP_NORMAL);
        const int has_both = cases[i].color_set != cases[i].normal_set;
        assert_string_equal(map_path(model, SINEW_MAP_NORMAL), "b.png");
        assert_int_equal(color ? color->set : 0, cases[i].color_set);
        assert_non_null(normal);
        assert_int_equal(normal->set, cases[i].normal_set);
        assert_close(normal->scale[0], 3, 0);
        assert_close(normal->scale[1], 5, 0);
        assert_int_equal(normal->wrap[0], SINEW_TEXTURE_REPEAT);
        assert_int_equal(normal->wrap[1], SINEW_TEXTURE_CLAMP);
        assert_close(u_at_origin(model, model->texcoords), cases[i].first, 0);
        assert_int_equal((model->meshes[0].flags & SINEW_MESH_TEXCOORDS2) != 0, has_both);
        assert_int_equal(model->texcoords2 != NULL, has_both);
        if (has_both) assert_close(u_at_origin(model, model->texcoords2), 1, 0);
        assert_int_equal(warnings_of(model, "I17"), 0);
        sinew_model_destroy(model);
    }
}

/// The triangle with a third set of texture coordinates.
#define TRIANGLE_WITH_THREE                                                                                            \
    OBJECT("Geometry", "20", "Geometry::Tri", "Mesh",                                                                  \
           ARRAY("Vertices", "9", "0,0,0,1,0,0,0,1,0") ARRAY("PolygonVertexIndex", "3", "0,1,-3")                      \
               COORDINATES("first", "0,0,1,0,0,1") COORDINATES("second", "1,0,2,0,1,1")                                \
                   COORDINATES("third", "2,0,3,0,2,1"))                                                                \
    OBJECT("Model", "2", "Model::Tri", "Mesh", "")

static void a_map_with_the_third_coordinates_is_dropped_and_named(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        TRIANGLE_WITH_THREE MATERIAL("") TEXTURE("40", PROPERTY("UVSet", "\"first\""), RELATIVE("a.png"))
            TEXTURE("41", PROPERTY("UVSet", "\"third\""), RELATIVE("b.png"))
                TEXTURE("42", PROPERTY("UVSet", "\"second\""), RELATIVE("c.png")),
        LINKS OP("40", "30", "DiffuseColor") OP("41", "30", "NormalMap") OP("42", "30", "EmissiveColor"));
    assert_string_equal(map_path(model, SINEW_MAP_NORMAL), "b.png");
    assert_string_equal(map_path(model, SINEW_MAP_EMISSIVE), "");
    assert_close(u_at_origin(model, model->texcoords2), 2, 0);
    assert_int_equal(warnings_of(model, "I17"), 1);
    sinew_model_destroy(model);
}

/// The number of a property has no meaning if a map is connected to it, so none of it is left with the map.
static void a_dropped_map_takes_its_number_along(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        TRIANGLE_WITH_THREE MATERIAL(SURFACE_NUMBERS) TEXTURE("40", PROPERTY("UVSet", "\"first\""), RELATIVE("a.png"))
            TEXTURE("41", PROPERTY("UVSet", "\"second\""), RELATIVE("b.png"))
                TEXTURE("42", PROPERTY("UVSet", "\"third\""), RELATIVE("c.png")),
        LINKS OP("40", "30", "DiffuseColor") OP("41", "30", "NormalMap") OP("42", "30", "Maya|specularRoughness")
            OP("42", "30", "Maya|metalness") OP("42", "30", "EmissiveColor"));
    assert_close(painted(model)->roughness, 0.461736, 1e-6); // as without a number
    assert_close(painted(model)->metalness, 0, 0);
    for (int i = 0; i < 3; ++i) assert_close(painted(model)->emissive[i], 0, 0);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_found_by_the_names_of_every_program),
        cmocka_unit_test(a_map_replaces_the_number_of_its_property),
        cmocka_unit_test(white_emission_without_an_image_is_ignored),
        cmocka_unit_test(emission_in_direct3d_multiplies_the_texture),
        cmocka_unit_test(a_phong_material_says_nothing_of_its_surface),
        cmocka_unit_test(two_sets_of_coordinates_are_kept),
        cmocka_unit_test(a_map_with_the_third_coordinates_is_dropped_and_named),
        cmocka_unit_test(a_dropped_map_takes_its_number_along),
        cmocka_unit_test(every_program_has_its_own_name_for_the_colour),
        cmocka_unit_test(a_colour_in_the_programs_own_words_goes_before_the_diffuse_one),
        cmocka_unit_test(a_slot_for_a_texture_supplies_no_colour),
        cmocka_unit_test(a_texture_stands_in_for_the_colour),
        cmocka_unit_test(the_topmost_opaque_layer_of_textures_is_drawn),
        cmocka_unit_test(a_single_layer_needs_no_note),
        cmocka_unit_test(a_path_that_is_only_absolute_is_one_too),
        cmocka_unit_test(a_texture_without_any_picture_is_none),
        cmocka_unit_test(one_picture_is_kept_once),
        cmocka_unit_test(embedded_pictures_of_other_properties_are_kept),
        cmocka_unit_test(a_texture_names_its_coordinates),
        cmocka_unit_test(a_texture_is_scaled_and_shifted),
        cmocka_unit_test(each_material_names_the_coordinates_of_its_polygons),
        cmocka_unit_test(a_texture_repeats_or_is_clamped),
        cmocka_unit_test(turned_textures_are_told),
        cmocka_unit_test(layers_of_coordinates_may_be_empty_or_damaged),
        cmocka_unit_test(the_reference_says_whether_indices_count),
        cmocka_unit_test(opacity_is_stated_or_what_transparency_leaves),
        cmocka_unit_test(a_texture_of_the_opacity_makes_a_material_translucent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
