// The grammar of times: parses a text, and converts it to seconds of a clip.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "core/base/number.h"
#include "runtime/model/look_up.h"
#include "sinew/time_text.h"

/// Seconds: tolerance for times written with six decimals.
static const double slack = 1e-6;

/// Times of the file's timeline beyond this, in seconds (eleven days), get no hint: they are typing errors.
static const double far_away = 1e6;

/// The clip that a time refers to.
typedef struct clip_range {
    const char *name; ///< name of the clip; NULL: no clip, and times have no end
    double start;     ///< seconds on the file's timeline
    double duration;
} clip_range;

static clip_range range_of(const sinew_time_context *context)
{
    if (context->clip == SINEW_NONE) return (clip_range){NULL, 0, 0};
    const sinew_clip *clip = sinew__model_clip(context->model, context->clip);
    return (clip_range){sinew__clip_name(context->model, context->clip), clip->start, clip->duration};
}

static double frame_rate(const sinew_time_context *context)
{
    return context->fps > 0 ? context->fps : context->model->info->fps;
}

/// Writes a number with at most three decimals to `out`.
static const char *write_short(double number, char out[SINEW__NUMBER_SIZE])
{
    const double thousandths = round(number * 1000) / 1000;
    sinew__format_double(isfinite(thousandths) ? thousandths : number, out);
    return out;
}

static const char *unit_text(sinew_time_unit unit)
{
    return unit == SINEW_TIME_FRAMES ? "f" : unit == SINEW_TIME_PERCENT ? "%" : " s";
}

static const char *sign_text(const sinew_time *time)
{
    return time->origin == SINEW_TIME_FROM_END ? "-" : "";
}

/// Adds a hint to the error: what to write instead of a time outside of the clip. `seconds` is on the file's timeline.
static void hint_outside(const sinew_time *time, const clip_range *clip, double fps, double seconds, sinew_error *error)
{
    char value[SINEW__NUMBER_SIZE], absolute[SINEW__NUMBER_SIZE], first[SINEW__NUMBER_SIZE], last[SINEW__NUMBER_SIZE];
    char meant[2 * SINEW__NUMBER_SIZE + 64] = "", frames[2 * SINEW__NUMBER_SIZE + 32] = "",
                                        outside[SINEW__NUMBER_SIZE + 48] = "";
    // A whole number without a unit that would be a frame of the clip: probably meant as a frame.
    if (time->is_bare_number && time->value == round(time->value) && time->value <= clip->duration * fps + slack)
        snprintf(meant, sizeof meant, "did you mean %s%.0ff? ", sign_text(time), time->value);
    else if (time->origin == SINEW_TIME_FROM_END && time->unit != SINEW_TIME_PERCENT && time->value < far_away)
        snprintf(meant, sizeof meant, "-%s%s counts from the end, @-%s%s from the file's zero; ",
                 write_short(time->value, value), unit_text(time->unit) + (*unit_text(time->unit) == ' '),
                 write_short(time->value, value), unit_text(time->unit) + (*unit_text(time->unit) == ' '));
    if (fps > 0)
        snprintf(frames, sizeof frames, ", %sf to %sf", write_short(clip->start * fps, first),
                 write_short((clip->start + clip->duration) * fps, last));
    if (fabs(seconds) < far_away)
        snprintf(outside, sizeof outside, "; @%ss evaluates outside it", write_short(seconds, absolute));
    sinew__hint(error, "%sthe clip goes from 0s to %ss%s%s", meant, write_short(clip->duration, value), frames,
                outside);
}

/// Sets *out_seconds to `seconds`, clamped to the clip. Fails if they are outside the clip by more than `slack`.
/// Without a clip, every time is valid.
static sinew_result clamp_inside(const sinew_time *time, const sinew_time_context *context, double seconds,
                                 double *out_seconds, sinew_error *error)
{
    const clip_range clip = range_of(context);
    if (!clip.name || (seconds >= -slack && seconds <= clip.duration + slack)) {
        *out_seconds = clip.name ? fmin(fmax(seconds, 0), clip.duration) : seconds;
        return SINEW_OK;
    }
    char value[SINEW__NUMBER_SIZE], duration[SINEW__NUMBER_SIZE];
    sinew__fail(error, SINEW_ERROR_NO_TIME, "%s%s%s is %s of clip '%s' (%s s)", sign_text(time),
                write_short(time->value, value), unit_text(time->unit),
                seconds < 0 ? "before the start" : "past the end", clip.name, write_short(clip.duration, duration));
    hint_outside(time, &clip, frame_rate(context), clip.start + seconds, error);
    return SINEW_ERROR_NO_TIME;
}

/// Converts the amount of a time to seconds.
static sinew_result measure(const sinew_time *time, const sinew_time_context *context, double *out_seconds,
                            sinew_error *error)
{
    const double fps = frame_rate(context);
    if (time->unit == SINEW_TIME_FRAMES && !(fps > 0)) {
        char value[SINEW__NUMBER_SIZE];
        sinew__fail(error, SINEW_ERROR_NO_RATE, "'%sf' needs a frame rate", write_short(time->value, value));
        return SINEW_ERROR_NO_RATE;
    }
    *out_seconds = time->unit == SINEW_TIME_FRAMES    ? time->value / fps
                   : time->unit == SINEW_TIME_PERCENT ? time->value / 100 * range_of(context).duration
                                                      : time->value;
    return SINEW_OK;
}

static sinew_result resolve_distance(const sinew_time *time, const sinew_time_context *context, double *out_seconds,
                                     sinew_error *error)
{
    const clip_range clip = range_of(context);
    double distance;
    const sinew_result result = measure(time, context, &distance, error);
    if (result != SINEW_OK) return result;
    switch (time->origin) {
    case SINEW_TIME_FROM_START: return clamp_inside(time, context, distance, out_seconds, error);
    case SINEW_TIME_FROM_END: return clamp_inside(time, context, clip.duration - distance, out_seconds, error);
    case SINEW_TIME_FROM_TIMELINE: *out_seconds = distance - clip.start; return SINEW_OK;
    case SINEW_TIME_FROM_CURRENT: *out_seconds = context->current + distance; return SINEW_OK;
    }
    return SINEW_ERROR_INVALID_ARGUMENT;
}

/// The keyframes among which a time such as "#7" is counted.
typedef struct key_list {
    double *times; ///< [count] seconds from the clip's start, rising
    int32_t count;
} key_list;

static sinew_result list_keys(const sinew_time *time, const sinew_time_context *context, key_list *out_keys,
                              sinew_error *error)
{
    int32_t joint = SINEW_NONE;
    *out_keys = (key_list){0};
    if (context->clip == SINEW_NONE) return SINEW_OK;
    const sinew_result result =
        time->joint[0] ? sinew_model_find_joint(context->model, time->joint, &joint, error) : SINEW_OK;
    if (result != SINEW_OK) return result;
    const int32_t count = sinew_clip_key_times(context->model, context->clip, joint, NULL, 0);
    double *times = sinew__allocate(((size_t)count + 1) * sizeof *times);
    if (!times) return sinew__fail_memory(error);
    sinew_clip_key_times(context->model, context->clip, joint, times, count);
    *out_keys = (key_list){times, count};
    return SINEW_OK;
}

/// Returns the number of keyframes before `seconds`.
static int32_t count_before(const key_list *keys, double seconds)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, keys->count, keys->times[i] < seconds);
    return (int32_t)i;
}

/// Returns the index of the keyframe that a time names; it is outside of the list if there is no such keyframe. A
/// current time within a nanosecond of a keyframe is at that keyframe.
static double key_index(const sinew_time *time, const sinew_time_context *context, const key_list *keys)
{
    switch (time->origin) {
    case SINEW_TIME_FROM_START:
    case SINEW_TIME_FROM_TIMELINE: return time->value - 1;
    case SINEW_TIME_FROM_END: return keys->count - time->value;
    case SINEW_TIME_FROM_CURRENT:
        return time->value > 0 ? count_before(keys, context->current + 1e-9) + time->value - 1
                               : count_before(keys, context->current - 1e-9) + time->value;
    }
    return -1;
}

static sinew_result fail_key(const sinew_time *time, const sinew_time_context *context, int32_t count,
                             sinew_error *error)
{
    const clip_range clip = range_of(context);
    if (!clip.name) return sinew__fail(error, SINEW_ERROR_NO_KEY, "the rest pose has no keyframes");
    const char *at = time->joint[0] ? "@" : "";
    const char *plural = count == 1 ? "" : "s";
    if (time->origin == SINEW_TIME_FROM_CURRENT) {
        return sinew__fail(error, SINEW_ERROR_NO_KEY, "clip '%s' has no keyframe %+.0f from here", clip.name,
                           time->value);
    }
    return sinew__fail(error, SINEW_ERROR_NO_KEY, "clip '%s' has %d keyframe%s%s%s, there is no #%s%.0f%s%s", clip.name,
                       (int)count, plural, time->joint[0] ? " on " : "", time->joint,
                       time->origin == SINEW_TIME_FROM_END ? "-" : "", time->value, at, time->joint);
}

static sinew_result resolve_key(const sinew_time *time, const sinew_time_context *context, double *out_seconds,
                                sinew_error *error)
{
    key_list keys;
    sinew_result result = list_keys(time, context, &keys, error);
    if (result != SINEW_OK) return result;
    const double index = key_index(time, context, &keys);
    if (index >= 0 && index < keys.count)
        *out_seconds = keys.times[(int32_t)index];
    else
        result = fail_key(time, context, keys.count, error);
    sinew_free(keys.times);
    return result;
}

sinew_result sinew_time_resolve(const sinew_time *time, const sinew_time_context *context, double *out_seconds,
                                sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, time, context, out_seconds) ||
        SINEW__LACKS_ARGUMENT(out_error, context->model) || sinew__lacks_clip(context->model, context->clip, out_error))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if ((uint32_t)time->unit > SINEW_TIME_KEY || (uint32_t)time->origin > SINEW_TIME_FROM_CURRENT)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "unit %d or origin %d of a time is invalid",
                           (int)time->unit, (int)time->origin);
    if (!isfinite(time->value) || !isfinite(context->current) || !isfinite(context->fps))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT,
                           "a time, the current time or the rate is not finite");
    return time->unit == SINEW_TIME_KEY ? resolve_key(time, context, out_seconds, out_error)
                                        : resolve_distance(time, context, out_seconds, out_error);
}

/// The part of the text that is not read yet.
typedef struct time_reader {
    const char *next;
} time_reader;

static int take(time_reader *reader, char character)
{
    if (*reader->next != character) return 0;
    ++reader->next;
    return 1;
}

static int is_digit(char character)
{
    return character >= '0' && character <= '9';
}

/// Appends digits to *value. Returns the number of digits.
static int read_digits(time_reader *reader, double *value)
{
    int count = 0;
    for (; is_digit(*reader->next); ++reader->next, ++count) *value = *value * 10 + (*reader->next - '0');
    return count;
}

/// Reads an exponent such as `e-5` or `E+3`, if there is one. Exponents beyond the range of a double saturate.
static int read_exponent(time_reader *reader, int *exponent)
{
    *exponent = 0;
    if (*reader->next != 'e' && *reader->next != 'E') return 1;
    ++reader->next;
    const int negative = take(reader, '-');
    if (!negative) (void)take(reader, '+');
    double value = 0;
    if (!read_digits(reader, &value)) return 0;
    *exponent = (int)fmin(value, 1000) * (negative ? -1 : 1);
    return 1;
}

/// Reads a decimal number without a sign: `1`, `1.25`, `.5`, `1e-5`, in every locale. It is exact to one unit in the
/// last place; times are later rounded to ticks, which are ten thousand times coarser.
static int read_number(time_reader *reader, double *out_number)
{
    double value = 0;
    const int whole = read_digits(reader, &value);
    int decimals = 0;
    if (*reader->next == '.' && is_digit(reader->next[1])) {
        ++reader->next;
        decimals = read_digits(reader, &value);
    }
    int exponent;
    if (whole + decimals == 0 || !read_exponent(reader, &exponent)) return 0;
    exponent -= decimals;
    // Dividing by an exact power of ten rounds once; multiplying by 10^-exponent would round twice.
    *out_number = exponent < 0 ? value / pow(10, -exponent) : value * pow(10, exponent);
    return isfinite(*out_number);
}

static int read_amount(time_reader *reader, sinew_time *out)
{
    if (!read_number(reader, &out->value)) return 0;
    // Reads the unit after a number; without one, it is seconds.
    out->unit = take(reader, 'f') ? SINEW_TIME_FRAMES : take(reader, '%') ? SINEW_TIME_PERCENT : SINEW_TIME_SECONDS;
    out->is_bare_number = out->unit == SINEW_TIME_SECONDS && !take(reader, 's');
    return 1;
}

/// Reads a keyframe after `#` or `k`: `7`, `-1`, `7@LeftFoot`.
static int read_key(time_reader *reader, sinew_time *out)
{
    const int negative = take(reader, '-');
    double number = 0;
    if (!read_digits(reader, &number) || number < 1 || number > 1e9) return 0;
    out->unit = SINEW_TIME_KEY;
    out->origin = negative ? SINEW_TIME_FROM_END : SINEW_TIME_FROM_START;
    out->value = number;
    if (!take(reader, '@')) return 1;
    const size_t length = strlen(reader->next);
    if (length == 0 || length >= sizeof out->joint) return 0;
    memcpy(out->joint, reader->next, length + 1);
    reader->next += length;
    return 1;
}

static int take_key_sign(time_reader *reader)
{
    return take(reader, '#') || take(reader, 'k');
}

/// Reads what follows `@`: seconds or frames of the file's timeline, which may be negative.
static int read_absolute(time_reader *reader, sinew_time *out)
{
    const int negative = take(reader, '-');
    if (!read_amount(reader, out) || out->unit == SINEW_TIME_PERCENT) return 0;
    out->origin = SINEW_TIME_FROM_TIMELINE;
    if (negative) out->value = -out->value;
    return 1;
}

/// Reads what follows `+`.
static int read_relative(time_reader *reader, sinew_time *out)
{
    int negative = take(reader, '-');
    if (take_key_sign(reader)) {
        if (!read_key(reader, out) || (negative && out->origin == SINEW_TIME_FROM_END)) return 0;
        negative = negative || out->origin == SINEW_TIME_FROM_END;
    } else if (!read_amount(reader, out)) {
        return 0;
    }
    out->origin = SINEW_TIME_FROM_CURRENT;
    if (negative) out->value = -out->value;
    return 1;
}

static int read_word(time_reader *reader, sinew_time *out)
{
    const int is_end = strcmp(reader->next, "end") == 0;
    if (!is_end && strcmp(reader->next, "start") != 0) return 0;
    out->origin = is_end ? SINEW_TIME_FROM_END : SINEW_TIME_FROM_START;
    reader->next += strlen(reader->next);
    return 1;
}

static int read_time(time_reader *reader, sinew_time *out)
{
    if (take(reader, '@')) return read_absolute(reader, out);
    if (take(reader, '+')) return read_relative(reader, out);
    if (take(reader, '-')) {
        out->origin = SINEW_TIME_FROM_END;
        return read_amount(reader, out);
    }
    if (take_key_sign(reader)) return read_key(reader, out);
    if (read_word(reader, out)) return 1;
    if (!read_amount(reader, out)) return 0;
    // A number without a prefix counts from the clip's start; frames count on the file's timeline.
    out->origin = out->unit == SINEW_TIME_FRAMES ? SINEW_TIME_FROM_TIMELINE : SINEW_TIME_FROM_START;
    return 1;
}

sinew_result sinew_time_parse(const char *text, sinew_time *out_time, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, text, out_time)) return SINEW_ERROR_INVALID_ARGUMENT;
    time_reader reader = {text};
    sinew_time time = {0};
    if (!read_time(&reader, &time) || *reader.next) {
        sinew__fail(out_error, SINEW_ERROR_BAD_TIME, "'%s' is not a time", text);
        sinew__hint(out_error, "write 1.25s, 37f, 50%% or '#7'");
        return SINEW_ERROR_BAD_TIME;
    }
    *out_time = time;
    return SINEW_OK;
}
