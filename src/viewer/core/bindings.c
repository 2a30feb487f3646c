#include "viewer/core/bindings.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

#include "viewer/core/actions.h"
#include "viewer/core/prompt_answer.h"

const viewer_binding viewer_bindings[] = {
    {"Space p", " p", SDLK_UNKNOWN, 0, viewer_toggle_pause, 0, "pause or play"},
    {". ,", ".", SDLK_UNKNOWN, 0, viewer_step_frames, 1, "step one frame forward, back"},
    {",", ",", SDLK_UNKNOWN, 0, viewer_step_frames, -1, NULL},
    {"Right Left", NULL, SDLK_RIGHT, 0, viewer_skip_frames, 10, "skip 10 frames; with Shift one second"},
    {"Left", NULL, SDLK_LEFT, 0, viewer_skip_frames, -10, NULL},
    {"Shift+Right", NULL, SDLK_RIGHT, VIEWER_SHIFT, viewer_skip_seconds, 1, NULL},
    {"Shift+Left", NULL, SDLK_LEFT, VIEWER_SHIFT, viewer_skip_seconds, -1, NULL},
    {"PgUp PgDn", NULL, SDLK_PAGEUP, 0, viewer_step_keyframes, 1, "go to the next, previous key of joint or clip"},
    {"PgDn", NULL, SDLK_PAGEDOWN, 0, viewer_step_keyframes, -1, NULL},
    {"Home End", NULL, SDLK_HOME, 0, viewer_seek_fraction, 0, "go to the start, end"},
    {"End", NULL, SDLK_END, 0, viewer_seek_fraction, 1, NULL},
    {"Alt+0 ... Alt+9", NULL, SDLK_0, VIEWER_ALT, viewer_seek_fraction, 0.0, "go to 0 % ... 90 % of the clip"},
    {"Alt+1", NULL, SDLK_1, VIEWER_ALT, viewer_seek_fraction, 0.1, NULL},
    {"Alt+2", NULL, SDLK_2, VIEWER_ALT, viewer_seek_fraction, 0.2, NULL},
    {"Alt+3", NULL, SDLK_3, VIEWER_ALT, viewer_seek_fraction, 0.3, NULL},
    {"Alt+4", NULL, SDLK_4, VIEWER_ALT, viewer_seek_fraction, 0.4, NULL},
    {"Alt+5", NULL, SDLK_5, VIEWER_ALT, viewer_seek_fraction, 0.5, NULL},
    {"Alt+6", NULL, SDLK_6, VIEWER_ALT, viewer_seek_fraction, 0.6, NULL},
    {"Alt+7", NULL, SDLK_7, VIEWER_ALT, viewer_seek_fraction, 0.7, NULL},
    {"Alt+8", NULL, SDLK_8, VIEWER_ALT, viewer_seek_fraction, 0.8, NULL},
    {"Alt+9", NULL, SDLK_9, VIEWER_ALT, viewer_seek_fraction, 0.9, NULL},
    {"[ ] { }", "[", SDLK_UNKNOWN, 0, viewer_scale_speed, 1.0 / 1.1, "play slower, faster; at half, double speed"},
    {"]", "]", SDLK_UNKNOWN, 0, viewer_scale_speed, 1.1, NULL},
    {"{", "{", SDLK_UNKNOWN, 0, viewer_scale_speed, 0.5, NULL},
    {"}", "}", SDLK_UNKNOWN, 0, viewer_scale_speed, 2.0, NULL},
    {"Backspace", NULL, SDLK_BACKSPACE, 0, viewer_scale_speed, 0, "play at normal speed"},
    {"Ctrl+Shift+Space", NULL, SDLK_SPACE, VIEWER_CONTROL | VIEWER_SHIFT, viewer_reverse, 0, "play backwards"},
    {"l", "l", SDLK_UNKNOWN, 0, viewer_loop_range, 0, "loop a range: set start, set end, clear"},
    {"L", "L", SDLK_UNKNOWN, 0, viewer_next_loop_mode, 0, "choose loop, once, ping-pong"},
    {":", ":", SDLK_UNKNOWN, 0, viewer_open_prompt, VIEWER_PROMPT_TIME, "go to a time: 1.5, 37f, 50%, #7, +2f"},
    {"w W", "w", SDLK_UNKNOWN, 0, viewer_next_clip, 1, "fade to the next, previous clip"},
    {"W", "W", SDLK_UNKNOWN, 0, viewer_next_clip, -1, NULL},
    {"> <", ">", SDLK_UNKNOWN, 0, viewer_next_file, 1, "play the next, previous file"},
    {"<", "<", SDLK_UNKNOWN, 0, viewer_next_file, -1, NULL},
    {"F5", NULL, SDLK_F5, 0, viewer_reload, 0, "reload the file"},
    {"Enter", NULL, SDLK_RETURN, 0, viewer_choose_view, SINEW_VIEW_DEFAULT, "fit the camera"},
    {"1 3 7 9", "1", SDLK_UNKNOWN, 0, viewer_choose_view, SINEW_VIEW_FRONT,
     "view from the front, side, top, isometric"},
    {"3", "3", SDLK_UNKNOWN, 0, viewer_choose_view, SINEW_VIEW_SIDE, NULL},
    {"7", "7", SDLK_UNKNOWN, 0, viewer_choose_view, SINEW_VIEW_TOP, NULL},
    {"9", "9", SDLK_UNKNOWN, 0, viewer_choose_view, SINEW_VIEW_ISO, NULL},
    {"5", "5", SDLK_UNKNOWN, 0, viewer_toggle_parallel, 0, "toggle the parallel projection"},
    {"a", "a", SDLK_UNKNOWN, 0, viewer_toggle_skeleton, 0, "toggle the skeleton"},
    {"x", "x", SDLK_UNKNOWN, 0, viewer_toggle_axes, 0, "toggle the joints' axes"},
    {"n", "n", SDLK_UNKNOWN, 0, viewer_toggle_names, 0, "label the joints"},
    {"T", "T", SDLK_UNKNOWN, 0, viewer_toggle_trail, 0, "show the selected joint's motion trail"},
    {"O", "O", SDLK_UNKNOWN, 0, viewer_toggle_onion, 3, "toggle onion skin: poses before and after"},
    {"F", "F", SDLK_UNKNOWN, 0, viewer_toggle_tracking, 0, "track the character with the camera"},
    {"m", "m", SDLK_UNKNOWN, 0, viewer_toggle_meshes, 0, "toggle the mesh"},
    {"e", "e", SDLK_UNKNOWN, 0, viewer_toggle_edges, 0, "toggle edges; without mesh a wireframe"},
    {"c", "c", SDLK_UNKNOWN, 0, viewer_next_colors, 0, "colour by material, weights, influences"},
    {"k", "k", SDLK_UNKNOWN, 0, viewer_next_skin, 0, "skin as authored, linear, dual quaternion"},
    {"g", "g", SDLK_UNKNOWN, 0, viewer_toggle_ground, 0, "toggle ground and grid"},
    {"t", "t", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_TREE, "list clips and joints"},
    {"v", "v", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_CURVES, "show the joint's curves and values"},
    {"i", "i", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_INFO, "show facts and warnings of the model"},
    {"z", "z", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_TIMES, "show times of import, pose, skin, draw"},
    {"/", "/", SDLK_UNKNOWN, 0, viewer_open_prompt, VIEWER_PROMPT_NAME, "find a joint or clip by name"},
    {"r", "r", SDLK_UNKNOWN, 0, viewer_rotate_joint, 0, "rotate the selected joint"},
    {"R", "R", SDLK_UNKNOWN, 0, viewer_reset_pose, 0, "reset rotated and dragged joints"},
    {"Escape", NULL, SDLK_ESCAPE, 0, viewer_cancel, 0, "close help; deselect the joint"},
    {"o", "o", SDLK_UNKNOWN, 0, viewer_toggle_status, 0, "toggle the timeline or the status line"},
    {"s S", "s", SDLK_UNKNOWN, 0, viewer_save_image, VIEWER_SAVE_ALL, "save an image with, without the status"},
    {"S", "S", SDLK_UNKNOWN, 0, viewer_save_image, VIEWER_SAVE_PLAIN, NULL},
    {"y", "y", SDLK_UNKNOWN, 0, viewer_copy_command, 0, "copy the command that draws this image"},
    {"f", "f", SDLK_UNKNOWN, 0, viewer_toggle_full_screen, 0, "toggle full screen"},
    {"? h", "?h", SDLK_UNKNOWN, 0, viewer_next_help, 0, "show these keys"},
    {"q", "q", SDLK_UNKNOWN, 0, viewer_quit, 0, "quit"},
    {0},
};

/// What the display must not lack: VIEWER_LACKS_….
static int needs_of(const viewer_binding *row)
{
    if (row->run == viewer_toggle_panel || row->run == viewer_toggle_full_screen) return VIEWER_LACKS_WINDOW;
    return row->run == viewer_toggle_names ? VIEWER_LACKS_LABELS : 0;
}

static void run(viewer_state *viewer, const viewer_binding *row)
{
    char note[VIEWER_NOTE];
    if (!(needs_of(row) & viewer->lacks)) {
        row->run(viewer, row->amount);
        return;
    }
    snprintf(note, sizeof note, "%s: %s", row->keys,
             needs_of(row) == VIEWER_LACKS_WINDOW ? "only in a window" : "only in a window, or with pixel graphics");
    viewer_notify(viewer, note);
}

static void run_in_prompt(viewer_state *viewer, int32_t key, int held)
{
    switch (prompt_handle_key(&viewer->prompt, key, held)) {
    case PROMPT_OPEN: break;
    case PROMPT_ACCEPTED: viewer_answer_prompt(viewer); break;
    case PROMPT_CANCELLED: viewer_cancel_prompt(viewer); break;
    }
}

int viewer_run_typed(viewer_state *viewer, const char *character)
{
    if (viewer->prompt.kind != VIEWER_PROMPT_NONE) {
        prompt_type(&viewer->prompt, character);
        return 1;
    }
    for (const viewer_binding *row = viewer_bindings; row->keys; ++row) {
        if (!row->typed || strlen(character) != 1 || !strchr(row->typed, character[0])) continue;
        run(viewer, row);
        return 1;
    }
    return 0;
}

int viewer_run_key(viewer_state *viewer, int32_t key, int held)
{
    const int modifiers = (held & KMOD_SHIFT ? VIEWER_SHIFT : 0) | (held & KMOD_CTRL ? VIEWER_CONTROL : 0) |
                          (held & KMOD_ALT ? VIEWER_ALT : 0);
    if (viewer->prompt.kind != VIEWER_PROMPT_NONE) {
        run_in_prompt(viewer, key, held);
        return 1;
    }
    for (const viewer_binding *row = viewer_bindings; row->keys; ++row) {
        if (row->key == SDLK_UNKNOWN || row->key != key || row->modifiers != modifiers) continue;
        run(viewer, row);
        return 1;
    }
    return 0;
}

// ---- help ---------------------------------------------------------------------------------------------------------

/// What the mouse does in a window.
static const struct {
    const char *mouse, *help;
} mouse_help[] = {
    {"Click", "select a joint"},
    {"Drag", "orbit; from the selected hand or foot: move it"},
    {"Shift+drag", "pan"},
    {"Wheel", "zoom towards the mouse pointer"},
};

enum { MOUSE_HELP_COUNT = sizeof mouse_help / sizeof *mouse_help };

void viewer_format_bindings(sinew__buffer *out)
{
    sinew__buffer_put_text(out, "Mouse in the window of the player:\n");
    for (int i = 0; i < MOUSE_HELP_COUNT; ++i)
        sinew__buffer_format(out, "  %-18s%s\n", mouse_help[i].mouse, mouse_help[i].help);
    sinew__buffer_put_text(out, "\n");
    sinew__buffer_put_text(out, "Keys of the player:\n");
    for (const viewer_binding *row = viewer_bindings; row->keys; ++row) {
        if (row->help) sinew__buffer_format(out, "  %-18s%s\n", row->keys, row->help);
    }
}

/// A text of limited size.
typedef struct help_text {
    char *end;
    size_t space; ///< bytes from `end`, with the terminating zero
} help_text;

/// Appends a line. Returns 0 if it does not fit; the text is then truncated.
static int put_help(help_text *text, const char *keys, const char *help)
{
    const int length = snprintf(text->end, text->space, "%s\t%s\n", keys, help);
    if (length < 0 || (size_t)length >= text->space) return 0;
    text->end += length;
    text->space -= (size_t)length;
    return 1;
}

void viewer_format_help(int lacks, char *out, size_t size)
{
    help_text text = {out, size};
    int fits = 1;
    out[0] = '\0';
    for (int i = 0; i < MOUSE_HELP_COUNT && fits && !(lacks & VIEWER_LACKS_WINDOW); ++i)
        fits = put_help(&text, mouse_help[i].mouse, mouse_help[i].help);
    for (const viewer_binding *row = viewer_bindings; row->keys && fits; ++row)
        if (row->help && !(needs_of(row) & lacks)) fits = put_help(&text, row->keys, row->help);
}
