#include "sampler/slerp_keys.h"

#include "base/affine.h"
#include "sampler/curve.h"

static sinew_quat turn_at(const sinew_model *model, const sinew_channel *channel, int order, int64_t ticks)
{
    double angles[3];
    for (int i = 0; i < 3; ++i)
        angles[i] = channel->curve[i] == SINEW_NONE
                        ? channel->value[i]
                        : sinew__curve_evaluate(model, &model->curves[channel->curve[i]], ticks);
    return sinew__quat_from_euler(angles, order);
}

int sinew__slerp_keys(const sinew_model *model, const sinew_channel *channel, int order, int64_t ticks, double out[3])
{
    int64_t before = INT64_MIN, after = INT64_MAX;
    for (int i = 0; i < 3; ++i) {
        int64_t left, right;
        if (channel->curve[i] == SINEW_NONE || model->curves[channel->curve[i]].key_count < 2) continue;
        if (!sinew__curve_neighbours(model, &model->curves[channel->curve[i]], ticks, &left, &right)) return 0;
        if (left > before) before = left;
        if (right < after) after = right;
    }
    if (before == INT64_MIN) return 0;
    const double part = ((double)ticks - (double)before) / ((double)after - (double)before);
    const sinew_quat turned =
        sinew__quat_slerp(turn_at(model, channel, order, before), turn_at(model, channel, order, after), part);
    sinew__quat_to_euler(turned, order, out);
    return 1;
}
