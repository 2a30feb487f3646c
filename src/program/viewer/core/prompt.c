#include "program/viewer/core/prompt.h"

#include <SDL.h>
#include <string.h>

#include "core/base/printable.h"

void viewer_prompt_open(viewer_prompt *prompt, viewer_prompt_kind kind)
{
    *prompt = (viewer_prompt){.kind = kind};
}

int viewer_prompt_filters(const viewer_prompt *prompt)
{
    return prompt->kind == VIEWER_PROMPT_NAME || prompt->kind == VIEWER_PROMPT_COMPARE;
}

const char *viewer_prompt_label(viewer_prompt_kind kind)
{
    static const char *const questions[] = {[VIEWER_PROMPT_NONE] = "",
                                            [VIEWER_PROMPT_TIME] = "go to",
                                            [VIEWER_PROMPT_NAME] = "find by name",
                                            [VIEWER_PROMPT_ROTATION] = "drag, or rotate by rx=30",
                                            [VIEWER_PROMPT_SAVE] = "save the edited clip as",
                                            [VIEWER_PROMPT_FILM] = "save a film as",
                                            [VIEWER_PROMPT_TRAIL] = "trail around now: 0.5, 10f, 0 is all",
                                            [VIEWER_PROMPT_COMPARE] = "compare with clip or file"};
    return questions[kind];
}

void viewer_prompt_type(viewer_prompt *prompt, const char *text)
{
    const char *end = text + strlen(text);
    prompt->message[0] = '\0';
    prompt->is_confirmed = 0;
    while (text < end) {
        uint32_t code;
        const size_t length = sinew__utf8_decode(text, end, &code), used = strlen(prompt->text);
        if (length && sinew__is_printable(code) && used + length < sizeof prompt->text) {
            char *target = prompt->text + prompt->cursor;
            memmove(target + length, target, used - (size_t)prompt->cursor + 1);
            memcpy(target, text, length);
            prompt->cursor += (int)length;
        }
        text += length ? length : 1;
    }
}

/// Returns the offset from the cursor to the previous or next character in bytes; 0 at the ends of the line.
static int step(const viewer_prompt *prompt, int direction)
{
    const char *text = prompt->text;
    int target = prompt->cursor + direction;
    if (target < 0 || (direction > 0 && !text[prompt->cursor])) return 0;
    while (((unsigned char)text[target] & 0xc0) == 0x80) target += direction;
    return target - prompt->cursor;
}

/// Erases `count` bytes after the cursor, or before it if `count` is negative.
static void erase(viewer_prompt *prompt, int count)
{
    char *from = prompt->text + prompt->cursor + (count < 0 ? count : 0), *to = from + (count < 0 ? -count : count);
    memmove(from, to, strlen(to) + 1);
    prompt->cursor = (int)(from - prompt->text);
    prompt->message[0] = '\0';
    prompt->is_confirmed = 0;
}

prompt_event viewer_prompt_handle_key(viewer_prompt *prompt, int32_t key, int held)
{
    switch (key) {
    case SDLK_RETURN:
    case SDLK_KP_ENTER: return PROMPT_ACCEPTED;
    case SDLK_ESCAPE: return PROMPT_CANCELLED;
    case SDLK_BACKSPACE: erase(prompt, step(prompt, -1)); break;
    case SDLK_DELETE: erase(prompt, step(prompt, 1)); break;
    case SDLK_LEFT: prompt->cursor += step(prompt, -1); break;
    case SDLK_RIGHT: prompt->cursor += step(prompt, 1); break;
    case SDLK_HOME: prompt->cursor = 0; break;
    case SDLK_END: prompt->cursor = (int)strlen(prompt->text); break;
    case SDLK_u:
        if (held & KMOD_CTRL) erase(prompt, -prompt->cursor);
        break;
    default: break;
    }
    return PROMPT_OPEN;
}
