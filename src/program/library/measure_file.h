/// The entry of a file in a library.
#ifndef SINEW_PROGRAM_LIBRARY_MEASURE_FILE_H
#define SINEW_PROGRAM_LIBRARY_MEASURE_FILE_H

#include "core/base/arena.h"
#include "import/cache/cache.h"
#include "program/library/measure_clip.h"
#include "sinew/load.h"

typedef struct library_clip_record {
    const char *name;
    double seconds;
    double frames; ///< NaN: the file has no frame rate
    library_clip_facts facts;
    library_joint_range *ranges; ///< [range_count]
    int32_t range_count;
    library_poses poses;
    int8_t *body; ///< [LIBRARY_BODY_DESCRIPTOR], or NULL: the parts of the body are not known
} library_clip_record;

typedef struct library_warning {
    const char *code, *text;
} library_warning;

/// A finding of `check`.
typedef struct library_finding {
    const char *code, *severity, *text;
    const char *clip, *node; ///< or NULL: the whole file
} library_finding;

/// A side file of the model that was read or searched for.
typedef struct library_side_file {
    const char *name; ///< as the model names it
    const char *path; ///< of the found file, below the model's folder or absolute; NULL: missing
    uint64_t size;
    int64_t modified; ///< nanoseconds since 1970
} library_side_file;

/// Texts and arrays are in `arena`.
typedef struct library_record {
    sinew__arena arena;
    uint64_t size;
    int64_t modified;
    uint64_t hash;        ///< of the file's bytes; 0: the file could not be read
    double seconds;       ///< of processor time that loading and measuring took, workers included
    int is_retry;         ///< it was late before: if it is again, it stays failed. Set by the caller
    sinew_error error;    ///< the reason why the file is not a model; SINEW_OK: the rest is known
    const char *format;   ///< "FBX 7.4 binary"
    const char *skeleton; ///< fingerprint of joint names and parents, 16 hexadecimal digits; "" without bones
    double unit_cm, fps;
    int32_t joints, meshes, vertices, triangles, materials, textures;
    library_clip_record *clips;
    int32_t clip_count;
    library_warning *warnings;
    int32_t warning_count;
    library_finding *findings; ///< also of a file that is not a model
    int32_t finding_count;
    library_side_file *side_files; ///< also of a file that is not a model
    int32_t side_file_count;
    uint64_t side_hash; ///< of all side files; 0: not known
} library_record;

/// Hashes, loads and measures a file. Never fails: errors are in out_record->error. Free the record with
/// library_record_free.
void library_measure_file(const char *path, const sinew_load_options *options, library_record *out_record);
void library_record_free(library_record *record);

/// The hash of a file's bytes; 0 if it cannot be read. Reads the file in pieces.
uint64_t library_hash_file(const char *path);

#endif
