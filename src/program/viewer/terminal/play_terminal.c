#include "program/viewer/terminal/play_terminal.h"

#include <SDL.h>
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "core/platform/terminal_device.h"
#include "draw/scene/headless_context.h"
#include "program/viewer/core/actions.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/core/play_loop.h"
#include "program/viewer/core/viewer.h"
#include "program/viewer/core/viewer_text.h"
#include "program/viewer/terminal/terminal_image.h"
#include "program/viewer/terminal/terminal_keys.h"
#include "program/viewer/terminal/terminal_layout.h"
#include "program/viewer/terminal/terminal_status.h"
#include "runtime/model/look_up.h"

/// The state of a player in a terminal.
typedef struct play_terminal {
    viewer_frontend frontend; ///< must be first
    scene_headless *context;
    terminal_device device;
    terminal_capabilities capabilities;
    viewer_term requested, term;
    int color; ///< the user allows colours
    terminal_style style;
    terminal_layout layout;
    terminal_image *image; ///< NULL: not created yet, or no space
    uint8_t *pixels;       ///< [layout width × height × 4]
    sinew__buffer frame;   ///< bytes of the frame that is being composed
    joint_list joints;     ///< rows of the joint tree
    int model_number;      ///< model_number of the model that `joints` is for
    int was_hidden;        ///< the screen has no status row now
    int is_coarse;         ///< the frame on screen has fewer pixels or samples than the best quality
    double shown_time;     ///< time when the frame on screen was sent
    int is_final;          ///< the next frame will stay on screen, so it may take longer

    char input[1024]; ///< input that was read but not parsed yet
    size_t input_count;
    double input_time; ///< time when the last byte of `input` was read
    int is_pasting;    ///< input is being pasted, not typed

    terminal_flow flow;
} play_terminal;

// ---- input --------------------------------------------------------------------------------------------------------

/// Redraws the whole screen, because its contents are unknown.
static void invalidate_screen(play_terminal *terminal)
{
    terminal->image = (terminal_image_destroy(terminal->image), NULL);
    terminal->frontend.needs_redraw = 1;
}

static void handle(play_terminal *terminal, const terminal_event *event)
{
    viewer_frontend *frontend = &terminal->frontend;
    if (event->kind == TERMINAL_REPLY) {
        const char *reply = event->text;
        if (strcmp(reply, "[200~") == 0 || strcmp(reply, "[201~") == 0) {
            terminal->is_pasting = reply[3] == '0';
        } else if (strcmp(reply, "[0n") == 0) {
            terminal_flow_confirm(&terminal->flow, viewer_seconds_since(0));
        } else {
            terminal_parse_reply(&terminal->capabilities, reply);
            sinew__terminal_expect_replies();
        }
    }
    if (terminal->is_pasting) return;
    if (event->kind == TERMINAL_KEY && event->key == SDLK_l && event->held == KMOD_LCTRL) invalidate_screen(terminal);
    if (event->kind == TERMINAL_KEY)
        frontend->needs_redraw |= viewer_run_key(&frontend->viewer, event->key, event->held);
    if (event->kind == TERMINAL_TYPED) frontend->needs_redraw |= viewer_run_typed(&frontend->viewer, event->text);
}

/// Parses the complete events in the input buffer and handles them.
static void handle_input(play_terminal *terminal)
{
    enum { TIMEOUT_MS = 50 }; // milliseconds to wait after an escape character for the rest of its sequence
    size_t done = 0, length = 1;
    while (done < terminal->input_count && length > 0) {
        terminal_event event;
        const int is_full = done == 0 && terminal->input_count == sizeof terminal->input;
        const int is_final_input = is_full || viewer_seconds_since(terminal->input_time) > 1e-3 * TIMEOUT_MS;
        length = terminal_read_event(terminal->input + done, terminal->input_count - done, is_final_input, &event);
        done += length;
        if (length > 0) handle(terminal, &event);
    }
    terminal->input_count -= done;
    memmove(terminal->input, terminal->input + done, terminal->input_count);
}

static void wait_and_handle(viewer_frontend *frontend, double seconds)
{
    play_terminal *terminal = (play_terminal *)frontend;
    terminal_events events;
    const double timeout = terminal->input_count > 0 ? 0.06 : 0.2;
    sinew__terminal_wait(&terminal->device, fmin(seconds, timeout), terminal->input + terminal->input_count,
                         sizeof terminal->input - terminal->input_count, &events);
    if (events.count > 0) terminal->input_time = sinew__now();
    terminal->input_count += events.count;
    frontend->suspended += events.suspended;
    if (events.resized) invalidate_screen(terminal);
    if (events.replies_lost) terminal->flow.in_flight = 0;
    handle_input(terminal);
    // A frame that does not change for this long (seconds) is drawn again in best quality.
    const double delay = 0.4;
    if (terminal->is_coarse && !viewer_is_moving(frontend) && terminal->flow.in_flight == 0 &&
        viewer_seconds_since(terminal->shown_time) >= delay)
        terminal->is_final = frontend->needs_redraw = 1;
    if (terminal->device.is_gone) frontend->viewer.quit = 1;
}

// ---- frames -------------------------------------------------------------------------------------------------------

static int shows_pixels(const play_terminal *terminal)
{
    return terminal->term == VIEWER_TERM_KITTY || terminal->term == VIEWER_TERM_SIXEL;
}

/// Chooses the output mode again, by the replies so far, by the file and by the speed of the connection. Replies are
/// late on a slow connection. On a very slow one sixel is not used, because sixel cannot reduce images enough.
static void choose_term(play_terminal *terminal)
{
    const viewer_term before = terminal->term;
    const int is_very_slow = terminal->flow.slowness == TERMINAL_SLOWEST && terminal->flow.delay > 1.0;
    if (before == VIEWER_TERM_SIXEL && is_very_slow) terminal->capabilities.sixel = 0;
    if (!terminal->color) terminal->capabilities.colors = 0;
    terminal->term = terminal_choose_mode(&terminal->capabilities, terminal->requested,
                                          viewer_is_skeleton_only(terminal->frontend.viewer.model));
    terminal->frontend.viewer.lacks = VIEWER_LACKS_WINDOW | (shows_pixels(terminal) ? 0 : VIEWER_LACKS_LABELS);
    terminal->style.color = terminal->capabilities.colors > 0;
    terminal->style.utf8 = terminal->capabilities.utf8 && terminal->term != VIEWER_TERM_ASCII;
    if (terminal->term == before) return;
    if (before == VIEWER_TERM_KITTY) sinew__buffer_put_text(&terminal->frame, terminal_image_clear);
    if (terminal->term == VIEWER_TERM_KITTY) sinew__terminal_set_restore_text(terminal_image_clear);
    invalidate_screen(terminal);
}

/// Returns whether the status row is hidden: the user hid it, and no prompt is open.
static int hides_status(const play_terminal *terminal)
{
    return terminal->frontend.viewer.hide_status && terminal->frontend.viewer.prompt.kind == VIEWER_PROMPT_NONE;
}

/// Allocates frames for the terminal's size.
static sinew_result fit_to_screen(play_terminal *terminal, sinew_error *out_error)
{
    terminal_size size = sinew__terminal_get_size(&terminal->device);
    if (size.cell_width == 0 || size.cell_height == 0) {
        size.cell_width = terminal->capabilities.cell_width;
        size.cell_height = terminal->capabilities.cell_height;
    }
    size.max_width = terminal->capabilities.max_width;
    size.max_height = terminal->capabilities.max_height;
    terminal->was_hidden = hides_status(terminal);
    terminal->layout = terminal_divide(&size, terminal->term, terminal->was_hidden);
    terminal->style.columns = terminal->layout.columns;
    terminal_image_destroy(terminal->image);
    terminal->image = NULL;
    free(terminal->pixels);
    terminal->pixels = malloc((size_t)terminal->layout.width * (size_t)terminal->layout.height * 4 + 1);
    if (!terminal->pixels) return sinew__fail_memory(out_error);
    sinew__buffer_put_text(&terminal->frame, "\x1b[2J");
    if (terminal->term == VIEWER_TERM_KITTY) sinew__buffer_put_text(&terminal->frame, terminal_image_clear);
    return terminal_image_create(terminal->term, terminal->capabilities.colors, &terminal->layout, &terminal->image,
                                 out_error);
}

/// Returns the samples per pixel. Half blocks and letters average several pixels anyway. Braille dots do not, so lines
/// would break with one sample.
static int samples_now(const play_terminal *terminal)
{
    const int several = terminal->term == VIEWER_TERM_BLOCKS || terminal->term == VIEWER_TERM_ASCII;
    const int is_late = terminal->frontend.is_slow && shows_pixels(terminal);
    return (several || is_late) && viewer_is_moving(&terminal->frontend) ? 1 : 4;
}

static sinew_result draw_image(play_terminal *terminal, sinew_error *out_error)
{
    enum { PIXELS_MOVING = 640 * 480 }; // limit of pixels while the image moves, for a higher frame rate
    const int slowness = terminal->flow.slowness;
    terminal_layout layout = terminal->layout;
    if (!terminal->is_final && viewer_is_moving(&terminal->frontend) && shows_pixels(terminal))
        terminal_limit_pixels(&layout, terminal->term, PIXELS_MOVING);
    if (!terminal->is_final && terminal->term == VIEWER_TERM_KITTY && slowness > 0)
        terminal_limit_pixels(&layout, terminal->term, layout.width * layout.height >> slowness);
    terminal->is_coarse = layout.width < terminal->layout.width || samples_now(terminal) == 1;
    const viewer_size size = {layout.width, layout.height, 1.0};
    sinew_draw_options options;
    sinew_result result = viewer_prepare_draw(&terminal->frontend, NULL, &size, &options, out_error);
    if (result != SINEW_OK) return result;
    options.transparent = terminal_image_is_on_black(terminal->term);
    options.text = shows_pixels(terminal) ? SINEW_SHOW_ON : SINEW_SHOW_OFF;
    options.samples = samples_now(terminal);
    result = viewer_draw_characters(&terminal->frontend, &options, out_error);
    if (result != SINEW_OK) return result;
    sinew_renderer_read(terminal->frontend.renderer, terminal->pixels);
    static const int tolerances[TERMINAL_SLOWEST + 1] = {2, 4, 8, 12, 16}; // the first one is invisible in motion
    const int tolerance = viewer_is_moving(&terminal->frontend) ? tolerances[slowness] : 0;
    const terminal_pixels pixels = {layout.width, layout.height, terminal->pixels, tolerance};
    terminal_image_put(terminal->image, &pixels, &terminal->frame);
    return SINEW_OK;
}

static void put_keys(play_terminal *terminal)
{
    viewer_state *viewer = &terminal->frontend.viewer;
    const terminal_layout *layout = &terminal->layout;
    char help[4096];
    viewer_format_help(viewer->lacks, help, sizeof help);
    if (terminal->term == VIEWER_TERM_KITTY) sinew__buffer_put_text(&terminal->frame, terminal_image_clear);
    sinew__buffer_put_text(&terminal->frame, "\x1b[2J");
    const int pages = terminal_put_help(help, viewer->help, layout->columns, layout->image_rows, &terminal->frame);
    if (viewer->help > pages) viewer->help = pages; // the terminal has become larger
    viewer->has_more_help = viewer->help < pages;
    terminal_image_invalidate(terminal->image);
}

/// Puts the names that contain the typed text, the current one with a sign. Returns their number; *out_current is the
/// index of the current one among them, or −1.
static int put_found(const play_terminal *terminal, int32_t count, int32_t current,
                     const char *(*name_of)(const viewer_state *viewer, int32_t item), int *out_current,
                     sinew__buffer *out)
{
    const viewer_state *viewer = &terminal->frontend.viewer;
    int found = 0;
    *out_current = -1;
    for (int32_t i = 0; i < count; ++i) {
        const char *name = name_of(viewer, i);
        if (viewer_prompt_filters(&viewer->prompt) && !viewer_text_contains(name, viewer->prompt.text)) continue;
        if (i == current) *out_current = found;
        char shown[400];
        sinew__printable(name, shown, sizeof shown);
        sinew__buffer_format(out, "%c %s\n", i == current ? '>' : ' ', shown);
        ++found;
    }
    return found;
}

static const char *clip_name_of(const viewer_state *viewer, int32_t clip)
{
    return sinew__clip_name(viewer->model, clip);
}

/// Lists names under a heading, from a row on, in at most `space` rows. Returns the next free row.
static int put_names(play_terminal *terminal, const char *heading, int32_t count, int32_t current,
                     const char *(*name_of)(const viewer_state *viewer, int32_t item), int row, int space)
{
    sinew__buffer lines = {0};
    int chosen;
    if (count == 0 || space < 2) return row;
    const int found = put_found(terminal, count, current, name_of, &chosen, &lines);
    sinew__buffer_put_character(&lines, '\0');
    const int rows = found < space - 1 ? found : space - 1;
    sinew__buffer_format(&terminal->frame, "\x1b[%d;1H%s", row, heading);
    if (!lines.failed && found > 0)
        terminal_put_lines(&terminal->style, lines.text, chosen, row + 1, rows, &terminal->frame);
    sinew__buffer_free(&lines);
    return row + 1 + rows;
}

/// Lists files (if there are several), clips and joints in place of the image. The typed text filters them.
static void put_lists(play_terminal *terminal)
{
    const viewer_state *viewer = &terminal->frontend.viewer;
    const int rows = terminal->layout.image_rows, compares = viewer->prompt.kind == VIEWER_PROMPT_COMPARE;
    const int space = compares ? rows / 2 : rows / 3;
    int row = 1;
    if (terminal->model_number != viewer->model_number) panel_joint_list_free(&terminal->joints);
    terminal->model_number = viewer->model_number;
    if (terminal->term == VIEWER_TERM_KITTY) sinew__buffer_put_text(&terminal->frame, terminal_image_clear);
    sinew__buffer_put_text(&terminal->frame, "\x1b[2J");
    if (viewer->file_count > 1)
        row = put_names(terminal, "FILES", viewer->file_count, viewer->file_number - 1, viewer_file_name, row, space);
    row = put_names(terminal, "CLIPS", viewer->model->clip_count, viewer->clip, clip_name_of, row,
                    compares ? rows + 1 - row : space);
    if (!compares && row < rows) {
        panel_joint_list_update(&terminal->joints, viewer->model, viewer->clip,
                                viewer->prompt.kind == VIEWER_PROMPT_NAME ? viewer->prompt.text : "");
        sinew__buffer_format(&terminal->frame, "\x1b[%d;1HJOINTS", row);
        terminal_put_tree(&terminal->style, &terminal->joints, viewer->prefix, viewer->selected_joint, row + 1,
                          rows - row, &terminal->frame);
    }
    terminal_image_invalidate(terminal->image);
}

/// Lists the edits in place of the image.
static void put_edits(play_terminal *terminal)
{
    const viewer_state *viewer = &terminal->frontend.viewer;
    const viewer_edit_list *list = &viewer->edit_list;
    sinew__buffer lines = {0};
    int count = 0, chosen = -1;
    for (int32_t i = 0; i < list->done; ++i) {
        char text[VIEWER_EDIT_TEXT];
        if (!list->items[i].is_listed) continue;
        if (i == list->chosen) chosen = count;
        viewer_describe_edit(viewer, &list->items[i], text);
        sinew__buffer_format(&lines, "[%c] %s\n", list->items[i].is_on ? 'x' : ' ', text);
        ++count;
    }
    if (count == 0) sinew__buffer_put_text(&lines, "no edits: rotate a joint (r)\n");
    sinew__buffer_put_character(&lines, '\0');
    if (terminal->term == VIEWER_TERM_KITTY) sinew__buffer_put_text(&terminal->frame, terminal_image_clear);
    sinew__buffer_put_text(&terminal->frame, "\x1b[2J");
    if (!lines.failed)
        terminal_put_lines(&terminal->style, lines.text, chosen, 1, terminal->layout.image_rows, &terminal->frame);
    sinew__buffer_free(&lines);
    terminal_image_invalidate(terminal->image);
}

static void put_text_rows(play_terminal *terminal)
{
    const viewer_state *viewer = &terminal->frontend.viewer;
    const terminal_layout *layout = &terminal->layout;
    char status[512];
    sinew_draw_options options;
    viewer_format_status(viewer, status, sizeof status);
    viewer_fill_options(viewer, status, &options);
    if (layout->bar_row) {
        sinew__buffer_format(&terminal->frame, "\x1b[%d;1H", layout->bar_row);
        const viewer_distances *distances = &viewer->other.distances;
        if (distances->count > 0)
            terminal_put_graph(&terminal->style, options.progress, distances->cm, distances->measured, distances->count,
                               distances->largest, &terminal->frame);
        else
            terminal_put_bar(&terminal->style, options.progress, &terminal->frame);
    }
    if (layout->status_row) {
        sinew__buffer_format(&terminal->frame, "\x1b[%d;1H", layout->status_row);
        const terminal_left kind = viewer->note[0] || viewer->is_loading ? TERMINAL_LEFT_NOTE
                                   : viewer->reload_error[0]             ? TERMINAL_LEFT_MESSAGE
                                                                         : TERMINAL_LEFT_NAME;
        if (viewer->prompt.kind != VIEWER_PROMPT_NONE)
            terminal_put_prompt(&terminal->style, status, &viewer->prompt, &terminal->frame);
        else
            terminal_put_status(&terminal->style, status, kind, &terminal->frame);
    }
}

static sinew_result put_screen(play_terminal *terminal, sinew_error *out_error)
{
    const viewer_state *viewer = &terminal->frontend.viewer;
    sinew_result result = SINEW_OK;
    choose_term(terminal);
    if (!terminal->image || terminal->was_hidden != hides_status(terminal)) result = fit_to_screen(terminal, out_error);
    if (result != SINEW_OK) return result;
    if (viewer->help)
        put_keys(terminal);
    else if (viewer->panels[VIEWER_PANEL_TREE] || viewer_prompt_filters(&viewer->prompt))
        put_lists(terminal);
    else if (viewer->panels[VIEWER_PANEL_EDITS])
        put_edits(terminal);
    else if (terminal->layout.image_rows > 0)
        result = draw_image(terminal, out_error);
    put_text_rows(terminal);
    return result;
}

static sinew_result show(viewer_frontend *frontend, sinew_error *out_error)
{
    play_terminal *terminal = (play_terminal *)frontend;
    sinew__buffer *frame = &terminal->frame;
    const double begin = sinew__now();
    frontend->needs_redraw = 1;
    // A terminal that replies confirms each frame: do not send one while it is busy with previous ones.
    if (sinew__terminal_has_pending_output(&terminal->device) ||
        terminal_flow_is_full(&terminal->flow, viewer_seconds_since(0)))
        return SINEW_OK;
    if (terminal->capabilities.synchronized) sinew__buffer_put_text(frame, "\x1b[?2026h");
    const sinew_result result = put_screen(terminal, out_error);
    if (terminal->capabilities.synchronized) sinew__buffer_put_text(frame, "\x1b[?2026l");
    if (result != SINEW_OK) return result;
    if (terminal->capabilities.replies) {
        sinew__buffer_put_text(frame, "\x1b[5n"); // device status report
        terminal_flow_send(&terminal->flow, viewer_seconds_since(0));
    }
    if (frame->failed) return sinew__fail_memory(out_error);
    sinew__terminal_send(&terminal->device, frame);
    terminal->shown_time = sinew__now();
    viewer_record_draw_time(frontend, viewer_seconds_since(begin));
    frontend->needs_redraw = terminal->is_final = 0;
    return SINEW_OK;
}

/// Copies text to the clipboard by the sequence OSC 52, if the terminal allows that.
static void copy(viewer_frontend *frontend, const char *text)
{
    play_terminal *terminal = (play_terminal *)frontend;
    gchar *coded = g_base64_encode((const guchar *)text, strlen(text));
    sinew__buffer_format(&terminal->frame, "\x1b]52;c;%s\x1b\\", coded);
    g_free(coded);
}

// ---- opening and closing ------------------------------------------------------------------------------------------

/// Sends queries for the terminal's capabilities and waits for replies. Many terminals ignore some queries, but one
/// that has replied to any will reply to the last one.
static void ask_terminal(play_terminal *terminal)
{
    enum { TIMEOUT_MS = 700, SLOW_TIMEOUT_MS = 2000 };
    terminal_guess(&terminal->capabilities);
    terminal_put_queries(&terminal->frame);
    sinew__terminal_send(&terminal->device, &terminal->frame);
    const double begin = sinew__now();
    while (!terminal->capabilities.is_complete && !terminal->frontend.viewer.quit) {
        const int timeout = terminal->capabilities.replies ? SLOW_TIMEOUT_MS : TIMEOUT_MS;
        const double rest = 1e-3 * timeout - viewer_seconds_since(begin);
        if (rest <= 0.0) break;
        wait_and_handle(&terminal->frontend, rest);
    }
    terminal_flow_begin(&terminal->flow, viewer_seconds_since(begin));
}

static sinew_result open_player(play_terminal *terminal, const viewer_settings *settings, sinew_error *out_error)
{
    if (!sinew__terminal_is_available())
        return sinew__fail(out_error, SINEW_ERROR_NO_DISPLAY, "no terminal to play in");
    if (terminal->requested == VIEWER_TERM_AUTO && terminal_is_dumb()) {
        return sinew__fail(out_error, SINEW_ERROR_NO_DISPLAY, "this terminal cannot show images (TERM=dumb)");
    }
    sinew_result result = scene_headless_create(&terminal->context, out_error);
    if (result == SINEW_OK) result = viewer_open_frontend(&terminal->frontend, settings, out_error);
    if (result == SINEW_OK) result = sinew__terminal_open(&terminal->device, out_error);
    if (result != SINEW_OK) return result;
    terminal->frontend.size = (viewer_size){settings->width, settings->height, 1.0};
    terminal->frontend.frame_time = 1.0 / 30.0;
    ask_terminal(terminal);
    return SINEW_OK;
}

sinew_result viewer_play_terminal(const viewer_settings *settings, viewer_term term, int color, sinew_error *out_error)
{
    play_terminal terminal = {
        .frontend = {.wait = wait_and_handle, .show = show, .copy = copy},
        .device = {.file = -1},
        .requested = term,
        .color = color,
    };
    sinew_result result = open_player(&terminal, settings, out_error);
    const int is_open = result == SINEW_OK;
    if (is_open) result = viewer_run_loop(&terminal.frontend, out_error);
    sinew__terminal_close(&terminal.device);
    if (is_open) viewer_end_early(&terminal.frontend, result, out_error);
    terminal_image_destroy(terminal.image);
    panel_joint_list_free(&terminal.joints);
    free(terminal.pixels);
    sinew__buffer_free(&terminal.frame);
    if (terminal.context) viewer_close_frontend(&terminal.frontend);
    scene_headless_destroy(terminal.context);
    return result;
}
