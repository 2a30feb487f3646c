/// What a host and its worker say to each other, over one socketpair.
///
///     host                              worker
///         ◀─────────────────── WORKER_USES  before all else, and before the job is read
///     job ──────────────────────────────▶  read, once
///         ◀──────────────── WORKER_NEEDS   a side file, any number of times
///     reply (and a descriptor) ─────────▶
///         ◀────────────── WORKER_REACHED   where it is, any number of times
///         ◀─────────────────── WORKER_DONE  or WORKER_DIED, once
///
/// Every message has a fixed size. Both programs are of one build; the version says so. What comes from a worker is as
/// little trusted as the file it reads.
#ifndef SINEW_WORKER_PROTOCOL_H
#define SINEW_WORKER_PROTOCOL_H

#include <stdint.h>

#define WORKER_PROTOCOL 4u

/// The descriptors that a worker is given; it closes all others.
enum {
    WORKER_FILE = 3,   ///< what to read
    WORKER_RESULT = 4, ///< memory of job.result_limit bytes, to be mapped and written
    WORKER_SOCKET = 5,
};

typedef enum worker_task {
    WORKER_MODEL, ///< a model file → a block
    WORKER_IMAGE, ///< a picture file → RGBA pixels
    WORKER_PROBE, ///< nothing but entering the cage
} worker_task;

/// What is done differently after the importer has died on a file.
typedef enum worker_attempt {
    WORKER_AS_IT_IS,
    WORKER_WITHOUT_IMPORTER, ///< an FBX from its document alone
} worker_attempt;

typedef struct worker_job {
    uint32_t version;      ///< WORKER_PROTOCOL
    uint32_t task;         ///< worker_task
    uint32_t attempt;      ///< worker_attempt
    uint32_t cpu_seconds;  ///< of computing time, at most
    uint64_t file_size;    ///< bytes to read of WORKER_FILE
    uint64_t memory_limit; ///< bytes that may be taken
    uint64_t result_limit; ///< bytes of WORKER_RESULT; a picture comes smaller where it would take more
    double seconds;        ///< until the host gives up; an attempt that others may follow has to be done before
    double bake_error;     ///< of a model's clips; 0: the default
    int32_t max_size;      ///< widest and highest a picture may be
    uint32_t unbaked;      ///< do not bake the model's clips
    char name[512];        ///< of the file, without folders; of a picture's format
    char reason[512];      ///< why this is not the first attempt
} worker_job;

typedef enum worker_message_kind {
    WORKER_USES,  ///< text: the path of a library on which a result depends, as it has been found; said by the program,
                  ///< not by what it reads
    WORKER_NEEDS, ///< text: the name of a side file
    WORKER_REACHED, ///< number: worker_stage
    WORKER_DONE,    ///< number: sinew_result; text and hint of a failure; size of the result, or of
                    ///< SINEW_ERROR_MEMORY_LIMIT the lower limit that the worker was started with
    WORKER_DIED,    ///< number: the signal; text: what was tried, for SIGSYS
} worker_message_kind;

typedef enum worker_stage {
    WORKER_READING,   ///< before any importer that is not sinew's own
    WORKER_IMPORTING, ///< in Assimp, which another attempt could do without
    WORKER_BAKING,    ///< the model is there
} worker_stage;

typedef struct worker_message {
    uint32_t kind; ///< worker_message_kind
    int32_t number;
    uint64_t size;
    int32_t width, height; ///< of a picture
    uint32_t protections;  ///< of WORKER_PROBE: worker_protection bits
    uint32_t halvings;     ///< how often a picture was halved to fit
    char text[1024];
    char hint[256];
} worker_message;

/// The answer to WORKER_NEEDS. When `found`, a descriptor comes with it.
typedef struct worker_reply {
    uint32_t found;
    uint32_t reserved;
    uint64_t size;
} worker_reply;

/// What holds a worker; reported by WORKER_PROBE.
typedef enum worker_protection {
    WORKER_HAS_MEMORY_LIMIT = 1,
    WORKER_HAS_TIME_LIMIT = 2,
    WORKER_HAS_NO_PRIVILEGES = 4, ///< no_new_privs
    WORKER_HAS_SYSCALL_FILTER = 8,
    WORKER_ENDS_WITH_HOST = 16,
} worker_protection;

#endif
