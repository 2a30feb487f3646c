#include "program/viewer/panels/panel_layout.h"

#include <math.h>

// In points.
static const double TIMELINE = 82.0, SLIM = 28.0, CURVES = 210.0, SIDE = 264.0;
static const double MIN_CURVES = 90.0, MIN_SIDE = 150.0;

/// Returns the size of a panel in `space`; 0 if that is less than its minimum.
static int share(double preferred, double space, double min)
{
    const double size = fmin(preferred, space);
    return size < min ? 0 : (int)size;
}

void panel_layout_divide(int width, int height, double scale, const panel_visibility *visibility,
                         panel_layout *out_layout)
{
    const double half_height = 0.5 * height, half_width = 0.5 * width;
    int timeline = visibility->timeline ? share(TIMELINE * scale, half_height, TIMELINE * scale) : 0;
    out_layout->is_single_line = visibility->timeline && timeline == 0;
    if (out_layout->is_single_line) timeline = share(SLIM * scale, half_height, SLIM * scale);
    const int curves = visibility->curves ? share(CURVES * scale, half_height - timeline, MIN_CURVES * scale) : 0;
    const double side_space = visibility->left && visibility->right ? 0.5 * half_width : half_width;
    const int left = visibility->left ? share(SIDE * scale, side_space, MIN_SIDE * scale) : 0;
    const int right = visibility->right ? share(SIDE * scale, side_space, MIN_SIDE * scale) : 0;

    const int bottom = height - timeline - curves; // of the viewport
    out_layout->timeline = (panel_box){0, height - timeline, timeline ? width : 0, timeline};
    out_layout->curves = (panel_box){0, bottom, curves ? width : 0, curves};
    out_layout->left = (panel_box){0, 0, left, bottom};
    out_layout->right = (panel_box){width - right, 0, right, bottom};
    out_layout->viewport = (panel_box){left, 0, width - left - right, bottom};
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

int panel_box_holds(const panel_box *box, double x, double y)
{
    return x >= box->left && x < box->left + box->width && y >= box->top && y < box->top + box->height;
}

float panel_line_shift(float caret, float space)
{
    return fmaxf(0.0f, caret - fmaxf(0.0f, space));
}
