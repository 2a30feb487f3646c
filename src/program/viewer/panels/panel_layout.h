/// Layout of the window: panels along its borders, the viewport between them, and the columns of the help. Decides
/// which mouse events panels get.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_LAYOUT_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_LAYOUT_H

#include <SDL.h>

/// A rectangle in pixels from the window's top left corner. Width 0: it is not shown.
typedef struct panel_box {
    int left, top, width, height;
} panel_box;

/// The panels to show.
typedef struct panel_visibility {
    int timeline, left, right, curves;
    int strip; ///< the strip of distances below the timeline
} panel_visibility;

typedef struct panel_layout {
    panel_box timeline; ///< along the bottom of the window
    int is_single_line; ///< there is space for only one line of the timeline
    int has_strip;      ///< there is space for the strip
    panel_box curves;   ///< above the timeline
    panel_box left, right;
    panel_box viewport; ///< the space that is left, at least one pixel
} panel_layout;

/// Sizes in points of panels whose borders the user dragged; 0: the default.
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

/// Returns the border at a position in pixels; a border is a few points wide.
panel_border panel_border_at(const panel_layout *layout, double scale, double x, double y);

/// Returns the sizes after a border was dragged to a position in pixels. Panels keep at least the size that they need
/// to be shown.
panel_sizes panel_drag_border(panel_sizes sizes, panel_border border, const panel_layout *layout, double scale,
                              double x, double y);

/// Divides a window of `width` × `height` pixels among panels and viewport; `scale` is pixels per point. Panels take
/// less than half of the window in each direction. A panel that would be too small is not shown.
void panel_layout_divide(int width, int height, double scale, const panel_visibility *visibility,
                         const panel_sizes *sizes, panel_layout *out_layout);

/// The item that a list was last scrolled to, and the height of its panel at that time. Zeroed: none.
typedef struct panel_revealed {
    int item, height;
} panel_revealed;

/// Returns whether a list must scroll to an item (negative: none), because another item was selected or the panel's
/// height changed. Stores both.
int panel_should_reveal(panel_revealed *revealed, int item, int height);

/// Returns the number of rows of `clips` that are shown above `joints` in a panel of `rows`: at most 30 % of the panel,
/// or more if joints and headings leave more rows free. Other rows are reached by scrolling.
int panel_clip_rows(int rows, int clips, int joints);

/// Returns how many pixels to shift a typed line to the left, so that its caret, at an offset in pixels, stays visible
/// in `space`.
float panel_line_shift(float caret, float space);

/// The mouse input for the panels. Zeroed except for `viewport`: no mouse was seen yet.
typedef struct panel_input {
    panel_box viewport;   ///< panels do not get events that begin in this area
    panel_box cover;      ///< the help, a part of the viewport where panels do get events; width 0: no help
    int is_over;          ///< the mouse is in the window
    float x, y;           ///< position of the mouse in pixels
    int held;             ///< buttons that were pressed over a panel: bit n is SDL's button n + 1
    int released;         ///< buttons released since the last panel_input_read
    float wheel;          ///< movement of the wheel over panels since the last panel_input_read
    int has_button_event; ///< a button changed: the panels must be built before the next event is handled
} panel_input;

/// The state of the mouse for building the panels.
typedef struct panel_mouse {
    int is_near; ///< the mouse is over a panel, or a drag that began there is in progress
    float x, y;
    int down; ///< bits of the pressed buttons
    float wheel;
} panel_mouse;

/// Handles an event. `density` is pixels per unit of the window's coordinates. Returns whether only panels get the
/// event; a drag belongs to the area of its start.
int panel_input_handle(panel_input *input, const SDL_Event *event, double density);

/// Returns the state for the panels. A button that was released is reported as pressed once more, at the position of
/// the release, so that a drag ends there.
panel_mouse panel_input_read(panel_input *input);

/// Returns whether the mouse is over a panel, or a drag that began there is in progress.
int panel_input_is_near(const panel_input *input);

enum { HELP_LINES_MAX = 80, HELP_COLUMNS_MAX = 4 };

/// A key and its description; both point into a text stored elsewhere.
typedef struct help_line {
    const char *keys, *keys_end, *action, *action_end;
    float keys_width, does_width; ///< pixels
} help_line;

typedef struct help_column {
    float keys, action; ///< offsets in pixels from the left of the first column of the help
} help_column;

/// The layout of the help, in pixels. Line n is in row n % rows of column n / rows.
typedef struct help_layout {
    help_column columns[HELP_COLUMNS_MAX];
    int rows;
    float row, width, height;
    float down; ///< vertical offset from a key to its description: 0; or one line, if there is too little space for
                ///< both in a line
} help_layout;

/// Splits a text of lines "keys, tab, description" into at most HELP_LINES_MAX lines. Returns their number. The widths
/// are not set.
int panel_help_lines_split(const char *help, help_line out_lines[HELP_LINES_MAX]);

/// Arranges `count` lines of a font size in as many columns as the height requires. Returns whether they fit the width.
/// If they do not, uses as many columns as fit, at least one, and puts each key above its description if necessary.
int panel_help_layout_fit(const help_line *lines, int count, float letter, float room_width, float room_height,
                          help_layout *out_layout);

#endif
