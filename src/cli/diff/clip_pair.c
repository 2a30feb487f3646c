#define _POSIX_C_SOURCE 200809L
#include "cli/diff/clip_pair.h"

#include <string.h>
#include <strings.h>

#include "cli/framework/load_model.h"
#include "cli/framework/report.h"
#include "model/clip_name.h"

/// Finds the matching clip of `b`, or SINEW_NONE.
static int32_t find_match(const sinew_model *a, int32_t clip, const sinew_model *b)
{
    const char *name = sinew__clip_name(a, clip);
    for (int32_t i = 0; i < b->clip_count; ++i) {
        if (strcmp(sinew__clip_name(b, i), name) == 0) return i;
    }
    for (int32_t i = 0; i < b->clip_count; ++i) {
        if (strcasecmp(sinew__short_clip_name(sinew__clip_name(b, i)), sinew__short_clip_name(name)) == 0) return i;
    }
    return a->clip_count == 1 && b->clip_count == 1 ? 0 : SINEW_NONE;
}

static int fail_no_match(const cli_context *context, const char *path_a, const char *path_b, const sinew_model *b,
                         const char *name)
{
    sinew_error error;
    if (name)
        sinew__fail(&error, SINEW_ERROR_NO_CLIP, "no clip '%s', which %s has", name, path_a);
    else
        sinew__fail(&error, SINEW_ERROR_NO_CLIP, "no clip matches a clip of %s by name", path_a);
    if (b->clip_count > 0)
        sinew__hint(&error, "run 'sinew info' for a list of clips; use --clip none to compare rest poses");
    else
        sinew__hint(&error, "the file has no clips; use --clip none to compare rest poses");
    return cli_fail(context, path_b, &error);
}

int cli_pair_clips(const cli_context *context, const char *path_a, const char *path_b, const char *pattern,
                   cli_clip_of *a, cli_clip_of *b)
{
    b->clip = SINEW_NONE;
    const int failed = cli_find_clip(context, path_a, a->model, pattern, &a->clip);
    if (failed) return failed;
    if (a->clip == SINEW_NONE) {
        return pattern || b->model->clip_count == 0 ? 0 : fail_no_match(context, path_b, path_a, a->model, NULL);
    }
    b->clip = find_match(a->model, a->clip, b->model);
    if (b->clip != SINEW_NONE) return 0;
    if (pattern) return fail_no_match(context, path_a, path_b, b->model, sinew__clip_name(a->model, a->clip));
    for (int32_t i = 0; i < a->model->clip_count; ++i) {
        a->clip = i;
        b->clip = find_match(a->model, i, b->model);
        if (b->clip != SINEW_NONE) return 0;
    }
    return fail_no_match(context, path_a, path_b, b->model, NULL);
}
