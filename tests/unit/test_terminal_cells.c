// Images in a terminal: what their bytes show, decoded as a terminal decodes them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/base/printable.h"
#include "program/viewer/terminal/terminal_image.h"

// ---- colours ------------------------------------------------------------------------------------------------------

static void color_indices_match_the_palettes(void **state)
{
    (void)state;
    // 256colres.h of xterm: 16 + 36 red + 6 green + blue, levels 0, 95, 135, 175, 215, 255; greys from 232: 8, 18 …
    // 238. console_codes(4): 0 black, 1 red, 3 brown (aa5500), 7 light grey; plus 8 for the bright ones.
    static const struct {
        int colors;
        uint8_t rgb[3];
        int32_t number;
    } known[] = {
        {256, {255, 0, 0}, 196},        {256, {0, 0, 95}, 17},       {256, {95, 135, 175}, 67}, {256, {8, 8, 8}, 232},
        {256, {128, 128, 128}, 244},    {256, {238, 238, 238}, 255}, {256, {255, 255, 0}, 226}, {16, {0, 0, 0}, 0},
        {16, {0xaa, 0x55, 0}, 3},       {16, {0xff, 0x55, 0x55}, 9}, {16, {250, 250, 250}, 15}, {8, {250, 250, 250}, 7},
        {1 << 24, {1, 2, 3}, 0x010203},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        assert_int_equal(terminal_nearest_color(known[i].colors, known[i].rgb, 0), known[i].number);
    }
}

static void a_dithered_grey_is_exact_in_the_mean(void **state)
{
    (void)state;
    for (int value = 20; value < 230; ++value) {
        const uint8_t rgb[3] = {(uint8_t)value, (uint8_t)value, (uint8_t)value};
        int sum = 0;
        for (int dither = -15; dither <= 15; dither += 2) {
            const int32_t number = terminal_nearest_color(256, rgb, dither);
            sum += number >= 232 ? 8 + 10 * (number - 232) : 55 + 40 * ((number - 16) % 6); // the cube also has greys
        }
        assert_in_range(sum / 16, value - 4, value + 4);
    }
}

// ---- cells --------------------------------------------------------------------------------------------------------

static void scaling_down_keeps_the_mean(void **state)
{
    (void)state;
    const uint8_t pixels[2][4][4] = {{{0, 10, 0, 255}, {100, 10, 0, 255}, {9, 9, 9, 9}, {9, 9, 9, 9}},
                                     {{200, 10, 4, 255}, {100, 10, 0, 255}, {9, 9, 9, 9}, {9, 9, 9, 9}}};
    uint8_t out[2][4];
    terminal_shrink(&pixels[0][0][0], 4, 2, &out[0][0], 2, 1);
    const uint8_t expected[2][4] = {{100, 10, 1, 255}, {9, 9, 9, 9}};
    assert_memory_equal(out, expected, sizeof out);
    uint8_t grown[3][4]; // every pixel from at least one
    terminal_shrink(&pixels[0][0][0], 2, 1, &grown[0][0], 3, 1);
    assert_int_equal(grown[0][0], 0);
    assert_int_equal(grown[1][0], 50);
    assert_int_equal(grown[2][0], 100);
}

static void assert_cell(const terminal_cell *cell, uint32_t character, int32_t foreground, int32_t background)
{
    assert_int_equal(cell->character, character);
    assert_int_equal(cell->foreground, foreground);
    assert_int_equal(cell->background, background);
}

static void a_half_block_is_two_pixels(void **state)
{
    (void)state;
    const uint8_t pixels[2][2][4] = {{{1, 2, 3, 255}, {7, 7, 7, 255}}, {{4, 5, 6, 255}, {7, 7, 7, 255}}};
    terminal_cell cells[2];
    terminal_fill_blocks(&pixels[0][0][0], 2, 1, 1 << 24, cells);
    assert_cell(&cells[0], 0x2580, 0x010203, 0x040506);
    assert_cell(&cells[1], ' ', TERMINAL_ANY_COLOR, 0x070707);
}

static void bright_colors_of_sixteen_are_never_backgrounds(void **state)
{
    (void)state;
    srand(3);
    for (int round = 0; round < 200; ++round) {
        uint8_t pixels[8][4][4];
        terminal_cell cells[16];
        for (size_t i = 0; i < sizeof pixels; ++i) ((uint8_t *)pixels)[i] = (uint8_t)(rand() % 256);
        terminal_fill_blocks(&pixels[0][0][0], 4, 4, 16, cells);
        for (int i = 0; i < 16; ++i) assert_in_range(cells[i].background + 2, 0, 9);
    }
}

static void without_colors_half_blocks_are_dithered_by_brightness(void **state)
{
    (void)state;
    for (int value = 0; value < 256; ++value) {
        uint8_t pixels[8][8][4];
        terminal_cell cells[32];
        memset(pixels, value, sizeof pixels);
        terminal_fill_blocks(&pixels[0][0][0], 8, 4, 0, cells);
        int halves = 0;
        for (int i = 0; i < 32; ++i) {
            assert_int_equal(cells[i].foreground, TERMINAL_DEFAULT_COLOR);
            halves += cells[i].character == 0x2588 ? 2 : cells[i].character != ' ';
        }
        assert_in_range(halves, 64 * value / 255 - 4 < 0 ? 0 : 64 * value / 255 - 4, 64 * value / 255 + 4);
    }
}

static void dots_of_braille_are_where_unicode_has_them(void **state)
{
    (void)state;
    // Unicode, Braille Patterns: dots 1 2 3 7 down the left, 4 5 6 8 down the right; dot n is bit n - 1 of the code.
    static const int dots[4][2] = {{1, 4}, {2, 5}, {3, 6}, {7, 8}};
    for (int i = 0; i < 8; ++i) {
        uint8_t pixels[4][2][4] = {0};
        terminal_cell cell;
        memcpy(pixels[i / 2][i % 2], (uint8_t[4]){250, 0, 0, 255}, 4);
        terminal_fill_braille(&pixels[0][0][0], 1, 1, 1 << 24, &cell);
        assert_cell(&cell, 0x2800 + (1u << (dots[i / 2][i % 2] - 1)), 0xff0000, 0x000000); // brighter, on black
    }
}

// ---- screen -------------------------------------------------------------------------------------------------------

enum { COLUMNS = 13, ROWS = 5 };

/// As much of a terminal as images need.
typedef struct screen {
    terminal_cell cells[ROWS][COLUMNS];
    int row, column;
    int32_t foreground, background;
} screen;

static int32_t read_color(const char **text)
{
    char *end;
    const long kind = strtol(*text + 1, &end, 10);
    long parts[3] = {0};
    for (int i = 0; i < (kind == 2 ? 3 : 1); ++i) parts[i] = strtol(end + 1, &end, 10);
    *text = end;
    return (int32_t)(kind == 2 ? parts[0] << 16 | parts[1] << 8 | parts[2] : parts[0]);
}

/// "Select graphic rendition", by ECMA-48 and xterm.
static void read_rendition(screen *on, const char *text)
{
    while (*text != 'm') {
        char *end;
        const long number = strtol(text, &end, 10);
        text = end;
        if (number == 0)
            on->foreground = on->background = TERMINAL_DEFAULT_COLOR;
        else if (number == 38)
            on->foreground = read_color(&text);
        else if (number == 48)
            on->background = read_color(&text);
        else if (number == 39 || number == 49)
            *(number == 39 ? &on->foreground : &on->background) = TERMINAL_DEFAULT_COLOR;
        else if (number >= 90 && number < 98)
            on->foreground = (int32_t)number - 82;
        else if (number >= 30 && number < 38)
            on->foreground = (int32_t)number - 30;
        else if (number >= 40 && number < 48)
            on->background = (int32_t)number - 40;
        else
            assert_int_equal(number, 22);
        text += *text == ';';
    }
}

static const char *read_sequence(screen *on, const char *text)
{
    const char *parameters = text + 2, *last = parameters + strspn(parameters, "0123456789;");
    if (*last == 'm') {
        read_rendition(on, parameters);
    } else if (*last == 'H') {
        assert_int_equal(sscanf(parameters, "%d;%d", &on->row, &on->column), 2);
        --on->row, --on->column;
    } else {
        assert_int_equal(*last, 'C');
        on->column += atoi(parameters);
    }
    return last + 1;
}

static void read_screen(screen *on, const sinew__buffer *text)
{
    for (const char *at = text->text, *end = at + text->size; at < end;) {
        if (*at == '\x1b') {
            at = read_sequence(on, at);
            continue;
        }
        uint32_t code;
        const size_t length = sinew__utf8_decode(at, end, &code);
        assert_true(length > 0);
        assert_in_range(on->row, 0, ROWS - 1);
        assert_in_range(on->column, 0, COLUMNS - 1);
        on->cells[on->row][on->column++] = (terminal_cell){code, on->foreground, on->background};
        at += length;
    }
}

static int looks_like(const terminal_cell *shown, const terminal_cell *meant)
{
    return shown->character == meant->character &&
           (shown->foreground == meant->foreground || meant->foreground == TERMINAL_ANY_COLOR) &&
           (shown->background == meant->background || meant->background == TERMINAL_ANY_COLOR);
}

static void fill_at_random(terminal_cell *cell, int colors)
{
    const int pick = rand() % 5, other = rand() % 3;
    const int32_t palette = colors < 16 ? colors : 16;
    cell->character = (uint32_t[]){' ', 'a', 0x2580, 0x2588, 0x28ff}[rand() % 5];
    cell->foreground = pick < 2 ? -1 - pick : rand() % palette * (colors > 256 ? 70000 : 1);
    cell->background = other < 1 ? TERMINAL_DEFAULT_COLOR : rand() % 8;
}

static void the_screen_shows_each_image_after_any_other(void **state)
{
    (void)state;
    static const int depths[] = {8, 16, 256, 1 << 24};
    srand(11);
    for (int depth = 0; depth < 4; ++depth) {
        static screen on;
        static terminal_cell now[ROWS][COLUMNS], shown[ROWS][COLUMNS];
        terminal_clear_cells(shown[0], ROWS * COLUMNS);
        for (int round = 0; round < 300; ++round) {
            const int count = round == 0 ? ROWS * COLUMNS : rand() % (ROWS * COLUMNS);
            for (int i = 0; i < count; ++i) {
                fill_at_random(round == 0 ? &now[i / COLUMNS][i % COLUMNS] : &now[rand() % ROWS][rand() % COLUMNS],
                               depths[depth]);
            }
            sinew__buffer out = {0};
            terminal_put_cells(now[0], shown[0], COLUMNS, ROWS, depths[depth], 0, &out);
            on.foreground = on.background = TERMINAL_DEFAULT_COLOR;
            read_screen(&on, &out);
            for (int i = 0; i < ROWS * COLUMNS; ++i)
                assert_true(looks_like(&on.cells[i / COLUMNS][i % COLUMNS], &now[i / COLUMNS][i % COLUMNS]));
            assert_int_equal(on.foreground, TERMINAL_DEFAULT_COLOR);
            assert_int_equal(on.background, TERMINAL_DEFAULT_COLOR);
            sinew__buffer_free(&out);
        }
    }
}

static void unchanged_cells_write_nothing(void **state)
{
    (void)state;
    terminal_cell shown[ROWS][COLUMNS], now[ROWS][COLUMNS];
    for (int i = 0; i < ROWS * COLUMNS; ++i)
        shown[i / COLUMNS][i % COLUMNS] = (terminal_cell){0x2580, 0x102030 + i, 80000 * i};
    memcpy(now, shown, sizeof now);
    now[3][7].foreground = 0x010203;
    for (int again = 0; again < 2; ++again) {
        sinew__buffer out = {0};
        terminal_put_cells(now[0], shown[0], COLUMNS, ROWS, 1 << 24, 0, &out);
        sinew__buffer_put_character(&out, '\0');
        assert_string_equal(out.text, again ? "\x1b[0m" : "\x1b[4;8H\x1b[38;2;1;2;3;48;2;56;39;0m\xe2\x96\x80\x1b[0m");
        sinew__buffer_free(&out); // 80000 · 46 = 0x382700
    }
}

static void a_tolerated_difference_waits_until_it_has_grown(void **state)
{
    (void)state;
    terminal_cell shown = {0}, now = {'a', 0x101010, 0x202020};
    sinew__buffer out = {0};
    for (int step = 0; step < 30; ++step) {
        now.foreground = 0x101010 + step; // blue
        terminal_put_cells(&now, &shown, 1, 1, 1 << 24, 4, &out);
        assert_in_range(now.foreground - shown.foreground, 0, 4);
    }
    int count = 0;
    for (size_t i = 0; i < out.size; ++i) count += out.text[i] == 'a';
    assert_int_equal(count, 6); // 0, 5, 10 … 25
    sinew__buffer_free(&out);
}

// ---- kitty --------------------------------------------------------------------------------------------------------

/// Returns the concatenated chunks of the first image in `text`. Each chunk is within the protocol's limit.
static GByteArray *read_pieces(const char *text)
{
    GByteArray *bytes = g_byte_array_new();
    const char *more = "1";
    for (const char *at = strstr(text, "a=T"); *more == '1'; at = strstr(at, "\x1b_G") + 3) {
        const char *data = strchr(at, ';') + 1, *end = strchr(data, '\x1b');
        assert_true(end - data <= 4096);
        more = strstr(at, ",m=") + 3;
        assert_true(more < data);
        gchar *piece = g_strndup(data, (gsize)(end - data));
        gsize size;
        guchar *decoded = g_base64_decode(piece, &size);
        g_byte_array_append(bytes, decoded, (guint)size);
        g_free(decoded);
        g_free(piece);
        at = end;
    }
    return bytes;
}

static void kittys_image_is_the_one_written(void **state)
{
    (void)state;
    enum { WIDTH = 90, HEIGHT = 70 };
    static uint8_t pixels[WIDTH * HEIGHT][4], colors[WIDTH * HEIGHT][3];
    const terminal_layout layout = {.columns = 10, .image_rows = 4, .width = 3 * WIDTH, .height = 3 * HEIGHT};
    const terminal_pixels image = {.width = WIDTH, .height = HEIGHT, .rgba = pixels[0]};
    sinew__buffer out = {0};
    srand(5);
    for (int i = 0; i < WIDTH * HEIGHT * 4; ++i)
        ((uint8_t *)pixels)[i] = (uint8_t)(rand() % 256); // of more than one piece
    terminal_put_kitty(&image, &layout, 2, &out);
    sinew__buffer_put_character(&out, '\0');
    assert_non_null(strstr(out.text, "i=2,"));
    assert_non_null(strstr(out.text, "f=24,o=z,s=90,v=70,c=10,r=4,"));
    const char *deletion = strstr(out.text, "\x1b_Ga=d,d=I,i=1,q=2\x1b\\"); // of the previous one, and that at the end
    assert_non_null(deletion);
    assert_int_equal(strlen(deletion), strlen("\x1b_Ga=d,d=I,i=1,q=2\x1b\\"));
    GByteArray *packed = read_pieces(out.text);
    uLongf size = sizeof colors;
    assert_int_equal(uncompress(colors[0], &size, packed->data, packed->len), Z_OK);
    assert_int_equal(size, sizeof colors);
    for (int i = 0; i < WIDTH * HEIGHT; ++i) assert_memory_equal(colors[i], pixels[i], 3);
    g_byte_array_unref(packed);
    sinew__buffer_free(&out);
}

// ---- sixel --------------------------------------------------------------------------------------------------------

enum { SIXEL_WIDTH = 70, SIXEL_HEIGHT = 44 };

static const terminal_layout sixel_layout = {
    .image_left = 3,
    .image_columns = 10,
    .image_rows = 4,
    .cell_width = 7,
    .cell_height = 11,
    .width = SIXEL_WIDTH,
    .height = SIXEL_HEIGHT,
};

typedef struct sixel_screen {
    uint8_t pixels[SIXEL_HEIGHT][SIXEL_WIDTH][3];
    uint8_t is_set[SIXEL_HEIGHT][SIXEL_WIDTH];
} sixel_screen;

static void set_sixel(sixel_screen *on, const uint8_t rgb[3], int bits, int x, int top)
{
    for (int i = 0; i < 6; ++i) {
        if (!(bits >> i & 1)) continue;
        assert_in_range(x, 0, SIXEL_WIDTH - 1);
        assert_in_range(top + i, 0, SIXEL_HEIGHT - 1);
        memcpy(on->pixels[top + i][x], rgb, 3);
        on->is_set[top + i][x] = 1;
    }
}

/// Decodes an image as in DEC STD 070. `text` begins after the raster attributes.
static void read_sixels(sixel_screen *on, const char *text)
{
    static uint8_t palette[256][3];
    int color = 0, x = 0, top = 0;
    while (*text != '\x1b') {
        char *end;
        long times = 1;
        if (*text == '#') {
            color = (int)strtol(text + 1, &end, 10);
            for (int i = -1; *end == ';'; ++i) {
                const long number = strtol(end + 1, &end, 10);
                if (i >= 0) palette[color][i] = (uint8_t)((number * 255 + 50) / 100);
            }
            text = end;
            continue;
        }
        if (*text == '!') {
            times = strtol(text + 1, &end, 10);
            text = end;
        }
        if (*text == '$' || *text == '-') x = 0;
        if (*text == '-') top += 6;
        for (; *text >= '?' && times > 0; --times) set_sixel(on, palette[color], *text - '?', x++, top);
        ++text;
    }
}

/// Shows an image as a terminal would.
static void show_sixels(terminal_sixel *sixel, uint8_t *rgba, int width, int height, sixel_screen *out_screen)
{
    sinew__buffer out = {0};
    terminal_put_sixel(sixel, &(terminal_pixels){.width = width, .height = height, .rgba = rgba}, &out);
    sinew__buffer_put_character(&out, '\0');
    static const char begin[] = "\x1b[1;4H\x1bP0;1;0q\"1;1;70;44";
    assert_int_equal(strncmp(out.text, begin, strlen(begin)), 0);
    *out_screen = (sixel_screen){0};
    read_sixels(out_screen, out.text + strlen(begin));
    sinew__buffer_free(&out);
}

static void sixels_show_the_image_at_any_size(void **state)
{
    (void)state;
    static uint8_t pixels[SIXEL_HEIGHT * SIXEL_WIDTH][4];
    static sixel_screen on;
    for (int size = 1; size <= 3; ++size) {
        const int width = (SIXEL_WIDTH + size - 1) / size, height = (SIXEL_HEIGHT + size - 1) / size;
        terminal_sixel *sixel = terminal_sixel_create(&sixel_layout);
        for (int i = 0; i < width * height; ++i) {
            const int x = i % width, y = i / width;
            memcpy(pixels[i], (uint8_t[4]){(uint8_t)(x / 9 * 30), (uint8_t)(y / 7 * 40), 77, 255}, 4); // 8 × 7 colours
        }
        show_sixels(sixel, pixels[0], width, height, &on);
        for (int i = 0; i < SIXEL_WIDTH * SIXEL_HEIGHT; ++i) {
            const int x = i % SIXEL_WIDTH, y = i / SIXEL_WIDTH;
            const uint8_t *pixel = pixels[y / size * width + x / size];
            assert_true(on.is_set[y][x]);
            for (int k = 0; k < 3; ++k) assert_in_range(on.pixels[y][x][k] + 4 - pixel[k], 0, 8);
        }
        terminal_sixel_destroy(sixel);
    }
}

/// Returns the mean of the differences, of 255.
static double difference(const sixel_screen *on, uint8_t (*pixels)[4])
{
    double sum = 0.0;
    for (int i = 0; i < SIXEL_WIDTH * SIXEL_HEIGHT; ++i) {
        const uint8_t *shown = on->pixels[i / SIXEL_WIDTH][i % SIXEL_WIDTH];
        for (int k = 0; k < 3; ++k) sum += abs(shown[k] - pixels[i][k]);
    }
    return sum / (SIXEL_WIDTH * SIXEL_HEIGHT * 3);
}

static void the_sixel_palette_is_kept_while_it_fits(void **state)
{
    (void)state;
    static uint8_t grey[SIXEL_HEIGHT * SIXEL_WIDTH][4], colored[SIXEL_HEIGHT * SIXEL_WIDTH][4];
    static sixel_screen first, on;
    for (int i = 0; i < SIXEL_WIDTH * SIXEL_HEIGHT; ++i) {
        const int x = i % SIXEL_WIDTH, y = i / SIXEL_WIDTH;
        memset(grey[i], x + y, 4);
        memcpy(colored[i], (uint8_t[4]){(uint8_t)(3 * x), (uint8_t)(5 * y), (uint8_t)(255 - 2 * x), 255},
               4); // thousands
    }
    terminal_sixel *sixel = terminal_sixel_create(&sixel_layout);
    show_sixels(sixel, grey[0], SIXEL_WIDTH, SIXEL_HEIGHT, &first);
    assert_true(difference(&first, grey) < 3.0);
    for (int i = 0; i < 60; ++i) memcpy(grey[i], (uint8_t[4]){60, 40, 40, 255}, 4); // something small comes in
    show_sixels(sixel, grey[0], SIXEL_WIDTH, SIXEL_HEIGHT, &on);
    assert_memory_equal(on.pixels[1], first.pixels[1], sizeof on.pixels - sizeof on.pixels[0]);
    show_sixels(sixel, colored[0], SIXEL_WIDTH, SIXEL_HEIGHT, &on); // nothing of it is grey
    assert_true(difference(&on, colored) < 8.0);
    terminal_sixel_destroy(sixel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(color_indices_match_the_palettes),
        cmocka_unit_test(a_dithered_grey_is_exact_in_the_mean),
        cmocka_unit_test(scaling_down_keeps_the_mean),
        cmocka_unit_test(a_half_block_is_two_pixels),
        cmocka_unit_test(bright_colors_of_sixteen_are_never_backgrounds),
        cmocka_unit_test(without_colors_half_blocks_are_dithered_by_brightness),
        cmocka_unit_test(dots_of_braille_are_where_unicode_has_them),
        cmocka_unit_test(the_screen_shows_each_image_after_any_other),
        cmocka_unit_test(unchanged_cells_write_nothing),
        cmocka_unit_test(a_tolerated_difference_waits_until_it_has_grown),
        cmocka_unit_test(kittys_image_is_the_one_written),
        cmocka_unit_test(sixels_show_the_image_at_any_size),
        cmocka_unit_test(the_sixel_palette_is_kept_while_it_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
