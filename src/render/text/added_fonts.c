#include "render/text/added_fonts.h"

#include "render/renderer.h"
#include "render/text/font_file.h"

int sinew__render_add_font(sinew_renderer *renderer, void *bytes, int number)
{
    if (renderer->font_count == RENDER_MAX_ADDED_FONTS) return 0;
    renderer->fonts[renderer->font_count++] = (render_added_font){bytes, number};
    sinew__render_glyph_atlas_destroy(renderer->atlas); // these characters are boxes in it
    renderer->atlas = NULL;
    return 1;
}

static int remove_those_of(const void *bytes, int number, uint16_t *codes, int count)
{
    render_outlines *font = sinew__render_outlines_open(bytes, number);
    int left = 0;
    for (int i = 0; i < count; ++i)
        if (!font || !sinew__render_outlines_find(font, codes[i])) codes[left++] = codes[i];
    sinew__render_outlines_close(font);
    return left;
}

int sinew__render_remove_known(const sinew_renderer *renderer, uint16_t *codes, int count)
{
    count = remove_those_of(sinew__render_font_file, 0, codes, count);
    for (int i = 0; i < renderer->font_count; ++i)
        count = remove_those_of(renderer->fonts[i].bytes, renderer->fonts[i].number, codes, count);
    return count;
}
