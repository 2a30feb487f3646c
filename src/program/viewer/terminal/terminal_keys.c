#include "program/viewer/terminal/terminal_keys.h"

#include <SDL_keycode.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/printable.h"

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

/// Keys sent as a sequence, by its last character and, if that is '~', by the number before it. xterm, rxvt and the
/// Linux console disagree about Home and End, but do not conflict.
static const struct {
    char last;
    int number;
    int32_t key;
} sequence_keys[] = {
    {'C', 0, SDLK_RIGHT},  {'D', 0, SDLK_LEFT},     {'H', 0, SDLK_HOME},   {'F', 0, SDLK_END},
    {'~', 1, SDLK_HOME},   {'~', 7, SDLK_HOME},     {'~', 4, SDLK_END},    {'~', 8, SDLK_END},
    {'~', 5, SDLK_PAGEUP}, {'~', 6, SDLK_PAGEDOWN}, {'M', 0, SDLK_RETURN}, {'~', 15, SDLK_F5},
};

/// The second number of a sequence is 1 plus a bit per modifier.
static int modifiers_of(long number)
{
    const long bits = number > 1 ? number - 1 : 0;
    return (bits & 1 ? KMOD_LSHIFT : 0) | (bits & 2 ? KMOD_LALT : 0) | (bits & 4 ? KMOD_LCTRL : 0);
}

/// Returns the key of a sequence: "1;5" before 'C' is Control+Right.
static void read_sequence_key(const char *numbers, char last, terminal_event *event)
{
    char *rest;
    const long first = strtol(numbers, &rest, 10);
    const long second = *rest == ';' ? strtol(rest + 1, NULL, 10) : 0;
    for (size_t i = 0; i < sizeof sequence_keys / sizeof sequence_keys[0]; ++i) {
        if (sequence_keys[i].last != last || (last == '~' && sequence_keys[i].number != first)) continue;
        set_key(event, sequence_keys[i].key, modifiers_of(second));
        return;
    }
    if ((last == 'c' || last == 'd') && !*numbers)
        set_key(event, last == 'c' ? SDLK_RIGHT : SDLK_LEFT, KMOD_LSHIFT); // rxvt
}

/// Reads ESC [ parameters last. A sequence that is not a key is a reply, or a marker such as 200~ before pasted text.
static size_t read_sequence(const char *bytes, size_t count, int is_final_input, terminal_event *event)
{
    size_t length = 2;
    while (length < count && bytes[length] >= 0x20 && bytes[length] < 0x40) ++length;
    if (length == count) return is_final_input ? count : 0;
    const char last = bytes[length++];
    if (last < 0x40 || last == DELETE) return length - 1; // interrupted: parse what follows separately
    set_text(event, TERMINAL_REPLY, bytes + 1, length - 1);
    char numbers[16] = "";
    const size_t size = length - 3;
    if (size >= sizeof numbers) return length; // no key has so many
    memcpy(numbers, bytes + 2, size);
    if (strspn(numbers, "0123456789;") == size) read_sequence_key(numbers, last, event);
    return length;
}

/// Reads ESC P, ESC _, ESC ], ESC ^ or ESC X, then text, then ESC \ or BEL.
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

/// Reads ESC O last: keypad keys.
static size_t read_keypad(const char *bytes, size_t count, int is_final_input, terminal_event *event)
{
    if (count < 3) return is_final_input ? count : 0;
    read_sequence_key("", bytes[2], event);
    return 3;
}

/// ESC and a character is that character with Alt.
static size_t read_alt(const char *bytes, terminal_event *event)
{
    if ((unsigned char)bytes[1] <= 0x20 || (unsigned char)bytes[1] >= DELETE) { // a lone Escape
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
    if (bytes[1] == 'O') return read_keypad(bytes, count, is_final_input, event);
    if (strchr("P_]^X", bytes[1])) return read_string(bytes, count, is_final_input, event);
    return read_alt(bytes, event);
}

/// Control characters and Delete. Control+Space sends NUL, with and without Shift.
static void read_control(char byte, terminal_event *event)
{
    switch (byte) {
    case '\0': set_key(event, SDLK_SPACE, KMOD_LCTRL | KMOD_LSHIFT); break;
    case '\t': set_key(event, SDLK_TAB, 0); break;
    case '\r':
    case '\n': set_key(event, SDLK_RETURN, 0); break;
    case '\b':
    case DELETE: set_key(event, SDLK_BACKSPACE, 0); break;
    default: set_key(event, byte + 'a' - 1, KMOD_LCTRL); break;
    }
}

/// Reads one UTF-8 character; invalid bytes are ignored.
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
    read_control(bytes[0], out_event);
    return 1;
}
