#define _POSIX_C_SOURCE 200809L
#include "import/assimp/assimp_scene.h"
#include "import/import_block.h"
#include "import/import_stages.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/version.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/process.h"
#include "core/platform/side_files.h"
#include "core/platform/thread.h"
#include "fbx/fbx_record.h"

// Gives Assimp a file system with two kinds of files: the model, under one name, and side files, which a callback
// provides.

/// A file that Assimp has opened. It stays in the arena until the import ends; Assimp opens few.
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
    size_t base = 0; // unsigned: a negative offset arrives as a large number, and the sum wraps around
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
    for (size_t i = 0; i < files->count; ++i)
        if (strcmp(files->items[i].name, name) == 0) return &files->items[i];
    // Requests one file more than the limit allows, so that the host notices that files are missing.
    return files->count <= SINEW__MAX_SIDE_FILES ? ask(files, name) : NULL;
}

static struct aiFile *open_proc(struct aiFileIO *io, const char *path, const char *mode)
{
    side_files *files = (side_files *)(void *)io->UserData;
    if (!path || (mode && strpbrk(mode, "wa+"))) return NULL;
    const side_file *found = find(files, path);
    if (!found || !found->bytes) return NULL;
    open_file *open = SINEW__ARENA_ARRAY(files->arena, open_file, 1); // out of memory must not look like a missing file
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

// Finds the path of the Assimp library in use, because the result of an import depends on it.

const char *sinew__assimp_library_path(void)
{
    const char *program = sinew__library_of((uintptr_t)&sinew__assimp_library_path);
    const char *library = sinew__library_of((uintptr_t)&aiGetVersionMajor);
    return program && library && strcmp(program, library) != 0 ? library : NULL;
}

/// Serialises imports, because Assimp keeps the message of the last failure in a global variable.
static sinew__lock assimp_lock = SINEW__UNLOCKED;

int sinew__assimp_knows_extension(const char *extension)
{
    char dotted[24];
    snprintf(dotted, sizeof dotted, ".%s", extension);
    return aiIsExtensionSupported(dotted) == AI_TRUE;
}

/// Returns settings with which Assimp keeps a file as authored. NULL when out of memory.
static struct aiPropertyStore *create_properties(void)
{
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    if (!properties) return NULL;
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, 1);
    aiSetImportPropertyInteger(properties, "IMPORT_COLLADA_IGNORE_UNIT_SIZE", 1); // effective from Assimp 5.3 on
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 1);
    // Embedded images are referred to by number, "*1", because two of them may have the same name.
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_EMBEDDED_TEXTURES_LEGACY_NAMING, 1);
    return properties;
}

/// Returns the name of the file for Assimp: its own name, by which some formats find side files, with the extension of
/// its format.
static const char *name_for_assimp(const import_format *format, const char *file_name, sinew__arena *arena)
{
    const char *base = sinew__base_name(file_name);
    const char *dot = strrchr(base, '.');
    const int stem = (int)(dot ? dot - base : (ptrdiff_t)strlen(base));
    return sinew__arena_format(arena, "%.*s.%s", stem ? stem : 5, stem ? base : "model", format->extension);
}

/// Fails with Assimp's last message, without the file's name and line ends.
static sinew_result fail_with_assimp_message(const import_format *format, sinew_error *error)
{
    char line[320];
    size_t length = 0;
    for (const char *c = aiGetErrorString(); c && *c && length < sizeof line - 1; ++c) {
        if (*c == '\n' || *c == '\r' || *c == '\t') {
            if (length && line[length - 1] != ' ') line[length++] = ' ';
        } else {
            line[length++] = *c;
        }
    }
    while (length && line[length - 1] == ' ') length--;
    line[length] = '\0';
    if (strncmp(line, "No suitable reader", 18) == 0)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: it begins like %s, but no reader accepts it",
                           format->name ? format->name : format->extension);
    if (strstr(line, "bad_alloc")) return sinew__fail_memory(error);
    if (length == 0) return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: the importer states no reason");
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s", line);
}

sinew_result sinew__assimp_scene_read(const import_format *format, const char *file_name, const void *bytes,
                                      size_t size, const sinew__import_options *options, sinew__arena *arena,
                                      const struct aiScene **out_scene, sinew_error *error)
{
    *out_scene = NULL;
    const char *name = name_for_assimp(format, file_name, arena);
    if (!name) return sinew__arena_fail(arena, error);
    struct aiPropertyStore *properties = create_properties();
    if (!properties) return sinew__fail_memory(error);
    side_files files = {.arena = arena, .options = options, .model = {.name = name, .bytes = bytes, .size = size}};
    files.io =
        (struct aiFileIO){.OpenProc = open_proc, .CloseProc = close_proc, .UserData = (aiUserData)(void *)&files};
    sinew__lock_take(&assimp_lock);
    *out_scene = aiImportFileExWithProperties(name, 0, &files.io, properties);
    const sinew_result result = *out_scene ? SINEW_OK : fail_with_assimp_message(format, error);
    sinew__lock_release(&assimp_lock);
    for (size_t i = 0; i < files.count; ++i) sinew_free((void *)(uintptr_t)files.items[i].bytes);
    aiReleasePropertyStore(properties);
    if (!arena->failed && (!*out_scene || (*out_scene)->mRootNode)) return result;
    sinew__assimp_scene_release(*out_scene);
    *out_scene = NULL;
    if (arena->failed) return sinew__arena_fail(arena, error);
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: the importer found no scene in it");
}

void sinew__assimp_scene_release(const struct aiScene *scene)
{
    if (!scene || scene == sinew__assimp_scene_empty()) return;
    sinew__lock_take(&assimp_lock);
    aiReleaseImport(scene);
    sinew__lock_release(&assimp_lock);
}
