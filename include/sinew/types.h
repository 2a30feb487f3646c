/// Numbers of the field: vectors, quaternions, transforms and matrices, with one convention for all of sinew.
///
/// Right-handed, column vectors: `v' = M · v`, and `A · B` applies B first. A *local* value is relative to the parent
/// joint, a *global* one is in the model's space, in the file's own units and axes. Quaternions are x, y, z, w. Poses
/// are double precision because a chain of joints multiplies rounding errors; palettes and vertices are float.
#ifndef SINEW_TYPES_H
#define SINEW_TYPES_H

typedef struct sinew_vec3 {
    double x, y, z;
} sinew_vec3;

/// Rotation; of unit length wherever sinew hands one out.
typedef struct sinew_quat {
    double x, y, z, w;
} sinew_quat;

/// Translation, rotation and scale: the matrix T · R · S.
typedef struct sinew_transform {
    sinew_vec3 t;
    sinew_quat r;
    sinew_vec3 s;
} sinew_transform;

/// Affine map as the upper three rows of a 4×4 matrix: `row[i][3]` is the translation, the last row is 0 0 0 1.
typedef struct sinew_affine {
    double row[3][4];
} sinew_affine;

/// The same in float: an entry of a skinning palette, three vec4 of a shader.
typedef struct sinew_palette_matrix {
    float row[3][4];
} sinew_palette_matrix;

#endif
