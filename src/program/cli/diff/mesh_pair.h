/// Matching and comparing the meshes of two files.
///
/// Exporters rename objects, weld and sort vertices and order triangles, each in their own way. Objects match by what
/// they are: their names, numbers of triangles and places. Their vertices match corner by corner where the triangles
/// have the same order, else by place, at rest or
/// where a clip starts: each vertex with all of the other file that are there, of which there are
/// several along seams. A pair keeps its vertices at all times, so that motion is compared, not shape.
#ifndef SINEW_PROGRAM_CLI_DIFF_MESH_PAIR_H
#define SINEW_PROGRAM_CLI_DIFF_MESH_PAIR_H

#include "program/cli/diff/diff_measure.h"

enum { CLI_MESH_CANDIDATES = 8 }; // vertices of one place: two sides of a seam, and of a thin surface

/// The vertices of the other file that a vertex may be; SINEW_NONE: no more.
typedef struct cli_mesh_candidates {
    int32_t vertex[CLI_MESH_CANDIDATES];
} cli_mesh_candidates;

/// The meshes of one object in both files.
typedef struct cli_mesh_pair {
    const char *name;                ///< of the object in the first file
    int32_t first[2];                ///< first mesh of the object in each file; its others follow
    int64_t triangles[2];            ///< if they differ, positions are not compared
    int32_t vertices[2];             ///< of all meshes of the object
    cli_mesh_candidates *matches[2]; ///< [vertices] of each file: matched by place; NULL: corner by corner
    double cm, time;                 ///< largest distance of a vertex so far, and its time
} cli_mesh_pair;

/// Zeroed: none.
typedef struct cli_mesh_pairs {
    cli_mesh_pair *items; ///< [count]
    size_t count;
    uint8_t *only_in[2]; ///< [mesh_count] of each file: 1 for the first mesh of an object without a match
    double misfit;       ///< largest distance of matched vertices, as a part of their object's size
    double *points[2];   ///< scratch: positions of the corners or vertices of an object in cm
} cli_mesh_pairs;

/// Matches the objects and vertices of two posed sides. Returns 0 when out of memory. Free in both
/// cases.
int cli_mesh_pairs_init(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b);
void cli_mesh_pairs_free(cli_mesh_pairs *pairs);

/// Compares the skinned positions of two posed sides.
void cli_mesh_pairs_measure(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b, double time);

/// Whether all objects have a match, the same triangles, and no vertex is farther away than `cm`.
int cli_meshes_are_equal(const cli_mesh_pairs *pairs, const sinew_model *a, const sinew_model *b, double cm);

#endif
