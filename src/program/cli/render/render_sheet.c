// Draws sheets: many small images in one, with a caption below each. An index is a sheet with one image per file.
#include "program/cli/render/render_outputs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "draw/output/output.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/render/frame_caption.h"
#include "runtime/model/look_up.h"

/// Pixels between two cells, and their colour, which is also the captions' background.
enum { GAP = 2 };
static const uint8_t gap_color[4] = {30, 32, 36, 255};

static const int64_t max_side = 16384, max_size = (int64_t)1 << 28;

/// Lays out `count` cells in at most `columns` columns. Fails if the sheet would exceed 16384 pixels on a side or 256
/// MiB. *out has no pixels yet. Returns 0, or the exit code after printing the error.
static int lay_out(const cli_context *context, size_t count, int32_t columns, int32_t cell_width, int32_t cell_height,
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

/// Allocates the pixels of a sheet with empty cells. Returns 0, or the exit code after printing the error. Free
/// sheet->pixels in both cases.
static int create_sheet(const cli_context *context, int transparent, image_sheet *sheet)
{
    const size_t count = (size_t)sheet->width * (size_t)sheet->height;
    sheet->pixels = calloc(count, 4);
    if (!sheet->pixels) return cli_fail_memory(context);
    for (size_t i = 0; i < count && !transparent; ++i) memcpy(sheet->pixels + 4 * i, gap_color, 4);
    return 0;
}

/// Copies `count` rows of pixels into a cell, from its row `first` on.
static void set_rows(image_sheet *sheet, size_t cell, int32_t first, int32_t count, const uint8_t *pixels)
{
    const size_t columns = (size_t)sheet->columns, row_size = 4 * (size_t)sheet->cell_width;
    const size_t left = cell % columns * (size_t)(sheet->cell_width + GAP),
                 top = cell / columns * (size_t)(sheet->cell_height + GAP) + (size_t)first;
    for (size_t y = 0; y < (size_t)count; ++y)
        memcpy(sheet->pixels + 4 * ((top + y) * (size_t)sheet->width + left), pixels + y * row_size, row_size);
}

/// Copies an image with caption into a cell.
static void set_cell(image_sheet *sheet, size_t cell, const uint8_t *pixels)
{
    set_rows(sheet, cell, 0, sheet->cell_height, pixels);
}

/// Writes a sheet in the format of its file name. Returns 0, or the exit code after printing the error.
static int write_sheet(const cli_context *context, const image_sheet *sheet, const render_settings *settings,
                       const char *path)
{
    sinew_error error;
    const output_driver *driver = settings->thumbnail ? NULL : sinew__output_driver_for(path);
    const output_image image = {sheet->width, sheet->height, sheet->pixels, render_image_quality(settings)};
    if (sinew__output_write_image(driver ? driver : &sinew__output_png, path, &image, &error) == SINEW_OK) return 0;
    return cli_fail(context, cli_output_label(path), &error);
}

/// Draws one sheet from the next frames of the source.
static int draw_sheet(render_job *job, frame_source *source, size_t count, const char *name)
{
    image_sheet sheet;
    const int32_t height = job->look.height + job->caption_height;
    int code = lay_out(job->context, count, job->settings->sheet.width, job->frame_width, height, &sheet);
    if (!code) code = create_sheet(job->context, job->look.transparent, &sheet);
    for (size_t i = 0; i < count && !code; ++i) {
        const uint8_t *pixels;
        code = render_frame_source_next(source, &pixels);
        if (!code) set_cell(&sheet, i, pixels);
    }
    if (!code) code = write_sheet(job->context, &sheet, job->settings, name);
    free(sheet.pixels);
    return code;
}

int render_draw_sheets(render_job *job, const render_outputs *outputs, cli_progress *progress)
{
    image_sheet sheet; // the sizes of all sheets are checked before drawing
    const int32_t height = job->look.height + job->caption_height;
    int code = 0;
    for (size_t i = 0; i < job->clip_count && !code; ++i)
        code = lay_out(job->context, job->clips[i].count, job->settings->sheet.width, job->frame_width, height, &sheet);
    if (code) return code;
    frame_index *order = render_frame_index_list(job, outputs->frames);
    if (!order) return cli_fail_memory(job->context);
    frame_source source;
    code = render_frame_source_open(&source, job, order, outputs->frames, progress);
    for (size_t i = 0; i < outputs->count && !code; ++i)
        code = draw_sheet(job, &source, job->clips[i].count, outputs->names[i]);
    render_frame_source_close(&source);
    free(order);
    return code;
}

// ---- an index: one image of each file ------------------------------------------------------------------------------

int render_check_index(const cli_context *context, const render_settings *settings, size_t file_count)
{
    const cli_time_options *times = &settings->times;
    cli_time_options without_at = *times;
    without_at.at.count = 0;
    if (settings->output || settings->reference.path || settings->camera.turntable || settings->comparison.beside ||
        settings->comparison.over || settings->threads) {
        return cli_fail_usage(
            context, "bad-value", "use one of them",
            "--index makes one image: -o, --reference, --turntable, --beside, --over and -j do not apply");
    }
    if (times->at.count > 1 || cli_times_are_given(&without_at))
        return cli_fail_usage(context, "bad-value", "use one --at TIME", "--index draws one image of each file");
    const output_driver *driver = sinew__output_driver_for(settings->index);
    if (strcmp(settings->index, "-") != 0 && !driver)
        return cli_fail_usage(context, "bad-value", "use --index index.png", "'%s': an index is one image",
                              settings->index);
    if (settings->transparent && driver && driver->drops_alpha)
        return render_fail_opaque(context, driver, sinew__output_drivers);
    const size_t cells = (size_t)settings->sheet.width * (size_t)settings->sheet.height;
    if (!cells || file_count <= cells) return 0;
    return cli_fail_usage(context, "bad-value", "use a larger --sheet", "%zu files do not fit into a sheet of %dx%d",
                          file_count, settings->sheet.width, settings->sheet.height);
}

/// Sets the only time of the job's only clip: --at, else the middle of the clip.
static int find_time(render_job *job)
{
    int32_t clip;
    const render_settings *settings = job->settings;
    const sinew_model *model = job->scene.model;
    int failed = cli_find_clip(job->context, job->scene.path, model, settings->clip, &clip);
    if (failed) return failed;
    const sinew__span span = sinew__clip_span(model, clip);
    cli_output_times times = {job->scene.path, model, clip, NULL, 1, cli_frame_rate(model, settings->times.fps)};
    if (settings->times.at.count) {
        failed = cli_list_times(job->context, times.path, model, clip, &settings->times, &times.times, &times.count);
    } else {
        times.times = malloc(sizeof *times.times);
        if (times.times) times.times[0] = span.start + 0.5 * span.duration;
    }
    if (failed) return failed;
    job->clips = malloc(sizeof *job->clips);
    if (job->clips) job->clips[job->clip_count++] = times;
    if (job->clips && times.times) return render_check_label(job);
    if (!job->clips) free(times.times);
    return cli_fail_memory(job->context);
}

/// Draws the image of an open job, and its file's name, into a cell.
static int draw_cell(render_job *job, image_sheet *sheet, size_t cell)
{
    sinew_error error;
    char caption[CAPTION_SIZE];
    const size_t image_size = 4 * (size_t)job->look.width * (size_t)job->look.height;
    uint8_t *pixels = malloc(4 * (size_t)sheet->cell_width * (size_t)sheet->cell_height);
    if (!pixels) return cli_fail_memory(job->context);
    render_caption_of_file(job->scene.path, job->look.width, caption);
    sinew_result result = render_job_begin_drawing(job, &error);
    if (result == SINEW_OK) result = render_job_select(job, &job->clips[0], &error);
    if (result == SINEW_OK) result = render_job_draw_frame(job, &job->clips[0], 0, pixels, &error);
    if (result == SINEW_OK) {
        job->caption_height = sheet->cell_height - job->look.height;
        result = render_caption_draw(job, caption, pixels + image_size, &error);
    }
    if (result == SINEW_OK) set_cell(sheet, cell, pixels);
    free(pixels);
    if (result == SINEW_OK) return 0;
    return cli_fail(job->context, result == SINEW_ERROR_NO_GL ? NULL : job->scene.path, &error);
}

/// Opens a file, and prepares its image.
static int open_file(render_job *job, const char *path)
{
    int code = render_job_open(job, path, &job->settings->animations);
    if (!code) code = find_time(job);
    if (!code) cli_warn_of_nothing_to_draw(job->context, path, job->scene.model);
    if (!code) code = render_job_load(job, !job->headless);
    return code;
}

/// Puts "failed" and the file's name into the cells of files that failed. A renderer is needed for that, so a file that
/// was drawn is opened again, without warnings. Returns 0, or the exit code after printing the error.
static int draw_failed_cells(render_job *job, const cli_files *files, const uint8_t *failed, const char *drawn,
                             image_sheet *sheet)
{
    sinew_error error;
    const cli_context *context = job->context;
    cli_context quiet = *context;
    quiet.quiet = 1;
    job->context = &quiet;
    const int code = open_file(job, drawn);
    job->context = context;
    if (code) return code;
    const int32_t height = sheet->cell_height - job->look.height;
    job->caption_height = height;
    uint8_t *pixels = malloc(4 * (size_t)sheet->cell_width * (size_t)height);
    sinew_result result = pixels ? render_job_begin_drawing(job, &error) : sinew__fail_memory(&error);
    if (result == SINEW_OK) result = render_job_select(job, &job->clips[0], &error);
    for (size_t i = 0; i < files->count && result == SINEW_OK; ++i) {
        char caption[CAPTION_SIZE];
        if (!failed[i]) continue;
        result = render_caption_draw(job, "failed", pixels, &error);
        if (result != SINEW_OK) break;
        set_rows(sheet, i, 0, height, pixels);
        render_caption_of_file(files->paths[i], job->look.width, caption);
        result = render_caption_draw(job, caption, pixels, &error);
        if (result == SINEW_OK) set_rows(sheet, i, sheet->cell_height - height, height, pixels);
    }
    free(pixels);
    return result == SINEW_OK ? 0 : cli_fail(context, drawn, &error);
}

static int draw_files(const render_job *empty, const cli_files *files, image_sheet *sheet, uint8_t *failed)
{
    cli_tally tally = {0};
    render_job job = *empty;
    const char *drawn = NULL;
    int code = 0;
    cli_progress progress = cli_progress_begin(empty->context, "drawn", "files", files->count);
    for (size_t i = 0; i < files->count; ++i) {
        int file_code = open_file(&job, files->paths[i]);
        if (!file_code) file_code = draw_cell(&job, sheet, i);
        failed[i] = file_code != 0;
        if (!file_code) drawn = files->paths[i];
        cli_count_file(&tally, file_code);
        cli_progress_add(&progress);
        render_job next = *empty; // keeps the context and the renderer
        next.headless = job.headless;
        next.renderer = job.renderer;
        job.headless = NULL;
        job.renderer = NULL;
        render_job_close(&job);
        job = next;
    }
    cli_progress_end(&progress);
    if (drawn && tally.failed) code = draw_failed_cells(&job, files, failed, drawn, sheet);
    render_job_close(&job);
    if (drawn && !code) code = write_sheet(empty->context, sheet, empty->settings, empty->settings->index);
    return code ? code : cli_fail_some(empty->context, &tally);
}

int render_draw_index(const render_job *empty, const cli_files *files)
{
    image_sheet sheet;
    const render_settings *settings = empty->settings;
    const int32_t square = (int32_t)ceil(sqrt((double)files->count)), width = empty->look.width,
                  height = empty->look.height + render_caption_height_for(width);
    const int32_t columns = settings->sheet.width ? settings->sheet.width : square;
    int code = cli_check_output(empty->context, settings->index, files->paths, files->count);
    if (!code) code = lay_out(empty->context, files->count, columns, width, height, &sheet);
    if (!code) code = create_sheet(empty->context, empty->look.transparent, &sheet);
    if (code) return code;
    uint8_t *failed = calloc(files->count, 1);
    code = failed ? draw_files(empty, files, &sheet, failed) : cli_fail_memory(empty->context);
    free(failed);
    free(sheet.pixels);
    return code;
}
