/// Vectors, quaternions, transforms and matrices, and the conventions of sinew.
///
/// Coordinates are right-handed, vectors are columns: `v' = M · v`, and `A · B` applies B first. A *local* transform is
/// relative to the parent joint; a *global* transform is in model space, in the units and axes of the file. Globals of
/// joints, and inverse kinematics targets, include the importer's root transform (`sinew_model_info.root`); palettes
/// and skinned vertices do not, and must be multiplied by it to be in the same space. Quaternions are x, y, z, w. Poses
/// are in double precision because a chain of joints multiplies rounding errors; palettes and vertices are floats.
#ifndef SINEW_TYPES_H
#define SINEW_TYPES_H

typedef struct sinew_vec3 {
    double x, y, z;
} sinew_vec3;

/// A rotation; of unit length in every output of sinew.
typedef struct sinew_quat {
    double x, y, z, w;
} sinew_quat;

/// Translation, rotation and scale: the matrix T · R · S.
typedef struct sinew_transform {
    sinew_vec3 t;
    sinew_quat r;
    sinew_vec3 s;
} sinew_transform;

/// Affine map, row-major 3×4: the upper three rows of a 4×4 matrix whose last row is 0 0 0 1. `row[i][3]` is the
/// translation, in units of the file.
typedef struct sinew_affine {
    double row[3][4];
} sinew_affine;

/// A skinning matrix, the entry of a palette: an affine map in floats, row-major 3×4, 48 bytes. Upload it as it is. In
/// GLSL it is a `mat3x4`, whose columns are these rows, for `vec4(p, 1) * m`; in HLSL a `row_major float3x4`, for
/// `mul(m, float4(p, 1))`. Only a shader with column-major 4×4 matrices, for `m * vec4(p, 1)`, needs it transposed,
/// with the row 0 0 0 1. docs/18-gpu.md has shaders.
typedef struct sinew_palette_matrix {
    float row[3][4];
} sinew_palette_matrix;

#endif
