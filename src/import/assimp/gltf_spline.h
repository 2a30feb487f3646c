/// Keys of a glTF animation that Assimp would change: cubic splines, whose tangents it drops, and morph weights.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_SPLINE_H
#define SINEW_IMPORT_ASSIMP_GLTF_SPLINE_H

#include <stdint.h>

/// The keys of one animation sampler. All numbers of splines are finite.
typedef struct gltf_spline {
    const double *times;  ///< [key_count] seconds; those of splines increase strictly
    const double *values; ///< [key_count][3][width] incoming tangent, value, outgoing tangent; else [key_count][width]
    int32_t key_count;    ///< 0: the keys could not be read
    int32_t width;        ///< numbers of a value: 3, 4, or the morph targets of the mesh
    int is_cubic;
} gltf_spline;

#endif
