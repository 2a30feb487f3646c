// Converts images to letters by shape, using chafa.
#include <chafa.h>
#include <glib.h>
#include <stdlib.h>

#include "program/viewer/terminal/terminal_letters.h"

struct terminal_letters {
    ChafaCanvas *canvas;
    int columns, rows, colors;
};

terminal_letters *terminal_letters_create(int columns, int rows, int colors)
{
    terminal_letters *letters = malloc(sizeof *letters);
    if (!letters) return NULL;
    chafa_set_n_threads(1); // images are small: threads would cost more than they save
    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, columns, rows);
    chafa_canvas_config_set_preprocessing_enabled(config, FALSE);
    ChafaSymbolMap *map = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(map, CHAFA_SYMBOL_TAG_SPACE | CHAFA_SYMBOL_TAG_ASCII);
    chafa_canvas_config_set_symbol_map(config, map);
    chafa_symbol_map_unref(map);
    chafa_canvas_config_set_canvas_mode(config, colors > 0 ? CHAFA_CANVAS_MODE_TRUECOLOR : CHAFA_CANVAS_MODE_FGBG);
    if (colors == 0) chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_ORDERED);
    chafa_canvas_config_set_fg_only_enabled(config, TRUE);
    chafa_canvas_config_set_work_factor(config, 0.1f);
    *letters = (terminal_letters){chafa_canvas_new(config), columns, rows, colors};
    chafa_canvas_config_unref(config);
    return letters;
}

void terminal_letters_destroy(terminal_letters *letters)
{
    if (!letters) return;
    chafa_canvas_unref(letters->canvas);
    free(letters);
}

void terminal_letters_fill(terminal_letters *letters, const terminal_pixels *pixels, terminal_cell *out_cells)
{
    static const uint8_t black[3] = {0};
    const int colors = letters->colors;
    chafa_canvas_draw_all_pixels(letters->canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, pixels->rgba, pixels->width,
                                 pixels->height, 4 * pixels->width);
    for (int i = 0; i < letters->columns * letters->rows; ++i) {
        const int column = i % letters->columns, row = i / letters->columns;
        const uint32_t character = chafa_canvas_get_char_at(letters->canvas, column, row);
        out_cells[i] = (terminal_cell){character, TERMINAL_DEFAULT_COLOR, TERMINAL_DEFAULT_COLOR};
        if (colors == 0) continue;
        gint foreground, background;
        chafa_canvas_get_raw_colors_at(letters->canvas, column, row, &foreground, &background);
        const uint8_t rgb[3] = {(uint8_t)(foreground >> 16), (uint8_t)(foreground >> 8), (uint8_t)foreground};
        out_cells[i].foreground = character == ' ' ? TERMINAL_ANY_COLOR : terminal_nearest_color(colors, rgb, 0);
        out_cells[i].background = terminal_nearest_color(colors, black, 0);
    }
}

int terminal_letters_colors(void)
{
    static const struct {
        ChafaTermSeq needed;
        int colors;
    } depths[] = {
        {CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT, 1 << 24},
        {CHAFA_TERM_SEQ_SET_COLOR_FGBG_256, 256},
        {CHAFA_TERM_SEQ_SET_COLOR_FGBG_16, 16},
        {CHAFA_TERM_SEQ_SET_COLOR_FGBG_8, 8},
    };
    int colors = 0;
    gchar **environment = g_get_environ();
    ChafaTermInfo *info = chafa_term_db_detect(chafa_term_db_get_default(), environment);
    for (size_t i = 0; i < sizeof depths / sizeof depths[0] && colors == 0; ++i) {
        if (chafa_term_info_have_seq(info, depths[i].needed)) colors = depths[i].colors;
    }
    chafa_term_info_unref(info);
    g_strfreev(environment);
    return colors;
}
