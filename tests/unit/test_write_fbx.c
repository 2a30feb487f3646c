// Documents written as binary FBX 7.4 and read again.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_animation.h"
#include "fbx/fbx_document.h"
#include "fbx/fbx_record.h"
#include "support/write_fbx.h"

static const char ASCII[] =
    "; FBX 7.5.0 project file\nFBXHeaderExtension: {\nFBXVersion: 7500\n}\n"
    "Objects: {\n"
    "Model: 9007199254740993, \"Model::A\", \"Mesh\" {\nProperties70: {\n"
    "P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",1,2.5,-3\n"
    "P: \"RotationOrder\", \"enum\", \"\", \"\",4\n"
    "P: \"Length\", \"KTime\", \"Time\", \"\",7\n}\nShading: Y\nCulling: \"CullingOff\"\n}\n"
    "Geometry: 20, \"Geometry::G\", \"Mesh\" {\nVertices: *6 {\na: 0,0,0,1,2,3\n}\n"
    "PolygonVertexIndex: *3 {\na: 0,1,-1\n}\nEmpty: *0 {\n}\n}\n"
    "AnimationCurve: 30, \"AnimCurve::\", \"\" {\nKeyTime: *2 {\na: 0,46186158000\n}\nKeyValueFloat: *2 {\na: "
    "1,2.5\n}\n"
    "KeyAttrFlags: *1 {\na: 50332680\n}\nKeyAttrDataFloat: *4 {\na: 1067999030,1046062303,543364603,0\n}\n"
    "KeyAttrRefCount: *1 {\na: 2\n}\n}\n"
    "}\n"
    "Connections: {\nC: \"OO\",9007199254740993,0\nC: \"OP\",30,20, \"Foo\"\n}\n";

typedef struct opened {
    sinew__arena arena;
    fbx_document *document;
    sinew_error error;
    void *written;
    size_t written_size;
} opened;

static opened *open_bytes(const void *bytes, size_t size)
{
    opened *it = calloc(1, sizeof *it);
    if (sinew__fbx_document_open(&it->arena, bytes, size, &it->document, &it->error) != SINEW_OK)
        fail_msg("%s", it->error.message);
    return it;
}

static void close_file(opened *it)
{
    sinew__arena_free(&it->arena);
    free(it->written);
    free(it);
}

/// Writes a document and opens the written bytes, which live as long as `from`.
static opened *reopen(opened *from)
{
    assert_int_equal(write_fbx(from->document->root, &from->written, &from->written_size, &from->error), SINEW_OK);
    return open_bytes(from->written, from->written_size);
}

static void an_array_that_cannot_be_read_is_not_written(void **state)
{
    (void)state;
    static const char TEXT[] = "; FBX 7.4.0\nObjects: {\nA: *2 {\na: 1,x\n}\n}\nConnections: {\n}\n";
    opened *it = open_bytes(TEXT, sizeof TEXT - 1);
    it->written = it;
    assert_int_equal(write_fbx(it->document->root, &it->written, &it->written_size, &it->error), SINEW_ERROR_DAMAGED);
    assert_null(it->written);
    assert_int_equal(it->written_size, 0);
    close_file(it);
}

static void what_is_written_is_binary_7_4(void **state)
{
    (void)state;
    opened *it = open_bytes(ASCII, sizeof ASCII - 1), *again = reopen(it);
    assert_true(again->document->is_binary);
    assert_int_equal(again->document->version, 7400);
    assert_memory_equal(it->written, "Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0", 27);
    close_file(again);
    close_file(it);
}

static void objects_properties_and_connections_survive(void **state)
{
    (void)state;
    opened *it = open_bytes(ASCII, sizeof ASCII - 1), *again = reopen(it);
    const fbx_document *document = again->document;
    assert_int_equal(document->object_count, 4);
    const fbx_object *model = sinew__fbx_object_by_id(document, INT64_C(9007199254740993));
    assert_non_null(model);
    assert_string_equal(model->name, "A");
    assert_string_equal(model->subclass, "Mesh");
    double v[3];
    assert_true(sinew__fbx_property_vector(model, FBX_PROPERTY_LCL_TRANSLATION, v));
    assert_close(v[1], 2.5, 0);
    assert_close(v[2], -3, 0);
    assert_int_equal(sinew__fbx_property_integer(model, FBX_PROPERTY_ROTATION_ORDER, 0), 4);
    assert_int_equal(sinew__fbx_record_letter(sinew__fbx_record_child(model->record, "Shading"), 0, '?'), 'Y');
    assert_int_equal(document->connection_count, 2);
    assert_string_equal(document->connections[1].target_property, "Foo");
    close_file(again);
    close_file(it);
}

/// Readers are strict about types: whole numbers of a vector are doubles, of an enumeration 32 bits, of a time 64.
static void values_get_the_type_that_readers_expect(void **state)
{
    (void)state;
    opened *it = open_bytes(ASCII, sizeof ASCII - 1), *again = reopen(it);
    const fbx_object *model = sinew__fbx_object_by_id(again->document, INT64_C(9007199254740993));
    assert_int_equal(sinew__fbx_property(model, FBX_PROPERTY_LCL_TRANSLATION)->values[4].type, 'D');
    assert_int_equal(sinew__fbx_property(model, FBX_PROPERTY_ROTATION_ORDER)->values[4].type, 'I');
    assert_int_equal(sinew__fbx_property_named(model, "Length")->values[4].type, 'L');
    const fbx_record *geometry = sinew__fbx_object_by_id(again->document, 20)->record;
    assert_int_equal(sinew__fbx_record_child(geometry, "Vertices")->values[0].as.array->type, 'd');
    assert_int_equal(sinew__fbx_record_child(geometry, "PolygonVertexIndex")->values[0].as.array->type, 'i');
    assert_int_equal(sinew__fbx_record_child(again->document->root, "Connections")->first_child->values[2].type, 'L');
    close_file(again);
    close_file(it);
}

static void arrays_survive(void **state)
{
    (void)state;
    opened *it = open_bytes(ASCII, sizeof ASCII - 1), *again = reopen(it);
    const fbx_record *geometry = sinew__fbx_object_by_id(again->document, 20)->record;
    const double *points = NULL;
    size_t count = 0;
    assert_int_equal(
        sinew__fbx_record_doubles(&again->arena, sinew__fbx_record_child(geometry, "Vertices"), &points, &count, NULL),
        SINEW_OK);
    assert_int_equal(count, 6);
    assert_close(points[5], 3, 0);
    assert_int_equal(
        sinew__fbx_record_doubles(&again->arena, sinew__fbx_record_child(geometry, "Empty"), &points, &count, NULL),
        SINEW_OK);
    assert_int_equal(count, 0);
    fbx_curve curve;
    assert_int_equal(sinew__fbx_read_curve(again->document, &again->arena, sinew__fbx_object_by_id(again->document, 30),
                                           &curve, NULL),
                     SINEW_OK);
    assert_int_equal(curve.key_count, 2);
    assert_int_equal(curve.keys[1].time, INT64_C(46186158000));
    assert_close(curve.keys[0].data[0], 1.31541, 1e-5);
    assert_close(curve.keys[0].right_weight, 0.562756, 1e-6);
    close_file(again);
    close_file(it);
}

static void writing_twice_gives_the_same_bytes(void **state)
{
    (void)state;
    opened *it = open_bytes(ASCII, sizeof ASCII - 1), *again = reopen(it), *third = reopen(again);
    assert_int_equal(it->written_size, again->written_size);
    assert_memory_equal(it->written, again->written, it->written_size);
    close_file(third);
    close_file(again);
    close_file(it);
}

/// A tree with every type of value.
static fbx_record *make_tree(sinew__arena *arena)
{
    static const double doubles[] = {0.1, -2, 1e300};
    static const float floats[] = {0.1f, 3e-30f};
    static const int32_t integers[] = {-1, 2147483647};
    static const int64_t times[] = {46186158000, -7};
    const fbx_bytes name = {"A \"b\"\n\0\1Model", 13}, raw = {"foobar", 6};
    fbx_record *root = sinew__fbx_record_add(arena, NULL, "");
    fbx_record *objects = sinew__fbx_record_add(arena, root, "Objects");
    fbx_record *model = sinew__fbx_record_add_values(arena, objects, "Model", "lts", INT64_C(20), name, "Null");
    (void)sinew__fbx_record_add_values(arena, model, "Values", "icds", -3, 'T', 0.1, "x, y");
    (void)sinew__fbx_record_add_values(arena, model, "Content", "r", raw);
    (void)sinew__fbx_record_add_array(arena, model, "Vertices", 'd', doubles, 3);
    (void)sinew__fbx_record_add_array(arena, model, "KeyValueFloat", 'f', floats, 2);
    (void)sinew__fbx_record_add_array(arena, model, "KeyAttrDataFloat", 'f', floats, 2);
    (void)sinew__fbx_record_add_array(arena, model, "Indexes", 'i', integers, 2);
    (void)sinew__fbx_record_add_array(arena, model, "KeyTime", 'l', times, 2);
    (void)sinew__fbx_record_add(arena, root, "Connections");
    return root;
}

static void assert_numbers(opened *it, const fbx_record *model, const char *name, double first, double second)
{
    const double *numbers = NULL;
    size_t count = 0;
    assert_int_equal(
        sinew__fbx_record_doubles(&it->arena, sinew__fbx_record_child(model, name), &numbers, &count, NULL), SINEW_OK);
    assert_true(count >= 2);
    assert_true(numbers[0] == first && numbers[1] == second);
}

/// The records read back from make_tree; text has no types, and its attributes are bits.
static void assert_tree(opened *it, uint32_t version, int is_text)
{
    const fbx_object *object = sinew__fbx_object_by_id(it->document, 20);
    fbx_bytes content;
    assert_int_equal(it->document->version, version);
    assert_non_null(object);
    assert_string_equal(object->name, "A \"b\"\n");
    assert_string_equal(object->subclass, "Null");
    const fbx_record *model = object->record, *values = sinew__fbx_record_child(model, "Values");
    assert_int_equal(sinew__fbx_record_integer(values, 0, 0), -3);
    assert_int_equal(sinew__fbx_record_letter(values, 1, '?'), 'T');
    assert_true(sinew__fbx_record_number(values, 2, 0) == 0.1);
    assert_true(sinew__fbx_record_text_is(values, 3, "x, y"));
    assert_int_equal(sinew__fbx_record_content(&it->arena, sinew__fbx_record_child(model, "Content"), &content, NULL),
                     SINEW_OK);
    assert_int_equal(content.size, 6);
    assert_memory_equal(content.bytes, "foobar", 6);
    assert_numbers(it, model, "Vertices", 0.1, -2);
    assert_numbers(it, model, "KeyValueFloat", (double)0.1f, (double)3e-30f);
    assert_numbers(it, model, "Indexes", -1, 2147483647);
    assert_numbers(it, model, "KeyTime", 46186158000.0, -7);
    if (is_text)
        assert_numbers(it, model, "KeyAttrDataFloat", 0x3dcccccd, 0xe736390); // IEEE 754 of 0.1 and 3e-30
    else
        assert_numbers(it, model, "KeyAttrDataFloat", (double)0.1f, (double)3e-30f);
}

static void trees_are_read_as_they_were_written(void **state)
{
    (void)state;
    static const uint32_t versions[] = {7400, 7500};
    for (int i = 0; i < 2; ++i) {
        sinew__arena arena = {0};
        sinew__buffer binary = {0}, text = {0};
        fbx_record *root = make_tree(&arena);
        assert_false(sinew__fbx_is_large(root));
        sinew__fbx_write_binary(root, versions[i], &binary);
        opened *it = open_bytes(binary.text, binary.size);
        assert_tree(it, versions[i], 0);
        close_file(it);
        sinew__fbx_write_ascii(root, versions[i], &text);
        assert_memory_equal(text.text, "; FBX 7.", 8);
        it = open_bytes(text.text, text.size);
        assert_tree(it, it->document->version, 1);
        close_file(it);
        sinew__buffer_free(&text);
        sinew__buffer_free(&binary);
        sinew__arena_free(&arena);
    }
}

static int fake_inflate(void *out, size_t out_size, const void *bytes, size_t size)
{
    if (size != 4 || memcmp(bytes, "zlib", 4) != 0 || out_size != 8) return 0;
    memcpy(out, &(int32_t[]){7, -8}, 8);
    return 1;
}

/// Makes a root with one record that holds a compressed array.
static fbx_record *make_packed(sinew__arena *arena, const char *bytes)
{
    fbx_record *root = sinew__fbx_record_add(arena, NULL, "");
    fbx_record *record = sinew__fbx_record_add_array(arena, root, "Materials", 'i', NULL, 2);
    *record->values->as.array =
        (fbx_array){.bytes = bytes, .size = 4, .count = 2, .type = 'i', .encoding = FBX_ARRAY_DEFLATE};
    return root;
}

static void compressed_arrays_are_written_as_text(void **state)
{
    (void)state;
    sinew__arena arena = {0};
    sinew__buffer text = {0};
    sinew_error error = {0};
    fbx_record *root = make_packed(&arena, "zlib");
    assert_int_equal(sinew__fbx_prepare_text(&arena, root, NULL, 8, &error), SINEW_ERROR_UNSUPPORTED);
    assert_int_equal(sinew__fbx_prepare_text(&arena, root, fake_inflate, 7, &error), SINEW_ERROR_LIMIT);
    assert_int_equal(sinew__fbx_prepare_text(&arena, make_packed(&arena, "zlip"), fake_inflate, 8, &error),
                     SINEW_ERROR_DAMAGED);
    static const signed char flags[] = {1, 0};
    fbx_record *plain = sinew__fbx_record_add_array(&arena, root, "Visible", 'b', NULL, 2);
    *plain->values->as.array =
        (fbx_array){.bytes = (const char *)flags, .size = 2, .count = 2, .type = 'b', .encoding = FBX_ARRAY_PLAIN};
    (void)sinew__fbx_record_add_values(&arena, root, "Letters", "cc", 'Y', 1);
    assert_int_equal(sinew__fbx_prepare_text(&arena, root, fake_inflate, 10, &error), SINEW_OK);
    sinew__fbx_write_ascii(root, 7400, &text);
    sinew__buffer_put_character(&text, '\0');
    assert_non_null(strstr(text.text, "Materials: *2 {\n\ta: 7,-8\n}"));
    assert_non_null(strstr(text.text, "Visible: *2 {\n\ta: 1,0\n}"));
    assert_non_null(strstr(text.text, "Letters: Y,1\n")); // a byte that is no letter is a number
    sinew__buffer_free(&text);
    sinew__arena_free(&arena);
}

static void records_that_text_cannot_have_are_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"a b", "a:", "a\"", "", "\xc3\xa9"};
    static const int32_t numbers[] = {1, 2};
    sinew__arena arena = {0};
    sinew_error error = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        fbx_record *root = sinew__fbx_record_add(&arena, NULL, "");
        (void)sinew__fbx_record_add(&arena, root, names[i]);
        assert_int_equal(sinew__fbx_prepare_text(&arena, root, NULL, 100, &error), SINEW_ERROR_UNSUPPORTED);
    }
    fbx_record *root = sinew__fbx_record_add(&arena, NULL, "");
    fbx_record *array = sinew__fbx_record_add_array(&arena, root, "A|b-_9", 'i', numbers, 2);
    assert_int_equal(sinew__fbx_prepare_text(&arena, root, NULL, 100, &error), SINEW_OK);
    (void)sinew__fbx_record_add(&arena, array, "Below");
    assert_int_equal(sinew__fbx_prepare_text(&arena, root, NULL, 100, &error), SINEW_ERROR_UNSUPPORTED);
    sinew__arena_free(&arena);
}

static void escapes_in_properties_are_counted(void **state)
{
    (void)state;
    sinew__arena arena = {0};
    fbx_bytes text;
    int32_t count = -1;
    fbx_record *root = sinew__fbx_record_add(&arena, NULL, "");
    (void)sinew__fbx_record_add_values(&arena, root, "P", "sssss", "UDP3DSMAX", "KString", "", "U", "a&cr;&lf;b");
    assert_false(sinew__fbx_find_escape(root, &text, &count));
    assert_int_equal(count, 1);
    (void)sinew__fbx_record_add_values(&arena, root, "Model", "lss", INT64_C(1), "b&lf;", "Null");
    assert_true(sinew__fbx_find_escape(root, &text, &count));
    assert_int_equal(text.size, 5);
    assert_memory_equal(text.bytes, "b&lf;", 5);
    sinew__arena_free(&arena);
}

/// An array that is longer than a file of version 7.4 may be: only its size counts here.
static void large_files_are_told_by_their_size(void **state)
{
    (void)state;
    static const double item;
    sinew__arena arena = {0};
    fbx_record *root = make_tree(&arena);
    (void)sinew__fbx_record_add_array(&arena, root, "Vertices", 'd', &item, (size_t)1 << 29);
    assert_true(sinew__fbx_is_large(root));
    sinew__arena_free(&arena);
}

static void a_record_that_was_taken_out_is_not_written(void **state)
{
    (void)state;
    opened *it = open_bytes(ASCII, sizeof ASCII - 1);
    sinew__fbx_record_detach(sinew__fbx_object_by_id(it->document, 20)->record);
    opened *again = reopen(it);
    assert_null(sinew__fbx_object_by_id(again->document, 20));
    assert_non_null(sinew__fbx_object_by_id(again->document, 30));
    assert_int_equal(again->document->connection_count, 1);
    close_file(again);
    close_file(it);
}

static void a_deep_tree_is_written_without_recursion(void **state)
{
    (void)state;
    enum { DEPTH = 100000 };
    sinew__arena arena = {0};
    fbx_record *root = sinew__fbx_record_add(&arena, NULL, ""), *at = root;
    for (int i = 0; i < DEPTH; ++i) at = sinew__fbx_record_add(&arena, at, "A");
    void *bytes = NULL;
    size_t size = 0;
    assert_int_equal(write_fbx(root, &bytes, &size, NULL), SINEW_OK);
    opened *again = open_bytes(bytes, size);
    int depth = 0;
    for (const fbx_record *record = again->document->root->first_child; sinew__fbx_record_is(record, "A");
         record = record->first_child)
        ++depth;
    assert_int_equal(depth, DEPTH);
    close_file(again);
    free(bytes);
    sinew__arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_array_that_cannot_be_read_is_not_written),
        cmocka_unit_test(what_is_written_is_binary_7_4),
        cmocka_unit_test(objects_properties_and_connections_survive),
        cmocka_unit_test(values_get_the_type_that_readers_expect),
        cmocka_unit_test(arrays_survive),
        cmocka_unit_test(writing_twice_gives_the_same_bytes),
        cmocka_unit_test(trees_are_read_as_they_were_written),
        cmocka_unit_test(compressed_arrays_are_written_as_text),
        cmocka_unit_test(records_that_text_cannot_have_are_refused),
        cmocka_unit_test(escapes_in_properties_are_counted),
        cmocka_unit_test(large_files_are_told_by_their_size),
        cmocka_unit_test(a_record_that_was_taken_out_is_not_written),
        cmocka_unit_test(a_deep_tree_is_written_without_recursion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
