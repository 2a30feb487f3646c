/// Results and errors.
///
/// Functions that depend on files, memory, graphics or sizes from outside return a result and fill a `sinew_error`, if
/// one is passed, with a printable message. Functions that run every tick return no result: they cannot fail after
/// successful creation.
///
/// Arguments are checked in every build. Invalid arguments are an index or an enumerator that does not exist, a
/// negative count, a number that is not finite, and an object of another model. A function that returns a result
/// rejects them with SINEW_ERROR_INVALID_ARGUMENT; a function that stores settings for ticks checks them at once, so
/// that ticks need not. A function that returns no result returns 0, SINEW_NONE, NULL or "", or changes nothing; if it
/// returns something else, its header says so. A pose counts as a pose of a model if it has as many joints, skin joints
/// and morphs. The length of an array cannot be checked. Fields that the kind of a source or a format does not need are
/// not read.
///
/// A function that returns a result also rejects a NULL pointer that it requires; others assert. Parameters that accept
/// NULL say so; out_error, options with defaults, and arrays without items always accept it. Memory that a function
/// creates or writes belongs to the caller, and the pointer to it is NULL on failure; `_destroy` and `_free` functions
/// accept NULL.
///
///     sinew_model *loaded;
///     const sinew_result result = sinew_model_load("walk.fbx", NULL, &loaded, &error);
///     if (result == SINEW_ERROR_NOT_FOUND) return puts("choose another file");
///     if (result != SINEW_OK) {
///         fprintf(stderr, "walk.fbx: %s\n  hint: %s\n", error.message, error.hint);
///         return 1;
///     }
#ifndef SINEW_RESULT_H
#define SINEW_RESULT_H

#include <stdint.h>

/// Marks the public functions. On Windows, SINEW_SHARED imports them from a DLL; the CMake targets of shared libraries
/// define it. SINEW_BUILDS_SHARED exports them while the DLL is built.
#if defined(_WIN32) && defined(SINEW_BUILDS_SHARED)
#define SINEW_API __declspec(dllexport)
#elif defined(_WIN32) && defined(SINEW_SHARED)
#define SINEW_API __declspec(dllimport)
#elif defined(__GNUC__)
#define SINEW_API __attribute__((visibility("default")))
#else
#define SINEW_API
#endif

#if defined(__GNUC__)
#define SINEW_NODISCARD __attribute__((warn_unused_result))
#else
#define SINEW_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// All results: number (stable across releases), short name (`code` of a JSON error) and text.
#define SINEW_RESULT_MAP(X)                                                                                            \
    X(OK, 0, "ok", "ok")                                                                                               \
    X(ERROR_INVALID_ARGUMENT, -1, "invalid-argument", "invalid argument")                                              \
    X(ERROR_OUT_OF_MEMORY, -2, "no-memory", "out of memory")                                                           \
    X(ERROR_NOT_FOUND, -3, "not-found", "no such file")                                                                \
    X(ERROR_NOT_A_FILE, -4, "not-a-file", "not a file")                                                                \
    X(ERROR_NO_PERMISSION, -5, "no-permission", "cannot read")                                                         \
    X(ERROR_EMPTY, -6, "empty", "the file is empty")                                                                   \
    X(ERROR_NOT_A_MODEL, -7, "not-a-model", "not a model file")                                                        \
    X(ERROR_TRUNCATED, -8, "truncated", "the file ends early")                                                         \
    X(ERROR_DAMAGED, -9, "damaged", "the file is damaged")                                                             \
    X(ERROR_UNSUPPORTED, -10, "unsupported", "unsupported format")                                                     \
    X(ERROR_CRASHED, -20, "crashed", "the importer crashed")                                                           \
    X(ERROR_TIMED_OUT, -21, "timed-out", "the importer ran out of time")                                               \
    X(ERROR_MEMORY_LIMIT, -22, "memory-limit", "the importer reached its memory limit")                                \
    X(ERROR_CANCELLED, -24, "cancelled", "cancelled")                                                                  \
    X(ERROR_NO_WORKER, -25, "no-worker", "the worker program is missing")                                              \
    X(ERROR_SYSTEM, -26, "system", "the system refused a resource")                                                    \
    X(ERROR_NO_SANDBOX, -27, "no-sandbox", "the import sandbox is incomplete")                                         \
    X(ERROR_LIMIT, -23, "limit", "a limit is exceeded")                                                                \
    X(ERROR_NO_CLIP, -30, "no-clip", "no such clip")                                                                   \
    X(ERROR_MANY_CLIPS, -31, "many-clips", "several clips match")                                                      \
    X(ERROR_NO_JOINT, -32, "no-joint", "no such joint")                                                                \
    X(ERROR_NO_KEY, -33, "no-key", "no such keyframe")                                                                 \
    X(ERROR_NO_TIME, -34, "no-time", "the time is outside the clip")                                                   \
    X(ERROR_NO_MESH, -35, "no-mesh", "no mesh")                                                                        \
    X(ERROR_BAD_TIME, -36, "bad-time", "not a time")                                                                   \
    X(ERROR_NO_RATE, -37, "no-rate", "a frame number needs a frame rate")                                              \
    X(ERROR_NO_MATCH, -38, "no-match", "no joint has the same name")                                                   \
    X(ERROR_NO_CURVES, -39, "no-curves", "the model was stripped of its curves")                                       \
    X(ERROR_NO_DISPLAY, -40, "no-display", "no display")                                                               \
    X(ERROR_NO_CAMERA, -42, "no-camera", "no such camera")                                                             \
    X(ERROR_NO_GL, -41, "no-gl", "cannot start OpenGL 3.3")                                                            \
    X(ERROR_WRITE, -50, "write", "cannot write")                                                                       \
    X(ERROR_OUT_OF_REACH, -60, "out-of-reach", "a target is out of reach")

typedef enum sinew_result {
#define X(name, number, code, text) SINEW_##name = (number),
    SINEW_RESULT_MAP(X)
#undef X
} sinew_result;

/// A result with a message and a hint for the user. Owns no memory.
typedef struct sinew_error {
    sinew_result result;
    char message[384]; ///< Printable UTF-8 without the file name, NUL-terminated, truncated if too long.
    char hint[256];    ///< Suggested action, or "".
} sinew_error;

/// Returns the short name of a result, as in the `code` field of a JSON error: "not-found". Static storage.
SINEW_API const char *sinew_result_code(sinew_result result);

/// Returns the text of a result: "no such file". Static storage.
SINEW_API const char *sinew_result_text(sinew_result result);

#ifdef __cplusplus
}
#endif

#endif
