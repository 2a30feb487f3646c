#include "program/viewer/core/bindings.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

#include "program/viewer/core/actions.h"
#include "program/viewer/core/prompt.h"
#include "program/viewer/core/viewer_text.h"
#include "runtime/skin/skin_method.h"
#include "runtime/view/view.h"

const viewer_binding viewer_bindings[] = {
    {"Space p", " p", SDLK_UNKNOWN, 0, viewer_toggle_pause, 0, "pause or play", NULL},
    {". ,", ".", SDLK_UNKNOWN, 0, viewer_step_frames, 1, "step one frame forward, back", NULL},
    {",", ",", SDLK_UNKNOWN, 0, viewer_step_frames, -1, NULL, NULL},
    {"Right Left", NULL, SDLK_RIGHT, 0, viewer_skip_frames, 10, "skip 10 frames; with Shift one second", NULL},
    {"Left", NULL, SDLK_LEFT, 0, viewer_skip_frames, -10, NULL, NULL},
    {"Shift+Right", NULL, SDLK_RIGHT, VIEWER_SHIFT, viewer_skip_seconds, 1, NULL, NULL},
    {"Shift+Left", NULL, SDLK_LEFT, VIEWER_SHIFT, viewer_skip_seconds, -1, NULL, NULL},
    {"PgUp PgDn", NULL, SDLK_PAGEUP, 0, viewer_step_keyframes, 1, "go to the next, previous key of joint or clip",
     NULL},
    {"PgDn", NULL, SDLK_PAGEDOWN, 0, viewer_step_keyframes, -1, NULL, NULL},
    {"Home End", NULL, SDLK_HOME, 0, viewer_seek_fraction, 0, "go to the start, end", NULL},
    {"End", NULL, SDLK_END, 0, viewer_seek_fraction, 1, NULL, NULL},
    {"Alt+0 ... Alt+9", NULL, SDLK_0, VIEWER_ALT, viewer_seek_fraction, 0.0, "go to 0 % ... 90 % of the clip", NULL},
    {"Alt+1", NULL, SDLK_1, VIEWER_ALT, viewer_seek_fraction, 0.1, NULL, NULL},
    {"Alt+2", NULL, SDLK_2, VIEWER_ALT, viewer_seek_fraction, 0.2, NULL, NULL},
    {"Alt+3", NULL, SDLK_3, VIEWER_ALT, viewer_seek_fraction, 0.3, NULL, NULL},
    {"Alt+4", NULL, SDLK_4, VIEWER_ALT, viewer_seek_fraction, 0.4, NULL, NULL},
    {"Alt+5", NULL, SDLK_5, VIEWER_ALT, viewer_seek_fraction, 0.5, NULL, NULL},
    {"Alt+6", NULL, SDLK_6, VIEWER_ALT, viewer_seek_fraction, 0.6, NULL, NULL},
    {"Alt+7", NULL, SDLK_7, VIEWER_ALT, viewer_seek_fraction, 0.7, NULL, NULL},
    {"Alt+8", NULL, SDLK_8, VIEWER_ALT, viewer_seek_fraction, 0.8, NULL, NULL},
    {"Alt+9", NULL, SDLK_9, VIEWER_ALT, viewer_seek_fraction, 0.9, NULL, NULL},
    {"[ ] { } Backspace", "[", SDLK_UNKNOWN, 0, viewer_scale_speed, 1.0 / 1.1,
     "play slower, faster; half, double, normal", NULL},
    {"]", "]", SDLK_UNKNOWN, 0, viewer_scale_speed, 1.1, NULL, NULL},
    {"{", "{", SDLK_UNKNOWN, 0, viewer_scale_speed, 0.5, NULL, NULL},
    {"}", "}", SDLK_UNKNOWN, 0, viewer_scale_speed, 2.0, NULL, NULL},
    {"Backspace", NULL, SDLK_BACKSPACE, 0, viewer_scale_speed, 0, NULL, NULL},
    {"Ctrl+Shift+Space", NULL, SDLK_SPACE, VIEWER_CONTROL | VIEWER_SHIFT, viewer_reverse, 0, "play backwards", NULL},
    {"l", "l", SDLK_UNKNOWN, 0, viewer_loop_range, 0, "loop a range: set start, set end, clear", NULL},
    {"L", "L", SDLK_UNKNOWN, 0, viewer_next_loop_mode, 0, "at the end of the clip", viewer_loop_words},
    {":", ":", SDLK_UNKNOWN, 0, viewer_open_prompt, VIEWER_PROMPT_TIME, "go to a time: 1.5, 37f, 50%, #7, +2f", NULL},
    {"w W", "w", SDLK_UNKNOWN, 0, viewer_next_clip, 1, "fade to the next, previous clip", NULL},
    {"W", "W", SDLK_UNKNOWN, 0, viewer_next_clip, -1, NULL, NULL},
    {"> < F5", ">", SDLK_UNKNOWN, 0, viewer_next_file, 1, "play the next, previous file; reload it", NULL},
    {"<", "<", SDLK_UNKNOWN, 0, viewer_next_file, -1, NULL, NULL},
    {"F5", NULL, SDLK_F5, 0, viewer_reload, 0, NULL, NULL},
    {"+ -", "+=", SDLK_UNKNOWN, 0, viewer_scale_timeline, 0.5, "zoom the timeline and the curves in, out", NULL},
    {"-", "-", SDLK_UNKNOWN, 0, viewer_scale_timeline, 2.0, NULL, NULL},
    {"Enter", NULL, SDLK_RETURN, 0, viewer_fit_camera, 0, "fit the joint; with Shift everything", NULL},
    {"Shift+Enter", NULL, SDLK_RETURN, VIEWER_SHIFT, viewer_fit_camera, 1, NULL, NULL},
    {"1 3 7 9", "1", SDLK_UNKNOWN, 0, viewer_choose_view, SINEW_VIEW_FRONT, "choose the view", sinew__view_words},
    {"3", "3", SDLK_UNKNOWN, 0, viewer_choose_view, SINEW_VIEW_SIDE, NULL, NULL},
    {"7", "7", SDLK_UNKNOWN, 0, viewer_choose_view, SINEW_VIEW_TOP, NULL, NULL},
    {"9", "9", SDLK_UNKNOWN, 0, viewer_choose_view, SINEW_VIEW_ISO, NULL, NULL},
    {"5", "5", SDLK_UNKNOWN, 0, viewer_toggle_parallel, 0, "toggle the parallel projection", NULL},
    {"a x", "a", SDLK_UNKNOWN, 0, viewer_toggle_skeleton, 0, "toggle the skeleton, the joints' axes", NULL},
    {"x", "x", SDLK_UNKNOWN, 0, viewer_toggle_axes, 0, NULL, NULL},
    {"n", "n", SDLK_UNKNOWN, 0, viewer_toggle_names, 0, "label the joints", NULL},
    {"T O", "T", SDLK_UNKNOWN, 0, viewer_toggle_trail, 0, "toggle the joint's motion trail, onion skin", NULL},
    {"O", "O", SDLK_UNKNOWN, 0, viewer_toggle_onion, 3, NULL, NULL},
    {"D H", "D", SDLK_UNKNOWN, 0, viewer_open_prompt, VIEWER_PROMPT_TRAIL, "limit the trail in time; keep its joint",
     NULL},
    {"H", "H", SDLK_UNKNOWN, 0, viewer_hold_trail, 0, NULL, NULL},
    {"I", "I", SDLK_UNKNOWN, 0, viewer_toggle_in_place, 0, "play in place", NULL},
    {"F", "F", SDLK_UNKNOWN, 0, viewer_toggle_tracking, 0, "track the character with the camera", NULL},
    {"m e", "m", SDLK_UNKNOWN, 0, viewer_toggle_meshes, 0, "toggle the mesh, edges (wireframe)", NULL},
    {"e", "e", SDLK_UNKNOWN, 0, viewer_toggle_edges, 0, NULL, NULL},
    {"c", "c", SDLK_UNKNOWN, 0, viewer_next_colors, 0, "colour by", sinew__color_words},
    {"k", "k", SDLK_UNKNOWN, 0, viewer_next_skin, 0, "skinning", sinew__skin_words},
    {"g", "g", SDLK_UNKNOWN, 0, viewer_toggle_ground, 0, "toggle ground and grid", NULL},
    {"t", "t", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_TREE, "list clips and joints", NULL},
    {"v i z", "v", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_CURVES, "show curves and values; facts; times",
     NULL},
    {"i", "i", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_INFO, NULL, NULL},
    {"z", "z", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_TIMES, NULL, NULL},
    {"Up Down", NULL, SDLK_UP, 0, viewer_step_joint, -1, "select the previous, next joint of the tree", NULL},
    {"Down", NULL, SDLK_DOWN, 0, viewer_step_joint, 1, NULL, NULL},
    {"b C", "b", SDLK_UNKNOWN, 0, viewer_open_prompt, VIEWER_PROMPT_COMPARE, "compare with a clip or file; its panel",
     NULL},
    {"C", "C", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_COMPARE, NULL, NULL},
    {"B d", "B", SDLK_UNKNOWN, 0, viewer_next_way, 0, "show both over, beside, in turn; flip", NULL},
    {"d", "d", SDLK_UNKNOWN, 0, viewer_flip, 0, NULL, NULL},
    {"G ( ) 0", "G", SDLK_UNKNOWN, 0, viewer_next_link, 0, "link by seconds, frames, phase; shift", NULL},
    {"(", "(", SDLK_UNKNOWN, 0, viewer_shift_other, -1, NULL, NULL},
    {")", ")", SDLK_UNKNOWN, 0, viewer_shift_other, 1, NULL, NULL},
    {"0", "0", SDLK_UNKNOWN, 0, viewer_shift_other, 0, NULL, NULL},
    {"M N", "M", SDLK_UNKNOWN, 0, viewer_go_to_maximum, 1, "next, previous peak of the distance", NULL},
    {"N", "N", SDLK_UNKNOWN, 0, viewer_go_to_maximum, -1, NULL, NULL},
    {"/", "/", SDLK_UNKNOWN, 0, viewer_open_prompt, VIEWER_PROMPT_NAME, "find a joint, clip or file by name", NULL},
    {"r R", "r", SDLK_UNKNOWN, 0, viewer_rotate_joint, 0, "rotate the joint; reset all", NULL},
    {"R", "R", SDLK_UNKNOWN, 0, viewer_reset_pose, 0, NULL, NULL},
    {"u U", "u", SDLK_z, VIEWER_CONTROL, viewer_undo, 1, "undo, redo an edit; also Ctrl+Z, Ctrl+Y", NULL},
    {"U", "U", SDLK_y, VIEWER_CONTROL, viewer_undo, -1, NULL, NULL},
    {"E j J X", "E", SDLK_UNKNOWN, 0, viewer_toggle_panel, VIEWER_PANEL_EDITS,
     "list edits; choose one; switch it off, on", NULL},
    {"j", "j", SDLK_UNKNOWN, 0, viewer_choose_edit, 1, NULL, NULL},
    {"J", "J", SDLK_UNKNOWN, 0, viewer_choose_edit, -1, NULL, NULL},
    {"X", "X", SDLK_UNKNOWN, 0, viewer_switch_edit, 0, NULL, NULL},
    {"Ctrl+S", NULL, SDLK_s, VIEWER_CONTROL, viewer_save_clip, 0, "save the edited clip as a file", NULL},
    {"Escape", NULL, SDLK_ESCAPE, 0, viewer_cancel, 0, "close help; deselect; back to a window", NULL},
    {"o", "o", SDLK_UNKNOWN, 0, viewer_toggle_status, 0, "toggle the timeline or the status line", NULL},
    {"s S", "s", SDLK_UNKNOWN, 0, viewer_save_image, VIEWER_SAVE_ALL, "save an image with, without the status", NULL},
    {"S", "S", SDLK_UNKNOWN, 0, viewer_save_image, VIEWER_SAVE_PLAIN, NULL, NULL},
    {"V", "V", SDLK_UNKNOWN, 0, viewer_save_film, 0, "film the playing range in this view", NULL},
    {"P K", "P", SDLK_UNKNOWN, 0, viewer_save_pose, VIEWER_POSE_ALONE, "save the pose; mark it as a key of the clip",
     NULL},
    {"K", "K", SDLK_UNKNOWN, 0, viewer_save_pose, VIEWER_POSE_KEY, NULL, NULL},
    {"y Y", "y", SDLK_UNKNOWN, 0, viewer_copy_command, 0, "copy the command that draws, compares", NULL},
    {"Y", "Y", SDLK_UNKNOWN, 0, viewer_copy_diff, 0, NULL, NULL},
    {"f", "f", SDLK_UNKNOWN, 0, viewer_toggle_full_screen, 0, "toggle full screen", NULL},
    {"? h", "?h", SDLK_UNKNOWN, 0, viewer_next_help, 0, "show these keys", NULL},
    {"q", "q", SDLK_UNKNOWN, 0, viewer_quit, 0, "quit", NULL},
    {0},
};

const viewer_binding *viewer_binding_of(void (*run)(viewer_state *viewer, double amount), double amount,
                                        const char **out_help)
{
    *out_help = NULL;
    for (const viewer_binding *row = viewer_bindings; row->keys; ++row) {
        if (row->help) *out_help = row->help;
        if (row->run == run && row->amount == amount) return row;
    }
    return NULL;
}

/// Returns the features (VIEWER_LACKS_…) that a row needs.
static int needs_of(const viewer_binding *row)
{
    const int is_list = row->amount == VIEWER_PANEL_TREE || row->amount == VIEWER_PANEL_EDITS;
    if (row->run == viewer_toggle_panel && !is_list) return VIEWER_LACKS_WINDOW;
    if (row->run == viewer_toggle_full_screen || row->run == viewer_scale_timeline) return VIEWER_LACKS_WINDOW;
    return row->run == viewer_toggle_names ? VIEWER_LACKS_LABELS : 0;
}

static void run(viewer_state *viewer, const viewer_binding *row)
{
    char note[VIEWER_NOTE];
    if (!(needs_of(row) & viewer->lacks)) {
        row->run(viewer, row->amount);
        return;
    }
    snprintf(note, sizeof note, "%.*s: %s", row->typed ? 1 : 40, row->typed ? row->typed : row->keys,
             needs_of(row) == VIEWER_LACKS_WINDOW ? "only in a window" : "only in a window, or with pixel graphics");
    viewer_notify(viewer, note);
}

int viewer_run_typed(viewer_state *viewer, const char *character)
{
    if (viewer->prompt.kind != VIEWER_PROMPT_NONE) {
        viewer_prompt_type(&viewer->prompt, character);
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
        switch (viewer_prompt_handle_key(&viewer->prompt, key, held)) {
        case PROMPT_OPEN: break;
        case PROMPT_ACCEPTED: viewer_answer_prompt(viewer); break;
        case PROMPT_CANCELLED: viewer_cancel_prompt(viewer); break;
        }
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

/// The actions of the mouse in a window.
static const struct {
    const char *mouse, *help;
} mouse_help[] = {
    {"Click", "select a joint"},
    {"Drag", "orbit; from the selected hand or foot: move it"},
    {"Shift+drag", "pan"},
    {"Wheel", "zoom towards the mouse pointer"},
    {"Wheel on timeline", "zoom time; right drag: pan"},
};

enum { MOUSE_HELP_COUNT = sizeof mouse_help / sizeof *mouse_help };

enum { HELP_SIZE = 160 };

/// Returns whether a row, and the rows below it with the same action, each choose one state. Otherwise the row steps
/// through all states.
static int chooses_one(const viewer_binding *row)
{
    return row[1].keys && !row[1].help && row[1].run == row->run;
}

/// Writes the help of a documented row, with its states: "skinning: as authored, linear".
static void describe(const viewer_binding *row, char out[HELP_SIZE])
{
    size_t length = (size_t)snprintf(out, HELP_SIZE, "%s", row->help);
    const char *separator = ": ";
    const viewer_binding *by = row;
    for (const sinew__word *word = row->states; word && word->name && length < HELP_SIZE; separator = ", ") {
        if (chooses_one(row)) word = sinew__word_of(row->states, (int)by->amount);
        length += (size_t)snprintf(out + length, HELP_SIZE - length, "%s%s", separator, sinew__word_meaning(word));
        ++by;
        if (!chooses_one(row))
            ++word;
        else if (by->help || by->run != row->run)
            word = NULL;
    }
}

void viewer_format_bindings(sinew__buffer *out)
{
    sinew__buffer_put_text(out, "Mouse in the window of the player:\n");
    for (int i = 0; i < MOUSE_HELP_COUNT; ++i)
        sinew__buffer_format(out, "  %-18s%s\n", mouse_help[i].mouse, mouse_help[i].help);
    sinew__buffer_put_text(out, "\n");
    sinew__buffer_put_text(out, "Keys of the player:\n");
    for (const viewer_binding *row = viewer_bindings; row->keys; ++row) {
        char help[HELP_SIZE];
        if (!row->help) continue;
        describe(row, help);
        sinew__buffer_format(out, "  %-18s%s\n", row->keys, help);
    }
}

/// The rest of a text buffer.
typedef struct help_text {
    char *end;
    size_t space; ///< bytes from `end` on, including the terminating zero
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
    for (const viewer_binding *row = viewer_bindings; row->keys && fits; ++row) {
        char help[HELP_SIZE];
        if (!row->help || needs_of(row) & lacks) continue;
        describe(row, help);
        fits = put_help(&text, row->keys, help);
    }
}
