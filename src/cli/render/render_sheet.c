#include "cli/render/render_sheet.h"

#include <stdlib.h>
#include <string.h>

#include "cli/framework/output.h"
#include "cli/framework/report.h"
#include "output/output.h"

/// Pixels between two cells, and the colour there: that of captions.
enum { GAP = 2 };
static const uint8_t gap_color[4] = {30, 32, 36, 255};

static const int64_t max_side = 16384, max_size = (int64_t)1 << 28;

int sheet_lay_out(const cli_context *context, size_t count, int32_t columns, int32_t cell_width, int32_t cell_height,
                  image_sheet *out)
{
    const int64_t used = count < (size_t)columns ? (int64_t)count : columns;
    const int64_t rows = ((int64_t)count + used - 1) / used;
    const int64_t width = used * (cell_width + GAP) - GAP, height = rows * (cell_height + GAP) - GAP;
    *out = (image_sheet){0};
    if (width > max_side || height > max_side || 4 * width * height > max_size) {
        return cli_fail_usage(context, "limit", "use a smaller --size or fewer images",
                              "a sheet of %lldx%lld pixels, the limit is 16384 on a side and 256 MiB", (long long)width,
                              (long long)height);
    }
    *out = (image_sheet){(int32_t)used, (int32_t)rows, cell_width, cell_height, (int32_t)width, (int32_t)height, NULL};
    return 0;
}

int sheet_create(const cli_context *context, int transparent, image_sheet *sheet)
{
    const size_t count = (size_t)sheet->width * (size_t)sheet->height;
    sheet->pixels = calloc(count, 4);
    if (!sheet->pixels) return cli_fail_memory(context);
    for (size_t i = 0; i < count && !transparent; ++i) memcpy(sheet->pixels + 4 * i, gap_color, 4);
    return 0;
}

void sheet_set_rows(image_sheet *sheet, size_t cell, int32_t first, int32_t count, const uint8_t *pixels)
{
    const size_t columns = (size_t)sheet->columns, row_size = 4 * (size_t)sheet->cell_width;
    const size_t left = cell % columns * (size_t)(sheet->cell_width + GAP),
                 top = cell / columns * (size_t)(sheet->cell_height + GAP) + (size_t)first;
    for (size_t y = 0; y < (size_t)count; ++y)
        memcpy(sheet->pixels + 4 * ((top + y) * (size_t)sheet->width + left), pixels + y * row_size, row_size);
}

void sheet_set_cell(image_sheet *sheet, size_t cell, const uint8_t *pixels)
{
    sheet_set_rows(sheet, cell, 0, sheet->cell_height, pixels);
}

int sheet_write(const cli_context *context, const image_sheet *sheet, const char *path)
{
    sinew_error error;
    const output_image image = {sheet->width, sheet->height, sheet->pixels};
    if (sinew__output_write_image(&sinew__output_png, path, &image, &error) == SINEW_OK) return 0;
    return cli_fail(context, cli_output_label(path), &error);
}

/// Draws one sheet from the next frames of the source.
static int draw_sheet(render_job *job, frame_source *source, size_t count, const char *name)
{
    image_sheet sheet;
    const int32_t height = job->look.height + job->caption_height;
    int code = sheet_lay_out(job->context, count, job->settings->sheet.width, job->frame_width, height, &sheet);
    if (!code) code = sheet_create(job->context, job->look.transparent, &sheet);
    for (size_t i = 0; i < count && !code; ++i) {
        const uint8_t *pixels;
        code = frame_source_next(source, &pixels);
        if (!code) sheet_set_cell(&sheet, i, pixels);
    }
    if (!code) code = sheet_write(job->context, &sheet, name);
    free(sheet.pixels);
    return code;
}

/// Checks the sizes of all sheets before the first is drawn.
static int check_sheets(const render_job *job)
{
    image_sheet sheet;
    int code = 0;
    const int32_t height = job->look.height + job->caption_height;
    for (size_t i = 0; i < job->clip_count && !code; ++i) {
        code = sheet_lay_out(job->context, job->clips[i].count, job->settings->sheet.width, job->frame_width, height,
                             &sheet);
    }
    return code;
}

int render_draw_sheets(render_job *job, const render_outputs *outputs, cli_progress *progress)
{
    int code = check_sheets(job);
    if (code) return code;
    frame_index *order = frame_index_list(job, outputs->frames);
    if (!order) return cli_fail_memory(job->context);
    frame_source source;
    code = frame_source_open(&source, job, order, outputs->frames, progress);
    for (size_t i = 0; i < outputs->count && !code; ++i)
        code = draw_sheet(job, &source, job->clips[i].count, outputs->names[i]);
    frame_source_close(&source);
    free(order);
    return code;
}
