/// Where the window's panels lie: along its borders, and the figure between them.
#ifndef SINEW_VIEWER_PANELS_PANEL_LAYOUT_H
#define SINEW_VIEWER_PANELS_PANEL_LAYOUT_H

/// Pixels from the window's top left. No width: not shown.
typedef struct panel_box {
    int left, top, width, height;
} panel_box;

/// Which panels are wanted.
typedef struct panel_visibility {
    int timeline, left, right, curves;
} panel_visibility;

typedef struct panel_layout {
    panel_box timeline; ///< along the bottom
    int is_single_line; ///< the timeline is one line
    panel_box curves;   ///< on top of the timeline
    panel_box left, right;
    panel_box viewport; ///< what is left, at least one pixel
} panel_layout;

/// Divides a window of `width` × `height` pixels, `scale` of them to a point. Panels take less than half of it either
/// way; where that leaves them too little to be of use they are not shown.
void panel_layout_divide(int width, int height, double scale, const panel_visibility *visibility,
                         panel_layout *out_layout);

/// What a list has been scrolled to, and how high its panel was then. Zeroed: nothing yet.
typedef struct panel_revealed {
    int item, height;
} panel_revealed;

/// Whether a list should be scrolled to an item (below 0: none): another one has been chosen, or the panel has become
/// another height. Notes both.
int panel_should_reveal(panel_revealed *revealed, int item, int height);

/// How many of `clips` rows a panel of `rows` shows above those of `joints`: a third of the panel, or what the joints
/// and the headings leave of it. What is not shown scrolls.
int panel_clip_rows(int rows, int clips, int joints);

int panel_box_holds(const panel_box *box, double x, double y);

/// How far to the left of its place a typed line begins, so that its caret, so many pixels into it, stays in a room.
float panel_line_shift(float caret, float space);

#endif
