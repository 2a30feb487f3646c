/// FBX files of any size for measurements: a bent sheet, skinned to a chain of 60 joints, with one clip of baked keys.
#ifndef SINEW_TESTS_CHARACTER_FBX_H
#define SINEW_TESTS_CHARACTER_FBX_H

#include "core/base/buffer.h"

/// How large a character is.
typedef struct character_size {
    int side; ///< points along each side of the mesh
    int keys; ///< of each curve
} character_size;

/// The file as ASCII, appended to `text`, or as binary from malloc. Both end the program when memory is out.
void make_character_text(sinew__buffer *text, character_size size);
void make_character_binary(character_size size, void **out_bytes, size_t *out_size);

#endif
