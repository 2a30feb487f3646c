/// Where the window's panels lie: along its borders, and the figure between them.
#ifndef SINEW_VIEWER_PANEL_LAYOUT_H
#define SINEW_VIEWER_PANEL_LAYOUT_H

/// Pixels from the window's top left. No width: not shown.
typedef struct panel_box {
    int left, top, width, height;
} panel_box;

/// Which panels are wanted.
typedef struct panel_wishes {
    int timeline, left, right, curves;
} panel_wishes;

typedef struct panel_layout {
    panel_box timeline; ///< along the bottom
    int slim;           ///< the timeline is one line
    panel_box curves;   ///< on top of the timeline
    panel_box left, right;
    panel_box figure; ///< what is left, at least one pixel
} panel_layout;

/// Divides a window of `width` × `height` pixels, `scale` of them to a point. Panels take less than half of it either
/// way; where that leaves them too little to be of use they are not shown.
void panel_layout_divide(int width, int height, double scale, const panel_wishes *wishes, panel_layout *out_layout);

int panel_box_holds(const panel_box *box, double x, double y);

#endif
