#include "program/viewer/terminal/terminal_keys.h"

#include <SDL_keycode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/printable.h"
#include "program/viewer/terminal/terminal_letters.h"

// The capabilities of a terminal: queried if it replies, else guessed from the environment.

/// Queries kitty's protocol by an image of one pixel.
static const char kitty_query[] = "\x1b_Gi=1,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";

// Queries, in this order: synchronized output; cell size; largest sixel image; the current colour after setting a
// direct colour; the cursor position after a UTF-8 letter, which a terminal with an 8-bit encoding shows as two
// characters; device attributes. The letter is not a half block, because some bytes of a half block are not characters
// in such encodings.
static const char other_queries[] = "\x1b[?2026$p"
                                    "\x1b[16t"
                                    "\x1b[?2;4;0S"
                                    "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[0m"
                                    "\r\xc3\xa9\x1b[6n"
                                    "\x1b[c";

/// Returns whether tmux or screen is between the program and the terminal.
static int is_multiplexed(void)
{
    const char *name = getenv("TERM"), *tmux = getenv("TMUX");
    return (tmux && *tmux) || (name && (strncmp(name, "screen", 6) == 0 || strncmp(name, "tmux", 4) == 0));
}

void terminal_put_queries(sinew__buffer *out)
{
    if (!is_multiplexed()) sinew__buffer_put_text(out, kitty_query); // tmux and screen would take the query for a title
    sinew__buffer_put_text(out, other_queries);
}

// ---- the environment ----------------------------------------------------------------------------------------------

int terminal_is_dumb(void)
{
    const char *name = getenv("TERM");
    return !name || !*name || strcmp(name, "dumb") == 0;
}

void terminal_guess(terminal_capabilities *capabilities)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    *capabilities = (terminal_capabilities){0};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; ++i) {
        const char *value = getenv(variables[i]);
        if (!value || !*value) continue;
        capabilities->utf8 = strstr(value, "UTF-8") || strstr(value, "utf8") || strstr(value, "UTF8");
        break;
    }
    if (terminal_is_dumb()) return;
    const char *name = getenv("TERM");
    const size_t length = strlen(name);
    const int has_no_color = strncmp(name, "vt", 2) == 0 || (length > 2 && strcmp(name + length - 2, "-m") == 0);
    if (!has_no_color) capabilities->colors = terminal_letters_colors();
}

// ---- replies ------------------------------------------------------------------------------------------------------

void terminal_parse_reply(terminal_capabilities *capabilities, const char *reply)
{
    int first = 0, second = 0;
    char last = '\0';
    capabilities->replies = 1;
    if (strncmp(reply, "_Gi=1;", 6) == 0) {
        capabilities->kitty = strcmp(reply + 6, "OK") == 0;
    } else if (strncmp(reply, "P1$r", 4) == 0) {
        // Reply "P1$r0;48:2::1:2:3m": the colour that was set, or the nearest one of a palette. It is queried because
        // terminals with the same TERM differ, and ssh does not pass COLORTERM. If TERM has no colours, none are used.
        const char *background = strstr(reply, "48");
        if (capabilities->colors > 0 && background && (strstr(background, "1:2:3m") || strstr(background, "1;2;3m")))
            capabilities->colors = 1 << 24;
    } else if (sscanf(reply, "[?2026;%1d$y", &first) == 1) {
        capabilities->synchronized = first == 1 || first == 2;
    } else if (sscanf(reply, "[6;%5d;%5d%c", &first, &second, &last) == 3 && last == 't') {
        capabilities->cell_height = first;
        capabilities->cell_width = second;
    } else if (sscanf(reply, "[?2;0;%5d;%5d%c", &first, &second, &last) == 3 && last == 'S') {
        capabilities->max_width = first;
        capabilities->max_height = second;
    } else if (sscanf(reply, "[%5d;%5d%c", &first, &second, &last) == 3 && last == 'R') {
        capabilities->utf8 = second == 2;
    } else if (strncmp(reply, "[?", 2) == 0 && reply[strlen(reply) - 1] == 'c') {
        // Reply "[?62;4;22c": numbers of supported features; 4 is sixel. tmux 3.4 reports sixel even if the terminal
        // around it lacks sixel, and then prints a frame of "+". Sixel is therefore ignored inside tmux and screen.
        capabilities->is_complete = 1;
        for (const char *at = strchr(reply, ';'); at && !is_multiplexed(); at = strchr(at + 1, ';'))
            if (strtol(at + 1, NULL, 10) == 4) capabilities->sixel = 1;
    }
}

viewer_term terminal_choose_mode(const terminal_capabilities *capabilities, viewer_term requested, int is_skeleton_only)
{
    if (requested != VIEWER_TERM_AUTO) return requested;
    if (capabilities->colors > 0 && capabilities->kitty) return VIEWER_TERM_KITTY;
    if (capabilities->colors > 0 && capabilities->sixel) return VIEWER_TERM_SIXEL;
    if (!capabilities->utf8) return VIEWER_TERM_ASCII;
    return is_skeleton_only || capabilities->colors == 0 ? VIEWER_TERM_BRAILLE : VIEWER_TERM_BLOCKS;
}

enum { ESCAPE = 0x1b, BELL = 0x07, DELETE = 0x7f };

static void set_key(terminal_event *event, int32_t key, int held)
{
    event->kind = TERMINAL_KEY;
    event->key = key;
    event->held = held;
}

static void set_text(terminal_event *event, terminal_event_kind kind, const char *text, size_t length)
{
    if (length >= sizeof event->text) length = sizeof event->text - 1;
    event->kind = kind;
    memcpy(event->text, text, length);
    event->text[length] = '\0';
}

/// Keys that are sent as a sequence, identified by its last character and, if that is '~', by the number before it.
/// xterm, rxvt and the Linux console send different sequences for Home and End, which do not conflict.
static const struct {
    char last;
    int number;
    int32_t key;
} sequence_keys[] = {
    {'A', 0, SDLK_UP},     {'B', 0, SDLK_DOWN},     {'C', 0, SDLK_RIGHT},  {'D', 0, SDLK_LEFT}, {'H', 0, SDLK_HOME},
    {'F', 0, SDLK_END},    {'~', 1, SDLK_HOME},     {'~', 7, SDLK_HOME},   {'~', 4, SDLK_END},  {'~', 8, SDLK_END},
    {'~', 5, SDLK_PAGEUP}, {'~', 6, SDLK_PAGEDOWN}, {'M', 0, SDLK_RETURN}, {'~', 15, SDLK_F5},
};

/// Sets the key of a sequence from the numbers before its last character. "1;5" before 'C' is Control+Right; the second
/// number is 1 plus the modifiers' bits.
static void read_sequence_key(const char *numbers, char last, terminal_event *event)
{
    char *rest;
    const long first = strtol(numbers, &rest, 10);
    const long second = *rest == ';' ? strtol(rest + 1, NULL, 10) : 0;
    const long bits = second > 1 ? second - 1 : 0;
    const int held = (bits & 1 ? KMOD_LSHIFT : 0) | (bits & 2 ? KMOD_LALT : 0) | (bits & 4 ? KMOD_LCTRL : 0);
    for (size_t i = 0; i < sizeof sequence_keys / sizeof sequence_keys[0]; ++i) {
        if (sequence_keys[i].last != last || (last == '~' && sequence_keys[i].number != first)) continue;
        set_key(event, sequence_keys[i].key, held);
        return;
    }
    if ((last == 'c' || last == 'd') && !*numbers)
        set_key(event, last == 'c' ? SDLK_RIGHT : SDLK_LEFT, KMOD_LSHIFT); // rxvt
}

/// Reads a sequence: ESC, [, parameters and a last character. A sequence that is not a key is a reply or a marker, such
/// as 200~ before pasted text. Returns the bytes read, 0 if it is incomplete.
static size_t read_sequence(const char *bytes, size_t count, int is_final_input, terminal_event *event)
{
    size_t length = 2;
    while (length < count && bytes[length] >= 0x20 && bytes[length] < 0x40) ++length;
    if (length == count) return is_final_input ? count : 0;
    const char last = bytes[length++];
    if (last < 0x40 || last == DELETE) return length - 1; // an interrupted sequence: the rest is parsed separately
    set_text(event, TERMINAL_REPLY, bytes + 1, length - 1);
    char numbers[16] = "";
    const size_t size = length - 3;
    if (size >= sizeof numbers) return length; // longer than the sequence of any key
    memcpy(numbers, bytes + 2, size);
    if (strspn(numbers, "0123456789;") == size) read_sequence_key(numbers, last, event);
    return length;
}

/// Reads a string sequence: ESC P, ESC _, ESC ], ESC ^ or ESC X, then text, then ESC \ or BEL. Returns the bytes read,
/// 0 if it is incomplete.
static size_t read_string(const char *bytes, size_t count, int is_final_input, terminal_event *event)
{
    for (size_t i = 2; i < count; ++i) {
        const int ends_here = bytes[i] == BELL, ends_next = bytes[i] == ESCAPE && i + 1 < count;
        if (!ends_here && !ends_next) continue;
        set_text(event, TERMINAL_REPLY, bytes + 1, i - 1);
        return ends_here ? i + 1 : bytes[i + 1] == '\\' ? i + 2 : i;
    }
    return is_final_input ? count : 0;
}

/// Reads ESC and a character, which means the character with Alt.
static size_t read_alt(const char *bytes, terminal_event *event)
{
    if ((unsigned char)bytes[1] <= 0x20 || (unsigned char)bytes[1] >= DELETE) { // a single Escape
        set_key(event, SDLK_ESCAPE, 0);
        return 1;
    }
    set_key(event, bytes[1], KMOD_LALT);
    return 2;
}

static size_t read_escape(const char *bytes, size_t count, int is_final_input, terminal_event *event)
{
    if (count == 1) {
        if (is_final_input) set_key(event, SDLK_ESCAPE, 0);
        return is_final_input ? 1 : 0;
    }
    if (count == 2 && is_final_input) return read_alt(bytes, event);
    if (bytes[1] == '[') return read_sequence(bytes, count, is_final_input, event);
    if (bytes[1] == 'O') { // ESC O and a character: a function or cursor key
        if (count < 3) return is_final_input ? count : 0;
        read_sequence_key("", bytes[2], event);
        return 3;
    }
    if (strchr("P_]^X", bytes[1])) return read_string(bytes, count, is_final_input, event);
    return read_alt(bytes, event);
}

/// Reads one UTF-8 character. Invalid bytes are ignored.
static size_t read_character(const char *bytes, size_t count, int is_final_input, terminal_event *event)
{
    uint32_t code;
    const size_t length = sinew__utf8_decode(bytes, bytes + count, &code);
    if (length > 0) {
        set_text(event, TERMINAL_TYPED, bytes, length);
        return length;
    }
    const unsigned char lead = (unsigned char)bytes[0];
    const size_t expected = lead >= 0xf8 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    return count < expected && !is_final_input ? 0 : 1;
}

size_t terminal_read_event(const char *bytes, size_t count, int is_final_input, terminal_event *out_event)
{
    *out_event = (terminal_event){.kind = TERMINAL_IGNORED};
    if (count == 0) return 0;
    if (bytes[0] == ESCAPE) return read_escape(bytes, count, is_final_input, out_event);
    if ((unsigned char)bytes[0] >= 0x20 && bytes[0] != DELETE)
        return read_character(bytes, count, is_final_input, out_event);
    switch (bytes[0]) { // control characters and Delete; Control+Space sends NUL
    case '\0': set_key(out_event, SDLK_SPACE, KMOD_LCTRL | KMOD_LSHIFT); break;
    case '\t': set_key(out_event, SDLK_TAB, 0); break;
    case '\r':
    case '\n': set_key(out_event, SDLK_RETURN, 0); break;
    case '\b':
    case DELETE: set_key(out_event, SDLK_BACKSPACE, 0); break;
    default: set_key(out_event, bytes[0] + 'a' - 1, KMOD_LCTRL); break;
    }
    return 1;
}
