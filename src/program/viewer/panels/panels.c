#include "program/viewer/panels/panels.h"
#include "runtime/pose/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "program/viewer/core/actions.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/core/prompt.h"
#include "program/viewer/panels/model_facts.h"
#include "program/viewer/panels/panel_layout.h"
#include "program/viewer/panels/panel_parts.h"

static void draw_value(const viewer_panels *panels, const char *name, const char *value)
{
    panel_draw_fact(panels, name, value, 150.0f);
}

static void draw_time(const viewer_panels *panels, const char *name, double seconds)
{
    char text[40];
    if (seconds < 1.0)
        snprintf(text, sizeof text, seconds < 0.01 ? "%.3f ms" : "%.1f ms", 1e3 * seconds);
    else
        snprintf(text, sizeof text, "%.2f s", seconds);
    draw_value(panels, name, text);
}

static void build_times(viewer_panels *panels, viewer_state *viewer)
{
    step_times *steps = &panels->steps;
    char text[40];
    panel_draw_heading(panels, "THIS FRAME");
    snprintf(text, sizeof text, "pose (%s)", sinew__engine_info(viewer->settings->engine)->name);
    draw_time(panels, text, viewer->times.pose);
    draw_time(panels, "draw, with skinning", viewer->times.draw);
    draw_time(panels, "panels", panels->build_time);
    snprintf(text, sizeof text, "%.0f", panels->frames_per_second);
    draw_value(panels, "frames per second", text);
    panel_draw_heading(panels, "STEPS, EXACT ENGINE, ONE CORE");
    draw_time(panels, "import", viewer->times.load);
    if (!panel_pose(panels, viewer->model)) return;
    panel_step_times_update(steps, viewer->model, viewer->clip, viewer_time(viewer), panels->pose);
    draw_time(panels, "sample", steps->sample);
    draw_time(panels, "local to global", steps->local_to_global);
    draw_time(panels, "skin", steps->skin);
}

/// Draws a name and three numbers in the small font. If there is little space, the name is above the numbers.
/// `is_edited`: name and numbers have the colour of edits.
static void draw_numbers(const viewer_panels *panels, const char *name, const double numbers[3], int decimals,
                         int is_edited)
{
    const float point = panels->point, label = 64.0f * point, wide = 56.0f * point;
    const widget_box space = widget_remaining();
    const float width = space.right - space.left;
    const int is_narrow = width < label + 3.0f * wide;
    const float column = is_narrow ? width / 3.0f : wide, top = space.top + 9.0f * point;
    const float middle = is_narrow ? top + 15.0f * point : top;
    char text[JOINT_VALUE_SIZE];
    widget_begin_small();
    widget_draw_text(space.left, top, 0.0f, is_edited ? PANEL_EDIT : PANEL_DIM_TEXT, name, NULL);
    for (int i = 0; i < 3; ++i) {
        panel_joint_value_format(numbers[i], decimals, is_narrow ? 6 : 8, text);
        widget_draw_text(space.right - (float)(2 - i) * column, middle, 1.0f,
                         is_edited ? PANEL_EDIT : panel_axis_color(i), text, NULL);
    }
    widget_end_small();
    widget_skip((is_narrow ? 30.0f : 15.0f) * point);
}

/// Draws the author's values of a joint, and below each property its edited values if edits change it.
static void draw_values(const viewer_panels *panels, const char *heading, const joint_values *values,
                        const joint_values *edited, double model_size)
{
    const struct {
        const char *name;
        const double *author, *edited;
        int decimals;
    } rows[] = {{"translation", values->t, edited->t, panel_joint_value_decimals(model_size)},
                {"rotation", values->r, edited->r, 3},
                {"scale", values->s, edited->s, 3}};
    panel_draw_heading(panels, heading);
    for (int i = 0; i < 3; ++i) {
        const double smallest = 0.5 * pow(10.0, -rows[i].decimals); // smallest visible difference
        int differs = 0;
        for (int k = 0; k < 3; ++k) differs |= fabs(rows[i].author[k] - rows[i].edited[k]) > smallest;
        draw_numbers(panels, rows[i].name, rows[i].author, rows[i].decimals, 0);
        if (differs) draw_numbers(panels, "edited", rows[i].edited, rows[i].decimals, 1);
    }
}

static void build_values(viewer_panels *panels, viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    const int32_t joint = viewer->selected_joint;
    joint_values local, global, edited_local, edited_global;
    char name[128];
    if (joint == SINEW_NONE || !panel_pose(panels, model)) return;
    panel_joint_values_find(model, viewer->clip, viewer_time(viewer), joint, panels->pose, &local, &global);
    edited_local = local;
    edited_global = global;
    if (panel_pose_edited(panels, viewer, viewer_time(viewer)))
        panel_joint_values_of(panels->pose, joint, &edited_local, &edited_global);
    sinew__printable(sinew__joint_label(model, joint, viewer->prefix), name, sizeof name);
    panel_draw_heading(panels, "JOINT");
    widget_write_wrapped(PANEL_TEXT, name);
    draw_values(panels, "LOCAL", &local, &edited_local, model->info->size);
    draw_values(panels, "GLOBAL", &global, &edited_global, model->info->size);
}

/// Draws the thumbnail of a file or clip, if it exists, in a square of `side` pixels at the left of a box.
static void draw_picture(const viewer_panels *panels, const char *path, int32_t clip, widget_box box, float side)
{
    const int picture = panel_pictures_find(panels->pictures, path, clip);
    const float left = floorf(box.left + 2.0f * panels->point), top = floorf(0.5f * (box.top + box.bottom - side));
    if (picture >= 0) widget_draw_picture(picture, panel_box_at(left, top, side, side));
}

/// Returns the height of a clip's row in points. The only clip of a file needs no thumbnail.
static float clip_row(const viewer_state *viewer)
{
    return viewer->settings->picture_files && viewer->model->clip_count > 1 ? PANEL_PICTURE_ROW : PANEL_ROW;
}

static void draw_clip(const viewer_panels *panels, viewer_state *viewer, int32_t clip)
{
    const sinew_clip *shown = &viewer->model->clips[clip];
    const char *name = sinew_text(viewer->model, shown->name);
    const float point = panels->point, row = clip_row(viewer);
    const float side = row > PANEL_ROW ? (float)panels->pictures->side : 0.0f;
    widget_box box;
    char text[40];
    if (panel_add_row(panels, clip, row, clip == viewer->clip, &box)) {
        if (viewer->prompt.kind == VIEWER_PROMPT_COMPARE) {
            viewer_compare_clip(viewer, clip);
            viewer_cancel_prompt(viewer);
        } else {
            viewer_start_clip(viewer, clip);
        }
    }
    if (side > 0.0f) draw_picture(panels, viewer->name, clip, box, side);
    const float right = box.right - 6.0f * point, x = box.left + side + 8.0f * point;
    snprintf(text, sizeof text, "%.3f s", shown->duration);
    widget_draw_text(right, 0.5f * (box.top + box.bottom), 1.0f, PANEL_DIM_TEXT, text, NULL);
    box.right = right - widget_text_width(text, NULL) - 8.0f * point;
    panel_draw_name(box, x, PANEL_TEXT, name);
}

/// Returns the height of a file's row in points.
static float file_row(const viewer_state *viewer)
{
    return viewer->settings->picture_files ? PANEL_PICTURE_ROW : PANEL_ROW;
}

static void draw_file(const viewer_panels *panels, viewer_state *viewer, int32_t file)
{
    widget_box box;
    const int is_current = file == viewer->file_number - 1;
    const float side = viewer->settings->picture_files ? (float)panels->pictures->side : 0.0f;
    if (panel_add_row(panels, file, file_row(viewer), is_current, &box)) {
        if (viewer->prompt.kind == VIEWER_PROMPT_COMPARE) {
            viewer_compare_file(viewer, viewer->file_paths[file]);
            viewer_cancel_prompt(viewer);
        } else {
            viewer->file_step = file - (viewer->file_number - 1);
        }
    }
    if (side > 0.0f) draw_picture(panels, viewer->file_paths[file], SINEW_NONE, box, side);
    panel_draw_name(box, box.left + side + 8.0f * panels->point, PANEL_TEXT, viewer_file_name(viewer, file));
}

/// Draws a list of the items whose names match the typed text: rows of `row` pixels, `shown` of them visible at a time.
static void build_names(viewer_panels *panels, viewer_state *viewer, const char *list, int32_t count, int shown,
                        float row, int32_t current, const char *(*name_of)(const viewer_state *viewer, int32_t item),
                        void (*draw)(const viewer_panels *panels, viewer_state *viewer, int32_t item),
                        panel_revealed *revealed)
{
    int32_t *found = panel_scratch(panels, ((size_t)count + 1) * sizeof *found);
    int32_t found_count = 0, current_row = SINEW_NONE;
    for (int32_t i = 0; found && i < count; ++i) {
        const int is_filtered = viewer_prompt_filters(&viewer->prompt);
        if (is_filtered && !viewer_text_contains(name_of(viewer, i), viewer->prompt.text)) continue;
        if (i == current) current_row = found_count;
        found[found_count++] = i;
    }
    if (found_count == 0) { // a list of height 0 would fill the panel
        widget_write(PANEL_DIM_TEXT, "no match");
        return;
    }
    widget_begin_list(list, (float)(found_count < shown ? found_count : shown) * row);
    if (panel_should_reveal(revealed, current_row, panels->layout.left.height)) widget_list_reveal(current_row, row);
    const widget_rows rows = widget_list_rows(found_count, row);
    for (int32_t i = rows.first; i < rows.end; ++i) draw(panels, viewer, found[i]);
    widget_end_list(found_count, row);
}

static const char *clip_name_of(const viewer_state *viewer, int32_t clip)
{
    return sinew_text(viewer->model, viewer->model->clips[clip].name);
}

static void build_clips(viewer_panels *panels, viewer_state *viewer)
{
    const int32_t count = viewer->model->clip_count;
    const int rows_of_panel = (int)((float)panels->layout.left.height / (PANEL_ROW * panels->point));
    panel_draw_heading(panels, "CLIPS");
    if (count == 0) {
        widget_write(PANEL_DIM_TEXT, "none (rest pose)");
        return;
    }
    const float row = clip_row(viewer) / PANEL_ROW;
    const int rows =
        panel_clip_rows(rows_of_panel, (int)fminf(ceilf((float)count * row), 1e6f), viewer->model->joint_count);
    const int shown = (int)fmaxf(roundf((float)rows / row), 1.0f);
    build_names(panels, viewer, "clips", count, shown, clip_row(viewer) * panels->point, viewer->clip, clip_name_of,
                draw_clip, &panels->clip);
}

/// Lists the files in 25 % of the panel, if there are several.
static void build_files(viewer_panels *panels, viewer_state *viewer)
{
    const float row = file_row(viewer) * panels->point;
    const int shown = (int)(0.25f * (float)panels->layout.left.height / row);
    if (viewer->file_count < 2) return;
    panel_draw_heading(panels, "FILES");
    build_names(panels, viewer, "files", viewer->file_count, shown > 0 ? shown : 1, row, viewer->file_number - 1,
                viewer_file_name, draw_file, &panels->file);
}

/// Lays out lines in the current font. Returns whether they fit.
static int fit(help_line *lines, int count, help_layout *out_layout)
{
    const widget_point space = widget_overlay_space();
    for (int i = 0; i < count; ++i) {
        lines[i].keys_width = widget_text_width(lines[i].keys, lines[i].keys_end);
        lines[i].does_width = widget_text_width(lines[i].action, lines[i].action_end);
    }
    return panel_help_layout_fit(lines, count, widget_font_size(), space.x, space.y, out_layout);
}

enum { HELP_ACTION_MAX = 46 }; // characters of a description; two columns of such lines fit a window 640 points wide

/// Breaks each line with a long list of states after a comma of the list, and moves the states behind the comma to a
/// line below. Returns the number of lines.
static int break_long_lines(help_line lines[HELP_LINES_MAX], int count)
{
    for (int i = 0; i < count && count < HELP_LINES_MAX; ++i) {
        const char *end = NULL;
        if (lines[i].action_end - lines[i].action <= HELP_ACTION_MAX) continue;
        for (const char *at = lines[i].action; at < lines[i].action + HELP_ACTION_MAX; ++at)
            if (*at == ',') end = at + 1;
        if (!end) continue;
        memmove(&lines[i + 2], &lines[i + 1], (size_t)(count - i - 1) * sizeof *lines);
        lines[i + 1] = (help_line){.keys = end, .keys_end = end, .action = end + 1, .action_end = lines[i].action_end};
        lines[i].action_end = end;
        ++count;
    }
    return count;
}

/// Draws the help. Uses the small font if the normal one does not fit, and scrolls if neither fits.
static panel_box build_help(void)
{
    char help[8192];
    help_line lines[HELP_LINES_MAX];
    help_layout layout;
    viewer_format_help(0, help, sizeof help);
    const int count = break_long_lines(lines, panel_help_lines_split(help, lines));
    const int is_small = !fit(lines, count, &layout);
    if (is_small) widget_begin_small();
    if (is_small) (void)fit(lines, count, &layout);
    const panel_box box = widget_begin_overlay("help", layout.width, layout.height);
    const widget_box space = widget_remaining();
    for (int i = 0; i < count; ++i) {
        const help_column *column = &layout.columns[i / layout.rows];
        const float middle = space.top + (float)(i % layout.rows) * layout.row + 0.5f * (layout.row - layout.down);
        widget_draw_text(space.left + column->keys, middle, 0.0f, PANEL_ACCENT, lines[i].keys, lines[i].keys_end);
        widget_draw_text(space.left + column->action, middle + layout.down, 0.0f, PANEL_TEXT, lines[i].action,
                         lines[i].action_end);
    }
    widget_end_overlay(layout.height);
    if (is_small) widget_end_small();
    return box;
}

static void draw_warnings(const viewer_state *viewer)
{
    const sinew_model *model = viewer->model;
    const int32_t max = 50;
    char line[600], object[128], text[400];
    for (int32_t i = 0; i < model->warning_count && i < max; ++i) {
        const sinew_warning *warning = &model->warnings[i];
        sinew__printable(sinew_text(model, warning->object), object, sizeof object);
        sinew__printable(sinew_text(model, warning->text), text, sizeof text);
        snprintf(line, sizeof line, "%s%s%s", object, object[0] ? ": " : "", text);
        widget_write(warning->severity == SINEW_SEVERITY_INFO ? PANEL_DIM_TEXT : PANEL_KEY,
                     sinew_text(model, warning->code));
        widget_same_line(0.0f);
        widget_write_wrapped(PANEL_TEXT, line);
    }
    for (int32_t i = 0; i < viewer->texture_note_count; ++i) { // reasons why images are missing
        sinew__printable(viewer->texture_notes[i].message, text, sizeof text);
        widget_write_wrapped(PANEL_TEXT, text);
    }
    if (model->warning_count + viewer->texture_note_count == 0) widget_write(PANEL_DIM_TEXT, "none");
    if (model->warning_count <= max) return;
    snprintf(line, sizeof line, "%d more: run sinew info", (int)(model->warning_count - max));
    widget_write(PANEL_DIM_TEXT, line);
}

static void build_info(viewer_panels *panels, viewer_state *viewer)
{
    model_fact facts[MODEL_FACTS_MAX];
    const int count = panel_model_facts_list(viewer->model, facts);
    panel_draw_heading(panels, "MODEL");
    for (int i = 0; i < count; ++i) panel_draw_fact(panels, facts[i].name, facts[i].value, 96.0f);
    panel_draw_heading(panels, "WARNINGS");
    draw_warnings(viewer);
}

/// Frees all data computed for one model. It is invalid for another model, even at the same address.
static void clear_model(viewer_panels *panels)
{
    panel_timeline_keys_free(&panels->keys);
    panel_joint_list_free(&panels->joints);
    sinew__joint_curves_free(&panels->curves);
    panel_edited_curves_free(&panels->edited);
    panel_step_times_free(&panels->steps);
    sinew_pose_destroy(panels->pose);
    panels->pose = NULL;
    panels->clip = panels->joint = panels->file = (panel_revealed){0};
}

static void update_model(viewer_panels *panels, const viewer_state *viewer)
{
    if (panels->model_number == viewer->model_number) return;
    clear_model(panels);
    panels->model_number = viewer->model_number;
    const int is_listed = viewer->file_count > 1 && viewer->file_number > 0;
    panel_pictures_check(panels->pictures, is_listed ? viewer->file_paths[viewer->file_number - 1] : NULL);
    // Requests the glyphs of all names at once, so that scrolling shows all of them.
    const sinew_model *model = viewer->model;
    const int32_t most_files = viewer->file_count < 2000 ? viewer->file_count : 2000;
    widgets_request_glyphs(panels->widgets, viewer->name);
    for (int32_t i = 0; i < most_files; ++i) widgets_request_glyphs(panels->widgets, viewer_file_name(viewer, i));
    for (int32_t i = 0; i < model->clip_count; ++i)
        widgets_request_glyphs(panels->widgets, sinew_text(model, model->clips[i].name));
    for (int32_t i = 0; i < model->joint_count; ++i)
        widgets_request_glyphs(panels->widgets, sinew_text(model, model->joints[i].name));
}

sinew_result viewer_panels_create(viewer_panels **out_panels, sinew_error *out_error)
{
    viewer_panels *panels = *out_panels = calloc(1, sizeof *panels);
    if (!panels) return sinew__fail_memory(out_error);
    panels->build_begin = sinew__now();
    panels->model_number = -1;
    panels->pictures = calloc(1, sizeof *panels->pictures);
    if (!panels->pictures) return sinew__fail_memory(out_error);
    const sinew_result result = widgets_create(&panels->widgets, out_error);
    panels->pictures->widgets = panels->widgets;
    panels->pictures->wanted_clip = SINEW_NONE;
    return result;
}

void viewer_panels_destroy(viewer_panels *panels)
{
    if (!panels) return;
    clear_model(panels);
    if (panels->pictures) panel_pictures_free(panels->pictures);
    free(panels->pictures);
    widgets_destroy(panels->widgets);
    free(panels->scratch);
    free(panels);
}

// ---- building -----------------------------------------------------------------------------------------------------

/// The panels on the right side, from top to bottom: the panel that keys toggle, and the function that builds it.
static const struct {
    viewer_panel panel;
    void (*build)(viewer_panels *panels, viewer_state *viewer);
    int needs_joint; ///< without a selected joint the panel is empty, and takes no space
} right_panels[] = {
    {VIEWER_PANEL_COMPARE, panel_build_compare, 0}, {VIEWER_PANEL_EDITS, panel_build_edits, 0},
    {VIEWER_PANEL_CURVES, build_values, 1},         {VIEWER_PANEL_INFO, build_info, 0},
    {VIEWER_PANEL_TIMES, build_times, 0},
};

enum { RIGHT_PANELS = sizeof right_panels / sizeof *right_panels };

static int is_shown(const viewer_state *viewer, int row)
{
    return viewer->panels[right_panels[row].panel] &&
           (!right_panels[row].needs_joint || viewer->selected_joint != SINEW_NONE);
}

static void divide(viewer_panels *panels, const viewer_state *viewer)
{
    const viewer_prompt_kind kind = viewer->prompt.kind;
    const int has_prompt = kind != VIEWER_PROMPT_NONE && kind != VIEWER_PROMPT_NAME; // the timeline shows these prompts
    panel_visibility visibility = {.timeline = !viewer->hide_status || has_prompt,
                                   .strip = viewer->other.model != NULL,
                                   .left = viewer->panels[VIEWER_PANEL_TREE],
                                   .curves = viewer->panels[VIEWER_PANEL_CURVES]};
    for (int i = 0; i < RIGHT_PANELS; ++i) visibility.right |= is_shown(viewer, i);
    panel_layout_divide(panels->size.width, panels->size.height, panels->size.scale, &visibility, &panels->sizes,
                        &panels->layout);
    if (kind != VIEWER_PROMPT_NAME || panels->layout.left.width || visibility.timeline) return;
    visibility.timeline = 1; // without space for the search field on the left, the timeline shows it
    panel_layout_divide(panels->size.width, panels->size.height, panels->size.scale, &visibility, &panels->sizes,
                        &panels->layout);
}

/// Moves a border while the mouse drags it. Panels do not get the mouse during that time.
static void drag_border(viewer_panels *panels, panel_mouse *mouse)
{
    const double scale = panels->size.scale, x = (double)mouse->x, y = (double)mouse->y;
    const int is_down = mouse->down & 1;
    panels->hovered = mouse->is_near ? panel_border_at(&panels->layout, scale, x, y) : PANEL_BORDER_NONE;
    if (is_down && !panels->was_down) panels->dragged = panels->hovered;
    if (!is_down) panels->dragged = PANEL_BORDER_NONE;
    panels->was_down = is_down;
    if (panels->dragged == PANEL_BORDER_NONE) return;
    panels->sizes = panel_drag_border(panels->sizes, panels->dragged, &panels->layout, scale, x, y);
    mouse->is_near = mouse->down = 0;
}

/// Highlights the border that is being dragged or is under the mouse.
static void mark_border(const viewer_panels *panels)
{
    const panel_border border = panels->dragged ? panels->dragged : panels->hovered;
    const panel_layout *layout = &panels->layout;
    const float width = 2.0f * panels->point;
    const panel_box *box = border == PANEL_BORDER_LEFT    ? &layout->left
                           : border == PANEL_BORDER_RIGHT ? &layout->right
                                                          : &layout->curves;
    if (border == PANEL_BORDER_NONE || !box->width) return;
    const float left = (float)box->left, top = (float)box->top;
    const float right = left + (float)box->width, bottom = top + (float)box->height;
    const widget_box line = {border == PANEL_BORDER_LEFT ? right - width : left, top,
                             border == PANEL_BORDER_RIGHT ? left + width : right,
                             border == PANEL_BORDER_CURVES ? top + width : bottom};
    widget_fill_over(line, panels->dragged ? PANEL_ACCENT : PANEL_DIM_TEXT);
}

/// Seconds without mouse movement after which the timeline's buttons disappear.
static const double rest_time = 1.0;

static int has_rested(const viewer_panels *panels)
{
    return panels->has_buttons && viewer_seconds_since(panels->mouse_time) > rest_time;
}

/// Decides whether the timeline shows its buttons: while the mouse moves over it, and for rest_time after that. A press
/// changes nothing, so that it never hits a button that has just appeared.
static void notice_motion(viewer_panels *panels, const panel_mouse *mouse)
{
    const panel_box *box = &panels->layout.timeline;
    const int is_over = mouse->is_near && box->width > 0 && mouse->y >= (float)box->top;
    const int has_moved = mouse->x != panels->mouse[0] || mouse->y != panels->mouse[1];
    panels->mouse[0] = mouse->x;
    panels->mouse[1] = mouse->y;
    if (has_moved || mouse->down) panels->mouse_time = sinew__now();
    if (mouse->down) return;
    panels->has_buttons = is_over && (has_moved || panels->has_buttons) && !has_rested(panels);
}

int viewer_panels_need_frame(const viewer_panels *panels)
{
    return has_rested(panels) || panel_pictures_are_ready(panels->pictures);
}

int viewer_panels_are_busy(const viewer_panels *panels)
{
    return panels->pictures->loader != NULL;
}

void viewer_panels_build(viewer_panels *panels, viewer_state *viewer, panel_input *input, const viewer_size *size)
{
    panels->size = *size;
    panels->point = (float)size->scale;
    update_model(panels, viewer);
    const double passed = fmin(fmax(viewer_seconds_since(panels->build_begin), 1e-4), 1.0);
    panel_mouse mouse = panel_input_read(input);
    notice_motion(panels, &mouse);
    drag_border(panels, &mouse);
    panels->frames_per_second += 0.1 * (1.0 / passed - panels->frames_per_second);
    panels->build_begin = sinew__now();
    widgets_begin(panels->widgets, size->width, size->height, size->scale, &mouse, passed);
    divide(panels, viewer);
    panel_pictures_begin(panels->pictures, viewer, (int)floorf(PANEL_PICTURE * panels->point));
    panel_build_timeline(panels, viewer);
    if (panels->layout.left.width) {
        widget_begin_panel("left", &panels->layout.left, 0);
        if (!viewer->is_loading) build_files(panels, viewer);
        if (!viewer->is_loading) build_clips(panels, viewer); // while loading there is only the empty model
        if (!viewer->is_loading) panel_build_joints(panels, viewer);
        widget_end_panel();
    }
    panel_build_curves(panels, viewer);
    if (panels->layout.right.width) {
        widget_begin_panel("right", &panels->layout.right, 1);
        for (int i = 0; i < RIGHT_PANELS && !viewer->is_loading; ++i)
            if (is_shown(viewer, i)) right_panels[i].build(panels, viewer);
        widget_end_panel();
    }
    mark_border(panels);
    input->cover = viewer->help ? build_help() : (panel_box){0};
    widgets_end(panels->widgets);
    panel_pictures_end(panels->pictures);
    panels->build_time += 0.1 * (viewer_seconds_since(panels->build_begin) - panels->build_time);
    input->viewport = panels->layout.viewport;
}

sinew_result viewer_panels_draw(viewer_panels *panels, const viewer_state *viewer, sinew_renderer *renderer,
                                const render_interface **out_contents, sinew_error *out_error)
{
    const panel_box *viewport = &panels->layout.viewport;
    panel_pictures_draw_clip(panels->pictures, viewer, renderer);
    return widgets_draw(panels->widgets, renderer, viewport->left, viewport->top, out_contents, out_error);
}
