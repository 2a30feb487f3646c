/// The layout of the window's help: columns as wide as their contents.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_HELP_LAYOUT_H
#define SINEW_PROGRAM_VIEWER_PANELS_HELP_LAYOUT_H

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
int help_lines_split(const char *help, help_line out_lines[HELP_LINES_MAX]);

/// Arranges `count` lines of a font size in as many columns as fit the height. Returns whether they fit the width as
/// well. Otherwise uses as many columns as fit, at least one, with each key above its description if necessary.
int help_layout_fit(const help_line *lines, int count, float letter, float room_width, float room_height,
                    help_layout *out_layout);

#endif
