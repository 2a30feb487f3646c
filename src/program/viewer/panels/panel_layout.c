#include "program/viewer/panels/panel_layout.h"

#include <math.h>
#include <string.h>

// Default sizes in points.
static const double timeline_height = 82.0, strip_height = 30.0, slim = 28.0, curves_height = 210.0, side = 264.0;

static const double min_curves = 90.0, min_side = 150.0;

/// Returns the size of a panel: `preferred`, but at most `space`; 0 if that is below `min`.
static int share(double preferred, double space, double min)
{
    const double size = fmin(preferred, space);
    return size < min ? 0 : (int)size;
}

/// Returns the size that the user chose, or the usual one.
static double chosen(double size, double usual)
{
    return size > 0.0 ? size : usual;
}

void panel_layout_divide(int width, int height, double scale, const panel_visibility *visibility,
                         const panel_sizes *sizes, panel_layout *out_layout)
{
    const double half_height = 0.5 * height, half_width = 0.5 * width;
    const double tall = (timeline_height + strip_height) * scale;
    int timeline = visibility->timeline ? share(timeline_height * scale, half_height, timeline_height * scale) : 0;
    out_layout->has_strip = visibility->strip && timeline > 0 && tall <= half_height;
    if (out_layout->has_strip) timeline = (int)tall;
    out_layout->is_single_line = visibility->timeline && timeline == 0;
    if (out_layout->is_single_line) timeline = share(slim * scale, half_height, slim * scale);
    const int curves = visibility->curves ? share(chosen(sizes->curves, curves_height) * scale, half_height - timeline,
                                                  min_curves * scale)
                                          : 0;
    const double side_space = visibility->left && visibility->right ? 0.5 * half_width : half_width;
    const int left = visibility->left ? share(chosen(sizes->left, side) * scale, side_space, min_side * scale) : 0;
    const int right = visibility->right ? share(chosen(sizes->right, side) * scale, side_space, min_side * scale) : 0;

    const int bottom = height - timeline - curves; // bottom of the viewport
    out_layout->timeline = (panel_box){0, height - timeline, timeline ? width : 0, timeline};
    out_layout->curves = (panel_box){0, bottom, curves ? width : 0, curves};
    out_layout->left = (panel_box){0, 0, left, bottom};
    out_layout->right = (panel_box){width - right, 0, right, bottom};
    out_layout->viewport = (panel_box){left, 0, width - left - right, bottom};
}

panel_border panel_border_at(const panel_layout *layout, double scale, double x, double y)
{
    const double reach = 5.0 * scale;
    const panel_box *left = &layout->left, *right = &layout->right, *curves = &layout->curves;
    if (curves->width && y >= curves->top && y < curves->top + reach) return PANEL_BORDER_CURVES;
    if (y < 0.0 || y >= layout->viewport.height) return PANEL_BORDER_NONE;
    if (left->width && x >= left->width - reach && x < left->width) return PANEL_BORDER_LEFT;
    return right->width && x >= right->left && x < right->left + reach ? PANEL_BORDER_RIGHT : PANEL_BORDER_NONE;
}

panel_sizes panel_drag_border(panel_sizes sizes, panel_border border, const panel_layout *layout, double scale,
                              double x, double y)
{
    const double width = layout->right.left + layout->right.width;
    const double bottom = layout->curves.top + layout->curves.height;
    if (border == PANEL_BORDER_LEFT) sizes.left = fmax(x / scale, min_side);
    if (border == PANEL_BORDER_RIGHT) sizes.right = fmax((width - x) / scale, min_side);
    if (border == PANEL_BORDER_CURVES) sizes.curves = fmax((bottom - y) / scale, min_curves);
    return sizes;
}

int panel_should_reveal(panel_revealed *revealed, int item, int height)
{
    const int is_shown = revealed->item == item && revealed->height == height;
    *revealed = (panel_revealed){item, height};
    return !is_shown && item >= 0;
}

int panel_clip_rows(int rows, int clips, int joints)
{
    const int headings = 4; // including the line for the search
    const int min = rows * 3 / 10, left = joints < rows - headings ? rows - headings - joints : 0;
    const int space = left > min ? left : min;
    return clips < space ? clips : space;
}

static int panel_box_holds(const panel_box *box, double x, double y)
{
    return x >= box->left && x < box->left + box->width && y >= box->top && y < box->top + box->height;
}

float panel_line_shift(float caret, float space)
{
    return fmaxf(0.0f, caret - fmaxf(0.0f, space));
}

// Decides whether panels get a mouse event, or the viewport.

int panel_input_is_near(const panel_input *input)
{
    const double x = (double)input->x, y = (double)input->y;
    if (input->held) return 1;
    return input->is_over && (!panel_box_holds(&input->viewport, x, y) || panel_box_holds(&input->cover, x, y));
}

static void move(panel_input *input, int x, int y, double density)
{
    input->is_over = 1;
    input->x = (float)(density * (x + 0.5)); // the centre of a unit of the window's coordinates
    input->y = (float)(density * (y + 0.5));
}

static int handle_button(panel_input *input, const SDL_MouseButtonEvent *button, double density)
{
    const int bit = 1 << (button->button - 1);
    move(input, button->x, button->y, density);
    if (button->state == SDL_PRESSED ? !panel_input_is_near(input) : !(input->held & bit)) return 0;
    if (button->state == SDL_PRESSED)
        input->held |= bit;
    else
        input->released |= bit;
    input->has_button_event = 1;
    return 1;
}

int panel_input_handle(panel_input *input, const SDL_Event *event, double density)
{
    switch (event->type) {
    case SDL_MOUSEMOTION:
        move(input, event->motion.x, event->motion.y, density);
        return input->held || (event->motion.state == 0 && panel_input_is_near(input));
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: return event->button.button <= 3 ? handle_button(input, &event->button, density) : 0;
    case SDL_MOUSEWHEEL:
        if (!panel_input_is_near(input)) return 0;
        input->wheel += event->wheel.preciseY;
        return 1;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE) input->is_over = 0;
        return 0;
    default: return 0;
    }
}

panel_mouse panel_input_read(panel_input *input)
{
    const panel_mouse mouse = {panel_input_is_near(input), input->x, input->y, input->held, input->wheel};
    input->has_button_event = input->released != 0;
    input->held &= ~input->released;
    input->released = 0;
    input->wheel = 0.0f;
    return mouse;
}

// Lays out the window's help: columns as wide as their contents.

int panel_help_lines_split(const char *help, help_line out_lines[HELP_LINES_MAX])
{
    int count = 0;
    while (*help && count < HELP_LINES_MAX) {
        const char *tab = help + strcspn(help, "\t\n"), *end = help + strcspn(help, "\n");
        out_lines[count++] =
            (help_line){.keys = help, .keys_end = tab, .action = tab < end ? tab + 1 : end, .action_end = end};
        help = *end ? end + 1 : end;
    }
    return count;
}

/// Lays out the help for a font size (`letter`). Gaps are multiples of it.
static void lay_out(const help_line *lines, int count, int columns, float letter, help_layout *out)
{
    out->rows = (count + columns - 1) / columns;
    out->row = floorf(1.4f * letter);
    out->height = (float)out->rows * out->row;
    out->down = 0.0f;
    float x = 0.0f;
    for (int column = 0; column < columns; ++column) {
        float keys = 0.0f, action = 0.0f;
        for (int i = column * out->rows; i < count && i < (column + 1) * out->rows; ++i) {
            keys = fmaxf(keys, lines[i].keys_width);
            action = fmaxf(action, lines[i].does_width);
        }
        out->columns[column] = (help_column){floorf(x), floorf(x + keys + 1.2f * letter)};
        out->width = out->columns[column].action + action;
        x = out->width + 1.7f * letter;
    }
}

int panel_help_layout_fit(const help_line *lines, int count, float letter, float room_width, float room_height,
                          help_layout *out_layout)
{
    help_layout next;
    lay_out(lines, count, 1, letter, out_layout);
    if (out_layout->width > room_width) { // narrow window: put each key above its description
        const float keys = out_layout->columns[0].action - 1.2f * letter,
                    action = out_layout->width - out_layout->columns[0].action;
        out_layout->columns[0].action = letter;
        out_layout->down = out_layout->row;
        out_layout->row *= 2.0f;
        out_layout->height *= 2.0f;
        out_layout->width = fmaxf(keys, letter + action);
        return 0;
    }
    for (int columns = 2; columns <= HELP_COLUMNS_MAX && out_layout->height > room_height; ++columns) {
        lay_out(lines, count, columns, letter, &next);
        if (next.width > room_width) return 0;
        *out_layout = next;
    }
    return out_layout->height <= room_height;
}
