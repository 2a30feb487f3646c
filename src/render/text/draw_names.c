#include "render/text/draw_names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/printable.h"
#include "render/renderer.h"
#include "render/skeleton.h"

enum { MAX_NAMES = 160, MAX_GLYPHS = 24, NAME_BYTES = 4 * MAX_GLYPHS + 3 };

static const float PLATE[4] = {0.010f, 0.012f, 0.016f, 0.62f}, SELECTED_PLATE[4] = {0.55f, 0.13f, 0.005f, 0.95f};

/// A rectangle of the image, in pixels.
typedef struct rectangle {
    float left, top, right, bottom;
} rectangle;

/// A name that has space.
typedef struct placed_name {
    rectangle plate;
    float at[2]; ///< of the joint, in pixels
    int32_t joint;
} placed_name;

typedef struct placed_names {
    placed_name items[MAX_NAMES];
    int32_t count;
    size_t prefix; ///< bytes that all names begin with and no label shows
} placed_names;

/// Projects a joint into the image. Returns whether it is visible.
static int project_joint(const render_frame *frame, int32_t joint, float out[2])
{
    const float(*matrix)[4] = frame->view_projection;
    double position[3];
    float clip[4];
    sinew__render_joint_position(frame->pose, joint, position);
    for (int i = 0; i < 4; ++i) {
        clip[i] = matrix[3][i];
        for (int k = 0; k < 3; ++k) clip[i] += matrix[k][i] * (float)position[k];
    }
    if (!(clip[3] > 0.0f) || clip[2] < -clip[3]) return 0;
    const float x = clip[0] / clip[3], y = clip[1] / clip[3];
    if (!(fabsf(x) <= 1.0f && fabsf(y) <= 1.0f)) return 0;
    out[0] = (0.5f + 0.5f * x) * (float)frame->options->width;
    out[1] = (0.5f - 0.5f * y) * (float)frame->options->height;
    return 1;
}

static int overlap(const rectangle *a, const rectangle *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

static int is_unoccupied(const placed_names *placed, const render_frame *frame, const rectangle *box)
{
    const float width = (float)frame->options->width, height = (float)frame->options->height;
    if (box->left < 0.0f || box->top < 0.0f || box->right > width || box->bottom > height) return 0;
    for (int32_t i = 0; i < placed->count; ++i) {
        if (overlap(&placed->items[i].plate, box)) return 0;
    }
    return 1;
}

/// Tries to the right of a joint, to its left, above and below, then farther away. Returns whether there is space.
static int find_space(const placed_names *placed, const render_frame *frame, const float at[2], float width,
                      float height, rectangle *out)
{
    static const float sides[6][2] = {{1, 0}, {-1, 0}, {1, -0.8f}, {-1, -0.8f}, {1, 0.8f}, {-1, 0.8f}};
    for (int ring = 0; ring < 2; ++ring) {
        const float away = (7.0f + 13.0f * (float)ring) * frame->pixel_scale;
        for (int i = 0; i < 6; ++i) {
            const float x = at[0] + sides[i][0] * away - (sides[i][0] < 0.0f ? width : 0.0f);
            const float y = at[1] + sides[i][1] * (away + 0.5f * height) - 0.5f * height;
            *out = (rectangle){floorf(x), floorf(y), floorf(x) + width, floorf(y) + height};
            if (is_unoccupied(placed, frame, out)) return 1;
        }
    }
    return 0;
}

/// Returns the size of the namespace that all names of the skeleton share, with its separator: "mixamorig:".
static size_t shared_prefix(const sinew_renderer *renderer)
{
    const sinew_model *model = renderer->model;
    const render_bones *bones = &renderer->bones;
    if (bones->count < 2) return 0;
    const char *first = sinew_text(model, model->joints[bones->bones[0].joint].name);
    size_t size = strlen(first);
    for (int32_t i = 1; i < bones->count; ++i) {
        const char *name = sinew_text(model, model->joints[bones->bones[i].joint].name);
        size_t same = 0;
        while (same < size && name[same] == first[same]) ++same;
        size = same;
    }
    while (size > 0 && first[size - 1] != ':' && first[size - 1] != '|') --size;
    return size;
}

/// Returns the number of glyphs that fit in a third of the image.
static size_t max_glyphs_per_name(const render_text_quads *quads, const render_frame *frame)
{
    static const char glyph[] = "m";
    const float space = (float)frame->options->width / 3.0f / sinew__render_text_width(quads->atlas, glyph, glyph + 1);
    return space < 1.0f ? 1 : space < (float)MAX_GLYPHS ? (size_t)space : MAX_GLYPHS;
}

/// Returns the printable name, or the end of one that is too long, because joint names of a rig often share a prefix.
static void short_name(const char *full, size_t max_glyphs, char out[NAME_BYTES])
{
    char name[256];
    const size_t size = sinew__printable(full, name, sizeof name);
    size_t begin = size, glyphs = 0;
    while (begin > 0 && glyphs < max_glyphs) glyphs += ((unsigned char)name[--begin] & 0xc0) != 0x80;
    snprintf(out, NAME_BYTES, "%s%s", begin > 0 ? ".." : "", name + begin);
}

/// Writes the label of a joint: its name without what all names begin with.
static void make_label(const render_text_quads *quads, const render_frame *frame, size_t prefix, int32_t joint,
                       char out[NAME_BYTES])
{
    const char *full = sinew_text(frame->model, frame->model->joints[joint].name);
    short_name(full + (strlen(full) > prefix ? prefix : 0), max_glyphs_per_name(quads, frame), out);
}

static float border_of(const render_frame *frame)
{
    return floorf(3.0f * frame->pixel_scale);
}

static void place_name(const render_text_quads *quads, const render_frame *frame, int32_t joint, placed_names *placed)
{
    placed_name item = {.joint = joint};
    char name[NAME_BYTES];
    if (placed->count == MAX_NAMES || !project_joint(frame, joint, item.at)) return;
    make_label(quads, frame, placed->prefix, joint, name);
    const float border = border_of(frame);
    const float width = ceilf(sinew__render_text_width(quads->atlas, name, name + strlen(name))) + 2.0f * border;
    const float height = quads->atlas->cap_height + 2.0f * border + floorf(frame->pixel_scale);
    if (find_space(placed, frame, item.at, width, height, &item.plate)) placed->items[placed->count++] = item;
}

/// Adds the dots, then the names over them.
static void add_placed(render_text_quads *quads, const render_frame *frame, const placed_names *placed)
{
    const sinew_draw_options *options = frame->options;
    const float border = border_of(frame), dot = 1.5f * frame->pixel_scale;
    char name[NAME_BYTES];
    for (int32_t i = 0; i < placed->count; ++i) {
        const float *at = placed->items[i].at;
        sinew__render_add_bar(quads, at[0] - dot, at[1] - dot, at[0] + dot, at[1] + dot, SINEW__RENDER_TEXT_COLOR);
    }
    for (int32_t i = 0; i < placed->count; ++i) {
        const placed_name *item = &placed->items[i];
        const rectangle *plate = &item->plate;
        const int is_selected = options->has_joint && options->joint == item->joint;
        make_label(quads, frame, placed->prefix, item->joint, name);
        sinew__render_add_bar(quads, plate->left, plate->top, plate->right, plate->bottom,
                              is_selected ? SELECTED_PLATE : PLATE);
        sinew__render_add_text(quads, name, name + strlen(name), plate->left + border, plate->bottom - border,
                               plate->right, SINEW__RENDER_TEXT_COLOR);
    }
}

void sinew__render_add_names(render_text_quads *quads, const sinew_renderer *renderer, const render_frame *frame)
{
    const sinew_draw_options *options = frame->options;
    placed_names placed;
    placed.count = 0;
    placed.prefix = shared_prefix(renderer);
    if (options->has_joint) place_name(quads, frame, options->joint, &placed);
    for (int32_t i = 0; i < renderer->bones.count; ++i) {
        const int32_t joint = renderer->bones.bones[i].joint;
        if (!options->has_joint || options->joint != joint) place_name(quads, frame, joint, &placed);
    }
    add_placed(quads, frame, &placed);
}
