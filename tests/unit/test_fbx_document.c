// The FBX reader on small files made here, whose content is therefore known. The first tests are every way to be wrong.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_animation.h"
#include "fbx/fbx_document.h"
#include "support/make_fbx.h"

static const char SMALL_ASCII[] =
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

typedef struct opened {
    sinew__arena arena;
    char *bytes; // of exactly the right size, so that a read past the end is caught
    fbx_document *document;
    sinew_error error;
    sinew_result result;
} opened;

static opened *open_bytes(const void *bytes, size_t size)
{
    opened *it = calloc(1, sizeof *it);
    assert_non_null(it);
    it->bytes = malloc(size ? size : 1);
    assert_non_null(it->bytes);
    it->arena.limit = 64 << 20;
    memcpy(it->bytes, bytes, size);
    it->document = (fbx_document *)it; // poison
    it->result = fbx_document_open(&it->arena, it->bytes, size, &it->document, &it->error);
    if (it->result != SINEW_OK) assert_null(it->document);
    return it;
}

static opened *open_text(const char *text)
{
    return open_bytes(text, strlen(text));
}

static void close_file(opened *it)
{
    sinew__arena_free(&it->arena);
    free(it->bytes);
    free(it);
}

static void assert_fails(const void *bytes, size_t size, sinew_result result, const char *message)
{
    opened *it = open_bytes(bytes, size);
    assert_int_equal(it->result, result);
    assert_int_equal(it->error.result, result);
    if (message) assert_string_equal(it->error.message, message);
    close_file(it);
}

/// A small binary file of any version and byte order: one model with a packed and a plain array below it->
static size_t make_small_binary(make_fbx *file, uint32_t version, int big_endian)
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
        for (size_t i = 0; i < 9; i++) make_fbx_double(file, vertices[i]);
    else
        make_fbx_array(file, 'd', vertices, 9, 1);
    make_fbx_close(file);
    make_fbx_open(file, "Indices");
    if (big_endian)
        for (size_t i = 0; i < 4; i++) make_fbx_int32(file, indices[i]);
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

// ---- wrong input -------------------------------------------------------------------------------------------------

static void what_is_no_fbx_file_is_refused(void **state)
{
    (void)state;
    assert_fails("", 0, SINEW_ERROR_EMPTY, "the file is empty");
    assert_fails("Dear Anna", 9, SINEW_ERROR_NOT_A_MODEL, "not a model file (starts with \"Dear Anna\")");
    assert_fails("\x1b[31m\0", 6, SINEW_ERROR_NOT_A_MODEL, "not a model file (starts with \"\\x1b[31m\")");
    assert_fails("; a poem\n", 9, SINEW_ERROR_NOT_A_MODEL, NULL);
    assert_fails("Kaydara FB", 10, SINEW_ERROR_TRUNCATED, "the file ends early, at byte 10 of 27");
    assert_false(fbx_is_fbx("glTF", 4));
}

static void comments_before_an_ascii_file_are_stepped_over(void **state)
{
    (void)state;
    enum { LINES = 500, LENGTH = 40 };
    static char text[LINES * LENGTH + 64];
    for (int i = 0; i < LINES; i++) {
        memset(text + i * LENGTH, ';', LENGTH - 1);
        text[i * LENGTH + LENGTH - 1] = '\n';
    }
    assert_false(fbx_is_fbx(text, LINES * LENGTH));
    strcpy(text + LINES * LENGTH, "FBXHeaderExtension:  {\n}\n");
    assert_true(fbx_is_fbx(text, strlen(text)));
}

static void every_cut_of_an_ascii_file_is_an_error(void **state)
{
    (void)state;
    const size_t size = strlen(SMALL_ASCII);
    for (size_t cut = 0; cut < size - 1; cut++) { // the last byte is a line's end
        opened *it = open_bytes(SMALL_ASCII, cut);
        if (it->result == SINEW_OK) fail_msg("opens without what follows byte %zu", cut);
        assert_true(it->error.message[0] != '\0');
        close_file(it);
    }
}

static void every_cut_of_a_binary_file_is_an_error(void **state)
{
    (void)state;
    static make_fbx file;
    const uint32_t versions[] = {6100, 7400, 7500};
    for (size_t v = 0; v < 3; v++) {
        const size_t footer = make_small_binary(&file, versions[v], 0);
        for (size_t cut = 0; cut < footer; cut++) {
            opened *it = open_bytes(file.bytes, cut);
            assert_int_not_equal(it->result, SINEW_OK);
            assert_true(it->result == SINEW_ERROR_TRUNCATED || cut == 0);
            close_file(it);
        }
    }
}

static void every_flipped_bit_is_survived(void **state)
{
    (void)state;
    static make_fbx file;
    const uint32_t versions[] = {6100, 7400, 7500};
    for (size_t v = 0; v < 3; v++) {
        const size_t footer = make_small_binary(&file, versions[v], 0);
        for (size_t bit = 27 * 8; bit < footer * 8; bit++) {
            file.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            opened *it = open_bytes(file.bytes, file.size);
            if (it->result != SINEW_OK) assert_true(it->error.message[0] != '\0');
            if (it->result == SINEW_OK && it->document->object_count > 1) {
                const double *items;
                size_t count;
                const fbx_record *vertices = fbx_record_child(it->document->objects[1].record, "Vertices");
                it->result = fbx_record_doubles(&it->arena, vertices, &items, &count, &it->error);
            }
            close_file(it);
            file.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        }
    }
}

static void every_changed_character_is_survived(void **state)
{
    (void)state;
    static const char CHANGES[] = {'{', '}', '"', ':', ';', ',', '*', '-', '9', '\0', '\x80'};
    char text[sizeof SMALL_ASCII];
    memcpy(text, SMALL_ASCII, sizeof text);
    for (size_t at = 0; at < sizeof text - 1; at++) {
        for (size_t i = 0; i < sizeof CHANGES; i++) {
            text[at] = CHANGES[i];
            opened *it = open_bytes(text, sizeof text - 1);
            fbx_curve curve;
            const fbx_object *object = it->result == SINEW_OK ? fbx_object_by_id(it->document, 300) : NULL;
            if (object) it->result = fbx_read_curve(it->document, object, &curve, &it->error);
            if (it->result != SINEW_OK) assert_true(it->error.message[0] != '\0');
            close_file(it);
        }
        text[at] = SMALL_ASCII[at];
    }
}

static void messages_say_where_the_damage_is(void **state)
{
    (void)state;
    static make_fbx file;
    make_small_binary(&file, 7400, 0);
    const size_t name_length = 27 + 12; // of "Objects", the first record
    file.bytes[name_length] = 255;
    make_fbx same = file;
    const uint32_t end = 27 + 13 + 20;
    memcpy(same.bytes + 27, &end, 4);
    assert_fails(same.bytes, same.size, SINEW_ERROR_DAMAGED, "damaged at byte 27: a name runs past its record");
    assert_fails("; FBX 7.4.0\nA: 1\n}\n", 19, SINEW_ERROR_DAMAGED,
                 "damaged at byte 17: a brace closes what was not opened");
    assert_fails("; FBX 7.4.0\nA: {\n", 17, SINEW_ERROR_TRUNCATED, "the file ends early, at byte 17");
    assert_fails("; FBX 7.4.0\nA: *9999999 { a: 1 }\n", 33, SINEW_ERROR_DAMAGED, NULL);
}

static void an_array_that_would_inflate_beyond_reason_is_refused(void **state)
{
    (void)state;
    static make_fbx file;
    const double zeros[4] = {0};
    make_fbx_begin(&file, 7400, 0);
    make_fbx_open(&file, "Objects");
    make_fbx_open(&file, "Vertices");
    make_fbx_array(&file, 'd', zeros, 4, 1);
    const size_t count_at = file.values_at + 1;
    make_fbx_close(&file);
    make_fbx_close(&file);
    make_fbx_end(&file);
    const uint32_t announced = 0x20000000;
    memcpy(file.bytes + count_at, &announced, 4);
    opened *it = open_bytes(file.bytes, file.size);
    assert_int_equal(it->result, SINEW_ERROR_DAMAGED);
    assert_true(it->arena.used < 1 << 20);
    close_file(it);
}

static void the_memory_limit_holds(void **state)
{
    (void)state;
    size_t size = 0;
    char *text = malloc(1 << 20);
    size += (size_t)sprintf(text, "; FBX 7.4.0\n");
    while (size < (1 << 20) - 16) size += (size_t)sprintf(text + size, "A:{B:1}\n");
    sinew__arena arena = {.limit = 1 << 20};
    sinew_error error;
    fbx_document *document;
    assert_int_equal(fbx_document_open(&arena, text, size, &document, &error), SINEW_ERROR_MEMORY_LIMIT);
    assert_true(arena.used <= arena.limit);
    sinew__arena_free(&arena);
    free(text);
}

static void a_deep_file_does_not_use_up_the_stack(void **state)
{
    (void)state;
    enum { DEPTH = 200000 };
    char *text = malloc(DEPTH * 4 + 64);
    size_t size = (size_t)sprintf(text, "; FBX 7.4.0\n");
    for (size_t i = 0; i < DEPTH; i++) size += (size_t)sprintf(text + size, "A:{");
    for (size_t i = 0; i < DEPTH; i++) size += (size_t)sprintf(text + size, "}");
    size += (size_t)sprintf(text + size, "Objects:{} Connections:{}");
    opened *it = open_bytes(text, size);
    assert_int_equal(it->result, SINEW_OK);
    size_t records = 0;
    for (const fbx_record *record = it->document->root; record; record = fbx_record_walk(record, it->document->root))
        records++;
    assert_int_equal(records, DEPTH + 3);
    close_file(it);
    free(text);
}

// ---- what files say ----------------------------------------------------------------------------------------------

static void ascii_settings_are_read(void **state)
{
    (void)state;
    opened *it = open_text(SMALL_ASCII);
    assert_int_equal(it->result, SINEW_OK);
    const fbx_document *document = it->document;
    assert_int_equal(document->version, 7400);
    assert_false(document->is_binary);
    assert_string_equal(document->creator, "hand");
    assert_int_equal(document->settings.up_axis, 2);
    assert_int_equal(document->settings.up_sign, 1);
    assert_int_equal(document->settings.front_axis, 1);
    assert_int_equal(document->settings.front_sign, -1);
    assert_close(document->settings.unit_cm, 2.54, 0);
    assert_close(document->settings.fps, 24, 0);
    assert_int_equal(document->settings.ticks_per_second, INT64_C(46186158000));
    close_file(it);
}

static void objects_are_found_by_id_and_name(void **state)
{
    (void)state;
    opened *it = open_text(SMALL_ASCII);
    const fbx_object *model = fbx_object_by_id(it->document, 100);
    assert_non_null(model);
    assert_string_equal(model->name, "a \"b\"");
    assert_true(fbx_object_is(model, FBX_MODEL, "LimbNode"));
    assert_ptr_equal(fbx_object_by_name(it->document, FBX_MODEL, "a \"b\""), model);
    assert_null(fbx_object_by_name(it->document, FBX_GEOMETRY, "a \"b\""));
    assert_null(fbx_object_by_id(it->document, 101));
    assert_int_equal(fbx_object_by_id(it->document, 0)->index, 0);
    close_file(it);
}

static void properties_fall_back_to_the_template(void **state)
{
    (void)state;
    opened *it = open_text(SMALL_ASCII);
    const fbx_object *model = fbx_object_by_id(it->document, 100);
    double v[3] = {9, 9, 9};
    assert_true(fbx_property_vector(model, "Lcl Translation", v));
    assert_close(v[0], -1.5, 0);
    assert_close(v[1], 20, 0);
    assert_close(v[2], 3, 0);
    assert_true(fbx_property_vector(model, "Lcl Scaling", v));
    assert_close(v[1], 1, 0);
    assert_false(fbx_property_vector(model, "Lcl Rotation", v));
    assert_close(fbx_property_number(model, "nothing", 4.5), 4.5, 0);
    close_file(it);
}

static void connections_lead_both_ways_and_those_to_nothing_are_left_out(void **state)
{
    (void)state;
    opened *it = open_text(SMALL_ASCII);
    const fbx_object *model = fbx_object_by_id(it->document, 100);
    assert_int_equal(it->document->connection_count, 3);
    assert_int_equal(fbx_sources(it->document, model).count, 2);
    assert_int_equal(fbx_targets(it->document, model).count, 1);
    assert_int_equal(fbx_source_of(it->document, model, FBX_GEOMETRY)->id, 200);
    assert_null(fbx_source_of(it->document, model, FBX_ANIMATION_CURVE));
    assert_int_equal(fbx_source_of_property(it->document, model, "Lcl Translation", FBX_ANIMATION_CURVE)->id, 300);
    assert_int_equal(fbx_source_of(it->document, &it->document->objects[0], FBX_MODEL)->id, 100);
    assert_int_equal(fbx_target_of(it->document, fbx_object_by_id(it->document, 200), FBX_MODEL)->id, 100);
    close_file(it);
}

/// As a file looks that went through an old Mac, or a program that thinks it runs on one.
static void lines_may_end_with_a_carriage_return_alone(void **state)
{
    (void)state;
    char text[sizeof SMALL_ASCII];
    for (size_t i = 0; i < sizeof text; i++) text[i] = SMALL_ASCII[i] == '\n' ? '\r' : SMALL_ASCII[i];
    opened *it = open_text(text);
    const double *items = NULL;
    size_t count = 0;
    const fbx_record *geometry = fbx_object_by_id(it->document, 200)->record;
    assert_int_equal(fbx_record_doubles(&it->arena, fbx_record_child(geometry, "Vertices"), &items, &count, NULL),
                     SINEW_OK);
    assert_int_equal(count, 6);
    assert_close(items[5], -6.25, 0);
    close_file(it);
}

static void ascii_arrays_are_read_over_line_breaks(void **state)
{
    (void)state;
    static const double EXPECTED[] = {0.1, -2, 300, 4, 5, -6.25};
    opened *it = open_text(SMALL_ASCII);
    const fbx_record *geometry = fbx_object_by_id(it->document, 200)->record;
    const double *items = NULL;
    size_t count = 77;
    assert_int_equal(fbx_record_doubles(&it->arena, fbx_record_child(geometry, "Vertices"), &items, &count, NULL),
                     SINEW_OK);
    assert_int_equal(count, 6);
    for (size_t i = 0; i < 6; i++) assert_close(items[i], EXPECTED[i], 0);
    assert_int_equal(fbx_record_doubles(&it->arena, fbx_record_child(geometry, "Empty"), &items, &count, NULL),
                     SINEW_OK);
    assert_int_equal(count, 0);
    assert_int_equal(fbx_record_doubles(&it->arena, NULL, &items, &count, NULL), SINEW_OK);
    close_file(it);
}

// The numbers of the first key are those that Maya's own comment in such a file explains:
// RightSlope:1.31541, NextLeftSlope:0.212543, RightWeight:0.562756, NextLeftWeight:0.829183.
/// Writers of text miscount: `*2` before three numbers, `*9` before one.
static void what_a_text_announces_does_not_count(void **state)
{
    (void)state;
    opened *it = open_text("; FBX 7.4.0\nObjects: {\nA: *2 {\na: 4,5 ; two\n6\n}\nB: *3 {\na: 7,\n}\n}\n"
                           "Connections: {\n}\n");
    assert_int_equal(it->result, SINEW_OK);
    const fbx_record *objects = fbx_record_child(it->document->root, "Objects");
    const int32_t *items = NULL;
    size_t count = 0;
    assert_int_equal(fbx_record_int32s(&it->arena, fbx_record_child(objects, "A"), &items, &count, NULL), SINEW_OK);
    assert_int_equal(count, 3);
    assert_int_equal(items[2], 6);
    assert_int_equal(fbx_record_int32s(&it->arena, fbx_record_child(objects, "B"), &items, &count, NULL), SINEW_OK);
    assert_int_equal(count, 1);
    assert_int_equal(items[0], 7);
    close_file(it);
}

/// Hand-made files leave the settings where FBX 6 had them.
static void settings_may_stand_among_the_objects(void **state)
{
    (void)state;
    opened *it = open_text("; FBX 7.4.0\nObjects: {\nGlobalSettings: \"GlobalSettings\", \"\" {\nProperties70: {\n"
                           "P: \"UpAxis\", \"int\", \"Integer\", \"\",2\n}\n}\n}\nConnections: {\n}\n");
    assert_int_equal(it->result, SINEW_OK);
    assert_int_equal(it->document->settings.up_axis, 2);
    close_file(it);
}

static void a_file_without_a_version_is_known_by_its_objects(void **state)
{
    (void)state;
    opened *newer = open_text("FBXHeaderExtension: {\n}\nObjects: {\nModel: 5, \"Model::A\", \"Null\" {\n}\n}\n"
                              "Connections: {\n}\n");
    assert_int_equal(newer->result, SINEW_OK);
    assert_int_equal(newer->document->version, 7400);
    assert_string_equal(fbx_object_by_id(newer->document, 5)->name, "A");
    opened *older = open_text("FBXHeaderExtension: {\n}\nObjects: {\nModel: \"Model::A\", \"Null\" {\n}\n}\n"
                              "Connections: {\n}\n");
    assert_int_equal(older->result, SINEW_OK);
    assert_int_equal(older->document->version, 6100);
    assert_non_null(fbx_object_by_name(older->document, FBX_MODEL, "A"));
    close_file(newer);
    close_file(older);
}

static void curve_keys_are_unpacked(void **state)
{
    (void)state;
    opened *it = open_text(SMALL_ASCII);
    fbx_curve curve;
    assert_int_equal(fbx_read_curve(it->document, fbx_object_by_id(it->document, 300), &curve, &it->error), SINEW_OK);
    assert_int_equal(curve.key_count, 3);
    assert_int_equal(curve.keys[1].time, INT64_C(46186158000));
    assert_close(curve.keys[1].value, 2.5, 0);
    assert_close(curve.keys[0].data[0], 1.31541, 1e-5);
    assert_close(curve.keys[0].data[1], 0.212543, 1e-6);
    assert_close(curve.keys[0].right_weight, 0.562756, 1e-6);
    assert_close(curve.keys[0].next_left_weight, 0.829183, 1e-6);
    assert_true(curve.keys[0].flags & FBX_KEY_CUBIC);
    assert_int_equal(curve.keys[1].flags, FBX_KEY_LINEAR);
    assert_int_equal(curve.keys[2].flags, FBX_KEY_LINEAR);
    assert_int_equal(curve.pre, FBX_EXTRAPOLATE_CONSTANT);
    assert_int_equal(curve.post, FBX_EXTRAPOLATE_REPEAT);
    assert_int_equal(curve.post_count, 4);
    close_file(it);
}

static void check_small_binary(uint32_t version, int big_endian)
{
    static make_fbx file;
    static const double EXPECTED[] = {0.5, -1, 2, 3, 4, 1e300, 7, 8, 9};
    make_small_binary(&file, version, big_endian);
    opened *it = open_bytes(file.bytes, file.size);
    if (it->result != SINEW_OK) print_error("%u: %s\n", version, it->error.message);
    assert_int_equal(it->result, SINEW_OK);
    const fbx_object *model = fbx_object_by_id(it->document, 100);
    assert_non_null(model);
    assert_string_equal(model->name, "Cube");
    assert_string_equal(model->subclass, "Mesh");
    assert_int_equal(fbx_record_letter(fbx_record_child(model->record, "Shading"), 0, '?'), 'T');
    const double *vertices = NULL;
    const float *floats = NULL;
    const int64_t *indices = NULL;
    size_t count = 0;
    const fbx_record *record = fbx_record_child(model->record, "Vertices");
    assert_int_equal(fbx_record_doubles(&it->arena, record, &vertices, &count, NULL), SINEW_OK);
    assert_int_equal(count, 9);
    for (size_t i = 0; i < 9; i++) assert_close(vertices[i], EXPECTED[i], 0);
    assert_int_equal(fbx_record_floats(&it->arena, record, &floats, &count, NULL), SINEW_OK);
    assert_close(floats[1], -1, 0);
    record = fbx_record_child(model->record, "Indices");
    assert_int_equal(fbx_record_int64s(&it->arena, record, &indices, &count, NULL), SINEW_OK);
    assert_int_equal(count, 4);
    assert_int_equal(indices[2], -3);
    assert_int_equal(indices[3], 2147483647);
    close_file(it);
}

/// 1065353216 has the bits of 1, 1073741824 those of 2; in an array, in a list, in a list long enough to be packed, and
/// the numbers themselves.
static void attributes_of_text_are_bits_however_they_are_listed(void **state)
{
    (void)state;
    static const char *const DATA[] = {"*4 {\na: 1065353216,1073741824,0,0\n}", "1065353216,1073741824,0,0",
                                       "1065353216,1073741824,0,0,0,0,0,0", "1.0,2.0,0,0", "*4 {\na: 1e0,2e0,0,0\n}"};
    for (size_t i = 0; i < sizeof DATA / sizeof *DATA; i++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "; FBX 7.4.0\nObjects: {\nAnimationCurve: 5, \"AnimCurve::\", \"\" {\nKeyTime: 0,1\nKeyValueFloat: 3,4\n"
            "KeyAttrFlags: 1032,1032\nKeyAttrDataFloat: %s\nKeyAttrRefCount: 1,1\n}\n}\nConnections: {\n}\n",
            DATA[i]);
        opened *it = open_text(text);
        assert_int_equal(it->result, SINEW_OK);
        fbx_curve curve;
        assert_int_equal(fbx_read_curve(it->document, fbx_object_by_id(it->document, 5), &curve, NULL), SINEW_OK);
        assert_int_equal(curve.key_count, 2);
        assert_close((double)curve.keys[0].data[0], 1, 0);
        assert_close((double)curve.keys[0].data[1], 2, 0);
        close_file(it);
    }
}

static void binary_files_of_both_widths_and_byte_orders_are_read(void **state)
{
    (void)state;
    check_small_binary(7400, 0);
    check_small_binary(7500, 0);
    check_small_binary(7400, 1);
    check_small_binary(7500, 1);
}

/// Single numbers of 8 bits, and a list of them; source: Blender's reader of FBX, which calls 'Z' a byte.
static void small_integers_are_read(void **state)
{
    (void)state;
    static make_fbx file;
    make_fbx_begin(&file, 7400, 0);
    make_fbx_open(&file, "Objects");
    make_fbx_open(&file, "One");
    make_fbx_int8(&file, -3);
    make_fbx_close(&file);
    make_fbx_open(&file, "Many");
    for (int i = 0; i < 9; i++) make_fbx_int8(&file, (int8_t)(i - 4));
    make_fbx_close(&file);
    make_fbx_close(&file);
    make_fbx_end(&file);
    opened *it = open_bytes(file.bytes, file.size);
    assert_int_equal(it->result, SINEW_OK);
    const fbx_record *objects = fbx_record_child(it->document->root, "Objects");
    assert_int_equal(fbx_child_integer(objects, "One", 0), -3);
    const int32_t *items = NULL;
    size_t count = 0;
    assert_int_equal(fbx_record_int32s(&it->arena, fbx_record_child(objects, "Many"), &items, &count, NULL), SINEW_OK);
    assert_int_equal(count, 9);
    for (int i = 0; i < 9; i++) assert_int_equal(items[i], i - 4);
    close_file(it);
}

/// As some C libraries print it, among values and in an array.
static void undefined_numbers_with_a_remark_are_numbers(void **state)
{
    (void)state;
    opened *it = open_text("; FBX 7.4.0\nObjects: {\nA: 1,-nan(ind),nan(ind),4\nB: *3 {\na: 1,-nan(ind),3\n}\n}\n"
                           "Connections: {\n}\n");
    assert_int_equal(it->result, SINEW_OK);
    const fbx_record *objects = fbx_record_child(it->document->root, "Objects");
    assert_close(fbx_record_number(fbx_record_child(objects, "A"), 3, 0), 4, 0);
    const double *items = NULL;
    size_t count = 0;
    assert_int_equal(fbx_record_doubles(&it->arena, fbx_record_child(objects, "B"), &items, &count, NULL), SINEW_OK);
    assert_int_equal(count, 3);
    assert_true(isnan(items[1]));
    assert_close(items[2], 3, 0);
    close_file(it);
}

static void a_tick_is_redefined_by_new_headers_only(void **state)
{
    (void)state;
    static const struct {
        const char *header;
        int64_t ticks;
    } CASES[] = {
        {"FBXHeaderVersion: 1003 OtherFlags: { TCDefinition: 0 }", 46186158000},
        {"FBXHeaderVersion: 1004 OtherFlags: { TCDefinition: 0 }", 141120000},
        {"FBXHeaderVersion: 1004 OtherFlags: { TCDefinition: 127 }", 46186158000},
        {"FBXHeaderVersion: 1004", 46186158000},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "; FBX 7.7.0\nFBXHeaderExtension: { FBXVersion: 7700\n%s }\nObjects: {}\nConnections: {}\n",
                 CASES[i].header);
        opened *it = open_text(text);
        assert_int_equal(it->result, SINEW_OK);
        assert_int_equal(it->document->settings.ticks_per_second, CASES[i].ticks);
        close_file(it);
    }
}

/// An umlaut, which Latin-1 has too, and a curly apostrophe, which it has not.
static void names_that_are_no_utf8_count_as_windows_1252(void **state)
{
    (void)state;
    opened *it =
        open_text("; FBX 7.4.0\nObjects: { Model: 5, \"Model::J\xf6rg\x92s\", \"Null\" {} }\nConnections: {}\n");
    assert_int_equal(it->result, SINEW_OK);
    assert_string_equal(fbx_object_by_id(it->document, 5)->name, "J\xc3\xb6rg\xe2\x80\x99s");
    assert_non_null(fbx_object_by_name(it->document, FBX_MODEL, "J\xf6rg\x92s"));
    close_file(it);
}

static void sections_may_begin_anew(void **state)
{
    (void)state;
    opened *it =
        open_text("; FBX 7.4.0\nObjects: { Model: 5, \"Model::A\", \"Null\" {} }\nConnections: { C: \"OO\",5,0 }\n"
                  "Objects: { Model: 6, \"Model::B\", \"Null\" {} }\nConnections: { C: \"OO\",6,5 }\n");
    assert_int_equal(it->result, SINEW_OK);
    assert_int_equal(it->document->connection_count, 2);
    const fbx_object *model = fbx_object_by_id(it->document, 6);
    assert_non_null(model);
    assert_int_equal(fbx_target_of(it->document, model, FBX_MODEL)->id, 5);
    close_file(it);
}

static void embedded_files_of_ascii_are_decoded(void **state)
{
    (void)state;
    opened *it = open_text("; FBX 7.4.0\nObjects: { Video: 5, \"Video::v\", \"Clip\" {\n"
                           "RelativeFilename: \"a.png\"\nContent: ,\n\"SGVs\",\n\"bG8=\"\n} }\nConnections: {}\n");
    assert_int_equal(it->result, SINEW_OK);
    const fbx_object *video = fbx_object_by_id(it->document, 5);
    fbx_bytes content;
    assert_int_equal(fbx_video_content(it->document, video, &content, NULL), SINEW_OK);
    assert_int_equal(content.size, 5);
    assert_memory_equal(content.bytes, "Hello", 5);
    assert_int_equal(fbx_media_file_name(video).size, 5);
    close_file(it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_fbx_file_is_refused),
        cmocka_unit_test(comments_before_an_ascii_file_are_stepped_over),
        cmocka_unit_test(every_cut_of_an_ascii_file_is_an_error),
        cmocka_unit_test(every_cut_of_a_binary_file_is_an_error),
        cmocka_unit_test(every_flipped_bit_is_survived),
        cmocka_unit_test(every_changed_character_is_survived),
        cmocka_unit_test(messages_say_where_the_damage_is),
        cmocka_unit_test(an_array_that_would_inflate_beyond_reason_is_refused),
        cmocka_unit_test(the_memory_limit_holds),
        cmocka_unit_test(a_deep_file_does_not_use_up_the_stack),
        cmocka_unit_test(ascii_settings_are_read),
        cmocka_unit_test(objects_are_found_by_id_and_name),
        cmocka_unit_test(properties_fall_back_to_the_template),
        cmocka_unit_test(connections_lead_both_ways_and_those_to_nothing_are_left_out),
        cmocka_unit_test(lines_may_end_with_a_carriage_return_alone),
        cmocka_unit_test(ascii_arrays_are_read_over_line_breaks),
        cmocka_unit_test(what_a_text_announces_does_not_count),
        cmocka_unit_test(settings_may_stand_among_the_objects),
        cmocka_unit_test(a_file_without_a_version_is_known_by_its_objects),
        cmocka_unit_test(curve_keys_are_unpacked),
        cmocka_unit_test(attributes_of_text_are_bits_however_they_are_listed),
        cmocka_unit_test(binary_files_of_both_widths_and_byte_orders_are_read),
        cmocka_unit_test(small_integers_are_read),
        cmocka_unit_test(undefined_numbers_with_a_remark_are_numbers),
        cmocka_unit_test(a_tick_is_redefined_by_new_headers_only),
        cmocka_unit_test(names_that_are_no_utf8_count_as_windows_1252),
        cmocka_unit_test(sections_may_begin_anew),
        cmocka_unit_test(embedded_files_of_ascii_are_decoded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
