#include "viewer/terminal/play_terminal.h"

#include <SDL.h>
#include <chafa.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "platform/terminal_device.h"
#include "scene/headless_context.h"
#include "viewer/core/binding_help.h"
#include "viewer/core/bindings.h"
#include "viewer/core/play_loop.h"
#include "viewer/core/viewer_picture.h"
#include "viewer/core/viewer_words.h"
#include "viewer/terminal/terminal_abilities.h"
#include "viewer/terminal/terminal_help.h"
#include "viewer/terminal/terminal_keys.h"
#include "viewer/terminal/terminal_line.h"
#include "viewer/terminal/terminal_picture.h"
#include "viewer/terminal/terminal_status.h"

/// A terminal with a picture that moves in it.
typedef struct play_terminal {
    viewer_stage stage; ///< first
    scene_headless *context;
    terminal_device device;
    terminal_abilities abilities;
    viewer_term wish, term;
    int color; ///< the user wants colours
    terminal_style style;
    terminal_layout layout;
    terminal_picture *picture; ///< NULL: not made yet, or no room for one
    uint8_t *pixels;           ///< [layout width × height × 4]
    sinew__buffer frame;       ///< being put together
    int was_hidden;            ///< the screen shows no status row
    int is_coarse;             ///< the picture on it has fewer pixels or samples than it could
    uint64_t shown_ticks;      ///< when that picture went
    int takes_its_time;        ///< the next picture stays: it may be slow

    char input[1024]; ///< read, but not understood yet
    size_t input_count;
    uint64_t input_ticks; ///< when the last of it came
    int is_pasting;       ///< what comes is not typed

    terminal_line line;
} play_terminal;

// ---- input --------------------------------------------------------------------------------------------------------

static void hear(play_terminal *terminal, const char *answer)
{
    if (strcmp(answer, "[200~") == 0 || strcmp(answer, "[201~") == 0) {
        terminal->is_pasting = answer[3] == '0';
    } else if (strcmp(answer, "[0n") == 0) {
        terminal_line_confirm(&terminal->line, viewer_seconds_since(0));
    } else {
        terminal_hear(&terminal->abilities, answer);
        terminal_expect_answers();
    }
}

/// Whatever the screen shows now, everything is drawn again.
static void show_anew(play_terminal *terminal)
{
    terminal->picture = (terminal_picture_destroy(terminal->picture), NULL);
    terminal->stage.is_stale = 1;
}

static void handle(play_terminal *terminal, const terminal_event *event)
{
    viewer_stage *stage = &terminal->stage;
    if (event->kind == TERMINAL_ANSWER) hear(terminal, event->text);
    if (terminal->is_pasting) return;
    if (event->kind == TERMINAL_KEY && event->key == SDLK_l && event->held == KMOD_LCTRL) show_anew(terminal);
    if (event->kind == TERMINAL_KEY) stage->is_stale |= viewer_run_key(&stage->viewer, event->key, event->held);
    if (event->kind == TERMINAL_TYPED) stage->is_stale |= viewer_run_typed(&stage->viewer, event->text);
}

/// Understands what has been read, as far as it goes.
static void handle_input(play_terminal *terminal)
{
    enum { PATIENCE_MS = 50 }; // from an escape character to the rest of its sequence
    size_t done = 0, length = 1;
    while (done < terminal->input_count && length > 0) {
        terminal_event event;
        const int full = done == 0 && terminal->input_count == sizeof terminal->input;
        const int no_more = full || viewer_seconds_since(terminal->input_ticks) > 1e-3 * PATIENCE_MS;
        length = terminal_read_event(terminal->input + done, terminal->input_count - done, no_more, &event);
        done += length;
        if (length > 0) handle(terminal, &event);
    }
    terminal->input_count -= done;
    memmove(terminal->input, terminal->input + done, terminal->input_count);
}

/// A picture that has stood still for a moment is shown again, as well as it can be.
static void follow_rest(play_terminal *terminal)
{
    const double moment = 0.4;
    if (!terminal->is_coarse || viewer_is_moving(&terminal->stage) || terminal->line.underway > 0) return;
    if (viewer_seconds_since(terminal->shown_ticks) < moment) return;
    terminal->takes_its_time = terminal->stage.is_stale = 1;
}

static void wait_and_handle(viewer_stage *stage, double seconds)
{
    play_terminal *terminal = (play_terminal *)stage;
    terminal_news news;
    const double patience = terminal->input_count > 0 ? 0.06 : 0.2;
    terminal_wait(&terminal->device, fmin(seconds, patience), terminal->input + terminal->input_count,
                  sizeof terminal->input - terminal->input_count, &news);
    if (news.count > 0) terminal->input_ticks = SDL_GetPerformanceCounter();
    terminal->input_count += news.count;
    stage->away += news.away;
    if (news.resized) show_anew(terminal);
    if (news.lost) terminal->line.underway = 0;
    handle_input(terminal);
    follow_rest(terminal);
    if (terminal->device.is_gone) stage->viewer.quit = 1;
}

// ---- pictures -----------------------------------------------------------------------------------------------------

/// How pictures are shown follows from what the terminal has said so far – over a slow line it may say it late –, from
/// the file, and from the line: sixel has no coarser pictures for a slow one.
static void choose_term(play_terminal *terminal)
{
    const viewer_term before = terminal->term;
    const int is_very_slow = terminal->line.slowness == TERMINAL_SLOWEST && terminal->line.wait > 1.0;
    if (before == VIEWER_TERM_SIXEL && is_very_slow) terminal->abilities.sixel = 0;
    if (!terminal->color) terminal->abilities.colors = 0;
    terminal->term =
        terminal_choose(&terminal->abilities, terminal->wish, viewer_draws_only_bones(terminal->stage.viewer.model));
    terminal->style.color = terminal->abilities.colors > 0;
    terminal->style.utf8 = terminal->abilities.utf8 && terminal->term != VIEWER_TERM_ASCII;
    if (terminal->term == before) return;
    if (before == VIEWER_TERM_KITTY) sinew__buffer_put_text(&terminal->frame, terminal_picture_clear);
    if (terminal->term == VIEWER_TERM_KITTY) terminal_leave_also(terminal_picture_clear);
    show_anew(terminal);
}

/// Makes room for pictures of the terminal's size.
static sinew_result fit_to_screen(play_terminal *terminal, sinew_error *out_error)
{
    terminal_size size = terminal_ask_size(&terminal->device);
    if (size.cell_width == 0 || size.cell_height == 0) {
        size.cell_width = terminal->abilities.cell_width;
        size.cell_height = terminal->abilities.cell_height;
    }
    size.most_width = terminal->abilities.most_width;
    size.most_height = terminal->abilities.most_height;
    terminal->was_hidden = terminal->stage.viewer.hide_status;
    terminal->layout = terminal_divide(&size, terminal->term, terminal->was_hidden);
    terminal->style.columns = terminal->layout.columns;
    terminal_picture_destroy(terminal->picture);
    terminal->picture = NULL;
    free(terminal->pixels);
    terminal->pixels = malloc((size_t)terminal->layout.width * (size_t)terminal->layout.height * 4 + 1);
    if (!terminal->pixels) return sinew__fail_memory(out_error);
    sinew__buffer_put_text(&terminal->frame, "\x1b[2J");
    if (terminal->term == VIEWER_TERM_KITTY) sinew__buffer_put_text(&terminal->frame, terminal_picture_clear);
    return terminal_picture_create(terminal->term, terminal->abilities.colors, &terminal->layout, &terminal->picture,
                                   out_error);
}

static int shows_pixels(const play_terminal *terminal)
{
    return terminal->term == VIEWER_TERM_KITTY || terminal->term == VIEWER_TERM_SIXEL;
}

/// Pictures that move have fewer pixels, so that more of them come.
static terminal_layout layout_now(const play_terminal *terminal)
{
    enum { PIXELS_MOVING = 640 * 480 };
    const int moving = viewer_is_moving(&terminal->stage), slowness = terminal->line.slowness;
    terminal_layout layout = terminal->layout;
    if (terminal->takes_its_time) return layout;
    if (moving && shows_pixels(terminal)) terminal_limit_pixels(&layout, terminal->term, PIXELS_MOVING);
    if (terminal->term == VIEWER_TERM_KITTY && slowness > 0) {
        terminal_limit_pixels(&layout, terminal->term, layout.width * layout.height >> slowness);
    }
    return layout;
}

/// Half blocks and letters are made of several pixels anyway. (Dots are not: lines would break.)
static int samples_now(const play_terminal *terminal)
{
    const int several = terminal->term == VIEWER_TERM_BLOCKS || terminal->term == VIEWER_TERM_ASCII;
    const int is_late = terminal->stage.is_slow && shows_pixels(terminal);
    return (several || is_late) && viewer_is_moving(&terminal->stage) ? 1 : 4;
}

static int tolerance_now(const play_terminal *terminal)
{
    static const int tolerances[TERMINAL_SLOWEST + 1] = {2, 4, 8, 12, 16}; // nobody sees the first while it moves
    return viewer_is_moving(&terminal->stage) ? tolerances[terminal->line.slowness] : 0;
}

static sinew_result draw_picture(play_terminal *terminal, sinew_error *out_error)
{
    const terminal_layout layout = layout_now(terminal);
    terminal->is_coarse = layout.width < terminal->layout.width || samples_now(terminal) == 1;
    const viewer_size size = {layout.width, layout.height, 1.0};
    sinew_draw_options options;
    sinew_result result = viewer_describe(&terminal->stage, NULL, &size, &options, out_error);
    if (result != SINEW_OK) return result;
    options.transparent = terminal_picture_is_on_black(terminal->term);
    options.hide_words = !shows_pixels(terminal);
    options.samples = samples_now(terminal);
    result = viewer_draw_figures(&terminal->stage, &options, out_error);
    if (result != SINEW_OK) return result;
    sinew_renderer_read(terminal->stage.renderer, terminal->pixels);
    const terminal_pixels pixels = {layout.width, layout.height, terminal->pixels, tolerance_now(terminal)};
    terminal_picture_put(terminal->picture, &pixels, &terminal->frame);
    return SINEW_OK;
}

static void put_keys(play_terminal *terminal)
{
    viewer_state *viewer = &terminal->stage.viewer;
    const terminal_layout *layout = &terminal->layout;
    char help[4096];
    viewer_put_help(help, sizeof help);
    if (terminal->term == VIEWER_TERM_KITTY) sinew__buffer_put_text(&terminal->frame, terminal_picture_clear);
    sinew__buffer_put_text(&terminal->frame, "\x1b[2J");
    const int pages = terminal_put_help(help, viewer->help, layout->columns, layout->picture_rows, &terminal->frame);
    if (viewer->help > pages) viewer->help = pages; // there is more room now
    viewer->has_more_help = viewer->help < pages;
    terminal_picture_forget(terminal->picture);
}

static void put_status(play_terminal *terminal, const char *status)
{
    const viewer_state *viewer = &terminal->stage.viewer;
    const terminal_left kind = viewer->note[0] || viewer->is_waiting ? TERMINAL_LEFT_FIRST
                               : viewer->trouble[0]                  ? TERMINAL_LEFT_NEWS
                                                                     : TERMINAL_LEFT_NAME;
    if (viewer->prompt.kind != VIEWER_PROMPT_NONE)
        terminal_put_prompt(&terminal->style, status, &viewer->prompt, &terminal->frame);
    else
        terminal_put_status(&terminal->style, status, kind, &terminal->frame);
}

static void put_words(play_terminal *terminal)
{
    const viewer_state *viewer = &terminal->stage.viewer;
    const terminal_layout *layout = &terminal->layout;
    char status[512];
    sinew_draw_options options;
    viewer_put_status(viewer, status, sizeof status);
    viewer_fill_options(viewer, status, &options);
    if (layout->bar_row) {
        sinew__buffer_format(&terminal->frame, "\x1b[%d;1H", layout->bar_row);
        terminal_put_bar(&terminal->style, options.progress, &terminal->frame);
    }
    if (layout->status_row) {
        sinew__buffer_format(&terminal->frame, "\x1b[%d;1H", layout->status_row);
        put_status(terminal, status);
    }
}

/// Whether the terminal still works on pictures that it got. One that answers says when it has shown one.
static int is_behind(const play_terminal *terminal)
{
    return terminal_is_busy(&terminal->device) || terminal_line_is_full(&terminal->line, viewer_seconds_since(0));
}

static sinew_result put_screen(play_terminal *terminal, sinew_error *out_error)
{
    const viewer_state *viewer = &terminal->stage.viewer;
    sinew_result result = SINEW_OK;
    choose_term(terminal);
    if (!terminal->picture || terminal->was_hidden != viewer->hide_status) result = fit_to_screen(terminal, out_error);
    if (result != SINEW_OK) return result;
    if (viewer->help)
        put_keys(terminal);
    else if (terminal->layout.picture_rows > 0)
        result = draw_picture(terminal, out_error);
    put_words(terminal);
    return result;
}

static sinew_result show(viewer_stage *stage, sinew_error *out_error)
{
    play_terminal *terminal = (play_terminal *)stage;
    sinew__buffer *frame = &terminal->frame;
    const uint64_t begin = SDL_GetPerformanceCounter();
    stage->is_stale = 1;
    if (is_behind(terminal)) return SINEW_OK;
    if (terminal->abilities.synchronized) sinew__buffer_put_text(frame, "\x1b[?2026h");
    const sinew_result result = put_screen(terminal, out_error);
    if (terminal->abilities.synchronized) sinew__buffer_put_text(frame, "\x1b[?2026l");
    if (result != SINEW_OK) return result;
    if (terminal->abilities.answers) {
        sinew__buffer_put_text(frame, "\x1b[5n"); // "are you well?"
        terminal_line_send(&terminal->line, viewer_seconds_since(0));
    }
    if (frame->failed) return sinew__fail_memory(out_error);
    terminal_send(&terminal->device, frame);
    terminal->shown_ticks = SDL_GetPerformanceCounter();
    viewer_note_picture(stage, viewer_seconds_since(begin));
    stage->is_stale = terminal->takes_its_time = 0;
    return SINEW_OK;
}

/// By OSC 52, which the terminal follows where its owner lets it.
static void copy(viewer_stage *stage, const char *text)
{
    play_terminal *terminal = (play_terminal *)stage;
    gchar *coded = g_base64_encode((const guchar *)text, strlen(text));
    sinew__buffer_format(&terminal->frame, "\x1b]52;c;%s\x1b\\", coded);
    g_free(coded);
}

// ---- opening and closing ------------------------------------------------------------------------------------------

/// Asks the terminal what it can, and waits for the answers; many keep silent about some. One that has begun to answer
/// will come to the last.
static void ask_terminal(play_terminal *terminal)
{
    enum { PATIENCE_MS = 700, PATIENCE_WITH_SLOW_MS = 2000 };
    terminal_guess(&terminal->abilities);
    sinew__buffer_put_text(&terminal->frame, terminal_questions);
    terminal_send(&terminal->device, &terminal->frame);
    const uint64_t begin = SDL_GetPerformanceCounter();
    while (!terminal->abilities.is_complete && !terminal->stage.viewer.quit) {
        const int patience = terminal->abilities.answers ? PATIENCE_WITH_SLOW_MS : PATIENCE_MS;
        const double rest = 1e-3 * patience - viewer_seconds_since(begin);
        if (rest <= 0.0) break;
        wait_and_handle(&terminal->stage, rest);
    }
    terminal_line_begin(&terminal->line, viewer_seconds_since(begin));
}

static sinew_result open_player(play_terminal *terminal, const viewer_settings *settings, sinew_error *out_error)
{
    if (!terminal_is_there()) return sinew__fail(out_error, SINEW_ERROR_NO_DISPLAY, "no terminal to play in");
    if (terminal->wish == VIEWER_TERM_AUTO && terminal_is_dumb()) {
        return sinew__fail(out_error, SINEW_ERROR_NO_DISPLAY, "this terminal cannot place a picture (TERM=dumb)");
    }
    sinew_result result = scene_headless_create(&terminal->context, out_error);
    if (result == SINEW_OK) result = viewer_open_stage(&terminal->stage, settings, out_error);
    if (result == SINEW_OK) result = terminal_open(&terminal->device, out_error);
    if (result != SINEW_OK) return result;
    terminal->stage.size = (viewer_size){settings->width, settings->height, 1.0};
    terminal->stage.frame_time = 1.0 / 30.0;
    ask_terminal(terminal);
    chafa_set_n_threads(1); // pictures are small: a thread costs more than it brings
    return SINEW_OK;
}

static void close_player(play_terminal *terminal)
{
    terminal_picture_destroy(terminal->picture);
    free(terminal->pixels);
    sinew__buffer_free(&terminal->frame);
    if (terminal->context) viewer_close_stage(&terminal->stage);
    scene_headless_destroy(terminal->context);
}

sinew_result viewer_play_terminal(const viewer_settings *settings, viewer_term term, int color, sinew_error *out_error)
{
    play_terminal terminal = {
        .stage = {.wait = wait_and_handle, .show = show, .copy = copy},
        .device = {.file = -1},
        .wish = term,
        .color = color,
    };
    sinew_result result = open_player(&terminal, settings, out_error);
    const int is_open = result == SINEW_OK;
    if (is_open) result = viewer_run_loop(&terminal.stage, out_error);
    terminal_close(&terminal.device);
    if (is_open) viewer_end_early(&terminal.stage, result, out_error);
    close_player(&terminal);
    return result;
}
