/// Translucent surfaces in any order: sheets of hair, glass, veils, which pass through each other.
///
/// Opaque parts are drawn with the solid surfaces. The others are accumulated sample by sample: the product of their
/// transparencies, which is exact, and the mean of their colours, weighted by alpha and nearness, which is exact where
/// they have one colour. Sorted submeshes were tried: hair is one submesh, and its sheets cover each other both ways.
/// Alpha to coverage was tried: with four samples it shows five shades, or dots.
#ifndef SINEW_RENDER_DRAW_DRAW_TRANSLUCENT_H
#define SINEW_RENDER_DRAW_DRAW_TRANSLUCENT_H

#include "render/frame.h"

/// Begins the accumulation, while the mesh program is current. Surfaces behind solid ones are not drawn.
SINEW_NODISCARD sinew_result sinew__render_begin_translucent(sinew_renderer *renderer, const render_frame *frame,
                                                             sinew_error *out_error);

/// Draws what was accumulated over the character, and makes the mesh program current again.
SINEW_NODISCARD sinew_result sinew__render_end_translucent(sinew_renderer *renderer, sinew_error *out_error);

#endif
