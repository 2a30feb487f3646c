#include "draw/render/renderer.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/vec3.h"
#include "draw/render/shader_skin.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/pose_fits.h"
#include "runtime/skin/skin_method.h"
#include "runtime/view/view.h"

// Every public function saves the context's state at its beginning and restores it at its end.

static void begin_drawing(sinew_renderer *renderer)
{
    if (renderer->keeps_state) sinew__graphics_state_take(&renderer->of_owner);
    sinew__graphics_state_begin();
}

static void end_drawing(sinew_renderer *renderer)
{
    if (renderer->keeps_state) sinew__graphics_state_restore(&renderer->of_owner);
}

void sinew_renderer_keep_state(sinew_renderer *renderer, int keeps)
{
    renderer->keeps_state = keeps;
}

// The features that shaders are compiled with: the model's materials, its skinning and the skinning method of the
// image.

/// Sets the skinning method of the following poses, and the shader features that the model needs with this method.
/// SINEW_ERROR_LIMIT if the driver cannot hold the palette.
static sinew_result choose_skin(sinew_renderer *renderer, sinew_draw_skin skin, sinew_error *out_error)
{
    const sinew_model *model = renderer->model;
    const sinew_result result = sinew__render_model_buffers_choose_skin(&renderer->buffers, model, skin, out_error);
    if (result != SINEW_OK) return result;
    int features = renderer->buffers.has_duals ? RENDER_FEATURE_DUAL_QUATERNIONS : 0;
    if (model->texture_mapping_count > 0) features |= RENDER_FEATURE_MAPPINGS;
    for (int32_t i = 0; i < model->material_count; ++i) {
        const sinew_material *material = &model->materials[i];
        for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind)
            if (material->maps[kind] != SINEW_NONE) features |= 1 << kind;
        if (material->metalness > 0.0f) features |= RENDER_FEATURE_METAL;
        if (material->alpha_mode != SINEW_ALPHA_OPAQUE) features |= RENDER_FEATURE_ALPHA;
    }
    for (int32_t i = 0; i < model->mesh_count; ++i)
        if (sinew__is_additive(sinew__skin_of(model, &model->meshes[i]))) features |= RENDER_FEATURE_ADDITIVE_SKIN;
    sinew__render_programs_set_features(&renderer->programs, features);
    return SINEW_OK;
}

// Skins meshes once for several passes, by transform feedback.

/// Skins one mesh: writes its positions and normals to two buffers at `offset`. Nothing is drawn, but OpenGL requires a
/// complete framebuffer: the image's, or before the first image, the window's.
static void capture(const sinew_renderer *renderer, const GLuint buffers[2], GLintptr offset, const sinew_mesh *mesh)
{
    glBindFramebuffer(GL_FRAMEBUFFER, renderer->target.image);
    const GLsizeiptr size = (GLsizeiptr)((size_t)mesh->vertex_count * 3 * sizeof(float));
    for (GLuint i = 0; i < 2; ++i) glBindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, i, buffers[i], offset, size);
    glEnable(GL_RASTERIZER_DISCARD);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, mesh->first_vertex, mesh->vertex_count);
    glEndTransformFeedback();
    glDisable(GL_RASTERIZER_DISCARD);
    for (GLuint i = 0; i < 2; ++i) glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, i, 0);
}

/// Skins the visible meshes once for all passes.
static sinew_result skin_once(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    const sinew_model *model = renderer->model;
    const sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_FEEDBACK, out_error);
    if (result != SINEW_OK) return result;
    sinew__render_model_buffers_make_skinned(&renderer->buffers, model);
    sinew__render_model_buffers_bind(&renderer->buffers, &renderer->programs, RENDER_PROGRAM_FEEDBACK);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        const GLintptr offset = (GLintptr)((size_t)mesh->first_vertex * 3 * sizeof(float));
        if (sinew__render_mesh_is_visible(mesh, frame->pose))
            capture(renderer, renderer->buffers.skinned, offset, mesh);
    }
    renderer->buffers.is_skinned = 1;
    return SINEW_OK;
}

// ---- reading back -------------------------------------------------------------------------------------------------

static GLuint make_capture(GLsizeiptr size)
{
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, size, NULL, GL_STREAM_READ);
    return buffer;
}

/// Copies captured values to `out`. Returns 0 if the driver does not provide them.
static int read_capture(GLuint buffer, GLsizeiptr size, float *out)
{
    glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
    const void *mapped = glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, size, GL_MAP_READ_BIT);
    if (!mapped) return 0;
    memcpy(out, mapped, (size_t)size);
    return glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER) == GL_TRUE;
}

static sinew_result skin_and_read(sinew_renderer *renderer, const sinew_pose *pose, int32_t mesh, float *out_positions,
                                  float *out_normals, sinew_error *out_error)
{
    const sinew_mesh *one = &renderer->model->meshes[mesh];
    sinew_result result = choose_skin(renderer, SINEW_DRAW_SKIN_FILE, out_error);
    if (result == SINEW_OK) result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_FEEDBACK, out_error);
    if (result != SINEW_OK || one->vertex_count == 0) return result;

    result = sinew__render_model_buffers_pose(&renderer->buffers, renderer->model, pose, out_error);
    if (result != SINEW_OK) return result;
    sinew__render_model_buffers_bind(&renderer->buffers, &renderer->programs, RENDER_PROGRAM_FEEDBACK);
    const GLsizeiptr size = (GLsizeiptr)((size_t)one->vertex_count * 3 * sizeof(float));
    const GLuint captured[2] = {make_capture(size), make_capture(size)};
    capture(renderer, captured, 0, one);
    int done = !out_positions || read_capture(captured[0], size, out_positions);
    done = done && (!out_normals || read_capture(captured[1], size, out_normals));
    if (done && out_normals) {
        float *vectors = out_normals;
        for (int32_t i = 0; i < one->vertex_count; ++i, vectors += 3) {
            const float length = sqrtf(vectors[0] * vectors[0] + vectors[1] * vectors[1] + vectors[2] * vectors[2]);
            for (int k = 0; k < 3; ++k) vectors[k] = length > 0.0f ? vectors[k] / length : 0.0f;
        }
    }
    glDeleteBuffers(2, captured);
    if (done) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_OUT_OF_MEMORY, "the graphics driver returned no vertices of mesh %d",
                       mesh);
}

/// Returns whether the pose belongs to another model than the renderer's, and sets the error.
static int lacks_pose(const sinew_renderer *renderer, const sinew_pose *pose, sinew_error *out_error)
{
    if (!renderer->model || sinew__pose_fits(renderer->model, pose)) return 0;
    sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the pose belongs to another model (%d joints, expected %d)",
                (int)pose->joint_count, (int)renderer->model->joint_count);
    return 1;
}

sinew_result sinew__renderer_skin_mesh(sinew_renderer *renderer, const sinew_pose *pose, int32_t mesh,
                                       float *out_positions, float *out_normals, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, renderer, pose)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!renderer->model || mesh < 0 || mesh >= renderer->model->mesh_count) {
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the renderer's model has no mesh %d", mesh);
    }
    if (lacks_pose(renderer, pose, out_error)) return SINEW_ERROR_INVALID_ARGUMENT;
    begin_drawing(renderer);
    const sinew_result result = skin_and_read(renderer, pose, mesh, out_positions, out_normals, out_error);
    end_drawing(renderer);
    return result;
}

// The drawing order of a crowd's instances.

typedef struct instance_distance {
    double distance;
    int32_t character;
} instance_distance;

static int compare_distance(const void *a, const void *b)
{
    const instance_distance *left = a, *right = b;
    if (left->distance != right->distance) return left->distance < right->distance ? -1 : 1;
    return (left->character > right->character) - (left->character < right->character);
}

/// Returns the instances in drawing order, [count], allocated; NULL when out of memory. Near instances come first
/// because they hide others; far instances come first if the model has a translucent material.
static int32_t *order_instances(const sinew_model *model, const sinew_instances *instances, const sinew_camera *camera)
{
    const size_t count = (size_t)instances->count;
    instance_distance *distances = sinew__allocate(count * sizeof *distances);
    int32_t *order = sinew__allocate(count * sizeof *order);
    if (!distances || !order) {
        sinew_free(distances);
        sinew_free(order);
        return NULL;
    }
    double sign = 1.0;
    for (int32_t i = 0; i < model->material_count; ++i)
        if (model->materials[i].alpha_mode == SINEW_ALPHA_BLEND) sign = -1.0;
    render_camera_axes axes;
    sinew__render_camera_find_axes(camera, &axes);
    for (int32_t i = 0; i < instances->count; ++i) {
        static const float origin[3] = {0};
        const float *position = instances->positions ? instances->positions[i] : origin;
        const double point[3] = {(double)position[0], (double)position[1], (double)position[2]};
        distances[i] = (instance_distance){sign * sinew__double3_dot(point, axes.forward), i};
    }
    qsort(distances, count, sizeof *distances, compare_distance);
    for (size_t i = 0; i < count; ++i) order[i] = distances[i].character;
    sinew_free(distances);
    return order;
}

// ---- create and destroy -------------------------------------------------------------------------------------------

sinew_result sinew_renderer_create(sinew_renderer **out_renderer, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, out_renderer)) return SINEW_ERROR_INVALID_ARGUMENT;
    *out_renderer = NULL;
    int version = 0;
    if (!sinew__graphics_is_supported(&version)) {
        return sinew__fail(out_error, SINEW_ERROR_NO_GL,
                           "cannot start OpenGL 3.3 or OpenGL ES 3.0: the driver has %d.%d", version / 10,
                           version % 10);
    }
    sinew_renderer *renderer = sinew__allocate_zeroed(1, sizeof *renderer);
    if (!renderer) return sinew__fail_memory(out_error);
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    renderer->programs.influence_columns = largest < 4096 ? largest : 4096;
    glGenVertexArrays(1, &renderer->empty_array);
    // WebGL draws nothing if an integer attribute has a float constant, even if the shader does not use the attribute.
    glVertexAttribI4ui(RENDER_ATTRIBUTE_FIRST_INFLUENCE, 0, 0, 0, 0);
    glVertexAttribI4ui(RENDER_ATTRIBUTE_END_INFLUENCE, 0, 0, 0, 0);
    *out_renderer = renderer;
    return SINEW_OK;
}

static void clear_model(sinew_renderer *renderer)
{
    sinew__render_model_buffers_delete(&renderer->buffers);
    sinew__render_bones_delete(&renderer->bones);
    sinew__render_vertex_values_delete(&renderer->values);
    renderer->has_rest_bounds = 0;
    renderer->model = NULL;
}

void sinew_renderer_destroy(sinew_renderer *renderer)
{
    if (!renderer) return;
    clear_model(renderer);
    sinew__render_programs_delete(&renderer->programs);
    sinew__render_target_delete(&renderer->target);
    const GLuint arrays[] = {renderer->empty_array, renderer->text_array, renderer->stroke_array};
    const GLuint buffers[] = {renderer->text_buffer, renderer->stroke_buffer};
    const GLuint textures[] = {renderer->shadow_texture, renderer->glyphs};
    glDeleteVertexArrays(3, arrays);
    glDeleteTextures(2, textures);
    glDeleteBuffers(2, buffers);
    glDeleteFramebuffers(1, &renderer->shadow_framebuffer);
    sinew__render_glyph_atlas_destroy(renderer->atlas);
    for (int i = 0; i < renderer->font_count; ++i) sinew_free(renderer->fonts[i].bytes);
    sinew_free(renderer);
}

sinew_result sinew_renderer_set_model(sinew_renderer *renderer, const sinew_model *model, const sinew_image *images,
                                      sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, renderer, model)) return SINEW_ERROR_INVALID_ARGUMENT;
    begin_drawing(renderer);
    clear_model(renderer);
    sinew_result result = sinew__render_model_buffers_create(&renderer->buffers, model, images,
                                                             renderer->programs.influence_columns, out_error);
    if (result == SINEW_OK) result = sinew__render_bones_create(&renderer->bones, model, out_error);
    if (result == SINEW_OK) {
        renderer->model = model;
        renderer->surface = sinew__render_has_surface(model);
        renderer->shows_skeleton = sinew__shows_skeleton(model);
    } else {
        clear_model(renderer);
    }
    end_drawing(renderer);
    return result;
}

// ---- one image ----------------------------------------------------------------------------------------------------

/// Computes the importer's root transform, and its matrix for normals.
static void find_root(const sinew_model *model, render_frame *frame)
{
    mat4 root = GLM_MAT4_IDENTITY_INIT;
    mat3 linear, normal;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) root[column][row] = (float)model->info->root.row[row][column];
    }
    glm_mat4_pick3(root, linear);
    const float determinant = glm_mat3_det(linear);
    for (int i = 0; i < 3; ++i) {
        glm_vec3_cross(linear[(i + 1) % 3], linear[(i + 2) % 3], normal[i]);
        if (determinant < 0.0f) glm_vec3_negate(normal[i]);
    }
    memcpy(frame->root, root, sizeof frame->root);
    memcpy(frame->root_normal, normal, sizeof frame->root_normal);
}

/// Computes the direction `azimuth` degrees to the left of the camera and `elevation` degrees above the ground.
static void light_direction(const render_camera_axes *axes, const double up[3], double azimuth, double elevation,
                            float out[3])
{
    const double degree = SINEW__PI / 180.0;
    // The horizontal part of the direction to the camera. From straight above or below, the down direction of the
    // image.
    double level[3], left[3], direction[3];
    sinew__double3_add_scaled(axes->forward, -sinew__double3_dot(axes->forward, up), up, level);
    for (int i = 0; i < 3; ++i) level[i] = -level[i];
    const double steep = sinew__double3_length(level) < 0.05 ? 1.0 : 0.0;
    for (int i = 0; i < 3; ++i) level[i] -= steep * axes->up[i];
    sinew__double3_normalize(level, axes->up);
    sinew__double3_cross(level, up, left);
    sinew__double3_spherical(level, left, up, azimuth * degree, elevation * degree, direction);
    for (int i = 0; i < 3; ++i) out[i] = (float)direction[i];
}

/// Makes the frame of an image. `bounds` contain all instances, `character` one of them.
static render_frame make_frame(const sinew_renderer *renderer, const sinew_pose *pose,
                               const sinew_draw_options *options, const sinew_bounds *bounds,
                               const sinew_bounds *character)
{
    render_frame frame = {
        .model = renderer->model,
        .options = options,
        .pose = pose,
        .bounds = bounds,
        .pixel_scale = (float)(options->pixel_scale > 0.0 ? options->pixel_scale : 1.0),
        .instance_count = 1,
    };
    const double aspect = (double)options->width / options->height;
    sinew__render_camera_matrices(&options->camera, frame.bounds, aspect, frame.view_projection,
                                  frame.inverse_view_projection);
    find_root(renderer->model, &frame);
    double up[3], front[3], eye[3];
    sinew_model_axes(renderer->model, up, front);
    render_camera_axes axes;
    sinew__render_camera_find_axes(&options->camera, &axes);
    const double away = options->camera.field_of_view > 0.0 ? 0.0 : -1e3 * frame.bounds->radius;
    sinew__double3_add_scaled(options->camera.eye, away, axes.forward, eye);
    for (int i = 0; i < 3; ++i) {
        frame.up[i] = (float)up[i];
        frame.eye[i] = (float)eye[i];
    }
    light_direction(&axes, up, 42.0, 46.0, frame.key_direction);
    light_direction(&axes, up, -58.0, 14.0, frame.fill_direction);
    double low = (double)INFINITY, high = -(double)INFINITY;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        low = fmin(low, sinew__double3_dot(character->points[i], up));
        high = fmax(high, sinew__double3_dot(character->points[i], up));
    }
    // about half the height of the motion; for a flat motion, a fraction of its radius
    frame.character_size = (float)fmax(0.5 * (high - low), 0.25 * character->radius);
    return frame;
}

static int shows_skeleton(const sinew_renderer *renderer, const sinew_draw_options *options)
{
    if (options->skeleton == SINEW_SHOW_AUTO) return renderer->shows_skeleton;
    return options->skeleton == SINEW_SHOW_ON;
}

/// Returns whether skinning once before all passes (shadow, surface, edges) is cheaper than skinning in every pass. On
/// llvmpipe, which has the slowest vertex processing, capturing a vertex costs about as much as two or three
/// influences. With 3.0 influences per vertex it saves 2 % of two passes and 3 % of three, and costs 5 % of one; with
/// single influences it never pays. For crowds it would take too much memory.
static int skins_once(const render_frame *frame, int ground)
{
    const sinew_draw_options *options = frame->options;
    const int passes = (ground != 0) + !options->wireframe + (options->edges || options->wireframe);
    return !frame->is_crowd && passes > 1 && frame->model->influence_count >= 2 * (int64_t)frame->model->vertex_count;
}

/// Draws ghosts under the character. Each ghost covers the previous ones.
static sinew_result draw_ghosts(sinew_renderer *renderer, const render_frame *frame, int meshes, int skeleton,
                                sinew_error *out_error)
{
    const sinew_onion *onion = frame->options->onion;
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < onion->count && result == SINEW_OK; ++i) {
        const sinew_ghost *ghost = &onion->ghosts[i];
        if (!ghost->is_shown) continue;
        render_frame ghost_frame = *frame;
        ghost_frame.pose = ghost->pose;
        ghost_frame.ghost = ghost->color;
        result = sinew__render_model_buffers_pose(&renderer->buffers, renderer->model, ghost->pose, out_error);
        if (result != SINEW_OK) break;
        if (meshes)
            result = sinew__render_draw_meshes(renderer, &ghost_frame, out_error);
        else if (skeleton)
            result = sinew__render_draw_bones(renderer, &ghost_frame, skeleton, out_error);
        glClear(GL_DEPTH_BUFFER_BIT);
    }
    if (result != SINEW_OK) return result;
    return sinew__render_model_buffers_pose(&renderer->buffers, renderer->model, frame->pose, out_error);
}

static sinew_result draw_character(sinew_renderer *renderer, const render_frame *frame, int meshes,
                                   sinew_error *out_error)
{
    const sinew_draw_options *options = frame->options;
    const int skeleton = shows_skeleton(renderer, options);
    sinew_result result = SINEW_OK;
    if (options->onion && !frame->is_crowd) result = draw_ghosts(renderer, frame, meshes, skeleton, out_error);
    if (result == SINEW_OK && meshes) result = sinew__render_draw_meshes(renderer, frame, out_error);
    if (result == SINEW_OK && options->trail && !frame->is_crowd)
        result = sinew__render_draw_trail(renderer, frame, out_error);
    if (result == SINEW_OK && !frame->is_crowd && (skeleton || options->has_joint)) {
        result = sinew__render_draw_bones(renderer, frame, skeleton, out_error);
    }
    if (result == SINEW_OK && options->axes && !frame->is_crowd)
        result = sinew__render_draw_axes(renderer, frame, out_error);
    return result;
}

static sinew_result draw_steps(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    const sinew_draw_options *options = frame->options;
    const int meshes = renderer->surface && options->meshes != SINEW_SHOW_OFF;
    const int ground = !options->transparent && options->ground != SINEW_SHOW_OFF;
    float shadow_rectangle[4] = {0.0f, 0.0f, -1.0f, -1.0f};
    sinew_result result = SINEW_OK;
    if (meshes && !renderer->buffers.is_skinned && skins_once(frame, ground))
        result = skin_once(renderer, frame, out_error);
    if (result == SINEW_OK && meshes && ground) {
        result = sinew__render_draw_shadow(renderer, frame, shadow_rectangle, out_error);
    }
    if (result != SINEW_OK) return result;

    sinew__render_target_begin_character(&renderer->target, !options->onto);
    result = draw_character(renderer, frame, meshes, out_error);
    sinew__render_target_begin_image(&renderer->target);
    if (renderer->draws_to_window) {
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        glViewport(renderer->window_x, 0, renderer->target.width, renderer->target.height);
    }
    if (result == SINEW_OK) result = sinew__render_draw_stage(renderer, frame, shadow_rectangle, out_error);
    const int labels =
        options->status || options->panel || options->names || sinew__render_shows_values(renderer, options);
    if (result == SINEW_OK && labels) result = sinew__render_draw_text(renderer, frame, out_error);
    return result;
}

/// Checks numbers that would reach the driver, or select a part of an image, unchecked.
static sinew_result check_options(const sinew_model *model, const sinew_draw_options *options, sinew_error *out_error)
{
    const sinew_camera *camera = &options->camera;
    double sum = camera->field_of_view + camera->height + options->progress + options->pixel_scale;
    for (int i = 0; i < 3; ++i)
        sum += camera->eye[i] + camera->target[i] + camera->up[i] + (double)options->background[i];
    if (!isfinite(sum))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT,
                           "a number of the camera, the background, the progress or the scale of pixels is not finite");
    if ((uint32_t)options->colors > SINEW_COLORS_CLAY || (uint32_t)options->skin > SINEW_DRAW_SKIN_SPHERICAL ||
        options->samples < 0)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "colors %d, skin %d or %d samples are invalid",
                           (int)options->colors, (int)options->skin, (int)options->samples);
    const sinew_show shown[] = {options->skeleton, options->meshes, options->ground, options->text};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; ++i)
        if ((uint32_t)shown[i] > SINEW_SHOW_OFF)
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d is not a value of sinew_show",
                               (int)shown[i]);
    if (options->has_joint && sinew__lacks_item(out_error, "joint", options->joint, model->joint_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; options->onion && i < options->onion->count; ++i)
        if (!sinew__pose_fits(model, options->onion->ghosts[i].pose))
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the onion skin belongs to another model");
    return SINEW_OK;
}

/// Prepares the framebuffers, and finds the bounds of the motion: the caller's, or else the rest pose's.
static sinew_result begin_image(sinew_renderer *renderer, const sinew_draw_options *options,
                                const sinew_bounds **out_bounds, sinew_error *out_error)
{
    if (!renderer->model) return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the renderer has no model");
    sinew_result result = check_options(renderer->model, options, out_error);
    if (result != SINEW_OK) return result;
    const int32_t samples = options->samples == 0 ? 4 : options->samples;
    const render_target *image = &renderer->target;
    if (options->onto &&
        (image->width != options->width || image->height != options->height || image->requested_samples != samples))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT,
                           "an image of %d x %d pixels cannot be drawn onto one of %d x %d", (int)options->width,
                           (int)options->height, (int)image->width, (int)image->height);
    result = sinew__render_target_prepare(&renderer->target, options->width, options->height, samples, out_error);
    if (result != SINEW_OK) return result;
    if (!options->bounds && !renderer->has_rest_bounds) {
        result = sinew_motion_bounds(renderer->model, SINEW_ENGINE_FAST, SINEW_NONE, 0.0, 0.0, &renderer->rest_bounds,
                                     out_error);
        if (result != SINEW_OK) return result;
        renderer->has_rest_bounds = 1;
    }
    *out_bounds = options->bounds ? options->bounds : &renderer->rest_bounds;
    renderer->transparent = options->transparent;
    return SINEW_OK;
}

/// Exchanges the renderer's framebuffers with the framebuffers of options->onto, whose image is drawn on. A second call
/// undoes the exchange.
static void exchange_target(sinew_renderer *renderer, const sinew_draw_options *options)
{
    if (!options->onto || options->onto == renderer) return;
    const render_target own = renderer->target;
    renderer->target = options->onto->target;
    options->onto->target = own;
}

static void begin_drawing_image(sinew_renderer *renderer, const sinew_draw_options *options)
{
    begin_drawing(renderer);
    exchange_target(renderer, options);
}

static void end_drawing_image(sinew_renderer *renderer, const sinew_draw_options *options)
{
    exchange_target(renderer, options);
    end_drawing(renderer);
}

static sinew_result draw_one(sinew_renderer *renderer, const sinew_pose *pose, const sinew_draw_options *options,
                             sinew_error *out_error)
{
    const sinew_bounds *bounds = NULL;
    sinew_result result = begin_image(renderer, options, &bounds, out_error);
    if (result == SINEW_OK) result = choose_skin(renderer, options->skin, out_error);
    if (result == SINEW_OK)
        result = sinew__render_model_buffers_pose(&renderer->buffers, renderer->model, pose, out_error);
    if (result != SINEW_OK) return result;
    const render_frame frame = make_frame(renderer, pose, options, bounds, bounds);
    return draw_steps(renderer, &frame, out_error);
}

sinew_result sinew_renderer_draw(sinew_renderer *renderer, const sinew_pose *pose, const sinew_draw_options *options,
                                 sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, renderer, pose, options) || lacks_pose(renderer, pose, out_error))
        return SINEW_ERROR_INVALID_ARGUMENT;
    begin_drawing_image(renderer, options);
    const sinew_result result = draw_one(renderer, pose, options, out_error);
    end_drawing_image(renderer, options);
    return result;
}

// ---- crowds -------------------------------------------------------------------------------------------------------

static sinew_result check_instances(const sinew_renderer *renderer, const sinew_instances *instances,
                                    sinew_error *out_error)
{
    const int32_t max = renderer->buffers.max_instances;
    if (!renderer->surface) return sinew__fail(out_error, SINEW_ERROR_NO_MESH, "no mesh to draw a crowd of");
    if (instances->count > max)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "a crowd of %d instances, the graphics driver supports %d",
                           (int)instances->count, (int)max);
    if (instances->count < 0 || (instances->count > 0 && !instances->palettes))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d instances, or no palettes for them",
                           (int)instances->count);
    for (int32_t i = 0; instances->positions && i < instances->count; ++i)
        if (!isfinite(instances->positions[i][0] + instances->positions[i][1] + instances->positions[i][2]))
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the position of instance %d is not finite",
                               (int)i);
    return SINEW_OK;
}

static sinew_result draw_instances(sinew_renderer *renderer, const sinew_pose *pose, const sinew_instances *instances,
                                   const sinew_draw_options *options, sinew_error *out_error)
{
    const sinew_bounds *bounds = NULL;
    sinew_result result = begin_image(renderer, options, &bounds, out_error);
    if (result == SINEW_OK) result = check_instances(renderer, instances, out_error);
    if (result == SINEW_OK) result = choose_skin(renderer, SINEW_DRAW_SKIN_FILE, out_error);
    if (result != SINEW_OK) return result;
    int32_t *order = order_instances(renderer->model, instances, &options->camera);
    if (!order) return sinew__fail_memory(out_error);
    result =
        sinew__render_model_buffers_instances(&renderer->buffers, renderer->model, pose, instances, order, out_error);
    sinew_free(order);
    if (result != SINEW_OK) return result;
    render_frame frame = make_frame(renderer, pose, options, bounds, instances->bounds);
    frame.instance_count = instances->count;
    frame.is_crowd = 1;
    return draw_steps(renderer, &frame, out_error);
}

sinew_result sinew_renderer_draw_crowd(sinew_renderer *renderer, const sinew_pose *pose,
                                       const sinew_instances *instances, const sinew_draw_options *options,
                                       sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, renderer, pose, instances, options) || lacks_pose(renderer, pose, out_error))
        return SINEW_ERROR_INVALID_ARGUMENT;
    begin_drawing_image(renderer, options);
    const sinew_result result = draw_instances(renderer, pose, instances, options, out_error);
    end_drawing_image(renderer, options);
    return result;
}

void sinew__render_to_window(sinew_renderer *renderer, int32_t x)
{
    renderer->draws_to_window = 1;
    renderer->window_x = x;
}

void sinew__render_to_image(sinew_renderer *renderer)
{
    renderer->draws_to_window = 0;
    renderer->window_x = 0;
}

void sinew_renderer_read(sinew_renderer *renderer, uint8_t *out_pixels)
{
    begin_drawing(renderer);
    sinew__render_target_read(&renderer->target, !renderer->transparent, out_pixels);
    end_drawing(renderer);
}

void sinew__render_exchange_images(sinew_renderer *a, sinew_renderer *b)
{
    const render_target target = a->target;
    const int transparent = a->transparent;
    a->target = b->target;
    a->transparent = b->transparent;
    b->target = target;
    b->transparent = transparent;
}

sinew_result sinew__render_write_image(sinew_renderer *renderer, int32_t width, int32_t height, const uint8_t *pixels,
                                       int transparent, sinew_error *out_error)
{
    const int32_t samples = renderer->target.image ? renderer->target.requested_samples : 1;
    begin_drawing(renderer);
    sinew_result result = sinew__render_target_prepare(&renderer->target, width, height, samples, out_error);
    if (result == SINEW_OK) result = sinew__render_target_write(&renderer->target, !transparent, pixels, out_error);
    renderer->transparent = transparent;
    end_drawing(renderer);
    return result;
}

/// Returns whether a shader has to encode colours for the bound framebuffer, because the framebuffer stores bytes and
/// does not encode colours itself.
static int needs_encoding(GLuint framebuffer)
{
    const GLenum attachment = framebuffer ? GL_COLOR_ATTACHMENT0 : sinew__graphics_window_colors();
    GLint encoding = GL_LINEAR, type = GL_UNSIGNED_NORMALIZED;
    glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, attachment, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING,
                                          &encoding);
    glGetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, attachment, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE,
                                          &type);
    return encoding != GL_SRGB && type != GL_FLOAT;
}

/// Draws the image into a framebuffer with a shader, which, unlike a blit, works for several samples and any format.
static sinew_result draw_image(sinew_renderer *renderer, GLuint framebuffer, int32_t x, int32_t y,
                               sinew_error *out_error)
{
    const sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_CONTENTS, out_error);
    if (result != SINEW_OK) return result;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(x, y, renderer->target.width, renderer->target.height);
    glBindTexture(GL_TEXTURE_2D, renderer->target.image_color);
    sinew__render_set_int(&renderer->programs, RENDER_PROGRAM_CONTENTS, "contents", RENDER_UNIT_TEXTURE);
    sinew__render_set_int(&renderer->programs, RENDER_PROGRAM_CONTENTS, "encodes", needs_encoding(framebuffer));
    sinew__graphics_encode_srgb(1);
    if (renderer->transparent) glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(renderer->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
    return SINEW_OK;
}

sinew_result sinew_renderer_blit(sinew_renderer *renderer, uint32_t framebuffer, int32_t x, int32_t y,
                                 sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, renderer)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!renderer->target.image)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the renderer has drawn no image");
    begin_drawing(renderer);
    const sinew_result result = draw_image(renderer, framebuffer, x, y, out_error);
    end_drawing(renderer);
    return result;
}
