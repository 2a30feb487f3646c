// Places where pictures go.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "draw/output/output.h"
#include "import/worker/host/worker_host.h"

static char folder[] = "/tmp/sinew-output-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void the_extension_selects_the_driver(void **state)
{
    (void)state;
    assert_ptr_equal(sinew__output_driver_for("a/b.png"), &sinew__output_png);
    assert_ptr_equal(sinew__output_driver_for("B.PNG"), &sinew__output_png);
    assert_ptr_equal(sinew__output_film_driver_for("a.GIF"), &sinew__output_gif);
    assert_null(sinew__output_film_driver_for("a.png"));
    assert_null(sinew__output_driver_for("a.gif"));
    assert_ptr_equal(sinew__output_driver_for("b.jpg"), &sinew__output_jpg);
    assert_ptr_equal(sinew__output_film_driver_for("a.mov"), &sinew__output_mov);
    assert_ptr_equal(sinew__output_film_driver_for("a.apng"), &sinew__output_apng);
    assert_null(sinew__output_driver_for("png"));
    assert_null(sinew__output_driver_for("dir.png/b"));
    assert_null(sinew__output_driver_for(""));
}

/// A gradient read back by another decoder: near at quality 100, smaller at quality 1.
static void a_jpg_reads_back_nearly_as_it_was_written(void **state)
{
    (void)state;
    enum { SIDE = 33 };
    uint8_t pixels[SIDE * SIDE * 4];
    for (size_t i = 0; i < SIDE * SIDE; ++i) {
        const uint8_t color[4] = {(uint8_t)(7 * (i % SIDE)), (uint8_t)(7 * (i / SIDE)), 128, 0};
        memcpy(pixels + 4 * i, color, sizeof color);
    }
    sinew_error error;
    long sizes[2];
    const int qualities[2] = {100, 1};
    for (int k = 0; k < 2; ++k) {
        const output_image frame = {SIDE, SIDE, pixels, qualities[k]};
        assert_int_equal(sinew__output_write_image(&sinew__output_jpg, path_of("a.jpg"), &frame, &error), SINEW_OK);
        FILE *file = fopen(path_of("a.jpg"), "rb");
        assert_non_null(file);
        assert_int_equal(fseek(file, 0, SEEK_END), 0);
        sizes[k] = ftell(file);
        fclose(file);
        sinew_image back;
        assert_int_equal(sinew__load_image(path_of("a.jpg"), NULL, &back, &error), SINEW_OK);
        assert_int_equal(back.width, SIDE);
        assert_int_equal(back.height, SIDE);
        for (size_t i = 0; i < sizeof pixels && k == 0; ++i)
            assert_in_range(back.pixels[i],
                            i % 4 == 3      ? 255
                            : pixels[i] < 6 ? 0
                                            : pixels[i] - 6,
                            i % 4 == 3 ? 255 : pixels[i] + 6);
        sinew_image_free(&back);
    }
    assert_true(sizes[1] < sizes[0]);
    remove(path_of("a.jpg"));
}

static void every_driver_is_complete(void **state)
{
    (void)state;
    for (const output_driver *const *row = sinew__output_drivers; *row; ++row) {
        assert_true((*row)->name && (*row)->open && (*row)->write && (*row)->close);
    }
}

static void a_png_reads_back_as_it_was_written(void **state)
{
    (void)state;
    uint8_t pixels[5 * 3 * 4];
    for (size_t i = 0; i < sizeof pixels; ++i) pixels[i] = (uint8_t)(37 * i + 11);
    for (int opaque = 0; opaque < 2; ++opaque) {
        for (size_t i = 3; opaque && i < sizeof pixels; i += 4) pixels[i] = 255;
        sinew_error error;
        const output_image frame = {.width = 5, .height = 3, .pixels = pixels};
        assert_int_equal(sinew__output_write_image(&sinew__output_png, path_of("a.png"), &frame, &error), SINEW_OK);
        sinew_image back;
        assert_int_equal(sinew__load_image(path_of("a.png"), NULL, &back, &error), SINEW_OK);
        assert_int_equal(back.width, 5);
        assert_int_equal(back.height, 3);
        assert_memory_equal(back.pixels, pixels, sizeof pixels);
        sinew_image_free(&back);
        unlink(path_of("a.png"));
    }
}

static void a_failed_write_leaves_no_file(void **state)
{
    (void)state;
    sinew_error error;
    const uint8_t pixel[4] = {1, 2, 3, 255};
    const output_image frame = {.width = 1, .height = 1, .pixels = pixel};
    assert_int_equal(sinew__output_write_image(&sinew__output_png, path_of("none/a.png"), &frame, &error),
                     SINEW_ERROR_WRITE);
    assert_true(strlen(error.message) > 0);
    assert_int_equal(sinew__output_write_image(&sinew__output_png, folder, &frame, &error), SINEW_ERROR_WRITE);
}

static void invalid_png_files_are_refused(void **state)
{
    (void)state;
    sinew_error error;
    sinew_image image;
    assert_int_equal(sinew__load_image(path_of("none.png"), NULL, &image, &error), SINEW_ERROR_NOT_FOUND);
    uint8_t pixels[5 * 3 * 4] = {0};
    const output_image frame = {.width = 5, .height = 3, .pixels = pixels};
    assert_int_equal(sinew__output_write_image(&sinew__output_png, path_of("bad.png"), &frame, &error), SINEW_OK);
    assert_int_equal(truncate(path_of("bad.png"), 45), 0); // header, and the beginning of the pixels
    assert_int_equal(sinew__load_image(path_of("bad.png"), NULL, &image, &error), SINEW_ERROR_DAMAGED);
    assert_null(image.pixels);
    unlink(path_of("bad.png"));
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

/// Also proves that no file was left behind: a directory with files in it cannot be removed.
static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_extension_selects_the_driver),          cmocka_unit_test(every_driver_is_complete),
        cmocka_unit_test(a_png_reads_back_as_it_was_written),        cmocka_unit_test(a_failed_write_leaves_no_file),
        cmocka_unit_test(a_jpg_reads_back_nearly_as_it_was_written), cmocka_unit_test(invalid_png_files_are_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
