#include "viewer/terminal/terminal_picture.h"

#include <chafa.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/terminal/terminal_cells.h"
#include "viewer/terminal/terminal_kitty.h"
#include "viewer/terminal/terminal_sixel.h"

const char terminal_picture_clear[] = "\x1b_Ga=d,d=A,q=2\x1b\\";

struct terminal_picture {
    viewer_term term;
    int colors;
    terminal_layout layout;
    uint8_t *dots;                ///< pixels of the size that cells have; NULL: they are not made of cells
    terminal_cell *cells, *shown; ///< [columns × picture rows]: of this picture, on the screen
    ChafaCanvas *canvas;          ///< that finds letters, or NULL
    terminal_sixel *sixel;        ///< or NULL
    int kitty_number;             ///< of the picture on the screen
};

/// Kinds of pictures: pixels of a cell, and how to make cells of them.
static const struct {
    int columns, rows;
    void (*fill)(const uint8_t *pixels, int columns, int rows, int colors, terminal_cell *out_cells);
    int on_black; ///< only the characters have colours
} kinds[] = {
    [VIEWER_TERM_KITTY] = {0},
    [VIEWER_TERM_SIXEL] = {0},
    [VIEWER_TERM_BLOCKS] = {1, 2, terminal_fill_blocks, 0},
    [VIEWER_TERM_BRAILLE] = {2, 4, terminal_fill_braille, 1},
    [VIEWER_TERM_ASCII] = {0, 0, NULL, 1},
};

int terminal_picture_is_on_black(viewer_term term)
{
    return kinds[term].on_black;
}

// ---- letters, by chafa --------------------------------------------------------------------------------------------

static void set_up_letters(const terminal_picture *picture, ChafaCanvasConfig *config)
{
    ChafaSymbolMap *map = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_ASCII);
    chafa_canvas_config_set_symbol_map(config, map);
    chafa_symbol_map_unref(map);
    chafa_canvas_config_set_canvas_mode(config,
                                        picture->colors > 0 ? CHAFA_CANVAS_MODE_TRUECOLOR : CHAFA_CANVAS_MODE_FGBG);
    if (picture->colors == 0) chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_ORDERED);
    chafa_canvas_config_set_fg_only_enabled(config, TRUE);
    chafa_canvas_config_set_work_factor(config, 0.1f);
}

static ChafaCanvas *make_canvas(const terminal_picture *picture)
{
    const terminal_layout *layout = &picture->layout;
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, layout->columns, layout->picture_rows);
    chafa_canvas_config_set_preprocessing_enabled(config, FALSE);
    set_up_letters(picture, config);
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_config_unref(config);
    return canvas;
}

static void draw_by_chafa(terminal_picture *picture, const terminal_pixels *pixels)
{
    chafa_canvas_draw_all_pixels(picture->canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels->rgba, pixels->width,
                                 pixels->height, 4 * pixels->width);
}

static terminal_cell cell_by_chafa(const terminal_picture *picture, int column, int row)
{
    static const uint8_t black[3] = {0};
    const int colors = picture->colors;
    gint fore, back;
    const uint32_t character = chafa_canvas_get_char_at(picture->canvas, column, row);
    if (colors == 0) return (terminal_cell){character, TERMINAL_OWN_COLOR, TERMINAL_OWN_COLOR};
    chafa_canvas_get_raw_colors_at(picture->canvas, column, row, &fore, &back);
    const uint8_t rgb[3] = {(uint8_t)(fore >> 16), (uint8_t)(fore >> 8), (uint8_t)fore};
    return (terminal_cell){
        .character = character,
        .fore = character == ' ' ? TERMINAL_ANY_COLOR : terminal_nearest_color(colors, rgb, 0),
        .back = terminal_nearest_color(colors, black, 0),
    };
}

// ---- cells --------------------------------------------------------------------------------------------------------

/// Puts a transparent picture on black so that nothing of it is lost there: edges thinner than a pixel count more, and
/// what is dark is lit, to `darkest` at least.
static void lift_from_black(const terminal_pixels *pixels, int darkest)
{
    const uint8_t *end = pixels->rgba + 4 * (size_t)pixels->width * (size_t)pixels->height;
    for (uint8_t *pixel = pixels->rgba; pixel < end; pixel += 4) {
        const int cover = pixel[3] > 85 ? 255 : 3 * pixel[3];
        for (int i = 0; i < 3; ++i) pixel[i] = (uint8_t)((darkest + pixel[i] * (255 - darkest) / 255) * cover / 255);
        pixel[3] = 255;
    }
}

static void fill_cells(terminal_picture *picture, const terminal_pixels *pixels)
{
    const terminal_layout *layout = &picture->layout;
    const int columns = layout->columns, rows = layout->picture_rows, kind = (int)picture->term;
    if (kinds[kind].fill) {
        terminal_shrink(pixels->rgba, pixels->width, pixels->height, picture->dots, columns * kinds[kind].columns,
                        rows * kinds[kind].rows);
        kinds[kind].fill(picture->dots, columns, rows, picture->colors, picture->cells);
        return;
    }
    draw_by_chafa(picture, pixels);
    for (int i = 0; i < columns * rows; ++i) picture->cells[i] = cell_by_chafa(picture, i % columns, i / columns);
}

static void put_cells(terminal_picture *picture, const terminal_pixels *pixels, sinew__buffer *out)
{
    const int darkest = picture->colors > 0 ? 80 : 40; // without colours, shades are all there is
    if (kinds[picture->term].on_black) lift_from_black(pixels, darkest);
    fill_cells(picture, pixels);
    terminal_put_cells(picture->cells, picture->shown, picture->layout.columns, picture->layout.picture_rows,
                       picture->colors, pixels->tolerance, out);
}

// ---- pictures -----------------------------------------------------------------------------------------------------

static int is_made_of_cells(viewer_term term)
{
    return term != VIEWER_TERM_KITTY && term != VIEWER_TERM_SIXEL;
}

sinew_result terminal_picture_create(viewer_term term, int colors, const terminal_layout *layout,
                                     terminal_picture **out_picture, sinew_error *out_error)
{
    *out_picture = NULL;
    terminal_picture *picture = calloc(1, sizeof *picture);
    if (!picture) return sinew__fail_memory(out_error);
    *picture = (terminal_picture){.term = term, .colors = colors, .layout = *layout};
    if (is_made_of_cells(term)) {
        const size_t count = (size_t)layout->columns * (size_t)layout->picture_rows + 1;
        picture->dots = malloc(4 * count * (size_t)(kinds[term].columns * kinds[term].rows) + 1);
        picture->cells = calloc(count, sizeof *picture->cells);
        picture->shown = calloc(count, sizeof *picture->shown);
    }
    if (term == VIEWER_TERM_SIXEL) picture->sixel = terminal_sixel_create(layout);
    if (is_made_of_cells(term) ? !picture->dots || !picture->cells || !picture->shown
                               : term == VIEWER_TERM_SIXEL && !picture->sixel) {
        terminal_picture_destroy(picture);
        return sinew__fail_memory(out_error);
    }
    if (term == VIEWER_TERM_ASCII && layout->picture_rows > 0) picture->canvas = make_canvas(picture);
    *out_picture = picture;
    return SINEW_OK;
}

void terminal_picture_forget(terminal_picture *picture)
{
    if (picture->shown) terminal_forget_cells(picture->shown, picture->layout.columns * picture->layout.picture_rows);
}

void terminal_picture_destroy(terminal_picture *picture)
{
    if (!picture) return;
    if (picture->canvas) chafa_canvas_unref(picture->canvas);
    terminal_sixel_destroy(picture->sixel);
    free(picture->dots);
    free(picture->cells);
    free(picture->shown);
    free(picture);
}

void terminal_picture_put(terminal_picture *picture, const terminal_pixels *pixels, sinew__buffer *out)
{
    if (picture->term == VIEWER_TERM_KITTY) {
        picture->kitty_number = picture->kitty_number == 1 ? 2 : 1;
        terminal_put_kitty(pixels, &picture->layout, picture->kitty_number, out);
    } else if (picture->term == VIEWER_TERM_SIXEL) {
        terminal_put_sixel(picture->sixel, pixels, out);
    } else {
        put_cells(picture, pixels, out);
    }
}
