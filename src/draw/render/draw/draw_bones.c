// Draws the skeleton over the meshes: bones and joints as instances of two shapes.
#include "draw/render/renderer.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/vec3.h"
#include "draw/render/vertex_attribute.h"
#include "runtime/view/view.h"

// The two shapes of the skeleton, as triangles: a link for a bone, a ball for a joint.

/// A vertex of a triangle.
typedef struct render_solid_vertex {
    float position[3], normal[3];
    float corner[3]; ///< for a triangle with an outline: 1 0 0, 0 1 0 and 0 0 1 at its vertices; without: 1 1 1 at all
                     ///< vertices
} render_solid_vertex;

enum {
    RENDER_LINK_VERTICES = 24, ///< eight triangles
    RENDER_BALL_VERTICES = 96, ///< thirty-two
};

/// Position of the widest point of a link, as a fraction of its length.
static const float waist_share = 0.13f;

static void make_flat_triangle(const vec3 a, const vec3 b, const vec3 c, render_solid_vertex out[3])
{
    vec3 points[3], ab, ac, normal;
    memcpy(points[0], a, sizeof(vec3));
    memcpy(points[1], b, sizeof(vec3));
    memcpy(points[2], c, sizeof(vec3));
    glm_vec3_sub(points[1], points[0], ab);
    glm_vec3_sub(points[2], points[0], ac);
    glm_vec3_crossn(ab, ac, normal);
    for (int i = 0; i < 3; ++i) {
        out[i] = (render_solid_vertex){0};
        memcpy(out[i].position, points[i], sizeof(vec3));
        memcpy(out[i].normal, normal, sizeof(vec3));
        out[i].corner[i] = 1.0f;
    }
}

/// Creates a link: an octahedron elongated from y = 0 to y = 1, of width 1.
static void make_link(render_solid_vertex out_vertices[RENDER_LINK_VERTICES])
{
    const vec3 head = {0.0f, 0.0f, 0.0f}, tip = {0.0f, 1.0f, 0.0f};
    const vec3 waist[4] = {
        {0.5f, waist_share, 0.5f}, {0.5f, waist_share, -0.5f}, {-0.5f, waist_share, -0.5f}, {-0.5f, waist_share, 0.5f}};
    for (int i = 0; i < 4; ++i) {
        const int next = (i + 1) % 4;
        make_flat_triangle(waist[next], waist[i], head, out_vertices + 6 * i);
        make_flat_triangle(waist[i], waist[next], tip, out_vertices + 6 * i + 3);
    }
}

/// Adds a triangle on the unit sphere, whose positions are also its normals.
static render_solid_vertex *put_round_triangle(vec3 a, vec3 b, vec3 c, render_solid_vertex *out)
{
    float *const corners[3] = {a, b, c};
    for (int i = 0; i < 3; ++i) {
        *out = (render_solid_vertex){.corner = {1.0f, 1.0f, 1.0f}};
        memcpy(out->position, corners[i], sizeof(vec3));
        memcpy(out->normal, corners[i], sizeof(vec3));
        ++out;
    }
    return out;
}

/// Creates a sphere of radius 1.
static void render_make_ball(render_solid_vertex out_vertices[RENDER_BALL_VERTICES])
{
    // Divides each face of an octahedron into four and projects them onto the sphere.
    for (int octant = 0; octant < 8; ++octant) {
        vec3 x = {octant & 1 ? -1.0f : 1.0f, 0.0f, 0.0f};
        vec3 y = {0.0f, octant & 2 ? -1.0f : 1.0f, 0.0f};
        vec3 z = {0.0f, 0.0f, octant & 4 ? -1.0f : 1.0f};
        vec3 xy, yz, zx;
        glm_vec3_add(x, y, xy);
        glm_vec3_add(y, z, yz);
        glm_vec3_add(z, x, zx);
        glm_vec3_normalize(xy);
        glm_vec3_normalize(yz);
        glm_vec3_normalize(zx);
        out_vertices = put_round_triangle(x, xy, zx, out_vertices);
        out_vertices = put_round_triangle(y, yz, xy, out_vertices);
        out_vertices = put_round_triangle(z, zx, yz, out_vertices);
        out_vertices = put_round_triangle(xy, yz, zx, out_vertices);
    }
}

/// Per-instance attributes of one solid of the skeleton.
typedef struct render_bone_instance {
    float axes[3][3], origin[3];
    float color[4]; ///< linear light, straight alpha
} render_bone_instance;

static const float link_color[4] = {0.045f, 0.32f, 0.50f, 1.0f};

static const float ball_color[4] = {0.95f, 0.86f, 0.62f, 1.0f};

static const float selected_color[4] = {1.0f, 0.30f, 0.02f, 1.0f};

/// Width of a link as a fraction of its length, and the limits of the width as fractions of the character's size.
static const double width_share = 0.18, min_width = 0.012, max_width = 0.056;

// ---- skeleton structure -------------------------------------------------------------------------------------------

sinew_result sinew__render_bones_create(render_bones *bones, const sinew_model *model, sinew_error *out_error)
{
    const size_t count = (size_t)model->joint_count + 1;
    const int has_bones = sinew__render_has_bones(model);
    // [count] parents, followed by [count] the bone of each joint.
    int32_t *parents = sinew__allocate(2 * count * sizeof *parents);
    bones->bones = sinew__allocate(count * sizeof *bones->bones);
    bones->instances = sinew__allocate(2 * count * sizeof *bones->instances);
    if (!parents || !bones->bones || !bones->instances) {
        sinew_free(parents);
        return sinew__fail_memory(out_error);
    }
    int32_t *bone_of = parents + count;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        // Find the nearest skeletal ancestor of the joint. Parents have smaller indices, so one pass is enough.
        const int32_t parent = model->joints[i].parent;
        const int is_next = parent == SINEW_NONE || sinew__render_is_skeletal(model, has_bones, parent);
        parents[i] = is_next ? parent : parents[parent];
        if (!sinew__render_is_skeletal(model, has_bones, i)) continue;
        if (parents[i] != SINEW_NONE) bones->bones[bone_of[parents[i]]].is_leaf = 0;
        bone_of[i] = bones->count;
        bones->bones[bones->count++] = (render_bone){.joint = i, .parent = parents[i], .is_leaf = 1};
    }
    sinew_free(parents);
    return SINEW_OK;
}

void sinew__render_bones_delete(render_bones *bones)
{
    glDeleteBuffers(1, &bones->solid_buffer);
    glDeleteBuffers(1, &bones->instance_buffer);
    glDeleteVertexArrays(1, &bones->vertex_array);
    sinew_free(bones->bones);
    sinew_free(bones->instances);
    *bones = (render_bones){0};
}

// ---- instances of one image ---------------------------------------------------------------------------------------

/// Computes a link's axes: y from parent to joint, x as close as possible to the parent's x axis, so that twist is
/// visible. Returns whether the link has a length.
static int link_axes(const sinew_pose *pose, const render_bone *bone, double out_origin[3], double out_axes[3][3],
                     double *out_length)
{
    double tip[3], along[3], own_x[3];
    sinew__render_joint_position(pose, bone->parent, out_origin);
    sinew__render_joint_position(pose, bone->joint, tip);
    sinew__double3_subtract(tip, out_origin, along);
    *out_length = sinew__double3_length(along);
    if (!(*out_length > 0.0) || !isfinite(*out_length)) return 0;
    for (int i = 0; i < 3; ++i) out_axes[1][i] = along[i] / *out_length;

    for (int i = 0; i < 3; ++i) own_x[i] = pose->global[bone->parent].row[i][0];
    sinew__double3_normalize(own_x, (const double[3]){1.0, 0.0, 0.0});
    if (fabs(sinew__double3_dot(own_x, out_axes[1])) > 0.9) {
        for (int i = 0; i < 3; ++i) own_x[i] = pose->global[bone->parent].row[i][2];
    }
    sinew__double3_cross(own_x, out_axes[1], out_axes[2]);
    const int flat = fabs(out_axes[1][0]) > 0.9;
    double aside[3];
    sinew__double3_cross((const double[3]){flat ? 0.0 : 1.0, flat ? 1.0 : 0.0, 0.0}, out_axes[1], aside);
    sinew__double3_normalize(aside, (const double[3]){0.0, 0.0, 1.0});
    sinew__double3_normalize(out_axes[2], aside);
    sinew__double3_cross(out_axes[1], out_axes[2], out_axes[0]);
    return 1;
}

static render_bone_instance make_instance(const double origin[3], double axes[3][3], const double lengths[3],
                                          const float color[4])
{
    render_bone_instance instance;
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k) instance.axes[i][k] = (float)(axes[i][k] * lengths[i]);
        instance.origin[i] = (float)origin[i];
    }
    memcpy(instance.color, color, sizeof instance.color);
    return instance;
}

static int is_selected(const render_frame *frame, int32_t joint)
{
    return frame->options->has_joint && frame->options->joint == joint;
}

/// Creates the sphere of a joint; the selected joint's is larger.
static render_bone_instance make_ball(const render_frame *frame, int32_t joint, double width, int is_leaf)
{
    static double unit[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const double character_size = (double)frame->character_size;
    const int selected = is_selected(frame, joint);
    const float *color = frame->ghost ? frame->ghost : selected ? selected_color : ball_color;
    const double min = selected ? 1.6 * min_width * character_size : 0.0;
    const double ball = fmax((selected ? 0.52 : is_leaf ? 0.34 : 0.30) * width, min);
    double position[3];
    sinew__render_joint_position(frame->pose, joint, position);
    return make_instance(position, unit, (const double[3]){ball, ball, ball}, color);
}

/// Sets the instances of the links and of the spheres. Without `skeleton`, sets only the sphere of the selected joint
/// and the links that begin at it; these links are left out if the surface shows weights or influences, which they
/// would hide. Returns the number of links.
static int32_t fill_instances(const render_bones *bones, const render_frame *frame, int skeleton, int32_t *out_balls)
{
    const double character_size = (double)frame->character_size, thin = 2.0 * min_width * character_size;
    const sinew_colors colors = frame->options->colors;
    const int hides_values = colors == SINEW_COLORS_WEIGHTS || colors == SINEW_COLORS_INFLUENCES;
    int32_t links = 0, balls = 0;
    int seeks = frame->options->has_joint; // the selected joint may not be part of the skeleton
    render_bone_instance *ball_instances = bones->instances + bones->count;
    for (int32_t i = 0; i < bones->count; ++i) {
        const render_bone *bone = &bones->bones[i];
        const int selected = bone->parent != SINEW_NONE && is_selected(frame, bone->parent);
        double position[3], origin[3], axes[3][3], length = 0.0;
        sinew__render_joint_position(frame->pose, bone->joint, position);
        if (!isfinite(position[0] + position[1] + position[2])) continue;
        double width = thin;
        if (bone->parent != SINEW_NONE && link_axes(frame->pose, bone, origin, axes, &length)) {
            width = fmin(fmax(width_share * length, min_width * character_size), max_width * character_size);
            const double lengths[3] = {width, length, width};
            const float *color = frame->ghost ? frame->ghost : selected ? selected_color : link_color;
            if (skeleton || (selected && !hides_values))
                bones->instances[links++] = make_instance(origin, axes, lengths, color);
        }
        if (!skeleton && !is_selected(frame, bone->joint)) continue;
        ball_instances[balls++] = make_ball(frame, bone->joint, width, bone->is_leaf);
        seeks = seeks && !is_selected(frame, bone->joint);
    }
    if (seeks) ball_instances[balls++] = make_ball(frame, frame->options->joint, thin, 1);
    *out_balls = balls;
    return links;
}

// ---- OpenGL -------------------------------------------------------------------------------------------------------

/// Sets the per-instance attributes to the instances from `first` on.
static void set_instances(const render_bones *bones, int32_t first)
{
    const size_t start = (size_t)first * sizeof(render_bone_instance);
    glBindBuffer(GL_ARRAY_BUFFER, bones->instance_buffer);
    for (GLuint i = 0; i < 5; ++i) {
        render_set_attribute(3 + i, i < 4 ? 3 : 4, GL_FLOAT, sizeof(render_bone_instance),
                             start + i * 3 * sizeof(float));
        glVertexAttribDivisor(3 + i, 1);
    }
}

static void make_solids(render_bones *bones)
{
    render_solid_vertex vertices[RENDER_LINK_VERTICES + RENDER_BALL_VERTICES];
    make_link(vertices);
    render_make_ball(vertices + RENDER_LINK_VERTICES);
    glGenVertexArrays(1, &bones->vertex_array);
    glBindVertexArray(bones->vertex_array);
    glGenBuffers(1, &bones->solid_buffer);
    glBindBuffer(GL_ARRAY_BUFFER, bones->solid_buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof vertices, vertices, GL_STATIC_DRAW);
    render_set_attribute(0, 3, GL_FLOAT, sizeof(render_solid_vertex), offsetof(render_solid_vertex, position));
    render_set_attribute(1, 3, GL_FLOAT, sizeof(render_solid_vertex), offsetof(render_solid_vertex, normal));
    render_set_attribute(2, 3, GL_FLOAT, sizeof(render_solid_vertex), offsetof(render_solid_vertex, corner));
    glGenBuffers(1, &bones->instance_buffer);
}

sinew_result sinew__render_draw_bones(sinew_renderer *renderer, const render_frame *frame, int skeleton,
                                      sinew_error *out_error)
{
    render_bones *bones = &renderer->bones;
    const render_programs *programs = &renderer->programs;
    const sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_BONES, out_error);
    if (result != SINEW_OK) return result;

    if (!bones->vertex_array) make_solids(bones);
    int32_t balls = 0;
    const int32_t links = fill_instances(bones, frame, skeleton, &balls);
    const size_t size = (2 * (size_t)bones->count + 1) * sizeof *bones->instances;
    glBindBuffer(GL_ARRAY_BUFFER, bones->instance_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, bones->instances, GL_STREAM_DRAW);

    mat4 view_projection;
    memcpy(view_projection, frame->view_projection, sizeof view_projection);
    sinew__render_set_mat4(programs, RENDER_PROGRAM_BONES, "view_projection", view_projection);
    sinew__render_set_vec3(programs, RENDER_PROGRAM_BONES, "key_direction", frame->key_direction);
    sinew__render_set_float(programs, RENDER_PROGRAM_BONES, "outline", (float)frame->pixel_scale);
    glClear(GL_DEPTH_BUFFER_BIT); // bones hide each other, but meshes do not hide bones
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(bones->vertex_array);
    set_instances(bones, 0);
    glDrawArraysInstanced(GL_TRIANGLES, 0, RENDER_LINK_VERTICES, links);
    set_instances(bones, bones->count);
    glDrawArraysInstanced(GL_TRIANGLES, RENDER_LINK_VERTICES, RENDER_BALL_VERTICES, balls);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    return SINEW_OK;
}
