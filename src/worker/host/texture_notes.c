#include "worker/host/texture_notes.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"

enum { SHOWN_NAMES = 3, NAMES_SIZE = SHOWN_NAMES * (SINEW__TEXTURE_NAME + 2) + 8 };

void sinew__texture_note(sinew__texture_notes *notes, sinew__texture_reason reason, const sinew_model *model,
                         int32_t texture, const sinew_error *error)
{
    const int32_t count = notes->of[reason].count++;
    if (count < SHOWN_NAMES) sinew__texture_name(model, texture, notes->of[reason].names[count]);
    if (count == 0 && error) notes->of[reason].first = *error;
}

/// "texture 'a.png'", "textures 'a.png', 'b.png'", "2000 textures ('a.png', 'b.png', 'c.png', …)"
static void put_names(const sinew__texture_notes *notes, sinew__texture_reason reason, char out[NAMES_SIZE + 40])
{
    char names[NAMES_SIZE] = "";
    const int32_t count = notes->of[reason].count, shown = count < SHOWN_NAMES ? count : SHOWN_NAMES;
    for (int32_t i = 0; i < shown; ++i) {
        const size_t length = strlen(names);
        snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "", notes->of[reason].names[i]);
    }
    if (count > SHOWN_NAMES)
        snprintf(out, NAMES_SIZE + 40, "%d textures (%s, …)", (int)count, names);
    else
        snprintf(out, NAMES_SIZE + 40, "%s %s", count == 1 ? "texture" : "textures", names);
}

int32_t sinew__texture_notes_put(const sinew__texture_notes *notes, size_t memory, double seconds, sinew_error *out)
{
    int32_t count = 0;
    char size[SINEW__SIZE_TEXT];
    sinew__size_text((double)memory, size);
    for (int reason = 0; reason < SINEW__TEXTURE_REASONS; ++reason) {
        if (notes->of[reason].count == 0) continue;
        char names[NAMES_SIZE + 40];
        put_names(notes, (sinew__texture_reason)reason, names);
        const char *are = notes->of[reason].count == 1 ? "is" : "are";
        sinew_error *line = &out[count++];
        switch ((sinew__texture_reason)reason) {
        case SINEW__TEXTURE_MISSING:
            sinew__fail(line, SINEW_ERROR_NOT_FOUND, "%s %s not beside the model", names, are);
            break;
        case SINEW__TEXTURE_NOT_SEARCHED:
            sinew__fail(line, SINEW_ERROR_LIMIT, "%s %s not searched for: the limit is %d files", names, are,
                        SINEW__MAX_SIDE_FILES);
            break;
        case SINEW__TEXTURE_UNREADABLE:
            sinew__fail(line, notes->of[reason].first.result, "%s: %s", names, notes->of[reason].first.message);
            break;
        case SINEW__TEXTURE_REDUCED:
            sinew__fail(line, SINEW_ERROR_MEMORY_LIMIT,
                        "%s %s drawn at a lower resolution: a model's textures may take %s of memory", names, are,
                        size);
            break;
        case SINEW__TEXTURE_WITHOUT_MEMORY:
            sinew__fail(line, SINEW_ERROR_MEMORY_LIMIT, "%s %s left out: a model's textures may take %s of memory",
                        names, are, size);
            break;
        case SINEW__TEXTURE_WITHOUT_TIME:
            sinew__fail(line, SINEW_ERROR_TIMED_OUT, "%s %s left out: a model's textures may take %.3g s", names, are,
                        seconds);
            break;
        case SINEW__TEXTURE_REASONS: break;
        }
    }
    return count;
}
