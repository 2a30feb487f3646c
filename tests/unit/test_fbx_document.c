// The FBX reader on small files made by hand: their content.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_animation.h"
#include "support/small_fbx.h"

static void ascii_settings_are_read(void **state)
{
    (void)state;
    opened *it = open_text(small_ascii);
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
    opened *it = open_text(small_ascii);
    const fbx_object *model = sinew__fbx_object_by_id(it->document, 100);
    assert_non_null(model);
    assert_string_equal(model->name, "a \"b\"");
    assert_true(sinew__fbx_object_is(model, FBX_MODEL, "LimbNode"));
    assert_ptr_equal(sinew__fbx_object_by_name(it->document, FBX_MODEL, "a \"b\""), model);
    assert_null(sinew__fbx_object_by_name(it->document, FBX_GEOMETRY, "a \"b\""));
    assert_null(sinew__fbx_object_by_id(it->document, 101));
    assert_int_equal(sinew__fbx_object_by_id(it->document, 0)->index, 0);
    close_file(it);
}

static void properties_fall_back_to_the_template(void **state)
{
    (void)state;
    opened *it = open_text(small_ascii);
    const fbx_object *model = sinew__fbx_object_by_id(it->document, 100);
    double v[3] = {9, 9, 9};
    assert_true(sinew__fbx_property_vector(model, FBX_PROPERTY_LCL_TRANSLATION, v));
    assert_close(v[0], -1.5, 0);
    assert_close(v[1], 20, 0);
    assert_close(v[2], 3, 0);
    assert_true(sinew__fbx_property_vector(model, FBX_PROPERTY_LCL_SCALING, v));
    assert_close(v[1], 1, 0);
    assert_false(sinew__fbx_property_vector(model, FBX_PROPERTY_LCL_ROTATION, v));
    assert_close(sinew__fbx_property_number(model, FBX_PROPERTY_WEIGHT, 4.5), 4.5, 0);
    close_file(it);
}

static void connections_lead_both_ways_and_those_to_nothing_are_left_out(void **state)
{
    (void)state;
    opened *it = open_text(small_ascii);
    const fbx_object *model = sinew__fbx_object_by_id(it->document, 100);
    assert_int_equal(it->document->connection_count, 3);
    assert_int_equal(sinew__fbx_sources(it->document, model).count, 2);
    assert_int_equal(sinew__fbx_targets(it->document, model).count, 1);
    assert_int_equal(sinew__fbx_source_of(it->document, model, FBX_GEOMETRY)->id, 200);
    assert_null(sinew__fbx_source_of(it->document, model, FBX_ANIMATION_CURVE));
    assert_int_equal(
        sinew__fbx_source_of_property(it->document, model, FBX_PROPERTY_LCL_TRANSLATION, FBX_ANIMATION_CURVE)->id, 300);
    assert_int_equal(sinew__fbx_source_of(it->document, &it->document->objects[0], FBX_MODEL)->id, 100);
    assert_int_equal(sinew__fbx_target_of(it->document, sinew__fbx_object_by_id(it->document, 200), FBX_MODEL)->id,
                     100);
    close_file(it);
}

/// As a file looks that went through an old Mac, or a program that thinks it runs on one.
static void lines_may_end_with_a_carriage_return_alone(void **state)
{
    (void)state;
    char text[4096];
    assert_true(strlen(small_ascii) < sizeof text);
    for (size_t i = 0; i <= strlen(small_ascii); ++i) text[i] = small_ascii[i] == '\n' ? '\r' : small_ascii[i];
    opened *it = open_text(text);
    const double *items = NULL;
    size_t count = 0;
    const fbx_record *geometry = sinew__fbx_object_by_id(it->document, 200)->record;
    assert_int_equal(
        sinew__fbx_record_doubles(&it->arena, sinew__fbx_record_child(geometry, "Vertices"), &items, &count, NULL),
        SINEW_OK);
    assert_int_equal(count, 6);
    assert_close(items[5], -6.25, 0);
    close_file(it);
}

static void ascii_arrays_are_read_over_line_breaks(void **state)
{
    (void)state;
    static const double EXPECTED[] = {0.1, -2, 300, 4, 5, -6.25};
    opened *it = open_text(small_ascii);
    const fbx_record *geometry = sinew__fbx_object_by_id(it->document, 200)->record;
    const double *items = NULL;
    size_t count = 77;
    assert_int_equal(
        sinew__fbx_record_doubles(&it->arena, sinew__fbx_record_child(geometry, "Vertices"), &items, &count, NULL),
        SINEW_OK);
    assert_int_equal(count, 6);
    for (size_t i = 0; i < 6; ++i) assert_close(items[i], EXPECTED[i], 0);
    assert_int_equal(
        sinew__fbx_record_doubles(&it->arena, sinew__fbx_record_child(geometry, "Empty"), &items, &count, NULL),
        SINEW_OK);
    assert_int_equal(count, 0);
    assert_int_equal(sinew__fbx_record_doubles(&it->arena, NULL, &items, &count, NULL), SINEW_OK);
    close_file(it);
}

// The numbers of the first key are those that Maya's own comment in such a file explains:
// RightSlope:1.31541, NextLeftSlope:0.212543, RightWeight:0.562756, NextLeftWeight:0.829183.
/// Writers of text miscount: `*2` before three numbers, `*9` before one.
static void what_a_text_announces_does_not_count(void **state)
{
    (void)state;
    opened *it = open_text("; FBX 7.4.0\nObjects: {\nA: *2 {\na: 4,5 ; two\n6\n}\nB: *3 {\na: 7,\n}\n"
                           "C: *2 {\na: 8-9\n}\n}\n"
                           "Connections: {\n}\n");
    assert_int_equal(it->result, SINEW_OK);
    const fbx_record *objects = sinew__fbx_record_child(it->document->root, "Objects");
    const int32_t *items = NULL;
    size_t count = 0;
    assert_int_equal(sinew__fbx_record_int32s(&it->arena, sinew__fbx_record_child(objects, "A"), &items, &count, NULL),
                     SINEW_OK);
    assert_int_equal(count, 3);
    assert_int_equal(items[2], 6);
    assert_int_equal(sinew__fbx_record_int32s(&it->arena, sinew__fbx_record_child(objects, "B"), &items, &count, NULL),
                     SINEW_OK);
    assert_int_equal(count, 1);
    assert_int_equal(items[0], 7);
    // Numbers that nothing separates are no numbers.
    sinew_error error = {0};
    assert_int_equal(
        sinew__fbx_record_int32s(&it->arena, sinew__fbx_record_child(objects, "C"), &items, &count, &error),
        SINEW_ERROR_DAMAGED);
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
    assert_string_equal(sinew__fbx_object_by_id(newer->document, 5)->name, "A");
    opened *older = open_text("FBXHeaderExtension: {\n}\nObjects: {\nModel: \"Model::A\", \"Null\" {\n}\n}\n"
                              "Connections: {\n}\n");
    assert_int_equal(older->result, SINEW_OK);
    assert_int_equal(older->document->version, 6100);
    assert_non_null(sinew__fbx_object_by_name(older->document, FBX_MODEL, "A"));
    close_file(newer);
    close_file(older);
}

static fbx_curve read_only_curve(opened *it)
{
    fbx_curve curve;
    if (it->result != SINEW_OK) fail_msg("%s", it->error.message);
    assert_int_equal(
        sinew__fbx_read_curve(it->document, &it->arena, sinew__fbx_object_by_id(it->document, 7), &curve, &it->error),
        SINEW_OK);
    return curve;
}

/// Assimp leaves the attributes of its keys empty and means straight lines; nobody else does.
static void empty_attributes_are_straight_lines_in_files_of_assimp(void **state)
{
    (void)state;
    static const struct {
        const char *creator;
        uint32_t flags;
    } CASES[] = {{"Open Asset Import Library (Assimp) 5.2.0", FBX_KEY_LINEAR},
                 {"FBX SDK/FBX Plugins version 2013.3", 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXVersion: 7400\nCreator: \"%s\"\n}\nObjects: {\n"
            "AnimationCurve: 7, \"AnimCurve::\", \"\" {\nKeyTime: *2 {\na: 0,10\n}\nKeyValueFloat: *2 {\na: 1,2\n}\n"
            "KeyAttrFlags: *1 {\na: 0\n}\nKeyAttrDataFloat: *4 {\na: 0,0,0,0\n}\nKeyAttrRefCount: *1 {\na: 2\n}\n"
            "}\n}\nConnections: {\n}\n",
            CASES[i].creator);
        opened *it = open_text(text);
        const fbx_curve curve = read_only_curve(it);
        assert_int_equal(curve.keys[0].flags, CASES[i].flags);
        assert_int_equal(curve.keys[1].flags, CASES[i].flags);
        close_file(it);
    }
}

/// Autodesk's FBX SDK 2019.2 keeps a slope without end, or not at all.
static void a_slope_is_kept_for_ever_or_not_at_all(void **state)
{
    (void)state;
    static const struct {
        const char *repetition;
        fbx_extrapolation kind;
    } CASES[] = {{"Repetition: -1\n", FBX_EXTRAPOLATE_SLOPE},
                 {"Repetition: 2\n", FBX_EXTRAPOLATE_CONSTANT},
                 {"", FBX_EXTRAPOLATE_CONSTANT}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char text[1024];
        snprintf(text, sizeof text,
                 "; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXVersion: 7400\n}\nObjects: {\nAnimationCurve: 7, "
                 "\"AnimCurve::\", \"\" {\n"
                 "Pre-Extrapolation: {\nType: K\n%s}\nPost-Extrapolation: {\nType: M\n}\n}\n}\nConnections: {\n}\n",
                 CASES[i].repetition);
        opened *it = open_text(text);
        const fbx_curve curve = read_only_curve(it);
        assert_int_equal(curve.pre, CASES[i].kind);
        assert_int_equal(curve.post, FBX_EXTRAPOLATE_MIRROR);
        assert_int_equal(curve.post_count, -1);
        close_file(it);
    }
}

static void curve_keys_are_unpacked(void **state)
{
    (void)state;
    opened *it = open_text(small_ascii);
    fbx_curve curve;
    assert_int_equal(
        sinew__fbx_read_curve(it->document, &it->arena, sinew__fbx_object_by_id(it->document, 300), &curve, &it->error),
        SINEW_OK);
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
    const fbx_object *model = sinew__fbx_object_by_id(it->document, 100);
    assert_non_null(model);
    assert_string_equal(model->name, "Cube");
    assert_string_equal(model->subclass, "Mesh");
    assert_int_equal(sinew__fbx_record_letter(sinew__fbx_record_child(model->record, "Shading"), 0, '?'), 'T');
    const double *vertices = NULL;
    const float *floats = NULL;
    const int64_t *indices = NULL;
    size_t count = 0;
    const fbx_record *record = sinew__fbx_record_child(model->record, "Vertices");
    assert_int_equal(sinew__fbx_record_doubles(&it->arena, record, &vertices, &count, NULL), SINEW_OK);
    assert_int_equal(count, 9);
    for (size_t i = 0; i < 9; ++i) assert_close(vertices[i], EXPECTED[i], 0);
    assert_int_equal(sinew__fbx_record_floats(&it->arena, record, &floats, &count, NULL), SINEW_OK);
    assert_close(floats[1], -1, 0);
    record = sinew__fbx_record_child(model->record, "Indices");
    assert_int_equal(sinew__fbx_record_int64s(&it->arena, record, &indices, &count, NULL), SINEW_OK);
    assert_int_equal(count, 4);
    assert_int_equal(indices[2], -3);
    assert_int_equal(indices[3], 2147483647);
    close_file(it);
}

/// 1065353216 has the bits of 1, 1073741824 has the bits of 2; in an array, in a list, in a list long enough to be
/// packed, and the numbers themselves.
static void attributes_of_text_are_bits_however_they_are_listed(void **state)
{
    (void)state;
    static const char *const DATA[] = {"*4 {\na: 1065353216,1073741824,0,0\n}", "1065353216,1073741824,0,0",
                                       "1065353216,1073741824,0,0,0,0,0,0", "1.0,2.0,0,0", "*4 {\na: 1e0,2e0,0,0\n}"};
    for (size_t i = 0; i < sizeof DATA / sizeof *DATA; ++i) {
        char text[1024];
        snprintf(
            text, sizeof text,
            "; FBX 7.4.0\nObjects: {\nAnimationCurve: 5, \"AnimCurve::\", \"\" {\nKeyTime: 0,1\nKeyValueFloat: 3,4\n"
            "KeyAttrFlags: 1032,1032\nKeyAttrDataFloat: %s\nKeyAttrRefCount: 1,1\n}\n}\nConnections: {\n}\n",
            DATA[i]);
        opened *it = open_text(text);
        assert_int_equal(it->result, SINEW_OK);
        fbx_curve curve;
        assert_int_equal(
            sinew__fbx_read_curve(it->document, &it->arena, sinew__fbx_object_by_id(it->document, 5), &curve, NULL),
            SINEW_OK);
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
    for (int i = 0; i < 9; ++i) make_fbx_int8(&file, (int8_t)(i - 4));
    make_fbx_close(&file);
    make_fbx_close(&file);
    make_fbx_end(&file);
    opened *it = open_bytes(file.bytes, file.size);
    assert_int_equal(it->result, SINEW_OK);
    const fbx_record *objects = sinew__fbx_record_child(it->document->root, "Objects");
    assert_int_equal(sinew__fbx_child_integer(objects, "One", 0), -3);
    const int32_t *items = NULL;
    size_t count = 0;
    assert_int_equal(
        sinew__fbx_record_int32s(&it->arena, sinew__fbx_record_child(objects, "Many"), &items, &count, NULL), SINEW_OK);
    assert_int_equal(count, 9);
    for (int i = 0; i < 9; ++i) assert_int_equal(items[i], i - 4);
    close_file(it);
}

/// As some C libraries print it, among values and in an array.
static void undefined_numbers_with_a_remark_are_numbers(void **state)
{
    (void)state;
    opened *it = open_text("; FBX 7.4.0\nObjects: {\nA: 1,-nan(ind),nan(ind),4\nB: *3 {\na: 1,-nan(ind),3\n}\n}\n"
                           "Connections: {\n}\n");
    assert_int_equal(it->result, SINEW_OK);
    const fbx_record *objects = sinew__fbx_record_child(it->document->root, "Objects");
    assert_close(sinew__fbx_record_number(sinew__fbx_record_child(objects, "A"), 3, 0), 4, 0);
    const double *items = NULL;
    size_t count = 0;
    assert_int_equal(sinew__fbx_record_doubles(&it->arena, sinew__fbx_record_child(objects, "B"), &items, &count, NULL),
                     SINEW_OK);
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
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
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
    assert_string_equal(sinew__fbx_object_by_id(it->document, 5)->name, "J\xc3\xb6rg\xe2\x80\x99s");
    assert_non_null(sinew__fbx_object_by_name(it->document, FBX_MODEL, "J\xf6rg\x92s"));
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
    const fbx_object *model = sinew__fbx_object_by_id(it->document, 6);
    assert_non_null(model);
    assert_int_equal(sinew__fbx_target_of(it->document, model, FBX_MODEL)->id, 5);
    close_file(it);
}

static void embedded_files_of_ascii_are_decoded(void **state)
{
    (void)state;
    opened *it = open_text("; FBX 7.4.0\nObjects: { Video: 5, \"Video::v\", \"Clip\" {\n"
                           "RelativeFilename: \"a.png\"\nContent: ,\n\"SGVs\",\n\"bG8=\"\n} }\nConnections: {}\n");
    assert_int_equal(it->result, SINEW_OK);
    const fbx_object *video = sinew__fbx_object_by_id(it->document, 5);
    fbx_bytes content;
    assert_int_equal(sinew__fbx_video_content(it->document, video, &content, NULL), SINEW_OK);
    assert_int_equal(content.size, 5);
    assert_memory_equal(content.bytes, "Hello", 5);
    assert_int_equal(sinew__fbx_media_file_name(video).size, 5);
    close_file(it);
}

static void an_arena_gives_zeroed_memory_again_within_the_limit_of_another(void **state)
{
    (void)state;
    enum { LIMIT = 1000000, HALF = 500000 };
    sinew__arena first = {.limit = LIMIT}, second = {0};
    assert_non_null(sinew__arena_take(&first, HALF, 1));
    sinew__arena_share_limit(&second, &first);
    assert_null(sinew__arena_take(&second, HALF, 1)); // with what the arenas need themselves, both exceed it
    assert_int_equal(sinew__arena_fail(&second, NULL), SINEW_ERROR_MEMORY_LIMIT);
    sinew__arena_free(&second);
    for (int round = 0; round < 100; ++round) { // 40 MB in all
        unsigned char *bytes = sinew__arena_take(&second, HALF - 100000, 1);
        assert_non_null(bytes);
        int zeros = 1;
        for (int i = 0; i < HALF - 100000; ++i) zeros &= bytes[i] == 0;
        assert_true(zeros);
        memset(bytes, 0xff, HALF - 100000);
        sinew__arena_reset(&second);
    }
    sinew__arena_free(&second);
    sinew__arena_free(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_arena_gives_zeroed_memory_again_within_the_limit_of_another),
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
        cmocka_unit_test(empty_attributes_are_straight_lines_in_files_of_assimp),
        cmocka_unit_test(a_slope_is_kept_for_ever_or_not_at_all),
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
