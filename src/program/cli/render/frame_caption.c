#include "program/cli/render/frame_caption.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/printable.h"
#include "core/platform/side_files.h"

/// Pixels at scale 1: height of the renderer's status line, and mean width of a letter in it.
enum { LINE_HEIGHT = 24, LETTER_WIDTH = 9 };

static int32_t text_scale(int32_t width)
{
    return width >= 480 ? 2 : 1;
}

int32_t render_caption_height_for(int32_t width)
{
    return LINE_HEIGHT * text_scale(width);
}

void render_caption_of_time(const cli_output_times *clip, double seconds, char out_text[CAPTION_SIZE])
{
    const double frame = sinew_clip_to_timeline(clip->model, clip->clip, seconds) * clip->fps, whole = round(frame);
    const int decimals = fabs(frame - whole) < 0.05 ? 0 : 1;
    if (clip->fps > 0)
        snprintf(out_text, CAPTION_SIZE, "%.*ff\t%.3f s", decimals, (decimals ? frame : whole) + 0.0, seconds);
    else
        snprintf(out_text, CAPTION_SIZE, "\t%.3f s", seconds);
}

/// Returns whether a byte continues a UTF-8 character.
static int continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

void render_caption_of_file(const char *path, int32_t width, char out_text[CAPTION_SIZE])
{
    char name[CAPTION_SIZE];
    sinew__printable(sinew__base_name(path), name, sizeof name);
    const size_t length = strlen(name), letters = (size_t)(width / (LETTER_WIDTH * text_scale(width)));
    const size_t kept = letters < 9 ? 3 : (letters - 3) / 2;
    if (length <= 2 * kept + 3) {
        memcpy(out_text, name, length + 1);
        return;
    }
    size_t head = kept, tail = length - kept;
    while (head > 0 && continues(name[head])) --head;
    while (tail < length && continues(name[tail])) ++tail;
    snprintf(out_text, CAPTION_SIZE, "%.*s...%s", (int)head, name, name + tail);
}

sinew_result render_caption_draw(render_job *job, const char *text, uint8_t *out_pixels, sinew_error *out_error)
{
    sinew_draw_options look = {
        .width = job->frame_width,
        .height = job->caption_height,
        .samples = 1,
        .camera = job->look.camera,
        .bounds = job->look.bounds,
        .skeleton = SINEW_SHOW_OFF,
        .meshes = SINEW_SHOW_OFF,
        .ground = SINEW_SHOW_OFF,
        .status = text,
        .progress = -1.0,
        .pixel_scale = text_scale(job->frame_width),
    };
    const sinew_result result = sinew_renderer_draw(job->renderer, job->scene.pose, &look, out_error);
    if (result == SINEW_OK) sinew_renderer_read(job->renderer, out_pixels);
    return result;
}
