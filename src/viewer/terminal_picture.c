#include "viewer/terminal_picture.h"

#include <chafa.h>
#include <stdlib.h>
#include <string.h>

const char terminal_picture_clear[] = "\x1b_Ga=d,d=A,q=2\x1b\\";

// Kitty replaces a picture by one with the same number; it is not to answer, nor to move the cursor.
static const char kitty_begin[] = "\x1b_Ga=T,i=1,p=1,q=2,C=1,f=%1,s=%2,v=%3,c=%4,r=%5,m=1\x1b\\";

struct terminal_picture {
    ChafaCanvas *canvas;
    ChafaTermInfo *info;
    int width, height; ///< pixels
    int on_black;      ///< pictures are transparent
    int is_pixels;     ///< the terminal shows pixels: one piece, not rows
    GString *shown;    ///< what is on the screen, or NULL
};

static ChafaCanvasMode canvas_mode(int colors)
{
    return colors > 256    ? CHAFA_CANVAS_MODE_TRUECOLOR
           : colors == 256 ? CHAFA_CANVAS_MODE_INDEXED_240 // the other 16 are the user's to choose
           : colors == 16  ? CHAFA_CANVAS_MODE_INDEXED_16
           : colors == 8   ? CHAFA_CANVAS_MODE_INDEXED_8
                           : CHAFA_CANVAS_MODE_FGBG;
}

/// Kinds of pictures, by what chafa is told.
static const struct {
    ChafaPixelMode pixels;
    ChafaSymbolTags symbols;
    int on_black; ///< only the characters have colours
} kinds[] = {
    [VIEWER_TERM_KITTY] = {CHAFA_PIXEL_MODE_KITTY, CHAFA_SYMBOL_TAG_NONE, 0},
    [VIEWER_TERM_SIXEL] = {CHAFA_PIXEL_MODE_SIXELS, CHAFA_SYMBOL_TAG_NONE, 0},
    [VIEWER_TERM_BLOCKS] = {CHAFA_PIXEL_MODE_SYMBOLS,
                            CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_SOLID | CHAFA_SYMBOL_TAG_VHALF, 0},
    [VIEWER_TERM_BRAILLE] = {CHAFA_PIXEL_MODE_SYMBOLS, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_BRAILLE, 1},
    [VIEWER_TERM_ASCII] = {CHAFA_PIXEL_MODE_SYMBOLS, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_ASCII, 1},
};

int terminal_picture_is_on_black(viewer_term term)
{
    return kinds[term].on_black;
}

static ChafaCanvas *make_canvas(viewer_term term, int colors, const terminal_layout *layout)
{
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, layout->columns, layout->picture_rows);
    chafa_canvas_config_set_pixel_mode(config, kinds[term].pixels);
    chafa_canvas_config_set_preprocessing_enabled(config, FALSE);
    chafa_canvas_config_set_optimizations(config, CHAFA_OPTIMIZATION_REUSE_ATTRIBUTES);
    if (kinds[term].pixels == CHAFA_PIXEL_MODE_SYMBOLS) {
        ChafaSymbolMap *map = chafa_symbol_map_new();
        chafa_symbol_map_add_by_tags(map, kinds[term].symbols);
        chafa_canvas_config_set_symbol_map(config, map);
        chafa_symbol_map_unref(map);
        chafa_canvas_config_set_canvas_mode(config, canvas_mode(colors));
        chafa_canvas_config_set_fg_only_enabled(config, kinds[term].on_black);
        chafa_canvas_config_set_work_factor(config, 0.1f);
        if (colors <= 16) chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_ORDERED);
    } else if (term == VIEWER_TERM_SIXEL) {
        chafa_canvas_config_set_cell_geometry(config, layout->cell_width, layout->cell_height);
    } else {
        chafa_canvas_config_set_cell_geometry(config, (layout->width + layout->columns - 1) / layout->columns,
                                              (layout->height + layout->picture_rows - 1) / layout->picture_rows);
    }
    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_config_unref(config);
    return canvas;
}

/// What the terminal has been found to understand, whatever its name says.
static ChafaTermInfo *make_info(void)
{
    gchar *nothing[] = {NULL};
    ChafaTermInfo *info = chafa_term_db_detect(chafa_term_db_get_default(), nothing);
    chafa_term_info_supplement(info, chafa_term_db_get_fallback_info(chafa_term_db_get_default()));
    chafa_term_info_set_seq(info, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1, kitty_begin, NULL);
    return info;
}

sinew_result terminal_picture_create(viewer_term term, int colors, const terminal_layout *layout,
                                     terminal_picture **out_picture, sinew_error *out_error)
{
    *out_picture = NULL;
    terminal_picture *picture = calloc(1, sizeof *picture);
    if (!picture) return sinew__fail_memory(out_error);
    picture->canvas = make_canvas(term, colors, layout);
    picture->info = make_info();
    picture->width = layout->width;
    picture->height = layout->height;
    picture->on_black = kinds[term].on_black;
    picture->is_pixels = kinds[term].pixels != CHAFA_PIXEL_MODE_SYMBOLS;
    *out_picture = picture;
    return SINEW_OK;
}

void terminal_picture_forget(terminal_picture *picture)
{
    if (picture->shown) g_string_free(picture->shown, TRUE);
    picture->shown = NULL;
}

void terminal_picture_destroy(terminal_picture *picture)
{
    if (!picture) return;
    terminal_picture_forget(picture);
    chafa_canvas_unref(picture->canvas);
    chafa_term_info_unref(picture->info);
    free(picture);
}

/// Puts the rows of `now` that differ from `before`, which may be NULL.
static void put_rows(const char *now, const char *before, sinew__buffer *out)
{
    for (int row = 1; now; ++row) {
        const char *end = strchr(now, '\n'), *end_before = before ? strchr(before, '\n') : NULL;
        const size_t length = end ? (size_t)(end - now) : strlen(now);
        const size_t length_before = end_before ? (size_t)(end_before - before) : before ? strlen(before) : 0;
        if (!before || length != length_before || memcmp(now, before, length) != 0) {
            sinew__buffer_format(out, "\x1b[%d;1H", row);
            sinew__buffer_put(out, now, length);
        }
        now = end ? end + 1 : NULL;
        before = end_before ? end_before + 1 : NULL;
    }
}

/// Puts a transparent picture on black so that nothing of it is lost there: edges thinner than a pixel count more, and
/// what is dark is lit.
static void lift_from_black(uint8_t *pixels, size_t count)
{
    enum { DARKEST = 80 };
    for (uint8_t *pixel = pixels; pixel < pixels + 4 * count; pixel += 4) {
        const int cover = pixel[3] > 85 ? 255 : 3 * pixel[3];
        for (int i = 0; i < 3; ++i) pixel[i] = (uint8_t)((DARKEST + pixel[i] * (255 - DARKEST) / 255) * cover / 255);
        pixel[3] = 255;
    }
}

void terminal_picture_put(terminal_picture *picture, uint8_t *pixels, sinew__buffer *out)
{
    if (picture->on_black) lift_from_black(pixels, (size_t)picture->width * (size_t)picture->height);
    chafa_canvas_draw_all_pixels(picture->canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels, picture->width,
                                 picture->height, 4 * picture->width);
    GString *now = chafa_canvas_print(picture->canvas, picture->info);
    if (picture->is_pixels) {
        sinew__buffer_put_text(out, "\x1b[H");
        sinew__buffer_put(out, now->str, now->len);
    } else {
        put_rows(now->str, picture->shown ? picture->shown->str : NULL, out);
    }
    sinew__buffer_put_text(out, "\x1b[0m");
    terminal_picture_forget(picture);
    picture->shown = now;
}
