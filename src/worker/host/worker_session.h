/// The session with a worker, until it has done its job, has crashed, or its time is up.
#ifndef SINEW_WORKER_HOST_WORKER_SESSION_H
#define SINEW_WORKER_HOST_WORKER_SESSION_H

#include "cache/dependencies.h"
#include "platform/side_files.h"
#include "worker/host/worker_limits.h"
#include "worker/host/worker_process.h"
#include "worker/protocol.h"

/// How a session ended.
typedef enum sinew__ending {
    SINEW__ENDED_DONE,    ///< `last` is WORKER_DONE
    SINEW__ENDED_DIED,    ///< `last` is WORKER_DIED, or of no kind when it died without a word
    SINEW__ENDED_INVALID, ///< it has said what makes no sense, and is alive
    SINEW__ENDED_TIMED_OUT,
    SINEW__ENDED_CANCELLED,
} sinew__ending;

/// The host's side: set the first group, zero the rest.
typedef struct sinew__worker_session {
    const sinew_load_options *options; ///< may be NULL
    const sinew__limits *limits;
    sinew__side_folders *folders; ///< in which side files lie; NULL: there are none
    sinew__dependencies *origin;  ///< takes down which were asked for; NULL: nobody wants to know

    int has_spoken; ///< the worker, to whom no library is believed after its first word: it has read the file by then
    int side_files; ///< asked for; those beyond SINEW__MOST_SIDE_FILES were not looked for
    int32_t stage;  ///< worker_stage, as the worker says
    int can_be_rescued;  ///< it has handed the file to an importer that it could do without, whatever it reached since
    worker_message last; ///< text and hint are terminated
} sinew__worker_session;

/// Sends the job, answers requests, waits for the end. Does not end the process.
sinew__ending sinew__converse(const sinew__worker *worker, const worker_job *job, sinew__worker_session *conversation);

#endif
