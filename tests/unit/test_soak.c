/// Hours of playback and thousands of files: no growth.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/platform/file.h"
#include "sinew/import.h"
#include "sinew/playback.h"
#include "sinew/pose.h"
#include "support/held_memory.h"

static const double MIB = 1 << 20;

static void a_day_of_looping_neither_drifts_nor_grows(void **state)
{
    (void)state;
    enum { PER_SECOND = 60, TICKS = 24 * 3600 * PER_SECOND };
    sinew_model *model;
    sinew_pose *pose;
    assert_int_equal(sinew_model_import("tests/data/arm.fbx", NULL, &model, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    const sinew_clip *clip = &model->clips[0];
    sinew_playback player;
    sinew_playback_init(&player, clip->duration);
    double before = 0;
    for (long tick = 1; tick <= TICKS; ++tick) {
        sinew_playback_advance(&player, 1.0 / PER_SECOND);
        const double time = sinew_playback_time(&player);
        if (tick % 7 == 0) sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, pose);
        if (tick == TICKS / 100) before = held_memory();
        if (tick % 1000003 != 0) continue;
        // The expected clock: whole ticks within one loop, which is a whole number of them.
        const double expected = (double)(tick % lround(clip->duration * PER_SECOND)) / PER_SECOND;
        assert_close(time, expected, 1e-6);
    }
    assert_true(held_memory() - before < MIB);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// A file with some of its bytes changed, different for every seed: half of them only in digits.
static void damage(unsigned char *bytes, size_t size, uint32_t number)
{
    const int digits_only = number % 2;
    for (int i = 0; i < 4; ++i) {
        number = number * 1664525u + 1013904223u;
        unsigned char *byte = &bytes[(number >> 8) % size];
        if (!digits_only)
            *byte = (unsigned char)(number >> 24);
        else if (*byte >= '0' && *byte <= '9')
            *byte = (unsigned char)('0' + (number >> 24) % 10);
    }
}

static void ten_thousand_files_leak_no_memory(void **state)
{
    (void)state;
    void *bytes;
    size_t size;
    assert_int_equal(sinew__file_read("tests/data/arm.fbx", &bytes, &size, NULL), SINEW_OK);
    unsigned char *damaged = malloc(size);
    assert_non_null(damaged);
    const sinew__import_options options = {.document_only = 1};
    double before = 0;
    int loaded = 0, refused = 0;
    for (uint32_t number = 0; number < 10000; ++number) {
        memcpy(damaged, bytes, size);
        damage(damaged, size, number);
        const size_t kept = number % 3 == 0 ? size * (number % 97) / 97 + 1 : size; // some are cut short
        void *block;
        size_t block_size;
        sinew_model *model;
        sinew_result result = sinew__import_block("a.fbx", damaged, kept, &options, &block, &block_size, NULL);
        if (result == SINEW_OK) result = sinew__model_from_block(block, block_size, &model, NULL);
        if (result == SINEW_OK) sinew_model_destroy(model);
        if (result == SINEW_OK)
            ++loaded;
        else
            ++refused;
        if (number == 1000) before = held_memory();
    }
    assert_true(held_memory() - before < MIB);
    if (loaded < 1000 || refused < 1000) fail_msg("%d load, %d do not: too few of a kind", loaded, refused);
    free(damaged);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_of_looping_neither_drifts_nor_grows),
        cmocka_unit_test(ten_thousand_files_leak_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
