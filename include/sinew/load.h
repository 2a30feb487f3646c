/// Loading a model file, any file, from anywhere: a separate program reads it.
///
/// The program `sinew-worker` comes with the library. It runs the importers without a file system, network or other
/// processes, with limited memory and time; what it answers is checked before a model is made of it. A file can make it
/// crash, hang or swell; the host sees a result and one line about it. (A host that trusts its files can import in its
/// own process instead: import.h.)
///
/// A `.sinew` file, which `sinew bake` writes, needs none of this: it holds a model as it lies in memory, and opening
/// it is a copy and the checks. It is what a program ships that plays models and imports none.
///
/// With a cache folder, what a load made of a model file is kept there, and the next load of the same files opens that:
/// it starts no process. Whether they are the same is looked up anew for each load: the model file, its side files, and
/// those that were missing. A cache is trusted no more than any file, and never makes a load fail.
///
/// An FBX or glTF within an archive, or in memory, has no path: on Linux, write it to a memfd (memfd_create) and load
/// `/proc/self/fd/N`. Its side files are then looked for in `texture_path` alone.
///
/// Loading a model file starts a short-lived process and waits for it. It may be called from several threads, and needs
/// no signal handler: a host may reap or ignore its children as it likes. Nothing of it outlives the call.
#ifndef SINEW_LOAD_H
#define SINEW_LOAD_H

#include <stddef.h>

#include "sinew/image.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a load goes on. Zeroed: the defaults.
typedef struct sinew_load_options {
    double timeout;      ///< seconds that a load may take, second attempts, the cache and the checks and all; 0: 6. The
                         ///< worker gets eleven twelfths of them
    size_t memory_limit; ///< bytes that the worker may take; 0: 256 MiB + 64 × the file's size, 2 GiB at most
    const char *texture_path; ///< a folder in which side files and textures may lie too; NULL: none
    int unbaked;              ///< do not bake clips (bake.h): for who reads data and plays nothing
    double bake_error;        ///< sinew_bake_options.error of the clips; 0: 1e-4
    const char
        *worker_folder; ///< where sinew-worker lies; NULL: beside this library or program, or where both were installed

    /// Where models are kept for the next load of the same files; NULL: nowhere. Made when it is missing. Any number of
    /// processes may share one.
    const char *cache_folder;
    size_t cache_limit; ///< bytes that the folder may take; 0: 1 GiB. What was used least lately is removed first

    /// Called about every 20 ms while the worker runs, with the seconds since the start. Any answer but 0 ends the load
    /// with SINEW_ERROR_CANCELLED. May be NULL.
    int (*progress)(void *user, double seconds);
    /// Told in one printable line what else went wrong in a load that goes on: something in the cache was damaged, and
    /// has been removed. May be NULL.
    void (*warn)(void *user, const char *text);
    void *user; ///< for both
} sinew_load_options;

/// Reads the model file at `path` (UTF-8), with its side files from beside it, and bakes its clips, so that
/// SINEW_ENGINE_FAST and crowds play rows. Baking ends with the time and memory there are: clips that it did not come
/// to play from their curves, and a warning of the model (bake.h) names each. *out_model is the caller's to destroy;
/// NULL on failure. Beyond what is wrong with the file itself: SINEW_ERROR_CRASHED, _TIMED_OUT, _MEMORY_LIMIT,
/// _CANCELLED; SINEW_ERROR_NO_WORKER when the program is missing, _SYSTEM when the
/// system has no process, descriptor or memory for it. A `.sinew` file, known by its first bytes, is opened
/// as it was baked, unless it is larger than the memory limit.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_load_file(const char *path, const sinew_load_options *options,
                                                             sinew_model **out_model, sinew_error *out_error);

/// Reads a `.sinew` file from memory; `bytes` stay the caller's. Starts no process. *out_model is the caller's to
/// destroy; NULL on failure.
///
/// A file holds the numbers as the machine that wrote it does, and the sections of its version of sinew. It is read by
/// every sinew of the same format and the same kind of machine (byte order); others say so: SINEW_ERROR_UNSUPPORTED,
/// with what to do in the hint. A format is promised for one version of sinew only, so keep the source and bake it
/// again. SINEW_ERROR_NOT_A_MODEL: no such file; _TRUNCATED; _DAMAGED.
///
/// What the file says is checked like that of any other model, and trusted no more.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_load_memory(const void *bytes, size_t size, sinew_model **out_model,
                                                               sinew_error *out_error);

/// Writes a model as the bytes of a `.sinew` file (from malloc, the caller's to free): everything that it holds,
/// embedded pictures and baked rows among it. Pictures that lie beside the model stay names, to be looked for beside
/// the new file. The same model gives the same bytes.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_save_memory(const sinew_model *model, void **out_bytes,
                                                               size_t *out_size, sinew_error *out_error);

/// Pictures of a model's textures.
typedef struct sinew_textures {
    sinew_image *images; ///< [count], as sinew_renderer_set_model takes them; NULL pixels: none. Textures of one
                         ///< picture share its pixels: they are freed together, by sinew_textures_free
    int32_t count;       ///< sinew_model.texture_count
    sinew_error *notes;  ///< [note_count] why pictures are missing or smaller, one line for each kind of reason. Of
                         ///< SINEW_ERROR_MEMORY_LIMIT and _TIMED_OUT, the budget of the textures was used up
    int32_t note_count;
} sinew_textures;

/// Decodes all textures of a model, each picture once, where they lie as for sinew_model_load_texture. Together they
/// may take as much memory as a load of a model file of their size (options->memory_limit), a copy in the graphics
/// driver included, and as much time (options->timeout), once more for each 32 MiB of picture files. Pictures for
/// which memory is short come at half, a quarter … of their width and height; those for which time is short, not at
/// all. At most 1024 files are looked for. What is missing is a note, not a failure. SINEW_ERROR_OUT_OF_MEMORY,
/// _CANCELLED. Free the textures also after a failure.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_load_textures(const sinew_model *model, const char *model_path,
                                                                 const sinew_load_options *options,
                                                                 sinew_textures *out_textures, sinew_error *out_error);
/// NULL is fine.
SINEW_API void sinew_textures_free(sinew_textures *textures);

/// Decodes texture `texture` of a model: embedded bytes, else a file of that name beside `model_path` (what the model
/// was loaded from), in a folder there (its path's last, `.fbm`, textures), or in options->texture_path.
/// SINEW_ERROR_NOT_FOUND when there is none. A picture for which memory (options->memory_limit) is short comes at half,
/// a quarter … of its width and height. *out_image is the caller's to free.
SINEW_API SINEW_NODISCARD sinew_result sinew_model_load_texture(const sinew_model *model, int32_t texture,
                                                                const char *model_path,
                                                                const sinew_load_options *options,
                                                                sinew_image *out_image, sinew_error *out_error);

/// Writes what protects this process from the files it loads, on this machine, as one line: "separate process, syscall
/// filter, …". Starts a worker to find out. Always terminates, truncating if necessary.
SINEW_API void sinew_sandbox_description(const sinew_load_options *options, char *out_text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
