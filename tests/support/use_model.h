/// Everything that a program can do with a model, for models that somebody may have made to do harm. Nothing here looks
/// at results but for what every model promises; sanitizers and asserts watch.
#ifndef SINEW_TESTS_USE_MODEL_H
#define SINEW_TESTS_USE_MODEL_H

#include "sinew/render.h"

/// Poses by every engine, crowds, skins by every method and kernel, bakes, saves and loads, exports, edits, resolves
/// times, finds bounds, trails and ghosts, and joins its clips with `other`, both ways.
void use_model(const sinew_model *model, const sinew_model *other);

/// Draws it with everything that a picture can show. `renderer` needs its context, and another model before it draws
/// again.
void draw_model(sinew_renderer *renderer, const sinew_model *model);

#endif
