#include "program/viewer/terminal/terminal_status.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/printable.h"
#include "draw/render/text/glyph_atlas.h"
#include "draw/scene/text_columns.h"

/// ASCII replacements for the signs of the status line.
static const char *ascii_of(const char *character, size_t length)
{
    static const char *const signs[][2] = {{RENDER_SIGN_PLAY, ">"}, {RENDER_SIGN_PAUSE, "="}};
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; ++i) {
        if (strlen(signs[i][0]) == length && memcmp(signs[i][0], character, length) == 0) return signs[i][1];
    }
    return NULL;
}

/// Makes text printable, and ASCII if the terminal shows nothing else. Truncated to `size`.
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

/// Writes as much of a text as fits `columns`. Returns the columns used.
static int put_cut(const char *text, int columns, sinew__buffer *out)
{
    int width = 0;
    for (const char *end = text + strlen(text); text < end;) {
        uint32_t code;
        const size_t length = sinew__utf8_decode(text, end, &code);
        const int wide = length > 0 ? sinew__columns_of_code(code) : 1;
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

/// Returns the last part of a text whose parts are separated by two spaces, including the separator; NULL if there is
/// only one.
static char *last_part(char *text)
{
    char *end = text + strlen(text);
    while (end > text && !(end[0] == ' ' && end[1] == ' ')) --end;
    return end > text ? end : NULL;
}

/// Removes parts from the end of a text until it fits `columns`, but never the first.
static void drop_parts(char *text, int columns)
{
    for (char *part; sinew__columns_of_text(text) > columns && (part = last_part(text));) *part = '\0';
}

static const char *dots(const terminal_style *style)
{
    return style->utf8 ? "\xe2\x80\xa6" : "...";
}

/// Writes the start of a text. Returns the columns used.
static int put_start(const terminal_style *style, const char *text, int columns, sinew__buffer *out)
{
    const int space = columns - sinew__columns_of_text(dots(style));
    if (sinew__columns_of_text(text) <= columns || space <= 0) return put_cut(text, columns, out);
    const int width = put_cut(text, space, out);
    return width + put_cut(dots(style), columns, out);
}

/// Writes the end of a text. Returns the columns used.
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

/// Writes a sign and the end of the name after it: generated names differ there.
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

/// Writes only the typed line, around its cursor.
static void put_field(const terminal_style *style, const viewer_prompt *prompt, sinew__buffer *out)
{
    char before[1024], after[1024];
    const size_t cursor = (size_t)prompt->cursor;
    make_showable(style, prompt->text, cursor, before, sizeof before - 1);
    strcat(before, "_");
    make_showable(style, prompt->text + cursor, strlen(prompt->text) - cursor, after, sizeof after);
    int used = put_end(style, before, style->columns, out);
    used += put_cut(after, style->columns - used, out);
    put_spaces(style->columns - used, out);
}

void terminal_put_prompt(const terminal_style *style, const char *status, const viewer_prompt *prompt,
                         sinew__buffer *out)
{
    char left[1024];
    make_showable(style, status, strcspn(status, "\t"), left, sizeof left);
    if (sinew__columns_of_text(left) <= style->columns)
        terminal_put_status(style, status, TERMINAL_LEFT_NOTE, out);
    else if (prompt->message[0])
        terminal_put_status(style, prompt->message, TERMINAL_LEFT_NOTE, out);
    else
        put_field(style, prompt, out);
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
