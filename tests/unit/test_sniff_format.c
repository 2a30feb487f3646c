#include "support/cmocka_close.h"

#include <string.h>

#include "import/sniff_format.h"

static int knows_obj(const char *extension)
{
    return strcmp(extension, "obj") == 0;
}

static sinew_result sniff(const char *name, const char *text, import_format *out, sinew_error *error)
{
    return sinew__sniff_format(name, text, strlen(text), knows_obj, out, error);
}

static void a_letter_is_not_a_model_and_says_how_it_starts(void **state)
{
    (void)state;
    import_format format;
    sinew_error error = {0};
    assert_int_equal(sniff("notes.fbx", "Dear Anna\nthank you for", &format, &error), SINEW_ERROR_NOT_A_MODEL);
    assert_string_equal(error.message, "not a model file (starts with \"Dear Anna\")");
}

static int knows_3mf_and_obj(const char *extension)
{
    return strcmp(extension, "3mf") == 0 || knows_obj(extension);
}

static void what_is_often_taken_for_a_model_is_named_with_a_way_to_get_it(void **state)
{
    (void)state;
    static const struct {
        const char *name, *start, *message, *hint;
    } rows[] = {
        {"walk.fbx", "version https://git-lfs", "not a model file but a Git LFS pointer", "git lfs pull"},
        {"walk.obj", "version https://git-lfs", "not a model file but a Git LFS pointer", "git lfs pull"},
        {"walk.fbx", "\n<!DOCTYPE html><html>", "not a model file but a web page", "download"},
        {"walk.dae", "<HTML lang=\"en\">", "not a model file but a web page", "download"},
        {"walk.fbx", "PK\3\4\24", "not a model file but a ZIP archive", "unpack"},
        {"walk.obj", "PK\3\4\24", "not a model file but a ZIP archive", "unpack"},
        {"walk", "PK\3\4\24", "not a model file but a ZIP archive", "unpack"},
        {"walk.fbx", "\x1f\x8b\b", "not a model file but a gzip archive", "gunzip <FILE >NEW.fbx unpacks it"},
        {"walk.glb.gz", "\x1f\x8b\b", "not a model file but a gzip archive", "gunzip <FILE >NEW.glb unpacks it"},
        {"a.b/walk.GZ", "\x1f\x8b\b", "not a model file but a gzip archive", "gunzip <FILE >NEW unpacks it"},
        // RFC 1952: method, flags with a name, four bytes of time, two that are not needed, the name
        {"walk.gz", "\x1f\x8b\b\b\1\1\1\1\1\1scene.dae", "not a model file but a gzip archive", ">NEW.dae unpacks"},
        {"walk.tar.gz", "\x1f\x8b\b", "not a model file but a gzip archive", "tar -xzf FILE unpacks it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        import_format format;
        sinew_error error = {0};
        assert_int_equal(
            sinew__sniff_format(rows[i].name, rows[i].start, strlen(rows[i].start), knows_3mf_and_obj, &format, &error),
            SINEW_ERROR_NOT_A_MODEL);
        assert_string_equal(error.message, rows[i].message);
        assert_non_null(strstr(error.hint, rows[i].hint));
    }
}

static void formats_that_are_archives_go_to_the_importer(void **state)
{
    (void)state;
    import_format format;
    assert_int_equal(sinew__sniff_format("walk.3mf", "PK\3\4\24", 5, knows_3mf_and_obj, &format, NULL), SINEW_OK);
    assert_string_equal(format.extension, "3mf");
}

static void the_start_of_a_file_is_quoted_printably(void **state)
{
    (void)state;
    import_format format;
    sinew_error error = {0};
    assert_int_equal(sniff("x", "\x1b[31mred", &format, &error), SINEW_ERROR_NOT_A_MODEL);
    assert_null(strchr(error.message, '\x1b'));
}

static void nothing_is_empty(void **state)
{
    (void)state;
    import_format format;
    assert_int_equal(sniff("walk.fbx", "", &format, NULL), SINEW_ERROR_EMPTY);
}

static void scenes_of_other_programs_are_unsupported_and_named(void **state)
{
    (void)state;
    import_format format;
    sinew_error error = {0};
    assert_int_equal(sniff("old.max", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", &format, &error), SINEW_ERROR_UNSUPPORTED);
    assert_string_equal(error.message, "unsupported format: 3ds Max scenes");
    assert_int_equal(sniff("a.ma", "//Maya ASCII 2020 scene", &format, &error), SINEW_ERROR_UNSUPPORTED);
}

static void content_wins_over_the_extension(void **state)
{
    (void)state;
    const struct {
        const char *name, *text, *extension, *format;
    } rows[] = {
        {"a.dat", "Kaydara FBX Binary  ", "fbx", "FBX"},
        {"a.obj", "; FBX 7.4.0 project file", "fbx", "FBX"},
        {"a", "\n  HIERARCHY\nROOT Hips", "bvh", "BVH"},
        {"a.json", "{ \"asset\": {\"version\": \"2.0\"}}", "gltf", "glTF"},
        {"a.xml", "<?xml version=\"1.0\"?>\n<COLLADA xmlns=\"\">", "dae", "Collada"},
        {"a.OBJ", "v 0 0 0", "obj", "OBJ"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        import_format format;
        assert_int_equal(sniff(rows[i].name, rows[i].text, &format, NULL), SINEW_OK);
        assert_string_equal(format.extension, rows[i].extension);
        assert_string_equal(format.name, rows[i].format);
    }
}

static void a_cut_glb_says_where_it_ends(void **state)
{
    (void)state;
    const char whole[] = "glTF\2\0\0\0\x14\0\0\0\0\0\0\0JSON"; // 20 bytes, as it says
    import_format format;
    sinew_error error = {0};
    assert_int_equal(sinew__sniff_format("a.fbx", whole, 20, knows_obj, &format, &error), SINEW_OK);
    assert_string_equal(format.extension, "glb");
    assert_int_equal(sinew__sniff_format("a.glb", whole, 19, knows_obj, &format, &error), SINEW_ERROR_TRUNCATED);
    assert_string_equal(error.message, "the file ends early, at byte 19 of 20");
    assert_int_equal(sinew__sniff_format("a.glb", whole, 6, knows_obj, &format, &error), SINEW_ERROR_TRUNCATED);
}

static void an_extension_alone_does_not_make_an_fbx(void **state)
{
    (void)state;
    import_format format;
    assert_int_equal(sniff("a.glb", "v 0 0 0", &format, NULL), SINEW_ERROR_NOT_A_MODEL);
    assert_int_equal(sniff("a.unknown", "v 0 0 0", &format, NULL), SINEW_ERROR_NOT_A_MODEL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_letter_is_not_a_model_and_says_how_it_starts),
        cmocka_unit_test(what_is_often_taken_for_a_model_is_named_with_a_way_to_get_it),
        cmocka_unit_test(formats_that_are_archives_go_to_the_importer),
        cmocka_unit_test(the_start_of_a_file_is_quoted_printably),
        cmocka_unit_test(nothing_is_empty),
        cmocka_unit_test(scenes_of_other_programs_are_unsupported_and_named),
        cmocka_unit_test(content_wins_over_the_extension),
        cmocka_unit_test(a_cut_glb_says_where_it_ends),
        cmocka_unit_test(an_extension_alone_does_not_make_an_fbx),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
