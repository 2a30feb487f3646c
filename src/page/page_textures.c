// The images of a page's models: their sizes before they are decoded, the memory that they may take, and their pixels.
// The page decodes them one after the other.
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/pixels.h"
#include "import/side_files/images.h"
#include "import/import_file.h"
#include "page/page_module.h"

// ---- before decoding -----------------------------------------------------------------------------------------------

static image_size judged;

/// Checks the first bytes of an image file of `size` bytes. Returns whether sinew can read the image, and the image has
/// no more pixels than a texture may have. A TGA is recognized by the end of its name.
EXPORT(page_judge_image) int page_judge_image(const void *start, size_t start_size, size_t size, const char *name);
int page_judge_image(const void *start, size_t start_size, size_t size, const char *name)
{
    const char *dot = strrchr(name, '.'), *format = dot ? dot + 1 : "";
    sinew_result result = sinew__picture_judge(start, start_size, size, format, SINEW__LARGEST_TEXTURE, &page.error);
    if (result == SINEW_OK && !sinew__image_size_read(start, start_size, format, &judged))
        result = sinew__fail(&page.error, SINEW_ERROR_DAMAGED, "the picture is damaged: its size cannot be read");
    return page_succeeded(result);
}

/// Return the size of the image that was checked last.
EXPORT(page_judged_width) uint32_t page_judged_width(void);
uint32_t page_judged_width(void)
{
    return judged.width;
}

EXPORT(page_judged_height) uint32_t page_judged_height(void);
uint32_t page_judged_height(void)
{
    return judged.height;
}

/// Returns the bytes of memory that the images of a model may take, by the total size of their files; the program has
/// the same limit.
EXPORT(page_image_limit) double page_image_limit(double file_bytes);
double page_image_limit(double file_bytes)
{
    static const double most = 2147483648.0;
    return file_bytes < most / 64 ? (double)sinew__import_memory((size_t)file_bytes) : most;
}

/// Returns the part of that limit that pixels may take.
EXPORT(page_image_pixels) double page_image_pixels(double limit);
double page_image_pixels(double limit)
{
    return (double)sinew__image_memory((size_t)limit);
}

// ---- pixels --------------------------------------------------------------------------------------------------------

/// Halves width and height of an image `halvings` times. `pixels` is [width × height × 4] from page_allocate. Returns
/// the new address of the pixels; when out of memory, frees them and returns NULL.
EXPORT(page_halve) uint8_t *page_halve(uint8_t *pixels, int32_t width, int32_t height, int32_t halvings);
uint8_t *page_halve(uint8_t *pixels, int32_t width, int32_t height, int32_t halvings)
{
    uint8_t *scratch = sinew__allocate((size_t)width * (size_t)height * 2 + 4);
    if (!scratch) {
        sinew_free(pixels);
        return NULL;
    }
    const int32_t rows = sinew__mipmap_halve_often(pixels, width, height, halvings, scratch);
    sinew_free(scratch);
    for (; halvings > 0; --halvings) width = sinew__mipmap_half(width);
    uint8_t *shrunk = sinew__resize(pixels, (size_t)width * (size_t)rows * 4);
    return shrunk ? shrunk : pixels;
}

void page_free_images(page_actor *actor)
{
    for (int32_t i = 0; actor->images && i < actor->model->texture_count; ++i) {
        if (!actor->shares[i]) sinew_image_free(&actor->images[i]);
        actor->images[i] = (sinew_image){0};
        actor->shares[i] = 0;
    }
}

/// Removes the images of all textures of the model.
EXPORT(page_clear_images) void page_clear_images(void);
void page_clear_images(void)
{
    page_free_images(page.now);
}

/// Sets the pixels of a texture without an image, [width × height × 4], and takes ownership of them.
EXPORT(page_set_image) void page_set_image(int32_t texture, int32_t width, int32_t height, uint8_t *pixels);
void page_set_image(int32_t texture, int32_t width, int32_t height, uint8_t *pixels)
{
    page.now->images[texture] = (sinew_image){.width = width, .height = height, .pixels = pixels};
}

/// Uses the image of another texture for a texture without an image.
EXPORT(page_share_image) void page_share_image(int32_t texture, int32_t other);
void page_share_image(int32_t texture, int32_t other)
{
    page.now->images[texture] = page.now->images[other];
    page.now->shares[texture] = 1;
}
