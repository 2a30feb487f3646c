#include "render/draw/bone_solids.h"

#include <string.h>

#include <cglm/cglm.h>

/// Position of the widest point along a link.
static const float WAIST = 0.13f;

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

void sinew__render_make_link(render_solid_vertex out_vertices[RENDER_LINK_VERTICES])
{
    const vec3 head = {0.0f, 0.0f, 0.0f}, tip = {0.0f, 1.0f, 0.0f};
    const vec3 waist[4] = {{0.5f, WAIST, 0.5f}, {0.5f, WAIST, -0.5f}, {-0.5f, WAIST, -0.5f}, {-0.5f, WAIST, 0.5f}};
    for (int i = 0; i < 4; ++i) {
        const int next = (i + 1) % 4;
        make_flat_triangle(waist[next], waist[i], head, out_vertices + 6 * i);
        make_flat_triangle(waist[i], waist[next], tip, out_vertices + 6 * i + 3);
    }
}

/// Adds a triangle on the unit sphere; the corners are their own normals.
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

void sinew__render_make_ball(render_solid_vertex out_vertices[RENDER_BALL_VERTICES])
{
    // Each face of an octahedron, divided into four and projected onto the sphere.
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
