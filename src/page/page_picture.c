// The image of a page: clip, camera and drawn parts of one model, or of two that are compared.
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "draw/output/compare_images.h"
#include "draw/render/renderer.h"
#include "draw/scene/shared_camera.h"
#include "page/page_module.h"
#include "runtime/motion/motion.h"
#include "runtime/view/view.h"
#include "sinew/playback.h"

/// Bits of the drawn parts; they equal LOOKS in state.js.
enum {
    LOOK_SKELETON = 1, ///< draw the skeleton if sinew__shows_skeleton says no, and the other way round
    LOOK_NO_MESH = 2,
    LOOK_EDGES = 4,
    LOOK_NO_GROUND = 8,
    LOOK_AXES = 16,
    LOOK_TRAIL = 32,
    LOOK_ONION = 64,
    LOOK_PARALLEL = 128,
    LOOK_TRACKING = 256,
};

/// The ways of showing two models; the numbers equal PAIRINGS in state.js.
enum { ALONE, BESIDE, OVER };

// ---- clips ---------------------------------------------------------------------------------------------------------

void page_forget_clip(page_actor *actor)
{
    scene_motion_clear(&actor->motion);
}

/// Sets the front that views of the model refer to, in degrees from the file's front. Call it before choosing a clip.
EXPORT(page_set_front) void page_set_front(double degrees);
void page_set_front(double degrees)
{
    page.now->front = degrees;
}

/// Sets whether characters stay in place. Call it before choosing a clip.
EXPORT(page_set_in_place) void page_set_in_place(int32_t is_in_place);
void page_set_in_place(int32_t is_in_place)
{
    page.is_in_place = is_in_place;
}

/// Finds the bounds of a clip, in place or with its motion.
static sinew_result find_bounds(page_actor *actor, int32_t clip, sinew_bounds *out)
{
    const sinew__span span = sinew__motion_span(actor->model, clip, actor->pose);
    const double from = page.is_in_place ? 0.0 : span.start, to = page.is_in_place ? 0.0 : span.end;
    return sinew_motion_bounds(actor->model, SINEW_ENGINE_FAST, clip, from, to, out, &page.error);
}

/// Chooses a clip (SINEW_NONE: the rest pose), and ends a blend. The clip fades in for `fade` seconds (0: at once) from
/// the previous clip at `time`; both play at `speed`.
EXPORT(page_choose_clip) int page_choose_clip(int32_t clip, double fade, double time, double speed);
int page_choose_clip(int32_t clip, double fade, double time, double speed)
{
    page_actor *actor = page.now;
    if (fade > 0.0) {
        // the fade starts from the playing clip at its time
        sinew_playback player;
        sinew_playback_init(&player, sinew__clip_span(actor->model, actor->clip).duration);
        sinew_playback_set_speed(&player, speed);
        sinew_playback_seek(&player, time);
        sinew__shown_fade_begin(&actor->fade, actor->model, actor->clip, &player, clip, fade);
    } else
        actor->fade.remaining = 0.0;
    page_forget_clip(actor);
    actor->clip = clip;
    actor->is_blended = 0;
    const sinew_result result = find_bounds(actor, clip, &actor->bounds);
    actor->bounds.front = actor->front;
    return page_succeeded(result);
}

/// Blends the clip with another one, whose weight is `share`, 0 … 1, and ends a fade. SINEW_NONE: shows only the clip.
/// The camera frames both clips.
EXPORT(page_blend) int page_blend(int32_t clip, double share);
int page_blend(int32_t clip, double share)
{
    page_actor *actor = page.now;
    sinew_bounds other;
    const int is_other = !actor->is_blended || actor->blend.clip != clip;
    page_forget_clip(actor);
    actor->fade.remaining = 0.0;
    if (clip == SINEW_NONE) return page_choose_clip(actor->clip, 0.0, 0.0, 1.0);
    if (!sinew__shown_blend_open(&actor->blend, actor->model)) return page_succeeded(sinew__fail_memory(&page.error));
    if (is_other &&
        (!page_choose_clip(actor->clip, 0.0, 0.0, 1.0) || !page_succeeded(find_bounds(actor, clip, &other))))
        return 0;
    if (is_other) sinew__render_join_bounds(&actor->bounds, &other);
    actor->blend.clip = clip;
    actor->blend.share = share;
    actor->is_blended = 1;
    return 1;
}

/// Advances a fade by seconds of real time. Returns whether the fade goes on.
EXPORT(page_advance) int page_advance(double seconds);
int page_advance(double seconds)
{
    shown_fade *fade = &page.actors[0].fade;
    sinew__shown_fade_advance(fade, seconds);
    return fade->remaining > 0.0;
}

EXPORT(page_end_fade) void page_end_fade(void);
void page_end_fade(void)
{
    page.actors[0].fade.remaining = 0.0;
}

/// Returns whether the clip moves the character so far that the camera should track it.
EXPORT(page_needs_tracking) int page_needs_tracking(void);
int page_needs_tracking(void)
{
    const page_actor *actor = page.now;
    return !page.is_in_place &&
           scene_motion_needs_tracking(actor->model, SINEW_ENGINE_FAST, actor->clip, &actor->bounds);
}

/// Writes the times of the keys of a joint (SINEW_NONE: of the whole clip) to [capacity]. Returns the number of keys,
/// which may exceed the capacity.
EXPORT(page_key_times) int32_t page_key_times(int32_t joint, double *times, int32_t capacity);
int32_t page_key_times(int32_t joint, double *times, int32_t capacity)
{
    const page_actor *actor = page.now;
    return actor->clip == SINEW_NONE ? 0 : sinew_clip_key_times(actor->model, actor->clip, joint, times, capacity);
}

static shown_posing posing_of(page_actor *actor)
{
    return (shown_posing){.model = actor->model,
                          .engine = SINEW_ENGINE_FAST,
                          .clip = actor->clip,
                          .fade = &actor->fade,
                          .blend = actor->is_blended ? &actor->blend : NULL,
                          .in_place = page.is_in_place ? &actor->in_place : NULL};
}

// ---- the camera ----------------------------------------------------------------------------------------------------

/// Fits the camera to the motion from a sinew_view.
EXPORT(page_fit) void page_fit(int32_t view);
void page_fit(int32_t view)
{
    page.view = view;
    page.is_fitted = 1;
    page.file_camera = SINEW_NONE;
}

/// Uses a camera of the file.
EXPORT(page_look_through) void page_look_through(int32_t camera);
void page_look_through(int32_t camera)
{
    page.file_camera = camera;
    page.is_fitted = 0;
}

/// Places the camera at a position so that it looks at a target; the six numbers are both points. If the camera tracks
/// the character, this is its position at the clip's start.
EXPORT(page_place) void page_place(const double *eye_and_target);
void page_place(const double *eye_and_target)
{
    for (int i = 0; i < 2; ++i) {
        page_actor *actor = &page.actors[i];
        sinew_camera camera;
        double front[3];
        if (!actor->model) continue;
        sinew_camera_fit(actor->model, &actor->bounds, SINEW_VIEW_DEFAULT, 1.0, &camera);
        memcpy(camera.eye, eye_and_target, sizeof camera.eye);
        memcpy(camera.target, eye_and_target + 3, sizeof camera.target);
        sinew_model_axes(actor->model, camera.up, front);
        scene_orbit_from_camera(&actor->orbit, actor->model, &actor->bounds, &camera);
    }
    page.is_fitted = 0;
    page.file_camera = SINEW_NONE;
}

/// Writes the camera's position and target, in the form that page_place reads. If the camera looks straight down, these
/// points do not determine the up direction, so the position is moved slightly.
EXPORT(page_camera) void page_camera(double *out_eye_and_target);
void page_camera(double *out_eye_and_target)
{
    static const double steepest = 1.5706963267948966; // radians, 0.0001 less than a right angle
    scene_orbit orbit = page.actors[0].orbit;
    sinew_camera camera;
    orbit.elevation = fmin(fmax(orbit.elevation, -steepest), steepest);
    scene_orbit_camera(&orbit, &camera);
    memcpy(out_eye_and_target, camera.eye, sizeof camera.eye);
    memcpy(out_eye_and_target + 3, camera.target, sizeof camera.target);
}

static void leave_views(void)
{
    page.is_fitted = 0;
    page.file_camera = SINEW_NONE;
}

/// Rotates the camera around its target by angles in radians.
EXPORT(page_rotate) void page_rotate(double azimuth, double elevation);
void page_rotate(double azimuth, double elevation)
{
    leave_views();
    for (int i = 0; i < 2; ++i) scene_orbit_rotate(&page.actors[i].orbit, azimuth, elevation);
}

/// Moves the camera and its target, in fractions of the image's height.
EXPORT(page_pan) void page_pan(double right, double up);
void page_pan(double right, double up)
{
    leave_views();
    for (int i = 0; i < 2; ++i) scene_orbit_pan(&page.actors[i].orbit, right, up);
}

/// Multiplies the camera's distance from its target. A point of the image, in fractions of the image's height from its
/// centre, does not move.
EXPORT(page_zoom) void page_zoom(double factor, double right, double up);
void page_zoom(double factor, double right, double up)
{
    leave_views();
    for (int i = 0; i < 2; ++i)
        scene_orbit_zoom_at(&page.actors[i].orbit, factor, page.actors[0].bounds.radius, right, up);
}

/// Moves the camera close to a joint of the last image, which showed the pose at `time`.
EXPORT(page_fit_joint) void page_fit_joint(int32_t joint, double time);
void page_fit_joint(int32_t joint, double time)
{
    page_actor *actor = &page.actors[0];
    const sinew_tracking_camera *tracking = actor->motion.tracking;
    double offset[3] = {0, 0, 0};
    if (tracking) sinew_tracking_camera_offset(tracking, time, offset);
    leave_views();
    scene_orbit_fit_joint(&actor->orbit, actor->model, actor->pose, joint, offset, actor->bounds.radius, page.aspect);
}

/// Finds trail, onion skin and tracking camera of a model, and the bounds that the camera frames.
static sinew_result find_motion(page_actor *actor, int32_t looks, int32_t joint)
{
    scene_motion_request request = {.posing = posing_of(actor),
                                    .trail_joint = looks & LOOK_TRAIL ? joint : SINEW_NONE,
                                    .onion = looks & LOOK_ONION ? 3 : 0,
                                    .tracking = looks & LOOK_TRACKING && page.file_camera == SINEW_NONE};
    request.posing.fade = NULL;
    if (actor->clip == SINEW_NONE) request.trail_joint = SINEW_NONE;
    const sinew_result result = scene_motion_update(&actor->motion, &request, &page.error);
    if (result != SINEW_OK) return result;
    actor->framed = actor->motion.tracking ? actor->motion.tracking->bounds : actor->bounds;
    actor->framed.front = actor->front;
    return SINEW_OK;
}

/// Returns the camera of a model at the clip's start.
static sinew_camera camera_of(page_actor *actor, int32_t looks)
{
    sinew_camera camera;
    if (page.is_fitted) {
        sinew_camera_fit(actor->model, &actor->framed, (sinew_view)page.view, page.aspect, &camera);
        scene_orbit_from_camera(&actor->orbit, actor->model, &actor->framed, &camera);
        if (looks & LOOK_PARALLEL) sinew_camera_make_parallel(&camera);
    } else {
        actor->orbit.parallel = (looks & LOOK_PARALLEL) != 0;
        scene_orbit_camera(&actor->orbit, &camera);
    }
    return camera;
}

/// Frames both models by one camera, each in its own space, if their sizes allow that. Returns whether they do.
static int share_camera(int32_t pairing)
{
    page_actor *first = &page.actors[0], *other = &page.actors[1];
    const scene_conversion to_first = scene_conversion_between(other->model, first->model);
    sinew_bounds converted;
    if (pairing != OVER && !scene_share_camera(&first->framed, &other->framed, to_first.scale)) return 0;
    sinew__render_convert_bounds(&other->framed, to_first.rows, to_first.scale, &converted);
    sinew__render_join_bounds(&first->framed, &converted);
    return 1;
}

// ---- drawing -------------------------------------------------------------------------------------------------------

/// The arguments of page_draw.
typedef struct picture {
    double time;
    int32_t looks, pairing;
    sinew_draw_options options; ///< options of both models, without camera and joint
} picture;

static void set_joint(sinew_draw_options *options, int32_t joint)
{
    options->has_joint = joint != SINEW_NONE;
    options->joint = joint;
    if (joint == SINEW_NONE && options->colors == SINEW_COLORS_WEIGHTS) options->colors = SINEW_COLORS_MATERIAL;
}

static sinew_result draw_actor(page_actor *actor, const picture *wanted, sinew_draw_options *options)
{
    const shown_posing posing = posing_of(actor);
    const double time = fmin(wanted->time, sinew__clip_span(actor->model, actor->clip).duration);
    const sinew_result result = sinew__shown_pose(&posing, time, actor->pose, &page.error);
    if (result != SINEW_OK) return result;
    if (page.file_camera != SINEW_NONE && actor == page.actors) { // the file's camera moves with this pose
        sinew_camera *camera = &options->camera;
        sinew_camera_from_file(actor->model, page.file_camera, actor->pose, page.aspect, camera);
        scene_orbit_from_camera(&actor->orbit, actor->model, &actor->bounds, camera);
        if (wanted->looks & LOOK_PARALLEL && camera->field_of_view > 0.0) sinew_camera_make_parallel(camera);
    }
    return sinew_renderer_draw(actor->renderer, actor->pose, options, &page.error);
}

/// Draws the first model with its background, then each model by itself without a background. Marks the differences
/// between the last two images in the first image, as `render --over` does.
static sinew_result draw_over(const picture *wanted, sinew_draw_options looks[2])
{
    const size_t count = (size_t)wanted->options.width * (size_t)wanted->options.height;
    for (int i = 0; i < 2; ++i) sinew__render_to_image(page.actors[i].renderer);
    uint8_t *grown = sinew__resize(page.over, 12 * count);
    if (!grown) return sinew__fail_memory(&page.error);
    page.over = grown;
    sinew_result result = draw_actor(&page.actors[0], wanted, &looks[0]);
    if (result == SINEW_OK) sinew_renderer_read(page.actors[0].renderer, page.over);
    for (int i = 0; i < 2 && result == SINEW_OK; ++i) {
        looks[i].transparent = 1;
        result = draw_actor(&page.actors[i], wanted, &looks[i]);
        if (result == SINEW_OK) sinew_renderer_read(page.actors[i].renderer, page.over + 4 * count * (size_t)(i + 1));
    }
    if (result == SINEW_OK)
        sinew__output_mark_difference(page.over + 4 * count, page.over + 8 * count, count, page.over);
    return result;
}

/// Places the cameras of both models, and draws both.
static sinew_result draw_pair(const picture *wanted, sinew_draw_options looks[2])
{
    page_actor *first = &page.actors[0], *other = &page.actors[1];
    const scene_conversion to_other = scene_conversion_between(first->model, other->model);
    sinew_bounds lit;
    const int shares = share_camera(wanted->pairing);
    looks[0].camera = camera_of(first, wanted->looks);
    looks[1].camera = shares ? scene_convert_camera(&to_other, &looks[0].camera) : camera_of(other, wanted->looks);
    for (int i = 0; i < 2; ++i) {
        const double end = sinew__clip_span(page.actors[i].model, page.actors[i].clip).duration;
        looks[i].bounds = &page.actors[i].bounds;
        scene_motion_apply(&page.actors[i].motion, fmin(wanted->time, end), &looks[i]);
    }
    page.camera = looks[0].camera;
    page.camera_bounds = *looks[0].bounds;
    if (wanted->pairing == OVER) {
        looks[1].camera = scene_convert_camera(&to_other, &looks[0].camera);
        sinew__render_convert_bounds(looks[0].bounds, to_other.rows, to_other.scale, &lit);
        looks[1].bounds = &lit;
        return draw_over(wanted, looks);
    }
    const sinew_result result = draw_actor(first, wanted, &looks[0]);
    return result == SINEW_OK ? draw_actor(other, wanted, &looks[1]) : result;
}

static sinew_result draw_alone(const picture *wanted, sinew_draw_options *look)
{
    page_actor *actor = &page.actors[0];
    look->camera = camera_of(actor, wanted->looks);
    look->bounds = &actor->bounds;
    scene_motion_apply(&actor->motion, wanted->time, look);
    const sinew_result result = draw_actor(actor, wanted, look);
    page.camera = look->camera;
    page.camera_bounds = *look->bounds;
    return result;
}

/// Evaluates the pose at a time, and draws it to the canvas. With two models, each has an image of this size, next to
/// each other, or page_over returns an image of both. `joint` is selected, and `other_joint` in the other model;
/// SINEW_NONE: none.
EXPORT(page_draw)
int page_draw(double time, int32_t width, int32_t height, double pixel_scale, int32_t looks, int32_t joint,
              int32_t other_joint, int32_t colors, int32_t skin, int32_t samples, int32_t pairing);
int page_draw(double time, int32_t width, int32_t height, double pixel_scale, int32_t looks, int32_t joint,
              int32_t other_joint, int32_t colors, int32_t skin, int32_t samples, int32_t pairing)
{
    const picture wanted = {
        .time = time,
        .looks = looks,
        .pairing = pairing,
        .options = {.width = width,
                    .height = height,
                    .samples = samples,
                    .pixel_scale = pixel_scale,
                    .progress = -1.0,
                    .meshes = looks & LOOK_NO_MESH && !(looks & LOOK_EDGES) ? SINEW_SHOW_OFF : SINEW_SHOW_ON,
                    .edges = (looks & LOOK_EDGES) != 0,
                    .wireframe = looks & LOOK_NO_MESH && looks & LOOK_EDGES,
                    .ground = looks & LOOK_NO_GROUND ? SINEW_SHOW_OFF : SINEW_SHOW_ON,
                    .axes = (looks & LOOK_AXES) != 0,
                    .colors = (sinew_colors)colors,
                    .skin = (sinew_draw_skin)skin,
                    .text = SINEW_SHOW_OFF},
    };
    sinew_draw_options of[2] = {wanted.options, wanted.options};
    if (looks & LOOK_SKELETON)
        of[0].skeleton = of[1].skeleton = page.actors[0].shows_skeleton ? SINEW_SHOW_OFF : SINEW_SHOW_ON;
    page.aspect = (double)width / height;
    // the second image is to the right of the first
    for (int32_t i = 0; i < 2; ++i)
        if (page.actors[i].renderer) sinew__render_to_window(page.actors[i].renderer, i * width);
    set_joint(&of[0], joint);
    set_joint(&of[1], other_joint);
    sinew_result result = find_motion(&page.actors[0], looks, joint);
    if (result == SINEW_OK && pairing != ALONE) result = find_motion(&page.actors[1], looks, other_joint);
    if (result == SINEW_OK) result = pairing == ALONE ? draw_alone(&wanted, of) : draw_pair(&wanted, of);
    return page_succeeded(result);
}

/// Returns the colour for a value 0 … 1 in the colour scale of surfaces, as 0xRRGGBB.
EXPORT(page_ramp_color) uint32_t page_ramp_color(double value);
uint32_t page_ramp_color(double value)
{
    double srgb[3];
    uint32_t color = 0;
    sinew__render_ramp_color(value, srgb);
    for (int i = 0; i < 3; ++i) color = color << 8 | (uint32_t)(255.0 * srgb[i] + 0.5);
    return color;
}

/// Returns the largest number of influences of a vertex of the model.
EXPORT(page_max_influences) int32_t page_max_influences(void);
int32_t page_max_influences(void)
{
    return sinew__render_max_influences(page.now->model);
}

/// Returns the last image of both models over each other: [width × height × 4], rows from top to bottom.
EXPORT(page_over) const uint8_t *page_over(void);
const uint8_t *page_over(void)
{
    return page.over;
}
