/// The sections of a model, for a block that shares most of them.
#ifndef SINEW_MODEL_COMBINE_TAKE_SECTIONS_H
#define SINEW_MODEL_COMBINE_TAKE_SECTIONS_H

#include "model/build/builder.h"

/// Fills the builder's sections from a model but for those that `left_out` [SINEW__SECTION_COUNT] marks. Returns 0 when
/// out of memory.
int sinew__take_sections(sinew__builder *builder, const sinew_model *model, const uint8_t *left_out);

/// The same without a copy, for a model that stays until the block is laid out. Sections that are left out are empty.
void sinew__lend_sections(sinew__builder *builder, const sinew_model *model, const uint8_t *left_out);

#endif
