#define _POSIX_C_SOURCE 200809L
// The player in a terminal, without one: the meaning of its bytes, its layout, its mode.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <SDL_keycode.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/platform/text_columns.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/terminal/terminal_keys.h"
#include "program/viewer/terminal/terminal_layout.h"
#include "program/viewer/terminal/terminal_status.h"

// ---- keys ---------------------------------------------------------------------------------------------------------

static void bytes_of_keys_are_those_that_terminals_document(void **state)
{
    (void)state;
    // ctlseqs of xterm ("PC-Style Function Keys"), rxvt's reference, console_codes(4) of Linux
    static const struct {
        const char *bytes;
        int32_t key;
        int held;
    } keys[] = {
        {"\x1b[C", SDLK_RIGHT, 0},
        {"\x1bOC", SDLK_RIGHT, 0}, // in application mode
        {"\x1b[D", SDLK_LEFT, 0},
        {"\x1b[1;2C", SDLK_RIGHT, KMOD_LSHIFT},
        {"\x1b[1;2D", SDLK_LEFT, KMOD_LSHIFT},
        {"\x1b[1;5C", SDLK_RIGHT, KMOD_LCTRL},
        {"\x1b[1;4C", SDLK_RIGHT, KMOD_LSHIFT | KMOD_LALT},
        {"\x1b[c", SDLK_RIGHT, KMOD_LSHIFT}, // rxvt
        {"\x1b[H", SDLK_HOME, 0},
        {"\x1b[1~", SDLK_HOME, 0}, // Linux
        {"\x1b[7~", SDLK_HOME, 0}, // rxvt
        {"\x1b[F", SDLK_END, 0},
        {"\x1b[4~", SDLK_END, 0},
        {"\x1b[5~", SDLK_PAGEUP, 0},
        {"\x1b[6~", SDLK_PAGEDOWN, 0},
        {"\x1b[6;2~", SDLK_PAGEDOWN, KMOD_LSHIFT},
        {"\x1b"
         "7",
         SDLK_7, KMOD_LALT},
        {"\x7f", SDLK_BACKSPACE, 0},
        {"\r", SDLK_RETURN, 0},
        {"\x02", SDLK_b, KMOD_LCTRL},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; ++i) {
        terminal_event event;
        assert_int_equal(terminal_read_event(keys[i].bytes, strlen(keys[i].bytes), 0, &event), strlen(keys[i].bytes));
        assert_int_equal(event.kind, TERMINAL_KEY);
        assert_int_equal(event.key, keys[i].key);
        assert_int_equal(event.held, keys[i].held);
    }
}

static void a_zero_byte_is_control_shift_space(void **state)
{
    (void)state;
    terminal_event event;
    assert_int_equal(terminal_read_event("\0", 1, 0, &event), 1);
    assert_int_equal(event.key, SDLK_SPACE);
    assert_int_equal(event.held, KMOD_LCTRL | KMOD_LSHIFT);
}

static void half_a_sequence_waits_for_the_rest(void **state)
{
    (void)state;
    static const char *const whole[] = {"\x1b[1;2C",   "\x1b[5~",  "\x1bOC",          "\x1b_Gi=1;OK\x1b\\",
                                        "\x1b[?62;4c", "\xc3\xa4", "\xf0\x9f\xa6\x8a"};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; ++i) {
        terminal_event event;
        for (size_t count = 1; count < strlen(whole[i]); ++count) {
            assert_int_equal(terminal_read_event(whole[i], count, 0, &event), 0);
            const size_t taken = terminal_read_event(whole[i], count, 1, &event);
            assert_true(taken > 0 && taken <= count);
        }
        assert_int_equal(terminal_read_event(whole[i], strlen(whole[i]), 0, &event), strlen(whole[i]));
    }
}

static void an_escape_character_alone_is_the_key_once_nothing_follows(void **state)
{
    (void)state;
    terminal_event event;
    assert_int_equal(terminal_read_event("\x1b", 1, 0, &event), 0);
    assert_int_equal(terminal_read_event("\x1b", 1, 1, &event), 1);
    assert_int_equal(event.kind, TERMINAL_KEY);
    assert_int_equal(event.key, SDLK_ESCAPE);
    assert_int_equal(terminal_read_event("\x1b\x1b[C", 4, 0, &event), 1); // and before another sequence
    assert_int_equal(event.key, SDLK_ESCAPE);
}

static void characters_are_typed_whole(void **state)
{
    (void)state;
    terminal_event event;
    assert_int_equal(terminal_read_event("\xc3\xa4q", 3, 0, &event), 2);
    assert_int_equal(event.kind, TERMINAL_TYPED);
    assert_string_equal(event.text, "\xc3\xa4");
    assert_int_equal(terminal_read_event("\xffq", 2, 0, &event), 1);
    assert_int_equal(event.kind, TERMINAL_IGNORED);
    assert_int_equal(terminal_read_event("\xe2\x96q", 3, 0, &event), 1);
    assert_int_equal(event.kind, TERMINAL_IGNORED);
}

static void replies_are_never_typed(void **state)
{
    (void)state;
    // "\0" inside, an end that never comes, a reply longer than any buffer
    static char endless[4096];
    terminal_event event;
    memset(endless, 'q', sizeof endless);
    memcpy(endless, "\x1b_", 2);
    assert_int_equal(terminal_read_event(endless, sizeof endless, 0, &event), 0);
    assert_int_equal(terminal_read_event(endless, sizeof endless, 1, &event), sizeof endless);
    assert_int_equal(event.kind, TERMINAL_IGNORED);
    memcpy(endless + 4000, "\x1b\\", 2);
    assert_int_equal(terminal_read_event(endless, sizeof endless, 0, &event), 4002);
    assert_int_equal(event.kind, TERMINAL_REPLY);
    assert_true(strlen(event.text) < sizeof event.text);
    // device attributes of xterm, foot and kitty; rxvt's Shift+Right is as short as ESC [ c
    static const char *const kinds[] = {
        "\x1b[?63;1;2;4;6;9;15;16;22;28c", "\x1b[?62;4;22;28;29c", "\x1b[?62c",
        "\x1b[?1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;27c"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
        assert_int_equal(terminal_read_event(kinds[i], strlen(kinds[i]), 0, &event), strlen(kinds[i]));
        assert_int_equal(event.kind, TERMINAL_REPLY);
        assert_string_equal(event.text, kinds[i] + 1);
    }
    assert_int_equal(terminal_read_event("\x1b[200~q", 7, 0, &event), 6);
    assert_int_equal(event.kind, TERMINAL_REPLY);
    assert_string_equal(event.text, "[200~");
    assert_int_equal(terminal_read_event("\x1b[12\x1b[C", 7, 0, &event), 4); // broken off
    assert_int_equal(event.kind, TERMINAL_IGNORED);
}

static void any_bytes_are_parsed_to_their_end(void **state)
{
    (void)state;
    static const char likely[] = "\x1b\x1b\x1b[[O_]P;;0129~CDHFMRcqn\\\x07\x7f\xc3\xa4\xf0";
    srand(7);
    for (int round = 0; round < 20000; ++round) {
        char bytes[24];
        const size_t count = 1 + (size_t)rand() % sizeof bytes;
        for (size_t i = 0; i < count; ++i) bytes[i] = likely[(size_t)rand() % sizeof likely];
        for (size_t done = 0; done < count;) {
            terminal_event event;
            const size_t taken = terminal_read_event(bytes + done, count - done, 1, &event);
            assert_true(taken > 0 && taken <= count - done);
            done += taken;
        }
    }
}

// ---- layout -------------------------------------------------------------------------------------------------------

static void a_usual_screen_has_image_bar_and_status(void **state)
{
    (void)state;
    const terminal_size size = {.columns = 80, .rows = 24, .cell_width = 8, .cell_height = 16};
    const terminal_layout layout = terminal_divide(&size, VIEWER_TERM_BLOCKS, 0);
    assert_int_equal(layout.image_rows, 22);
    assert_int_equal(layout.bar_row, 23);
    assert_int_equal(layout.status_row, 24);
    assert_int_equal(layout.width, 160); // two pixels per column, and square: 22 rows of 4
    assert_int_equal(layout.height, 88);
    const terminal_layout hidden = terminal_divide(&size, VIEWER_TERM_BLOCKS, 1);
    assert_int_equal(hidden.image_rows, 24);
    assert_int_equal(hidden.bar_row + hidden.status_row, 0);
    assert_int_equal(terminal_divide(&size, VIEWER_TERM_SIXEL, 1).image_rows, 23); // else it would scroll
}

static void images_have_the_terminals_aspect_ratio(void **state)
{
    (void)state;
    // 100 × 40 characters of 9 × 21 pixels, two rows without the image: 900 × 798 pixels
    const terminal_size size = {.columns = 100, .rows = 40, .cell_width = 9, .cell_height = 21};
    const terminal_layout sixel = terminal_divide(&size, VIEWER_TERM_SIXEL, 0);
    assert_int_equal(sixel.width, 900);
    assert_int_equal(sixel.height, 798);
    const terminal_layout kitty = terminal_divide(&size, VIEWER_TERM_KITTY, 0);
    assert_int_equal(kitty.width, 900);
    assert_int_equal(kitty.height, 798);
    terminal_layout coarse = kitty;
    terminal_limit_pixels(&coarse, VIEWER_TERM_KITTY, 640 * 400); // sqrt(256000 / 718200) = 0.597
    assert_int_equal(coarse.width, 537);
    assert_int_equal(coarse.height, 476);
    assert_int_equal(coarse.columns, 100);
    terminal_limit_pixels(&coarse, VIEWER_TERM_KITTY, 1 << 30);
    assert_int_equal(coarse.width, 537);
    coarse = sixel;
    terminal_limit_pixels(&coarse, VIEWER_TERM_SIXEL, 640 * 400); // a half
    assert_int_equal(coarse.width, 450);
    assert_int_equal(coarse.height, 399);
    const terminal_layout braille = terminal_divide(&size, VIEWER_TERM_BRAILLE, 0);
    assert_in_range(1000 * braille.width / braille.height, 1122, 1133);
}

static void sixel_images_respect_the_terminals_limit(void **state)
{
    (void)state;
    terminal_size size = {
        .columns = 195, .rows = 80, .cell_width = 7, .cell_height = 14, .max_width = 1000, .max_height = 1000};
    const terminal_layout sixel = terminal_divide(&size, VIEWER_TERM_SIXEL, 0);
    assert_int_equal(sixel.image_columns, 142); // of 7 pixels: 994
    assert_int_equal(sixel.image_left, 26);
    assert_int_equal(sixel.image_rows, 71); // of 14: 994
    assert_int_equal(sixel.width, 994);
    assert_int_equal(sixel.height, 994);
    assert_int_equal(sixel.columns, 195);
    assert_int_equal(terminal_divide(&size, VIEWER_TERM_KITTY, 0).image_columns, 195);
    size.max_width = size.max_height = 3;
    assert_int_equal(terminal_divide(&size, VIEWER_TERM_SIXEL, 0).image_columns, 195); // nonsense
}

static void any_size_gives_a_valid_layout(void **state)
{
    (void)state;
    static const int sizes[] = {-5, 0, 1, 2, 3, 4, 5, 999, 65535};
    enum { COUNT = sizeof sizes / sizeof sizes[0] };
    for (int i = 0; i < COUNT * COUNT * COUNT; ++i) {
        const terminal_size size = {
            .columns = sizes[i % COUNT],
            .rows = sizes[i / COUNT % COUNT],
            .cell_width = sizes[i / COUNT / COUNT],
            .cell_height = 16,
            .max_width = sizes[(i / 7) % COUNT],
            .max_height = sizes[(i / 5) % COUNT],
        };
        for (int term = VIEWER_TERM_KITTY; term <= VIEWER_TERM_ASCII; ++term) {
            const terminal_layout layout = terminal_divide(&size, (viewer_term)term, i % 2);
            assert_in_range(layout.columns, 1, 1000);
            assert_in_range(layout.image_rows, 0, 500);
            assert_in_range(layout.image_left + layout.image_columns, layout.image_rows > 0, layout.columns);
            assert_true(layout.bar_row == 0 || layout.bar_row > layout.image_rows);
            assert_true(layout.status_row == 0 || layout.status_row > layout.bar_row);
            if (layout.image_rows == 0) continue;
            assert_in_range(layout.width, 1, 64000);
            assert_in_range(layout.height, 1, 64000);
            assert_true((double)layout.width * layout.height < 16384.0 * 16384.0);
        }
    }
}

static void the_bar_moves_by_half_columns(void **state)
{
    (void)state;
    assert_int_equal(terminal_bar_halves(80, 0.0), 0);
    assert_int_equal(terminal_bar_halves(80, 0.5), 80);
    assert_int_equal(terminal_bar_halves(80, 1.0), 160);
    assert_int_equal(terminal_bar_halves(80, 0.5 + 1.0 / 160), 81);
    assert_int_equal(terminal_bar_halves(80, -1.0), 0); // a clip without length
    assert_int_equal(terminal_bar_halves(80, 7.0), 160);
}

// ---- text ---------------------------------------------------------------------------------------------------------

static char *text_of(sinew__buffer *out)
{
    sinew__buffer_put_character(out, '\0');
    assert_false(out->failed);
    return out->text;
}

static void the_status_fills_the_row_and_not_more(void **state)
{
    (void)state;
    for (int columns = 1; columns < 60; ++columns) {
        const terminal_style style = {.columns = columns, .utf8 = 1};
        sinew__buffer out = {0};
        terminal_put_status(&style, "\xe2\x96\xb6 \xe8\xb5\xb0\xe3\x82\x8b loop\t0.300 / 1.000 s",
                            (terminal_left)(columns % 3), &out); // a wide name
        const int width = sinew__columns_of_text(text_of(&out));
        assert_true(width == columns);
        sinew__buffer_free(&out);
    }
}

static const char *status_of(int columns, int utf8, const char *status, terminal_left kind)
{
    static sinew__buffer out;
    out.size = 0;
    terminal_put_status(&(terminal_style){.columns = columns, .utf8 = utf8}, status, kind, &out);
    return text_of(&out);
}

static void the_time_is_shown_as_long_as_it_fits(void **state)
{
    (void)state;
    static const char status[] = "> Rig|walk  1/2  loop  1x\t0.300 / 1.000 s  frame 9.0  key #2";
    static const struct {
        int columns;
        const char *row;
    } rows[] = {
        {62, "> Rig|walk  1/2  loop  1x   0.300 / 1.000 s  frame 9.0  key #2"},
        {60, "> Rig|walk  1/2  loop     0.300 / 1.000 s  frame 9.0  key #2"},
        {52, "> Rig|walk  1/2   0.300 / 1.000 s  frame 9.0  key #2"},
        {46, "> Rig|walk  0.300 / 1.000 s  frame 9.0  key #2"},
        {45, "> Rig|walk  1/2    0.300 / 1.000 s  frame 9.0"},
        {38, "> Rig|walk  0.300 / 1.000 s  frame 9.0"},
        {37, "> Rig|walk  1/2       0.300 / 1.000 s"},
        {27, "> Rig|walk  0.300 / 1.000 s"},
        {26, "> \xe2\x80\xa6g|walk  0.300 / 1.000 s"},
        {20, ">    0.300 / 1.000 s"},
        {19, ">   0.300 / 1.000 s"},
        {15, "0.300 / 1.000 s"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i)
        assert_string_equal(status_of(rows[i].columns, 1, status, TERMINAL_LEFT_NAME), rows[i].row);
    assert_string_equal(status_of(26, 0, status, TERMINAL_LEFT_NAME), "> ...walk  0.300 / 1.000 s");
}

static void messages_show_their_start(void **state)
{
    (void)state;
    static const char news[] = "> walk.fbx: no FBX file\t0.300 / 1.000 s  frame 9.0";
    assert_string_equal(status_of(40, 1, news, TERMINAL_LEFT_MESSAGE), "> walk.fbx: no FBX file  0.300 / 1.000 s");
    assert_string_equal(status_of(30, 1, news, TERMINAL_LEFT_MESSAGE), "> walk.fbx: \xe2\x80\xa6  0.300 / 1.000 s");
    assert_string_equal(status_of(30, 1, news, TERMINAL_LEFT_NOTE), "> walk.fbx: no FBX file       ");
    assert_string_equal(status_of(20, 1, news, TERMINAL_LEFT_NOTE), "> walk.fbx: no FBX \xe2\x80\xa6");
}

static void typed_text_is_visible(void **state)
{
    (void)state;
    const terminal_style style = {.columns = 20, .utf8 = 1};
    static const struct {
        const char *status;
        viewer_prompt prompt;
        const char *row;
    } rows[] = {
        {"> go to: 12f_\t0.300 / 1.000 s", {.text = "12f", .cursor = 3}, "> go to: 12f_       "},
        {"> find joint or clip: LeftFoot_", {.text = "LeftFoot", .cursor = 8}, "LeftFoot_           "},
        {"> find joint or clip: mixamorig:LeftForeArmTwist1_",
         {.text = "mixamorig:LeftForeArmTwist1", .cursor = 27},
         "\xe2\x80\xa6:LeftForeArmTwist1_"},
        {"> find joint or clip: Left_ForeArmTwist123",
         {.text = "LeftForeArmTwist123", .cursor = 4},
         "Left_ForeArmTwist123"},
        {"> go to: 12x_  '12x' is not a time",
         {.text = "12x", .cursor = 3, .message = "'12x' is not a time"},
         "'12x' is not a time "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        sinew__buffer out = {0};
        terminal_put_prompt(&style, rows[i].status, &rows[i].prompt, &out);
        assert_string_equal(text_of(&out), rows[i].row);
        sinew__buffer_free(&out);
    }
}

static void only_ascii_without_utf8(void **state)
{
    (void)state;
    const terminal_style style = {.columns = 40};
    sinew__buffer out = {0};
    terminal_put_status(&style, "\xe2\x96\xb6 l\xc3\xa4uft \xe8\xb5\xb0 \x1b[2J\xff", TERMINAL_LEFT_NAME, &out);
    assert_string_equal(text_of(&out), "> l\\xe4uft \\u8d70 \\x1b[2J\\xff           ");
    out.size = 0;
    terminal_put_bar(&style, 0.25, &out);
    assert_string_equal(text_of(&out), "==========------------------------------");
    sinew__buffer_free(&out);
}

/// Reads the text written to a screen: no cell twice, and none outside. Adds the text to `words`, with a space after
/// each piece.
static void read_screen(const char *at, int columns, int rows, sinew__buffer *words)
{
    static char screen[64][256];
    int row = 0, column = 0;
    memset(screen, 0, sizeof screen);
    while (*at) {
        if (*at == '\x1b') {
            char *end;
            row = (int)strtol(at + 2, &end, 10);
            column = (int)strtol(end + 1, &end, 10);
            at = end + 1; // 'H'
            sinew__buffer_put_character(words, ' ');
            continue;
        }
        assert_in_range(row, 1, rows);
        assert_in_range(column, 1, columns);
        assert_int_equal(screen[row][column], 0);
        screen[row][column++] = *at;
        sinew__buffer_put_character(words, *at++);
    }
}

/// Reads all pages of the player's keys, one after the other. Returns their number.
static int read_help(int columns, int rows, sinew__buffer *words)
{
    static char help[4096];
    int page = 0, pages = 1;
    viewer_format_help(0, help, sizeof help);
    while (page < pages) {
        sinew__buffer out = {0};
        pages = terminal_put_help(help, ++page, columns, rows, &out);
        read_screen(text_of(&out), columns, rows, words);
        sinew__buffer_free(&out);
    }
    return pages;
}

static void help_stays_inside_the_screen(void **state)
{
    (void)state;
    for (int columns = 1; columns < 250; columns += 1 + columns / 16) {
        for (int rows = 1; rows < 60; rows += 1 + rows / 8) {
            sinew__buffer words = {0};
            read_help(columns, rows, &words);
            sinew__buffer_free(&words);
        }
    }
    sinew__buffer none = {0};
    assert_int_equal(terminal_put_help("q\tquit\n", 1, 80, 0, &none), 0);
    assert_int_equal(none.size, 0);
}

static void help_shows_everything_on_its_pages(void **state)
{
    (void)state;
    static const struct {
        int columns, rows, pages;
    } screens[] = {{200, 48, 1}, {80, 22, 3}, {60, 18, 4}, {40, 10, 0}, {20, 4, 0}}; // 0: any
    for (size_t i = 0; i < sizeof screens / sizeof screens[0]; ++i) {
        char help[4096], where[40];
        sinew__buffer words = {0};
        const int pages = read_help(screens[i].columns, screens[i].rows, &words);
        if (screens[i].pages) assert_int_equal(pages, screens[i].pages);
        viewer_format_help(0, help, sizeof help);
        for (char *at = help; *at; ++at) *at = *at == '\t' || *at == '\n' ? ' ' : *at;
        char *found = text_of(&words) + 1, *wanted = help;
        for (int page = 1; page <= pages && pages > 1; ++page) { // it is written before the page's keys
            snprintf(where, sizeof where, "?  page %d of %d ", page, pages);
            char *label = strstr(found, where);
            assert_non_null(label);
            memmove(label, label + strlen(where), strlen(label + strlen(where)) + 1);
        }
        wanted[strlen(wanted) - 1] = '\0'; // the space at the end
        assert_string_equal(found, wanted);
        sinew__buffer_free(&words);
    }
}

// ---- flow control -------------------------------------------------------------------------------------------------

/// Frames that a player at 30 frames per second sends over a line within twenty seconds.
typedef struct journey {
    int arrived;    ///< in the last five seconds
    double longest; ///< seconds from sending to confirmation, of those
    int slowness;   ///< in the end
} journey;

/// `bytes`: of a full frame; each step of slowness halves them. `delay`: latency in seconds.
static journey send_pictures(double bytes, double bytes_per_second, double delay)
{
    enum { MANY = 600 };
    double shown[MANY], went[MANY], line_is_free = 0.0;
    int sent = 0, confirmed = 0;
    journey out = {0};
    terminal_flow line;
    terminal_flow_begin(&line, delay);
    for (int tick = 0; tick < 600; ++tick) {
        const double now = tick / 30.0;
        for (; confirmed < sent && shown[confirmed] <= now; ++confirmed) {
            terminal_flow_confirm(&line, shown[confirmed]);
            if (now < 15.0) continue;
            ++out.arrived;
            out.longest = fmax(out.longest, shown[confirmed] - went[confirmed]);
        }
        if (terminal_flow_is_full(&line, now)) continue;
        line_is_free = fmax(line_is_free, now) + bytes / (1 << line.slowness) / bytes_per_second;
        went[sent] = now;
        shown[sent++] = line_is_free + delay;
        terminal_flow_send(&line, now);
    }
    out.slowness = line.slowness;
    return out;
}

static void a_fast_line_gets_full_frames(void **state)
{
    (void)state;
    const journey fast = send_pictures(100e3, 50e6, 0.001);
    assert_in_range(fast.arrived, 148, 150);
    assert_int_equal(fast.slowness, 0);
}

static void a_long_round_trip_costs_no_frames(void **state)
{
    (void)state;
    const journey far = send_pictures(20e3, 50e6, 0.2); // ssh around the world
    assert_in_range(far.arrived, 145, 150);
    assert_int_equal(far.slowness, 0);
}

static void a_slow_line_gets_coarser_frames_and_queues_none(void **state)
{
    (void)state;
    const journey slow = send_pictures(150e3, 100e3, 0.02); // 1.5 seconds for a full frame, 0.1 for the coarsest
    assert_in_range(slow.arrived, 35, 53);
    assert_true(slow.longest < 0.3);
    const journey slowest = send_pictures(500e3, 100e3, 0.02); // 0.3 for the coarsest
    assert_int_equal(slowest.slowness, TERMINAL_SLOWEST);
    assert_true(slowest.longest < 0.7); // it, and one before it
}

static void a_lost_confirmation_does_not_block_forever(void **state)
{
    (void)state;
    terminal_flow line;
    terminal_flow_begin(&line, 0.01);
    terminal_flow_send(&line, 1.0);
    terminal_flow_send(&line, 1.0);
    assert_true(terminal_flow_is_full(&line, 5.0));
    assert_false(terminal_flow_is_full(&line, 12.0));
    for (int i = 0; i < 100; ++i) terminal_flow_send(&line, 12.0);
    for (int i = 0; i < 100; ++i) terminal_flow_confirm(&line, 12.01);
    assert_int_equal(line.in_flight, 0);
}

// ---- capabilities -------------------------------------------------------------------------------------------------

static void replies_report_the_terminals_capabilities(void **state)
{
    (void)state;
    terminal_capabilities capabilities = {.colors = 256};
    terminal_parse_reply(&capabilities, "_Gi=1;ENOENT"); // answers, and cannot
    assert_false(capabilities.kitty);
    terminal_parse_reply(&capabilities, "_Gi=1;OK");
    assert_true(capabilities.kitty);
    terminal_parse_reply(&capabilities, "[?2026;0$y");
    assert_false(capabilities.synchronized);
    terminal_parse_reply(&capabilities, "[?2026;2$y");
    assert_true(capabilities.synchronized);
    terminal_parse_reply(&capabilities, "[1;3R"); // a letter took two columns: bytes, not characters
    assert_false(capabilities.utf8);
    terminal_parse_reply(&capabilities, "[1;2R");
    assert_true(capabilities.utf8);
    terminal_parse_reply(&capabilities, "[?2;0;1000;900S"); // of xterm; mlterm's "[?1;3;0S" is not supported
    terminal_parse_reply(&capabilities, "[?1;3;0S");
    assert_int_equal(capabilities.max_width, 1000);
    assert_int_equal(capabilities.max_height, 900);
    terminal_parse_reply(&capabilities, "[6;20;9t");
    assert_int_equal(capabilities.cell_height, 20);
    assert_int_equal(capabilities.cell_width, 9);
    assert_false(capabilities.is_complete);
    terminal_parse_reply(&capabilities, "[?4;6c"); // the first number is the kind of terminal: a VT132, without sixel
    assert_true(capabilities.is_complete);
    assert_false(capabilities.sixel);
    terminal_parse_reply(&capabilities, "[?62;4;22c");
    assert_true(capabilities.sixel);
    terminal_parse_reply(&capabilities, "");
}

static void a_letter_reveals_utf8_support(void **state)
{
    (void)state;
    int bytes =
        0; // 0x80 … 0x9f, which half blocks contain, are control characters in Latin-1 and do not move the cursor
    sinew__buffer queries = {0};
    terminal_put_queries(&queries);
    for (size_t i = 0; i < queries.size; ++i) {
        if ((unsigned char)queries.text[i] < 0x80) continue;
        assert_true((unsigned char)queries.text[i] >= 0xa0);
        ++bytes;
    }
    assert_int_equal(bytes, 2);
    sinew__buffer_free(&queries);
}

/// tmux shows "Gi=1,s=1,…" as the title of the pane, and reports sixel (4) for terminals that have none.
static void tmux_gets_no_pixel_graphics(void **state)
{
    (void)state;
    static const struct {
        const char *term, *tmux;
        int asks;
    } CASES[] = {{"xterm-kitty", "", 1},
                 {"screen-256color", "", 0},
                 {"tmux-256color", "", 0},
                 {"xterm-256color", "/tmp/tmux-0/default,1,0", 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        sinew__buffer queries = {0};
        setenv("TERM", CASES[i].term, 1);
        setenv("TMUX", CASES[i].tmux, 1);
        terminal_put_queries(&queries);
        sinew__buffer_put_character(&queries, '\0');
        assert_int_equal(strstr(queries.text, "_Gi=1") != NULL, CASES[i].asks);
        assert_non_null(strstr(queries.text, "\x1b[c"));
        sinew__buffer_free(&queries);
        terminal_capabilities capabilities = {.colors = 256, .utf8 = 1};
        terminal_parse_reply(&capabilities, "[?1;2;4c");
        assert_int_equal(capabilities.sixel, CASES[i].asks);
    }
    unsetenv("TMUX");
}

static void terminals_report_direct_colors(void **state)
{
    (void)state;
    static const struct {
        const char *reply; // to DECRQSS, after 48;2;1;2;3
        int colors;
    } terminals[] = {
        {"P1$r0;48:2::1:2:3m", 1 << 24}, // xterm 379, foot 1.13
        {"P1$r48:2:1:2:3m", 1 << 24},    // kitty 0.26
        {"P1$r0;48;2;1;2;3m", 1 << 24},  // with semicolons, as Windows Terminal writes it
        {"P1$r0;48;5;16m", 256},         // mlterm 3.9: the nearest of its palette
        {"P1$r0m", 256},
        {"P0$r", 256},
    };
    for (size_t i = 0; i < sizeof terminals / sizeof terminals[0]; ++i) {
        terminal_capabilities capabilities = {.colors = 256}, none = {.colors = 0};
        terminal_parse_reply(&capabilities, terminals[i].reply);
        assert_int_equal(capabilities.colors, terminals[i].colors);
        terminal_parse_reply(&none, terminals[i].reply);
        assert_int_equal(none.colors, 0);
    }
}

static void the_best_supported_mode_is_chosen(void **state)
{
    (void)state;
    terminal_capabilities can = {.colors = 256, .utf8 = 1};
    assert_int_equal(terminal_choose_mode(&can, VIEWER_TERM_AUTO, 0), VIEWER_TERM_BLOCKS);
    assert_int_equal(terminal_choose_mode(&can, VIEWER_TERM_AUTO, 1), VIEWER_TERM_BRAILLE);
    assert_int_equal(terminal_choose_mode(&can, VIEWER_TERM_ASCII, 1), VIEWER_TERM_ASCII);
    can.sixel = 1;
    assert_int_equal(terminal_choose_mode(&can, VIEWER_TERM_AUTO, 0), VIEWER_TERM_SIXEL);
    can.kitty = 1;
    assert_int_equal(terminal_choose_mode(&can, VIEWER_TERM_AUTO, 1), VIEWER_TERM_KITTY);
    can.colors = 0;
    assert_int_equal(terminal_choose_mode(&can, VIEWER_TERM_AUTO, 0), VIEWER_TERM_BRAILLE);
    can.utf8 = 0;
    assert_int_equal(terminal_choose_mode(&can, VIEWER_TERM_AUTO, 0), VIEWER_TERM_ASCII);
}

static void the_environment_gives_the_number_of_colors(void **state)
{
    (void)state;
    static const struct {
        const char *term, *colorterm;
        int colors;
    } terminals[] = {
        {"xterm-256color", "truecolor", 1 << 24},
        {"screen-256color", "", 256},
        {"linux", "", 16},
        {"vt220", "", 0},
        {"xterm-m", "", 0},
        {"dumb", "truecolor", 0},
    };
    for (size_t i = 0; i < sizeof terminals / sizeof terminals[0]; ++i) {
        terminal_capabilities capabilities;
        setenv("TERM", terminals[i].term, 1);
        setenv("COLORTERM", terminals[i].colorterm, 1);
        terminal_guess(&capabilities);
        assert_int_equal(capabilities.colors, terminals[i].colors);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_keys_are_those_that_terminals_document),
        cmocka_unit_test(a_zero_byte_is_control_shift_space),
        cmocka_unit_test(half_a_sequence_waits_for_the_rest),
        cmocka_unit_test(an_escape_character_alone_is_the_key_once_nothing_follows),
        cmocka_unit_test(characters_are_typed_whole),
        cmocka_unit_test(replies_are_never_typed),
        cmocka_unit_test(any_bytes_are_parsed_to_their_end),
        cmocka_unit_test(a_usual_screen_has_image_bar_and_status),
        cmocka_unit_test(images_have_the_terminals_aspect_ratio),
        cmocka_unit_test(sixel_images_respect_the_terminals_limit),
        cmocka_unit_test(any_size_gives_a_valid_layout),
        cmocka_unit_test(the_bar_moves_by_half_columns),
        cmocka_unit_test(the_status_fills_the_row_and_not_more),
        cmocka_unit_test(the_time_is_shown_as_long_as_it_fits),
        cmocka_unit_test(messages_show_their_start),
        cmocka_unit_test(typed_text_is_visible),
        cmocka_unit_test(only_ascii_without_utf8),
        cmocka_unit_test(help_stays_inside_the_screen),
        cmocka_unit_test(help_shows_everything_on_its_pages),
        cmocka_unit_test(a_fast_line_gets_full_frames),
        cmocka_unit_test(a_long_round_trip_costs_no_frames),
        cmocka_unit_test(a_slow_line_gets_coarser_frames_and_queues_none),
        cmocka_unit_test(a_lost_confirmation_does_not_block_forever),
        cmocka_unit_test(replies_report_the_terminals_capabilities),
        cmocka_unit_test(a_letter_reveals_utf8_support),
        cmocka_unit_test(tmux_gets_no_pixel_graphics),
        cmocka_unit_test(terminals_report_direct_colors),
        cmocka_unit_test(the_best_supported_mode_is_chosen),
        cmocka_unit_test(the_environment_gives_the_number_of_colors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
