/// What a page calls: one model is open at a time, in the order open, set_image, prepare; then it is posed and drawn
/// at any time. The page has the clock, the timeline and the lists; poses and images are those of the player. Compiled
/// to WebAssembly, with OpenGL ES as functions that the page provides (gl.js).
///
/// A function that can fail returns 0 then, and page_error tells why. Times are seconds from the clip's start. Texts
/// are UTF-8, terminated, and valid until the next call that returns one.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "draw/render/renderer.h"
#include "runtime/view/view.h"
#include "sinew/render.h"
#include "sinew/sinew.h"

/// What page.js calls is named in the module as here.
#define EXPORT(name) __attribute__((export_name(#name)))

/// What is drawn; the numbers are those of LOOKS in page.js.
enum {
    LOOK_SKELETON = 1,
    LOOK_NO_MESH = 2,
    LOOK_EDGES = 4,
    LOOK_NO_GROUND = 8,
    LOOK_AXES = 16,
    LOOK_TRAIL = 32,
    LOOK_ONION = 64,
    LOOK_PARALLEL = 128,
    LOOK_TRACKING = 256,
    LOOK_TRANSPARENT = 512,
};

static struct {
    sinew_model *model;
    sinew_pose *pose;
    sinew_renderer *renderer;
    sinew_image *images; ///< [texture_count]
    double front;        ///< of views, in degrees from that of the file
    sinew_bounds bounds; ///< of the clip
    int32_t clip;        ///< SINEW_NONE: the rest pose
    sinew_trail *trail;  ///< of that joint in this clip, or NULL
    int32_t trail_joint;
    sinew_onion *onion;
    sinew_tracking_camera *tracking;
    sinew_camera camera; ///< of the last image
    sinew_bounds camera_bounds;
    double aspect;
    sinew_error error;
    sinew__buffer text;
} page = {.clip = SINEW_NONE};

// ---- memory and messages ------------------------------------------------------------------------------------------

EXPORT(page_allocate) void *page_allocate(size_t size);
void *page_allocate(size_t size)
{
    return sinew_allocate(size ? size : 1);
}

EXPORT(page_free) void page_free(void *memory);
void page_free(void *memory)
{
    sinew_free(memory);
}

EXPORT(page_error) const char *page_error(void);
const char *page_error(void)
{
    return page.error.message;
}

static int succeeded(sinew_result result)
{
    return result == SINEW_OK;
}

/// Labels are HTML.
sinew_result sinew__render_draw_text(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    (void)renderer, (void)frame, (void)out_error;
    return SINEW_OK;
}

void sinew__render_glyph_atlas_destroy(render_glyph_atlas *atlas)
{
    (void)atlas; // a page draws no text into its images
}

// ---- facts --------------------------------------------------------------------------------------------------------

static void put_joints(sinew__json_writer *json)
{
    const sinew_model *model = page.model;
    const int has_bones = sinew__render_has_bones(model);
    sinew__json_put_array(json, "joints"); // in the file's order
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i];
        const sinew_joint *one = &model->joints[joint];
        if (one->flags & SINEW_JOINT_HELPER) continue;
        sinew__json_put_object(json, NULL);
        sinew__json_put_whole(json, "joint", joint);
        sinew__json_put_text(json, "name", sinew_text(model, one->name));
        sinew__json_put_whole(json, "parent", one->parent);
        sinew__json_put_bool(json, "skeletal", sinew__render_is_skeletal(model, has_bones, joint));
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_clips(sinew__json_writer *json)
{
    const sinew_model *model = page.model;
    sinew__json_put_array(json, "clips");
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew_clip *clip = &model->clips[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "name", sinew_text(model, clip->name));
        sinew__json_put_number(json, "start", clip->start);
        sinew__json_put_number(json, "duration", clip->duration);
        sinew__json_put_whole(json, "animated_joints", clip->animated_joints);
        sinew__json_put_whole(json, "keys", clip->key_time_count);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_textures(sinew__json_writer *json)
{
    sinew__json_put_array(json, "textures");
    for (int32_t i = 0; i < page.model->texture_count; ++i)
        sinew__json_put_text(json, NULL, sinew_text(page.model, page.model->textures[i].path));
    sinew__json_end_array(json);
}

static void put_warnings(sinew__json_writer *json)
{
    const sinew_model *model = page.model;
    sinew__json_put_array(json, "warnings");
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const sinew_warning *warning = &model->warnings[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "code", sinew_text(model, warning->code));
        sinew__json_put_text(json, "object", sinew_text(model, warning->object));
        sinew__json_put_text(json, "text", sinew_text(model, warning->text));
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_file(sinew__json_writer *json)
{
    const sinew_model *model = page.model;
    const sinew_model_info *info = model->info;
    sinew__json_put_text(json, "format", sinew_text(model, info->format));
    sinew__json_put_text(json, "version", sinew_text(model, info->version));
    sinew__json_put_text(json, "generator", sinew_text(model, info->generator));
    sinew__json_put_text(json, "up", sinew_text(model, info->up));
    sinew__json_put_text(json, "front", sinew_text(model, info->front));
    sinew__json_put_number(json, "unit_cm", info->unit_cm);
    sinew__json_put_number(json, "fps", info->fps);
    sinew__json_put_number(json, "size", info->size);
    sinew__json_put_whole(json, "meshes", model->mesh_count);
    sinew__json_put_whole(json, "vertices", model->vertex_count);
    sinew__json_put_whole(json, "triangles", model->index_count / 3);
    sinew__json_put_whole(json, "materials", model->material_count);
}

/// Puts the words that an option of the program takes, in the order of their values.
static void put_words(sinew__json_writer *json, const char *key, const sinew__word *words)
{
    sinew__json_put_array(json, key);
    for (const sinew__word *word = words; word->name; ++word) sinew__json_put_text(json, NULL, word->name);
    sinew__json_end_array(json);
}

/// Returns what is known of the open model, as JSON.
EXPORT(page_facts) const char *page_facts(void);
const char *page_facts(void)
{
    page.text.size = 0;
    sinew__json_writer json = sinew__json_begin(&page.text);
    sinew__json_put_object(&json, NULL);
    put_file(&json);
    put_joints(&json);
    put_clips(&json);
    put_textures(&json);
    put_warnings(&json);
    put_words(&json, "colors", sinew__color_words);
    sinew__json_end_object(&json);
    sinew__buffer_put(&page.text, "", 1);
    return page.text.failed ? "{}" : page.text.text;
}

// ---- opening ------------------------------------------------------------------------------------------------------

static void forget_clip(void)
{
    sinew_trail_destroy(page.trail);
    sinew_tracking_camera_destroy(page.tracking);
    page.trail = NULL;
    page.tracking = NULL;
    page.trail_joint = SINEW_NONE;
}

static void close_model(void)
{
    forget_clip();
    sinew_onion_destroy(page.onion);
    page.onion = NULL;
    for (int32_t i = 0; page.images && i < page.model->texture_count; ++i) sinew_image_free(&page.images[i]);
    sinew_free(page.images);
    page.images = NULL;
    sinew_pose_destroy(page.pose);
    sinew_model_destroy(page.model);
    page.pose = NULL;
    page.model = NULL;
}

/// Opens the bytes of a `.sinew` file, in place of the model that was open. The bytes are copied.
EXPORT(page_open) int page_open(const void *bytes, size_t size);
int page_open(const void *bytes, size_t size)
{
    close_model();
    if (!succeeded(sinew_model_load_memory(bytes, size, &page.model, &page.error))) return 0;
    if (!succeeded(sinew_pose_create(page.model, &page.pose, &page.error))) return 0;
    page.images = sinew__allocate_zeroed((size_t)page.model->texture_count + 1, sizeof *page.images);
    return page.images ? 1 : succeeded(sinew__fail_memory(&page.error));
}

/// Sets the pixels of a texture, [width × height × 4]; takes ownership of them.
EXPORT(page_set_image) void page_set_image(int32_t texture, int32_t width, int32_t height, uint8_t *pixels);
void page_set_image(int32_t texture, int32_t width, int32_t height, uint8_t *pixels)
{
    page.images[texture] = (sinew_image){.width = width, .height = height, .pixels = pixels};
}

/// Returns the file of an image that the model contains; NULL if it lies beside the model.
EXPORT(page_embedded_image) const uint8_t *page_embedded_image(int32_t texture);
const uint8_t *page_embedded_image(int32_t texture)
{
    const sinew_texture *one = &page.model->textures[texture];
    return one->byte_count > 0 ? page.model->image_bytes + one->first_byte : NULL;
}

EXPORT(page_embedded_size) size_t page_embedded_size(int32_t texture);
size_t page_embedded_size(int32_t texture)
{
    return (size_t)page.model->textures[texture].byte_count;
}

/// Sends the open model and its images to the graphics driver; also after a lost context.
EXPORT(page_prepare) int page_prepare(int32_t is_new_context);
int page_prepare(int32_t is_new_context)
{
    if (is_new_context) page.renderer = NULL; // its objects went with the context, and so did their numbers
    if (!page.renderer && !succeeded(sinew_renderer_create(&page.renderer, &page.error))) return 0;
    return succeeded(sinew_renderer_set_model(page.renderer, page.model, page.images, &page.error));
}

/// Sets the front of views of the open model, in degrees from that of the file, for the clips that are chosen later.
EXPORT(page_set_front) void page_set_front(double degrees);
void page_set_front(double degrees)
{
    page.front = degrees;
}

/// Chooses a clip, SINEW_NONE for the rest pose.
EXPORT(page_choose_clip) int page_choose_clip(int32_t clip);
int page_choose_clip(int32_t clip)
{
    forget_clip();
    page.clip = clip;
    const double to = clip == SINEW_NONE ? 0.0 : page.model->clips[clip].duration;
    const sinew_result result =
        sinew_motion_bounds(page.model, SINEW_ENGINE_FAST, clip, 0.0, to, &page.bounds, &page.error);
    page.bounds.front = page.front;
    return succeeded(result);
}

/// Writes the times of the keys of a joint, of the whole clip for SINEW_NONE, to [capacity]; returns how many there
/// are.
EXPORT(page_key_times) int32_t page_key_times(int32_t joint, double *times, int32_t capacity);
int32_t page_key_times(int32_t joint, double *times, int32_t capacity)
{
    return page.clip == SINEW_NONE ? 0 : sinew_clip_key_times(page.model, page.clip, joint, times, capacity);
}

// ---- drawing ------------------------------------------------------------------------------------------------------

static const sinew_trail *trail_of(int32_t joint)
{
    if (page.clip == SINEW_NONE || joint == SINEW_NONE) return NULL;
    if (page.trail_joint == joint) return page.trail;
    sinew_trail_destroy(page.trail);
    page.trail = NULL;
    page.trail_joint = joint;
    const sinew_result result =
        sinew_trail_create(page.model, SINEW_ENGINE_FAST, page.clip, joint, &page.trail, &page.error);
    return succeeded(result) ? page.trail : NULL;
}

static const sinew_onion *onion_at(double time)
{
    if (!page.onion && !succeeded(sinew_onion_create(page.model, 3, &page.onion, &page.error))) return NULL;
    sinew_onion_pose(page.onion, page.model, SINEW_ENGINE_FAST, page.clip, time, 0.1);
    return page.onion;
}

static int tracks(int32_t looks)
{
    if (!(looks & LOOK_TRACKING)) return 0;
    if (page.tracking) return 1;
    if (!succeeded(sinew_tracking_camera_create(page.model, SINEW_ENGINE_FAST, page.clip, &page.tracking, &page.error)))
        return 0;
    page.tracking->bounds.front = page.front;
    return 1;
}

/// `view`: azimuth and elevation in degrees, zoom, then how far the image is moved to the right and up, in radii of the
/// motion.
static void place_camera(int32_t looks, double time, const double *view)
{
    const int is_tracking = tracks(looks);
    page.camera_bounds = page.bounds;
    sinew_camera_fit_angles(page.model, is_tracking ? &page.tracking->bounds : &page.bounds, view[0], view[1],
                            page.aspect, &page.camera);
    if (is_tracking) sinew_tracking_camera_move(page.tracking, time, &page.camera, &page.camera_bounds);
    sinew_camera_zoom(&page.camera, view[2]);
    if (looks & LOOK_PARALLEL) sinew_camera_make_parallel(&page.camera);
    render_camera_axes axes;
    sinew__render_camera_find_axes(&page.camera, &axes);
    for (int i = 0; i < 3; ++i) {
        const double shift = (view[3] * axes.right[i] + view[4] * axes.up[i]) * page.bounds.radius;
        page.camera.eye[i] += shift;
        page.camera.target[i] += shift;
    }
}

/// Returns the angles of one of the views of the program, as azimuth and elevation.
EXPORT(page_view_angles) void page_view_angles(int32_t view, double *out);
void page_view_angles(int32_t view, double *out)
{
    sinew__view_angles_for((sinew_view)view, &page.bounds, &out[0], &out[1]);
}

/// Poses the clip at a time, for page_draw, page_joint_values and page_project.
EXPORT(page_pose) void page_pose(double time);
void page_pose(double time)
{
    sinew_pose_evaluate(page.model, SINEW_ENGINE_FAST, page.clip, time, page.pose);
}

/// Draws the pose at its time into an image of the renderer: see page_image. `joint` is selected, or SINEW_NONE.
EXPORT(page_draw)
int page_draw(double time, int32_t width, int32_t height, double pixel_scale, int32_t looks, int32_t joint,
              int32_t colors, int32_t samples, const double *view);
int page_draw(double time, int32_t width, int32_t height, double pixel_scale, int32_t looks, int32_t joint,
              int32_t colors, int32_t samples, const double *view)
{
    page.aspect = (double)width / height;
    place_camera(looks, time, view);
    const sinew_draw_options options = {
        .width = width,
        .height = height,
        .samples = samples,
        .camera = page.camera,
        .bounds = &page.camera_bounds,
        .pixel_scale = pixel_scale,
        .progress = -1.0,
        .skeleton = looks & LOOK_SKELETON ? SINEW_SHOW_ON : SINEW_SHOW_AUTO,
        .hide_meshes = looks & LOOK_NO_MESH && !(looks & LOOK_EDGES),
        .edges = (looks & LOOK_EDGES) != 0,
        .wireframe = looks & LOOK_NO_MESH && looks & LOOK_EDGES,
        .hide_ground = (looks & LOOK_NO_GROUND) != 0,
        .transparent = (looks & LOOK_TRANSPARENT) != 0,
        .axes = (looks & LOOK_AXES) != 0,
        .has_joint = joint != SINEW_NONE,
        .joint = joint,
        .colors = joint == SINEW_NONE && colors == SINEW_COLORS_WEIGHTS ? SINEW_COLORS_MATERIAL : (sinew_colors)colors,
        .hide_text = 1,
        .trail = looks & LOOK_TRAIL ? trail_of(joint) : NULL,
        .onion = looks & LOOK_ONION ? onion_at(time) : NULL,
    };
    return succeeded(sinew_renderer_draw(page.renderer, page.pose, &options, &page.error));
}

/// Returns the number of the texture that holds the last image.
EXPORT(page_image) uint32_t page_image(void);
uint32_t page_image(void)
{
    return page.renderer->target.image_color;
}

/// Reads the last image: [width × height × 4], top row first, straight alpha.
EXPORT(page_read) void page_read(uint8_t *pixels);
void page_read(uint8_t *pixels)
{
    sinew_renderer_read(page.renderer, pixels);
}

// ---- joints -------------------------------------------------------------------------------------------------------

/// Writes where the last image shows the joints: x to the right and y downwards from 0 to 1, [joint_count × 2]; NaN
/// for one that is behind the camera.
EXPORT(page_project) void page_project(float *out);
void page_project(float *out)
{
    float projection[4][4], inverse[4][4];
    sinew__render_camera_matrices(&page.camera, &page.camera_bounds, page.aspect, projection, inverse);
    for (int32_t i = 0; i < page.model->joint_count; ++i) {
        double position[3], at[4];
        sinew__render_joint_position(page.pose, i, position);
        for (int k = 0; k < 4; ++k) {
            at[k] = (double)projection[3][k];
            for (int c = 0; c < 3; ++c) at[k] += (double)projection[c][k] * position[c];
        }
        const int is_seen = at[3] > 0.0;
        out[2 * i] = is_seen ? (float)(0.5 + 0.5 * at[0] / at[3]) : NAN;
        out[2 * i + 1] = is_seen ? (float)(0.5 - 0.5 * at[1] / at[3]) : NAN;
    }
}

/// Writes the position of a joint in world space, then its local translation, rotation (x y z w) and scale: 13 numbers.
EXPORT(page_joint_values) void page_joint_values(int32_t joint, double *out);
void page_joint_values(int32_t joint, double *out)
{
    sinew_pose_compute_locals(page.model, page.pose);
    const sinew_transform *local = &page.pose->local[joint];
    sinew__render_joint_position(page.pose, joint, out);
    const double values[] = {local->t.x, local->t.y, local->t.z, local->r.x, local->r.y,
                             local->r.z, local->r.w, local->s.x, local->s.y, local->s.z};
    memcpy(out + 3, values, sizeof values);
}
