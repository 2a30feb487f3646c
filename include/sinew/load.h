/// Loading model files from untrusted sources, in a separate process.
///
/// The worker program `sinew-worker`, which is part of sinew, runs the importers without access to files, network and
/// other processes, and with limited memory and time. Its result is validated before it becomes a model. If a file
/// makes the worker crash, hang or exceed its memory, the host gets a result and a message. A host that trusts its
/// files can import them in its own process instead: see import.h.
///
/// A `.sinew` file, written by `sinew bake`, needs no worker: it contains a model in its memory layout, and loading
/// copies and validates it. A program that plays models and imports none needs only such files and sinew_model_open
/// (model.h).
///
/// With a cache directory, a load stores the imported model there, and the next load of the same files reads it without
/// starting a process. Each load checks that the model file and its side files, including missing ones, are unchanged.
/// The cache is validated like any file and never makes a load fail.
///
/// A model in an archive or in memory is loaded from sinew_load_options.bytes in the same worker, with the side files
/// that sinew_load_options.read_side_file provides.
///
/// A load starts a short-lived process and waits for it. Several threads may load at the same time. No signal handler
/// is needed: the host may reap or ignore its child processes. No process or descriptor remains after the call.
///
///     const sinew_load_options options = {.timeout = 2, .cache_folder = "cache"}; // NULL: the defaults
///     sinew_model *loaded;
///     if (sinew_model_load("walk.fbx", &options, &loaded, &error))
///         return fprintf(stderr, "walk.fbx: %s\n", error.message);
///     printf("%d clips\n", (int)loaded->clip_count);
///     sinew_model_destroy(loaded);
#ifndef SINEW_LOAD_H
#define SINEW_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "sinew/image.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The action of a load if the system lacks a part of the worker's sandbox, for example because it has no seccomp.
typedef enum sinew_sandbox {
    /// loads with the remaining protections, and calls `warn` with a line that begins with "S01: "
    SINEW_SANDBOX_PREFERRED,
    SINEW_SANDBOX_REQUIRED, ///< fails with SINEW_ERROR_NO_SANDBOX before a byte of the file is read
} sinew_sandbox;

/// Reads a side file of a model, such as a glTF buffer, a material library, a geometry cache or a texture, from the
/// program's own storage. Sets *out_size to the size of the file in bytes. If `capacity` is at least that size, also
/// copies the file to `buffer`. It is called twice: first with a capacity of 0, then with the size that it reported.
///
/// `path` is relative to the model, with '/' as separator; it has no root, no drive and no "..". For an image path such
/// as "C:\art\maps\skin.png", the function is called with "skin.png", "maps/skin.png", "art/maps/skin.png",
/// `<model>.fbm/skin.png`, `<model>_fpc/skin.png` and "textures/skin.png" (also Textures, texture, Texture) until it
/// finds a file. glTF buffers and material libraries are requested by file name only, because importers drop their
/// path. The function decides whether the case of letters matters.
///
/// Any result except SINEW_OK means that the file does not exist. If the size differs in the second call or exceeds the
/// memory limit of the load, the file counts as missing, and `warn` is called. The function runs on the loading thread,
/// and its time counts towards the load's.
typedef sinew_result (*sinew_read_side_file)(void *user, const char *path, void *buffer, size_t capacity,
                                             size_t *out_size);

/// Options of a load. Zero-initialized: the defaults.
typedef struct sinew_load_options {
    /// processor time for the whole load in seconds, including retries, cache and validation; 0 or less: 6. The worker
    /// gets 11/12 of it. A load that waits instead of computing is stopped after four times as many seconds of real
    /// time
    double timeout;
    const void *bytes;   ///< [size] contents of the file, which is not opened then; NULL: read from the path
    size_t size;         ///< of `bytes`
    size_t memory_limit; ///< limit of the worker's memory in bytes; 0: 256 MiB + 64 × the file's size, at most 2 GiB
    /// directory that is searched for side files and textures, with its subdirectories; NULL: no further directory
    const char *texture_path;
    bool only_curves;  ///< bakes no clips (bake.h); they play from their curves: for callers that only read data
    double bake_error; ///< sinew_bake_options.error of the clips; 0: 1e-4
    char up; ///< up axis of a BVH, 'Y' or 'Z', because the format does not state it; 0: found from the rest pose

    /// Keeps the records of an FBX 7 in the model, at most as many bytes as the file has, so that exporting FBX changes
    /// only the records that an edit affects. Such a model is always imported and not stored in the cache.
    bool keep_document;

    sinew_sandbox sandbox; ///< Landlock is required only if the kernel offers it, because many do not

    /// Directory of sinew-worker; NULL: the directory of the running program or of this shared library, libexec/sinew
    /// of their prefix, or libexec/sinew of the configured prefix. A worker in these directories that belongs to
    /// another user is ignored.
    const char *worker_folder;

    /// Directory of the cache; NULL: no cache. Created when missing. Several processes may share it.
    const char *cache_folder;
    size_t cache_limit; ///< size of the cache in bytes; 0: 1 GiB. Least recently used entries are removed first

    /// Called about every 20 ms while the worker runs, with the seconds since the start. A nonzero return value ends
    /// the load with SINEW_ERROR_CANCELLED. May be NULL.
    int (*progress)(void *user, double seconds);
    /// Called with one printable line for a problem that does not fail the load, such as a damaged cache entry, which
    /// is removed. May be NULL.
    void (*warn)(void *user, const char *text);
    void *user; ///< passed to all callbacks

    /// Provides all side files and textures: directories and `texture_path` are then not searched, and the cache is not
    /// used. NULL: side files are found in directories.
    sinew_read_side_file read_side_file;
} sinew_load_options;

/// Loads a model file with its side files and bakes its clips for SINEW_ENGINE_FAST and crowds. Baking shares the time
/// and memory limits of the load; a clip that was not baked plays from its curves, and a warning of the model (bake.h)
/// names it. A `.sinew` file, recognised by its first bytes, is loaded as it was baked, unless it is larger than the
/// memory limit. The caller destroys *out_model; it is NULL on failure. In addition to errors of the file:
/// SINEW_ERROR_CRASHED, _TIMED_OUT, _MEMORY_LIMIT, _CANCELLED; SINEW_ERROR_NO_WORKER: the worker program is missing
/// (the message lists the searched directories); SINEW_ERROR_NO_SANDBOX: a required protection is missing;
/// SINEW_ERROR_SYSTEM: the system has no process, descriptor or memory left.
///
/// `path` is UTF-8. With options->bytes it is only a name: its extension may decide the format, messages and
/// sinew_model.sources contain it, and no file of that name is opened. Side files then come from read_side_file only,
/// and the cache is not used. `bytes` may be freed after the call. SINEW_ERROR_EMPTY: `bytes` is set and `size` is 0. A
/// `.sinew` file in memory is loaded faster by sinew_model_open (model.h).
SINEW_API SINEW_NODISCARD sinew_result sinew_model_load(const char *path, const sinew_load_options *options,
                                                        sinew_model **out_model, sinew_error *out_error);

/// The images of a model's textures.
typedef struct sinew_textures {
    /// [count] for sinew_renderer_set_model; NULL pixels: the image is missing. Textures of one file share their
    /// pixels, which sinew_textures_free frees once
    sinew_image *images;
    int32_t count; ///< sinew_model.texture_count
    /// [note_count] reasons for missing or reduced images, one line per kind of reason. SINEW_ERROR_MEMORY_LIMIT and
    /// _TIMED_OUT: the textures have used up their budget
    sinew_error *notes;
    int32_t note_count;
} sinew_textures;

/// Decodes all textures of a model, each image once. They are found as by sinew_model_load_texture. Memory, including a
/// copy in the graphics driver, and time are limited as in a load of a model file as large as the image files
/// (options->memory_limit, options->timeout); the time limit applies again for each 32 MiB of image files. Images
/// beyond the memory limit are reduced to a half, a quarter … of their width and height; images beyond the time limit
/// are missing. At most 1024 files are searched for. A missing image gives a note and is not a failure. Errors:
/// SINEW_ERROR_OUT_OF_MEMORY, _CANCELLED. Free the textures also after a failure.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_load_textures(const sinew_model *model, const char *model_path,
                                                                 const sinew_load_options *options,
                                                                 sinew_textures *out_textures, sinew_error *out_error);
/// Frees the images and notes. Accepts NULL.
SINEW_API void sinew_textures_free(sinew_textures *textures);

/// Decodes a texture of a model from its embedded bytes, or from a file of its name. The file is searched for in the
/// directory of `model_path` (the path the model was loaded from), in subdirectories of it (the last directories of the
/// authored path, `<model>.fbm`, `textures`, `texture`), and in options->texture_path. An image beyond the memory limit
/// is reduced to a half, a quarter … of its width and height. The caller frees *out_image. SINEW_ERROR_NOT_FOUND: the
/// file is missing.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_load_texture(const sinew_model *model, int32_t texture,
                                                                const char *model_path,
                                                                const sinew_load_options *options,
                                                                sinew_image *out_image, sinew_error *out_error);

/// Reads the image file of a texture without decoding it: the bytes inside the model, or a side file, which is found as
/// by sinew_model_load_texture. `options` may be NULL. If `out_path` is not NULL, *out_path is the path of the side
/// file, relative to the current directory unless `model_path` or options->texture_path is absolute; NULL for bytes
/// inside the model and for files from options->read_side_file. Release *out_bytes and *out_path with sinew_free; they
/// are NULL on failure. SINEW_ERROR_NOT_FOUND: the file is missing; SINEW_ERROR_MEMORY_LIMIT: it is larger than
/// options->memory_limit (0: 1 GB); SINEW_ERROR_SYSTEM: it cannot be read.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_read_texture(const sinew_model *model, int32_t texture,
                                                                const char *model_path,
                                                                const sinew_load_options *options, void **out_bytes,
                                                                size_t *out_size, char **out_path,
                                                                sinew_error *out_error);

/// Describes the sandbox of the worker on this machine in one line: "separate process, syscall filter, …". Starts a
/// worker to test it. The text is truncated to `size` and always NUL-terminated.
SINEW_API void sinew_sandbox_description(const sinew_load_options *options, char *out_text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
