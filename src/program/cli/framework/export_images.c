#define _POSIX_C_SOURCE 200809L
#include "program/cli/framework/export_images.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/side_files.h"
#include "program/cli/framework/report.h"
#include "sinew/memory.h"

static const size_t max_bytes = (size_t)1 << 30; // limit for all images together, in bytes

// ---- paths --------------------------------------------------------------------------------------------------------

/// Returns folder/name in allocated memory; NULL when out of memory.
static char *join_path(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = sinew__allocate(size);
    if (path) snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/// Returns the relative path from a folder to a file, in allocated memory; NULL when out of memory. Both are absolute
/// paths.
static char *path_between(const char *folder, const char *file)
{
    size_t at = 0, common = 0, up = 0;
    for (; folder[at] && folder[at] == file[at]; ++at)
        if (file[at] == '/') common = at + 1;
    const int is_below = !folder[at] && file[at] == '/';
    if (is_below) common = at + 1;
    if (common == 0) return sinew__copy_text(file); // no common folder: another drive
    if (!is_below && folder[common]) up = 1;
    for (const char *c = folder + common; up > 0 && *c; ++c) up += *c == '/';
    const size_t size = 3 * up + strlen(file + common) + 1;
    char *path = sinew__allocate(size);
    if (!path) return NULL;
    for (size_t i = 0; i < up; ++i) memcpy(path + 3 * i, "../", 3);
    memcpy(path + 3 * up, file + common, size - 3 * up);
    return path;
}

/// Returns the relative path from a folder, given as an absolute path, to the file that was found last; NULL when out
/// of memory.
static char *path_to_found(const sinew__side_folders *folders, const char *folder)
{
    char *found = sinew__side_folders_found_path(folders), *above = found ? sinew__folder_of(found) : NULL;
    char *absolute = above ? sinew__absolute_path(above) : NULL;
    char *file = absolute ? join_path(strcmp(absolute, "/") == 0 ? "" : absolute, sinew__base_name(found)) : NULL;
    char *path = file ? path_between(folder, file) : NULL;
    sinew_free(found);
    sinew_free(above);
    sinew_free(absolute);
    sinew_free(file);
    return path;
}

int32_t cli_count_distant_images(const sinew_export_image *images, const sinew_model *model)
{
    int32_t count = 0;
    for (int32_t i = 0; i < model->texture_count; ++i)
        count += images[i].path && (strncmp(images[i].path, "../", 3) == 0 || images[i].path[0] == '/');
    return count;
}

// ---- reading ------------------------------------------------------------------------------------------------------

/// Reads one image, if it is found and has at most `left` bytes. The file may be damaged; exports check the bytes.
/// Returns 0 when out of memory.
static int read_image(sinew__side_folders *folders, const char *authored, const char *output_folder, size_t left,
                      sinew_export_image *out_image)
{
    int descriptor;
    size_t size, read = 0;
    void *bytes = NULL;
    sinew_result result = sinew__side_folders_find(folders, authored, &descriptor, &size);
    if (result != SINEW_OK) return result != SINEW_ERROR_OUT_OF_MEMORY;
    if (size <= left) result = sinew__file_read_open(descriptor, size, &bytes, &read, NULL);
    sinew__close(descriptor);
    if (result != SINEW_OK) bytes = NULL;
    *out_image = (sinew_export_image){.bytes = bytes,
                                      .size = bytes ? read : size,
                                      .path = output_folder ? path_to_found(folders, output_folder) : NULL};
    return result != SINEW_ERROR_OUT_OF_MEMORY && (out_image->path || !output_folder);
}

sinew_export_image *cli_read_export_images(const sinew_model *model, const char *model_path, const char *texture_path,
                                           const char *output, int keeps_document)
{
    sinew_export_image *images = calloc((size_t)model->texture_count + 1, sizeof *images);
    sinew__side_folders *folders = sinew__side_folders_open(model_path, texture_path);
    const int is_file = output && strcmp(output, "-") != 0 && sinew__file_kind_of(output) != SINEW__OTHER_FILE;
    char *folder = is_file ? sinew__folder_of(output) : NULL;
    char *absolute = folder ? sinew__absolute_path(folder) : NULL;
    char *source = sinew__folder_of(model_path), *absolute_source = source ? sinew__absolute_path(source) : NULL;
    // Links stay valid if the author's document is written again into its own folder.
    const int keeps_links = keeps_document && model->document_size > 0 && absolute && absolute_source &&
                            strcmp(absolute, absolute_source) == 0;
    size_t total = 0;
    int has_memory = images && folders && source && (!is_file || folder); // folders that do not exist have no path
    for (int32_t i = 0, files = 0; has_memory && i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        if (texture->byte_count > 0 || ++files > SINEW__MAX_SIDE_FILES) continue;
        has_memory = read_image(folders, sinew_text(model, texture->path), keeps_links ? NULL : absolute,
                                max_bytes - total, &images[i]);
        if (images[i].bytes) total += images[i].size;
    }
    sinew_free(folder);
    sinew_free(absolute);
    sinew_free(source);
    sinew_free(absolute_source);
    sinew__side_folders_close(folders);
    if (has_memory) return images;
    cli_free_export_images(images, model);
    return NULL;
}

void cli_free_export_images(sinew_export_image *images, const sinew_model *model)
{
    for (int32_t i = 0; images && i < model->texture_count; ++i) {
        sinew_free((void *)(uintptr_t)images[i].bytes);
        sinew_free((void *)(uintptr_t)images[i].path);
    }
    free(images);
}

// ---- copying ------------------------------------------------------------------------------------------------------

enum { MAX_NAME = 120 };

/// Makes a file name for the copy of a texture: the authored file name without characters that some systems refuse.
static void name_copy(const sinew_model *model, int32_t texture, char out[MAX_NAME])
{
    const sinew_texture *item = &model->textures[texture];
    const char *name = sinew__base_name(sinew_text(model, item->path)), *format = sinew_text(model, item->format);
    const char *dot = strrchr(name, '.'), *extension = dot && dot > name && strlen(dot) < 8 ? dot + 1 : format;
    const int stem = dot && extension == dot + 1 ? (int)(dot - name) : (int)strlen(name);
    int length = stem < MAX_NAME / 2 ? stem : MAX_NAME / 2;
    while (length > 0 && length < stem && ((unsigned char)name[length] & 0xc0) == 0x80) --length; // whole characters
    if (length == 0)
        snprintf(out, MAX_NAME, "image_%d.%.8s", (int)texture, *extension ? extension : "png");
    else
        snprintf(out, MAX_NAME, "%.*s.%.8s", length, name, *extension ? extension : "png");
    for (char *c = out; *c; ++c)
        if ((unsigned char)*c < ' ' || *c == 0x7f || strchr("/\\:*?\"<>|", *c)) *c = '_';
    if (*out == '.') *out = '_';
}

/// The name of a copy, and the texture that is copied.
typedef struct copy_name {
    char name[MAX_NAME];
    int32_t texture;
} copy_name;

/// Orders by name, ignoring case as some file systems do, then by texture.
static int compare_copies(const void *a, const void *b)
{
    const copy_name *left = a, *right = b;
    const int order = strcasecmp(left->name, right->name);
    return order ? order : (left->texture > right->texture) - (left->texture < right->texture);
}

/// Makes the name of a copy unique among `names` [count], which are sorted, and sets the path of its image.
static int name_apart(const copy_name *names, int32_t count, int32_t index, const char *folder,
                      sinew_export_image *images)
{
    copy_name own = names[index];
    const int is_first = index == 0 || strcasecmp(names[index - 1].name, own.name) != 0;
    for (int32_t try = 1, is_free = is_first; !is_free; ++try) {
        const char *dot = strrchr(names[index].name, '.');
        snprintf(own.name, sizeof own.name, "%.*s_%d_%d%s", (int)(dot - names[index].name), names[index].name,
                 (int)own.texture, (int)try, dot);
        int32_t low = 0, high = count; // a binary search
        while (low < high) {
            const int32_t middle = low + (high - low) / 2;
            if (strcasecmp(names[middle].name, own.name) < 0)
                low = middle + 1;
            else
                high = middle;
        }
        is_free = low == count || strcasecmp(names[low].name, own.name) != 0;
    }
    sinew_export_image *image = &images[own.texture];
    sinew_free((void *)(uintptr_t)image->path);
    image->path = join_path(folder, own.name);
    return image->path != NULL;
}

int cli_plan_image_copies(const cli_context *context, const sinew_model *model, const char *output, int colors_only,
                          sinew_export_image *images, cli_image_copies *out)
{
    const char *base = sinew__base_name(output), *dot = strrchr(base, '.');
    char *output_folder = sinew__folder_of(output), **sources = NULL, folder[300];
    copy_name *names = calloc((size_t)model->texture_count + 1, sizeof *names);
    snprintf(folder, sizeof folder, "%.*s_textures", dot && dot - base < 255 ? (int)(dot - base) : 255, base);
    *out = (cli_image_copies){.is_copied = calloc((size_t)model->texture_count + 1, 1)};
    if (output_folder) out->folder = join_path(output_folder, folder);
    if (output_folder) {
        sources = calloc((size_t)model->texture_count + 1, sizeof *sources);
        for (int32_t i = 0; sources && i < model->texture_count; ++i)
            if (images[i].path)
                sources[i] = images[i].path[0] == '/' ? sinew__copy_text(images[i].path)
                                                      : join_path(output_folder, images[i].path);
    }
    int failed = out->is_copied && out->folder && sources && names ? 0 : cli_fail_memory(context);
    if (!failed) {
        for (int32_t i = 0; i < model->material_count; ++i) {
            const sinew_material *material = &model->materials[i];
            if (material->texture != SINEW_NONE) out->is_copied[material->texture] = 1;
            for (int kind = 0; kind < SINEW_MAP_COUNT && !colors_only; ++kind)
                if (material->maps[kind] != SINEW_NONE) out->is_copied[material->maps[kind]] = 1;
        }
    }
    int32_t count = 0;
    for (int32_t i = 0; i < model->texture_count && !failed; ++i) {
        out->is_copied[i] = out->is_copied[i] && (model->textures[i].byte_count > 0 || images[i].bytes);
        if (!out->is_copied[i]) continue;
        names[count].texture = i;
        name_copy(model, i, names[count++].name);
    }
    if (!failed && count) qsort(names, (size_t)count, sizeof *names, compare_copies);
    for (int32_t i = 0; i < count && !failed; ++i) {
        const int32_t texture = names[i].texture;
        char *target =
            name_apart(names, count, i, folder, images) ? join_path(output_folder, images[texture].path) : NULL;
        if (!target)
            failed = cli_fail_memory(context);
        else if (sources[texture] && sinew__is_same_file(target, sources[texture]))
            out->is_copied[texture] = 0; // the file is already at its path
        else
            failed = cli_check_output(context, target, (const char *const *)sources, (size_t)model->texture_count);
        sinew_free(target);
    }
    for (int32_t i = 0; sources && i < model->texture_count; ++i) sinew_free(sources[i]);
    sinew_free(output_folder);
    free(sources);
    free(names);
    return failed;
}

int cli_write_image_copies(const cli_context *context, const sinew_model *model, const cli_image_copies *copies,
                           const sinew_export_image *images)
{
    const int has_copies = model->texture_count && memchr(copies->is_copied, 1, (size_t)model->texture_count);
    int failed = has_copies ? cli_create_folder(context, copies->folder) : 0;
    for (int32_t i = 0; i < model->texture_count && !failed; ++i) {
        if (!copies->is_copied[i]) continue;
        const sinew_texture *item = &model->textures[i];
        const int is_inside = item->byte_count > 0;
        const void *bytes = is_inside ? model->image_bytes + item->first_byte : images[i].bytes;
        const size_t size = is_inside ? (size_t)item->byte_count : images[i].size;
        char *path = join_path(copies->folder, sinew__base_name(images[i].path));
        sinew_error error;
        const sinew_result result = path ? sinew__file_write(path, bytes, size, &error) : sinew__fail_memory(&error);
        if (result != SINEW_OK) failed = cli_fail(context, path, &error);
        sinew_free(path);
    }
    return failed;
}

void cli_free_image_copies(cli_image_copies *copies)
{
    sinew_free(copies->folder);
    free(copies->is_copied);
    *copies = (cli_image_copies){0};
}
