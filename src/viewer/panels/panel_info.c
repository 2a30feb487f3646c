#include <stdio.h>

#include "base/printable.h"
#include "viewer/panels/model_facts.h"
#include "viewer/panels/panel_parts.h"

static void draw_warning(const sinew_model *model, const sinew_warning *warning)
{
    char line[600], object[128], text[400];
    sinew__printable(sinew_text(model, warning->object), object, sizeof object);
    sinew__printable(sinew_text(model, warning->text), text, sizeof text);
    snprintf(line, sizeof line, "%s%s%s", object, object[0] ? ": " : "", text);
    widget_write(warning->severity == SINEW_SEVERITY_INFO ? PANEL_DIM_TEXT : PANEL_KEY,
                 sinew_text(model, warning->code));
    widget_same_line(0.0f);
    widget_write_wrapped(PANEL_TEXT, line);
}

/// Why images are missing.
static void draw_texture_notes(const viewer_state *viewer)
{
    char line[400];
    for (int32_t i = 0; i < viewer->texture_note_count; ++i) {
        sinew__printable(viewer->texture_notes[i].message, line, sizeof line);
        widget_write_wrapped(PANEL_TEXT, line);
    }
}

static void draw_warnings(const viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    const int32_t max = 50;
    char line[64];
    for (int32_t i = 0; i < model->warning_count && i < max; ++i) draw_warning(model, &model->warnings[i]);
    draw_texture_notes(viewer);
    if (model->warning_count + viewer->texture_note_count == 0) widget_write(PANEL_DIM_TEXT, "none");
    if (model->warning_count <= max) return;
    snprintf(line, sizeof line, "%d more: run sinew info", (int)(model->warning_count - max));
    widget_write(PANEL_DIM_TEXT, line);
}

void panel_build_info(viewer_panels *panels, const viewer_state *viewer)
{
    model_fact facts[MODEL_FACTS_MAX];
    const int count = model_facts_list(viewer->model, facts);
    panel_draw_heading(panels, "MODEL");
    for (int i = 0; i < count; ++i) panel_draw_fact(panels, facts[i].name, facts[i].value, 96.0f);
    panel_draw_heading(panels, "WARNINGS");
    draw_warnings(viewer);
}
