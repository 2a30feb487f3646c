// Documents of FBX 5 and 6 written by hand, and their conversion: readers only see the layout of FBX 7.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_animation.h"
#include "fbx/fbx_document.h"

#define HEADER_6 "; FBX 6.1.0 project file\nFBXHeaderExtension: {\nFBXVersion: 6100\n}\n"

static const char FBX_6[] =
    HEADER_6 "Objects: {\n"
             "  Model: \"Model::Box\", \"Mesh\" {\n"
             "    Properties60: {\n"
             "      Property: \"Lcl Translation\", \"Lcl Translation\", \"A+\",1,2,3\n"
             "      Property: \"Smile\", \"Number\", \"A+N\",40\n"
             "    }\n"
             "    Vertices: 0,0,0,1,0,0,1,1,0,0\n    ,1,0\n"
             "    PolygonVertexIndex: 0,1,2,-4\n"
             "    LayerElementNormal: 0 {\n      Normals: 0,0,1\n    }\n"
             "    Shape: \"Smile\" {\n      Indexes: 2\n      Vertices: 0,0,5\n    }\n"
             "  }\n"
             "  Model: \"Model::Bone\", \"LimbNode\" {\n  }\n"
             "  Material: \"Material::Red\", \"\" {\n  }\n"
             "  Texture: \"Texture::Wood\", \"TextureVideoClip\" {\n  }\n"
             "  Deformer: \"Deformer::Skin\", \"Skin\" {\n  }\n"
             "  Deformer: \"SubDeformer::Cluster\", \"Cluster\" {\n    Indexes: 0\n    Weights: 1\n  }\n"
             "  Pose: \"Pose::Bind\", \"BindPose\" {\n    PoseNode: {\n      Node: \"Model::Bone\"\n"
             "      Matrix: 1,0,0,0,0,1,0,0,0,0,1,0,7,8,9,1\n    }\n  }\n"
             "  GlobalSettings: {\n    Properties60: {\n      Property: \"UpAxis\", \"int\", \"\",2\n    }\n  }\n"
             "}\n"
             "Connections: {\n"
             "  Connect: \"OO\", \"Model::Box\", \"Model::Scene\"\n"
             "  Connect: \"OO\", \"Model::Bone\", \"Model::Box\"\n"
             "  Connect: \"OO\", \"Material::Red\", \"Model::Box\"\n"
             "  Connect: \"OO\", \"Texture::Wood\", \"Model::Box\"\n"
             "  Connect: \"OO\", \"Deformer::Skin\", \"Model::Box\"\n"
             "  Connect: \"OO\", \"SubDeformer::Cluster\", \"Deformer::Skin\"\n"
             "  Connect: \"OO\", \"Model::Bone\", \"SubDeformer::Cluster\"\n"
             "  Connect: \"OO\", \"Model::Gone\", \"Model::Box\"\n"
             "}\n"
             "Takes: {\n  Current: \"Walk\"\n"
             "  Take: \"Walk\" {\n    LocalTime: 100,300\n    ReferenceTime: 0,400\n"
             "    Model: \"Model::Bone\" {\n      Version: 1.1\n      Channel: \"Transform\" {\n"
             "        Channel: \"T\" {\n"
             "          Channel: \"X\" {\n            Default: 5\n            KeyVer: 4005\n            KeyCount: 4\n"
             "            Key: 100,1,U,s,2,3,a,0.25,0.75,200,2,C,n,250,4,L\n            ,300,3,U,a,n\n"
             "            Post-Extrapolation: {\n              Type: M\n              Repetition: 2\n            }\n   "
             "       }\n"
             "          Channel: \"Y\" {\n            Default: 6\n          }\n"
             "          Channel: \"Z\" {\n            Default: 7\n          }\n        }\n      }\n    }\n"
             "    Model: \"Model::Box\" {\n      Channel: \"Smile\" {\n        Default: 40\n        KeyCount: 1\n"
             "        Key: 100,80,L\n      }\n    }\n  }\n}\n"
             "Version5: {\n  Settings: {\n    FrameRate: \"12.5\"\n  }\n}\n";

static const char FBX_5[] =
    "; FBX 5.8.0 project file\nFBXHeaderExtension: {\nFBXVersion: 5800\n}\n"
    "Model: \"Model::Root\" {\n  Type: \"Null\"\n"
    "  Channel: \"Transform\" {\n"
    "    Channel: \"T\" {\n      Channel: \"X\" {\n        Default: 1\n      }\n    }\n"
    "    Channel: \"R\" {\n      Channel: \"Z\" {\n        Default: 90\n      }\n    }\n  }\n"
    "  Channel: \"Visibility\" {\n    Default: 100\n  }\n"
    "  Children: \"Model::Box\", \"Model::Bone\"\n}\n"
    "Model: \"Model::Box\" {\n"
    "  Material: \"Material::Blue\" {\n    Diffuse: 0,0,1\n    Alpha: 0.5\n  }\n"
    "  Link: \"Model::Bone\" {\n    Indexes: 0,1\n    Weights: 1,0.5\n  }\n"
    "  Shape: \"Smile\" {\n    Indexes: 2\n    Vertices: 0,0,5\n  }\n"
    "  Vertices: 0,0,0,1,0,0,1,1,0\n"
    "  Normals: 0,0,1,0,0,1,0,0,1\n"
    "  MaterialAssignation: \"AllSame\"\n  Materials: 0\n"
    "  PolygonVertexIndex: 0,1,-3\n"
    "  GeometryUVInfo: {\n    MappingInformationType: \"ByPolygon\"\n    TextureUV: 0,0,1,1\n"
    "    TextureUVVerticeIndex: 0,1,1\n  }\n"
    "  Channel: \"Smile (Shape)\" {\n    Default: 30\n  }\n}\n"
    "Model: \"Model::Bone\" {\n  Type: \"LimbNode\"\n}\n"
    "Takes: {\n  Take: \"Old\" {\n    Model: \"Model::Box\" {\n      Channel: \"Smile (Shape)\" {\n"
    "        Default: 30\n        KeyVer: 4002\n        Key: 0,1,U,s,0,0,n,10,2,U,s,0,0,n\n      }\n    }\n  }\n}\n"
    "SceneGenericPersistence: {\n  Pose: \"BIND\" {\n    PoseNode: {\n      Node: \"Model::Bone\"\n"
    "      Matrix: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n    }\n  }\n}\n"
    "Settings: {\n  FrameRate: \"30\"\n}\n";

typedef struct opened {
    sinew__arena arena;
    fbx_document *document;
    sinew_error error;
    sinew_result result;
} opened;

static opened *open_text(const char *text)
{
    opened *it = calloc(1, sizeof *it);
    it->arena.limit = 16 << 20;
    it->result = sinew__fbx_document_open(&it->arena, text, strlen(text), &it->document, &it->error);
    return it;
}

static opened *open_good(const char *text)
{
    opened *it = open_text(text);
    if (it->result != SINEW_OK) fail_msg("%s", it->error.message);
    return it;
}

static void close_file(opened *it)
{
    sinew__arena_free(&it->arena);
    free(it);
}

static const fbx_object *named(const opened *it, fbx_class kind, const char *name)
{
    const fbx_object *object = sinew__fbx_object_by_name(it->document, kind, name);
    if (!object) fail_msg("no object '%s'", name);
    return object;
}

/// The curve of a component, which may have a name of the file's.
static const fbx_object *component_of(const opened *it, const fbx_object *node, const char *component)
{
    const fbx_connections sources = sinew__fbx_sources(it->document, node);
    for (size_t i = 0; i < sources.count; ++i)
        if (strcmp(sources.items[i].target_property, component) == 0) return sources.items[i].source;
    return NULL;
}

static fbx_curve curve_of(opened *it, const fbx_object *moved, fbx_property_name property, const char *component)
{
    fbx_curve curve;
    const fbx_object *node = sinew__fbx_source_of_property(it->document, moved, property, FBX_ANIMATION_CURVE_NODE);
    assert_non_null(node);
    const fbx_object *source = component_of(it, node, component);
    assert_non_null(source);
    assert_int_equal(sinew__fbx_read_curve(it->document, &it->arena, source, &curve, &it->error), SINEW_OK);
    return curve;
}

// ---- wrong input -------------------------------------------------------------------------------------------------

static void cut_old_files_open_or_say_why(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {FBX_5, FBX_6};
    for (size_t i = 0; i < 2; ++i) {
        char *text = malloc(strlen(TEXTS[i]) + 1);
        for (size_t cut = 0; cut < strlen(TEXTS[i]); ++cut) {
            memcpy(text, TEXTS[i], cut);
            text[cut] = '\0';
            opened *it = open_text(text);
            if (it->result != SINEW_OK) assert_true(it->error.message[0] != '\0');
            close_file(it);
        }
        free(text);
    }
}

static void changed_old_files_open_or_say_why(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {FBX_5, FBX_6};
    static const char CHANGES[] = {'{', '"', ':', ',', '9', 'U', 'x'};
    for (size_t i = 0; i < 2; ++i) {
        char *text = malloc(strlen(TEXTS[i]) + 1);
        strcpy(text, TEXTS[i]);
        for (size_t at = 0; text[at]; ++at) {
            for (size_t k = 0; k < sizeof CHANGES; ++k) {
                text[at] = CHANGES[k];
                opened *it = open_text(text);
                if (it->result != SINEW_OK) assert_true(it->error.message[0] != '\0');
                close_file(it);
            }
            text[at] = TEXTS[i][at];
        }
        free(text);
    }
}

/// Opens with an arena of one chunk that has `taken` bytes in use, so that memory runs out somewhere on the way.
static sinew_result open_with_less(const char *text, size_t taken, sinew__arena *arena)
{
    enum { ONE_CHUNK = 66 * 1024 };
    arena->limit = ONE_CHUNK;
    assert_non_null(sinew__arena_take(arena, taken, 1));
    fbx_document *document = NULL;
    sinew_error error = {0};
    const sinew_result result = sinew__fbx_document_open(arena, text, strlen(text), &document, &error);
    if (result != SINEW_OK) assert_null(document);
    return result;
}

static void running_out_of_memory_anywhere_is_a_result(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {FBX_5, FBX_6};
    for (size_t i = 0; i < 2; ++i) {
        int opened_some = 0, refused_some = 0;
        for (size_t taken = 0; taken < 64 * 1024; taken += 16) {
            sinew__arena arena = {0};
            const sinew_result result = open_with_less(TEXTS[i], taken, &arena);
            assert_true(result == SINEW_OK || result == SINEW_ERROR_MEMORY_LIMIT);
            opened_some |= result == SINEW_OK;
            refused_some |= result != SINEW_OK;
            sinew__arena_free(&arena);
        }
        assert_true(opened_some && refused_some);
    }
}

/// One curve costs its joint the motion, not the user the file.
static void a_curve_with_what_is_no_key_is_left_out(void **state)
{
    (void)state;
    static const char *const KEYS[] = {"1", "1,2", "1,2,X", "1,2,U", "1,2,U,s,0", "1,2,U,z,n", "1,2,U,a,a,1", "a,2,L"};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; ++i) {
        char text[1024];
        snprintf(text, sizeof text,
                 HEADER_6
                 "Objects: {\nModel: \"Model::A\", \"Null\" {\n}\n}\nConnections: {\n}\nTakes: {\nTake: \"T\" {\n"
                 "Model: \"Model::A\" {\nChannel: \"Visibility\" {\nDefault: 1\nKey: %s\n}\n"
                 "Channel: \"Transform\" {\nChannel: \"T\" {\nChannel: \"X\" {\nKey: 0,2,L\n}\n}\n}\n}\n}\n}\n",
                 KEYS[i]);
        opened *it = open_good(text);
        const fbx_object *model = named(it, FBX_MODEL, "A");
        const fbx_object *lost =
            sinew__fbx_source_of_property(it->document, model, FBX_PROPERTY_VISIBILITY, FBX_ANIMATION_CURVE_NODE);
        const fbx_object *kept =
            sinew__fbx_source_of_property(it->document, model, FBX_PROPERTY_LCL_TRANSLATION, FBX_ANIMATION_CURVE_NODE);
        assert_int_equal(sinew__fbx_sources(it->document, lost).count, 0);
        assert_int_equal(sinew__fbx_sources(it->document, kept).count, 1);
        assert_int_equal(it->document->warning_count, 1);
        assert_string_equal(it->document->warnings[0].object, "A");
        assert_non_null(strstr(it->document->warnings[0].text, "is not understood"));
        close_file(it);
    }
}

// ---- FBX 6 -------------------------------------------------------------------------------------------------------

/// A component that a take does not state keeps the model's value. A scale of 0 would be the worst guess.
static void a_component_that_a_take_is_silent_about_has_no_default(void **state)
{
    (void)state;
    opened *it =
        open_good(HEADER_6 "Objects: {\nModel: \"Model::A\", \"Null\" {\n}\n}\nConnections: {\n}\nTakes: {\n"
                           "Take: \"T\" {\nModel: \"Model::A\" {\nChannel: \"Transform\" {\nChannel: \"S\" {\n"
                           "Channel: \"X\" {\nDefault: 2\nKey: 0,2,L\n}\nChannel: \"Y\" {\n}\n}\n}\n}\n}\n}\n");
    const fbx_object *node = sinew__fbx_source_of_property(it->document, named(it, FBX_MODEL, "A"),
                                                           FBX_PROPERTY_LCL_SCALING, FBX_ANIMATION_CURVE_NODE);
    assert_non_null(node);
    assert_close(sinew__fbx_property_number(node, FBX_PROPERTY_D_X, -1), 2, 0);
    assert_null(sinew__fbx_property(node, FBX_PROPERTY_D_Y));
    close_file(it);
}

static void models_of_fbx_6_become_models_with_geometries(void **state)
{
    (void)state;
    opened *it = open_good(FBX_6);
    assert_int_equal(it->document->version, 6100);
    const fbx_object *box = named(it, FBX_MODEL, "Box"), *bone = named(it, FBX_MODEL, "Bone");
    double v[3];
    assert_true(sinew__fbx_property_vector(box, FBX_PROPERTY_LCL_TRANSLATION, v));
    assert_close(v[1], 2, 0);
    const fbx_object *geometry = sinew__fbx_source_of(it->document, box, FBX_GEOMETRY);
    assert_true(sinew__fbx_object_is(geometry, FBX_GEOMETRY, "Mesh"));
    const double *points = NULL;
    const int32_t *indices = NULL;
    size_t count = 0;
    assert_int_equal(sinew__fbx_record_doubles(&it->arena, sinew__fbx_record_child(geometry->record, "Vertices"),
                                               &points, &count, NULL),
                     SINEW_OK);
    assert_int_equal(count, 12);
    assert_close(points[10], 1, 0);
    assert_int_equal(sinew__fbx_record_int32s(&it->arena,
                                              sinew__fbx_record_child(geometry->record, "PolygonVertexIndex"), &indices,
                                              &count, NULL),
                     SINEW_OK);
    assert_int_equal(indices[3], -4);
    assert_non_null(sinew__fbx_record_child(geometry->record, "LayerElementNormal"));
    assert_null(sinew__fbx_record_child(box->record, "Vertices"));
    assert_ptr_equal(sinew__fbx_target_of(it->document, bone, FBX_MODEL), box);
    assert_int_equal(sinew__fbx_targets(it->document, box).items[0].target->id, 0);
    close_file(it);
}

static void skins_of_fbx_6_hang_on_the_geometry(void **state)
{
    (void)state;
    opened *it = open_good(FBX_6);
    const fbx_object *geometry = sinew__fbx_source_of(it->document, named(it, FBX_MODEL, "Box"), FBX_GEOMETRY);
    const fbx_object *skin = named(it, FBX_DEFORMER, "Skin"), *cluster = named(it, FBX_DEFORMER, "Cluster");
    assert_ptr_equal(sinew__fbx_target_of(it->document, skin, FBX_GEOMETRY), geometry);
    assert_ptr_equal(sinew__fbx_target_of(it->document, cluster, FBX_DEFORMER), skin);
    assert_ptr_equal(sinew__fbx_source_of(it->document, cluster, FBX_MODEL), named(it, FBX_MODEL, "Bone"));
    const fbx_record *pose = sinew__fbx_record_child(named(it, FBX_POSE, "Bind")->record, "PoseNode");
    assert_int_equal(sinew__fbx_child_integer(pose, "Node", 0), named(it, FBX_MODEL, "Bone")->id);
    close_file(it);
}

static void textures_of_fbx_6_hang_on_the_material(void **state)
{
    (void)state;
    opened *it = open_good(FBX_6);
    assert_ptr_equal(sinew__fbx_source_of_property(it->document, named(it, FBX_MATERIAL, "Red"),
                                                   FBX_PROPERTY_DIFFUSE_COLOR, FBX_TEXTURE),
                     named(it, FBX_TEXTURE, "Wood"));
    close_file(it);
}

/// Three materials and two textures: the polygons assign them, not the order.
static void polygons_say_which_material_shows_which_texture(void **state)
{
    (void)state;
    opened *it = open_good(
        HEADER_6
        "Objects: {\nModel: \"Model::Box\", \"Mesh\" {\n"
        "Vertices: 0,0,0,1,0,0,1,1,0\nPolygonVertexIndex: 0,1,-3,0,1,-3,0,1,-3,0,1,-3\n"
        "LayerElementMaterial: 0 {\nMappingInformationType: \"ByPolygon\"\nMaterials: 0,1,1,2\n}\n"
        "LayerElementTexture: 0 {\nMappingInformationType: \"ByPolygon\"\nTextureId: -1,-1,1,0\n}\n}\n"
        "Material: \"Material::Bare\", \"\" {\n}\nMaterial: \"Material::Floor\", \"\" {\n}\n"
        "Material: \"Material::Wall\", \"\" {\n}\nTexture: \"Texture::Brick\", \"\" {\n}\n"
        "Texture: \"Texture::Wood\", \"\" {\n}\n}\n"
        "Connections: {\nConnect: \"OO\", \"Material::Bare\", \"Model::Box\"\n"
        "Connect: \"OO\", \"Material::Floor\", \"Model::Box\"\nConnect: \"OO\", \"Material::Wall\", \"Model::Box\"\n"
        "Connect: \"OO\", \"Texture::Brick\", \"Model::Box\"\nConnect: \"OO\", \"Texture::Wood\", \"Model::Box\"\n}\n");
    assert_null(sinew__fbx_source_of_property(it->document, named(it, FBX_MATERIAL, "Bare"), FBX_PROPERTY_DIFFUSE_COLOR,
                                              FBX_TEXTURE));
    assert_ptr_equal(sinew__fbx_source_of_property(it->document, named(it, FBX_MATERIAL, "Floor"),
                                                   FBX_PROPERTY_DIFFUSE_COLOR, FBX_TEXTURE),
                     named(it, FBX_TEXTURE, "Wood"));
    assert_ptr_equal(sinew__fbx_source_of_property(it->document, named(it, FBX_MATERIAL, "Wall"),
                                                   FBX_PROPERTY_DIFFUSE_COLOR, FBX_TEXTURE),
                     named(it, FBX_TEXTURE, "Brick"));
    close_file(it);
}

static void shapes_of_fbx_6_become_blend_shape_channels(void **state)
{
    (void)state;
    opened *it = open_good(FBX_6);
    const fbx_object *geometry = sinew__fbx_source_of(it->document, named(it, FBX_MODEL, "Box"), FBX_GEOMETRY);
    const fbx_object *channel = named(it, FBX_DEFORMER, "Smile");
    assert_true(sinew__fbx_object_is(channel, FBX_DEFORMER, "BlendShapeChannel"));
    assert_close(sinew__fbx_property_number(channel, FBX_PROPERTY_DEFORM_PERCENT, 0), 40, 0);
    const fbx_object *deformer = sinew__fbx_target_of(it->document, channel, FBX_DEFORMER);
    assert_true(sinew__fbx_object_is(deformer, FBX_DEFORMER, "BlendShape"));
    assert_ptr_equal(sinew__fbx_target_of(it->document, deformer, FBX_GEOMETRY), geometry);
    const fbx_object *shape = sinew__fbx_source_of(it->document, channel, FBX_GEOMETRY);
    assert_int_equal(sinew__fbx_child_integer(shape->record, "Indexes", -1), 2);
    assert_close(curve_of(it, channel, FBX_PROPERTY_DEFORM_PERCENT, "d|Smile").keys[0].value, 80, 0);
    close_file(it);
}

static void takes_of_fbx_6_become_stacks(void **state)
{
    (void)state;
    opened *it = open_good(FBX_6);
    const fbx_stack *stacks;
    size_t count;
    assert_int_equal(sinew__fbx_read_stacks(it->document, &stacks, &count, NULL), SINEW_OK);
    assert_int_equal(count, 1);
    assert_string_equal(stacks[0].name, "Walk");
    assert_true(stacks[0].is_current && stacks[0].has_span);
    assert_int_equal(stacks[0].start, 100);
    assert_int_equal(stacks[0].stop, 300);
    assert_int_equal(stacks[0].reference_stop, 400);
    assert_non_null(sinew__fbx_source_of(it->document, stacks[0].object, FBX_ANIMATION_LAYER));
    close_file(it);
}

static void key_lists_become_keys_with_attributes(void **state)
{
    (void)state;
    opened *it = open_good(FBX_6);
    const fbx_object *bone = named(it, FBX_MODEL, "Bone");
    const fbx_curve curve = curve_of(it, bone, FBX_PROPERTY_LCL_TRANSLATION, "d|X");
    assert_int_equal(curve.key_count, 4);
    assert_int_equal(curve.keys[0].flags,
                     FBX_KEY_CUBIC | FBX_KEY_USER | FBX_KEY_WEIGHTED_RIGHT | FBX_KEY_WEIGHTED_NEXT_LEFT);
    assert_close(curve.keys[0].data[0], 2, 0);
    assert_close(curve.keys[0].data[1], 3, 0);
    assert_close(curve.keys[0].right_weight, 0.25, 1e-4);
    assert_close(curve.keys[0].next_left_weight, 0.75, 1e-4);
    assert_int_equal(curve.keys[1].flags, FBX_KEY_CONSTANT | FBX_KEY_CONSTANT_NEXT);
    assert_int_equal(curve.keys[2].flags, FBX_KEY_LINEAR);
    assert_int_equal(curve.keys[2].time, 250);
    assert_true(curve.keys[3].flags & FBX_KEY_AUTO);
    assert_int_equal(curve.post, FBX_EXTRAPOLATE_MIRROR);
    assert_int_equal(curve.post_count, 2);
    const fbx_object *node =
        sinew__fbx_source_of_property(it->document, bone, FBX_PROPERTY_LCL_TRANSLATION, FBX_ANIMATION_CURVE_NODE);
    assert_close(sinew__fbx_property_number(node, FBX_PROPERTY_D_Z, 0), 7, 0);
    assert_null(sinew__fbx_source_of_property(it->document, node, FBX_PROPERTY_D_Z, FBX_ANIMATION_CURVE));
    close_file(it);
}

/// A file with one curve, which moves the x of "A".
static opened *open_keys(const char *creator, const char *keys)
{
    char text[1024];
    snprintf(text, sizeof text,
             "; FBX 6.1.0 project file\nFBXHeaderExtension: {\nFBXVersion: 6100\nCreator: \"%s\"\n}\n"
             "Objects: {\nModel: \"Model::A\", \"Null\" {\n}\n}\nConnections: {\n}\nTakes: {\nTake: \"T\" {\n"
             "Model: \"Model::A\" {\nChannel: \"Transform\" {\nChannel: \"T\" {\nChannel: \"X\" {\n"
             "Key: %s\n}\n}\n}\n}\n}\n}\n",
             creator, keys);
    return open_good(text);
}

static fbx_curve curve_of_keys(opened *it)
{
    return curve_of(it, named(it, FBX_MODEL, "A"), FBX_PROPERTY_LCL_TRANSLATION, "d|X");
}

/// Programs with an FBX SDK of 2014 or newer clamp their automatic keys, a mode that FBX 6 does not have.
static void automatic_keys_are_clamped_by_new_writers(void **state)
{
    (void)state;
    static const struct {
        const char *creator;
        uint32_t flags;
    } CASES[] = {
        {"", 0},
        {"FBX SDK/FBX Plugins build 20080212", 0},
        {"FBX SDK/FBX Plugins version 2006.11.1", 0},
        {"FBX SDK/FBX Plugins version 2013.3", 0},
        {"Exporter version 2020", 0},
        {"FBX SDK/FBX Plugins version 2014.0", FBX_KEY_CLAMP_PROGRESSIVE},
        {"FBX SDK/FBX Plugins version 2019.2 build=71e69bd5d", FBX_KEY_CLAMP_PROGRESSIVE},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        opened *it = open_keys(CASES[i].creator, "0,1,U,a,n,10,2,U,p,50,-50,n,n");
        const fbx_curve curve = curve_of_keys(it);
        assert_int_equal(curve.keys[0].flags, FBX_KEY_CUBIC | FBX_KEY_AUTO | CASES[i].flags);
        assert_int_equal(curve.keys[1].flags, FBX_KEY_CUBIC | FBX_KEY_AUTO);
        close_file(it);
    }
}

/// As Autodesk's FBX SDK 2019.2 reads them: p and q have the right bias and the next left one, d has the latter.
static void automatic_keys_have_biases(void **state)
{
    (void)state;
    static const struct {
        const char *keys;
        uint32_t flags;
        double right, next_left;
    } CASES[] = {{"0,1,U,p,50,-30,n,n,10,2,L", FBX_KEY_AUTO, 50, -30},
                 {"0,1,U,q,50,-30,n,n,10,2,L", FBX_KEY_AUTO | FBX_KEY_BREAK, 50, -30},
                 {"0,1,U,d,-30,n,n,10,2,L", FBX_KEY_AUTO, 0, -30}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        opened *it = open_keys("", CASES[i].keys);
        const fbx_curve curve = curve_of_keys(it);
        assert_int_equal(curve.key_count, 2);
        assert_int_equal(curve.keys[0].flags, FBX_KEY_CUBIC | CASES[i].flags);
        assert_close(curve.keys[0].data[0], CASES[i].right, 0);
        assert_close(curve.keys[0].data[1], CASES[i].next_left, 0);
        close_file(it);
    }
}

/// As Autodesk's FBX SDK 2019.2 reads them. A weight is cut off at parts of 9999; the letters a and d take back what
/// the key before stores for their left side, at the position of a TCB key's bias.
static void weights_are_read_as_by_the_sdk(void **state)
{
    (void)state;
    opened *it = open_keys("", "0,1,U,s,1,2,a,0.377,0.722972273826599,10,2,U,s,1,2,a,0.2,0.6,20,3,U,a,n,"
                               "30,4,U,t,.3,-.5,.25,40,5,U,d,7,n,n,50,6,U,t,.3,-.5,.25,60,7,L");
    const fbx_curve curve = curve_of_keys(it);
    assert_int_equal(curve.key_count, 7);
    assert_close(curve.keys[0].right_weight, 3769 / 9999.0, 1e-7);
    assert_close(curve.keys[0].next_left_weight, 7229 / 9999.0, 1e-7);
    assert_close(curve.keys[1].right_weight, 1999 / 9999.0, 1e-4);
    assert_close(curve.keys[1].next_left_weight, 3333 / 9999.0, 1e-7);
    assert_close(curve.keys[3].data[1], -0.5, 1e-7);
    assert_close(curve.keys[3].data[2], 0, 1e-7);
    assert_close(curve.keys[5].data[2], 0.25, 1e-7);
    close_file(it);
}

static void settings_of_fbx_6_come_from_two_places(void **state)
{
    (void)state;
    opened *it = open_good(FBX_6);
    assert_int_equal(it->document->settings.up_axis, 2);
    assert_close(it->document->settings.fps, 12.5, 0);
    close_file(it);
}

// ---- FBX 5 -------------------------------------------------------------------------------------------------------

static void models_of_fbx_5_keep_their_place_and_transform(void **state)
{
    (void)state;
    opened *it = open_good(FBX_5);
    assert_int_equal(it->document->version, 5800);
    const fbx_object *root = named(it, FBX_MODEL, "Root"), *box = named(it, FBX_MODEL, "Box");
    assert_int_equal(sinew__fbx_targets(it->document, root).items[0].target->id, 0);
    assert_ptr_equal(sinew__fbx_target_of(it->document, box, FBX_MODEL), root);
    assert_ptr_equal(sinew__fbx_target_of(it->document, named(it, FBX_MODEL, "Bone"), FBX_MODEL), root);
    double v[3];
    assert_true(sinew__fbx_property_vector(root, FBX_PROPERTY_LCL_TRANSLATION, v));
    assert_close(v[0], 1, 0);
    assert_true(sinew__fbx_property_vector(root, FBX_PROPERTY_LCL_ROTATION, v));
    assert_close(v[2], 90, 0);
    assert_true(sinew__fbx_property_vector(root, FBX_PROPERTY_LCL_SCALING, v));
    assert_close(v[0], 1, 0);
    assert_true(sinew__fbx_object_is(named(it, FBX_MODEL, "Bone"), FBX_MODEL, "LimbNode"));
    assert_close(it->document->settings.fps, 30, 0);
    close_file(it);
}

static void geometry_of_fbx_5_gets_layers(void **state)
{
    (void)state;
    opened *it = open_good(FBX_5);
    const fbx_object *geometry = sinew__fbx_source_of(it->document, named(it, FBX_MODEL, "Box"), FBX_GEOMETRY);
    const fbx_record *normals = sinew__fbx_record_child(geometry->record, "LayerElementNormal");
    assert_true(sinew__fbx_record_text_is(sinew__fbx_record_child(normals, "MappingInformationType"), 0, "ByVertice"));
    const fbx_record *uv = sinew__fbx_record_child(geometry->record, "LayerElementUV");
    assert_int_equal(sinew__fbx_record_integer(sinew__fbx_record_child(uv, "UVIndex"), 2, -1), 1);
    const fbx_record *materials = sinew__fbx_record_child(geometry->record, "LayerElementMaterial");
    assert_true(sinew__fbx_record_text_is(sinew__fbx_record_child(materials, "MappingInformationType"), 0, "AllSame"));
    close_file(it);
}

static void links_and_materials_of_fbx_5_become_objects(void **state)
{
    (void)state;
    opened *it = open_good(FBX_5);
    const fbx_object *box = named(it, FBX_MODEL, "Box");
    const fbx_object *geometry = sinew__fbx_source_of(it->document, box, FBX_GEOMETRY);
    const fbx_object *skin = NULL;
    const fbx_connections sources = sinew__fbx_sources(it->document, geometry);
    for (size_t i = 0; i < sources.count; ++i)
        if (sinew__fbx_object_is(sources.items[i].source, FBX_DEFORMER, "Skin")) skin = sources.items[i].source;
    assert_non_null(skin);
    const fbx_object *cluster = sinew__fbx_source_of(it->document, skin, FBX_DEFORMER);
    assert_true(sinew__fbx_object_is(cluster, FBX_DEFORMER, "Cluster"));
    assert_ptr_equal(sinew__fbx_source_of(it->document, cluster, FBX_MODEL), named(it, FBX_MODEL, "Bone"));
    assert_close(sinew__fbx_record_number(sinew__fbx_record_child(cluster->record, "Weights"), 1, 0), 0.5, 0);
    const fbx_object *material = sinew__fbx_source_of(it->document, box, FBX_MATERIAL);
    double color[3];
    assert_string_equal(material->name, "Blue");
    assert_true(sinew__fbx_property_vector(material, FBX_PROPERTY_DIFFUSE_COLOR, color));
    assert_close(color[2], 1, 0);
    const fbx_record *pose = sinew__fbx_record_child(named(it, FBX_POSE, "BIND")->record, "PoseNode");
    assert_int_equal(sinew__fbx_child_integer(pose, "Node", 0), named(it, FBX_MODEL, "Bone")->id);
    close_file(it);
}

static void shapes_of_fbx_5_are_moved_by_channels_of_their_name(void **state)
{
    (void)state;
    opened *it = open_good(FBX_5);
    const fbx_object *channel = named(it, FBX_DEFORMER, "Smile");
    assert_close(sinew__fbx_property_number(channel, FBX_PROPERTY_DEFORM_PERCENT, 0), 30, 0);
    const fbx_object *node =
        sinew__fbx_source_of_property(it->document, channel, FBX_PROPERTY_DEFORM_PERCENT, FBX_ANIMATION_CURVE_NODE);
    fbx_curve curve;
    assert_int_equal(sinew__fbx_read_curve(it->document, &it->arena,
                                           sinew__fbx_sources(it->document, node).items[0].source, &curve, NULL),
                     SINEW_OK);
    assert_int_equal(curve.key_count, 2);
    close_file(it);
}

// ---- the first FBX 7 ---------------------------------------------------------------------------------------------

static void shapes_inside_geometries_become_blend_shape_channels(void **state)
{
    (void)state;
    opened *it = open_good(
        "; FBX 7.1.0\nFBXHeaderExtension: {\nFBXVersion: 7100\n}\nObjects: {\n"
        "Geometry: 10, \"Geometry::\", \"Mesh\" {\nProperties70: {\nP: \"Smile\", \"Number\", \"\", \"A+\",70\n}\n"
        "Vertices: *3 {\na: 0,0,0\n}\nShape: \"Smile\" {\nIndexes: *1 {\na: 0\n}\nVertices: *3 {\na: 1,2,3\n}\n}\n}\n"
        "AnimationCurveNode: 20, \"AnimCurveNode::Smile\", \"\" {\n}\n}\n"
        "Connections: {\nC: \"OP\",20,10, \"Smile\"\n}\n");
    const fbx_object *channel = named(it, FBX_DEFORMER, "Smile");
    assert_close(sinew__fbx_property_number(channel, FBX_PROPERTY_DEFORM_PERCENT, 0), 70, 0);
    assert_int_equal(
        sinew__fbx_source_of_property(it->document, channel, FBX_PROPERTY_DEFORM_PERCENT, FBX_ANIMATION_CURVE_NODE)->id,
        20);
    assert_true(channel->id > 20);
    close_file(it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_old_files_open_or_say_why),
        cmocka_unit_test(changed_old_files_open_or_say_why),
        cmocka_unit_test(running_out_of_memory_anywhere_is_a_result),
        cmocka_unit_test(a_curve_with_what_is_no_key_is_left_out),
        cmocka_unit_test(a_component_that_a_take_is_silent_about_has_no_default),
        cmocka_unit_test(models_of_fbx_6_become_models_with_geometries),
        cmocka_unit_test(skins_of_fbx_6_hang_on_the_geometry),
        cmocka_unit_test(textures_of_fbx_6_hang_on_the_material),
        cmocka_unit_test(polygons_say_which_material_shows_which_texture),
        cmocka_unit_test(shapes_of_fbx_6_become_blend_shape_channels),
        cmocka_unit_test(takes_of_fbx_6_become_stacks),
        cmocka_unit_test(key_lists_become_keys_with_attributes),
        cmocka_unit_test(automatic_keys_are_clamped_by_new_writers),
        cmocka_unit_test(automatic_keys_have_biases),
        cmocka_unit_test(weights_are_read_as_by_the_sdk),
        cmocka_unit_test(settings_of_fbx_6_come_from_two_places),
        cmocka_unit_test(models_of_fbx_5_keep_their_place_and_transform),
        cmocka_unit_test(geometry_of_fbx_5_gets_layers),
        cmocka_unit_test(links_and_materials_of_fbx_5_become_objects),
        cmocka_unit_test(shapes_of_fbx_5_are_moved_by_channels_of_their_name),
        cmocka_unit_test(shapes_inside_geometries_become_blend_shape_channels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
