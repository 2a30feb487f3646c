#define _POSIX_C_SOURCE 200809L
#include "import/assimp/assimp_scene.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "import/assimp/assimp_files.h"
#include "platform/side_files.h"
#include "platform/thread.h"

/// Assimp keeps the message of the last failure in a global variable, so imports are serialised.
static sinew__lock assimp_lock = SINEW__UNLOCKED;

int sinew__assimp_knows_extension(const char *extension)
{
    char dotted[24];
    snprintf(dotted, sizeof dotted, ".%s", extension);
    return aiIsExtensionSupported(dotted) == AI_TRUE;
}

/// Settings that keep a file as authored.
static struct aiPropertyStore *create_properties(void)
{
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    if (!properties) return NULL;
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, 1);
    aiSetImportPropertyInteger(properties, "IMPORT_COLLADA_IGNORE_UNIT_SIZE", 1); // effective from Assimp 5.3 on
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 1);
    // Embedded images by number, "*1": two of them may have the same name.
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_EMBEDDED_TEXTURES_LEGACY_NAMING, 1);
    return properties;
}

/// The file's own name, by which some formats name side files, with the extension of its format.
static const char *name_for_assimp(const import_format *format, const char *file_name, sinew__arena *arena)
{
    const char *base = sinew__base_name(file_name);
    const char *dot = strrchr(base, '.');
    const int stem = (int)(dot ? dot - base : (ptrdiff_t)strlen(base));
    return sinew__arena_format(arena, "%.*s.%s", stem ? stem : 5, stem ? base : "model", format->extension);
}

/// Assimp's last message, without the repetition of the file's name and of line ends.
static sinew_result fail_with_assimp_message(const import_format *format, sinew_error *error)
{
    char line[320];
    size_t length = 0;
    for (const char *c = aiGetErrorString(); c && *c && length < sizeof line - 1; c++) {
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
                                      size_t size, assimp_known_files known, const sinew_import_options *options,
                                      sinew__arena *arena, const struct aiScene **out_scene, sinew_error *error)
{
    *out_scene = NULL;
    const char *name = name_for_assimp(format, file_name, arena);
    if (!name) return sinew__arena_fail(arena, error);
    struct aiPropertyStore *properties = create_properties();
    if (!properties) return sinew__fail_memory(error);
    side_files files = {
        .arena = arena, .options = options, .model = {.name = name, .bytes = bytes, .size = size}, .known = known};
    sinew__side_files_begin(&files);
    sinew__lock_take(&assimp_lock);
    *out_scene = aiImportFileExWithProperties(name, 0, &files.io, properties);
    const sinew_result result = *out_scene ? SINEW_OK : fail_with_assimp_message(format, error);
    sinew__lock_release(&assimp_lock);
    sinew__side_files_end(&files);
    aiReleasePropertyStore(properties);
    if (!arena->failed && (!*out_scene || (*out_scene)->mRootNode)) return result;
    sinew__assimp_scene_release(*out_scene);
    *out_scene = NULL;
    if (arena->failed) return sinew__arena_fail(arena, error);
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: the importer found no scene in it");
}

const struct aiScene *sinew__assimp_scene_empty(void)
{
    static struct aiNode root;
    static struct aiScene scene = {.mRootNode = &root};
    return &scene;
}

void sinew__assimp_scene_release(const struct aiScene *scene)
{
    if (!scene || scene == sinew__assimp_scene_empty()) return;
    sinew__lock_take(&assimp_lock);
    aiReleaseImport(scene);
    sinew__lock_release(&assimp_lock);
}
