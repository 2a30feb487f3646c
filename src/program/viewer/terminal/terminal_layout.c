#include "program/viewer/terminal/terminal_layout.h"

#include <math.h>

// Flow control: limits the number of frames that the terminal has not confirmed, and the pixels of a frame, by the
// measured delay.

void terminal_flow_begin(terminal_flow *flow, double min_latency)
{
    *flow = (terminal_flow){.window = 1, .min_latency = min_latency};
}

void terminal_flow_send(terminal_flow *flow, double now)
{
    if (flow->in_flight == TERMINAL_MAX_IN_FLIGHT) flow->in_flight = 0; // replies were lost
    flow->sent[flow->in_flight++] = now;
}

void terminal_flow_confirm(terminal_flow *flow, double now)
{
    if (flow->in_flight == 0) return;
    const double latency = now - flow->sent[0];
    for (int i = 1; i < flow->in_flight; ++i) flow->sent[i - 1] = flow->sent[i];
    --flow->in_flight;
    if (latency < flow->min_latency) flow->min_latency = latency;
    flow->delay = latency - flow->min_latency;
    if (flow->delay > 0.1 && flow->window > 1) --flow->window;
    if (flow->delay < 0.05 && flow->window < TERMINAL_MAX_IN_FLIGHT) ++flow->window;
    // The two limits of the delay are far apart, so that reducing the resolution is not followed by increasing it at
    // once.
    enum { FAST_FRAMES = 8 };
    flow->fast_frames = flow->delay < 0.06 ? flow->fast_frames + 1 : 0;
    for (double limit = 0.15; flow->delay > limit && flow->slowness < TERMINAL_SLOWEST; limit *= 2.0) ++flow->slowness;
    if (flow->fast_frames < FAST_FRAMES || flow->slowness == 0) return;
    --flow->slowness;
    flow->fast_frames = 0;
}

int terminal_flow_is_full(const terminal_flow *flow, double now)
{
    const double lost = 10.0;
    return flow->in_flight >= flow->window && now - flow->sent[0] < lost;
}

enum {
    MAX_COLUMNS = 1000,
    MAX_ROWS = 500,
    MAX_CELL = 64,
    DEFAULT_CELL_WIDTH = 10, // cell of a VT340 terminal, for terminals that do not report their cell size
    DEFAULT_CELL_HEIGHT = 20,
    DOTS_PER_COLUMN = 2,      // pixels per column for Braille; also for half blocks, which are then scaled down to one
    SHAPE_PER_COLUMN = 4,     // pixels per column for letters, enough to choose a letter by its shape
    MAX_PIXELS = 1920 * 1080, // largest number of pixels that are drawn, for speed; the image is scaled up if its area
                              // is larger
};

static int within(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

terminal_layout terminal_divide(const terminal_size *size, viewer_term term, int hide_status)
{
    const int rows = within(size->rows, 1, MAX_ROWS);
    const int known = size->cell_width > 0 && size->cell_height > 0;
    terminal_layout layout = {
        .columns = within(size->columns, 1, MAX_COLUMNS),
        .cell_width = known ? within(size->cell_width, 1, MAX_CELL) : DEFAULT_CELL_WIDTH,
        .cell_height = known ? within(size->cell_height, 1, MAX_CELL) : DEFAULT_CELL_HEIGHT,
    };
    layout.status_row = hide_status ? 0 : rows; // if there is only one row, it shows text
    layout.bar_row = hide_status || rows < 4 ? 0 : rows - 1;
    // A sixel image that ends in the last row would make the terminal scroll.
    const int left = rows - (layout.status_row > 0) - (layout.bar_row > 0);
    layout.image_rows = term == VIEWER_TERM_SIXEL && left == rows ? rows - 1 : left;
    layout.image_columns = layout.columns;
    if (term == VIEWER_TERM_SIXEL) { // xterm does not show an image that exceeds its limit
        const int columns = size->max_width / layout.cell_width, max_rows = size->max_height / layout.cell_height;
        if (columns > 0 && columns < layout.columns) layout.image_columns = columns;
        if (max_rows > 0 && max_rows < layout.image_rows) layout.image_rows = max_rows;
        layout.image_left = (layout.columns - layout.image_columns) / 2;
    }
    if (layout.image_rows == 0) return layout;

    const double scale = term == VIEWER_TERM_KITTY || term == VIEWER_TERM_SIXEL ? layout.cell_width
                         : term == VIEWER_TERM_ASCII                            ? SHAPE_PER_COLUMN
                                                                                : DOTS_PER_COLUMN;
    const double tall = (double)layout.image_rows * layout.cell_height / layout.cell_width;
    layout.width = (int)fmax(1.0, round(scale * layout.image_columns));
    layout.height = (int)fmax(1.0, round(scale * tall));
    terminal_limit_pixels(&layout, term, MAX_PIXELS);
    return layout;
}

void terminal_limit_pixels(terminal_layout *layout, viewer_term term, int max)
{
    const int whole = term == VIEWER_TERM_SIXEL;
    const double ratio = sqrt((double)layout->width * layout->height / max);
    const double size = fmax(1.0, whole ? ceil(ratio) : ratio);
    layout->width = (int)fmax(1.0, whole ? ceil(layout->width / size) : round(layout->width / size));
    layout->height = (int)fmax(1.0, whole ? ceil(layout->height / size) : round(layout->height / size));
}

int terminal_bar_halves(int columns, double fraction)
{
    return within((int)lround(2.0 * columns * fmin(fmax(fraction, 0.0), 1.0)), 0, 2 * columns);
}
