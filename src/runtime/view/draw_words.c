// The words of options and keys for views and surface colours.
#include "runtime/model/look_up.h"
#include "runtime/view/view.h"

#include "sinew/render.h"

/// The views: word, name in the player, and direction in degrees: azimuth from the front towards the character's left,
/// and elevation above the horizon.
#define VIEWS(ROW)                                                                                                     \
    ROW(FRONT, "front", NULL, 0.0, 0.0)                                                                                \
    ROW(SIDE, "side", NULL, 90.0, 0.0)                                                                                 \
    ROW(TOP, "top", NULL, 0.0, 90.0)                                                                                   \
    ROW(ISO, "iso", "isometric", 45.0, 35.26438968)                                                                    \
    ROW(BACK, "back", NULL, 180.0, 0.0)                                                                                \
    ROW(RIGHT, "right", NULL, -90.0, 0.0)                                                                              \
    ROW(THREE_QUARTER, "three-quarter", NULL, 45.0, 10.0)

#define WORD(view, name, meaning, azimuth, elevation) {name, SINEW_VIEW_##view, meaning},
#define ANGLES(view, name, meaning, azimuth, elevation) [SINEW_VIEW_##view] = {azimuth, elevation},

const sinew__word sinew__view_words[] = {VIEWS(WORD){0}};

static const struct {
    double azimuth, elevation;
} view_angles[] = {[SINEW_VIEW_DEFAULT] = {28.0, 11.0}, [SINEW_VIEW_CROWD] = {18.0, 24.0}, VIEWS(ANGLES)};

void sinew_view_angles(sinew_view view, double *out_azimuth, double *out_elevation)
{
    if (!sinew__is_item((int32_t)view, sizeof view_angles / sizeof *view_angles)) view = SINEW_VIEW_DEFAULT;
    *out_azimuth = view_angles[view].azimuth;
    *out_elevation = view_angles[view].elevation;
}

const sinew__word sinew__color_words[] = {
    {"material", SINEW_COLORS_MATERIAL, NULL},
    {"weights", SINEW_COLORS_WEIGHTS, "weights of the joint"},
    {"influences", SINEW_COLORS_INFLUENCES, NULL},
    {"clay", SINEW_COLORS_CLAY, NULL},
    {0},
};
