/// The session with a worker, until its job is done, it has crashed, or its time is up.
#ifndef SINEW_WORKER_HOST_WORKER_SESSION_H
#define SINEW_WORKER_HOST_WORKER_SESSION_H

#include "cache/dependencies.h"
#include "platform/side_files.h"
#include "worker/host/worker_limits.h"
#include "worker/host/worker_process.h"
#include "worker/protocol.h"

/// How a session ended.
typedef enum sinew__ending {
    SINEW__ENDED_DONE, ///< `last` is WORKER_DONE
    SINEW__ENDED_DIED, ///< `last` is WORKER_DIED, or has the kind UINT32_MAX if the worker died without a message
    SINEW__ENDED_UNPROTECTED, ///< a protection is missing that the job requires
    SINEW__ENDED_INVALID,     ///< the worker has sent an invalid message and is still running
    SINEW__ENDED_TIMED_OUT,
    SINEW__ENDED_CANCELLED,
} sinew__ending;

/// The host's side: set the first group, zero the rest.
typedef struct sinew__worker_session {
    const sinew_load_options *options; ///< may be NULL
    const sinew__limits *limits;
    sinew__side_folders *side_folders; ///< NULL: no side files
    sinew__dependencies *dependencies; ///< receives the requested side files; may be NULL

    int has_sent; ///< the worker has sent a message. It may name its library only in the first, before it has read the
                  ///< file
    int is_sandboxed;                          ///< it has reported its protections; only this first report is believed
    uint32_t protections, missing_protections; ///< worker_protection bits
    int side_files;                            ///< requested; those beyond SINEW__MAX_SIDE_FILES count as missing
    int32_t stage;                             ///< worker_stage, as reported by the worker
    int can_be_rescued;                        ///< it has started an importer without which the file can be read
    worker_message last;                       ///< text and hint are terminated
} sinew__worker_session;

/// Sends the job, replies to requests and waits for the end. Does not end the process.
sinew__ending sinew__worker_session_run(const sinew__worker *worker, const worker_job *job,
                                        sinew__worker_session *session);

#endif
