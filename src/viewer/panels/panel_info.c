#include <stdio.h>

#include "base/printable.h"
#include "viewer/panels/model_facts.h"
#include "viewer/panels/panel_parts.h"

static void put_warning(const sinew_model *model, const sinew_warning *warning)
{
    char words[600], object[128], text[400];
    sinew__printable(sinew_text(model, warning->object), object, sizeof object);
    sinew__printable(sinew_text(model, warning->text), text, sizeof text);
    snprintf(words, sizeof words, "%s%s%s", object, object[0] ? ": " : "", text);
    widget_write(warning->severity == SINEW_SEVERITY_INFO ? PANEL_FAINT : PANEL_KEY, sinew_text(model, warning->code));
    widget_same_line(0.0f);
    widget_write_wrapped(PANEL_INK, words);
}

static void put_warnings(const sinew_model *model)
{
    const int32_t most = 50;
    char words[64];
    for (int32_t i = 0; i < model->warning_count && i < most; ++i) put_warning(model, &model->warnings[i]);
    if (model->warning_count == 0) widget_write(PANEL_FAINT, "none");
    if (model->warning_count <= most) return;
    snprintf(words, sizeof words, "%d more: sinew info lists them all", (int)(model->warning_count - most));
    widget_write(PANEL_FAINT, words);
}

void panel_build_info(viewer_panels *panels, const viewer_state *viewer)
{
    model_fact facts[MODEL_FACTS_MOST];
    const int count = model_facts_list(viewer->model, facts);
    panel_put_heading(panels, "MODEL");
    for (int i = 0; i < count; ++i) panel_put_fact(panels, facts[i].name, facts[i].value, 96.0f);
    panel_put_heading(panels, "WARNINGS");
    put_warnings(viewer->model);
}
