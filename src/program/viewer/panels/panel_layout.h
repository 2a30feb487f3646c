/// The layout of the window: panels along its borders, and the viewport between them.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_LAYOUT_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_LAYOUT_H

/// Pixels from the window's top left corner. Width 0: not shown.
typedef struct panel_box {
    int left, top, width, height;
} panel_box;

/// Which panels to show.
typedef struct panel_visibility {
    int timeline, left, right, curves;
} panel_visibility;

typedef struct panel_layout {
    panel_box timeline; ///< along the bottom
    int is_single_line; ///< the timeline is reduced to one line
    panel_box curves;   ///< above the timeline
    panel_box left, right;
    panel_box viewport; ///< the rest, at least one pixel
} panel_layout;

/// Divides a window of `width` × `height` pixels, `scale` pixels per point. Panels take less than half of it in each
/// direction; a panel that would be too small is not shown.
void panel_layout_divide(int width, int height, double scale, const panel_visibility *visibility,
                         panel_layout *out_layout);

/// The item a list was last scrolled to, and the height of its panel then. Zeroed: none.
typedef struct panel_revealed {
    int item, height;
} panel_revealed;

/// Returns whether to scroll a list to an item (negative: none): another one has been selected, or the panel's height
/// has changed. Remembers both.
int panel_should_reveal(panel_revealed *revealed, int item, int height);

/// Returns how many of `clips` rows to show in a panel of `rows` above those of `joints`: a third of the panel, or what
/// joints and headings leave. The rest scrolls.
int panel_clip_rows(int rows, int clips, int joints);

int panel_box_holds(const panel_box *box, double x, double y);

/// Returns how far to shift a typed line to the left, so that its caret, an offset in pixels, stays in the space.
float panel_line_shift(float caret, float space);

#endif
