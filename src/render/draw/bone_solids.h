/// The two solids of the drawn skeleton, as triangles.
#ifndef SINEW_RENDER_DRAW_BONE_SOLIDS_H
#define SINEW_RENDER_DRAW_BONE_SOLIDS_H

/// A vertex of a triangle.
typedef struct render_solid_vertex {
    float position[3], normal[3];
    float corner[3]; ///< 1 0 0, 0 1 0 and 0 0 1 around a triangle with an outline; 1 1 1 at all vertices of one without
} render_solid_vertex;

enum {
    RENDER_LINK_VERTICES = 24, ///< eight triangles
    RENDER_BALL_VERTICES = 96, ///< thirty-two
};

/// Creates a link: an octahedron elongated from y = 0 to y = 1, of width 1.
void sinew__render_make_link(render_solid_vertex out_vertices[RENDER_LINK_VERTICES]);

/// Creates a sphere of radius 1.
void sinew__render_make_ball(render_solid_vertex out_vertices[RENDER_BALL_VERTICES]);

#endif
