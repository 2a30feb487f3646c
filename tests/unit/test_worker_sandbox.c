/// From inside the sandbox: a worker that tries to leave it, takes too much or sends false numbers is ended, each time
/// with its own message.
#define _DEFAULT_SOURCE
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/printable.h"
#include "import/worker/host/worker_host.h"
#include "sinew/load.h"
#include "support/make_model.h"
#include "support/temporary_folder.h"

/// Seconds for workers that end by themselves: more than the busiest machine takes.
static const double patience = 100;

static sinew_result load_planted(const void *deed, size_t size, const sinew_load_options *options, sinew_error *error)
{
    sinew_load_options planted = options ? *options : (sinew_load_options){0};
    planted.worker_folder = SINEW_PLANTED_WORKER_FOLDER;
    if (planted.timeout == 0) planted.timeout = patience;
    sinew_model *model;
    *error = (sinew_error){0};
    const sinew_result result = sinew_model_load(write_temporary_file("deed.fbx", deed, size), &planted, &model, error);
    if (result == SINEW_OK)
        sinew_model_destroy(model);
    else
        assert_null(model);
    return result;
}

static void assert_ends(const char *deed, sinew_result expected, const char *message)
{
    sinew_error error;
    const sinew_result result = load_planted(deed, strlen(deed), NULL, &error);
    if (result != expected || strcmp(error.message, message) != 0)
        fail_msg("%s: %s: %s", deed, sinew_result_code(result), error.message);
}

static int describes(const char *protection)
{
    char text[400];
    sinew_sandbox_description(NULL, text, sizeof text);
    return strstr(text, protection) != NULL;
}

static int has_filter(void)
{
    return describes("(syscall filter)");
}

static void what_leads_out_of_the_cage_ends_the_worker(void **state)
{
    (void)state;
    if (!has_filter()) skip();
    assert_ends("open", SINEW_ERROR_CRASHED, "the importer tried to open a file; nothing was loaded");
    assert_ends("socket", SINEW_ERROR_CRASHED, "the importer tried to use the network; nothing was loaded");
    assert_ends("clone", SINEW_ERROR_CRASHED, "the importer tried to start a process; nothing was loaded");
    sinew_error error; // its message depends on the C library
    assert_int_equal(load_planted("fork", 4, NULL, &error), SINEW_ERROR_CRASHED);
    assert_ends("exec", SINEW_ERROR_CRASHED, "the importer tried to start a process; nothing was loaded");
    assert_ends("kill", SINEW_ERROR_CRASHED, "the importer tried to touch another process; nothing was loaded");
    assert_ends("code", SINEW_ERROR_CRASHED, "the importer tried to make a forbidden system call; nothing was loaded");
}

static void a_worker_has_no_descriptors_of_the_hosts(void **state)
{
    (void)state;
    int held[20]; // without close-on-exec, as careless programs hold them
    for (int i = 0; i < 20; ++i) held[i] = open("/dev/zero", O_RDONLY);
    assert_ends("inherited", SINEW_ERROR_UNSUPPORTED, "nothing there");
    assert_ends("stdin", SINEW_ERROR_UNSUPPORTED, "nothing there");
    for (int i = 0; i < 20; ++i) close(held[i]);
}

static void crashes_are_named_by_their_signal(void **state)
{
    (void)state;
    assert_ends("crash", SINEW_ERROR_CRASHED, "the importer crashed on this file (signal 11); nothing was loaded");
    assert_ends("overflow", SINEW_ERROR_CRASHED, "the importer crashed on this file (signal 11); nothing was loaded");
    assert_ends("abort", SINEW_ERROR_CRASHED, "the importer crashed on this file (signal 6); nothing was loaded");
    assert_ends("vanish", SINEW_ERROR_CRASHED, "the importer crashed on this file; nothing was loaded");
}

static void of_two_attempts_the_one_that_says_most_of_the_file_is_believed(void **state)
{
    (void)state;
    assert_ends("refuse-later", SINEW_ERROR_LIMIT, "70000 joints are too many");
    assert_ends("die-baking", SINEW_ERROR_LIMIT, "70000 joints are too many");
    assert_ends("die-twice", SINEW_ERROR_CRASHED, "the importer crashed on this file (signal 6); nothing was loaded");
}

static void an_endless_worker_is_stopped_in_time(void **state)
{
    (void)state;
    static const char *const endless[] = {"loop", "ask"};
    for (int i = 0; i < 2; ++i) {
        sinew_error error;
        const sinew_load_options options = {.timeout = 0.36};
        assert_int_equal(load_planted(endless[i], strlen(endless[i]), &options, &error), SINEW_ERROR_TIMED_OUT);
        // after 0.36 s of processor time; after four times that where other programs have the processor
        assert_non_null(strstr(error.message, "the importer was stopped after "));
        assert_non_null(strstr(error.message, "0.36 s"));
        assert_string_equal(error.hint, ""); // the program adds the option
    }
}

static void endless_allocation_meets_the_limit(void **state)
{
    (void)state;
#ifdef SINEW_SANITIZED
    skip(); // a sanitizer's shadow leaves no room for the limit
#endif
    sinew_error error;
    const sinew_load_options options = {.memory_limit = (size_t)300 << 20};
    assert_int_equal(load_planted("allocate", 8, &options, &error), SINEW_ERROR_MEMORY_LIMIT);
    assert_string_equal(error.message, "the importer was stopped at 300 MB of memory");
    assert_string_equal(error.hint, "");
    const sinew_load_options small = {.memory_limit = (size_t)20 << 20};
    assert_int_equal(load_planted("unchecked", 9, &small, &error), SINEW_ERROR_MEMORY_LIMIT); // with SIGSEGV
    assert_string_equal(error.message, "the importer was stopped at 20 MB of memory");
}

static void there_is_always_room_for_the_result(void **state)
{
    (void)state;
#ifdef SINEW_SANITIZED
    skip();
#endif
    sinew_error error;
    const sinew_load_options options = {.memory_limit = (size_t)100 << 20};
    assert_int_equal(load_planted("deliver-full", 12, &options, &error), SINEW_ERROR_NOT_A_MODEL); // it came
    assert_string_equal(error.message, "not a model block");
}

static void lies_are_refused(void **state)
{
    (void)state;
    static const char *const senseless = "the importer returned an invalid result; nothing was loaded";
    assert_ends("huge", SINEW_ERROR_CRASHED, senseless);
    assert_ends("empty", SINEW_ERROR_CRASHED, senseless);
    assert_ends("unknown-result", SINEW_ERROR_CRASHED, senseless);
    assert_ends("host-result", SINEW_ERROR_CRASHED, senseless);
    assert_ends("zeros", SINEW_ERROR_NOT_A_MODEL, "not a model block");
    assert_ends("half", SINEW_ERROR_CRASHED, "the importer crashed on this file; nothing was loaded");
}

static void a_message_of_no_kind_ends_the_conversation(void **state)
{
    (void)state;
    sinew_error error;
    assert_int_equal(load_planted("unknown-message", 15, NULL, &error), SINEW_ERROR_CRASHED);
    assert_string_equal(error.message, "the importer returned an invalid result; nothing was loaded");
}

/// Assimp's reader of Ogre files prints to standard output.
static void an_importer_may_print_and_nobody_sees_it(void **state)
{
    (void)state;
    assert_ends("print", SINEW_ERROR_UNSUPPORTED, "printed");
}

static void protections_are_not_believed_once_the_file_was_read(void **state)
{
    (void)state;
    assert_ends("second-report", SINEW_ERROR_CRASHED, "the importer returned an invalid result; nothing was loaded");
}

// ---- a system without seccomp -------------------------------------------------------------------------------------

/// Makes a folder with a planted worker that gets no syscall filter. Returns the folder.
static const char *make_unfiltered_worker(void)
{
    static char folder[400];
    char text[1200];
    snprintf(text, sizeof text,
             "#!/bin/sh\nLD_PRELOAD=%s REFUSE=seccomp ASAN_OPTIONS=verify_asan_link_order=0 exec %s/sinew-worker\n",
             SINEW_REFUSE_SANDBOX, SINEW_PLANTED_WORKER_FOLDER);
    const char *path = write_temporary_file("sinew-worker", text, strlen(text));
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    assert_int_equal(chmod(path, 0755), 0);
    return folder;
}

static void landlock_keeps_files_closed_without_a_filter(void **state)
{
    (void)state;
    if (!describes("(Landlock)")) skip();
    sinew_error error;
    sinew_model *model;
    const sinew_load_options options = {.worker_folder = make_unfiltered_worker(), .timeout = patience};
    const char *file = write_temporary_file("deed.fbx", "open", 4);
    assert_int_equal(sinew_model_load(file, &options, &model, &error), SINEW_ERROR_CRASHED);
    assert_string_equal(error.message, "the importer crashed on this file; nothing was loaded"); // it did not escape
}

/// Nothing of the file is read: the planted worker does nothing it says.
static void a_required_sandbox_that_is_missing_is_an_error(void **state)
{
    (void)state;
    if (!has_filter()) skip();
    sinew_error error;
    sinew_model *model;
    const sinew_load_options options = {
        .worker_folder = make_unfiltered_worker(), .timeout = patience, .sandbox = SINEW_SANDBOX_REQUIRED};
    const char *file = write_temporary_file("deed.fbx", "crash", 5);
    assert_int_equal(sinew_model_load(file, &options, &model, &error), SINEW_ERROR_NO_SANDBOX);
    assert_string_equal(error.message,
                        "this system cannot fully protect the import: missing syscall filter; nothing was read");
}

static void a_library_that_is_named_late_is_not_believed(void **state)
{
    (void)state;
    sinew_error error;
    assert_int_equal(load_planted("late-library", 12, NULL, &error), SINEW_ERROR_CRASHED);
}

static void what_a_worker_says_is_made_printable(void **state)
{
    (void)state;
    sinew_error error;
    assert_int_equal(load_planted("control", 7, NULL, &error), SINEW_ERROR_DAMAGED);
    char printable[sizeof error.message];
    sinew__printable(error.message, printable, sizeof printable);
    assert_string_equal(error.message, printable);
    assert_non_null(strstr(error.message, "title"));
}

static void side_files_come_from_beside_the_model_alone(void **state)
{
    (void)state;
    assert_ends("forbidden-files", SINEW_ERROR_UNSUPPORTED, "nothing there");
    assert_ends("side-file", SINEW_ERROR_UNSUPPORTED, "failed");
    assert_non_null(write_temporary_file("side.txt", "notes", 5));
    assert_ends("side-file", SINEW_ERROR_UNSUPPORTED, "read it");
}

/// Changes one byte after the other of a block that is right; each is refused, or makes a model like any other.
static void a_damaged_block_makes_no_model_that_is_damaged(void **state)
{
    (void)state;
    const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.format = "FBX", .joints = &joint, .joint_count = 1};
    void *block;
    size_t size, refused = 0, tried = 0;
    sinew_error error;
    assert_int_equal(sinew__raw_model_build(&raw, &block, &size, NULL), SINEW_OK);
    assert_int_equal(load_planted(block, size, NULL, &error), SINEW_OK);
    for (size_t at = 0; at < size; at += size / 40, ++tried) {
        unsigned char *byte = (unsigned char *)block + at, was = *byte;
        *byte = (unsigned char)~was;
        refused += load_planted(block, size, NULL, &error) != SINEW_OK;
        *byte = was;
    }
    assert_in_range(refused, 5, tried);
    assert_int_equal(load_planted(block, size - 1, NULL, &error), SINEW_ERROR_TRUNCATED);
    free(block);
}

static int stop_all(void *user, double seconds)
{
    (void)user;
    (void)seconds;
    sinew__workers_stop_all();
    return 0;
}

/// As a program that ends does; nothing can be loaded after this.
static void all_workers_can_be_stopped_at_once(void **state)
{
    (void)state;
    sinew_error error;
    const sinew_load_options options = {.progress = stop_all};
    assert_int_equal(load_planted("loop", 4, &options, &error), SINEW_ERROR_CANCELLED);
    assert_ends("loop", SINEW_ERROR_CANCELLED, "cancelled");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_leads_out_of_the_cage_ends_the_worker),
        cmocka_unit_test(a_worker_has_no_descriptors_of_the_hosts),
        cmocka_unit_test(crashes_are_named_by_their_signal),
        cmocka_unit_test(of_two_attempts_the_one_that_says_most_of_the_file_is_believed),
        cmocka_unit_test(an_endless_worker_is_stopped_in_time),
        cmocka_unit_test(endless_allocation_meets_the_limit),
        cmocka_unit_test(there_is_always_room_for_the_result),
        cmocka_unit_test(lies_are_refused),
        cmocka_unit_test(a_message_of_no_kind_ends_the_conversation),
        cmocka_unit_test(an_importer_may_print_and_nobody_sees_it),
        cmocka_unit_test(protections_are_not_believed_once_the_file_was_read),
        cmocka_unit_test(landlock_keeps_files_closed_without_a_filter),
        cmocka_unit_test(a_required_sandbox_that_is_missing_is_an_error),
        cmocka_unit_test(a_library_that_is_named_late_is_not_believed),
        cmocka_unit_test(what_a_worker_says_is_made_printable),
        cmocka_unit_test(side_files_come_from_beside_the_model_alone),
        cmocka_unit_test(a_damaged_block_makes_no_model_that_is_damaged),
        cmocka_unit_test(all_workers_can_be_stopped_at_once), // the last
    };
    return cmocka_run_group_tests(tests, make_temporary_folder, remove_temporary_folder);
}
