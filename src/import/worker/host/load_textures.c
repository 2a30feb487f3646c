// Loads all textures of a model: decodes each image once, within one budget of memory and time.
#include "import/worker/host/worker_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "core/platform/clock.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/process.h"
#include "core/platform/side_files.h"
#include "import/import_file.h"
#include "import/side_files/images.h"

// Opens one texture of a model as an image file, from embedded bytes or a side file.

enum { SINEW__TEXTURE_NAME = 128 };

/// An open image file; the caller closes `file`.
typedef struct sinew__texture_source {
    int file;
    size_t size;
    const char *format; ///< the format in the model, else the extension of the file
} sinew__texture_source;

/// How an image was decoded.
typedef struct sinew__decoding {
    int is_reduced;               ///< whether the image was reduced, because its pixels would need too many bytes
    uint32_t missing_protections; ///< worker_protection bits
} sinew__decoding;

// ---- opening ------------------------------------------------------------------------------------------------------

/// Opens the image file of a texture. SINEW_ERROR_NOT_FOUND, _OUT_OF_MEMORY.
static sinew_result texture_source_open(const sinew_model *model, int32_t texture, sinew__side_folders *folders,
                                        sinew__texture_source *out, sinew_error *error)
{
    const sinew_texture *from = &model->textures[texture];
    if (from->byte_count) {
        // copied to memory that a worker can read as a file
        out->size = (size_t)from->byte_count;
        out->format = sinew_text(model, from->format);
        out->file = sinew__shared_memory_copy(model->image_bytes + from->first_byte, out->size);
        return out->file >= 0 ? SINEW_OK : sinew__fail_memory(error);
    }
    const char *path = sinew_text(model, from->path), *dot = strrchr(path, '.');
    out->format = dot ? dot + 1 : "";
    const sinew_result found = sinew__side_folders_find(folders, path, &out->file, &out->size);
    if (found == SINEW_ERROR_NOT_FOUND) return sinew__fail(error, found, "texture '%s' is not beside the model", path);
    return found == SINEW_OK ? SINEW_OK : sinew__fail_memory(error);
}

// ---- decoding -----------------------------------------------------------------------------------------------------

/// Copies the worker's pixels, after checking that their size matches width and height.
static sinew_result copy_pixels(const sinew__run *run, sinew_image *out, sinew_error *error)
{
    const int sides_fit = run->width > 0 && run->width <= SINEW__LARGEST_TEXTURE && run->height > 0 &&
                          run->height <= SINEW__LARGEST_TEXTURE;
    if (!sides_fit || run->size != (size_t)run->width * (size_t)run->height * 4)
        return sinew__fail(error, SINEW_ERROR_CRASHED, "the importer returned an invalid result");
    out->pixels = sinew__allocate(run->size);
    if (!out->pixels) return sinew__fail_memory(error);
    memcpy(out->pixels, run->memory, run->size);
    out->width = run->width;
    out->height = run->height;
    return SINEW_OK;
}

/// Decodes an image in a worker, to at most `max_bytes` of pixels. The errors are the errors of
/// sinew_model_load_texture.
static sinew_result texture_source_decode(const sinew__texture_source *source, const sinew_load_options *options,
                                          const sinew__limits *limits, size_t max_bytes, sinew_image *out_image,
                                          sinew__decoding *out_decoding, sinew_error *error)
{
    *out_image = (sinew_image){0};
    sinew__run run = {.program = SINEW__IMAGE_WORKER,
                      .options = options,
                      .limits = limits,
                      .file = source->file,
                      .result_limit = max_bytes,
                      .job = {.task = WORKER_IMAGE, .file_size = source->size, .max_size = SINEW__LARGEST_TEXTURE}};
    snprintf(run.job.name, sizeof run.job.name, "%s", source->format);
    sinew_result result = sinew__worker_run(&run, error);
    if (result == SINEW_OK) result = copy_pixels(&run, out_image, error);
    *out_decoding = (sinew__decoding){run.is_reduced, run.missing_protections};
    sinew__shared_memory_release(run.memory, run.size);
    return result;
}

sinew_result sinew_model_load_texture(const sinew_model *model, int32_t texture, const char *model_path,
                                      const sinew_load_options *options, sinew_image *out_image, sinew_error *error)
{
    if (out_image) *out_image = (sinew_image){0};
    if (SINEW__LACKS_ARGUMENT(error, model, model_path, out_image) ||
        sinew__lacks_item(error, "texture", texture, model->texture_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew__texture_source source;
    sinew__side_reader reader;
    sinew__side_folders *folders = sinew__side_files_open(model_path, options, &reader);
    sinew_result result =
        folders ? texture_source_open(model, texture, folders, &source, error) : sinew__fail_memory(error);
    sinew__side_folders_close(folders);
    if (result != SINEW_OK) return result;
    sinew__decoding decoding;
    const sinew__limits limits = sinew__limits_begin(options, source.size);
    result = texture_source_decode(&source, options, &limits, limits.memory / 2, out_image, &decoding, error);
    if (result == SINEW_OK) sinew__warn_unprotected(options, "the decoding of images", decoding.missing_protections);
    sinew__close(source.file);
    return result;
}

sinew_result sinew_model_read_texture(const sinew_model *model, int32_t texture, const char *model_path,
                                      const sinew_load_options *options, void **out_bytes, size_t *out_size,
                                      char **out_path, sinew_error *error)
{
    if (out_bytes) *out_bytes = NULL;
    if (out_path) *out_path = NULL;
    if (SINEW__LACKS_ARGUMENT(error, model, model_path, out_bytes, out_size) ||
        sinew__lacks_item(error, "texture", texture, model->texture_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    *out_size = 0;
    const sinew_texture *item = &model->textures[texture];
    const size_t limit = options && options->memory_limit ? options->memory_limit : (size_t)1 << 30;
    if (item->byte_count > 0) {
        if (!(*out_bytes = sinew__allocate((size_t)item->byte_count))) return sinew__fail_memory(error);
        memcpy(*out_bytes, model->image_bytes + item->first_byte, (size_t)item->byte_count);
        *out_size = (size_t)item->byte_count;
        return SINEW_OK;
    }
    sinew__texture_source source;
    sinew__side_reader reader;
    sinew__side_folders *folders = sinew__side_files_open(model_path, options, &reader);
    sinew_result result =
        folders ? texture_source_open(model, texture, folders, &source, error) : sinew__fail_memory(error);
    if (result == SINEW_OK) {
        if (source.size > limit)
            result = sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT, "texture '%s' has %zu bytes",
                                 sinew_text(model, item->path), source.size);
        else
            result = sinew__file_read_open(source.file, source.size, out_bytes, out_size, error);
        sinew__close(source.file);
    }
    if (result == SINEW_OK && out_path && !(options && options->read_side_file) &&
        !(*out_path = sinew__side_folders_found_path(folders))) {
        sinew_free(*out_bytes);
        *out_bytes = NULL;
        *out_size = 0;
        result = sinew__fail_memory(error);
    }
    sinew__side_folders_close(folders);
    return result;
}

// Collects the problems of a model's textures, to report them in one line per kind of problem.

typedef enum sinew__texture_reason {
    SINEW__TEXTURE_MISSING,
    SINEW__TEXTURE_NOT_SEARCHED, ///< too many names were searched already
    SINEW__TEXTURE_UNREADABLE,
    SINEW__TEXTURE_REDUCED,
    SINEW__TEXTURE_WITHOUT_MEMORY,
    SINEW__TEXTURE_WITHOUT_TIME,
    SINEW__TEXTURE_REASONS
} sinew__texture_reason;

/// The problems of textures; all zero: none.
typedef struct sinew__texture_notes {
    struct {
        int32_t count;
        char names[3][SINEW__TEXTURE_NAME]; ///< names of the first three textures
        sinew_error first;                  ///< error of the first unreadable texture
    } by_reason[SINEW__TEXTURE_REASONS];
} sinew__texture_notes;

enum { SHOWN_NAMES = 3, NAMES_SIZE = SHOWN_NAMES * (SINEW__TEXTURE_NAME + 2) + 8 };

/// Records a problem of a texture. `error` may be NULL.
static void texture_note(sinew__texture_notes *notes, sinew__texture_reason reason, const sinew_model *model,
                         int32_t texture, const sinew_error *error)
{
    const int32_t count = notes->by_reason[reason].count++;
    const char *path = sinew_text(model, model->textures[texture].path);
    if (count < SHOWN_NAMES && *path)
        snprintf(notes->by_reason[reason].names[count], SINEW__TEXTURE_NAME, "'%.100s'", path);
    else if (count < SHOWN_NAMES)
        snprintf(notes->by_reason[reason].names[count], SINEW__TEXTURE_NAME, "%d", (int)texture + 1);
    if (count == 0 && error) notes->by_reason[reason].first = *error;
}

/// Writes "texture 'a.png'", "textures 'a.png', 'b.png'", or "2000 textures ('a.png', 'b.png', 'c.png', …)".
static void put_names(const sinew__texture_notes *notes, sinew__texture_reason reason, char out[NAMES_SIZE + 40])
{
    char names[NAMES_SIZE] = "";
    const int32_t count = notes->by_reason[reason].count, shown = count < SHOWN_NAMES ? count : SHOWN_NAMES;
    for (int32_t i = 0; i < shown; ++i) {
        const size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "", notes->by_reason[reason].names[i]);
    }
    if (count > SHOWN_NAMES)
        snprintf(out, NAMES_SIZE + 40, "%d textures (%s, …)", (int)count, names);
    else
        snprintf(out, NAMES_SIZE + 40, "%s %s", count == 1 ? "texture" : "textures", names);
}

/// Writes at most SINEW__TEXTURE_REASONS lines to `out` and returns their number. `memory` and `seconds` are the limits
/// of the model's textures.
static int32_t texture_notes_put(const sinew__texture_notes *notes, size_t memory, double seconds, sinew_error *out)
{
    int32_t count = 0;
    char size[SINEW__SIZE_TEXT];
    sinew__size_text((double)memory, size);
    for (int reason = 0; reason < SINEW__TEXTURE_REASONS; ++reason) {
        if (notes->by_reason[reason].count == 0) continue;
        char names[NAMES_SIZE + 40];
        put_names(notes, (sinew__texture_reason)reason, names);
        const char *are = notes->by_reason[reason].count == 1 ? "is" : "are";
        sinew_error *line = &out[count++];
        switch ((sinew__texture_reason)reason) {
        case SINEW__TEXTURE_MISSING:
            sinew__fail(line, SINEW_ERROR_NOT_FOUND, "%s %s not beside the model", names, are);
            break;
        case SINEW__TEXTURE_NOT_SEARCHED:
            sinew__fail(line, SINEW_ERROR_LIMIT, "%s %s not searched for: the limit is %d files", names, are,
                        SINEW__MAX_SIDE_FILES);
            break;
        case SINEW__TEXTURE_UNREADABLE:
            sinew__fail(line, notes->by_reason[reason].first.result, "%s: %s", names,
                        notes->by_reason[reason].first.message);
            break;
        case SINEW__TEXTURE_REDUCED:
            sinew__fail(line, SINEW_ERROR_MEMORY_LIMIT,
                        "%s %s drawn at a lower resolution: a model's textures may take %s of memory", names, are,
                        size);
            break;
        case SINEW__TEXTURE_WITHOUT_MEMORY:
            sinew__fail(line, SINEW_ERROR_MEMORY_LIMIT, "%s %s left out: a model's textures may take %s of memory",
                        names, are, size);
            break;
        case SINEW__TEXTURE_WITHOUT_TIME:
            sinew__fail(line, SINEW_ERROR_TIMED_OUT, "%s %s left out: a model's textures may take %.3g s", names, are,
                        seconds);
            break;
        case SINEW__TEXTURE_REASONS: break;
        }
    }
    return count;
}

// Decodes an image file of the user like a texture.

static sinew_result decode_whole(const sinew__texture_source *source, const sinew_load_options *options,
                                 sinew_image *out_image, sinew_error *error)
{
    const sinew__limits limits = sinew__limits_begin(options, source->size);
    sinew__decoding decoding;
    const sinew_result result =
        texture_source_decode(source, options, &limits, limits.memory / 2, out_image, &decoding, error);
    if (result != SINEW_OK) return result;
    sinew__warn_unprotected(options, "the decoding of images", decoding.missing_protections);
    if (!decoding.is_reduced) return SINEW_OK;
    sinew_free(out_image->pixels);
    *out_image = (sinew_image){0};
    return sinew__fail_memory_limit(&limits, error);
}

sinew_result sinew__load_image(const char *path, const sinew_load_options *options, sinew_image *out_image,
                               sinew_error *error)
{
    *out_image = (sinew_image){0};
    const char *dot = strrchr(path, '.');
    sinew__texture_source source = {.format = dot ? dot + 1 : ""};
    sinew_result result = sinew__file_open(path, &source.file, &source.size, error);
    if (result != SINEW_OK) return result;
    result = decode_whole(&source, options, out_image, error);
    sinew__close(source.file);
    return result;
}

/// Total size of image files in bytes that doubles the timeout.
static const double bytes_of_timeout = 32 << 20;

/// A texture and its image file.
typedef struct image_file {
    int32_t texture;
    size_t size;          ///< size of the file; 0: not found
    uint64_t identity[2]; ///< equal, together with the size, for textures with the same image
} image_file;

/// The state of a load of textures.
typedef struct texture_load {
    const sinew_model *model;
    const sinew_load_options *options;
    sinew__side_folders *folders;
    image_file *list; ///< [model->texture_count]
    int32_t searched_files;
    sinew__limits limits; ///< budget of all textures together
    size_t pixels, taken; ///< bytes of pixels of all images: limit, and used so far
    int32_t images_left;  ///< number of images that are still to be decoded
    sinew_textures *out;
    uint32_t missing_protections; ///< worker_protection bits that were missing while any image was decoded
    sinew__texture_notes notes;
} texture_load;

// ---- finding images -----------------------------------------------------------------------------------------------

/// Finds the image file of a texture, and stores its size and identity. Returns 0 when out of memory.
static int identify_file(texture_load *load, int32_t texture, image_file *out)
{
    sinew__texture_source source;
    sinew__file_status status;
    sinew_error error;
    if (++load->searched_files > SINEW__MAX_SIDE_FILES) {
        texture_note(&load->notes, SINEW__TEXTURE_NOT_SEARCHED, load->model, texture, NULL);
        return 1;
    }
    const sinew_result result = texture_source_open(load->model, texture, load->folders, &source, &error);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) return 0;
    if (result != SINEW_OK) {
        texture_note(&load->notes, SINEW__TEXTURE_MISSING, load->model, texture, NULL);
        return 1;
    }
    if (source.size == 0) {
        (void)sinew__fail(&error, SINEW_ERROR_EMPTY, "the image is empty");
        texture_note(&load->notes, SINEW__TEXTURE_UNREADABLE, load->model, texture, &error);
    } else if (load->options && load->options->read_side_file) { // the file is a copy of bytes that the host has read
        const char *path = sinew_text(load->model, load->model->textures[texture].path);
        out->size = source.size;
        out->identity[0] = UINT64_MAX;
        out->identity[1] = sinew__hash(path, strlen(path));
    } else if (sinew__file_status_of(source.file, &status)) {
        out->size = source.size;
        out->identity[0] = status.device;
        out->identity[1] = status.inode;
    }
    sinew__close(source.file);
    return 1;
}

static int by_offset(const void *a, const void *b)
{
    const sinew_texture *const *first = a, *const *second = b;
    if ((*first)->byte_count != (*second)->byte_count) return (*first)->byte_count < (*second)->byte_count ? -1 : 1;
    if ((*first)->first_byte != (*second)->first_byte) return (*first)->first_byte < (*second)->first_byte ? -1 : 1;
    return 0;
}

/// Sets the identity of embedded images by their contents. Hashes an image only if another one has the same size.
/// Images at the same position are hashed once. Hashes at most as many bytes as all images have together; an image
/// beyond that counts as unique. Returns 0 when out of memory.
static int identify_embedded(texture_load *load)
{
    const sinew_model *model = load->model;
    const sinew_texture **sorted = sinew__allocate(((size_t)model->texture_count + 1) * sizeof *sorted);
    int32_t count = 0;
    size_t left = model->image_byte_count;
    if (!sorted) return 0;
    for (int32_t i = 0; i < model->texture_count; ++i)
        if (model->textures[i].byte_count) sorted[count++] = &model->textures[i];
    if (count) qsort(sorted, (size_t)count, sizeof *sorted, by_offset);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_texture *at = sorted[i], *before = i ? sorted[i - 1] : at;
        const int has_twin = (i && before->byte_count == at->byte_count) ||
                             (i + 1 < count && sorted[i + 1]->byte_count == at->byte_count);
        image_file *item = &load->list[at - model->textures];
        item->size = (size_t)at->byte_count;
        if (i && by_offset(&sorted[i - 1], &sorted[i]) == 0) {
            memcpy(item->identity, load->list[before - model->textures].identity, sizeof item->identity);
        } else if (has_twin && item->size <= left) {
            item->identity[1] = sinew__hash(model->image_bytes + at->first_byte, item->size);
            left -= item->size;
        } else {
            item->identity[0] = at->first_byte + 1; // treated as unique
        }
    }
    sinew_free(sorted);
    return 1;
}

static int compare_images(const image_file *a, const image_file *b)
{
    if (a->size != b->size) return a->size < b->size ? -1 : 1;
    for (int i = 0; i < 2; ++i)
        if (a->identity[i] != b->identity[i]) return a->identity[i] < b->identity[i] ? -1 : 1;
    return 0;
}

/// Compares images by size and identity, so that equal ones are next to each other.
static int by_image(const void *a, const void *b)
{
    const image_file *first = a, *second = b;
    const int order = compare_images(first, second);
    return order ? order : (first->texture > second->texture) - (first->texture < second->texture);
}

/// Whether item `i` has the same image as item i − 1.
static int is_shared(const texture_load *load, int32_t i)
{
    return i > 0 && compare_images(&load->list[i - 1], &load->list[i]) == 0;
}

/// Sets the identity of all images and sorts them. Returns 0 when out of memory.
static int identify_all(texture_load *load)
{
    const sinew_model *model = load->model;
    for (int32_t i = 0; i < model->texture_count; ++i) {
        load->list[i].texture = i;
        if (model->textures[i].byte_count == 0 && !identify_file(load, i, &load->list[i])) return 0;
    }
    if (!identify_embedded(load)) return 0;
    if (model->texture_count) qsort(load->list, (size_t)model->texture_count, sizeof *load->list, by_image);
    return 1;
}

// ---- the budget ---------------------------------------------------------------------------------------------------

/// Starts the budget: the memory limit of a model file as large as all images, and a timeout that grows with their
/// size.
static void begin_budget(texture_load *load)
{
    double bytes = 0;
    for (int32_t i = 0; i < load->model->texture_count; ++i) {
        if (load->list[i].size == 0 || is_shared(load, i)) continue;
        bytes += (double)load->list[i].size;
        ++load->images_left;
    }
    load->limits = sinew__limits_begin(load->options, bytes < 1e15 ? (size_t)bytes : (size_t)1e15);
    load->limits.timeout *= 1 + bytes / bytes_of_timeout;
    load->limits.worker_seconds = load->limits.timeout;
    load->pixels = sinew__image_memory(load->limits.memory);
}

// ---- decoding -----------------------------------------------------------------------------------------------------

/// Decodes the image of a texture, within what is left of the budget.
static sinew_result decode_one(texture_load *load, int32_t texture, sinew_image *out, sinew__decoding *out_decoding,
                               sinew_error *error)
{
    sinew__texture_source source;
    if (sinew__limits_left(&load->limits, 1, 0) <= 0) return sinew__fail_timed_out(&load->limits, error);
    sinew_result result = texture_source_open(load->model, texture, load->folders, &source, error);
    if (result != SINEW_OK) return result;
    sinew__limits limits = load->limits;
    limits.memory -= load->taken;
    // an equal share of the rest: small images come first and leave more for the large ones
    result = texture_source_decode(&source, load->options, &limits,
                                   (load->pixels - load->taken) / (size_t)load->images_left, out, out_decoding, error);
    sinew__close(source.file);
    return result;
}

/// Decodes the image of item `first` for all items before `end`, which share it. Returns an error only if the whole
/// load has to end.
static sinew_result decode_shared(texture_load *load, int32_t first, int32_t end, sinew_error *error)
{
    sinew_image image;
    sinew_error failure = {0};
    sinew__decoding decoding = {0};
    const sinew_result result = decode_one(load, load->list[first].texture, &image, &decoding, &failure);
    load->missing_protections |= decoding.missing_protections;
    --load->images_left;
    if (result == SINEW_ERROR_CANCELLED || result == SINEW_ERROR_OUT_OF_MEMORY) {
        if (error) *error = failure;
        return result;
    }
    sinew__texture_reason reason = SINEW__TEXTURE_UNREADABLE;
    if (failure.result == SINEW_ERROR_NOT_FOUND) reason = SINEW__TEXTURE_MISSING;
    if (failure.result == SINEW_ERROR_MEMORY_LIMIT) reason = SINEW__TEXTURE_WITHOUT_MEMORY;
    if (failure.result == SINEW_ERROR_TIMED_OUT) reason = SINEW__TEXTURE_WITHOUT_TIME;
    if (result == SINEW_OK) load->taken += (size_t)image.width * (size_t)image.height * 4;
    for (int32_t i = first; i < end; ++i) {
        const int32_t texture = load->list[i].texture;
        if (result == SINEW_OK) load->out->images[texture] = image;
        if (result != SINEW_OK) texture_note(&load->notes, reason, load->model, texture, &failure);
        if (decoding.is_reduced) texture_note(&load->notes, SINEW__TEXTURE_REDUCED, load->model, texture, NULL);
    }
    return SINEW_OK;
}

static sinew_result load_all(texture_load *load, sinew_error *error)
{
    sinew_textures *out = load->out;
    const size_t count = (size_t)load->model->texture_count;
    load->list = sinew__allocate_zeroed(count + 1, sizeof *load->list);
    out->images = sinew__allocate_zeroed(count + 1, sizeof *out->images);
    out->notes = sinew__allocate_zeroed(SINEW__TEXTURE_REASONS, sizeof *out->notes);
    if (!load->folders || !load->list || !out->images || !out->notes || !identify_all(load))
        return sinew__fail_memory(error);
    out->count = (int32_t)count;
    begin_budget(load);
    sinew_result result = SINEW_OK;
    for (int32_t first = 0, end; result == SINEW_OK && first < out->count; first = end) {
        for (end = first + 1; end < out->count && is_shared(load, end);) ++end;
        if (load->list[first].size) result = decode_shared(load, first, end, error);
    }
    if (result == SINEW_OK)
        out->note_count = texture_notes_put(&load->notes, load->limits.memory, load->limits.timeout, out->notes);
    return result;
}

sinew_result sinew_model_load_textures(const sinew_model *model, const char *model_path,
                                       const sinew_load_options *options, sinew_textures *out_textures,
                                       sinew_error *error)
{
    if (out_textures) *out_textures = (sinew_textures){0};
    if (SINEW__LACKS_ARGUMENT(error, model, model_path, out_textures)) return SINEW_ERROR_INVALID_ARGUMENT;
    texture_load load = {.model = model, .options = options, .out = out_textures};
    sinew__side_reader reader;
    load.folders = sinew__side_files_open(model_path, options, &reader);
    const sinew_result result = load_all(&load, error);
    sinew__warn_unprotected(options, "the decoding of images", load.missing_protections);
    sinew__side_folders_close(load.folders);
    sinew_free(load.list);
    if (result != SINEW_OK) sinew_textures_free(out_textures);
    return result;
}

static int by_pixels(const void *a, const void *b)
{
    const uintptr_t first = (uintptr_t)((const sinew_image *)a)->pixels,
                    second = (uintptr_t)((const sinew_image *)b)->pixels;
    return (first > second) - (first < second);
}

void sinew_textures_free(sinew_textures *textures)
{
    if (!textures) return;
    if (textures->count) qsort(textures->images, (size_t)textures->count, sizeof *textures->images, by_pixels);
    for (int32_t i = 0; i < textures->count; ++i)
        if (i + 1 == textures->count || textures->images[i].pixels != textures->images[i + 1].pixels)
            sinew_free(textures->images[i].pixels);
    sinew_free(textures->images);
    sinew_free(textures->notes);
    *textures = (sinew_textures){0};
}
