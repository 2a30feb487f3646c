/// Matching and comparing the meshes of two files.
///
/// Vertices of two formats are welded and sorted differently. The triangles of an object keep their order, so that the
/// meshes of an object are compared triangle by triangle, corner by corner.
#ifndef SINEW_CLI_DIFF_MESH_PAIR_H
#define SINEW_CLI_DIFF_MESH_PAIR_H

#include "cli/diff/diff_side.h"

/// The meshes of one object in both files.
typedef struct cli_mesh_pair {
    const char *name;     ///< of the object in the first file
    int32_t first[2];     ///< first mesh of the object in each file; its others follow
    int64_t triangles[2]; ///< if they differ, positions are not compared
    double cm, time;      ///< largest distance of a corner so far, and its time
} cli_mesh_pair;

/// Zeroed: none.
typedef struct cli_mesh_pairs {
    cli_mesh_pair *items; ///< [count]
    size_t count;
    uint8_t *only_in[2]; ///< [mesh_count] of each file: 1 for the first mesh of an object without a match
    double *corners[2];  ///< scratch: positions of the corners of an object in cm
} cli_mesh_pairs;

/// Matches objects by name; if both files have one object only, these match under any names. Returns 0 when out of
/// memory. Free in both cases.
int cli_mesh_pairs_init(cli_mesh_pairs *pairs, const sinew_model *a, const sinew_model *b);
void cli_mesh_pairs_free(cli_mesh_pairs *pairs);

/// Compares the skinned positions of two posed sides.
void cli_mesh_pairs_measure(cli_mesh_pairs *pairs, const cli_diff_side *a, const cli_diff_side *b, double time);

/// Whether all objects have a match, the same triangles, and no corner is farther away than `cm`.
int cli_meshes_are_equal(const cli_mesh_pairs *pairs, const sinew_model *a, const sinew_model *b, double cm);

#endif
