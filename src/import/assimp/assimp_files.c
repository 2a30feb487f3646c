#include "import/assimp/assimp_files.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "platform/side_files.h"

/// One open file, in the arena until the import ends; Assimp opens few.
typedef struct open_file {
    struct aiFile file;
    const unsigned char *bytes;
    size_t size, at;
} open_file;

static open_file *opened(struct aiFile *file)
{
    return (open_file *)(void *)file->UserData;
}

static size_t read_file(struct aiFile *file, char *out, size_t size, size_t count)
{
    open_file *open = opened(file);
    if (size == 0) return 0;
    const size_t left = (open->size - open->at) / size;
    if (count > left) count = left;
    memcpy(out, open->bytes + open->at, size * count);
    open->at += size * count;
    return count;
}

static size_t write_nothing(struct aiFile *file, const char *bytes, size_t size, size_t count)
{
    (void)file, (void)bytes, (void)size, (void)count;
    return 0;
}

static size_t tell(struct aiFile *file)
{
    return opened(file)->at;
}

static size_t file_size(struct aiFile *file)
{
    return opened(file)->size;
}

static enum aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    open_file *open = opened(file);
    size_t base = 0; // unsigned arithmetic: a negative offset arrives as a large one and wraps back
    if (origin == aiOrigin_CUR) base = open->at;
    if (origin == aiOrigin_END) base = open->size;
    if (base + offset > open->size) return aiReturn_FAILURE;
    open->at = base + offset;
    return aiReturn_SUCCESS;
}

static void flush_nothing(struct aiFile *file)
{
    (void)file;
}

static const side_file *ask(side_files *files, const char *name)
{
    side_file *items = sinew__arena_grow(files->arena, files->items, files->count, &files->capacity, sizeof *items);
    const char *copy = sinew__arena_text(files->arena, name, strlen(name));
    if (!items || !copy) return NULL;
    files->items = items;
    side_file *item = &items[files->count++];
    *item = (side_file){.name = copy};
    if (!files->options || !files->options->side_file) return item;
    void *bytes = NULL;
    size_t size = 0;
    const sinew_result result = files->options->side_file(files->options->user, name, &bytes, &size);
    if (result == SINEW_ERROR_OUT_OF_MEMORY) files->arena->failed = 1;
    if (result != SINEW_OK) return item;
    item->bytes = bytes;
    item->size = size;
    return item;
}

static const side_file *find(side_files *files, const char *path)
{
    const char *name = sinew__base_name(path);
    if (strcmp(name, files->model.name) == 0) return &files->model;
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return NULL;
    for (size_t i = 0; i < files->known.count; i++)
        if (strcmp(files->known.items[i].name, name) == 0) return &files->known.items[i];
    for (size_t i = 0; i < files->count; i++)
        if (strcmp(files->items[i].name, name) == 0) return &files->items[i];
    return files->count <= SINEW__MAX_SIDE_FILES ? ask(files, name) : NULL; // the host notices one too many
}

static struct aiFile *open_proc(struct aiFileIO *io, const char *path, const char *mode)
{
    side_files *files = (side_files *)(void *)io->UserData;
    if (!path || (mode && strpbrk(mode, "wa+"))) return NULL;
    const side_file *found = find(files, path);
    if (!found || !found->bytes) return NULL;
    open_file *open = SINEW__ARENA_ARRAY(files->arena, open_file, 1); // a failure must not look like a missing file
    if (!open) return NULL;
    *open = (open_file){.file = {.ReadProc = read_file,
                                 .WriteProc = write_nothing,
                                 .TellProc = tell,
                                 .FileSizeProc = file_size,
                                 .SeekProc = seek,
                                 .FlushProc = flush_nothing,
                                 .UserData = (aiUserData)(void *)open},
                        .bytes = found->bytes,
                        .size = found->size};
    return &open->file;
}

static void close_proc(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    (void)file;
}

void sinew__side_files_begin(side_files *files)
{
    files->io =
        (struct aiFileIO){.OpenProc = open_proc, .CloseProc = close_proc, .UserData = (aiUserData)(void *)files};
}

void sinew__side_files_end(side_files *files)
{
    for (size_t i = 0; i < files->count; i++) sinew_free((void *)(uintptr_t)files->items[i].bytes);
    files->count = 0;
}
