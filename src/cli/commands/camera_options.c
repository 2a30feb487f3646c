#include "cli/commands/camera_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/srgb.h"
#include "cli/framework/report.h"

/// Parses three finite numbers separated by commas. Returns the rest of the text, or NULL.
static const char *read_point(const char *text, double out[3])
{
    for (int i = 0; i < 3; ++i) {
        if (i > 0 && *text++ != ',') return NULL;
        char *end;
        out[i] = strtod(text, &end);
        if (end == text || !isfinite(out[i]) || *text == ' ') return NULL;
        text = end;
    }
    return text;
}

int cli_read_camera(const cli_context *context, const char *text, double out_eye[3], double out_target[3])
{
    const char *hint = "expected position and target, as in --camera 0,150,400:0,90,0";
    const char *rest = read_point(text, out_eye);
    if (rest && *rest == ':') rest = read_point(rest + 1, out_target);
    if (!rest || *rest) return cli_fail_usage(context, "bad-value", hint, "--camera: '%s' is not a camera", text);
    if (out_eye[0] != out_target[0] || out_eye[1] != out_target[1] || out_eye[2] != out_target[2]) return 0;
    return cli_fail_usage(context, "bad-value", hint, "--camera: position and target are equal");
}

static int hex_digit(char digit)
{
    static const char digits[] = "0123456789abcdef";
    const char lower = digit >= 'A' && digit <= 'F' ? (char)(digit - 'A' + 'a') : digit;
    const char *found = lower ? strchr(digits, lower) : NULL;
    return found ? (int)(found - digits) : -1;
}

/// Parses "f80" or "ff8000" to three bytes. Returns 0 when the text is neither.
static int read_hex(const char *text, int out[3])
{
    const size_t length = strlen(text), each = length / 3;
    if (length != 3 && length != 6) return 0;
    for (size_t i = 0; i < 3; ++i) {
        const int high = hex_digit(text[i * each]), low = hex_digit(text[i * each + each - 1]);
        if (high < 0 || low < 0) return 0;
        out[i] = 16 * high + low;
    }
    return 1;
}

int cli_read_color(const cli_context *context, const char *text, float out_linear[3])
{
    static const struct {
        const char *name, *hex;
    } names[] = {{"white", "fff"}, {"gray", "808080"}, {"grey", "808080"}, {"black", "000"}};
    const char *hex = text[0] == '#' ? text + 1 : text;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(text, names[i].name) == 0) hex = names[i].hex;
    }
    int bytes[3];
    if (!read_hex(hex, bytes)) {
        return cli_fail_usage(context, "bad-value",
                              "expected six hexadecimal digits, as in ff8000, or white, gray, black",
                              "--background: '%s' is not a colour", text);
    }
    for (int i = 0; i < 3; ++i) out_linear[i] = sinew__srgb_to_linear((float)bytes[i] / 255.0f);
    return 0;
}
