/// Fonts for names in scripts that the font of labels lacks, such as Japanese.
#ifndef SINEW_SCENE_LABEL_FONTS_H
#define SINEW_SCENE_LABEL_FONTS_H

#include "sinew/render.h"

/// Adds system fonts for the characters of the model's joint names that the built-in font lacks. Without such fonts
/// they are drawn as boxes.
void scene_add_label_fonts(sinew_renderer *renderer, const sinew_model *model);

#endif
