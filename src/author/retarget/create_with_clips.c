// Creates a character with the clips of other models. The clips are matched by names or retargeted. They are added to
// the character's own clips or replace them. Then all clips are baked, unless the caller wants only curves.
#include "author/retarget/retarget_clips.h"
#include "core/base/arena.h"
#include "core/base/error.h"
#include "runtime/model/combine/with_clips.h"
#include "sinew/with_clips.h"

/// Retargets the clips of each animation, and adds the results.
static sinew_result add_retargeted(const sinew_model *character, const sinew_model *const *animations, int32_t count,
                                   const sinew_with_clips_options *options, sinew_model **out_model,
                                   sinew_error *out_error)
{
    sinew__arena memory = {0};
    sinew_model **retargeted = SINEW__ARENA_ARRAY(&memory, sinew_model *, count);
    sinew_result result = retargeted ? SINEW_OK : sinew__fail_memory(out_error);
    for (int32_t i = 0; i < count && result == SINEW_OK; ++i)
        result = sinew__retarget_clips(character, animations[i], options->retarget, &retargeted[i], out_error);
    if (result == SINEW_OK)
        result = sinew__model_add_clips(character, (const sinew_model *const *)retargeted, count, options->matches,
                                        out_model, out_error);
    for (int32_t i = 0; retargeted && i < count; ++i) sinew_model_destroy(retargeted[i]);
    sinew__arena_free(&memory);
    return result;
}

sinew_result sinew_model_create_with_clips(const sinew_model *character, const sinew_model *const *animations,
                                           int32_t count, const sinew_with_clips_options *options,
                                           sinew_model **out_model, sinew_error *out_error)
{
    static const sinew_with_clips_options defaults = {0};
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, character, animations, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!options) options = &defaults;
    if (count < 1)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "count is %d, expected 1 or more", (int)count);
    for (int32_t i = 0; i < count; ++i)
        if (!animations[i])
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the argument animations[%d] is NULL", (int)i);
    if (options->replaces && (count > 1 || options->retarget))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT,
                           "replacing clips takes one animation, which is not retargeted");
    sinew_model *joined = NULL;
    sinew_result result;
    if (options->retarget)
        result = add_retargeted(character, animations, count, options, &joined, out_error);
    else if (options->replaces)
        result = sinew__model_with_clips(character, animations[0], options->matches, &joined, out_error);
    else
        result = sinew__model_add_clips(character, animations, count, options->matches, &joined, out_error);
    if (result != SINEW_OK || options->only_curves) {
        *out_model = joined;
        return result;
    }
    sinew_bake_options bake = options->bake ? *options->bake : (sinew_bake_options){0};
    bake.keeps_baked = 1;
    result = sinew_model_bake(joined, &bake, out_model, out_error);
    sinew_model_destroy(joined);
    return result;
}
