/// The messages between a host and its worker, over one socketpair.
///
///     host                              worker
///         ◀─────────────────── WORKER_USES  first, before the job is read
///     job ──────────────────────────────▶  read, once
///         ◀──────────── WORKER_SANDBOXED   once, before the file is read
///         ◀──────────────── WORKER_NEEDS   a side file, any number of times
///     reply (and a descriptor) ─────────▶
///         ◀────────────── WORKER_REACHED   its stage, any number of times
///         ◀─────────────────── WORKER_DONE  or WORKER_DIED, once
///
/// Every message has a fixed size. The version checks that both programs are of one build. Messages of a worker are
/// trusted no more than the file that it reads.
#ifndef SINEW_IMPORT_WORKER_PROTOCOL_H
#define SINEW_IMPORT_WORKER_PROTOCOL_H

#include <stdint.h>

#define WORKER_PROTOCOL 7u

/// The descriptors that a worker inherits; it closes all others.
enum {
    WORKER_FILE = 3,   ///< the file to read
    WORKER_RESULT = 4, ///< memory of job.result_limit bytes for the result, which the worker maps and writes
    WORKER_SOCKET = 5,
};

typedef enum worker_task {
    WORKER_MODEL, ///< model file → block
    WORKER_IMAGE, ///< image file → RGBA pixels
    WORKER_PROBE, ///< only enters the sandbox and reports its protections
} worker_task;

/// How a file is read. Another attempt follows if the importer has crashed on the file.
typedef enum worker_attempt {
    WORKER_AS_IT_IS,
    WORKER_WITHOUT_IMPORTER, ///< reads an FBX only from its document
} worker_attempt;

typedef struct worker_job {
    uint32_t version;      ///< WORKER_PROTOCOL
    uint32_t task;         ///< worker_task
    uint32_t attempt;      ///< worker_attempt
    uint32_t cpu_seconds;  ///< limit on processor time
    uint64_t file_size;    ///< bytes to read from WORKER_FILE
    uint64_t memory_limit; ///< limit on address space, bytes
    uint64_t result_limit; ///< size of WORKER_RESULT in bytes; a larger image is reduced
    double seconds;    ///< seconds of processor time until the host stops the worker; less for an attempt after which
                       ///< another is possible
    double bake_error; ///< error of baked clips; 0: the default
    int32_t max_size;  ///< largest width and height of an image
    uint32_t only_curves;      ///< do not bake the model's clips
    uint32_t sandbox_required; ///< exit without reading the file if a protection is missing
    uint32_t up;               ///< sinew_load_options.up
    uint32_t keep_document;    ///< sinew_load_options.keep_document
    uint32_t reserved;
    char name[512];   ///< name of the file without folders; the format of an image
    char reason[512]; ///< the reason for the second attempt
} worker_job;

typedef enum worker_message_kind {
    WORKER_USES,      ///< text: path of a library that results depend on; sent before the job is read
    WORKER_SANDBOXED, ///< protections and missing_protections; sent before the file is read
    WORKER_NEEDS,     ///< text: the name of a side file
    WORKER_REACHED,   ///< number: worker_stage
    WORKER_DONE,      ///< number: sinew_result; text and hint of a failure; size of the result, or for
                      ///< SINEW_ERROR_MEMORY_LIMIT, the lower limit with which the worker was started
    WORKER_DIED,      ///< number: the signal; text: the forbidden action, if the signal is SIGSYS
} worker_message_kind;

typedef enum worker_stage {
    WORKER_READING,   ///< before any third-party importer
    WORKER_IMPORTING, ///< Assimp is running; a second attempt could skip it
    WORKER_BAKING,    ///< the model is complete
} worker_stage;

typedef struct worker_message {
    uint32_t kind; ///< worker_message_kind
    int32_t number;
    uint64_t size;
    int32_t width, height;        ///< size of an image in pixels
    uint32_t protections;         ///< worker_protection bits that hold
    uint32_t missing_protections; ///< worker_protection bits that this system should have but that are not active
    uint32_t halvings;            ///< how often the image was halved to fit
    uint32_t reserved;
    char text[1024];
    char hint[256];
} worker_message;

/// The reply to WORKER_NEEDS. If `found` is set, a descriptor is sent with it.
typedef struct worker_reply {
    uint32_t found;
    uint32_t reserved;
    uint64_t size;
} worker_reply;

/// The protections of a worker.
typedef enum worker_protection {
    WORKER_HAS_MEMORY_LIMIT = 1,
    WORKER_HAS_TIME_LIMIT = 2,
    WORKER_HAS_NO_PRIVILEGES = 4, ///< no_new_privs
    WORKER_HAS_SYSCALL_FILTER = 8,
    WORKER_ENDS_WITH_HOST = 16,
    WORKER_HAS_LANDLOCK = 32, ///< counts as missing only if the kernel offers Landlock and the ruleset failed
    WORKER_PROTECTIONS = 63,  ///< all protections
} worker_protection;

#endif
