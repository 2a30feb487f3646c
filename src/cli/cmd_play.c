/// sinew play FILE: in a window or in a terminal.
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/printable.h"
#include "base/unfinished.h"
#include "cli/commands.h"
#include "cli/load_model.h"
#include "cli/overlay_options.h"
#include "cli/play_files.h"
#include "cli/report.h"
#include "cli/scene.h"
#include "output/output.h"
#include "viewer/binding_help.h"
#include "viewer/play_terminal.h"

typedef enum play_display { PLAY_AUTO, PLAY_WINDOW, PLAY_TERMINAL } play_display;

typedef struct play_settings {
    const char *clip, *animation;
    cli_time at;
    double speed, fps;
    int loop; ///< sinew_loop_mode
    int reverse, paused;
    int view;     ///< sinew_view − 1
    int skeleton; ///< sinew_show
    int32_t crowd;
    cli_size size;
    int display;       ///< play_display
    int term;          ///< viewer_term
    double quit_after; ///< seconds; negative: not
    const char *screenshot;
    int watch;
    cli_overlays overlays;
} play_settings;

static const play_settings defaults = {.speed = 1.0, .view = -1, .size = {1280, 720}, .quit_after = -1.0};

static const cli_option options[] = {
    {"clip", 0, CLI_TEXT, "CLIP", "name, number or pattern; none: the rest pose", CLI_FIELD(play_settings, clip), .complete = CLI_COMPLETE_CLIP},
    CLI_ANIM_OPTION(play_settings, animation),
    {"at", 0, CLI_TIME, "TIME", "begin here", CLI_FIELD(play_settings, at)},
    {"fps", 0, CLI_NUMBER, "N", "frame rate of frame numbers, where the file has none", CLI_FIELD(play_settings, fps), .at_least = 0.001, .at_most = 1e6},
    {"speed", 0, CLI_NUMBER, "FACTOR", "1 is as authored", CLI_FIELD(play_settings, speed), .at_least = 0.01, .at_most = 100},
    {"loop", 0, CLI_CHOICE, "MODE", "what happens at the end", CLI_FIELD(play_settings, loop), .choices = "loop|once|pingpong"}, // in the order of sinew_loop_mode
    {"reverse", 0, CLI_SWITCH, NULL, "play backwards", CLI_FIELD(play_settings, reverse)},
    {"paused", 0, CLI_SWITCH, NULL, "begin standing still", CLI_FIELD(play_settings, paused)},
    {"view", 0, CLI_CHOICE, "VIEW", "where from (default: from the front and a little aside)", CLI_FIELD(play_settings, view), .choices = "front|side|top|iso"},
    {"skeleton", 0, CLI_CHOICE, "WHEN", "draw the skeleton; auto: where there is no mesh", CLI_FIELD(play_settings, skeleton), .choices = "auto|on|off"}, // in the order of sinew_show
    {"crowd", 0, CLI_WHOLE, "N", "many figures, each at a moment of its own", CLI_FIELD(play_settings, crowd), .at_least = 1, .at_most = CLI_MOST_FIGURES},
    CLI_OVERLAY_OPTIONS(play_settings, overlays),
    {"size", 0, CLI_SIZE, "WxH", "of the window (default 1280x720)", CLI_FIELD(play_settings, size), .at_least = 1, .at_most = 16384},
    {"display", 0, CLI_CHOICE, "WHERE", "auto: in a window, or in the terminal where there is no display", CLI_FIELD(play_settings, display), .choices = "auto|window|terminal"}, // in the order of play_display
    {"term", 0, CLI_CHOICE, "HOW", "pictures in a terminal; auto: the best that it can do", CLI_FIELD(play_settings, term), .choices = "auto|kitty|sixel|blocks|braille|ascii"}, // in the order of viewer_term
    {"quit-after", 0, CLI_NUMBER, "SECONDS", "end by itself", CLI_FIELD(play_settings, quit_after), .at_least = 0, .at_most = 1e9},
    {"screenshot", 0, CLI_TEXT, "FILE", "save the last picture here when the player ends: a .png", CLI_FIELD(play_settings, screenshot), .complete = CLI_COMPLETE_FILE},
    {"watch", 0, CLI_SWITCH, NULL, "read the file again when it changes", CLI_FIELD(play_settings, watch)},
    {0},
};

static int fail_to_play(const cli_context *context, const char *path, const play_settings *settings, sinew_error *error)
{
    const char *about = path;
    if (error->result == SINEW_ERROR_NO_DISPLAY) {
        const char *name = strrchr(path, '/');
        name = name ? name + 1 : path;
        sinew__hint(error, "sinew render %s -o %.*s.png needs neither", path, (int)strcspn(name, "."), name);
    }
    if (error->result == SINEW_ERROR_NO_DISPLAY || error->result == SINEW_ERROR_NO_GL) about = NULL;
    if (error->result == SINEW_ERROR_WRITE) about = settings->screenshot;
    return cli_fail(context, about, error);
}

/// Messages wait: they would end up in the picture.
static sinew_result play_in_terminal(cli_play_files *files, const play_settings *settings,
                                     const viewer_settings *viewer, sinew_error *error)
{
    cli_play_files_hold(files, isatty(STDERR_FILENO));
    const int color = cli_wants_color(&files->context);
    const sinew_result result = viewer_play_terminal(viewer, (viewer_term)settings->term, color, error);
    cli_play_files_hold(files, 0);
    return result;
}

/// Plays where the settings want it, else where it can be.
static sinew_result play_somewhere(cli_play_files *files, const play_settings *settings, const viewer_settings *viewer,
                                   sinew_error *error)
{
    if (settings->display == PLAY_TERMINAL) return play_in_terminal(files, settings, viewer, error);
    const sinew_result result = viewer_play(viewer, error);
    const int is_final = result != SINEW_ERROR_NO_DISPLAY || settings->display == PLAY_WINDOW || !isatty(STDOUT_FILENO);
    return is_final ? result : play_in_terminal(files, settings, viewer, error);
}

static void end_without_display(void *user)
{
    sinew_error error;
    const sinew_result result = sinew__fail(&error, SINEW_ERROR_NO_DISPLAY, "the display is gone");
    cli_fail(user, NULL, &error);
    sinew__unfinished_remove_all();
    _Exit(cli_exit_of(result));
}

static int play(const cli_context *context, const play_settings *settings, cli_play_files *files)
{
    double seconds;
    const char *path = files->files.paths[files->files.first];
    const cli_scene scene = {.path = path, .model = (sinew_model *)(uintptr_t)files->first.model, .clip = files->first.clip};
    int32_t joint, trail;
    int failed = cli_scene_time(context, &scene, &settings->at, settings->fps, &seconds);
    if (!failed) failed = cli_overlay_joint(context, path, scene.model, settings->overlays.joint, &joint);
    if (!failed) failed = cli_overlay_joint(context, path, scene.model, settings->overlays.trail, &trail);
    if (failed) return failed;
    const viewer_settings viewer = {
        .files = &files->files,
        .model = files->first.model,
        .images = files->first.images,
        .name = path,
        .engine = context->engine < 0 ? SINEW_ENGINE_FAST : (sinew_engine)context->engine,
        .clip = files->first.clip,
        .time = seconds - cli_scene_start(&scene),
        .speed = settings->reverse ? -settings->speed : settings->speed,
        .loop = (sinew_loop_mode)settings->loop,
        .paused = settings->paused,
        .view = (sinew_view)(settings->view + 1),
        .skeleton = (sinew_show)settings->skeleton,
        .crowd = settings->crowd,
        .width = settings->size.width,
        .height = settings->size.height,
        .load_time = files->first.load_time,
        .has_joint = joint != SINEW_NONE || trail != SINEW_NONE,
        .joint = joint != SINEW_NONE ? joint : trail,
        .trail = trail != SINEW_NONE,
        .colors = (sinew_colors)settings->overlays.colors,
        .skin = (sinew_draw_skin)settings->overlays.skin,
        .names = settings->overlays.names,
        .axes = settings->overlays.axes,
        .onion = settings->overlays.onion,
        .follow = settings->overlays.follow,
        .parallel = settings->overlays.parallel,
        .quit_after = settings->quit_after,
        .screenshot = settings->screenshot,
        .lose_display = end_without_display,
        .user = &files->context,
    };
    sinew_error error;
    const sinew_result result = play_somewhere(files, settings, &viewer, &error);
    return result == SINEW_OK ? cli_play_files_code(files) : fail_to_play(context, path, settings, &error);
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    const play_settings *play_options = settings;
    if (play_options->screenshot && !output_driver_for(play_options->screenshot)) {
        return cli_fail_usage(context, "bad-value", "the name ends in .png", "'%s' is no kind of picture known here",
                              play_options->screenshot);
    }
    if (play_options->crowd && play_options->skeleton == SINEW_SHOW_ON)
        return cli_fail_usage(context, "bad-value", "one of the two", "--crowd draws no skeletons");
    int code = cli_check_animation(context, play_options->animation);
    if (code) return code;
    const cli_play_wishes wishes = {play_options->clip, play_options->animation, play_options->watch};
    cli_play_files played;
    code = cli_play_files_open(context, files, &wishes, &played);
    if (!code) code = play(context, play_options, &played);
    cli_play_files_free(&played);
    return code;
}

const cli_command cli_play = {
    .name = "play",
    .summary = "plays files in a window or in a terminal",
    .usage = "FILE... [--clip CLIP] [--at TIME]",
    .description = "Drag to turn the camera, Shift-drag to move it, the wheel zooms. ? shows the keys.",
    .put_more_help = viewer_put_bindings,
    .options = options,
    .settings_size = sizeof(play_settings),
    .defaults = &defaults,
    .min_files = 1,
    .run = run,
};
