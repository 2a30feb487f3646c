/// A small block to be damaged, with something in most sections.
#ifndef SINEW_TESTS_FULL_BLOCK_H
#define SINEW_TESTS_FULL_BLOCK_H

#include <stddef.h>

#include "sinew/bake.h"

/// Two joints; a skinned mesh with a morph, one with a geometry cache, an additive one, one of two materials with mixed
/// skinning and in-betweens; a clip of two layers and a track, one of tracks; a texture. *out_block is from malloc.
void make_full_block(void **out_block, size_t *out_size);

/// The same with its clips baked.
void make_baked_block(void **out_block, size_t *out_size);

/// The same with compact clips only.
void make_stripped_block(void **out_block, size_t *out_size);

#endif
