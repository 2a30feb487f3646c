// The actions of the player's keys.
#include "program/viewer/core/actions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/printable.h"
#include "core/platform/file.h"
#include "program/viewer/core/pick_joint.h"
#include "program/viewer/core/viewer_text.h"
#include "runtime/skin/skin_method.h"
#include "runtime/view/view.h"

void viewer_choose_view(viewer_state *viewer, double amount)
{
    viewer->view = (sinew_view)amount;
    viewer_fit(viewer);
}

void viewer_fit_camera(viewer_state *viewer, double amount)
{
    if (amount == 0.0 && viewer->selected_joint != SINEW_NONE)
        viewer_fit_joint(viewer);
    else
        viewer_choose_view(viewer, SINEW_VIEW_DEFAULT);
}

void viewer_scale_timeline(viewer_state *viewer, double amount)
{
    char note[VIEWER_NOTE];
    viewer_zoom_timeline(viewer, amount, sinew_playback_time(&viewer->player));
    const double part = viewer->visible.end - viewer->visible.begin;
    snprintf(note, sizeof note, "timeline: %.3f to %.3f s", viewer->visible.begin, viewer->visible.end);
    viewer_notify(viewer, part < viewer_clip_duration(viewer) ? note : "timeline: the whole clip");
}

void viewer_toggle_parallel(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->orbit.parallel = !viewer->orbit.parallel;
}

void viewer_toggle_skeleton(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer->crowd.count)
        viewer_notify(viewer, "no skeletons for a crowd");
    else
        viewer->skeleton = !viewer->skeleton;
}

void viewer_toggle_meshes(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->hide_meshes = !viewer->hide_meshes;
}

void viewer_toggle_edges(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->edges = !viewer->edges;
}

/// Changes to the next state of a table, and shows it as a note such as "skinning: linear". Returns the state.
static int next_state(viewer_state *viewer, const char *title, const sinew__word *states, int value)
{
    char note[VIEWER_NOTE];
    const sinew__word *next = sinew__word_after(states, value);
    snprintf(note, sizeof note, "%s: %s", title, sinew__word_meaning(next));
    viewer_notify(viewer, note);
    return next->value;
}

void viewer_next_colors(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->colors = (sinew_colors)next_state(viewer, "colours", sinew__color_words, (int)viewer->colors);
}

void viewer_next_skin(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->skin = (sinew_draw_skin)next_state(viewer, "skinning", sinew__skin_words, (int)viewer->skin);
}

void viewer_toggle_names(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->names = !viewer->names;
}

void viewer_toggle_axes(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->axes = !viewer->axes;
}

void viewer_toggle_trail(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->trail = !viewer->trail;
    if (viewer->trail && viewer_trail_joint(viewer) == SINEW_NONE)
        viewer_notify(viewer, "motion trail: select a joint");
}

void viewer_hold_trail(viewer_state *viewer, double amount)
{
    char name[80], note[VIEWER_NOTE];
    (void)amount;
    if (viewer->trail_joint != SINEW_NONE &&
        (viewer->selected_joint == SINEW_NONE || viewer->selected_joint == viewer->trail_joint)) {
        viewer->trail_joint = SINEW_NONE;
        viewer_notify(viewer, "motion trail: of the selected joint");
        return;
    }
    if (viewer->selected_joint == SINEW_NONE) {
        viewer_notify(viewer, "motion trail: select a joint");
        return;
    }
    viewer->trail_joint = viewer->selected_joint;
    viewer->trail = 1;
    sinew__printable(sinew__joint_label(viewer->model, viewer->trail_joint, viewer->prefix), name, sizeof name);
    snprintf(note, sizeof note, "motion trail: stays at %s", name);
    viewer_notify(viewer, note);
}

void viewer_toggle_onion(viewer_state *viewer, double amount)
{
    viewer->onion = viewer->onion > 0 ? 0 : (int32_t)amount;
}

void viewer_toggle_tracking(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->tracking = !viewer->tracking;
    viewer->tracking_is_chosen = 1;
    viewer_notify(viewer, viewer->tracking ? "camera tracking: on" : "camera tracking: off");
}

void viewer_toggle_in_place(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer->crowd.count) {
        viewer_notify(viewer, "in place: not for a crowd");
        return;
    }
    viewer_set_in_place(viewer, !viewer->is_in_place);
    viewer_notify(viewer, viewer->is_in_place ? "in place: on" : "in place: off");
}

void viewer_toggle_ground(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->hide_ground = !viewer->hide_ground;
}

void viewer_toggle_status(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->hide_status = !viewer->hide_status;
}

void viewer_step_joint(viewer_state *viewer, double amount)
{
    const sinew_model *model = viewer->model;
    const int32_t count = model->joint_count, step = amount < 0.0 ? -1 : 1;
    int32_t at = 0;
    while (at < count && model->authored_order[at] != viewer->selected_joint) ++at;
    if (at == count) at = step > 0 ? -1 : count; // no joint is selected
    do at += step;
    while (at >= 0 && at < count && model->joints[model->authored_order[at]].flags & SINEW_JOINT_HELPER);
    if (at >= 0 && at < count) viewer_select(viewer, model->authored_order[at]);
}

void viewer_next_help(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->help = viewer->help && !viewer->has_more_help ? 0 : viewer->help + 1;
}

void viewer_toggle_panel(viewer_state *viewer, double amount)
{
    int *panel = &viewer->panels[(int)amount];
    const int is_open = !*panel;
    // A terminal shows one panel at a time.
    if (viewer->lacks & VIEWER_LACKS_WINDOW) memset(viewer->panels, 0, sizeof viewer->panels);
    *panel = is_open;
}

void viewer_open_prompt(viewer_state *viewer, double amount)
{
    viewer_prompt_open(&viewer->prompt, (viewer_prompt_kind)amount);
    const int filters = viewer_prompt_filters(&viewer->prompt);
    if (filters && !(viewer->lacks & VIEWER_LACKS_WINDOW)) viewer->panels[VIEWER_PANEL_TREE] = 1;
}

void viewer_rotate_joint(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer->selected_joint == SINEW_NONE) {
        viewer_notify(viewer, "select a joint to rotate");
        return;
    }
    viewer->rotation_before = sinew__pose_edits_rotation(&viewer->edits, viewer->selected_joint);
    viewer_prompt_open(&viewer->prompt, VIEWER_PROMPT_ROTATION);
}

void viewer_reset_pose(viewer_state *viewer, double amount)
{
    (void)amount;
    const viewer_edit_list *list = &viewer->edit_list;
    int had_any = 0;
    viewer_end_drag(viewer);
    for (int32_t i = 0; i < list->done; ++i)
        had_any |= list->items[i].is_listed &&
                   (list->items[i].kind == VIEWER_EDIT_ROTATION || list->items[i].kind == VIEWER_EDIT_TARGET);
    if (had_any) viewer_add_edit(viewer, &(viewer_edit){.kind = VIEWER_EDIT_RESET});
    viewer_notify(viewer, had_any ? "rotated and dragged joints: reset" : "no rotated or dragged joints to reset");
}

void viewer_save_film(viewer_state *viewer, double amount)
{
    const char *file = sinew__file_name(viewer->name);
    char name[VIEWER_IMAGE_NAME];
    (void)amount;
    if (viewer->is_filming) return;
    snprintf(name, sizeof name, "%.*s.gif", (int)fmin((double)strcspn(file, "."), 200.0), file);
    viewer_prompt_open(&viewer->prompt, VIEWER_PROMPT_FILM);
    viewer_prompt_type(&viewer->prompt, name);
}

/// Applies the list after an edit was undone, redone or switched, and shows a note such as "undone: rotate spine
/// rx=30".
static void note_edit(viewer_state *viewer, const char *what, const viewer_edit *edit)
{
    const viewer_edit *subject = edit->kind == VIEWER_EDIT_SWITCH ? &viewer->edit_list.items[edit->item] : edit;
    char text[VIEWER_EDIT_TEXT], note[VIEWER_NOTE];
    viewer_describe_edit(viewer, edit, text);
    viewer->keys_have_changed |= subject->kind == VIEWER_EDIT_KEY;
    viewer_apply_edits(viewer);
    snprintf(note, sizeof note, "%s: %.120s", what, text);
    viewer_notify(viewer, note);
}

void viewer_undo(viewer_state *viewer, double amount)
{
    viewer_edit_list *list = &viewer->edit_list;
    if (viewer->drag.is_active) {
        viewer_cancel_drag(viewer);
    } else if (amount < 0.0) {
        if (list->done == list->count)
            viewer_notify(viewer, "nothing to redo");
        else
            note_edit(viewer, "redone", &list->items[list->done++]);
    } else if (list->done > list->fixed) {
        note_edit(viewer, "undone", &list->items[--list->done]);
    } else {
        viewer_notify(viewer, "nothing to undo");
    }
}

void viewer_choose_edit(viewer_state *viewer, double amount)
{
    viewer_edit_list *list = &viewer->edit_list;
    const int32_t item = viewer_edit_list_step(list, amount < 0.0 ? -1 : 1);
    char text[VIEWER_EDIT_TEXT], note[VIEWER_NOTE];
    list->chosen = item;
    if (item == SINEW_NONE) {
        viewer_notify(viewer, "no edits");
        return;
    }
    viewer_describe_edit(viewer, &list->items[item], text);
    snprintf(note, sizeof note, "edit: %.120s%s", text, list->items[item].is_on ? "" : "  (off)");
    viewer_notify(viewer, note);
}

void viewer_switch_edit(viewer_state *viewer, double amount)
{
    viewer_edit_list *list = &viewer->edit_list;
    (void)amount;
    const int32_t item = list->chosen == SINEW_NONE ? viewer_edit_list_step(list, -1) : list->chosen;
    if (item == SINEW_NONE) {
        viewer_notify(viewer, "no edits");
        return;
    }
    viewer_add_edit(viewer, &(viewer_edit){.kind = VIEWER_EDIT_SWITCH, .item = item});
    note_edit(viewer, list->items[item].is_on ? "switched on" : "switched off", &list->items[item]);
    list->chosen = item;
}

void viewer_save_clip(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer_edit_list_is_empty(&viewer->edit_list)) {
        viewer_notify(viewer, "nothing to save: no edits");
        return;
    }
    viewer_prompt_open(&viewer->prompt, VIEWER_PROMPT_SAVE);
    char name[VIEWER_IMAGE_NAME];
    viewer_clip_name(viewer, name);
    viewer_prompt_type(&viewer->prompt, name);
}

void viewer_cancel_prompt(viewer_state *viewer)
{
    if (viewer->prompt.kind == VIEWER_PROMPT_ROTATION) viewer_apply_edits(viewer);
    viewer_prompt_open(&viewer->prompt, VIEWER_PROMPT_NONE);
}

void viewer_cancel(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer->help)
        viewer->help = 0;
    else if (viewer->is_filming)
        viewer->is_filming = 0;
    else if (viewer->drag.is_active)
        viewer_cancel_drag(viewer);
    else if (viewer->selected_joint != SINEW_NONE)
        viewer_select(viewer, SINEW_NONE);
    else
        viewer->full_screen = 0;
}

void viewer_toggle_pause(viewer_state *viewer, double amount)
{
    (void)amount;
    // At the end of a clip that plays once, play it again.
    if (sinew_playback_finished(&viewer->player)) {
        const double begin = viewer->player.speed < 0.0 ? viewer->player.end : viewer->player.begin;
        sinew_playback_seek(&viewer->player, begin);
        viewer->player.paused = 0;
        return;
    }
    viewer->player.paused = !viewer->player.paused;
}

static double frame_rate(const viewer_state *viewer)
{
    return viewer->model->info->fps > 0.0 ? viewer->model->info->fps : 30.0;
}

void viewer_step_frames(viewer_state *viewer, double amount)
{
    const double rate = frame_rate(viewer), frame = viewer_frame(viewer, viewer_time(viewer), rate);
    const double whole = amount > 0.0 ? floor(frame + 1e-6) : ceil(frame - 1e-6);
    viewer->player.paused = 1;
    sinew_playback_seek(&viewer->player,
                        sinew_clip_from_timeline(viewer->model, viewer->clip, (whole + amount) / rate));
}

void viewer_skip_frames(viewer_state *viewer, double amount)
{
    viewer_skip_seconds(viewer, amount / frame_rate(viewer));
}

void viewer_skip_seconds(viewer_state *viewer, double amount)
{
    sinew_playback_seek(&viewer->player, sinew_playback_time(&viewer->player) + amount);
}

void viewer_step_keyframes(viewer_state *viewer, double amount)
{
    if (viewer->clip == SINEW_NONE) return;
    const sinew_model *model = viewer->model;
    const int32_t joint = viewer->selected_joint;
    const int32_t count = sinew_clip_key_times(model, viewer->clip, joint, NULL, 0);
    double *times = malloc(((size_t)(count > 0 ? count : 0) + 1) * sizeof *times);
    if (count > 0 && times) {
        sinew_clip_key_times(model, viewer->clip, joint, times, count);
        const double now = viewer_time(viewer);
        int32_t after = 0; // number of keyframes at or before now
        while (after < count && times[after] <= now + 1e-6) ++after;
        int32_t target = after;
        if (amount < 0.0) target = after > 0 && times[after - 1] >= now - 1e-6 ? after - 2 : after - 1;
        viewer->player.paused = 1;
        if (target >= 0 && target < count) sinew_playback_seek(&viewer->player, times[target]);
    } else if (joint != SINEW_NONE) {
        viewer_notify(viewer, "the selected joint has no keyframes in this clip");
    }
    free(times);
}

void viewer_seek_fraction(viewer_state *viewer, double amount)
{
    sinew_playback_seek(&viewer->player, amount * viewer_clip_duration(viewer));
}

void viewer_scale_speed(viewer_state *viewer, double amount)
{
    const double sign = viewer->player.speed < 0.0 ? -1.0 : 1.0;
    const double size = amount > 0.0 ? fabs(viewer->player.speed) * amount : 1.0;
    sinew_playback_set_speed(&viewer->player, sign * fmin(fmax(size, 0.01), 100.0));
}

void viewer_reverse(viewer_state *viewer, double amount)
{
    (void)amount;
    sinew_playback_set_speed(&viewer->player, -viewer->player.speed);
    viewer->player.paused = 0;
}

void viewer_next_loop_mode(viewer_state *viewer, double amount)
{
    (void)amount;
    const sinew__word *next = sinew__word_after(viewer_loop_words, (int)viewer->player.loop);
    sinew_playback_set_loop(&viewer->player, (sinew_loop_mode)next->value);
}

void viewer_loop_range(viewer_state *viewer, double amount)
{
    (void)amount;
    const double now = sinew_playback_time(&viewer->player), duration = viewer_clip_duration(viewer);
    const int whole = viewer->player.begin == 0.0 && viewer->player.end == duration;
    if (!whole) {
        sinew_playback_set_range(&viewer->player, 0.0, duration);
        viewer_notify(viewer, "loop range: off");
    } else if (viewer->loop_from < 0.0) {
        viewer->loop_from = now;
        viewer_notify(viewer, "loop range: starts here");
        return;
    } else if (now != viewer->loop_from) {
        sinew_playback_set_range(&viewer->player, fmin(now, viewer->loop_from), fmax(now, viewer->loop_from));
        viewer_notify(viewer, "loop range: ends here");
    }
    viewer->loop_from = -1.0;
}

void viewer_next_clip(viewer_state *viewer, double amount)
{
    const int32_t count = viewer->model->clip_count;
    if (count == 0) return;
    const int32_t step = amount < 0.0 ? count - 1 : 1;
    viewer_start_clip(viewer, viewer->clip == SINEW_NONE ? 0 : (viewer->clip + step) % count);
}

void viewer_next_file(viewer_state *viewer, double amount)
{
    viewer->file_step += (int)amount;
}

void viewer_reload(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->reload = 1;
    if (viewer->other.model && viewer->other.model != viewer->model) viewer_compare_file(viewer, viewer->other.name);
}

void viewer_save_image(viewer_state *viewer, double amount)
{
    viewer->save = (int)amount;
}

void viewer_save_pose(viewer_state *viewer, double amount)
{
    sinew_error error;
    if ((int)amount == VIEWER_POSE_KEY && viewer_mark_key(viewer, &error) != SINEW_OK) {
        char note[VIEWER_NOTE];
        snprintf(note, sizeof note, "no key: %.120s", error.message);
        viewer_notify(viewer, note);
        return;
    }
    viewer->save_pose = (int)amount;
}

void viewer_copy_command(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->copy = 1;
}

void viewer_toggle_full_screen(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->full_screen = !viewer->full_screen;
}

void viewer_quit(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->quit = 1;
}
