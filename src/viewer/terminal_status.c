#include "viewer/terminal_status.h"

#include <glib.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"
#include "render/stroke_font.h"

static int width_of_code(uint32_t code)
{
    return g_unichar_iszerowidth(code) ? 0 : g_unichar_iswide(code) ? 2 : 1;
}

int terminal_width_of(const char *text)
{
    int width = 0;
    uint32_t code;
    for (const char *end = text + strlen(text); text < end;) {
        const size_t length = sinew__utf8_decode(text, end, &code);
        width += length > 0 ? width_of_code(code) : 1;
        text += length > 0 ? length : 1;
    }
    return width;
}

/// The signs of the status line in ASCII.
static const char *ascii_of(const char *character, size_t length)
{
    static const char *const signs[][2] = {{RENDER_SIGN_PLAY, ">"}, {RENDER_SIGN_PAUSE, "="}};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; ++i) {
        if (strlen(signs[i][0]) == length && memcmp(signs[i][0], character, length) == 0) return signs[i][1];
    }
    return NULL;
}

/// Makes text showable: printable, and ASCII where the terminal has nothing else. Cut to `size`.
static void make_showable(const terminal_style *style, const char *text, size_t text_length, char *out, size_t size)
{
    const char *end = text + text_length;
    size_t used = 0;
    while (text < end) {
        uint32_t code;
        char piece[16];
        const size_t length = sinew__utf8_decode(text, end, &code), taken = length > 0 ? length : 1;
        const char *sign = style->utf8 || length < 2 ? NULL : ascii_of(text, length);
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

/// Puts as much of a showable text as `columns` hold. Returns how many it took.
static int put_cut(const char *text, int columns, sinew__buffer *out)
{
    int width = 0;
    for (const char *end = text + strlen(text); text < end;) {
        uint32_t code;
        const size_t length = sinew__utf8_decode(text, end, &code);
        const int wide = length > 0 ? width_of_code(code) : 1;
        if (width + wide > columns) break;
        sinew__buffer_put(out, text, length > 0 ? length : 1);
        width += wide;
        text += length > 0 ? length : 1;
    }
    return width;
}

static void put_spaces(int count, sinew__buffer *out)
{
    if (count > 0) sinew__buffer_format(out, "%*s", count, "");
}

void terminal_put_status(const terminal_style *style, const char *status, sinew__buffer *out)
{
    enum { LEAST_LEFT = 12 }; // of the name that stays when the time is shown
    char left[1024], right[512];
    const size_t length = strcspn(status, "\t");
    make_showable(style, status, length, left, sizeof left);
    status += length + (status[length] == '\t');
    make_showable(style, status, strlen(status), right, sizeof right);

    int right_width = terminal_width_of(right);
    if (right_width + 2 + LEAST_LEFT > style->columns) right_width = 0;
    const int room = right_width > 0 ? style->columns - right_width - 2 : style->columns;
    const int used = put_cut(left, room, out);
    put_spaces(style->columns - used - right_width, out);
    if (right_width > 0) put_cut(right, right_width, out);
}

static void repeat(const char *text, int count, sinew__buffer *out)
{
    for (int i = 0; i < count; ++i) sinew__buffer_put_text(out, text);
}

void terminal_put_bar(const terminal_style *style, double part, sinew__buffer *out)
{
    const int halves = terminal_bar_halves(style->columns, part), whole = halves / 2, half = halves % 2;
    if (!style->utf8) {
        repeat("=", whole, out);
        repeat("-", style->columns - whole, out);
        return;
    }
    const char *played = style->color ? "\x1b[36m" : "", *rest = style->color ? "\x1b[39;2m" : ""; // seen on any ground
    sinew__buffer_put_text(out, played);
    repeat("\xe2\x94\x81", whole, out);                    // heavy line
    if (half) sinew__buffer_put_text(out, "\xe2\x95\xb8"); // its left half
    sinew__buffer_put_text(out, rest);
    repeat("\xe2\x94\x80", style->columns - whole - half, out); // light line
    if (style->color) sinew__buffer_put_text(out, "\x1b[0m");
}

// ---- help ---------------------------------------------------------------------------------------------------------

enum { MAX_STACKS = 4 };

/// Lines of help that stand above each other.
typedef struct help_stack {
    const char *lines;
    int count;
    int key_width; ///< of the widest key, with the gap after it
    int width;     ///< with the gap to the next stack
} help_stack;

/// Splits a line into what stands before and after its tab, made showable. Returns the next line.
static const char *read_line(const terminal_style *style, const char *line, char key[64], char text[256])
{
    const size_t length = strcspn(line, "\t\n");
    make_showable(style, line, length, key, 64);
    line += length + (line[length] == '\t');
    const size_t rest = strcspn(line, "\n");
    make_showable(style, line, rest, text, 256);
    return line + rest + (line[rest] == '\n');
}

/// Takes up to `rows` lines. Returns those after them.
static const char *fill_stack(const terminal_style *style, const char *lines, int rows, help_stack *stack)
{
    char key[64], text[256];
    int text_width = 0;
    *stack = (help_stack){.lines = lines};
    while (*lines && stack->count < rows) {
        lines = read_line(style, lines, key, text);
        const int key_width = terminal_width_of(key) + 2, width = terminal_width_of(text) + 1;
        if (key_width > stack->key_width) stack->key_width = key_width;
        if (width > text_width) text_width = width;
        ++stack->count;
    }
    stack->width = stack->key_width + text_width;
    return lines;
}

static void put_stack(const terminal_style *style, const help_stack *stack, int column, sinew__buffer *out)
{
    char key[64], text[256];
    const char *line = stack->lines;
    for (int row = 1; row <= stack->count; ++row) {
        line = read_line(style, line, key, text);
        sinew__buffer_format(out, "\x1b[%d;%dH", row, column);
        put_cut(key, stack->width, out);
        if (stack->key_width >= stack->width) continue;
        sinew__buffer_format(out, "\x1b[%d;%dH", row, column + stack->key_width);
        put_cut(text, stack->width - stack->key_width - 1, out);
    }
}

void terminal_put_help(const terminal_style *style, const char *lines, int rows, sinew__buffer *out)
{
    help_stack stacks[MAX_STACKS];
    int count = 0, width = 0, column = 1;
    while (*lines && rows > 0 && count < MAX_STACKS) {
        lines = fill_stack(style, lines, rows, &stacks[count]);
        width += stacks[count++].width;
    }
    for (int i = 0; i < count; ++i) {
        if (width > style->columns) stacks[i].width = stacks[i].width * style->columns / width;
        put_stack(style, &stacks[i], column, out);
        column += stacks[i].width;
    }
}
