#include "viewer/viewer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/printable.h"
#include "render/stroke_font.h"

// ---- life ---------------------------------------------------------------------------------------------------------

double viewer_clip_start(const viewer_state *viewer)
{
    return viewer->clip == SINEW_NONE ? 0.0 : viewer->model->clips[viewer->clip].start;
}

double viewer_clip_duration(const viewer_state *viewer)
{
    return viewer->clip == SINEW_NONE ? 0.0 : viewer->model->clips[viewer->clip].duration;
}

static void fit(viewer_state *viewer)
{
    sinew_camera camera;
    const sinew_bounds *bounds = viewer->motion.follow ? &viewer->motion.follow->bounds : &viewer->bounds;
    sinew_camera_fit(viewer->model, bounds, viewer_crowd_view(&viewer->crowd, viewer->view), viewer->aspect, &camera);
    viewer_orbit_from_camera(&viewer->orbit, viewer->model, &camera);
    viewer->fitted = 1;
}

/// The turns that the trail shows. One that takes long to find waits until the joint is let go.
static int32_t turns_to_show(const viewer_state *viewer)
{
    enum { FOUND_AT_ONCE = 1000 };
    const viewer_motion *motion = &viewer->motion;
    const int is_long = motion->trail && motion->trail->count > FOUND_AT_ONCE;
    return is_long && viewer->prompt.kind == VIEWER_PROMPT_TURN ? motion->found.turn_changes : viewer->turned.changes;
}

static sinew_result find_motion(viewer_state *viewer, sinew_error *out_error)
{
    const viewer_motion_wish wish = {
        .model = viewer->model,
        .engine = viewer->settings->engine,
        .clip = viewer->clip,
        .trail_joint = viewer->trail ? viewer->selected_joint : SINEW_NONE,
        .onion = viewer->onion,
        .follow = viewer->follow && !viewer->crowd.count,
        .turned = &viewer->turned,
        .turn_changes = turns_to_show(viewer),
    };
    const int was_following = viewer->motion.follow != NULL;
    const sinew_result result = viewer_motion_find(&viewer->motion, &wish, out_error);
    const int follows = viewer->motion.follow != NULL;
    if (follows != was_following && viewer->fitted) fit(viewer);
    return result;
}

/// Starts a clip at its beginning; speed, loop mode and pause stay. Failing to find its bounds (out of memory) keeps
/// the old ones.
static sinew_result start_clip(viewer_state *viewer, int32_t clip, sinew_error *out_error)
{
    sinew_bounds bounds;
    const sinew_player old = viewer->player;
    viewer->clip = clip;
    viewer->loop_from = -1.0;
    viewer_motion_forget(&viewer->motion);
    sinew_player_init(&viewer->player, viewer_clip_duration(viewer));
    sinew_player_set_speed(&viewer->player, old.speed);
    sinew_player_set_loop(&viewer->player, old.loop);
    viewer->player.paused = old.paused;
    const double start = viewer_clip_start(viewer), end = start + viewer_clip_duration(viewer);
    const sinew_result result =
        sinew_motion_bounds(viewer->model, viewer->settings->engine, clip, start, end, &bounds, out_error);
    if (result == SINEW_OK) viewer->bounds = bounds;
    if (result == SINEW_OK && viewer->crowd.count) viewer_crowd_arrange(&viewer->crowd, &bounds, &viewer->bounds);
    if (viewer->fitted) fit(viewer);
    return result;
}

void viewer_start_clip(viewer_state *viewer, int32_t clip)
{
    (void)start_clip(viewer, clip, NULL);
}

int viewer_draws_only_bones(const sinew_model *model)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (model->meshes[i].index_count > 0 && !(model->meshes[i].flags & SINEW_MESH_HIDDEN)) return 0;
    }
    return 1;
}

/// The crowd that the settings ask for, of this model; none where they ask for none.
static sinew_result open_crowd(const viewer_settings *settings, const sinew_model *model, viewer_crowd *out_crowd,
                               sinew_error *out_error)
{
    *out_crowd = (viewer_crowd){0};
    if (!settings->crowd) return SINEW_OK;
    if (viewer_draws_only_bones(model))
        return sinew__fail(out_error, SINEW_ERROR_NO_MESH, "no mesh to draw a crowd of");
    return viewer_crowd_open(out_crowd, model, settings->crowd, out_error);
}

sinew_result viewer_open(viewer_state *viewer, const viewer_settings *settings, sinew_error *out_error)
{
    *viewer = (viewer_state){
        .settings = settings,
        .name = settings->name,
        .model = settings->model,
        .view = settings->view,
        .fitted = 1,
        .aspect = (double)settings->width / settings->height,
        .selected_joint = SINEW_NONE,
        .times.load = settings->load_time,
        .skeleton = settings->skeleton == SINEW_SHOW_ON,
        .orbit = {.parallel = settings->parallel},
        .colors = settings->colors,
        .skin = settings->skin,
        .names = settings->names,
        .axes = settings->axes,
        .trail = settings->trail,
        .onion = settings->onion,
        .follow = settings->follow,
    };
    if (settings->has_joint) viewer->selected_joint = settings->joint;
    if (settings->skeleton == SINEW_SHOW_AUTO) viewer->skeleton = viewer_draws_only_bones(settings->model);
    sinew_result result = sinew_pose_create(settings->model, &viewer->pose, out_error);
    if (result == SINEW_OK) result = open_crowd(settings, settings->model, &viewer->crowd, out_error);
    if (result != SINEW_OK) return result;
    viewer->player = (sinew_player){.speed = settings->speed, .loop = settings->loop, .paused = settings->paused};
    result = start_clip(viewer, settings->clip, out_error);
    sinew_player_seek(&viewer->player, settings->time);
    return result;
}

void viewer_close(viewer_state *viewer)
{
    viewer_crowd_close(&viewer->crowd);
    viewer_motion_forget(&viewer->motion);
    sinew_pose_destroy(viewer->pose);
    viewer->pose = NULL;
    hidden_joints_free(&viewer->hidden);
    joint_turns_free(&viewer->turned);
}

/// The clip of a new version that is the one playing; else the one that the file begins with.
static int32_t find_same_clip(const viewer_state *viewer, const viewer_file *file)
{
    if (viewer->clip == SINEW_NONE) return SINEW_NONE;
    const sinew_model *old = viewer->model, *model = file->model;
    const char *name = sinew_text(old, old->clips[viewer->clip].name);
    for (int32_t i = 0; i < model->clip_count; ++i) { // from its old place: names may repeat
        const int32_t clip = (viewer->clip + i) % model->clip_count;
        if (strcmp(sinew_text(model, model->clips[clip].name), name) == 0) return clip;
    }
    return file->clip;
}

/// The joint of a new version that is the selected one, or none.
static int32_t find_same_joint(const viewer_state *viewer, const sinew_model *model)
{
    if (viewer->selected_joint == SINEW_NONE) return SINEW_NONE;
    const char *name = sinew_text(viewer->model, viewer->model->joints[viewer->selected_joint].name);
    for (int32_t i = 0; i < model->joint_count; ++i) { // from its old place: names may repeat
        const int32_t joint = (viewer->selected_joint + i) % model->joint_count;
        if (strcmp(sinew_text(model, model->joints[joint].name), name) == 0) return joint;
    }
    return SINEW_NONE;
}

/// Puts the player where it was, in a clip that may have another length by now.
static void resume(viewer_state *viewer, const sinew_player *old, double old_duration)
{
    const int was_whole = old->begin == 0.0 && old->end == old_duration;
    if (!was_whole) sinew_player_set_range(&viewer->player, old->begin, old->end);
    sinew_player_seek(&viewer->player, sinew_player_time(old));
}

sinew_result viewer_take_file(viewer_state *viewer, const char *name, const viewer_file *file, int same,
                              sinew_error *out_error)
{
    sinew_pose *pose;
    viewer_crowd crowd = {0};
    sinew_result result = sinew_pose_create(file->model, &pose, out_error);
    if (result == SINEW_OK) result = open_crowd(viewer->settings, file->model, &crowd, out_error);
    if (result != SINEW_OK) {
        sinew_pose_destroy(pose);
        viewer_crowd_close(&crowd);
        return result;
    }
    const sinew_player old = viewer->player;
    const double old_duration = viewer_clip_duration(viewer);
    const int32_t clip = same ? find_same_clip(viewer, file) : file->clip;
    viewer->selected_joint = same ? find_same_joint(viewer, file->model) : SINEW_NONE;
    const int is_by_itself = viewer->skeleton == viewer_draws_only_bones(viewer->model);
    if (is_by_itself && viewer->settings->skeleton == SINEW_SHOW_AUTO) {
        viewer->skeleton = viewer_draws_only_bones(file->model);
    }
    sinew_pose_destroy(viewer->pose);
    viewer->pose = pose;
    viewer_crowd_close(&viewer->crowd);
    viewer->crowd = crowd;
    viewer->name = name;
    viewer->model = file->model;
    ++viewer->model_number;
    hidden_joints_free(&viewer->hidden);
    joint_turns_free(&viewer->turned);
    if (viewer->prompt.kind == VIEWER_PROMPT_TURN) prompt_open(&viewer->prompt, VIEWER_PROMPT_NONE);
    viewer->times.load = file->load_time;
    const int was_fitted = viewer->fitted;
    viewer->fitted = !same;
    (void)start_clip(viewer, clip, NULL);
    viewer->fitted = same ? was_fitted : 1;
    if (same) resume(viewer, &old, old_duration);
    return SINEW_OK;
}

void viewer_set_aspect(viewer_state *viewer, double aspect)
{
    if (aspect == viewer->aspect) return;
    viewer->aspect = aspect;
    if (viewer->fitted) fit(viewer);
}

double viewer_timeline(const viewer_state *viewer)
{
    return viewer_clip_start(viewer) + sinew_player_time(&viewer->player);
}

void viewer_advance(viewer_state *viewer, double seconds)
{
    static const double longest = 5.0;
    sinew_player_advance(&viewer->player, fmin(fmax(seconds, 0.0), longest));
}

// ---- the picture and its words ------------------------------------------------------------------------------------

void viewer_fill_options(const viewer_state *viewer, const char *status, sinew_draw_options *out_options)
{
    const double duration = viewer_clip_duration(viewer);
    *out_options = (sinew_draw_options){
        .bounds = &viewer->bounds,
        .skeleton = viewer->skeleton ? SINEW_SHOW_ON : SINEW_SHOW_OFF,
        .hide_meshes = viewer->hide_meshes && !viewer->edges,
        .edges = viewer->edges,
        .colors = viewer->colors,
        .skin = viewer->skin,
        .names = viewer->names,
        .axes = viewer->axes,
        .wireframe = viewer->hide_meshes && viewer->edges,
        .hide_ground = viewer->hide_ground,
        .status = viewer->hide_status ? NULL : status,
        .progress = duration > 0.0 ? sinew_player_time(&viewer->player) / duration : -1.0,
    };
    if (viewer->selected_joint != SINEW_NONE) {
        out_options->has_joint = 1;
        out_options->joint = viewer->selected_joint;
    }
    viewer_orbit_camera(&viewer->orbit, &out_options->camera);
}

/// What the user has done to the figure is done to its ghosts.
static void edit_ghosts(viewer_state *viewer)
{
    const sinew_onion *onion = viewer->motion.onion;
    for (int32_t i = 0; onion && i < onion->count; ++i) {
        sinew_pose *pose = onion->ghosts[i].pose;
        if (onion->ghosts[i].hidden) continue;
        joint_turns_apply(&viewer->turned, viewer->model, viewer->clip, pose->time, pose);
        hidden_joints_apply(&viewer->hidden, viewer->model, pose);
    }
}

sinew_result viewer_show_motion(viewer_state *viewer, sinew_draw_options *options, sinew_error *out_error)
{
    const sinew_result result = find_motion(viewer, out_error);
    if (result != SINEW_OK) return result;
    viewer_orbit_camera(&viewer->orbit, &options->camera);
    viewer_motion_show(&viewer->motion, viewer_timeline(viewer), options);
    edit_ghosts(viewer);
    return SINEW_OK;
}

/// Number of the keyframe that is shown, from 1; 0 between keyframes.
static int32_t keyframe_shown(const viewer_state *viewer)
{
    if (viewer->clip == SINEW_NONE) return 0;
    const sinew_clip *clip = &viewer->model->clips[viewer->clip];
    const double *times = viewer->model->key_times + clip->first_key_time, now = viewer_timeline(viewer);
    for (int32_t i = 0; i < clip->key_time_count; ++i) {
        if (fabs(times[i] - now) < 1e-6) return i + 1;
    }
    return 0;
}

static const char *words_for_no_clip(const viewer_state *viewer)
{
    if (viewer->is_waiting) return "";
    const int is_empty = viewer->model->joint_count == 0 && viewer_draws_only_bones(viewer->model);
    return is_empty ? "nothing to draw" : "rest pose";
}

static void clip_name(const viewer_state *viewer, char *out, size_t size)
{
    if (viewer->clip == SINEW_NONE)
        snprintf(out, size, "%s", words_for_no_clip(viewer));
    else
        sinew__printable(sinew_text(viewer->model, viewer->model->clips[viewer->clip].name), out, size);
}

/// "0.300 / 1.000 s  frame 9", the frame where the file has a rate, "  key #7" on a keyframe.
static void put_time(const viewer_state *viewer, char *out, size_t size)
{
    char frame[40] = "", key[24] = "";
    const int32_t number = keyframe_shown(viewer);
    if (viewer->model->info->fps > 0.0) {
        snprintf(frame, sizeof frame, "  frame %.1f", viewer_timeline(viewer) * viewer->model->info->fps);
    }
    if (number > 0) snprintf(key, sizeof key, "  key #%d", number);
    snprintf(out, size, "%.3f / %.3f s%s%s", sinew_player_time(&viewer->player), viewer_clip_duration(viewer), frame,
             key);
}

void viewer_put_status(const viewer_state *viewer, char *out, size_t size)
{
    static const char *const modes[] = {
        [SINEW_LOOP_REPEAT] = "loop", [SINEW_LOOP_ONCE] = "once", [SINEW_LOOP_PINGPONG] = "ping-pong"};
    char name[128], time[96], figures[32] = "";
    clip_name(viewer, name, sizeof name);
    put_time(viewer, time, sizeof time);
    if (viewer->crowd.count) snprintf(figures, sizeof figures, "  %d figures", (int)viewer->crowd.count);
    const char *sign = viewer->player.paused ? RENDER_SIGN_PAUSE : RENDER_SIGN_PLAY;
    const char *news = viewer->note[0] ? viewer->note : viewer->trouble;
    if (viewer->prompt.kind != VIEWER_PROMPT_NONE) {
        const viewer_prompt *prompt = &viewer->prompt;
        snprintf(out, size, "%s %s: %.*s_%s  %s\t%s", sign, prompt_question(prompt->kind), prompt->cursor, prompt->text,
                 prompt->text + prompt->cursor, prompt->message, time);
    } else if (viewer->is_waiting)
        snprintf(out, size, "%s %s", sign, news);
    else if (news[0])
        snprintf(out, size, "%s %s\t%s", sign, news, time);
    else if (viewer->clip == SINEW_NONE)
        snprintf(out, size, "%s %s%s", sign, name, figures);
    else {
        snprintf(out, size, "%s %s%s  %d/%d  %s  %.3gx\t%s", sign, name, figures, viewer->clip + 1,
                 viewer->model->clip_count, modes[viewer->player.loop], viewer->player.speed, time);
    }
}

void viewer_put_title(const viewer_state *viewer, char *out, size_t size)
{
    char file[200], name[128], time[96];
    const char *slash = strrchr(viewer->name, '/');
    sinew__printable(slash ? slash + 1 : viewer->name, file, sizeof file);
    clip_name(viewer, name, sizeof name);
    put_time(viewer, time, sizeof time);
    if (viewer->is_waiting)
        snprintf(out, size, "%s - sinew", file);
    else if (viewer->clip == SINEW_NONE)
        snprintf(out, size, "%s - %s - sinew", file, name);
    else
        snprintf(out, size, "%s - %s  %s - sinew", file, name, time);
}

static void say(viewer_state *viewer, const char *text)
{
    snprintf(viewer->note, sizeof viewer->note, "%s", text);
}

// ---- the selection ------------------------------------------------------------------------------------------------

void viewer_select(viewer_state *viewer, int32_t joint)
{
    viewer->selected_joint = joint;
    if (viewer->prompt.kind == VIEWER_PROMPT_TURN) prompt_open(&viewer->prompt, VIEWER_PROMPT_NONE);
    if (joint == SINEW_NONE) {
        say(viewer, "no joint is selected");
        return;
    }
    char name[80];
    sinew__printable(sinew_text(viewer->model, viewer->model->joints[joint].name), name, sizeof name);
    snprintf(viewer->note, sizeof viewer->note, "selected %s", name);
}

void viewer_leave(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer->is_waiting)
        viewer->quit = 1;
    else if (viewer->help)
        viewer->help = 0;
    else
        viewer_select(viewer, SINEW_NONE);
}

// ---- time ---------------------------------------------------------------------------------------------------------

void viewer_toggle_pause(viewer_state *viewer, double amount)
{
    (void)amount;
    // At the end of a clip that plays once, playing means once more.
    if (sinew_player_finished(&viewer->player)) {
        const double begin = viewer->player.speed < 0.0 ? viewer->player.end : viewer->player.begin;
        sinew_player_seek(&viewer->player, begin);
        viewer->player.paused = 0;
        return;
    }
    viewer->player.paused = !viewer->player.paused;
}

static double frame_rate(const viewer_state *viewer)
{
    return viewer->model->info->fps > 0.0 ? viewer->model->info->fps : 30.0;
}

/// Goes to a place on the file's timeline.
static void seek_timeline(viewer_state *viewer, double seconds)
{
    sinew_player_seek(&viewer->player, seconds - viewer_clip_start(viewer));
}

void viewer_step_frames(viewer_state *viewer, double amount)
{
    const double rate = frame_rate(viewer), frame = viewer_timeline(viewer) * rate;
    const double whole = amount > 0.0 ? floor(frame + 1e-6) : ceil(frame - 1e-6);
    viewer->player.paused = 1;
    seek_timeline(viewer, (whole + amount) / rate);
}

void viewer_skip_frames(viewer_state *viewer, double amount)
{
    viewer_skip_seconds(viewer, amount / frame_rate(viewer));
}

void viewer_skip_seconds(viewer_state *viewer, double amount)
{
    sinew_player_seek(&viewer->player, sinew_player_time(&viewer->player) + amount);
}

static void step_between(viewer_state *viewer, const double *times, int32_t count, double amount)
{
    const double now = viewer_timeline(viewer);
    int32_t after = 0; // how many keyframes lie at or before now
    while (after < count && times[after] <= now + 1e-6) ++after;
    int32_t target = after;
    if (amount < 0.0) target = after > 0 && times[after - 1] >= now - 1e-6 ? after - 2 : after - 1;
    viewer->player.paused = 1;
    if (target >= 0 && target < count) seek_timeline(viewer, times[target]);
}

void viewer_step_keyframes(viewer_state *viewer, double amount)
{
    if (viewer->clip == SINEW_NONE) return;
    const sinew_model *model = viewer->model;
    const sinew_clip *clip = &model->clips[viewer->clip];
    const int32_t joint = viewer->selected_joint;
    if (joint == SINEW_NONE) {
        step_between(viewer, model->key_times + clip->first_key_time, clip->key_time_count, amount);
        return;
    }
    const int32_t count = sinew_clip_key_times(model, viewer->clip, joint, NULL, 0);
    double *times = malloc(((size_t)(count > 0 ? count : 0) + 1) * sizeof *times);
    if (count > 0 && times) {
        sinew_clip_key_times(model, viewer->clip, joint, times, count);
        step_between(viewer, times, count, amount);
    } else {
        say(viewer, "the selected joint has no keyframes here");
    }
    free(times);
}

void viewer_seek(viewer_state *viewer, double seconds)
{
    sinew_player_seek(&viewer->player, seconds);
}

void viewer_seek_part(viewer_state *viewer, double amount)
{
    sinew_player_seek(&viewer->player, amount * viewer_clip_duration(viewer));
}

void viewer_scale_speed(viewer_state *viewer, double amount)
{
    const double sign = viewer->player.speed < 0.0 ? -1.0 : 1.0;
    const double size = amount > 0.0 ? fabs(viewer->player.speed) * amount : 1.0;
    sinew_player_set_speed(&viewer->player, sign * fmin(fmax(size, 0.01), 100.0));
}

void viewer_reverse(viewer_state *viewer, double amount)
{
    (void)amount;
    sinew_player_set_speed(&viewer->player, -viewer->player.speed);
    viewer->player.paused = 0;
}

void viewer_next_loop_mode(viewer_state *viewer, double amount)
{
    (void)amount;
    static const sinew_loop_mode next[] = {
        [SINEW_LOOP_REPEAT] = SINEW_LOOP_ONCE,
        [SINEW_LOOP_ONCE] = SINEW_LOOP_PINGPONG,
        [SINEW_LOOP_PINGPONG] = SINEW_LOOP_REPEAT,
    };
    sinew_player_set_loop(&viewer->player, next[viewer->player.loop]);
}

void viewer_loop_part(viewer_state *viewer, double amount)
{
    (void)amount;
    const double now = sinew_player_time(&viewer->player), duration = viewer_clip_duration(viewer);
    const int whole = viewer->player.begin == 0.0 && viewer->player.end == duration;
    if (!whole) {
        sinew_player_set_range(&viewer->player, 0.0, duration);
        say(viewer, "loop of a part: off");
    } else if (viewer->loop_from < 0.0) {
        viewer->loop_from = now;
        say(viewer, "loop of a part: from here");
        return;
    } else if (now != viewer->loop_from) {
        sinew_player_set_range(&viewer->player, fmin(now, viewer->loop_from), fmax(now, viewer->loop_from));
        say(viewer, "loop of a part: to here");
    }
    viewer->loop_from = -1.0;
}

void viewer_play_part(viewer_state *viewer, double begin, double end)
{
    viewer->loop_from = -1.0;
    sinew_player_set_range(&viewer->player, begin, end);
}

void viewer_next_clip(viewer_state *viewer, double amount)
{
    const int32_t count = viewer->model->clip_count;
    if (count == 0) return;
    const int32_t step = amount < 0.0 ? count - 1 : 1;
    (void)start_clip(viewer, viewer->clip == SINEW_NONE ? 0 : (viewer->clip + step) % count, NULL);
}

// ---- files --------------------------------------------------------------------------------------------------------

void viewer_next_file(viewer_state *viewer, double amount)
{
    viewer->file_step += (int)amount;
}

void viewer_reload(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->reload = 1;
}

// ---- the view -----------------------------------------------------------------------------------------------------

void viewer_choose_view(viewer_state *viewer, double amount)
{
    viewer->view = (sinew_view)amount;
    fit(viewer);
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
        say(viewer, "a crowd is drawn without skeletons");
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

void viewer_next_colors(viewer_state *viewer, double amount)
{
    (void)amount;
    static const struct {
        sinew_colors next;
        const char *name;
    } steps[] = {
        [SINEW_COLORS_MATERIAL] = {SINEW_COLORS_WEIGHTS, "colours: weights of the selected joint"},
        [SINEW_COLORS_WEIGHTS] = {SINEW_COLORS_INFLUENCES, "colours: number of influences"},
        [SINEW_COLORS_INFLUENCES] = {SINEW_COLORS_MATERIAL, "colours: material"},
    };
    say(viewer, steps[viewer->colors].name);
    viewer->colors = steps[viewer->colors].next;
}

void viewer_next_skin(viewer_state *viewer, double amount)
{
    (void)amount;
    static const struct {
        sinew_draw_skin next;
        const char *name;
    } steps[] = {
        [SINEW_DRAW_SKIN_FILE] = {SINEW_DRAW_SKIN_LINEAR, "skinned linearly"},
        [SINEW_DRAW_SKIN_LINEAR] = {SINEW_DRAW_SKIN_DUAL, "skinned by dual quaternions"},
        [SINEW_DRAW_SKIN_DUAL] = {SINEW_DRAW_SKIN_FILE, "skinned as the file says"},
    };
    say(viewer, steps[viewer->skin].name);
    viewer->skin = steps[viewer->skin].next;
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
    if (viewer->trail && viewer->selected_joint == SINEW_NONE) say(viewer, "trail: of the joint that is selected");
}

void viewer_toggle_onion(viewer_state *viewer, double amount)
{
    viewer->onion = viewer->onion > 0 ? 0 : (int32_t)amount;
}

void viewer_toggle_follow(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->follow = !viewer->follow;
    say(viewer, viewer->follow ? "the camera goes along" : "the camera stays");
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

void viewer_toggle_help(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->help = !viewer->help;
}

void viewer_toggle_panel(viewer_state *viewer, double amount)
{
    int *panel = &viewer->panels[(int)amount];
    *panel = !*panel;
}

void viewer_ask(viewer_state *viewer, double amount)
{
    prompt_open(&viewer->prompt, (viewer_prompt_kind)amount);
    if (viewer->prompt.kind == VIEWER_PROMPT_JOINT) viewer->panels[VIEWER_PANEL_TREE] = 1;
}

void viewer_turn_joint(viewer_state *viewer, double amount)
{
    (void)amount;
    if (viewer->selected_joint == SINEW_NONE) {
        say(viewer, "r turns the joint that is selected");
        return;
    }
    viewer->turned_before = joint_turns_of(&viewer->turned, viewer->selected_joint);
    prompt_open(&viewer->prompt, VIEWER_PROMPT_TURN);
}

void viewer_leave_prompt(viewer_state *viewer)
{
    if (viewer->prompt.kind == VIEWER_PROMPT_TURN && viewer->selected_joint != SINEW_NONE)
        joint_turns_set(&viewer->turned, viewer->model, viewer->selected_joint, viewer->turned_before);
    prompt_open(&viewer->prompt, VIEWER_PROMPT_NONE);
}

// ---- the window ---------------------------------------------------------------------------------------------------

void viewer_save_picture(viewer_state *viewer, double amount)
{
    viewer->save = (int)amount;
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
