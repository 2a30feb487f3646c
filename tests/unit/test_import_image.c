// Pictures: sizes from headers, decoding, limits, and the folders of a model's images.
#define _POSIX_C_SOURCE 200809L
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/pixels.h"
#include "core/platform/side_files.h"
#include "import/side_files/images.h"

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
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
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
    assert_int_equal(expected[0], file[20]); // red is last in the file
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

static void write_beside(const folders *made, const char *folder, const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", made->root, folder);
    (void)mkdir(path, 0700);
    write_file(path, name, text);
}

/// Projects keep models and textures in folders beside each other. Above the model's folder, only texture folders
/// are opened.
static void textures_come_from_a_texture_folder_beside_the_models(void **state)
{
    const folders *made = *state;
    write_beside(made, "Textures", "aside.png", "aside");
    write_beside(made, "Textures/hero", "coat.png", "coat");
    write_beside(made, "other", "aside2.png", "other");
    write_beside(made, "other", "passwd", "other");
    assert_beside(made, NULL, "../Textures/aside.png", "aside");
    assert_beside(made, NULL, "..\\textures\\ASIDE.png", "aside");
    assert_beside(made, NULL, "C:\\project\\Textures\\aside.png", "aside");
    assert_beside(made, NULL, "aside.png", "aside");
    assert_beside(made, NULL, "../Textures/hero/coat.png", "coat");
    assert_beside(made, NULL, "/project/textures/Hero/coat.png", "coat");
    assert_beside(made, NULL, "coat.png", NULL);
    assert_beside(made, NULL, "../other/aside2.png", NULL);
    write_beside(made, "Textures", "notes.txt", "no image");
    assert_beside(made, NULL, "../Textures/notes.txt", NULL);
    assert_beside(made, NULL, "../Textures/../other/aside2.png", NULL);
    assert_beside(made, NULL, "../Textures/../above.png", NULL);
    char link[128];
    snprintf(link, sizeof link, "%s/Textures/out.png", made->root);
    assert_int_equal(symlink("../other/passwd", link), 0);
    snprintf(link, sizeof link, "%s/texture", made->root);
    assert_int_equal(symlink("/etc", link), 0);
    assert_beside(made, NULL, "../Textures/out.png", NULL);
    assert_beside(made, NULL, "../texture/passwd", NULL);
    write_beside(made, "in/textures", "aside.png", "nearer");
    assert_beside(made, NULL, "../Textures/aside.png", "nearer");
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

/// Every folder has the file; the first one is removed, and the next one is found.
static void places_are_looked_at_in_their_order(void **state)
{
    const folders *made = *state;
    static const char *const places[] = {"art/2024/skin.jpg", "skin.jpg",         "2024/skin.jpg",
                                         "fox.fbm/skin.jpg",  "fox_fpc/skin.jpg", "textures/skin.jpg",
                                         "Textures/skin.jpg"};
    static const char *const inside[] = {"art", "art/2024", "", "2024", "fox.fbm", "fox_fpc", "textures", "Textures"};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; ++i) write_inside(made, inside[i], "skin.jpg");
    remove_inside(made, "art/skin.jpg"); // no folder is searched by the middle of a path
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
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
    assert_beside(made, NULL, "\xc3\x89tui.png", NULL); // É is not a letter of ASCII
    assert_beside(made, NULL, "Body_Diffuse.PN", NULL);
    assert_beside(made, NULL, "Body_Diffuse.PNGA", NULL);
    assert_beside(made, made->root, "ABOVE.PNG", "above");
}

/// The exact name goes before the others in any folder; of the others 'H' (72) before 'h' (104).
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
    for (int i = 0; i < 16384; ++i) {
        snprintf(path, sizeof path, "%s/in/full/%d", made->root, i);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    assert_beside(made, NULL, "full/CLAW.png", NULL);
    assert_beside(made, NULL, "full/Claw.png", "full/Claw.png");
}

// ---- DDS ----------------------------------------------------------------------------------------------------------

enum { DDS_HEADER = 128, DDS_HEADER_10 = 148 };

/// The header of a DDS of a four-character code, with numbers where Microsoft's documentation has them; the pixels are
/// to follow.
static void begin_dds(unsigned char *out, uint32_t width, uint32_t height, const char *code)
{
    memset(out, 0, DDS_HEADER_10);
    memcpy(out, "DDS \x7c", 5);
    for (int i = 0; i < 4; ++i)
        out[12 + i] = (unsigned char)(height >> 8 * i), out[16 + i] = (unsigned char)(width >> 8 * i);
    out[76] = 32;
    out[80] = 4;
    memcpy(out + 84, code, 4);
}

/// Decodes a DDS and compares its first pixels.
static void assert_dds(const unsigned char *file, size_t size, const uint8_t *expected, size_t count)
{
    sinew_image image;
    sinew_error error;
    if (sinew_import_image(file, size, "", 64, &image, &error) != SINEW_OK) fail_msg("%s", error.message);
    for (size_t i = 0; i < count; ++i)
        for (size_t c = 0; c < 4; ++c)
            if (image.pixels[4 * i + c] != expected[4 * i + c])
                fail_msg("pixel %zu, channel %zu is %d, expected %d", i, c, image.pixels[4 * i + c],
                         expected[4 * i + c]);
    sinew_image_free(&image);
}

/// One block of 4 × 4 pixels.
static void assert_block(const char *code, const void *block, size_t size, const uint8_t *expected, size_t count)
{
    unsigned char file[DDS_HEADER_10 + 16];
    begin_dds(file, 4, 4, code);
    memcpy(file + DDS_HEADER, block, size);
    assert_dds(file, DDS_HEADER + size, expected, count);
}

// Formulas of Microsoft's "Compressed texture resources" for Direct3D 9: with four colours (2a + b + 1) / 3 and
// (a + 2b + 1) / 3, with three (a + b) / 2. Red is f800, blue 001f, and e4 holds the indices 0, 1, 2, 3.
static void blocks_of_colors_are_those_on_paper(void **state)
{
    (void)state;
    static const uint8_t four[] = {255, 0, 0, 255, 0, 0, 255, 255, 170, 0, 85, 255, 85, 0, 170, 255};
    static const uint8_t three[] = {0, 0, 255, 255, 255, 0, 0, 255, 127, 0, 127, 255, 0, 0, 0, 0};
    assert_block("DXT1", "\x00\xf8\x1f\x00\xe4\0\0\0", 8, four, 4);
    assert_block("DXT1", "\x1f\x00\x00\xf8\xe4\0\0\0", 8, three, 4);
    // BC2: four bits of alpha, and always four colours.
    static const uint8_t alpha4[] = {0, 0, 255, 17, 255, 0, 0, 34, 85, 0, 170, 0, 170, 0, 85, 255};
    assert_block("DXT3", "\x21\xf0\0\0\0\0\0\0\x1f\x00\x00\xf8\xe4\0\0\0", 16, alpha4, 4);
    // BC3: indices of three bits, 2 6 7 0. From 255 to 0: (6 · 255 + 3) / 7 = 219 and (2 · 255 + 3) / 7 = 73, (255 + 3)
    // / 7 = 36.
    static const uint8_t alpha6[] = {255, 0, 0, 219, 0, 0, 255, 73, 170, 0, 85, 36, 85, 0, 170, 255};
    assert_block("DXT5", "\xff\x00\xf2\x01\0\0\0\0\x00\xf8\x1f\x00\xe4\0\0\0", 16, alpha6, 4);
    // From 0 to 255: (4 · 0 + 255 + 2) / 5 = 51, then the extremes.
    static const uint8_t alpha4_ends[] = {255, 0, 0, 51, 0, 0, 255, 0, 170, 0, 85, 255, 85, 0, 170, 0};
    assert_block("DXT5", "\x00\xff\xf2\x01\0\0\0\0\x00\xf8\x1f\x00\xe4\0\0\0", 16, alpha4_ends, 4);
}

static void blocks_of_channels_are_grey_or_normals(void **state)
{
    (void)state;
    static const uint8_t grey[] = {219, 219, 219, 255, 73, 73, 73, 255};
    assert_block("ATI1", "\xff\x00\xf2\x01\0\0\0\0", 8, grey, 2);
    // Signed, from 1 to -1: (6 · 254 + 3) / 7 = 218 of 254 above -1, which is 219 of 255; then (2 · 254 + 3) / 7 = 73,
    // and (254 + 3) / 7 = 36.
    static const uint8_t signed_grey[] = {219, 219, 219, 255, 73, 73, 73, 255, 36, 36, 36, 255, 255, 255, 255, 255};
    assert_block("BC4S", "\x7f\x81\xf2\x01\0\0\0\0", 8, signed_grey, 4);
    // x = 153 / 127.5 - 1 = 0.2 and y = 0.004: z = 0.9798, which is 1.9798 · 127.5 = 252.4.
    static const uint8_t normal[] = {153, 128, 252, 255};
    assert_block("BC5U", "\x99\x00\0\0\0\0\0\0\x80\x00\0\0\0\0\0\0", 16, normal, 1);
    assert_block("ATI2", "\x80\x00\0\0\0\0\0\0\x99\x00\0\0\0\0\0\0", 16, normal, 1); // y first
    unsigned char file[DDS_HEADER_10 + 8];
    begin_dds(file, 4, 4, "DX10");
    file[DDS_HEADER] = 80; // DXGI_FORMAT_BC4_UNORM
    memcpy(file + DDS_HEADER_10, "\xff\x00\xf2\x01\0\0\0\0", 8);
    assert_dds(file, sizeof file, grey, 2);
}

static void plain_pixels_of_a_dds_are_read_by_their_masks(void **state)
{
    (void)state;
    static const struct {
        unsigned char flags, bits;
        uint32_t masks[4];
        unsigned char bytes[4];
        uint8_t expected[4];
    } rows[] = {
        {0x41, 32, {0xff0000, 0xff00, 0xff, 0xff000000}, {30, 20, 10, 40}, {10, 20, 30, 40}},
        {0x40, 32, {0xff0000, 0xff00, 0xff, 0xff000000}, {30, 20, 10, 40}, {10, 20, 30, 255}}, // no alpha, it says
        {0x40, 24, {0xff0000, 0xff00, 0xff, 0}, {30, 20, 10}, {10, 20, 30, 255}},
        {0x40, 16, {0xf800, 0x7e0, 0x1f, 0}, {0x1f, 0x80}, {131, 0, 255, 255}}, // 16 of 31, 0, 31 of 31
        {0x41, 16, {0x7c00, 0x3e0, 0x1f, 0x8000}, {0xe0, 0x03}, {0, 255, 0, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        unsigned char file[DDS_HEADER_10];
        begin_dds(file, 1, 1, "\0\0\0\0");
        file[80] = rows[i].flags;
        file[88] = rows[i].bits;
        for (int k = 0; k < 16; ++k) file[92 + k] = (unsigned char)(rows[i].masks[k / 4] >> 8 * (k % 4));
        memcpy(file + DDS_HEADER, rows[i].bytes, 4);
        assert_dds(file, DDS_HEADER + rows[i].bits / 8, rows[i].expected, 1);
    }
    unsigned char grey[DDS_HEADER_10] = {0};
    begin_dds(grey, 1, 1, "\0\0\0\0");
    grey[80] = 0, grey[82] = 2, grey[88] = 8, grey[92] = 0xff, grey[DDS_HEADER] = 99;
    assert_dds(grey, DDS_HEADER + 1, (const uint8_t[]){99, 99, 99, 255}, 1);
}

/// 5 × 2 pixels of two blocks; the second has one column. The bytes after them are the next level.
static void the_first_level_of_a_dds_has_any_size(void **state)
{
    (void)state;
    unsigned char file[DDS_HEADER + 24];
    begin_dds(file, 5, 2, "DXT1");
    memcpy(file + DDS_HEADER, "\x00\xf8\x1f\x00\xe4\x00\0\0\x1f\x00\x00\x00\0\0\0\0\xff\xff\xff\xff\0\0\0\0", 24);
    static const uint8_t expected[] = {255, 0,   0, 255, 0,   0,   255, 255, 170, 0,   85,  255, 85, 0,
                                       170, 255, 0, 0,   255, 255, 255, 0,   0,   255, 255, 0,   0,  255,
                                       255, 0,   0, 255, 255, 0,   0,   255, 0,   0,   255, 255};
    assert_dds(file, sizeof file, expected, 10);
}

static void a_dds_that_cannot_be_read_says_why(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height;
        const char *code;
        unsigned char dxgi;
        sinew_result result;
        const char *message;
    } rows[] = {
        {65535, 65535, "DXT1", 0, SINEW_ERROR_LIMIT,
         "the picture has 65535 × 65535 pixels, the limit is 16384 × 16384"},
        {16384, 16384, "DXT5", 0, SINEW_ERROR_DAMAGED,
         "the picture is damaged: 16384 × 16384 pixels take 268435584 bytes, the file has 164"},
        {4, 0, "DXT5", 0, SINEW_ERROR_DAMAGED, "the picture has no pixels"},
        {4, 4, "DX10", 98, SINEW_ERROR_UNSUPPORTED, "a DDS with pixels that sinew does not read: DXGI format 98"},
        {4, 4, "RXGB", 0, SINEW_ERROR_UNSUPPORTED, "a DDS with pixels that sinew does not read: RXGB"},
        {4, 4, "\x74\0\0", 0, SINEW_ERROR_UNSUPPORTED,
         "a DDS with pixels that sinew does not read: Direct3D format 116"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        unsigned char file[DDS_HEADER_10 + 16] = {0};
        sinew_image image;
        sinew_error error = {0};
        begin_dds(file, rows[i].width, rows[i].height, rows[i].code);
        file[DDS_HEADER] = rows[i].dxgi;
        assert_int_equal(sinew_import_image(file, sizeof file, "dds", 16384, &image, &error), rows[i].result);
        assert_string_equal(error.message, rows[i].message);
        // Its first bytes say the same.
        assert_int_equal(sinew__picture_judge(file, DDS_HEADER_10, sizeof file, "dds", 16384, NULL), rows[i].result);
    }
    unsigned char short_file[DDS_HEADER_10];
    begin_dds(short_file, 4, 4, "DX10");
    for (size_t size = 4; size < sizeof short_file; ++size) {
        sinew_image image;
        assert_int_equal(sinew_import_image(short_file, size, "dds", 64, &image, NULL), SINEW_ERROR_DAMAGED);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_colors_are_those_on_paper),
        cmocka_unit_test(blocks_of_channels_are_grey_or_normals),
        cmocka_unit_test(plain_pixels_of_a_dds_are_read_by_their_masks),
        cmocka_unit_test(the_first_level_of_a_dds_has_any_size),
        cmocka_unit_test(a_dds_that_cannot_be_read_says_why),
        cmocka_unit_test(wrong_input_is_refused),
        cmocka_unit_test(a_tga_decodes_when_it_is_called_one),
        cmocka_unit_test(a_picture_over_the_limit_is_refused_by_its_header),
        cmocka_unit_test(sizes_are_read_from_headers),
        cmocka_unit_test(few_pixels_in_a_large_file_are_refused_by_its_header),
        cmocka_unit_test(a_picture_can_be_read_at_half_a_quarter_of_its_size),
        cmocka_unit_test(pictures_come_from_beside_the_model_and_nowhere_else),
        cmocka_unit_test(links_that_lead_out_and_pipes_are_not_followed),
        cmocka_unit_test(textures_come_from_a_texture_folder_beside_the_models),
        cmocka_unit_test(places_are_looked_at_in_their_order),
        cmocka_unit_test(names_of_windows_differ_in_case),
        cmocka_unit_test(of_several_names_the_exact_one_then_the_first_is_taken),
        cmocka_unit_test(a_very_full_folder_is_not_searched),
    };
    return cmocka_run_group_tests(tests, make_folders, remove_folders);
}
