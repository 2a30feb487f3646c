// Pictures: sizes from headers, decoding, limits, and where a model's pictures may come from.
#define _POSIX_C_SOURCE 200809L
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mipmap.h"
#include "import/decode_picture.h"
#include "import/image_size.h"
#include "platform/side_files.h"

// One row of two pixels, red and half-clear green; 32-bit TGA, blue first, top row first.
static const unsigned char two_pixels[] = {0, 0, 2, 0,  0,    0, 0, 0,   0,   0, 0,   0, 2,
                                           0, 1, 0, 32, 0x28, 0, 0, 255, 255, 0, 255, 0, 128};

static void wrong_input_is_refused(void **state)
{
    (void)state;
    sinew_image image;
    memset(&image, 0xde, sizeof image);
    assert_int_equal(sinew_import_image("", 0, "png", 64, &image, NULL), SINEW_ERROR_EMPTY);
    assert_null(image.pixels);
    assert_int_equal(sinew_import_image("Dear Anna", 9, "png", 64, &image, NULL), SINEW_ERROR_UNSUPPORTED);
    assert_int_equal(sinew_import_image("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\2\0\0\0\2", 24, "", 64, &image, NULL),
                     SINEW_ERROR_DAMAGED);
}

static void a_tga_decodes_when_it_is_called_one(void **state)
{
    (void)state;
    sinew_image image;
    assert_int_equal(sinew_import_image(two_pixels, sizeof two_pixels, "", 64, &image, NULL), SINEW_ERROR_UNSUPPORTED);
    assert_int_equal(sinew_import_image(two_pixels, sizeof two_pixels, "TGA", 64, &image, NULL), SINEW_OK);
    const uint8_t expected[8] = {255, 0, 0, 255, 0, 255, 0, 128};
    assert_int_equal(image.width, 2);
    assert_int_equal(image.height, 1);
    assert_memory_equal(image.pixels, expected, sizeof expected);
    sinew_image_free(&image);
    assert_null(image.pixels);
}

static void a_picture_over_the_limit_is_refused_by_its_header(void **state)
{
    (void)state;
    // 65535 × 65535 in an 18-byte file.
    const unsigned char huge[18] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 32, 0x28};
    sinew_image image;
    sinew_error error = {0};
    assert_int_equal(sinew_import_image(huge, sizeof huge, "tga", 8192, &image, &error), SINEW_ERROR_LIMIT);
    assert_non_null(strstr(error.message, "65535"));
}

static void sizes_are_read_from_headers(void **state)
{
    (void)state;
    const struct {
        const char *bytes;
        size_t size;
        const char *format;
        uint32_t width, height;
    } rows[] = {
        {"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\0\2", 24, "PNG", 256, 2},
        {"\xff\xd8\xff\xe0\0\4\0\0\xff\xc0\0\x11\x08\0\2\1\0\0", 18, "JPG", 256, 2},
        {"BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0\0\1\0\0\xfe\xff\xff\xff", 26, "BMP", 256, 2}, // top row first
        {"GIF89a\0\1\2\0", 10, "GIF", 256, 2},
        {"RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\xff\0\0\1\0\0", 30, "WEBP", 256, 2},
        {"II*\0\x08\0\0\0\2\0\0\1\3\0\1\0\0\0\0\1\0\0\1\1\4\0\1\0\0\0\2\0\0\0", 34, "TIF", 256, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        image_size size;
        assert_true(sinew__image_size_read((const unsigned char *)rows[i].bytes, rows[i].size, "", &size));
        assert_string_equal(size.format, rows[i].format);
        assert_int_equal(size.width, rows[i].width);
        assert_int_equal(size.height, rows[i].height);
    }
}

static void few_pixels_in_a_large_file_are_refused_by_its_header(void **state)
{
    (void)state;
    const unsigned char header[24] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0\0\0\1"; // 256 × 256
    const size_t most = 16 * 256 * 256 + ((size_t)64 << 20);
    assert_int_equal(sinew__picture_judge(header, sizeof header, most, "", 256, NULL), SINEW_OK);
    assert_int_equal(sinew__picture_judge(header, sizeof header, most + 16, "", 256, NULL), SINEW_ERROR_DAMAGED);
    assert_int_equal(sinew__picture_judge("Dear Anna", 9, most, "", 256, NULL), SINEW_ERROR_UNSUPPORTED);
}

/// A TGA of any pixels, from malloc; they begin behind 18 bytes.
static unsigned char *make_tga(int32_t width, int32_t height)
{
    const size_t size = (size_t)width * (size_t)height * 4;
    unsigned char *file = calloc(1, 18 + size);
    assert_non_null(file);
    file[2] = 2;
    file[12] = (unsigned char)width, file[13] = (unsigned char)(width >> 8);
    file[14] = (unsigned char)height, file[15] = (unsigned char)(height >> 8);
    file[16] = 32, file[17] = 0x28;
    uint32_t random = 1;
    for (size_t i = 0; i < size; ++i) file[18 + i] = (unsigned char)((random = random * 1664525u + 1013904223u) >> 24);
    return file;
}

/// Read in bands, a picture is what halving all of it at once makes of it.
static void assert_halves(int32_t width, int32_t height)
{
    unsigned char *file = make_tga(width, height);
    const size_t size = (size_t)width * (size_t)height * 4;
    uint8_t *expected = malloc(size), *next = malloc(size), *read = malloc(size + 4);
    sinew__picture picture;
    assert_int_equal(sinew__picture_decode(file, 18 + size, "tga", 1024, &picture, NULL), SINEW_OK);
    assert_true(sinew__picture_read(&picture, 0, expected));
    assert_int_equal(expected[0], file[20]); // red stands last in the file
    for (int halvings = 0; halvings <= SINEW__MOST_HALVINGS; ++halvings) {
        const size_t left = (size_t)width * (size_t)height * 4;
        assert_int_equal(sinew__picture_side(picture.width, halvings), width);
        assert_int_equal(sinew__picture_side(picture.height, halvings), height);
        memset(read, 0xde, size + 4);
        assert_true(sinew__picture_read(&picture, halvings, read));
        assert_memory_equal(read, expected, left);
        assert_int_equal(read[left], 0xde);
        sinew__mipmap_halve(expected, width, height, next);
        uint8_t *swap = expected;
        expected = next;
        next = swap;
        width = sinew__mipmap_half(width);
        height = sinew__mipmap_half(height);
    }
    sinew__picture_free(&picture);
    free(file);
    free(expected);
    free(next);
    free(read);
}

static void a_picture_can_be_read_at_half_a_quarter_of_its_size(void **state)
{
    (void)state;
    static const int32_t sides[][2] = {{1, 1}, {2, 1}, {1, 7}, {3, 5}, {64, 64}, {300, 900}, {333, 777}, {1021, 259}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; ++i) assert_halves(sides[i][0], sides[i][1]);
}

typedef struct folders {
    char root[64], model[128];
} folders;

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int make_folders(void **state)
{
    static folders made;
    strcpy(made.root, "/tmp/sinew-beside-XXXXXX");
    if (!mkdtemp(made.root)) return -1;
    char path[128];
    snprintf(path, sizeof path, "%s/in", made.root);
    if (mkdir(path, 0700) != 0) return -1;
    snprintf(made.model, sizeof made.model, "%s/in/fox.fbx", made.root);
    write_file(path, "beside.png", "beside");
    write_file(path, "my skin.png", "spaced");
    write_file(made.root, "above.png", "above");
    snprintf(path, sizeof path, "%s/in/fox.fbm", made.root);
    if (mkdir(path, 0700) != 0) return -1;
    write_file(path, "media.png", "media");
    snprintf(path, sizeof path, "%s/in/fox_fpc", made.root);
    if (mkdir(path, 0700) != 0) return -1;
    write_file(path, "cloth.xml", "cloth");
    snprintf(path, sizeof path, "%s/in/paint", made.root);
    if (mkdir(path, 0700) != 0) return -1;
    write_file(path, "inner.png", "inner");
    *state = &made;
    return 0;
}

static int remove_folders(void **state)
{
    const folders *made = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", made->root);
    return system(command);
}

static void assert_beside(const folders *made, const char *extra, const char *authored, const char *expected)
{
    void *bytes = NULL;
    size_t size = 0;
    const sinew_result result = sinew__side_file_read(made->model, extra, authored, &bytes, &size);
    if (!expected) {
        assert_int_equal(result, SINEW_ERROR_NOT_FOUND);
        return;
    }
    assert_int_equal(result, SINEW_OK);
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(bytes, expected, size);
    free(bytes);
}

static void pictures_come_from_beside_the_model_and_nowhere_else(void **state)
{
    const folders *made = *state;
    char absolute[128];
    snprintf(absolute, sizeof absolute, "%s/above.png", made->root);
    assert_beside(made, NULL, "C:\\work\\beside.png", "beside");         // the folders of another machine are ignored
    assert_beside(made, NULL, "/etc/media.png", "media");                // from fox.fbm
    assert_beside(made, NULL, "D:\\shots\\old_fpc\\cloth.xml", "cloth"); // from fox_fpc
    assert_beside(made, NULL, "textures/my%20skin.png", "spaced");
    assert_beside(made, NULL, "paint/inner.png", "inner");
    assert_beside(made, NULL, "paint/../other/inner.png", NULL);
    assert_beside(made, NULL, "paint/../../above.png", NULL);
    assert_beside(made, NULL, "../above.png", NULL);
    assert_beside(made, NULL, absolute, NULL);
    assert_beside(made, made->root, "above.png", "above");
    assert_beside(made, NULL, "..", NULL);
    assert_beside(made, NULL, "textures/", NULL);
    assert_beside(made, NULL, "fox.fbm", NULL); // a folder
}

static void links_that_lead_out_and_pipes_are_not_followed(void **state)
{
    const folders *made = *state;
    char link[128], pipe_path[128];
    snprintf(link, sizeof link, "%s/in/link.png", made->root);
    snprintf(pipe_path, sizeof pipe_path, "%s/in/pipe.png", made->root);
    assert_int_equal(symlink("/etc/passwd", link), 0);
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    assert_beside(made, NULL, "link.png", NULL);
    assert_beside(made, NULL, "pipe.png", NULL);

    char folder_link[128];
    snprintf(folder_link, sizeof folder_link, "%s/in/out", made->root);
    assert_int_equal(symlink("/etc", folder_link), 0);
    assert_beside(made, NULL, "out/passwd", NULL);
    assert_beside(made, NULL, "C:\\art\\out\\passwd", NULL);
    assert_beside(made, NULL, "OUT/PASSWD", NULL);

    char media_link[128];
    snprintf(media_link, sizeof media_link, "%s/in/evil.fbm", made->root);
    assert_int_equal(symlink("/etc", media_link), 0);
    folders evil = *made;
    snprintf(evil.model, sizeof evil.model, "%s/in/evil.fbx", made->root);
    assert_beside(&evil, NULL, "passwd", NULL);
    assert_beside(&evil, NULL, "PASSWD", NULL);
}

/// Makes a folder below the model's with a file in it whose text is its path.
static void write_inside(const folders *made, const char *folder, const char *name)
{
    char path[160], text[64];
    snprintf(path, sizeof path, "%s/in/%s", made->root, folder);
    (void)mkdir(path, 0700);
    snprintf(text, sizeof text, "%s%s%s", folder, *folder ? "/" : "", name);
    write_file(path, name, text);
}

static void remove_inside(const folders *made, const char *name)
{
    char path[160];
    snprintf(path, sizeof path, "%s/in/%s", made->root, name);
    assert_int_equal(unlink(path), 0);
}

/// A file lies in every place; the first one is taken away, and the next one is found.
static void places_are_looked_at_in_their_order(void **state)
{
    const folders *made = *state;
    static const char *const places[] = {"art/2024/skin.jpg", "skin.jpg",         "2024/skin.jpg",
                                         "fox.fbm/skin.jpg",  "fox_fpc/skin.jpg", "textures/skin.jpg",
                                         "Textures/skin.jpg"};
    static const char *const inside[] = {"art", "art/2024", "", "2024", "fox.fbm", "fox_fpc", "textures", "Textures"};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) write_inside(made, inside[i], "skin.jpg");
    remove_inside(made, "art/skin.jpg"); // no place is in the middle of a path
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        assert_beside(made, NULL, "art/2024/skin.jpg", places[i]);
        assert_beside(made, NULL, "art\\2024\\skin.jpg", places[i]);
        assert_beside(made, NULL, "C:\\art\\2024\\skin.jpg", places[i ? i : 1]);
        assert_beside(made, NULL, "../art/2024/skin.jpg", places[i ? i : 1]);
        remove_inside(made, places[i]);
    }
    assert_beside(made, NULL, "art/2024/skin.jpg", NULL);
}

static void names_of_windows_differ_in_case(void **state)
{
    const folders *made = *state;
    write_inside(made, "", "body_diffuse.png");
    write_inside(made, "Maps", "Eye.TGA");
    write_inside(made, "textures", "\xc3\xa9tui.png"); // étui
    assert_beside(made, NULL, "Body_Diffuse.PNG", "body_diffuse.png");
    assert_beside(made, NULL, "C:\\Users\\me\\Body_Diffuse.PNG", "body_diffuse.png");
    assert_beside(made, NULL, "MAPS/eye.tga", "Maps/Eye.TGA");
    assert_beside(made, NULL, "D:\\maps\\eye.tga", "Maps/Eye.TGA");
    assert_beside(made, NULL, "\xc3\xa9TUI.png", "textures/\xc3\xa9tui.png");
    assert_beside(made, NULL, "\xc3\x89tui.png", NULL); // É is no letter of ASCII
    assert_beside(made, NULL, "Body_Diffuse.PN", NULL);
    assert_beside(made, NULL, "Body_Diffuse.PNGA", NULL);
    assert_beside(made, made->root, "ABOVE.PNG", "above");
}

/// The exact name goes before the others wherever it lies; of the others 'H' (72) before 'h' (104).
static void of_several_names_the_exact_one_then_the_first_is_taken(void **state)
{
    const folders *made = *state;
    write_inside(made, "", "hair.png");
    write_inside(made, "", "Hair.png");
    write_inside(made, "", "hAIR.png");
    assert_beside(made, NULL, "HAIR.png", "Hair.png");
    assert_beside(made, NULL, "hair.png", "hair.png");
    write_inside(made, "textures", "HAIR.png");
    assert_beside(made, NULL, "HAIR.png", "textures/HAIR.png");
    write_inside(made, "Skins", "other.png");
    write_inside(made, "skins", "fur.png");
    assert_beside(made, NULL, "skins/FUR.png", "skins/fur.png"); // the folder's exact name before its first
}

/// A model could name thousands of files that are not there; each would be compared with all that are.
static void a_very_full_folder_is_not_searched(void **state)
{
    const folders *made = *state;
    char path[160];
    write_inside(made, "full", "Claw.png");
    assert_beside(made, NULL, "full/CLAW.png", "full/Claw.png");
    for (int i = 0; i < 16384; i++) {
        snprintf(path, sizeof path, "%s/in/full/%d", made->root, i);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    assert_beside(made, NULL, "full/CLAW.png", NULL);
    assert_beside(made, NULL, "full/Claw.png", "full/Claw.png");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_input_is_refused),
        cmocka_unit_test(a_tga_decodes_when_it_is_called_one),
        cmocka_unit_test(a_picture_over_the_limit_is_refused_by_its_header),
        cmocka_unit_test(sizes_are_read_from_headers),
        cmocka_unit_test(few_pixels_in_a_large_file_are_refused_by_its_header),
        cmocka_unit_test(a_picture_can_be_read_at_half_a_quarter_of_its_size),
        cmocka_unit_test(pictures_come_from_beside_the_model_and_nowhere_else),
        cmocka_unit_test(links_that_lead_out_and_pipes_are_not_followed),
        cmocka_unit_test(places_are_looked_at_in_their_order),
        cmocka_unit_test(names_of_windows_differ_in_case),
        cmocka_unit_test(of_several_names_the_exact_one_then_the_first_is_taken),
        cmocka_unit_test(a_very_full_folder_is_not_searched),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
