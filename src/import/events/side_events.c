// The events beside a model: walk.events.json of walk.fbx.
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "import/events/import_events.h"
#include "platform/side_files.h"

/// Not more than the name of a file may have; NULL: out of memory, or the name is too long.
static const char *side_name(import_pass *pass)
{
    const char *name = sinew__base_name(pass->file_name), *dot = strrchr(name, '.');
    const size_t length = dot ? (size_t)(dot - name) : strlen(name);
    return length < 240 ? sinew__arena_format(&pass->arena, "%.*s.events.json", (int)length, name) : NULL;
}

sinew_result sinew__import_side_events(import_pass *pass, sinew_error *error)
{
    const sinew_import_options *options = pass->options;
    if (!options->side_file || pass->raw.clip_count == 0) return SINEW_OK;
    const char *name = side_name(pass);
    void *bytes = NULL;
    size_t size = 0;
    if (pass->arena.failed) return sinew__arena_fail(&pass->arena, error);
    const sinew_result result = name ? options->side_file(options->user, name, &bytes, &size) : SINEW_ERROR_NOT_FOUND;
    if (result == SINEW_ERROR_OUT_OF_MEMORY) return sinew__fail_memory(error);
    if (result != SINEW_OK) return SINEW_OK;
    const int ok = sinew__import_json_text(pass, bytes, size, SINEW_NONE, name);
    sinew_free(bytes);
    return ok ? SINEW_OK : sinew__arena_fail(&pass->arena, error);
}
