/// T01: what becomes of the textures on another computer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/file_status.h"
#include "core/platform/side_files.h"
#include "import/image_size.h"
#include "program/check/checks.h"

enum { HEAD_BYTES = 64 << 10 }; // a JPEG names its size behind its metadata

/// The beginning of an image file or of an embedded one.
typedef struct image_head {
    const unsigned char *bytes; ///< or NULL
    size_t size;
} image_head;

static void report(const sinew__check_task *task, int32_t texture, sinew_severity severity, const char *text)
{
    const sinew__check_spot spot = sinew__check_spot_of(SINEW_NONE, SINEW_NONE, SINEW_NONE, SINEW__VIEW_INFO);
    sinew__finding *finding = sinew__check_find(task, SINEW__CHECK_T01, &spot, "%s", text);
    if (!finding) return;
    const char *path = sinew_text(task->model, task->model->textures[texture].path);
    finding->node = sinew__arena_text(&task->report->arena, path, strlen(path));
    if (severity < finding->severity) finding->severity = severity;
}

static int is_absolute(const char *path)
{
    return *path == '/' || *path == '\\' || (*path && path[1] == ':');
}

/// Whether the file is where its relative path says.
static int is_at_its_path(const sinew__check_task *task, const char *authored)
{
    sinew__file_status status;
    const size_t folder = sinew__folder_length(task->path), length = strlen(authored);
    char *path = sinew__allocate(folder + length + 1);
    if (!path) {
        task->report->arena.failed = 1;
        return 1;
    }
    memcpy(path, task->path, folder);
    memcpy(path + folder, authored, length + 1);
    for (char *c = path + folder; *c; ++c)
        if (*c == '\\') *c = '/';
    const int found = sinew__file_status_of_path(path, &status);
    sinew_free(path);
    return found;
}

static int is_power_of_two(uint32_t number)
{
    return number > 0 && (number & (number - 1)) == 0;
}

/// `file_size` is that of the whole image.
static void judge_image(const sinew__check_task *task, int32_t texture, const image_head *head, size_t file_size,
                        const char *format)
{
    image_size size;
    sinew_error error;
    char text[sizeof error.message + 16];
    if (!head->bytes) return;
    if (sinew__picture_judge(head->bytes, head->size, file_size, format, SINEW__LARGEST_TEXTURE, &error) != SINEW_OK) {
        snprintf(text, sizeof text, "is not drawn: %s", error.message);
        report(task, texture, SINEW_SEVERITY_WARNING, text);
        return;
    }
    if (!sinew__image_size_read(head->bytes, head->size, format, &size)) return;
    const uint32_t limit = (uint32_t)task->contract->texture_size;
    if (size.width > limit || size.height > limit) {
        snprintf(text, sizeof text, "has %u × %u pixels, the limit is %u", size.width, size.height, limit);
        report(task, texture, SINEW_SEVERITY_WARNING, text);
    }
    if (!is_power_of_two(size.width) || !is_power_of_two(size.height)) {
        snprintf(text, sizeof text, "has %u × %u pixels, which are not powers of two", size.width, size.height);
        report(task, texture, SINEW_SEVERITY_INFO, text);
    }
}

static void judge_file(const sinew__check_task *task, int32_t texture, sinew__side_folders *folders)
{
    const char *authored = sinew_text(task->model, task->model->textures[texture].path);
    image_head head = {0};
    int descriptor;
    size_t size;
    sinew_error error;
    const sinew_result found = sinew__side_folders_find(folders, authored, &descriptor, &size);
    task->report->arena.failed |= found == SINEW_ERROR_OUT_OF_MEMORY;
    if (found != SINEW_OK) {
        report(task, texture, SINEW_SEVERITY_WARNING, "the texture is missing");
        return;
    }
    void *bytes = NULL;
    if (sinew__file_read_open(descriptor, size < HEAD_BYTES ? size : HEAD_BYTES, &bytes, &head.size, &error) ==
        SINEW_OK)
        head.bytes = bytes;
    sinew__close(descriptor);
    if (is_absolute(authored))
        report(task, texture, SINEW_SEVERITY_WARNING, "has an absolute path; it is found by its name alone");
    else if (!is_at_its_path(task, authored))
        report(task, texture, SINEW_SEVERITY_WARNING, "is found elsewhere than its path says");
    const char *dot = strrchr(authored, '.');
    judge_image(task, texture, &head, size, dot ? dot + 1 : "");
    sinew_free(bytes);
}

void sinew__check_textures(const sinew__check_task *task)
{
    const sinew_model *model = task->model;
    if (!sinew__check_wants(task, SINEW__CHECK_T01) || model->texture_count == 0) return;
    sinew__side_folders *folders = sinew__side_folders_open(task->path, task->texture_path);
    if (!folders) task->report->arena.failed = 1;
    for (int32_t i = 0, files = 0; folders && i < model->texture_count; ++i) {
        const sinew_texture *texture = &model->textures[i];
        const image_head embedded = {model->image_bytes + texture->first_byte, (size_t)texture->byte_count};
        if (texture->byte_count > 0)
            judge_image(task, i, &embedded, embedded.size, sinew_text(model, texture->format));
        else if (++files <= SINEW__MAX_SIDE_FILES)
            judge_file(task, i, folders);
    }
    sinew__side_folders_close(folders);
}
