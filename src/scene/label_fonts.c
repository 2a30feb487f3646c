#include "scene/label_fonts.h"

#include "render/text/draw_text.h"
#include "scene/extra_glyphs.h"
#include "scene/find_font.h"
#include "sinew/memory.h"

void scene_add_label_fonts(sinew_renderer *renderer, const sinew_model *model)
{
    extra_glyphs missing;
    found_font found;
    missing.count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i)
        extra_glyphs_add(&missing, sinew_text(model, model->joints[i].name));
    missing.count = sinew__render_remove_known(renderer, missing.codes, missing.count);
    while (missing.count > 0 && scene_find_font(missing.codes, &missing.count, &found)) {
        if (sinew__render_add_font(renderer, found.bytes, found.number)) continue;
        sinew_free(found.bytes);
        return;
    }
}
