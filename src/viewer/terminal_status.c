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
    const char *played = style->color ? "\x1b[96m" : "", *rest = style->color ? "\x1b[90m" : "";
    sinew__buffer_put_text(out, played);
    repeat("\xe2\x94\x81", whole, out);           // heavy line
    if (half) sinew__buffer_put_text(out, "\xe2\x95\xb8"); // its left half
    sinew__buffer_put_text(out, rest);
    repeat("\xe2\x94\x80", style->columns - whole - half, out); // light line
    if (style->color) sinew__buffer_put_text(out, "\x1b[0m");
}

// ---- help ---------------------------------------------------------------------------------------------------------

/// One line of help, with its key padded to `key_width`, cut to `columns`.
static void put_help_line(const terminal_style *style, const char *line, int key_width, int columns, sinew__buffer *out)
{
    char key[64], text[256];
    const size_t length = strcspn(line, "\t\n");
    make_showable(style, line, length, key, sizeof key);
    line += length + (line[length] == '\t');
    make_showable(style, line, strcspn(line, "\n"), text, sizeof text);
    int used = put_cut(key, columns, out);
    const int gap = key_width - used < columns - used ? key_width - used : columns - used;
    put_spaces(gap, out);
    used += gap > 0 ? gap : 0;
    put_cut(text, columns - used, out);
}

static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

void terminal_put_help(const terminal_style *style, const char *lines, int rows, sinew__buffer *out)
{
    enum { KEY_WIDTH = 18, LEAST_COLUMNS = 38 };
    int count = 0;
    for (const char *line = lines; *line; line = next_line(line)) ++count;
    int stacks = rows > 0 ? (count + rows - 1) / rows : 0;
    if (stacks * LEAST_COLUMNS > style->columns) stacks = style->columns / LEAST_COLUMNS;
    if (stacks < 1) stacks = 1;
    const int width = style->columns / stacks, height = stacks > 1 ? (count + stacks - 1) / stacks : count;
    int index = 0;
    for (const char *line = lines; *line; line = next_line(line), ++index) {
        const int stack = index / height, row = index % height;
        if (row >= rows || stack >= stacks) continue;
        sinew__buffer_format(out, "\x1b[%d;%dH", row + 1, stack * width + 1);
        put_help_line(style, line, KEY_WIDTH, width - (stack + 1 < stacks), out);
    }
}
