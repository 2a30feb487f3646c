// Opens, describes and closes files of clips, and looks up the clip of a number.
#include <stdatomic.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/model/block_file.h"
#include "runtime/model/clip_file.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/engine.h"
#include "sinew/clip.h"

sinew_result sinew_clip_open(const void *bytes, size_t size, sinew_clip_file **out_clip, sinew_error *out_error)
{
    if (out_clip) *out_clip = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, out_clip) || (size && SINEW__LACKS_ARGUMENT(out_error, bytes)))
        return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_clip_file *clip = sinew__allocate_zeroed(1, sizeof *clip);
    void *copy = clip ? sinew__allocate_lines(size) : NULL; // a copy, so that the caller cannot change validated bytes
    if (!copy) {
        sinew_free(clip);
        return sinew__fail_memory(out_error);
    }
    if (size) memcpy(copy, bytes, size);
    const sinew_result result =
        sinew__block_file_load(copy, size, SINEW__BLOCK_CLIP, sinew__clip_run_unpack, NULL, &clip->view, out_error);
    if (result != SINEW_OK) {
        sinew_free(clip);
        return result;
    }
    atomic_init(&clip->references, 1);
    *out_clip = clip;
    return SINEW_OK;
}

void sinew_clip_file_destroy(sinew_clip_file *clip)
{
    sinew__clip_file_release(clip);
}

sinew_clip_file_info sinew_clip_describe(const sinew_clip_file *clip)
{
    const sinew_model *view = clip->view;
    return (sinew_clip_file_info){.name = sinew_text(view, view->clips->name),
                                  .duration = view->clips->duration,
                                  .joint_count = view->joint_count,
                                  .morph_count = view->morph_count,
                                  .event_count = view->event_count,
                                  .has_motion = view->clip_skeleton->motion_joint != SINEW_NONE,
                                  .byte_count = view->block_size,
                                  .error = sinew__baked_clip_of(view, 0)->error};
}

int sinew_model_has_clip(const sinew_model *model, int32_t clip)
{
    return clip >= 0 && sinew__has_clip(model, clip);
}

const char *sinew_clip_text(const sinew_model *model, int32_t clip, sinew_text_ref ref)
{
    return clip >= 0 && sinew__has_clip(model, clip) ? sinew_text(sinew__owner_of_clip(model, clip), ref) : "";
}

sinew_result sinew_engine_accepts_clip(const sinew_model *model, sinew_engine engine, int32_t clip,
                                       sinew_error *out_error)
{
    return sinew__engine_takes_clip(model, engine, clip, out_error);
}
