/// The functions of a page's module. A model is opened by page_open, page_set_image for each of its images, and
/// page_prepare; afterwards it can be posed and drawn at any time. Two models can be open, to be compared; page_select
/// chooses the one that calls are about. The page has the clock, the timeline and the lists. Poses and images equal the
/// player's. Compiled to WebAssembly; the page provides the functions of OpenGL ES (gl.js).
///
/// A function that can fail returns 0 on failure, and page_error returns the reason. Times are seconds from the clip's
/// start. Texts are UTF-8, terminated, and valid until the next call that returns one.
#include <stdlib.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/quoted_text.h"
#include "draw/render/renderer.h"
#include "page/page_module.h"
#include "runtime/view/view.h"
#include "sinew/sinew_tools.h"

page_state page = {.actors = {{.clip = SINEW_NONE}, {.clip = SINEW_NONE}},
                   .now = page.actors,
                   .is_fitted = 1,
                   .file_camera = SINEW_NONE};

// ---- memory and messages ------------------------------------------------------------------------------------------

EXPORT(page_allocate) void *page_allocate(size_t size);
void *page_allocate(size_t size)
{
    return sinew_allocate(size ? size : 1);
}

EXPORT(page_free) void page_free(void *memory);
void page_free(void *memory)
{
    sinew_free(memory);
}

EXPORT(page_error) const char *page_error(void);
const char *page_error(void)
{
    return page.error.message;
}

/// Returns a word for a command that people copy, quoted by the program's rules.
EXPORT(page_shell_word) const char *page_shell_word(const char *word);
const char *page_shell_word(const char *word)
{
    page.text.size = 0;
    sinew__put_shown_shell_word(&page.text, word);
    sinew__buffer_put(&page.text, "", 1);
    return page.text.failed ? "''" : page.text.text;
}

/// Draws no text into images: the page shows labels as HTML.
sinew_result sinew__render_draw_text(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    (void)renderer, (void)frame, (void)out_error;
    return SINEW_OK;
}

void sinew__render_glyph_atlas_destroy(render_glyph_atlas *atlas)
{
    (void)atlas; // images have no text
}

/// Does nothing: poses cannot be edited in a page. The code that solves limbs would make the module 10 % larger.
sinew_result sinew__pose_edits_apply(const pose_edits *edits, const sinew_model *model, sinew_pose *pose,
                                    sinew_error *out_error)
{
    (void)edits, (void)model, (void)pose, (void)out_error;
    return SINEW_OK;
}

int sinew__pose_edits_may_move(const pose_edits *edits, const sinew_model *model, int32_t joint)
{
    (void)edits, (void)model, (void)joint;
    return 0;
}

// ---- opening ------------------------------------------------------------------------------------------------------

/// Chooses the model of the calls that follow: 0 the shown one, 1 the one that it is compared with.
EXPORT(page_select) void page_select(int32_t actor);
void page_select(int32_t actor)
{
    page.now = &page.actors[actor];
}

static void close_actor(page_actor *actor)
{
    page_forget_clip(actor);
    page_forget_curves();
    sinew__shown_fade_free(&actor->fade);
    sinew__shown_blend_free(&actor->blend);
    sinew__shown_in_place_free(&actor->in_place);
    page_free_images(actor);
    sinew_free(actor->images);
    sinew_free(actor->shares);
    sinew_pose_destroy(actor->pose);
    sinew_model_destroy(actor->model);
    *actor = (page_actor){.clip = SINEW_NONE, .renderer = actor->renderer};
}

/// Opens the bytes of a `.sinew` file, which are copied, and closes the model that was open.
EXPORT(page_open) int page_open(const void *bytes, size_t size);
int page_open(const void *bytes, size_t size)
{
    page_actor *actor = page.now;
    close_actor(actor);
    if (!page_succeeded(sinew_model_open(bytes, size, &actor->model, &page.error))) return 0;
    if (!page_succeeded(sinew_pose_create(actor->model, &actor->pose, &page.error))) return 0;
    actor->shows_skeleton = sinew__shows_skeleton(actor->model);
    actor->shares = sinew__allocate_zeroed((size_t)actor->model->texture_count + 1, sizeof *actor->shares);
    if (actor->shares)
        actor->images = sinew__allocate_zeroed((size_t)actor->model->texture_count + 1, sizeof *actor->images);
    return actor->images ? 1 : page_succeeded(sinew__fail_memory(&page.error));
}

/// Returns the file of an image that is embedded in the model; NULL if the image is a side file.
EXPORT(page_embedded_image) const uint8_t *page_embedded_image(int32_t texture);
const uint8_t *page_embedded_image(int32_t texture)
{
    const sinew_texture *one = &page.now->model->textures[texture];
    return one->byte_count > 0 ? page.now->model->image_bytes + one->first_byte : NULL;
}

EXPORT(page_embedded_size) size_t page_embedded_size(int32_t texture);
size_t page_embedded_size(int32_t texture)
{
    return (size_t)page.now->model->textures[texture].byte_count;
}

/// Sends the model and its images to the graphics driver. Called after opening, and again after a lost context
/// (`is_new_context`).
EXPORT(page_prepare) int page_prepare(int32_t is_new_context);
int page_prepare(int32_t is_new_context)
{
    page_actor *actor = page.now;
    if (is_new_context) actor->renderer = NULL; // the driver's objects were lost with the context
    if (!actor->renderer && !page_succeeded(sinew_renderer_create(&actor->renderer, &page.error))) return 0;
    return page_succeeded(sinew_renderer_set_model(actor->renderer, actor->model, actor->images, &page.error));
}
