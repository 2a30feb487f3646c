// The player in a window, controlled by keyboard and mouse.
#define _POSIX_C_SOURCE 200809L
#include "program/viewer/core/viewer_settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/vec3.h"
#include "core/platform/clock.h"
#include "core/platform/dynamic_library.h"
#include "draw/scene/headless_context.h"
#include "draw/scene/load_sdl.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/core/pick_joint.h"
#include "program/viewer/core/play_loop.h"
#include "program/viewer/core/viewer_text.h"
#include "program/viewer/panels/panels.h"

// The resolution of a window's display.

/// Returns the pixels per unit of SDL's window coordinates; 1 if the units are pixels, as under X11.
static double viewer_pixel_density(SDL_Window *window)
{
    int width = 0, pixels = 0;
    scene_sdl.GetWindowSize(window, &width, NULL);
    scene_sdl.GL_GetDrawableSize(window, &pixels, NULL);
    return width > 0 && pixels > 0 ? (double)pixels / width : 1.0;
}

#if defined(SDL_VIDEO_DRIVER_X11)
/// Type of XGetDefault of Xlib: returns a program's resource, or NULL. Xlib owns the text.
typedef char *(*xlib_get_default)(Display *display, const char *program, const char *name);

/// Returns the dots per inch in the user's settings, or 0.
static double user_dpi(SDL_Window *window)
{
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    if (!scene_sdl.GetWindowWMInfo(window, &info) || info.subsystem != SDL_SYSWM_X11) return 0.0;
    xlib_get_default get_default;
    if (!sinew__load_functions("libX11.so.6", &(sinew__function){"XGetDefault", &get_default}, 1)) return 0.0;
    const char *dots = get_default(info.info.x11.display, "Xft", "dpi");
    return dots ? strtod(dots, NULL) : 0.0;
}
#else
static double user_dpi(SDL_Window *window)
{
    (void)window;
    return 0.0;
}
#endif

/// Returns the pixels per point of text, 1 … 4: the desktop's scale factor, else the user's setting (Xft.dpi under X11,
/// divided by 96), else an estimate from the display's reported size.
static double viewer_display_scale(SDL_Window *window)
{
    const double density = viewer_pixel_density(window), user_scale = user_dpi(window) / 96.0;
    double scale = density > 1.0 ? density : user_scale;
    if (!(scale > 0.0)) {
        float dots = 0.0f;
        const int display = scene_sdl.GetWindowDisplayIndex(window);
        const int is_known = display >= 0 && scene_sdl.GetDisplayDPI(display, &dots, NULL, NULL) == 0;
        scale = is_known ? floor(2.0 * (double)dots / 96.0) / 2.0 : 1.0; // half steps: displays misreport their size
    }
    return fmin(fmax(scale, 1.0), 4.0); // fmax and fmin discard NaN
}

// Handles the loss of the connection to the X server.

/// The types of Xlib's error handlers, XIOErrorHandler and XErrorHandler, with opaque displays and events.
typedef int (*xlib_handler)(void *display);

typedef xlib_handler (*xlib_set_handler)(xlib_handler handler);

typedef int (*xlib_error_handler)(void *display, void *event);

typedef xlib_error_handler (*xlib_set_error_handler)(xlib_error_handler handler);

/// The callback for lost connections. It is global, because Xlib's handler has no user pointer.
static struct {
    void (*on_lost)(void *user);
    void *user;
} owner;

static int end(void *display)
{
    (void)display;
    owner.on_lost(owner.user);
    abort();
}

/// Ignores a failed request, after which Xlib would end the process.
static int go_on(void *display, void *event)
{
    (void)display;
    (void)event;
    return 0;
}

/// Calls `on_lost` when the connection to the X server breaks. Xlib's own handler would end the process with its own
/// message and exit code. Xlib cannot continue, so `on_lost` must end the process. Failed requests, which by default
/// also end the process, are ignored. Call this after video has started; without X11 it does nothing.
static void viewer_watch_display(void (*on_lost)(void *user), void *user)
{
    const char *driver = scene_sdl.GetCurrentVideoDriver();
    if (!on_lost || !driver || strcmp(driver, "x11") != 0) return;
    xlib_set_handler set_handler;
    xlib_set_error_handler set_error_handler;
    const sinew__function functions[] = {{"XSetIOErrorHandler", &set_handler},
                                         {"XSetErrorHandler", &set_error_handler}};
    if (!sinew__load_functions("libX11.so.6", functions, 2)) return;
    owner.on_lost = on_lost;
    owner.user = user;
    set_handler(end);
    set_error_handler(go_on);
}

/// Largest distance in points between a press and a release that are a click.
enum { CLICK_TOLERANCE = 4 };

/// The state of a player in a window.
typedef struct play_window {
    viewer_frontend frontend; ///< must be first
    SDL_Window *window;
    SDL_GLContext context;
    viewer_panels *panels;
    panel_input input;
    int view_needs_redraw; ///< the viewport must be drawn again; hovering over a panel does not set it
    panel_box viewport;    ///< viewport of the last image
    int model_number;      ///< model_number of the last image
    int unsettled;         ///< number of frames until the panels' scroll bars, which lag behind, are right
    int is_full_screen;
    int is_shown;
    int dropped;    ///< number of files of the present drop so far
    int pressed[2]; ///< position of the last press of the left button
    char title[512];
    double title_time; ///< when the title was set
} play_window;

// ---- opening ------------------------------------------------------------------------------------------------------

/// Starts SDL's video if there is a display. Without this check SDL would fall back to the console. Returns whether
/// there is a display.
static int start_video(void)
{
    scene_sdl.SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); // Ctrl+C in the terminal keeps its default action
    scene_sdl.SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
#if defined(__unix__) && !defined(__APPLE__)
    static const struct {
        const char *variable, *driver;
    } positions[] = {{"DISPLAY", "x11"}, {"WAYLAND_DISPLAY", "wayland"}};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0] && !getenv("SDL_VIDEODRIVER"); ++i) {
        if (!getenv(positions[i].variable)) continue;
        scene_sdl.SetHint(SDL_HINT_VIDEODRIVER, positions[i].driver);
        if (scene_sdl.InitSubSystem(SDL_INIT_VIDEO) == 0) return 1;
    }
    if (!getenv("SDL_VIDEODRIVER")) return 0;
#endif
    return scene_sdl.InitSubSystem(SDL_INIT_VIDEO) == 0;
}

/// Opens the window, hidden until there is something to show.
static sinew_result open_window(play_window *window, const viewer_settings *settings, sinew_error *out_error)
{
    viewer_watch_display(settings->lose_display, settings->user);
    const Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI | SDL_WINDOW_HIDDEN;
    scene_gl_window gl;
    const sinew_result result =
        scene_gl_window_create("sinew", settings->width, settings->height, flags, &gl, out_error);
    if (result != SINEW_OK) return result;
    window->window = gl.window;
    window->context = gl.context;
    scene_sdl.GL_SetSwapInterval(1);
    return SINEW_OK;
}

/// Updates scale and frame rate from the display that shows the window.
static void ask_display(play_window *window)
{
    SDL_DisplayMode mode = {0};
    const int display = scene_sdl.GetWindowDisplayIndex(window->window);
    window->frontend.size.scale = viewer_display_scale(window->window);
    const int rate = display >= 0 && scene_sdl.GetCurrentDisplayMode(display, &mode) == 0 ? mode.refresh_rate : 0;
    window->frontend.frame_time = 1.0 / (rate >= 24 && rate <= 480 ? rate : 60);
}

/// Converts the requested size from points to pixels if SDL counts pixels, and limits it to the display.
static void size_window(play_window *window, const viewer_settings *settings)
{
    const double more = window->frontend.size.scale / viewer_pixel_density(window->window);
    SDL_Rect space;
    if (more <= 1.0 || scene_sdl.GetDisplayUsableBounds(scene_sdl.GetWindowDisplayIndex(window->window), &space) != 0)
        return;
    scene_sdl.SetWindowSize(window->window, (int)fmin(more * settings->width, space.w),
                            (int)fmin(more * settings->height, space.h));
    scene_sdl.SetWindowPosition(window->window, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
}

/// Fails with the name of the display that could not be opened, if there is one.
static sinew_result fail_without_display(sinew_error *out_error)
{
    static const char *const variables[] = {"DISPLAY", "WAYLAND_DISPLAY"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; ++i) {
        const char *name = getenv(variables[i]);
        if (name && *name)
            return sinew__fail(out_error, SINEW_ERROR_NO_DISPLAY,
                               "cannot open display '%.100s', and no terminal to play in", name);
    }
    return sinew__fail(out_error, SINEW_ERROR_NO_DISPLAY, "no display and no terminal to play in");
}

/// Opens the player. The first file loads while the window opens.
static sinew_result open_player(play_window *window, const viewer_settings *settings, sinew_error *out_error)
{
    sinew_result result = scene_load_sdl(out_error);
    if (result != SINEW_OK) return result;
    if (!start_video()) return fail_without_display(out_error);
    result = viewer_begin_frontend(&window->frontend, settings, out_error);
    if (result == SINEW_OK) result = open_window(window, settings, out_error);
    if (result == SINEW_OK) result = viewer_open_renderer(&window->frontend, out_error);
    window->frontend.size = (viewer_size){settings->width, settings->height, 1.0};
    if (result == SINEW_OK) ask_display(window);
    if (result == SINEW_OK) size_window(window, settings);
    if (result == SINEW_OK) result = viewer_panels_create(&window->panels, out_error);
    return result;
}

// ---- frames -------------------------------------------------------------------------------------------------------

/// Updates the title at most ten times per second, because window managers are slow.
static void show_title(play_window *window)
{
    char title[512];
    viewer_format_title(&window->frontend.viewer, title, sizeof title);
    if (strcmp(title, window->title) == 0) return;
    if (!window->frontend.viewer.player.paused && window->title_time > 0 &&
        viewer_seconds_since(window->title_time) < 0.1) {
        return;
    }
    memcpy(window->title, title, sizeof title);
    window->title_time = sinew__now();
    scene_sdl.SetWindowTitle(window->window, title);
}

/// Builds the panels, then draws the image in the remaining viewport, so that mouse input takes effect in the same
/// frame.
static sinew_result draw_contents(play_window *window, const render_interface **out_contents, sinew_error *out_error)
{
    viewer_frontend *frontend = &window->frontend;
    window->view_needs_redraw |= window->input.held || window->input.has_button_event || frontend->image_is_stale;
    frontend->image_is_stale = 0;
    viewer_panels_build(window->panels, &frontend->viewer, &window->input, &frontend->size);
    frontend->needs_redraw |= window->input.has_button_event;
    // A valid image is not drawn again, so that lists scroll smoothly next to a model that is slow to draw.
    const panel_box *viewport = &window->input.viewport, *old = &window->viewport;
    const int is_valid = viewport->left == old->left && viewport->width == old->width &&
                         viewport->height == old->height && window->model_number == frontend->viewer.model_number &&
                         !window->view_needs_redraw && !viewer_is_moving(frontend);
    if (!is_valid) {
        const viewer_size size = {viewport->width, viewport->height, frontend->size.scale};
        window->viewport = *viewport;
        window->model_number = frontend->viewer.model_number;
        window->view_needs_redraw = 0;
        const sinew_result result = viewer_draw(frontend, VIEWER_SAVE_ALL, &size, out_error);
        if (result != SINEW_OK) return result;
    }
    return viewer_panels_draw(window->panels, &frontend->viewer, frontend->renderer, out_contents, out_error);
}

static sinew_result show(viewer_frontend *frontend, sinew_error *out_error)
{
    const double begin = sinew__now();
    play_window *window = (play_window *)frontend;
    viewer_size size = {.scale = frontend->size.scale};
    scene_sdl.GL_GetDrawableSize(window->window, &size.width, &size.height);
    frontend->needs_redraw = window->unsettled > 0;
    window->unsettled -= frontend->needs_redraw;
    if (size.width < 1 || size.height < 1) {
        panel_input_read(&window->input); // the window has no area
        frontend->needs_redraw |= window->input.has_button_event;
        return SINEW_OK;
    }
    frontend->size = size;
    const render_interface *contents;
    const sinew_result result = draw_contents(window, &contents, out_error);
    if (result != SINEW_OK) return result;
    sinew__render_interface_blit(contents);
    if (!window->is_shown) scene_sdl.ShowWindow(window->window);
    window->is_shown = 1;
    scene_sdl.GL_SwapWindow(window->window);
    viewer_record_draw_time(frontend, viewer_seconds_since(begin));
    show_title(window);
    return SINEW_OK;
}

static sinew_result read_contents(viewer_frontend *frontend, uint8_t *out_pixels, sinew_error *out_error)
{
    play_window *window = (play_window *)frontend;
    const render_interface *contents;
    window->view_needs_redraw = 1;
    const sinew_result result = draw_contents(window, &contents, out_error);
    if (result == SINEW_OK) sinew__render_interface_read(contents, out_pixels);
    return result;
}

// ---- keys and mouse -----------------------------------------------------------------------------------------------

/// Moves the joint that is being dragged. Returns 0 if the button was released outside the window.
static int drag_limb(play_window *window, const SDL_MouseMotionEvent *motion)
{
    viewer_state *viewer = &window->frontend.viewer;
    const int right = motion->x - window->pressed[0], down = motion->y - window->pressed[1];
    if (!(motion->state & SDL_BUTTON_LMASK)) {
        viewer_end_drag(viewer);
        return 0;
    }
    if (!viewer->drag.is_moved && abs(right) + abs(down) < CLICK_TOLERANCE) return 1;
    const double pixels = viewer_pixel_density(window->window);
    viewer_move_drag(viewer, right * pixels, down * pixels);
    window->frontend.needs_redraw = 1;
    return 1;
}

static void move_mouse(play_window *window, const SDL_MouseMotionEvent *motion)
{
    if (window->frontend.viewer.drag.is_active && drag_limb(window, motion)) return;
    viewer_state *viewer = &window->frontend.viewer;
    const double height = window->input.viewport.height / viewer_pixel_density(window->window);
    const double right = (double)motion->xrel / height, down = (double)motion->yrel / height;
    const int pans = (motion->state & (SDL_BUTTON_MMASK | SDL_BUTTON_RMASK)) || (scene_sdl.GetModState() & KMOD_SHIFT);
    if (!(motion->state & (SDL_BUTTON_LMASK | SDL_BUTTON_MMASK | SDL_BUTTON_RMASK))) return;
    if (viewer->prompt.kind == VIEWER_PROMPT_ROTATION && !pans) {
        // Dragging rotates the joint about axes of the image, as with a trackball.
        const int32_t joint = viewer->selected_joint;
        sinew_camera camera;
        double forward[3], to_right[3], up[3];
        scene_orbit_camera(&viewer->orbit, &camera);
        sinew__double3_subtract(camera.target, camera.eye, forward);
        sinew__double3_cross(forward, camera.up, to_right);
        sinew__double3_cross(to_right, forward, up);
        const sinew_quat rotation =
            sinew__pose_edits_drag(sinew__pose_edits_rotation(&viewer->edits, joint), &viewer->pose->global[joint], up,
                                   3.6 * right, to_right, 3.6 * down);
        sinew__pose_edits_rotate(&viewer->edits, viewer->model, joint, rotation);
        window->frontend.needs_redraw = 1;
        return;
    }
    if (pans)
        scene_orbit_pan(&viewer->orbit, -right, down);
    else
        scene_orbit_rotate(&viewer->orbit, -3.6 * right,
                           3.6 * down); // the height of the viewport is about half a turn
    viewer->fitted = 0;
    window->frontend.needs_redraw = 1;
}

/// Calls viewer_click or viewer_press with the mouse position in the image.
static void use_pixel_at(play_window *window, int x, int y,
                         void (*use)(viewer_frontend *frontend, const viewer_size *size, double x, double y))
{
    const panel_box *viewport = &window->viewport;
    const double pixels = viewer_pixel_density(window->window);
    const viewer_size size = {viewport->width, viewport->height, window->frontend.size.scale};
    use(&window->frontend, &size, (x + 0.5) * pixels - viewport->left, (y + 0.5) * pixels - viewport->top);
}

/// Handles a press or release of the left button. A press and release at one position are a click. A drag that begins
/// on the selected joint moves the joint; other drags rotate the camera.
static void handle_button(play_window *window, const SDL_MouseButtonEvent *button)
{
    if (button->button != SDL_BUTTON_LEFT) return;
    const int distance = abs(button->x - window->pressed[0]) + abs(button->y - window->pressed[1]);
    const int rotates = window->frontend.viewer.prompt.kind == VIEWER_PROMPT_ROTATION;
    if (button->state == SDL_PRESSED) {
        window->pressed[0] = button->x;
        window->pressed[1] = button->y;
        if (!rotates && !(scene_sdl.GetModState() & KMOD_SHIFT))
            use_pixel_at(window, button->x, button->y, viewer_press);
        return;
    }
    const viewer_drag *drag = &window->frontend.viewer.drag;
    const int is_click = distance < CLICK_TOLERANCE && !(drag->is_active && drag->is_moved);
    viewer_end_drag(&window->frontend.viewer);
    window->frontend.needs_redraw = 1; // a long motion trail is updated after the release
    if (is_click && !rotates) use_pixel_at(window, button->x, button->y, viewer_click);
}

/// Zooms towards the mouse position.
static void zoom(play_window *window, const SDL_MouseWheelEvent *wheel)
{
    viewer_state *viewer = &window->frontend.viewer;
    const panel_input *input = &window->input;
    const panel_box *viewport = &input->viewport;
    double right = 0.0, down = 0.0;
    if (input->is_over) {
        right = ((double)input->x - viewport->left - 0.5 * viewport->width) / viewport->height;
        down = ((double)input->y - viewport->top - 0.5 * viewport->height) / viewport->height;
    }
    const double factor = pow(0.88, (double)wheel->preciseY);
    scene_orbit_zoom_at(&viewer->orbit, factor, viewer_fitted_bounds(viewer)->radius, right, -down);
    viewer->fitted = 0;
    window->frontend.needs_redraw = 1;
}

static void handle_key(play_window *window, const SDL_KeyboardEvent *key)
{
    const int has_prompt = window->frontend.viewer.prompt.kind != VIEWER_PROMPT_NONE;
    if (has_prompt && key->keysym.sym == SDLK_v && (key->keysym.mod & KMOD_CTRL)) {
        char *text = scene_sdl.GetClipboardText();
        if (text) viewer_prompt_type(&window->frontend.viewer.prompt, text);
        scene_sdl.free(text);
        window->frontend.needs_redraw = 1;
        return;
    }
    window->frontend.needs_redraw |= viewer_run_key(&window->frontend.viewer, key->keysym.sym, key->keysym.mod);
}

static void handle(play_window *window, const SDL_Event *event)
{
    const int was_over_panel = panel_input_is_near(&window->input);
    const int is_consumed = panel_input_handle(&window->input, event, viewer_pixel_density(window->window));
    const int hovers = event->type == SDL_MOUSEMOTION || event->type == SDL_MOUSEWHEEL;
    window->frontend.needs_redraw |= is_consumed || was_over_panel != panel_input_is_near(&window->input);
    window->view_needs_redraw |= !is_consumed || !hovers;
    if (is_consumed) return;
    switch (event->type) {
    case SDL_QUIT: window->frontend.viewer.quit = 1; break;
    case SDL_KEYDOWN: handle_key(window, &event->key); break;
    case SDL_TEXTINPUT: {
        // Characters come from text input, which works on any keyboard layout. With Alt or Control, key events are used
        // instead.
        const SDL_Keymod held = scene_sdl.GetModState();
        if ((held & KMOD_LALT) || ((held & KMOD_CTRL) && !(held & KMOD_RALT))) break;
        window->frontend.needs_redraw |= viewer_run_typed(&window->frontend.viewer, event->text.text);
        break;
    }
    case SDL_MOUSEMOTION: move_mouse(window, &event->motion); break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP: handle_button(window, &event->button); break;
    case SDL_MOUSEWHEEL: zoom(window, &event->wheel); break;
    case SDL_DROPBEGIN: window->dropped = 0; break;
    case SDL_DROPFILE:
        viewer_playlist_drop(&window->frontend.playlist, &window->frontend.viewer, event->drop.file,
                             window->dropped++ == 0);
        scene_sdl.free(event->drop.file);
        break;
    case SDL_DROPTEXT: scene_sdl.free(event->drop.file); break;
    case SDL_WINDOWEVENT:
        window->frontend.needs_redraw = 1;
        ask_display(window);
        break;
    default: break;
    }
}

/// Waits for an event, at most until the next frame, and handles all pending events.
static void wait_and_handle(viewer_frontend *frontend, double seconds)
{
    play_window *window = (play_window *)frontend;
    SDL_Event event;
    const double max_seconds = viewer_panels_are_busy(window->panels) ? 0.02 : 0.2;
    const int milliseconds = (int)(1e3 * fmin(fmax(seconds, 0.0), max_seconds));
    frontend->needs_redraw |= viewer_panels_need_frame(window->panels);
    if (window->input.has_button_event || !scene_sdl.WaitEventTimeout(&event, milliseconds)) return;
    handle(window, &event);
    while (!window->input.has_button_event && scene_sdl.PollEvent(&event)) handle(window, &event);
    if (frontend->needs_redraw) window->unsettled = 2;
    if (frontend->viewer.full_screen == window->is_full_screen) return;
    window->is_full_screen = frontend->viewer.full_screen;
    scene_sdl.SetWindowFullscreen(window->window, window->is_full_screen ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

static void copy(viewer_frontend *frontend, const char *text)
{
    (void)frontend;
    scene_sdl.SetClipboardText(text);
}

sinew_result viewer_play(const viewer_settings *settings, sinew_error *out_error)
{
    play_window window = {
        .frontend = {.wait = wait_and_handle, .show = show, .copy = copy, .read = read_contents, .has_panels = 1}};
    sinew_result result = open_player(&window, settings, out_error);
    if (result == SINEW_OK) {
        result = viewer_run_loop(&window.frontend, out_error);
        viewer_end_early(&window.frontend, result, out_error);
    }
    viewer_panels_destroy(window.panels);
    viewer_close_frontend(&window.frontend);
    if (window.context) scene_sdl.GL_DeleteContext(window.context);
    if (window.window) scene_sdl.DestroyWindow(window.window);
    if (scene_sdl.QuitSubSystem) scene_sdl.QuitSubSystem(SDL_INIT_VIDEO);
    return result;
}
