/// Measures a file, and holds its entry in a library.
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
    int8_t *body; ///< [LIBRARY_BODY_DESCRIPTOR]; NULL: the parts of the body are not known
} library_clip_record;

typedef struct library_warning {
    const char *code, *text;
} library_warning;

/// A finding of `check`.
typedef struct library_finding {
    const char *code, *severity, *text;
    const char *clip, *node; ///< NULL: the whole file
} library_finding;

/// A side file that was read or searched for.
typedef struct library_side_file {
    const char *name; ///< name that the model has for it
    const char *path; ///< path of the file: relative to the model's folder, or absolute; NULL: missing
    uint64_t size;
    int64_t modified; ///< nanoseconds since 1970
} library_side_file;

/// The measured entry of a file. Texts and arrays live in `arena`.
typedef struct library_record {
    sinew__arena arena;
    uint64_t size;
    int64_t modified;
    uint64_t hash;        ///< hash of the file's bytes; 0: the file could not be read
    double seconds;       ///< processor time of loading and measuring, workers included
    int is_retry;         ///< the file timed out before; if it does again, it stays failed. Set by the caller
    sinew_error error;    ///< the reason why the file is not a model; SINEW_OK: it is one, and the fields below are
                          ///< valid
    const char *format;   ///< such as "FBX 7.4 binary"
    const char *skeleton; ///< hash of joint names and parents as 16 hexadecimal digits; "" without joints
    double unit_cm, fps;
    int32_t joints, meshes, vertices, triangles, materials, textures;
    library_clip_record *clips;
    int32_t clip_count;
    library_warning *warnings;
    int32_t warning_count;
    library_finding *findings; ///< valid even if the file is not a model
    int32_t finding_count;
    library_side_file *side_files; ///< valid even if the file is not a model
    int32_t side_file_count;
    uint64_t side_hash; ///< hash of the states of all side files; 0: unknown
} library_record;

/// Hashes, loads and measures a file. Errors are stored in out_record->error. Free the record with library_record_free.
void library_measure_file(const char *path, const sinew_load_options *options, library_record *out_record);
void library_record_free(library_record *record);

/// Returns a hash of a file's bytes; 0 if it cannot be read. The file is read in parts.
uint64_t library_hash_file(const char *path);

#endif
