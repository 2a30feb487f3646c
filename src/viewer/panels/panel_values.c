#include <math.h>

#include "base/printable.h"
#include "viewer/core/joint_values.h"
#include "viewer/panels/panel_parts.h"

/// Draws a name and three numbers in the small font, the name above them if there is little space.
static void draw_numbers(const viewer_panels *panels, const char *name, const double numbers[3], int decimals)
{
    const float point = panels->point, label = 64.0f * point, wide = 56.0f * point;
    const widget_box space = widget_remaining();
    const float width = space.right - space.left;
    const int is_narrow = width < label + 3.0f * wide;
    const float column = is_narrow ? width / 3.0f : wide, top = space.top + 9.0f * point;
    const float middle = is_narrow ? top + 15.0f * point : top;
    char text[JOINT_VALUE_SIZE];
    widget_begin_small();
    widget_draw_text(space.left, top, 0.0f, PANEL_DIM_TEXT, name, NULL);
    for (int i = 0; i < 3; ++i) {
        joint_value_format(numbers[i], decimals, is_narrow ? 6 : 8, text);
        widget_draw_text(space.right - (float)(2 - i) * column, middle, 1.0f, panel_axis_color(i), text, NULL);
    }
    widget_end_small();
    widget_skip((is_narrow ? 30.0f : 15.0f) * point);
}

static void draw_values(const viewer_panels *panels, const char *heading, const joint_values *values, double model_size)
{
    panel_draw_heading(panels, heading);
    draw_numbers(panels, "translation", values->t, joint_value_decimals(model_size));
    draw_numbers(panels, "rotation", values->r, 3);
    draw_numbers(panels, "scale", values->s, 3);
}

void panel_build_values(viewer_panels *panels, const viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    const int32_t joint = viewer->selected_joint;
    joint_values local, global;
    char name[128];
    if (joint == SINEW_NONE || !panel_pose(panels, model)) return;
    joint_values_find(model, viewer->clip, viewer_time(viewer), joint, panels->pose, &local, &global);
    sinew__printable(sinew_text(model, model->joints[joint].name), name, sizeof name);
    panel_draw_heading(panels, "JOINT");
    widget_write_wrapped(PANEL_TEXT, name);
    draw_values(panels, "LOCAL", &local, model->info->size);
    draw_values(panels, "GLOBAL", &global, model->info->size);
}
