#include "program/cli/library/load_words.h"

#include <string.h>

#include "core/base/memory.h"
#include "core/platform/file.h"
#include "sinew/load.h"

/// The path from the root on; a path that leads nowhere stays as it is.
static const char *absolute(sinew__arena *arena, const char *path)
{
    char *found = sinew__absolute_path(path);
    const char *kept = sinew__arena_text(arena, found ? found : path, strlen(found ? found : path));
    sinew_free(found);
    return kept;
}

int cli_put_load_words(const cli_context *context, sinew__arena *arena, const char *out[CLI_MAX_LOAD_WORDS])
{
    int count = 0;
    if (context->sandbox == SINEW_SANDBOX_REQUIRED) {
        out[count++] = "--sandbox";
        out[count++] = "required";
    }
    if (context->timeout > 0) {
        out[count++] = "--timeout";
        out[count++] = sinew__arena_format(arena, "%.3fs", context->timeout);
    }
    if (context->memory_limit > 0) {
        out[count++] = "--memory-limit";
        out[count++] = sinew__arena_format(arena, "%.0f", context->memory_limit);
    }
    if (context->texture_path) {
        out[count++] = "--texture-path";
        out[count++] = absolute(arena, context->texture_path);
    }
    return count;
}
