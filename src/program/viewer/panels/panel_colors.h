/// Colours of the window's panels: light text on a dark background.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_COLORS_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_COLORS_H

#include "program/viewer/window/widgets.h"

#define PANEL_BACKGROUND WIDGET_COLOR(24, 26, 29, 255)
#define PANEL_RAISED WIDGET_COLOR(38, 41, 46, 255) ///< input fields and bands
#define PANEL_LINE WIDGET_COLOR(52, 56, 62, 255)
#define PANEL_TEXT WIDGET_COLOR(222, 226, 230, 255)
#define PANEL_DIM_TEXT WIDGET_COLOR(134, 142, 150, 255)
#define PANEL_ACCENT WIDGET_COLOR(86, 190, 224, 255)
#define PANEL_PLAYED WIDGET_COLOR(86, 190, 224, 44)
#define PANEL_SELECTED WIDGET_COLOR(86, 190, 224, 56)
#define PANEL_HOVERED WIDGET_COLOR(255, 255, 255, 14)
#define PANEL_KEY WIDGET_COLOR(226, 178, 88, 255)
#define PANEL_EDIT WIDGET_COLOR(214, 132, 230, 255) ///< joints and curves that the user edited
#define PANEL_ERROR WIDGET_COLOR(236, 128, 108, 255)

/// Returns the colour of a component: 0 … 3 for x, y, z, w.
static inline uint32_t panel_axis_color(int component)
{
    static const uint32_t colors[4] = {WIDGET_COLOR(232, 104, 98, 255), WIDGET_COLOR(134, 196, 96, 255),
                                       WIDGET_COLOR(98, 148, 238, 255), WIDGET_COLOR(190, 150, 220, 255)};
    return colors[component];
}

#endif
