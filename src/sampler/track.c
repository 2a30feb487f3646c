#include "sampler/track.h"

#include <math.h>
#include <string.h>

#include "base/affine.h"
#include "sampler/curve.h"
#include "sampler/find_key.h"

typedef struct track_keys {
    const sinew_model *model;
    const sinew_track_key *keys;
    double start; ///< of the clip
} track_keys;

static int64_t ticks_of(const void *keys, int32_t key)
{
    const track_keys *of = keys;
    return sinew__ticks(of->model, of->start + of->keys[key].time);
}

/// The cubic Hermite spline from key `index` to the next at `part` of the segment, as glTF 2.0 has it in appendix C.
static void evaluate_cubic(const sinew_track *track, const sinew_track_key *keys, int32_t index, double part,
                           double out_value[4])
{
    const sinew_track_key *a = &keys[index], *b = a + 1;
    const sinew_track_key *tangents = keys + track->key_count;
    const double *out_tangent = tangents[2 * (size_t)index + 1].value,
                 *in_tangent = tangents[2 * (size_t)index + 2].value;
    const double seconds = b->time - a->time, t = part, t2 = t * t, t3 = t2 * t;
    for (int i = 0; i < 4; ++i)
        out_value[i] = (2 * t3 - 3 * t2 + 1) * a->value[i] + (t3 - 2 * t2 + t) * seconds * out_tangent[i] +
                       (3 * t2 - 2 * t3) * b->value[i] + (t3 - t2) * seconds * in_tangent[i];
    if (track->path != SINEW_TRACK_ROTATION) return;
    const sinew_quat rotation =
        sinew__quat_normalize((sinew_quat){out_value[0], out_value[1], out_value[2], out_value[3]});
    memcpy(out_value, &rotation, sizeof rotation);
}

void sinew__track_evaluate_near(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                                int32_t *key, double out_value[4])
{
    const sinew_track_key *keys = model->track_keys + track->first_key;
    const int32_t index = *key =
        sinew__find_key(&(track_keys){model, keys, start}, ticks_of, track->key_count, ticks, *key);
    const sinew_track_key *a = &keys[index], *b = a + 1;
    const double time = (double)ticks / (double)model->info->ticks_per_second - start;
    if (index + 1 >= track->key_count || time <= a->time || track->interpolation == SINEW_STEP) {
        memcpy(out_value, a->value, sizeof a->value);
        return;
    }
    const double part = fmin((time - a->time) / (b->time - a->time), 1);
    if (track->interpolation == SINEW_CUBIC) {
        evaluate_cubic(track, keys, index, part, out_value);
        return;
    }
    if (track->path == SINEW_TRACK_ROTATION) {
        sinew_quat from, to;
        memcpy(&from, a->value, sizeof from);
        memcpy(&to, b->value, sizeof to);
        const sinew_quat rotation = sinew__quat_slerp(from, to, part);
        memcpy(out_value, &rotation, sizeof rotation);
        return;
    }
    for (int i = 0; i < 4; ++i) out_value[i] = a->value[i] + (b->value[i] - a->value[i]) * part;
}

void sinew__track_evaluate(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                           double out_value[4])
{
    int32_t key = 0;
    sinew__track_evaluate_near(model, track, start, ticks, &key, out_value);
}

void sinew__track_put(const sinew_track *track, const double value[4], sinew_transform *transform)
{
    switch ((sinew_track_path)track->path) {
    case SINEW_TRACK_TRANSLATION: transform->t = (sinew_vec3){value[0], value[1], value[2]}; break;
    case SINEW_TRACK_ROTATION: transform->r = (sinew_quat){value[0], value[1], value[2], value[3]}; break;
    case SINEW_TRACK_SCALE: transform->s = (sinew_vec3){value[0], value[1], value[2]}; break;
    case SINEW_TRACK_MORPH_WEIGHT: break;
    }
}

void sinew__track_apply(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                        sinew_transform *transform)
{
    double value[4];
    sinew__track_evaluate(model, track, start, ticks, value);
    sinew__track_put(track, value, transform);
}
