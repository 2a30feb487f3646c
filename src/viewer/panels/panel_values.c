#include <math.h>

#include "base/printable.h"
#include "viewer/core/joint_values.h"
#include "viewer/panels/panel_parts.h"

/// A name and three numbers; where there is little room they are small.
static void put_numbers(const viewer_panels *panels, const char *name, const double numbers[3], int decimals)
{
    const float point = panels->point, wide = 64.0f * point;
    const widget_box room = widget_room();
    const float column = fminf(wide, (room.right - room.left - 30.0f * point) / 3.0f), middle = room.top + 9.0f * point;
    const int is_narrow = column < wide;
    char words[JOINT_VALUE_SIZE];
    if (is_narrow) widget_begin_small();
    widget_put_text(room.left, middle, 0.0f, PANEL_FAINT, name, NULL);
    for (int i = 0; i < 3; ++i) {
        joint_value_write(numbers[i], decimals, is_narrow ? 6 : 8, words);
        widget_put_text(room.right - (float)(2 - i) * column, middle, 1.0f, panel_axis_color(i), words, NULL);
    }
    if (is_narrow) widget_end_small();
    widget_skip(15.0f * point);
}

static void put_values(const viewer_panels *panels, const char *heading, const joint_values *values, double model_size)
{
    panel_put_heading(panels, heading);
    put_numbers(panels, "at", values->t, joint_value_decimals(model_size));
    put_numbers(panels, "turned", values->r, 3);
    put_numbers(panels, "scaled", values->s, 3);
}

void panel_build_values(viewer_panels *panels, const viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    const int32_t joint = viewer->selected_joint;
    joint_values local, global;
    char name[128];
    if (joint == SINEW_NONE || !panel_pose(panels, model)) return;
    joint_values_find(model, viewer->clip, viewer_timeline(viewer), joint, panels->pose, &local, &global);
    sinew__printable(sinew_text(model, model->joints[joint].name), name, sizeof name);
    panel_put_heading(panels, "JOINT");
    widget_write_wrapped(PANEL_INK, name);
    put_values(panels, "RELATIVE TO ITS PARENT", &local, model->info->size);
    put_values(panels, "IN THE MODEL", &global, model->info->size);
}
