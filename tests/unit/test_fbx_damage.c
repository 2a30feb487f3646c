// The FBX reader on files that are not FBX, or damaged ones: every kind of error.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_animation.h"
#include "support/small_fbx.h"

enum { MOST_TEXT = 4096 };

static void what_is_no_fbx_file_is_refused(void **state)
{
    (void)state;
    assert_fails("", 0, SINEW_ERROR_EMPTY, "the file is empty");
    assert_fails("Dear Anna", 9, SINEW_ERROR_NOT_A_MODEL, "not a model file (starts with \"Dear Anna\")");
    assert_fails("\x1b[31m\0", 6, SINEW_ERROR_NOT_A_MODEL, "not a model file (starts with \"\\x1b[31m\")");
    assert_fails("; a poem\n", 9, SINEW_ERROR_NOT_A_MODEL, NULL);
    assert_fails("Kaydara FB", 10, SINEW_ERROR_TRUNCATED, "the file ends early, at byte 10 of 27");
    assert_false(sinew__fbx_is_fbx("glTF", 4));
}

static void comments_before_an_ascii_file_are_stepped_over(void **state)
{
    (void)state;
    enum { LINES = 500, LENGTH = 40 };
    static char text[LINES * LENGTH + 64];
    for (int i = 0; i < LINES; ++i) {
        memset(text + i * LENGTH, ';', LENGTH - 1);
        text[i * LENGTH + LENGTH - 1] = '\n';
    }
    assert_false(sinew__fbx_is_fbx(text, LINES * LENGTH));
    strcpy(text + LINES * LENGTH, "FBXHeaderExtension:  {\n}\n");
    assert_true(sinew__fbx_is_fbx(text, strlen(text)));
}

static void every_cut_of_an_ascii_file_is_an_error(void **state)
{
    (void)state;
    const size_t size = strlen(small_ascii);
    for (size_t cut = 0; cut < size - 1; ++cut) { // the last byte is a line's end
        opened *it = open_bytes(small_ascii, cut);
        if (it->result == SINEW_OK) fail_msg("opens without the bytes from %zu on", cut);
        assert_true(it->error.message[0] != '\0');
        close_file(it);
    }
}

static void every_cut_of_a_binary_file_is_an_error(void **state)
{
    (void)state;
    static make_fbx file;
    const uint32_t versions[] = {6100, 7400, 7500};
    for (size_t v = 0; v < 3; ++v) {
        const size_t footer = make_small_binary(&file, versions[v], 0);
        for (size_t cut = 0; cut < footer; ++cut) {
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
    for (size_t v = 0; v < 3; ++v) {
        const size_t footer = make_small_binary(&file, versions[v], 0);
        for (size_t bit = 27 * 8; bit < footer * 8; ++bit) {
            file.bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            opened *it = open_bytes(file.bytes, file.size);
            if (it->result != SINEW_OK) assert_true(it->error.message[0] != '\0');
            if (it->result == SINEW_OK && it->document->object_count > 1) {
                const double *items;
                size_t count;
                const fbx_record *vertices = sinew__fbx_record_child(it->document->objects[1].record, "Vertices");
                it->result = sinew__fbx_record_doubles(&it->arena, vertices, &items, &count, &it->error);
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
    char text[MOST_TEXT];
    const size_t size = strlen(small_ascii);
    assert_true(size < sizeof text);
    memcpy(text, small_ascii, size);
    for (size_t at = 0; at < size; ++at) {
        for (size_t i = 0; i < sizeof CHANGES; ++i) {
            text[at] = CHANGES[i];
            opened *it = open_bytes(text, size);
            fbx_curve curve;
            const fbx_object *object = it->result == SINEW_OK ? sinew__fbx_object_by_id(it->document, 300) : NULL;
            if (object) it->result = sinew__fbx_read_curve(it->document, &it->arena, object, &curve, &it->error);
            if (it->result != SINEW_OK) assert_true(it->error.message[0] != '\0');
            close_file(it);
        }
        text[at] = small_ascii[at];
    }
}

static void messages_say_where_the_damage_is(void **state)
{
    (void)state;
    static make_fbx file;
    make_small_binary(&file, 7400, 0);
    const size_t name_length = 27 + 12; // of "Objects", the first record
    char as_text[256];
    for (size_t i = 0; i < sizeof as_text; ++i) as_text[i] = file.bytes[i] ? (char)file.bytes[i] : ' ';
    assert_fails(as_text, sizeof as_text, SINEW_ERROR_DAMAGED,
                 "damaged: the signature of a binary FBX file, then other bytes");
    file.bytes[name_length] = 255;
    make_fbx same = file;
    const uint32_t end = 27 + 13 + 20;
    memcpy(same.bytes + 27, &end, 4);
    assert_fails(same.bytes, same.size, SINEW_ERROR_DAMAGED, "damaged at byte 27: a name runs past its record");
    assert_fails("; FBX 7.4.0\nA: 1\n}\n", 19, SINEW_ERROR_DAMAGED,
                 "damaged at byte 17: a closing brace without an opening one");
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
    assert_int_equal(sinew__fbx_document_open(&arena, text, size, &document, &error), SINEW_ERROR_MEMORY_LIMIT);
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
    for (size_t i = 0; i < DEPTH; ++i) size += (size_t)sprintf(text + size, "A:{");
    for (size_t i = 0; i < DEPTH; ++i) size += (size_t)sprintf(text + size, "}");
    size += (size_t)sprintf(text + size, "Objects:{} Connections:{}");
    opened *it = open_bytes(text, size);
    assert_int_equal(it->result, SINEW_OK);
    size_t records = 0;
    for (const fbx_record *record = it->document->root; record;
         record = sinew__fbx_record_walk(record, it->document->root))
        ++records;
    assert_int_equal(records, DEPTH + 3);
    close_file(it);
    free(text);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
