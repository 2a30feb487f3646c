/// What a clip is called, whole and without what an exporter puts before it.
#ifndef SINEW_RUNTIME_MODEL_CLIP_NAME_H
#define SINEW_RUNTIME_MODEL_CLIP_NAME_H

#include <string.h>

#include "sinew/model.h"

static inline const char *sinew__clip_name(const sinew_model *model, int32_t clip)
{
    return sinew_text(model, model->clips[clip].name);
}

/// `Run` of `Armature|Run`.
static inline const char *sinew__short_clip_name(const char *name)
{
    const char *bar = strrchr(name, '|');
    return bar ? bar + 1 : name;
}

#endif
