#include "program/viewer/terminal/terminal_status.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/printable.h"
#include "core/platform/text_columns.h"
#include "draw/render/renderer.h"
#include "program/viewer/panels/panel_layout.h"

// Puts the list of the player's keys in stacks (columns), and on several pages if necessary.

enum {
    HELP_GAP = 2,          ///< columns between a key and its description, and between two stacks
    DEFAULT_INDENT = 12,   ///< column of the descriptions if the longest key does not leave enough space
    MIN_WIDTH_BESIDE = 32, ///< columns; in narrower stacks a description is below its key
    MIN_STACK_WIDTH = 36,  ///< minimum columns of a stack if there are several
};

/// The position of the list's next line. Lines fill one stack after the other, then the next page.
typedef struct help_flow {
    int stacks, width, rows;
    int action;           ///< column of the descriptions
    int shown;            ///< page to write; 0: pages are only counted
    int page, stack, row; ///< position of the next row; pages count from 1
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
    const int space = flow->width - indent, column = flow->stack * (flow->width + HELP_GAP) + indent + 1;
    if (flow->page != flow->shown || space <= 0) return;
    sinew__buffer_format(flow->out, "\x1b[%d;%dH%.*s", flow->row + 1, column, min_int(length, space), text);
}

/// Returns the length of the text that fits in one row: whole words, at least one.
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
    return length_of(line->keys, line->keys_end) + HELP_GAP > flow->action;
}

/// Writes the shown page. Returns the number of pages.
static int put_lines(help_flow flow, const help_line *lines, int count)
{
    flow.page = 1;
    for (int i = 0; i < count; ++i) {
        const int space = flow.width - flow.action;
        int rows = is_below(&flow, &lines[i]);
        for (const char *text = lines[i].action; text < lines[i].action_end; ++rows)
            text = after_row(text, lines[i].action_end, space);
        // A line is not split between stacks.
        if (flow.row > 0 && flow.row + rows > flow.rows) next_stack(&flow);
        write_text(&flow, 0, lines[i].keys, length_of(lines[i].keys, lines[i].keys_end));
        flow.row += is_below(&flow, &lines[i]);
        for (const char *text = lines[i].action; text < lines[i].action_end; ++flow.row) {
            write_text(&flow, flow.action, text, wrap(text, lines[i].action_end, space));
            text = after_row(text, lines[i].action_end, space);
        }
    }
    return flow.page;
}

/// Returns the width of the keys if the descriptions fit next to them, else 0.
static int keys_width(const help_line *lines, int count, int width)
{
    int keys = 0, action = 0;
    for (int i = 0; i < count; ++i) {
        const int key = length_of(lines[i].keys, lines[i].keys_end),
                  text = length_of(lines[i].action, lines[i].action_end);
        if (key > keys) keys = key;
        if (text > action) action = text;
    }
    if (keys + HELP_GAP + action <= width) return keys + HELP_GAP;
    return width >= MIN_WIDTH_BESIDE ? DEFAULT_INDENT : HELP_GAP;
}

/// Chooses the number of stacks that needs the fewest pages.
static help_flow choose_flow(const help_line *lines, int count, int columns, int rows)
{
    help_flow best = {0};
    int fewest = 0;
    for (int stacks = 1; stacks <= HELP_COLUMNS_MAX; ++stacks) {
        const int width = (columns - HELP_GAP * (stacks - 1)) / stacks;
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
    const int count = panel_help_lines_split(help, lines);
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

/// Makes text printable, and pure ASCII if the terminal shows only ASCII. Truncates it to `size` bytes.
static void make_showable(const terminal_style *style, const char *text, size_t text_length, char *out, size_t size)
{
    static const char *const signs[][2] = {{RENDER_SIGN_PLAY, ">"}, {RENDER_SIGN_PAUSE, "="}};
    const char *end = text + text_length;
    size_t used = 0;
    while (text < end) {
        uint32_t code;
        char piece[16];
        const size_t length = sinew__utf8_decode(text, end, &code), taken = length > 0 ? length : 1;
        const char *sign = NULL; // ASCII replacement of the character
        for (size_t i = 0; i < sizeof signs / sizeof *signs && !style->utf8; ++i)
            if (strlen(signs[i][0]) == length && memcmp(signs[i][0], text, length) == 0) sign = signs[i][1];
        if (sign)
            snprintf(piece, sizeof piece, "%s", sign);
        else if (length == 0)
            snprintf(piece, sizeof piece, "\\x%02x", (unsigned)(unsigned char)*text);
        else if (!sinew__is_printable(code) || (code > 0x7e && !style->utf8))
            snprintf(piece, sizeof piece, code < 0x100 ? "\\x%02x" : "\\u%04x", (unsigned)code);
        else
            snprintf(piece, sizeof piece, "%.*s", (int)length, text);
        if (used + strlen(piece) >= size) break;
        memcpy(out + used, piece, strlen(piece));
        used += strlen(piece);
        text += taken;
    }
    out[used] = '\0';
}

/// Writes the part of a text that fits in `columns`. Returns the number of columns used.
static int put_cut(const char *text, int columns, sinew__buffer *out)
{
    const size_t fits = sinew__text_within(text, columns);
    const int left = sinew__columns_of_text(text + fits);
    sinew__buffer_put(out, text, fits);
    return sinew__columns_of_text(text) - left;
}

static void put_spaces(int count, sinew__buffer *out)
{
    if (count > 0) sinew__buffer_format(out, "%*s", count, "");
}

/// Removes parts from the end of a text until it fits in `columns`; the first part always stays. Two spaces separate
/// parts.
static void drop_parts(char *text, int columns)
{
    while (sinew__columns_of_text(text) > columns) {
        char *end = text + strlen(text);
        while (end > text && !(end[0] == ' ' && end[1] == ' ')) --end;
        if (end == text) return;
        *end = '\0';
    }
}

static const char *dots(const terminal_style *style)
{
    return style->utf8 ? "\xe2\x80\xa6" : "...";
}

/// Writes a text; if it is too long, its start. Returns the number of columns used.
static int put_start(const terminal_style *style, const char *text, int columns, sinew__buffer *out)
{
    const int space = columns - sinew__columns_of_text(dots(style));
    if (sinew__columns_of_text(text) <= columns || space <= 0) return put_cut(text, columns, out);
    const int width = put_cut(text, space, out);
    return width + put_cut(dots(style), columns, out);
}

/// Writes a text; if it is too long, its end. Returns the number of columns used.
static int put_end(const terminal_style *style, const char *text, int columns, sinew__buffer *out)
{
    int width = sinew__columns_of_text(text), space = columns - sinew__columns_of_text(dots(style));
    if (width <= columns) return put_cut(text, columns, out);
    if (space <= 0) return 0;
    while (sinew__columns_of_text(text) > space) {
        do ++text;
        while ((*text & 0xc0) == 0x80);
    }
    width = put_cut(dots(style), columns, out);
    return width + put_cut(text, space, out);
}

/// Writes a sign and the name after it; if the name is too long, its end, because generated names differ at the end.
static int put_name(const terminal_style *style, const char *text, int columns, sinew__buffer *out)
{
    const size_t sign = strcspn(text, " ");
    char first[16];
    if (sinew__columns_of_text(text) <= columns || sign + 2 > sizeof first) return put_cut(text, columns, out);
    snprintf(first, sizeof first, "%.*s ", (int)sign, text);
    const int width = put_cut(first, columns, out);
    return text[sign] ? width + put_end(style, text + sign + 1, columns - width, out) : width;
}

void terminal_put_status(const terminal_style *style, const char *status, terminal_left kind, sinew__buffer *out)
{
    enum { MIN_LEFT = 10, GAP = 2 }; // minimum columns of a name next to frame and keyframe
    char left[1024], right[512];
    const size_t length = strcspn(status, "\t");
    make_showable(style, status, length, left, sizeof left);
    status += length + (status[length] == '\t');
    make_showable(style, status, strlen(status), right, sizeof right);

    const int name = (int)fmin(MIN_LEFT, sinew__columns_of_text(left)), all = style->columns;
    drop_parts(right, all - GAP - (kind == TERMINAL_LEFT_NAME ? name : sinew__columns_of_text(left)));
    int right_width = sinew__columns_of_text(right);
    if (kind == TERMINAL_LEFT_NOTE && sinew__columns_of_text(left) + GAP + right_width > all) right_width = 0;
    if (right_width > all) right_width = all;
    const int space = right_width > 0 ? all - right_width - GAP : all;
    if (kind == TERMINAL_LEFT_NAME) drop_parts(left, space);
    const int used =
        kind == TERMINAL_LEFT_NAME ? put_name(style, left, space, out) : put_start(style, left, space, out);
    put_spaces(all - used - right_width, out);
    if (right_width > 0) put_cut(right, right_width, out);
}

void terminal_put_prompt(const terminal_style *style, const char *status, const viewer_prompt *prompt,
                         sinew__buffer *out)
{
    char before[1024], after[1024];
    make_showable(style, status, strcspn(status, "\t"), before, sizeof before);
    const int fits = sinew__columns_of_text(before) <= style->columns;
    if (fits || prompt->message[0]) {
        terminal_put_status(style, fits ? status : prompt->message, TERMINAL_LEFT_NOTE, out);
        return;
    }
    // only the typed line, with its cursor
    const size_t cursor = (size_t)prompt->cursor;
    make_showable(style, prompt->text, cursor, before, sizeof before - 1);
    strcat(before, "_");
    make_showable(style, prompt->text + cursor, strlen(prompt->text) - cursor, after, sizeof after);
    int used = put_end(style, before, style->columns, out);
    used += put_cut(after, style->columns - used, out);
    put_spaces(style->columns - used, out);
}

static void repeat(const char *text, int count, sinew__buffer *out)
{
    for (int i = 0; i < count; ++i) sinew__buffer_put_text(out, text);
}

void terminal_put_bar(const terminal_style *style, double fraction, sinew__buffer *out)
{
    const int halves = terminal_bar_halves(style->columns, fraction), whole = halves / 2, half = halves % 2;
    if (!style->utf8) {
        repeat("=", whole, out);
        repeat("-", style->columns - whole, out);
        return;
    }
    const char *played = style->color ? "\x1b[36m" : "",
               *rest = style->color ? "\x1b[39;2m" : ""; // visible on any background
    sinew__buffer_put_text(out, played);
    repeat("\xe2\x94\x81", whole, out);                    // heavy line
    if (half) sinew__buffer_put_text(out, "\xe2\x95\xb8"); // its left half
    sinew__buffer_put_text(out, rest);
    repeat("\xe2\x94\x80", style->columns - whole - half, out); // light line
    if (style->color) sinew__buffer_put_text(out, "\x1b[0m");
}

void terminal_put_graph(const terminal_style *style, double fraction, const float *values, int32_t measured,
                        int32_t count, float largest, sinew__buffer *out)
{
    enum { LEVELS = 8 };
    static const char *const ascii[LEVELS + 1] = {"_", ".", ":", "-", "=", "+", "*", "%", "#"};
    const int played = terminal_bar_halves(style->columns, fraction) / 2;
    for (int column = 0; column < style->columns; ++column) {
        const int64_t columns = style->columns;
        const int32_t first = (int32_t)((int64_t)count * column / columns);
        const int32_t next = (int32_t)((int64_t)count * (column + 1) / columns);
        float value = 0.0f;
        for (int32_t i = first; i < measured && (i == first || i < next); ++i) value = fmaxf(value, values[i]);
        const int level = largest > 0.0f ? (int)ceilf((float)LEVELS * fminf(value / largest, 1.0f)) : 0;
        if (style->color && column == 0 && played > 0) sinew__buffer_put_text(out, "\x1b[36m");
        if (style->color && column == played) sinew__buffer_put_text(out, "\x1b[39;2m");
        if (!style->utf8)
            sinew__buffer_put_text(out, column == played ? "|" : ascii[level]);
        else if (level == 0)
            sinew__buffer_put_text(out, "\xe2\x94\x80"); // light line
        else                                             // eighths of a block
            sinew__buffer_format(out, "\xe2\x96%c", 0x80 + level);
    }
    if (style->color) sinew__buffer_put_text(out, "\x1b[0m");
}

void terminal_put_tree(const terminal_style *style, const joint_list *joints, sinew__joint_prefix prefix,
                       int32_t selected, int top, int rows, sinew__buffer *out)
{
    int32_t chosen = 0;
    for (int32_t i = 0; i < joints->row_count; ++i)
        if (joints->rows[i].joint == selected) chosen = i;
    const int32_t last = joints->row_count > rows ? joints->row_count - rows : 0, above = chosen - rows / 2;
    const int32_t first = above < 0 ? 0 : above > last ? last : above;
    for (int32_t i = first; i < joints->row_count && i < first + rows; ++i) {
        sinew__buffer_format(out, "\x1b[%d;1H", (int)(i - first) + top);
        const char *name = sinew__joint_label(joints->model, joints->rows[i].joint, prefix);
        const int indent = min_int(2 * (int)joints->rows[i].depth, style->columns / 3);
        char shown[256];
        make_showable(style, name, strlen(name), shown, sizeof shown);
        size_t fits = 0;
        for (int columns = indent + 2; shown[fits] && columns < style->columns; ++columns) {
            do ++fits;
            while ((shown[fits] & 0xc0) == 0x80);
        }
        sinew__buffer_format(out, "%s%*s%s %.*s%s", (joints->rows[i].joint == selected) ? "\x1b[7m" : "", indent, "",
                             joints->moves[joints->rows[i].joint] ? "*" : " ", (int)fits, shown,
                             (joints->rows[i].joint == selected) ? "\x1b[0m" : "");
    }
}

void terminal_put_lines(const terminal_style *style, const char *text, int chosen, int top, int rows,
                        sinew__buffer *out)
{
    int count = 0, line = 0;
    for (const char *end = strchr(text, '\n'); end; end = strchr(end + 1, '\n')) ++count;
    const int last = count > rows ? count - rows : 0, above = chosen - rows / 2;
    const int first = above < 0 ? 0 : above > last ? last : above;
    for (const char *end = strchr(text, '\n'); end; text = end + 1, end = strchr(text, '\n'), ++line) {
        char shown[512];
        if (line < first || line >= first + rows) continue;
        make_showable(style, text, (size_t)(end - text), shown, sizeof shown);
        sinew__buffer_format(out, "\x1b[%d;1H%s", line - first + top, line == chosen ? "\x1b[7m" : "");
        put_cut(shown, style->columns, out);
        if (line == chosen) sinew__buffer_put_text(out, "\x1b[0m");
    }
}
