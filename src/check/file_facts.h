/// What checks of several files together need of each: skeleton and clips, without the model.
#ifndef SINEW_CHECK_FILE_FACTS_H
#define SINEW_CHECK_FILE_FACTS_H

#include "check/check_task.h"

typedef struct sinew__joint_facts {
    const char *name;
    int32_t parent; ///< in `joints`, or SINEW_NONE
    int has_bind;
    sinew_affine rest; ///< local; translation in cm
    sinew_affine bind; ///< global; translation in cm
} sinew__joint_facts;

typedef struct sinew__clip_facts {
    const char *name;
    double duration;       ///< s
    double fps;            ///< 0: unknown
    double travel;         ///< cm along the ground; NaN without a root joint
    int closes;            ///< like a loop
    int is_on_frames;      ///< every key
    const char *step_foot; ///< the first foot, of clips in a sync group; NULL: none found, or it never steps
    double step_phase;     ///< part of the clip at which it touches down first, 0 … 1
    int step_count;        ///< of that foot
    sinew__clip_terms terms;
} sinew__clip_facts;

/// Texts live in the arena of the report.
typedef struct sinew__file_facts {
    const char *path;
    const char *character; ///< to which it belongs by the contract, or NULL
    double size;           ///< of the character, in cm
    int32_t max_influences;
    sinew__joint_facts *joints; ///< [joint_count] of the rig, of a file of a character
    int32_t joint_count;
    sinew__clip_facts *clips; ///< [clip_count]
    int32_t clip_count;
} sinew__file_facts;

/// Running out of memory shows in the arena of the report.
void sinew__file_facts_take(const sinew__check_task *task, sinew__file_facts *out_facts);

#endif
