#include "cli/info/camera_list.h"

#include <math.h>

static const char *joint_name(const sinew_model *model, int32_t joint)
{
    return joint == SINEW_NONE ? NULL : sinew_text(model, model->joints[joint].name);
}

/// A side that is unknown is null.
static void put_sides_json(sinew__json_writer *json, const char *key, const double sides[2], int is_used)
{
    sinew__json_put_array(json, key);
    for (int i = 0; i < 2; ++i) sinew__json_put_number(json, NULL, is_used && sides[i] > 0 ? sides[i] : (double)NAN);
    sinew__json_end_array(json);
}

void cli_put_cameras_json(const sinew_model *model, sinew__json_writer *json)
{
    sinew__json_put_array(json, "cameras");
    for (int32_t i = 0; i < model->camera_count; ++i) {
        const sinew_file_camera *camera = &model->cameras[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "name", joint_name(model, camera->joint));
        sinew__json_put_text(json, "target", joint_name(model, camera->target));
        sinew__json_put_bool(json, "parallel", (int)camera->is_parallel);
        put_sides_json(json, "field_of_view_deg", camera->field_of_view, !camera->is_parallel);
        put_sides_json(json, "extent", camera->extent, (int)camera->is_parallel);
        sinew__json_put_number(json, "near", camera->near_plane);
        sinew__json_put_number(json, "far", camera->far_plane);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

void cli_put_cameras_table(const sinew_model *model, int32_t count, int color, sinew__buffer *out)
{
    static const char *const titles[] = {"camera", "horizontal", "vertical", "", "target"};
    cli_table table = {.alignment = "lrrll", .has_title = 1, .color = color};
    if (count == 0) return;
    for (size_t i = 0; i < sizeof titles / sizeof *titles; ++i) cli_table_add(&table, "%s", titles[i]);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_file_camera *camera = &model->cameras[i];
        const double *sides = camera->is_parallel ? camera->extent : camera->field_of_view;
        const char *target = joint_name(model, camera->target);
        cli_table_add_name(&table, joint_name(model, camera->joint));
        for (int side = 0; side < 2; ++side) cli_table_add_known(&table, sides[side] > 0, "%.4g", sides[side]);
        cli_table_add(&table, "%s", camera->is_parallel ? "units, parallel" : "degrees");
        cli_table_add_name(&table, target ? target : "");
    }
    sinew__buffer_put_character(out, '\n');
    cli_table_put(&table, "  ", out);
}
