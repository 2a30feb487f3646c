/// Skinning as tutorials write it: a loop over vertices with four bones each, 4×4 matrices in float. The speed of a
/// skinning kernel is given as a multiple of its speed.
#ifndef SINEW_TESTS_BENCH_TUTORIAL_SKIN_H
#define SINEW_TESTS_BENCH_TUTORIAL_SKIN_H

#include "sinew/pose.h"

typedef struct tutorial_skin tutorial_skin;

/// Takes the vertices of all skinned meshes of a model, each with its four strongest influences, scaled to a sum of 1,
/// as such loops are fed. NULL when memory is out.
tutorial_skin *tutorial_skin_create(const sinew_model *model);
void tutorial_skin_destroy(tutorial_skin *skin);

/// Takes over the final transforms of all bones: the palette of a pose.
void tutorial_skin_set_palette(tutorial_skin *skin, const sinew_palette_matrix *palette);

/// Skins all vertices taken, in the order of the model's meshes. Both arrays are [vertices × 3]; normals get unit
/// length.
void tutorial_skin_vertices(const tutorial_skin *skin, float *out_positions, float *out_normals);

#endif
