#include "support/character_fbx.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "fbx/fbx_document.h"
#include "support/write_fbx.h"

enum { JOINTS = 60, GEOMETRY = 10, SKIN = 11, MESH = 12, STACK = 13, LAYER = 14 };
enum { JOINT_IDS = 1000, CLUSTER_IDS = 2000, NODE_IDS = 10000, CURVE_IDS = 20000 };

/// Assimp passes over binary objects that hold nothing at all.
#define EMPTY "Properties70: {\nP: \"Color\", \"ColorRGB\", \"Color\", \"\",0.8,0.8,0.8\n}\n"

static void begin_array(sinew__buffer *text, const char *name, int count)
{
    sinew__buffer_format(text, "%s: *%d {\na: ", name, count);
}

static void end_array(sinew__buffer *text)
{
    text->size -= text->text[text->size - 1] == ',';
    sinew__buffer_put_text(text, "\n}\n");
}

static double height(int x, int y, int side)
{
    return 20 * sin(7.0 * x / side) * cos(5.0 * y / side);
}

static void put_layer(sinew__buffer *text, const char *element, const char *values, int width, int side)
{
    sinew__buffer_format(text,
                         "%s: 0 {\nVersion: 101\nName: \"\"\nMappingInformationType: \"ByPolygonVertex\"\n"
                         "ReferenceInformationType: \"Direct\"\n",
                         element);
    const int quads = (side - 1) * (side - 1);
    begin_array(text, values, quads * 4 * width);
    for (int i = 0; i < quads * 4; ++i) {
        const double a = sin(i * 0.37), b = cos(i * 0.37);
        if (width == 3)
            sinew__buffer_format(text, "%.9g,%.9g,%.9g,", a, b * 0.6, b * 0.8);
        else
            sinew__buffer_format(text, "%.9g,%.9g,", a * 0.5 + 0.5, b * 0.5 + 0.5);
    }
    end_array(text);
    sinew__buffer_put_text(text, "}\n");
}

static void put_mesh(sinew__buffer *text, int side)
{
    sinew__buffer_format(text, "Geometry: %d, \"Geometry::Body\", \"Mesh\" {\n", GEOMETRY);
    begin_array(text, "Vertices", side * side * 3);
    for (int i = 0; i < side * side; ++i) {
        const int x = i % side, y = i / side;
        sinew__buffer_format(text, "%.15g,%.15g,%.15g,", 100.0 * x / side + 0.1, 180.0 * y / side + 0.1,
                             height(x, y, side));
    }
    end_array(text);
    begin_array(text, "PolygonVertexIndex", (side - 1) * (side - 1) * 4);
    for (int y = 0; y + 1 < side; ++y)
        for (int x = 0; x + 1 < side; ++x) {
            const int at = y * side + x;
            sinew__buffer_format(text, "%d,%d,%d,%d,", at, at + 1, at + side + 1, -1 - (at + side));
        }
    end_array(text);
    put_layer(text, "LayerElementNormal", "Normals", 3, side);
    put_layer(text, "LayerElementUV", "UV", 2, side);
    sinew__buffer_put_text(text, "}\n");
    sinew__buffer_format(text, "Model: %d, \"Model::Body\", \"Mesh\" {\nVersion: 232\n}\n", MESH);
}

/// Every joint moves a stripe of the mesh; stripes overlap, so that each point has two weights.
static void put_cluster(sinew__buffer *text, int joint, int side)
{
    const int rows = side / JOINTS + 1, first = joint * side / JOINTS,
              last = first + 2 * rows < side ? first + 2 * rows : side;
    sinew__buffer_format(text, "Deformer: %d, \"SubDeformer::\", \"Cluster\" {\nVersion: 100\n", CLUSTER_IDS + joint);
    begin_array(text, "Indexes", (last - first) * side);
    for (int i = first * side; i < last * side; ++i) sinew__buffer_format(text, "%d,", i);
    end_array(text);
    begin_array(text, "Weights", (last - first) * side);
    for (int i = first * side; i < last * side; ++i) sinew__buffer_format(text, "%.9g,", 0.5 + 0.4 * sin(i * 0.1));
    end_array(text);
    begin_array(text, "Transform", 16);
    sinew__buffer_format(text, "1,0,0,0,0,1,0,0,0,0,1,0,0,%d,0,1\n}\n", -3 * joint);
    begin_array(text, "TransformLink", 16);
    sinew__buffer_format(text, "1,0,0,0,0,1,0,0,0,0,1,0,0,%d,0,1\n}\n}\n", 3 * joint);
}

static void put_joint(sinew__buffer *text, int joint)
{
    sinew__buffer_format(
        text,
        "Model: %d, \"Model::joint%d\", \"LimbNode\" {\nVersion: 232\nProperties70: {\n"
        "P: \"RotationActive\", \"bool\", \"\", \"\",1\nP: \"PreRotation\", \"Vector3D\", \"Vector\", \"\",0,0,%d\n"
        "P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,%d,0\n}\n}\n",
        JOINT_IDS + joint, joint, joint % 7, joint ? 3 : 0);
}

static void put_curve(sinew__buffer *text, int curve, int keys)
{
    sinew__buffer_format(text, "AnimationCurve: %d, \"AnimCurve::\", \"\" {\nDefault: 0\nKeyVer: 4009\n",
                         CURVE_IDS + curve);
    begin_array(text, "KeyTime", keys);
    for (int k = 0; k < keys; ++k) sinew__buffer_format(text, "%lld,", (long long)k * 1539538600);
    end_array(text);
    begin_array(text, "KeyValueFloat", keys);
    for (int k = 0; k < keys; ++k) sinew__buffer_format(text, "%.9g,", 30 * sin(0.1 * k + curve));
    end_array(text);
    begin_array(text, "KeyAttrFlags", 1);
    sinew__buffer_put_text(text, "24840\n}\n");
    begin_array(text, "KeyAttrDataFloat", 4);
    sinew__buffer_put_text(text, "0,0,218434821,0\n}\n");
    begin_array(text, "KeyAttrRefCount", 1);
    sinew__buffer_format(text, "%d\n}\n}\n", keys);
}

static void put_objects(sinew__buffer *text, character_size size)
{
    put_mesh(text, size.side);
    sinew__buffer_format(text, "Deformer: %d, \"Deformer::\", \"Skin\" {\nVersion: 101\n}\n", SKIN);
    sinew__buffer_format(text, "AnimationStack: %d, \"AnimStack::Clip\", \"\" {\n" EMPTY "}\n", STACK);
    sinew__buffer_format(text, "AnimationLayer: %d, \"AnimLayer::Base\", \"\" {\n" EMPTY "}\n", LAYER);
    for (int joint = 0; joint < JOINTS; ++joint) {
        put_joint(text, joint);
        put_cluster(text, joint, size.side);
        for (int node = joint * 2; node < joint * 2 + 2; ++node) {
            sinew__buffer_format(text, "AnimationCurveNode: %d, \"AnimCurveNode::%c\", \"\" {\n" EMPTY "}\n",
                                 NODE_IDS + node, node % 2 ? 'R' : 'T');
            for (int axis = 0; axis < 3; ++axis) put_curve(text, node * 3 + axis, size.keys);
        }
    }
}

static void put_connections(sinew__buffer *text)
{
    sinew__buffer_format(text, "C: \"OO\",%d,0\nC: \"OO\",%d,%d\nC: \"OO\",%d,%d\nC: \"OO\",%d,%d\n", MESH, GEOMETRY,
                         MESH, SKIN, GEOMETRY, LAYER, STACK);
    for (int joint = 0; joint < JOINTS; ++joint) {
        sinew__buffer_format(text, "C: \"OO\",%d,%d\n", JOINT_IDS + joint, joint ? JOINT_IDS + joint - 1 : 0);
        sinew__buffer_format(text, "C: \"OO\",%d,%d\nC: \"OO\",%d,%d\n", CLUSTER_IDS + joint, SKIN, JOINT_IDS + joint,
                             CLUSTER_IDS + joint);
        for (int node = joint * 2; node < joint * 2 + 2; ++node) {
            sinew__buffer_format(text, "C: \"OO\",%d,%d\nC: \"OP\",%d,%d, \"Lcl %s\"\n", NODE_IDS + node, LAYER,
                                 NODE_IDS + node, JOINT_IDS + joint, node % 2 ? "Rotation" : "Translation");
            for (int axis = 0; axis < 3; ++axis)
                sinew__buffer_format(text, "C: \"OP\",%d,%d, \"d|%c\"\n", CURVE_IDS + node * 3 + axis, NODE_IDS + node,
                                     'X' + axis);
        }
    }
}

void make_character_text(sinew__buffer *text, character_size size)
{
    sinew__buffer_put_text(
        text, "; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\n"
              "GlobalSettings: {\nVersion: 1000\n}\nObjects: {\n");
    put_objects(text, size);
    sinew__buffer_put_text(text, "}\nConnections: {\n");
    put_connections(text);
    sinew__buffer_put_text(text, "}\n");
    if (text->failed) exit(1);
}

void make_character_binary(character_size size, void **out_bytes, size_t *out_size)
{
    sinew__buffer text = {0};
    sinew__arena arena = {0};
    fbx_document *document;
    sinew_error error = {0};
    make_character_text(&text, size);
    if (sinew__fbx_document_open(&arena, text.text, text.size, &document, &error) != SINEW_OK ||
        write_fbx(document->root, out_bytes, out_size, &error) != SINEW_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    sinew__arena_free(&arena);
    sinew__buffer_free(&text);
}
