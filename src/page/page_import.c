/// The additional functions of the module of a viewer page, which opens the user's files. A file is imported in a
/// worker to the bytes of a `.sinew` file, which the page opens. Clips of such files are added to a character. Images
/// that browsers cannot decode are decoded.
#include <string.h>

#include "author/bake/bake_block.h"
#include "author/retarget/retarget.h"
#include "core/base/json.h"
#include "core/base/memory.h"
#include "import/browser/browser_import.h"
#include "import/side_files/images.h"
#include "page/page_module.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/make_model.h"
#include "sinew/bake.h"
#include "sinew/import.h"
#include "sinew/retarget.h"
#include "sinew/with_clips.h"

/// The imported model, and the last decoded image.
static struct {
    void *bytes;
    size_t size;
    double front;
    sinew_image image;
} imported;

/// Frees the imported model.
EXPORT(page_import_free) void page_import_free(void);
void page_import_free(void)
{
    sinew_free(imported.bytes);
    imported.bytes = NULL;
    imported.size = 0;
}

static sinew_result import_file(const char *name, const void *bytes, size_t size, double memory_limit)
{
    sinew_model *model;
    imported.front = 0;
    sinew_result result = sinew__browser_import(name, bytes, size, memory_limit, &model, &page.error);
    if (result != SINEW_OK) return result;
    (void)!sinew_body_front(model, NULL, &imported.front, NULL); // stays 0 without a body
    result = sinew_model_save(model, &imported.bytes, &imported.size, &page.error);
    sinew_model_destroy(model);
    return result;
}

/// Imports an FBX, a glTF or a `.sinew` file; see browser_import.h.
EXPORT(page_import) int page_import(const char *name, const void *bytes, size_t size, double memory_limit);
int page_import(const char *name, const void *bytes, size_t size, double memory_limit)
{
    page_import_free();
    return page_succeeded(import_file(name, bytes, size, memory_limit));
}

/// Returns the bytes of the imported model, valid until the next import.
EXPORT(page_imported) const void *page_imported(void);
const void *page_imported(void)
{
    return imported.bytes;
}

EXPORT(page_imported_size) size_t page_imported_size(void);
size_t page_imported_size(void)
{
    return imported.size;
}

/// Returns the front of the imported model, for page_set_front.
EXPORT(page_imported_front) double page_imported_front(void);
double page_imported_front(void)
{
    return imported.front;
}

// ---- clips of other files ------------------------------------------------------------------------------------------

/// The character that gets clips of other files.
static struct {
    sinew_model *character;
    sinew_clip_match match; ///< match of the last added animation
} growing;

/// Loads the character that gets clips, from bytes that page_import made. Returns 0 on failure.
EXPORT(page_begin_clips) int page_begin_clips(const void *bytes, size_t size);
int page_begin_clips(const void *bytes, size_t size)
{
    sinew_model_destroy(growing.character);
    growing.character = NULL;
    return page_succeeded(sinew_model_open(bytes, size, &growing.character, &page.error));
}

/// Puts the joints that are the same part in both bodies as JSON: [[part, joint, joint of the animation], …].
static void put_parts(const sinew_model *animation)
{
    const sinew_model *models[2] = {growing.character, animation};
    sinew_body_map maps[2];
    page.text.size = 0;
    sinew__json_writer json = sinew__json_begin(&page.text);
    sinew__json_put_array(&json, NULL);
    for (int i = 0; i < 2; ++i) (void)!sinew_body_map_find(models[i], &maps[i], NULL);
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) {
        if (maps[0].joint[part] == SINEW_NONE || maps[1].joint[part] == SINEW_NONE) continue;
        sinew__json_put_array(&json, NULL);
        sinew__json_put_text(&json, NULL, sinew_body_part_name(part));
        for (int i = 0; i < 2; ++i)
            sinew__json_put_text(&json, NULL, sinew_text(models[i], models[i]->joints[maps[i].joint[part]].name));
        sinew__json_end_array(&json);
    }
    sinew__json_end_array(&json);
    sinew__buffer_put(&page.text, "", 1);
}

/// Adds the clips of another file to the character. Joints are matched by name. The clips are retargeted if both files
/// have a body map, or if fewer than half of the animated joints match by name. If neither works, the error is about
/// matching by name.
static sinew_result add_clips(const sinew_model *animation, int *out_is_retargeted)
{
    sinew_body_map map;
    sinew_model *named = NULL, *retargeted = NULL;
    const sinew_model *character = growing.character;
    const int are_stated = sinew__body_is_stated(character, &map) && sinew__body_is_stated(animation, &map);
    growing.match = (sinew_clip_match){0};
    const sinew_result result = sinew__model_add_clips(character, &animation, 1, &growing.match, &named, &page.error);
    const int is_other = result == SINEW_ERROR_NO_MATCH || growing.match.unmatched > growing.match.matched;
    *out_is_retargeted = (are_stated || is_other) &&
                         sinew_model_create_with_clips(
                             character, &animation, 1,
                             &(sinew_with_clips_options){.retarget = &(sinew_retarget_options){0}, .only_curves = true},
                             &retargeted, NULL) == SINEW_OK;
    if (*out_is_retargeted) put_parts(animation);
    if (*out_is_retargeted || result == SINEW_OK) {
        sinew_model_destroy(growing.character);
        growing.character = *out_is_retargeted ? retargeted : named;
        if (*out_is_retargeted) sinew_model_destroy(named);
    }
    return *out_is_retargeted ? SINEW_OK : result;
}

/// Adds the clips of another file, from bytes that page_import made. Returns 0 on failure, 1 if joints were matched by
/// name, 2 if the clips were retargeted; page_parts then returns the matched parts.
EXPORT(page_add_clips) int page_add_clips(const void *bytes, size_t size);
int page_add_clips(const void *bytes, size_t size)
{
    sinew_model *animation;
    int is_retargeted = 0;
    sinew_result result = sinew_model_open(bytes, size, &animation, &page.error);
    if (result == SINEW_OK) result = add_clips(animation, &is_retargeted);
    sinew_model_destroy(animation);
    return result == SINEW_OK ? 1 + is_retargeted : 0;
}

/// Returns the matched parts of the last retargeting as JSON: [[part, joint, joint of the animation], …].
EXPORT(page_parts) const char *page_parts(void);
const char *page_parts(void)
{
    return page.text.failed ? "[]" : page.text.text;
}

/// Returns the number of animated joints of the last animation that the character lacks.
EXPORT(page_unmatched_joints) int32_t page_unmatched_joints(void);
int32_t page_unmatched_joints(void)
{
    return growing.match.unmatched;
}

static sinew_result end_clips(void)
{
    void *block;
    size_t size;
    sinew_model *baked = NULL;
    const sinew_bake_options options = {.work_limit = UINT64_MAX};
    sinew_result result = sinew__baked_block(growing.character, &options, &block, &size, &page.error);
    if (result == SINEW_OK) result = sinew__model_from_block(block, size, &baked, &page.error);
    if (result == SINEW_OK) {
        page_import_free();
        result = sinew_model_save(baked, &imported.bytes, &imported.size, &page.error);
    }
    sinew_model_destroy(baked);
    return result;
}

/// Bakes the clips of the character; page_imported then returns its bytes. Returns 0 on failure.
EXPORT(page_end_clips) int page_end_clips(void);
int page_end_clips(void)
{
    const sinew_result result = end_clips();
    sinew_model_destroy(growing.character);
    growing.character = NULL;
    return page_succeeded(result);
}

/// Returns the sinew_result of the last failure, which page_error describes.
EXPORT(page_error_code) int page_error_code(void);
int page_error_code(void)
{
    return page.error.result;
}

/// Returns a hint about the last failure, or "".
EXPORT(page_error_hint) const char *page_error_hint(void);
const char *page_error_hint(void)
{
    return page.error.hint;
}

/// Decodes a TGA or DDS file called `name`. Release the pixels by page_free, or pass them to page_set_image. Returns
/// NULL on failure.
EXPORT(page_decode) uint8_t *page_decode(const void *bytes, size_t size, const char *name);
uint8_t *page_decode(const void *bytes, size_t size, const char *name)
{
    const char *dot = strrchr(name, '.');
    (void)!sinew_import_image(bytes, size, dot ? dot + 1 : "", SINEW__LARGEST_TEXTURE, &imported.image, &page.error);
    return imported.image.pixels;
}

/// Return the size of the last decoded image.
EXPORT(page_decoded_width) int32_t page_decoded_width(void);
int32_t page_decoded_width(void)
{
    return imported.image.width;
}

EXPORT(page_decoded_height) int32_t page_decoded_height(void);
int32_t page_decoded_height(void)
{
    return imported.image.height;
}
