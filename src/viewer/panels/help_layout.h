/// How the lines of the window's help are laid out: in columns, as wide as what stands in them.
#ifndef SINEW_VIEWER_PANELS_HELP_LAYOUT_H
#define SINEW_VIEWER_PANELS_HELP_LAYOUT_H

enum { HELP_LINES_MAX = 80, HELP_COLUMNS_MAX = 4 };

/// A key and what it does, in a text that is kept elsewhere.
typedef struct help_line {
    const char *keys, *keys_end, *action, *action_end;
    float keys_width, does_width; ///< pixels
} help_line;

typedef struct help_column {
    float keys, action; ///< where they begin, pixels from the left of the first column
} help_column;

/// In pixels. Line n is the (n % rows)th of column n / rows.
typedef struct help_layout {
    help_column columns[HELP_COLUMNS_MAX];
    int rows;
    float row, width, height;
    float
        down; ///< how far what a key does stands below it: not at all, or a line where the room is too narrow for both
} help_layout;

/// Splits a text of lines "keys, tab, what they do" into at most HELP_LINES_MAX. Returns how many; their widths are
/// not known yet.
int help_lines_split(const char *help, help_line out_lines[HELP_LINES_MAX]);

/// Lays `count` lines of letters of a size out in as many columns as it takes to be no higher than a room. Returns
/// whether they are no wider than it, too; if not there are only as many as that has room for: at least one, where each
/// key stands over what it does if it must.
int help_layout_fit(const help_line *lines, int count, float letter, float room_width, float room_height,
                    help_layout *out_layout);

#endif
