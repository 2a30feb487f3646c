/// Memory of the library.
///
/// The library takes all its memory from one allocator: malloc and free, unless the program sets another one, for all
/// threads or for the calling thread. Memory returns to the allocator that it came from. Memory that the library
/// returns, such as the bytes of sinew_model_save, is released by sinew_free. Other libraries allocate for themselves:
/// Assimp, Expat and the image decoders if a program imports in its own process, the OpenGL driver, and the C library
/// for directories, processes and threads. Worker processes have their own memory.
///
/// Playing allocates nothing: poses, crowds and scratch memory are allocated when they are created.
///
///     const sinew_allocator allocator = {heap_allocate, heap_resize, heap_release, heap}; // functions of the program
///     if (sinew_set_allocator(&allocator, &error)) return puts(error.message);            // before all other calls
///     void *bytes;
///     size_t size;
///     if (sinew_model_save(model, &bytes, &size, &error)) return puts(error.message);
///     sinew_free(bytes); // calls heap_release
///     sinew_pose *own;
///     if (sinew_set_thread_allocator(&level, &error)) return puts(error.message);
///     if (sinew_pose_create(model, &own, &error)) return puts(error.message); // calls level.allocate
///     (void)sinew_set_thread_allocator(NULL, NULL);
///     sinew_pose_destroy(own); // calls level.release
#ifndef SINEW_MEMORY_H
#define SINEW_MEMORY_H

#include <stddef.h>

#include "sinew/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The functions of an allocator. Every thread that calls the library calls them, possibly at the same time.
typedef struct sinew_allocator {
    /// Returns `size` > 0 bytes at an address that is a multiple of `alignment` (a power of two, at most 64), or NULL.
    void *(*allocate)(void *user, size_t size, size_t alignment);
    /// Returns memory of `size` > 0 bytes with the contents of `memory`, up to the smaller size, and releases `memory`;
    /// or returns NULL and does not change `memory`. `memory` was allocated with an alignment of at most 16, which the
    /// new memory also has; it may be NULL.
    void *(*resize)(void *user, void *memory, size_t size);
    /// Releases memory; `memory` is not NULL.
    void (*release)(void *user, void *memory);
    void *user; ///< passed to each function
} sinew_allocator;

/// Sets the allocator of the process; NULL: malloc and free. Call it before any other function of the library, or when
/// everything that came from the old allocator has been released. The struct is copied. SINEW_ERROR_INVALID_ARGUMENT: a
/// function is missing.
SINEW_API SINEW_NODISCARD sinew_result sinew_set_allocator(const sinew_allocator *allocator, sinew_error *out_error);

/// Sets an allocator for the calling thread, in place of the process's; NULL: the process's again. Everything that the
/// thread creates and loads from now on takes its memory from this allocator. Any thread may destroy these objects,
/// whatever allocators are set then. Clips that are bound to a model later (sinew_clip_bind) take their memory from the
/// model's allocator; a clip file keeps its own allocator. `allocator` is not copied: the struct must exist as long as
/// memory that came from it. Its functions are called by the threads that create, bind and destroy the objects. A
/// callback of a load runs with the thread's allocator. SINEW_ERROR_INVALID_ARGUMENT: a function is missing.
SINEW_API SINEW_NODISCARD sinew_result sinew_set_thread_allocator(const sinew_allocator *allocator,
                                                                  sinew_error *out_error);

/// Allocates `size` bytes aligned to 64; NULL when out of memory. Released by sinew_free.
SINEW_API void *sinew_allocate(size_t size);

/// Releases memory that the library or sinew_allocate allocated. Accepts NULL.
SINEW_API void sinew_free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
