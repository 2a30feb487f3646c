#include "support/small_fbx.h"

#include <stdlib.h>
#include <string.h>

#include "support/cmocka_close.h"

const char small_ascii[] =
    "; FBX 7.4.0 project file\n"
    "FBXHeaderExtension:  {\n"
    "\tFBXHeaderVersion: 1003\n"
    "\tFBXVersion: 7400\n"
    "\tCreator: \"hand\" ; a comment\n"
    "}\n"
    "GlobalSettings:  {\n"
    "\tProperties70:  {\n"
    "\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\",2\n"
    "\t\tP: \"FrontAxis\", \"int\", \"Integer\", \"\",1\n"
    "\t\tP: \"FrontAxisSign\", \"int\", \"Integer\", \"\",-1\n"
    "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\",2.54\n"
    "\t\tP: \"TimeMode\", \"enum\", \"\", \"\",11\n"
    "\t}\n"
    "}\n"
    "Definitions:  {\n"
    "\tObjectType: \"Model\" {\n"
    "\t\tPropertyTemplate: \"FbxNode\" {\n"
    "\t\t\tProperties70:  {\n"
    "\t\t\t\tP: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",1,1,1\n"
    "\t\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",7,7,7\n"
    "\t\t\t}\n"
    "\t\t}\n"
    "\t}\n"
    "}\n"
    "Objects:  {\n"
    "\tModel: 100, \"Model::a &quot;b&quot;\", \"LimbNode\" {\n"
    "\t\tProperties70:  {\n"
    "\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",-1.5,2e1,3\n"
    "\t\t}\n"
    "\t\tShading: Y\n"
    "\t\tCulling: \"CullingOff\"\n"
    "\t}\n"
    "\tGeometry: 200, \"Geometry::g\", \"Mesh\" {\n"
    "\t\tVertices: *6 {\n"
    "\t\t\ta: 0.1,-2,3e2,4\n"
    "\t,5,-6.25\n"
    "\t\t} \n"
    "\t\tEmpty: *0 {\n\t\t}\n"
    "\t}\n"
    "\tAnimationCurve: 300, \"AnimCurve::\", \"\" {\n"
    "\t\tKeyTime: *3 {\n\t\t\ta: 0,46186158000,92372316000\n\t\t}\n"
    "\t\tKeyValueFloat: *3 {\n\t\t\ta: 1,2.5,-1\n\t\t}\n"
    "\t\tKeyAttrFlags: *2 {\n\t\t\ta: 50332680,4\n\t\t}\n"
    "\t\tKeyAttrDataFloat: *8 {\n\t\t\ta: 1067999030,1046062303,543364603,0,0,0,218434821,0\n\t\t}\n"
    "\t\tKeyAttrRefCount: *2 {\n\t\t\ta: 1,2\n\t\t}\n"
    "\t\tPost-Extrapolation:  {\n\t\t\tType: R\n\t\t\tRepetition: 4\n\t\t}\n"
    "\t}\n"
    "}\n"
    "Connections:  {\n"
    "\t;Model::a, Model::RootNode\n"
    "\tC: \"OO\",100,0\n"
    "\tC: \"OO\",200,100\n"
    "\tC: \"OP\",300,100, \"Lcl Translation\"\n"
    "\tC: \"OO\",999,100\n"
    "}\n";

opened *open_bytes(const void *bytes, size_t size)
{
    opened *it = calloc(1, sizeof *it);
    assert_non_null(it);
    it->bytes = malloc(size ? size : 1);
    assert_non_null(it->bytes);
    it->arena.limit = 64 << 20;
    memcpy(it->bytes, bytes, size);
    it->document = (fbx_document *)it; // poison
    it->result = sinew__fbx_document_open(&it->arena, it->bytes, size, &it->document, &it->error);
    if (it->result != SINEW_OK) assert_null(it->document);
    return it;
}

opened *open_text(const char *text)
{
    return open_bytes(text, strlen(text));
}

void close_file(opened *it)
{
    sinew__arena_free(&it->arena);
    free(it->bytes);
    free(it);
}

void assert_fails(const void *bytes, size_t size, sinew_result result, const char *message)
{
    opened *it = open_bytes(bytes, size);
    assert_int_equal(it->result, result);
    assert_int_equal(it->error.result, result);
    if (message) assert_string_equal(it->error.message, message);
    close_file(it);
}

size_t make_small_binary(make_fbx *file, uint32_t version, int big_endian)
{
    const double vertices[] = {0.5, -1, 2, 3, 4, 1e300, 7, 8, 9};
    const int32_t indices[] = {0, 1, -3, 2147483647};
    make_fbx_begin(file, version, big_endian);
    make_fbx_open(file, "Objects");
    make_fbx_open(file, "Model");
    make_fbx_int64(file, 100);
    make_fbx_text(file, "Cube\0\1Model", 11);
    make_fbx_text(file, "Mesh", 4);
    make_fbx_open(file, "Vertices");
    if (big_endian)
        for (size_t i = 0; i < 9; ++i) make_fbx_double(file, vertices[i]);
    else
        make_fbx_array(file, 'd', vertices, 9, 1);
    make_fbx_close(file);
    make_fbx_open(file, "Indices");
    if (big_endian)
        for (size_t i = 0; i < 4; ++i) make_fbx_int32(file, indices[i]);
    else
        make_fbx_array(file, 'i', indices, 4, 0);
    make_fbx_close(file);
    make_fbx_open(file, "Shading");
    make_fbx_char(file, 'T');
    make_fbx_close(file);
    make_fbx_close(file);
    make_fbx_close(file);
    make_fbx_open(file, "Connections");
    make_fbx_open(file, "C");
    make_fbx_text(file, "OO", 2);
    make_fbx_int64(file, 100);
    make_fbx_int64(file, 0);
    make_fbx_close(file);
    make_fbx_close(file);
    return make_fbx_end(file);
}
