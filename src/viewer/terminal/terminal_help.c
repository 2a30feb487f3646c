#include "viewer/terminal/terminal_help.h"

#include <stdio.h>
#include <string.h>

#include "viewer/panels/help_layout.h"

enum {
    GAP = 2,            ///< columns between a key and what it does, and from stack to stack
    USUAL_DOES = 12,    ///< where what a key does begins, unless there is room for all keys
    LEAST_BESIDE = 32,  ///< narrower, and it stands below its key
    LEAST_OF_MANY = 36, ///< the width of stacks that stand side by side
};

/// Lines flow down one stack after the other, then on to the next page.
typedef struct help_flow {
    int stacks, width, rows;
    int does;             ///< where what a key does begins
    int shown;            ///< the page that is put; 0: none, pages are only counted
    int page, stack, row; ///< where the next row goes; the page counted from 1
    sinew__buffer *out;
} help_flow;

static int length_of(const char *text, const char *end)
{
    return (int)(end - text);
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static void next_stack(help_flow *flow)
{
    flow->row = 0;
    if (++flow->stack < flow->stacks) return;
    flow->stack = 0;
    ++flow->page;
}

static void put(help_flow *flow, int indent, const char *text, int length)
{
    if (flow->row == flow->rows) next_stack(flow);
    const int room = flow->width - indent, column = flow->stack * (flow->width + GAP) + indent + 1;
    if (flow->page != flow->shown || room <= 0) return;
    sinew__buffer_format(flow->out, "\x1b[%d;%dH%.*s", flow->row + 1, column, least(length, room), text);
}

/// How much of a text stands in one row: whole words, at least one.
static int wrap(const char *text, const char *end, int width)
{
    if (length_of(text, end) <= width) return length_of(text, end);
    const char *cut = text + (width > 0 ? width : 0);
    while (cut > text && *cut != ' ') --cut;
    return cut > text ? length_of(text, cut) : (int)strcspn(text, " \n");
}

static const char *after_row(const char *text, const char *end, int width)
{
    text += wrap(text, end, width);
    return text < end ? text + 1 : end; // the space
}

static int is_below(const help_flow *flow, const help_line *line)
{
    return length_of(line->keys, line->keys_end) + GAP > flow->does;
}

static int rows_of(const help_flow *flow, const help_line *line)
{
    int rows = is_below(flow, line);
    for (const char *text = line->does; text < line->does_end; ++rows)
        text = after_row(text, line->does_end, flow->width - flow->does);
    return rows;
}

/// A line begins a stack rather than going on there.
static void put_line(help_flow *flow, const help_line *line)
{
    const int room = flow->width - flow->does;
    if (flow->row > 0 && flow->row + rows_of(flow, line) > flow->rows) next_stack(flow);
    put(flow, 0, line->keys, length_of(line->keys, line->keys_end));
    flow->row += is_below(flow, line);
    for (const char *text = line->does; text < line->does_end; ++flow->row) {
        put(flow, flow->does, text, wrap(text, line->does_end, room));
        text = after_row(text, line->does_end, room);
    }
}

/// Puts the page that is shown. Returns how many there are.
static int put_lines(help_flow flow, const help_line *lines, int count)
{
    flow.page = 1;
    for (int i = 0; i < count; ++i) put_line(&flow, &lines[i]);
    return flow.page;
}

/// As much room for the keys as they need where what they do then fits, too.
static int place_does(const help_line *lines, int count, int width)
{
    int keys = 0, does = 0;
    for (int i = 0; i < count; ++i) {
        const int key = length_of(lines[i].keys, lines[i].keys_end), text = length_of(lines[i].does, lines[i].does_end);
        if (key > keys) keys = key;
        if (text > does) does = text;
    }
    if (keys + GAP + does <= width) return keys + GAP;
    return width >= LEAST_BESIDE ? USUAL_DOES : GAP;
}

/// As many stacks as make the fewest pages.
static help_flow choose_flow(const help_line *lines, int count, int columns, int rows)
{
    help_flow best = {0};
    int fewest = 0;
    for (int stacks = 1; stacks <= HELP_COLUMNS_MOST; ++stacks) {
        const int width = (columns - GAP * (stacks - 1)) / stacks;
        if (stacks > 1 && width < LEAST_OF_MANY) break;
        const help_flow flow = {
            .stacks = stacks, .width = width, .rows = rows, .does = place_does(lines, count, width)};
        const int pages = put_lines(flow, lines, count);
        if (fewest > 0 && pages >= fewest) continue;
        best = flow;
        fewest = pages;
    }
    return best;
}

int terminal_put_help(const char *help, int page, int columns, int rows, sinew__buffer *out)
{
    help_line lines[HELP_LINES_MOST];
    char where[40];
    if (rows < 1 || columns < 1) return 0;
    const int count = help_lines_split(help, lines);
    help_flow flow = choose_flow(lines, count, columns, rows);
    int pages = put_lines(flow, lines, count);
    if (pages > 1 && rows > 1) {
        flow = choose_flow(lines, count, columns, rows - 1);
        pages = put_lines(flow, lines, count);
        const int length = snprintf(where, sizeof where, "?  %d of %d pages", least(page, pages), pages);
        sinew__buffer_format(out, "\x1b[%d;1H%.*s", rows, least(length, columns), where);
    }
    flow.shown = least(page, pages);
    flow.out = out;
    put_lines(flow, lines, count);
    return pages;
}
