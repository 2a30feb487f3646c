// Every FBX file of the corpora beside the project opens, or fails with a message that can be printed.
#define _POSIX_C_SOURCE 200809L

#include "support/cmocka_close.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/printable.h"
#include "core/platform/file.h"
#include "fbx/fbx_animation.h"
#include "fbx/fbx_document.h"
#include "support/write_fbx.h"

static const char CORPUS[] = "../shared/corpus";

typedef struct tally {
    int files, opened;
} tally;

static int has_fbx_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".fbx") == 0 || strcmp(dot, ".FBX") == 0);
}

static void assert_printable(const char *message)
{
    assert_true(message[0] != '\0');
    for (const char *p = message; *p;) {
        uint32_t code = 0;
        const size_t length = sinew__utf8_decode(p, p + strlen(p), &code);
        assert_true(length > 0);
        assert_true(sinew__is_printable(code));
        p += length;
    }
}

/// An opened document can be written and opened again, with as many objects and connections.
static void check_writing(const fbx_document *document)
{
    void *bytes = NULL;
    size_t size = 0;
    sinew_error error = {0};
    if (write_fbx(document->root, &bytes, &size, &error) != SINEW_OK) {
        assert_printable(error.message);
        return;
    }
    sinew__arena arena = {0};
    fbx_document *again = NULL;
    if (sinew__fbx_document_open(&arena, bytes, size, &again, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(again->object_count, document->object_count);
    assert_int_equal(again->connection_count, document->connection_count);
    sinew__arena_free(&arena);
    free(bytes);
}

/// Also reads all data that is read lazily. Returns whether the file opened.
static int open_file(const char *path, int must_open)
{
    void *bytes = NULL;
    size_t size = 0;
    sinew_error error = {0};
    assert_int_equal(sinew__file_read(path, &bytes, &size, &error), SINEW_OK);
    sinew__arena arena = {.limit = (size_t)256 * 1024 * 1024 + 64 * size};
    fbx_document *document = NULL;
    sinew_result result = sinew__fbx_document_open(&arena, bytes, size, &document, &error);
    if (result == SINEW_OK) check_writing(document);
    for (size_t i = 0; result == SINEW_OK && i < document->object_count; ++i) {
        fbx_curve curve;
        if (document->objects[i].kind == FBX_ANIMATION_CURVE)
            result = sinew__fbx_read_curve(document, &arena, &document->objects[i], &curve, &error);
    }
    if (result != SINEW_OK) {
        if (must_open) print_message("%s: %s\n", path, error.message);
        assert_int_equal(error.result, result);
        assert_printable(error.message);
    }
    sinew__arena_free(&arena);
    free(bytes);
    return result == SINEW_OK;
}

static tally open_folder(const char *folder, int must_open)
{
    tally counts = {0};
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", CORPUS, folder);
    DIR *entries = opendir(path);
    if (!entries) return counts;
    for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
        if (!has_fbx_name(entry->d_name)) continue;
        snprintf(path, sizeof path, "%s/%s/%s", CORPUS, folder, entry->d_name);
        ++counts.files;
        counts.opened += open_file(path, must_open);
    }
    closedir(entries);
    return counts;
}

static void check_folder(const char *folder, int must_open)
{
    const tally counts = open_folder(folder, must_open);
    if (counts.files == 0) {
        print_message("%s/%s is not there: skipped\n", CORPUS, folder);
        skip();
    }
    print_message("%s: %d of %d open\n", folder, counts.opened, counts.files);
    if (must_open) assert_int_equal(counts.opened, counts.files);
}

static void every_truth_file_opens(void **state)
{
    (void)state;
    check_folder("truth", 1);
}

static void every_sampled_file_opens(void **state)
{
    (void)state;
    check_folder("sampled", 1);
}

static void every_hostile_file_opens_or_says_why(void **state)
{
    (void)state;
    check_folder("hostile", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_truth_file_opens),
        cmocka_unit_test(every_sampled_file_opens),
        cmocka_unit_test(every_hostile_file_opens_or_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
