/// How far two posed sides are apart.
#ifndef SINEW_CLI_DIFF_DIFF_MEASURE_H
#define SINEW_CLI_DIFF_DIFF_MEASURE_H

#include "cli/diff/diff_side.h"
#include "model/pair_joints.h"

typedef struct cli_tolerance {
    double deg, cm;
} cli_tolerance;

/// The difference of one joint at one time.
typedef struct cli_joint_spot {
    int32_t id;  ///< of the first side's joints, or SINEW_NONE: nothing measured
    double time; ///< seconds from the clip's start
    double deg;  ///< between the local rotations
    double cm;   ///< between the global positions
} cli_joint_spot;

typedef struct cli_vertex_spot {
    int32_t mesh, vertex; ///< or SINEW_NONE: nothing measured
    double time, cm;
} cli_vertex_spot;

/// What a comparison has found so far. Begins as `cli_no_difference`.
typedef struct cli_difference {
    cli_joint_spot worst;                 ///< the largest part of a tolerance
    cli_joint_spot angle;                 ///< the largest angle
    cli_joint_spot distance;              ///< the largest distance of a joint
    cli_vertex_spot vertex;               ///< the largest distance of a vertex
    double joint_squares, vertex_squares; ///< of distances, in cm²
    double joint_count, vertex_count;     ///< distances measured
} cli_difference;

extern const cli_difference cli_no_difference;

/// Measures the pairs whose joint of the first side is `chosen` [a->joints.count], and the vertices where both sides,
/// then of one model, have them.
void cli_measure(const cli_diff_side *a, const cli_diff_side *b, const sinew__joint_pairs *pairs, const uint8_t *chosen,
                 double time, cli_tolerance tolerance, cli_difference *difference);

/// The largest of all that was found, as a part of the tolerance: above 1 is beyond it.
double cli_largest_part(const cli_difference *difference, cli_tolerance tolerance);

/// Root mean square distance in cm: of the vertices where they were compared, else of the joints; NaN when there was
/// nothing to compare.
double cli_rmse(const cli_difference *difference, int of_vertices);

#endif
