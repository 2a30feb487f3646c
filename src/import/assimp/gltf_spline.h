/// The cubic splines of a glTF animation: keys with tangents, which Assimp drops.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_SPLINE_H
#define SINEW_IMPORT_ASSIMP_GLTF_SPLINE_H

#include <stdint.h>

/// The keys of one animation sampler. All numbers are finite.
typedef struct gltf_spline {
    const double *times;  ///< [key_count] seconds, strictly increasing
    const double *values; ///< [key_count][3][width] incoming tangent, value, outgoing tangent
    int32_t key_count;    ///< 0: the keys could not be read
    int32_t width;        ///< numbers of a value: 3, 4, or the morph targets of the mesh
} gltf_spline;

#endif
