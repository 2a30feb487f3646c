// Images of a page: textures in formats that browsers decode, and the first image for browsers without WebGL 2.
#include "program/cli/framework/report.h"
#include "program/cli/page/page.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/memory.h"
#include "core/base/pixels.h"
#include "draw/output/output.h"
#include "draw/render/model_buffers.h"
#include "draw/scene/headless_context.h"
#include "import/side_files/images.h"
#include "program/cli/framework/load_model.h"

// ---- textures ------------------------------------------------------------------------------------------------------

/// The bytes of an image file and their format.
typedef struct page_image {
    const void *bytes;
    size_t size;
    image_size read; ///< size and format; format NULL: unknown
} page_image;

static int is_wider(int32_t width, int32_t height, int32_t most)
{
    return most > 0 && (width > most || height > most);
}

/// Halves an image until neither side exceeds `most` pixels. Returns 0 when out of memory.
static int shrink(sinew_image *image, int32_t most, int is_data)
{
    while (is_wider(image->width, image->height, most)) {
        const int32_t width = sinew__mipmap_half(image->width), height = sinew__mipmap_half(image->height);
        uint8_t *half = sinew__allocate(4 * (size_t)width * (size_t)height);
        if (!half) return 0;
        (is_data ? sinew__mipmap_halve_data : sinew__mipmap_halve)(image->pixels, image->width, image->height, half);
        sinew_image_free(image);
        *image = (sinew_image){.width = width, .height = height, .pixels = half};
    }
    return 1;
}

/// Decodes a texture and encodes it again, smaller. If that fails, `out` is unchanged, and the page later reports the
/// image.
static void convert(const cli_context *context, const sinew_model *model, int32_t texture, const char *path,
                    int32_t most, int is_data, const char *format, sinew_export_image *out)
{
    enum { QUALITY = 90 };
    const sinew_load_options options = cli_load_options(context);
    const output_driver *driver = format && strcmp(format, "JPG") == 0 ? &sinew__output_jpg : &sinew__output_png;
    sinew_image image = {0};
    void *bytes = NULL;
    size_t size;
    if (sinew_model_load_texture(model, texture, path, &options, &image, NULL) == SINEW_OK &&
        shrink(&image, most, is_data)) {
        const output_image drawn = {image.width, image.height, image.pixels, QUALITY};
        (void)!driver->encode(&drawn, &bytes, &size, NULL);
    }
    sinew_image_free(&image);
    if (!bytes) return;
    sinew_free((void *)(uintptr_t)out->bytes);
    *out = (sinew_export_image){.bytes = bytes, .size = size};
}

sinew_export_image *cli_read_page_images(const cli_context *context, const sinew_model *model, const char *path,
                                         int32_t most)
{
    sinew_export_image *images = cli_read_export_images(model, path, context->texture_path, NULL, 0);
    uint8_t *is_data = calloc((size_t)model->texture_count + 1, 1);
    if (!images || !is_data) {
        cli_free_export_images(images, model);
        free(is_data);
        return NULL;
    }
    sinew__render_mark_data(model, is_data);
    for (int32_t i = 0; i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        page_image image = {images[i].bytes, images[i].size, {0}};
        if (texture->byte_count > 0)
            image = (page_image){model->image_bytes + texture->first_byte, (size_t)texture->byte_count, {0}};
        const char *name = sinew_text(model, texture->path), *dot = strrchr(name, '.');
        const int is_tga = dot && strcasecmp(dot, ".tga") == 0;
        if (image.bytes && !sinew__image_size_read(image.bytes, image.size, is_tga ? "tga" : "", &image.read))
            image.read.format = NULL;
        const image_size *read = &image.read;
        static const char *const browser_formats[] = {"PNG", "JPG", "BMP", "GIF", "WEBP"}; // every browser decodes them
        int is_of_browsers = 0;
        for (size_t k = 0; read->format && k < sizeof browser_formats / sizeof *browser_formats; ++k)
            is_of_browsers |= strcmp(browser_formats[k], read->format) == 0;
        if (!read->format || (is_of_browsers && !is_wider((int32_t)read->width, (int32_t)read->height, most))) continue;
        convert(context, model, i, path, most, is_data[i], read->format, &images[i]);
    }
    free(is_data);
    return images;
}

void cli_leave_out_page_images(sinew_model *model, const sinew_export_image *images)
{
    for (int32_t i = 0; i < model->texture_count; ++i) {
        sinew_texture *texture = (sinew_texture *)(uintptr_t)&model->textures[i];
        const sinew_texture before = *texture;
        if (!images[i].bytes || before.byte_count == 0) continue;
        texture->byte_count = 0;
        int is_shared = 0; // whether a texture that stays uses the same bytes
        for (int32_t k = 0; k < model->texture_count; ++k) {
            const sinew_texture *other = &model->textures[k];
            is_shared |= other->byte_count > 0 && other->first_byte < before.first_byte + before.byte_count &&
                         before.first_byte < other->first_byte + other->byte_count;
        }
        if (!is_shared)
            memset((uint8_t *)(uintptr_t)model->image_bytes + before.first_byte, 0, (size_t)before.byte_count);
    }
}

// ---- a picture -----------------------------------------------------------------------------------------------------

static sinew_result draw(cli_scene *scene, const cli_camera_options *options, double seconds, const output_image *size,
                         uint8_t *out_pixels)
{
    int32_t file_camera = SINEW_NONE;
    const double aspect = (double)size->width / size->height;
    sinew_renderer *renderer = NULL;
    sinew_draw_options look = {.width = size->width,
                               .height = size->height,
                               .bounds = &scene->bounds,
                               .progress = -1.0,
                               .text = SINEW_SHOW_OFF};
    sinew_pose_evaluate(scene->model, scene->engine, scene->clip, seconds, scene->pose);
    cli_fit_camera(options, scene->model, &scene->bounds, (sinew_view)options->view, aspect, &look.camera);
    if (cli_camera_is_named(options) &&
        sinew_model_find_camera(scene->model, options->camera, &file_camera, NULL) == SINEW_OK)
        sinew_camera_from_file(scene->model, file_camera, scene->pose, aspect, &look.camera);
    sinew_result result = sinew_renderer_create(&renderer, NULL);
    if (result == SINEW_OK) result = sinew_renderer_set_model(renderer, scene->model, scene->textures.images, NULL);
    if (result == SINEW_OK) result = sinew_renderer_draw(renderer, scene->pose, &look, NULL);
    if (result == SINEW_OK) sinew_renderer_read(renderer, out_pixels);
    sinew_renderer_destroy(renderer);
    return result;
}

int cli_draw_page_still(const cli_context *context, cli_scene *scene, const cli_camera_options *camera, double seconds,
                        void **out_bytes, size_t *out_size)
{
    enum { WIDTH = 480, HEIGHT = 360 };
    *out_bytes = NULL;
    const int failed = cli_scene_load_images(context, scene);
    if (failed) return failed;
    scene_headless *headless = NULL;
    uint8_t *pixels = malloc(4 * (size_t)WIDTH * HEIGHT);
    if (!pixels) return cli_fail_memory(context);
    const output_image image = {WIDTH, HEIGHT, pixels, OUTPUT_QUALITY};
    sinew_result result = scene_headless_create(&headless, NULL);
    if (result == SINEW_OK) result = draw(scene, camera, seconds, &image, pixels);
    if (result == SINEW_OK) result = sinew__output_jpg.encode(&image, out_bytes, out_size, NULL);
    scene_headless_destroy(headless);
    free(pixels);
    return result == SINEW_ERROR_OUT_OF_MEMORY ? cli_fail_memory(context) : 0;
}
