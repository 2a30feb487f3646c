#define _POSIX_C_SOURCE 200809L
#include "viewer/play_window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "output/output.h"
#include "viewer/binding_help.h"
#include "viewer/bindings.h"
#include "viewer/gl_attributes.h"
#include "viewer/viewer.h"

/// A window with a picture that moves in it.
typedef struct play_window {
    viewer_state viewer;
    SDL_Window *window;
    SDL_GLContext context;
    sinew_renderer *renderer;
    double scale;      ///< pixels per point of text
    double frame_time; ///< seconds from one picture of the display to the next
    double draw_time;  ///< seconds that a moving picture takes, a mean of late
    int measured;      ///< moving pictures so far
    int is_slow;       ///< moving pictures get one sample a pixel, so that more of them come
    int is_full_screen;
    int is_stale; ///< what the window shows is not the state
    char title[512];
    uint64_t title_ticks; ///< when it was set
    uint64_t note_ticks;  ///< when the note appeared
} play_window;

// ---- opening ------------------------------------------------------------------------------------------------------

/// Starts SDL where a window can open. Returns whether there is such a place. Left to itself, SDL would go on to take
/// the console.
static int start_video(void)
{
#if defined(__unix__) && !defined(__APPLE__)
    static const struct {
        const char *variable, *driver;
    } places[] = {{"DISPLAY", "x11"}, {"WAYLAND_DISPLAY", "wayland"}};
    for (size_t i = 0; i < sizeof places / sizeof places[0] && !getenv("SDL_VIDEODRIVER"); ++i) {
        if (!getenv(places[i].variable)) continue;
        SDL_SetHint(SDL_HINT_VIDEODRIVER, places[i].driver);
        if (SDL_InitSubSystem(SDL_INIT_VIDEO) == 0) return 1;
    }
    if (!getenv("SDL_VIDEODRIVER")) return 0;
#endif
    return SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
}

static sinew_result open_window(play_window *window, const viewer_settings *settings, sinew_error *out_error)
{
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); // Ctrl+C in the terminal ends the program as ever
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    if (!start_video()) {
        return sinew__fail(out_error, SINEW_ERROR_NO_DISPLAY, "no display and no terminal to play in");
    }
    viewer_ask_for_gl();
    const Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    window->window = SDL_CreateWindow("sinew", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, settings->width,
                                      settings->height, flags);
    if (window->window) window->context = SDL_GL_CreateContext(window->window);
    if (!window->context) {
        return sinew__fail(out_error, SINEW_ERROR_NO_GL, "cannot start OpenGL 3.3: %s", SDL_GetError());
    }
    SDL_GL_SetSwapInterval(1);
    return SINEW_OK;
}

/// What the display the window is on says about itself.
static void ask_display(play_window *window)
{
    SDL_DisplayMode mode = {0};
    float dots = 0.0f;
    const int display = SDL_GetWindowDisplayIndex(window->window);
    int width = 0, pixels = 0;
    SDL_GetWindowSize(window->window, &width, NULL);
    SDL_GL_GetDrawableSize(window->window, &pixels, NULL);
    const double drawn = width > 0 ? (double)pixels / width : 1.0;
    // Displays lie about their size; only whole and half steps above 1 are believed.
    const int known = display >= 0 && SDL_GetDisplayDPI(display, &dots, NULL, NULL) == 0;
    const double dense = known ? floor(2.0 * (double)dots / 96.0) / 2.0 : 1.0;
    window->scale = fmin(fmax(fmax(drawn, dense), 1.0), 4.0);
    const int rate = display >= 0 && SDL_GetCurrentDisplayMode(display, &mode) == 0 ? mode.refresh_rate : 0;
    window->frame_time = 1.0 / (rate >= 24 && rate <= 480 ? rate : 60);
}

static sinew_result open_player(play_window *window, const viewer_settings *settings, sinew_error *out_error)
{
    sinew_result result = open_window(window, settings, out_error);
    if (result == SINEW_OK) result = viewer_open(&window->viewer, settings, out_error);
    if (result == SINEW_OK) result = sinew_renderer_create(&window->renderer, out_error);
    if (result == SINEW_OK) {
        result = sinew_renderer_set_model(window->renderer, settings->model, settings->images, out_error);
    }
    if (result == SINEW_OK) ask_display(window);
    window->is_stale = 1;
    return result;
}

static void close_player(play_window *window)
{
    sinew_renderer_destroy(window->renderer);
    viewer_close(&window->viewer);
    if (window->context) SDL_GL_DeleteContext(window->context);
    if (window->window) SDL_DestroyWindow(window->window);
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

// ---- pictures -----------------------------------------------------------------------------------------------------

static double seconds_since(uint64_t ticks)
{
    return (double)(SDL_GetPerformanceCounter() - ticks) / (double)SDL_GetPerformanceFrequency();
}

static int is_moving(const play_window *window)
{
    const sinew_player *player = &window->viewer.player;
    return !player->paused && !sinew_player_finished(player);
}

/// Draws this moment into the renderer. Returns SINEW_OK also where the window is too small to draw in.
static sinew_result draw(play_window *window, viewer_save what, sinew_error *out_error)
{
    viewer_state *viewer = &window->viewer;
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window->window, &width, &height);
    if (width < 1 || height < 1) return SINEW_OK;
    viewer_set_aspect(viewer, (double)width / height);
    sinew_pose_evaluate(viewer->model, viewer->settings->engine, viewer->clip, viewer_timeline(viewer), viewer->pose);

    char status[512], help[4096];
    sinew_draw_options options;
    viewer_put_status(viewer, status, sizeof status);
    viewer_fill_options(viewer, what == VIEWER_SAVE_PLAIN ? NULL : status, &options);
    viewer_put_help(help, sizeof help);
    options.panel = viewer->help && what != VIEWER_SAVE_PLAIN ? help : NULL;
    options.width = width;
    options.height = height;
    options.pixel_scale = window->scale;
    options.samples = window->is_slow && is_moving(window) ? 1 : 4;
    return sinew_renderer_draw(window->renderer, viewer->pose, &options, out_error);
}

/// The title follows the time, ten times a second: window managers do not like more.
static void show_title(play_window *window)
{
    char title[512];
    viewer_put_title(&window->viewer, title, sizeof title);
    if (strcmp(title, window->title) == 0) return;
    if (!window->viewer.player.paused && window->title_ticks && seconds_since(window->title_ticks) < 0.1) return;
    memcpy(window->title, title, sizeof title);
    window->title_ticks = SDL_GetPerformanceCounter();
    SDL_SetWindowTitle(window->window, title);
}

/// Notes how long a moving picture took; with fewer than twenty a second the machine is slow. The first ones do not
/// count: drivers compile while they draw them.
static void measure(play_window *window, double seconds)
{
    if (!is_moving(window) || ++window->measured < 5) return;
    window->draw_time += 0.2 * (seconds - window->draw_time);
    if (window->draw_time > 0.05) window->is_slow = 1;
}

static sinew_result show(play_window *window, sinew_error *out_error)
{
    const uint64_t begin = SDL_GetPerformanceCounter();
    const sinew_result result = draw(window, VIEWER_SAVE_ALL, out_error);
    if (result != SINEW_OK) return result;
    sinew_renderer_show(window->renderer);
    SDL_GL_SwapWindow(window->window);
    measure(window, seconds_since(begin));
    show_title(window);
    window->is_stale = 0;
    return SINEW_OK;
}

static sinew_result save(play_window *window, viewer_save what, const char *path, sinew_error *out_error)
{
    int width = 0, height = 0;
    SDL_GL_GetDrawableSize(window->window, &width, &height);
    sinew_result result = draw(window, what, out_error);
    if (result != SINEW_OK) return result;
    uint8_t *pixels = malloc((size_t)width * (size_t)height * 4 + 1);
    if (!pixels) return sinew__fail_memory(out_error);
    sinew_renderer_read(window->renderer, pixels);
    const output_frame frame = {width, height, pixels};
    const output_driver *driver = output_driver_for(path);
    result = output_write_one(driver ? driver : &output_png, path, &frame, out_error);
    free(pixels);
    return result;
}

/// Saves what a key asked for beside the shell's prompt, named after the file and the time, and says so in the status
/// line.
static void save_by_key(play_window *window)
{
    viewer_state *viewer = &window->viewer;
    const viewer_save what = (viewer_save)viewer->save;
    viewer->save = VIEWER_SAVE_NOTHING;
    if (what == VIEWER_SAVE_NOTHING) return;
    const char *name = strrchr(viewer->settings->name, '/');
    name = name ? name + 1 : viewer->settings->name;
    char path[300];
    snprintf(path, sizeof path, "%.*s-%.3fs.png", (int)fmin((double)strcspn(name, "."), 200.0), name,
             sinew_player_time(&viewer->player));
    sinew_error error;
    const int saved = save(window, what, path, &error) == SINEW_OK;
    snprintf(viewer->note, sizeof viewer->note, saved ? "saved %.80s" : "not saved: %.80s",
             saved ? path : error.message);
}

// ---- keys and mouse -----------------------------------------------------------------------------------------------

static void move_mouse(play_window *window, const SDL_MouseMotionEvent *motion)
{
    viewer_state *viewer = &window->viewer;
    int height = 1;
    SDL_GetWindowSize(window->window, NULL, &height);
    const double right = (double)motion->xrel / height, down = (double)motion->yrel / height;
    const int pans = (motion->state & (SDL_BUTTON_MMASK | SDL_BUTTON_RMASK)) || (SDL_GetModState() & KMOD_SHIFT);
    if (!(motion->state & (SDL_BUTTON_LMASK | SDL_BUTTON_MMASK | SDL_BUTTON_RMASK))) return;
    if (pans)
        viewer_orbit_pan(&viewer->orbit, -right, down);
    else
        viewer_orbit_turn(&viewer->orbit, -3.6 * right, 3.6 * down); // the window's height is about half a turn
    viewer->fitted = 0;
    window->is_stale = 1;
}

static void turn_wheel(play_window *window, const SDL_MouseWheelEvent *wheel)
{
    viewer_state *viewer = &window->viewer;
    viewer_orbit_zoom(&viewer->orbit, pow(0.88, (double)wheel->preciseY), viewer->bounds.radius);
    viewer->fitted = 0;
    window->is_stale = 1;
}

static void press(play_window *window, const SDL_KeyboardEvent *key)
{
    window->is_stale |= viewer_run_key(&window->viewer, key->keysym.sym, key->keysym.mod);
}

/// Characters come from here, so that they are found on any keyboard layout; with Alt or Control they are not meant as
/// such.
static void type(play_window *window, const char *text)
{
    const SDL_Keymod held = SDL_GetModState();
    if ((held & KMOD_LALT) || ((held & KMOD_CTRL) && !(held & KMOD_RALT))) return;
    window->is_stale |= viewer_run_typed(&window->viewer, text);
}

static void handle(play_window *window, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT: window->viewer.quit = 1; break;
    case SDL_KEYDOWN: press(window, &event->key); break;
    case SDL_TEXTINPUT: type(window, event->text.text); break;
    case SDL_MOUSEMOTION: move_mouse(window, &event->motion); break;
    case SDL_MOUSEWHEEL: turn_wheel(window, &event->wheel); break;
    case SDL_WINDOWEVENT:
        window->is_stale = 1;
        ask_display(window);
        break;
    default: break;
    }
}

/// Does what the keys asked of the window rather than of the player.
static void follow_keys(play_window *window)
{
    viewer_state *viewer = &window->viewer;
    if (viewer->full_screen != window->is_full_screen) {
        window->is_full_screen = viewer->full_screen;
        SDL_SetWindowFullscreen(window->window, viewer->full_screen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
    }
    save_by_key(window);
}

/// Notes vanish after a moment.
static void follow_note(play_window *window)
{
    viewer_state *viewer = &window->viewer;
    if (!viewer->note[0]) {
        window->note_ticks = 0;
    } else if (!window->note_ticks) {
        window->note_ticks = SDL_GetPerformanceCounter();
    } else if (seconds_since(window->note_ticks) > 2.0) {
        viewer->note[0] = '\0';
        window->is_stale = 1;
    }
}

// ---- time ---------------------------------------------------------------------------------------------------------

/// Waits for an event, for as long as nothing has to move, and handles all there are.
static void wait_and_handle(play_window *window, double seconds)
{
    SDL_Event event;
    const int milliseconds = (int)(1e3 * fmin(fmax(seconds, 0.0), 0.2));
    if (!SDL_WaitEventTimeout(&event, milliseconds)) return;
    handle(window, &event);
    while (SDL_PollEvent(&event)) handle(window, &event);
}

/// The loop: what time it is follows from the clock alone, so a slow machine drops pictures and never time.
static sinew_result play(play_window *window, double quit_after, sinew_error *out_error)
{
    viewer_state *viewer = &window->viewer;
    sinew_result result = show(window, out_error);
    const uint64_t begin = SDL_GetPerformanceCounter();
    double played = 0.0, drawn = 0.0;
    while (result == SINEW_OK && !viewer->quit) {
        const int moves = is_moving(window);
        const double now = seconds_since(begin), rest = quit_after >= 0.0 ? quit_after - now : 1.0;
        if (rest <= 0.0) break;
        wait_and_handle(window, fmin(rest, moves || window->is_stale ? drawn + window->frame_time - now : 1.0));

        const double after = seconds_since(begin);
        viewer_advance(viewer, after - played);
        played = after;
        follow_keys(window);
        follow_note(window);
        if (!(moves && after >= drawn + window->frame_time) && !window->is_stale) continue;
        drawn = after;
        result = show(window, out_error);
    }
    return result;
}

sinew_result viewer_play(const viewer_settings *settings, sinew_error *out_error)
{
    play_window window = {0};
    sinew_result result = open_player(&window, settings, out_error);
    if (result == SINEW_OK) result = play(&window, settings->quit_after, out_error);
    if (result == SINEW_OK && settings->screenshot) {
        result = save(&window, VIEWER_SAVE_ALL, settings->screenshot, out_error);
    }
    close_player(&window);
    return result;
}
