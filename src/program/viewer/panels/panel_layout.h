/// The layout of the window: panels along its borders, the viewport between them, and the columns of the help. And
/// which mouse events are for the panels.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_LAYOUT_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_LAYOUT_H

#include <SDL.h>

/// Pixels from the window's top left corner. Width 0: not shown.
typedef struct panel_box {
    int left, top, width, height;
} panel_box;

/// Which panels to show.
typedef struct panel_visibility {
    int timeline, left, right, curves;
    int strip; ///< below the rulers of the timeline
} panel_visibility;

typedef struct panel_layout {
    panel_box timeline; ///< along the bottom
    int is_single_line; ///< the timeline is reduced to one line
    int has_strip;      ///< there is space for the strip
    panel_box curves;   ///< above the timeline
    panel_box left, right;
    panel_box viewport; ///< the rest, at least one pixel
} panel_layout;

/// Sizes of panels that the user has dragged, in points; 0: the usual ones.
typedef struct panel_sizes {
    double left, right, curves;
} panel_sizes;

/// A border of the viewport that can be dragged.
typedef enum panel_border {
    PANEL_BORDER_NONE,
    PANEL_BORDER_LEFT,
    PANEL_BORDER_RIGHT,
    PANEL_BORDER_CURVES
} panel_border;

/// Returns the border at a position in pixels: the outermost points of a panel.
panel_border panel_border_at(const panel_layout *layout, double scale, double x, double y);

/// Returns the sizes after the border of a panel was dragged to a position in pixels. No panel becomes too small to be
/// shown.
panel_sizes panel_drag_border(panel_sizes sizes, panel_border border, const panel_layout *layout, double scale,
                              double x, double y);

/// Divides a window of `width` × `height` pixels, `scale` pixels per point. Panels take less than half of it in each
/// direction; a panel that would be too small is not shown.
void panel_layout_divide(int width, int height, double scale, const panel_visibility *visibility,
                         const panel_sizes *sizes, panel_layout *out_layout);

/// The item a list was last scrolled to, and the height of its panel then. Zeroed: none.
typedef struct panel_revealed {
    int item, height;
} panel_revealed;

/// Returns whether to scroll a list to an item (negative: none): another one has been selected, or the panel's height
/// has changed. Remembers both.
int panel_should_reveal(panel_revealed *revealed, int item, int height);

/// Returns the number of rows of `clips` to show above `joints` in a panel of `rows`: 30 % of the panel, or the space
/// that joints and headings leave free. The rest scrolls.
int panel_clip_rows(int rows, int clips, int joints);

/// Returns how far to shift a typed line to the left, so that its caret, an offset in pixels, stays in the space.
float panel_line_shift(float caret, float space);

/// Zeroed apart from `viewport`: no mouse yet.
typedef struct panel_input {
    panel_box viewport;   ///< events that begin in it are not for the panels
    panel_box cover;      ///< except in this part of it
    int is_over;          ///< the mouse is in the window
    float x, y;           ///< of the mouse, pixels
    int held;             ///< buttons pressed in a panel: bit n is SDL's button n + 1
    int released;         ///< buttons released since, which the panels do not know yet
    float wheel;          ///< scrolled over a panel since the panels were last built
    int has_button_event; ///< a button has changed: the panels must be built before the next event
} panel_input;

/// The state of the mouse as the panels see it.
typedef struct panel_mouse {
    int is_near; ///< over the panels, or dragging something there
    float x, y;
    int down; ///< buttons
    float wheel;
} panel_mouse;

/// Handles an event. `density` is pixels per unit of the window's coordinates. Returns whether it is for the panels
/// only; a drag belongs to the area in which it began.
int panel_input_handle(panel_input *input, const SDL_Event *event, double density);

/// Returns the state for the panels. A released button is reported as pressed once more at the release position, so
/// that a drag ends there.
panel_mouse panel_input_read(panel_input *input);

/// Returns whether the mouse is over the panels, or drags something there.
int panel_input_is_near(const panel_input *input);

enum { HELP_LINES_MAX = 80, HELP_COLUMNS_MAX = 4 };

/// A key and its description, in text that is stored elsewhere.
typedef struct help_line {
    const char *keys, *keys_end, *action, *action_end;
    float keys_width, does_width; ///< pixels
} help_line;

typedef struct help_column {
    float keys, action; ///< offsets in pixels from the left of the first column
} help_column;

/// In pixels. Line n is row n % rows of column n / rows.
typedef struct help_layout {
    help_column columns[HELP_COLUMNS_MAX];
    int rows;
    float row, width, height;
    float down; ///< vertical offset from a key to its description: 0, or a line if the space is too narrow for both
} help_layout;

/// Splits text of lines "keys, tab, description" into at most HELP_LINES_MAX lines. Returns their number; the widths
/// are not set.
int panel_help_lines_split(const char *help, help_line out_lines[HELP_LINES_MAX]);

/// Arranges `count` lines of a font size in as many columns as fit the height. Returns whether they fit the width as
/// well. Otherwise uses as many columns as fit, at least one, with each key above its description if necessary.
int panel_help_layout_fit(const help_line *lines, int count, float letter, float room_width, float room_height,
                          help_layout *out_layout);

#endif
