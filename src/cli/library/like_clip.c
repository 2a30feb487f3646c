#include "cli/library/like_clip.h"

#include <string.h>

#include "base/memory.h"
#include "cli/framework/load_model.h"
#include "cli/framework/report.h"
#include "library/measure_clip.h"
#include "platform/file_status.h"
#include "sinew/root_motion.h"
#include "sinew/time_text.h"

/// The parts of a text, cut in place.
typedef struct like_text {
    char *path, *clip, *time; ///< clip, time: NULL: none
} like_text;

// ---- text ---------------------------------------------------------------------------------------------------------

static int is_time(const char *text)
{
    sinew_time time;
    return sinew_time_parse(text, &time, NULL) == SINEW_OK;
}

/// Cuts CLIP@TIME; an '@' that no time follows belongs to the clip's name.
static void cut_clip(char *text, like_text *out)
{
    char *at = strrchr(text, '@');
    out->clip = text;
    if (!at || !is_time(at + 1)) return;
    *at = '\0';
    out->time = at + 1;
}

/// Cuts behind the shortest file name that exists; a text without one is the name of a file.
static like_text cut(char *text)
{
    sinew__file_status status;
    like_text parts = {.path = text};
    if (sinew__file_status_of_path(text, &status)) return parts;
    for (char *end = text + 1; *text && *end; ++end) {
        const char separator = *end;
        if (separator != ':' && separator != '@') continue;
        *end = '\0';
        if (sinew__file_status_of_path(text, &status)) {
            if (separator == ':')
                cut_clip(end + 1, &parts);
            else
                parts.time = end + 1;
            return parts;
        }
        *end = separator;
    }
    return parts;
}

// ---- describing ---------------------------------------------------------------------------------------------------

static sinew_result time_in_clip(const sinew_model *model, int32_t clip, const char *text, double *out,
                                 sinew_error *error)
{
    sinew_time time;
    const sinew_time_context context = {.model = model, .clip = clip};
    sinew_result result = sinew_time_parse(text, &time, error);
    if (result == SINEW_OK) result = sinew_time_resolve(&time, &context, out, error);
    return result;
}

static int describe_motion(const sinew_model *model, int32_t clip, library_scratch *scratch, cli_like *out)
{
    sinew_body_map map;
    out->is_body = sinew_body_map_find(model, &map, NULL) == SINEW_OK &&
                   sinew_body_map_check(model, &map, NULL) == SINEW_OK &&
                   library_describe_body(model, clip, &map, scratch, out->body);
    return library_describe_motion(model, clip, scratch, out->motion);
}

static sinew_result describe(const sinew_model *model, int32_t clip, const char *time_text, cli_like *out,
                             sinew_error *error)
{
    library_scratch scratch;
    double time = 0;
    out->is_pose = time_text || clip == SINEW_NONE;
    sinew_result result = time_text ? time_in_clip(model, clip, time_text, &time, error) : SINEW_OK;
    if (result == SINEW_OK) result = library_scratch_create(model, &scratch, error);
    if (result != SINEW_OK) return result;
    const int has_bones = out->is_pose ? library_describe_pose(model, clip, time, &scratch, out->pose)
                                       : describe_motion(model, clip, &scratch, out);
    library_scratch_free(&scratch);
    if (has_bones) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_NO_JOINT, "no bones, so its motion cannot be compared");
}

int cli_read_like(const cli_context *context, const char *text, cli_like *out_like)
{
    char *copy = sinew__copy_text(text);
    sinew_model *model = NULL;
    int32_t clip = SINEW_NONE;
    sinew_error error;
    if (!copy) return cli_fail_memory(context);
    const like_text parts = cut(copy);
    int failed = cli_load_quietly(context, parts.path, &(cli_texts){0}, SINEW_ENGINE_EXACT, &model);
    if (!failed) failed = cli_find_clip(context, parts.path, model, parts.clip, &clip);
    if (!failed && describe(model, clip, parts.time, out_like, &error) != SINEW_OK)
        failed = cli_fail(context, parts.path, &error);
    sinew_model_destroy(model);
    sinew_free(copy);
    return failed;
}
