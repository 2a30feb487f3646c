#include "program/viewer/terminal/terminal_help.h"

#include <stdio.h>
#include <string.h>

#include "program/viewer/panels/help_layout.h"

enum {
    GAP = 2,               ///< columns between a key and its description, and between stacks
    DEFAULT_INDENT = 12,   ///< column of the descriptions, unless all keys fit
    MIN_WIDTH_BESIDE = 32, ///< in narrower stacks, the description is below its key
    MIN_STACK_WIDTH = 36,  ///< minimum width of several stacks
};

/// Lines flow down one stack after the other, then on to the next page.
typedef struct help_flow {
    int stacks, width, rows;
    int action;           ///< column of the descriptions
    int shown;            ///< the page to write; 0: only count pages
    int page, stack, row; ///< position of the next row; pages are counted from 1
    sinew__buffer *out;
} help_flow;

static int length_of(const char *text, const char *end)
{
    return (int)(end - text);
}

static int min_int(int a, int b)
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

static void write_text(help_flow *flow, int indent, const char *text, int length)
{
    if (flow->row == flow->rows) next_stack(flow);
    const int space = flow->width - indent, column = flow->stack * (flow->width + GAP) + indent + 1;
    if (flow->page != flow->shown || space <= 0) return;
    sinew__buffer_format(flow->out, "\x1b[%d;%dH%.*s", flow->row + 1, column, min_int(length, space), text);
}

/// Returns how much of a text fits in one row: whole words, at least one.
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
    return text < end ? text + 1 : end; // skip the space
}

static int is_below(const help_flow *flow, const help_line *line)
{
    return length_of(line->keys, line->keys_end) + GAP > flow->action;
}

static int count_rows(const help_flow *flow, const help_line *line)
{
    int rows = is_below(flow, line);
    for (const char *text = line->action; text < line->action_end; ++rows)
        text = after_row(text, line->action_end, flow->width - flow->action);
    return rows;
}

/// Writes a line; it starts a new stack rather than continue there.
static void put_line(help_flow *flow, const help_line *line)
{
    const int space = flow->width - flow->action;
    if (flow->row > 0 && flow->row + count_rows(flow, line) > flow->rows) next_stack(flow);
    write_text(flow, 0, line->keys, length_of(line->keys, line->keys_end));
    flow->row += is_below(flow, line);
    for (const char *text = line->action; text < line->action_end; ++flow->row) {
        write_text(flow, flow->action, text, wrap(text, line->action_end, space));
        text = after_row(text, line->action_end, space);
    }
}

/// Writes the shown page. Returns the number of pages.
static int put_lines(help_flow flow, const help_line *lines, int count)
{
    flow.page = 1;
    for (int i = 0; i < count; ++i) put_line(&flow, &lines[i]);
    return flow.page;
}

/// Returns the width of the keys, if their descriptions fit beside them.
static int keys_width(const help_line *lines, int count, int width)
{
    int keys = 0, action = 0;
    for (int i = 0; i < count; ++i) {
        const int key = length_of(lines[i].keys, lines[i].keys_end),
                  text = length_of(lines[i].action, lines[i].action_end);
        if (key > keys) keys = key;
        if (text > action) action = text;
    }
    if (keys + GAP + action <= width) return keys + GAP;
    return width >= MIN_WIDTH_BESIDE ? DEFAULT_INDENT : GAP;
}

/// Chooses the number of stacks with the fewest pages.
static help_flow choose_flow(const help_line *lines, int count, int columns, int rows)
{
    help_flow best = {0};
    int fewest = 0;
    for (int stacks = 1; stacks <= HELP_COLUMNS_MAX; ++stacks) {
        const int width = (columns - GAP * (stacks - 1)) / stacks;
        if (stacks > 1 && width < MIN_STACK_WIDTH) break;
        const help_flow flow = {
            .stacks = stacks, .width = width, .rows = rows, .action = keys_width(lines, count, width)};
        const int pages = put_lines(flow, lines, count);
        if (fewest > 0 && pages >= fewest) continue;
        best = flow;
        fewest = pages;
    }
    return best;
}

int terminal_put_help(const char *help, int page, int columns, int rows, sinew__buffer *out)
{
    help_line lines[HELP_LINES_MAX];
    char where[40];
    if (rows < 1 || columns < 1) return 0;
    const int count = help_lines_split(help, lines);
    help_flow flow = choose_flow(lines, count, columns, rows);
    int pages = put_lines(flow, lines, count);
    if (pages > 1 && rows > 1) {
        flow = choose_flow(lines, count, columns, rows - 1);
        pages = put_lines(flow, lines, count);
        const int length = snprintf(where, sizeof where, "?  page %d of %d", min_int(page, pages), pages);
        sinew__buffer_format(out, "\x1b[%d;1H%.*s", rows, min_int(length, columns), where);
    }
    flow.shown = min_int(page, pages);
    flow.out = out;
    put_lines(flow, lines, count);
    return pages;
}
