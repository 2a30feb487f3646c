/// Converts one lane of a group of locals to a transform, and back.
#ifndef SINEW_RUNTIME_SAMPLER_LOCAL_LANE_H
#define SINEW_RUNTIME_SAMPLER_LOCAL_LANE_H

#include "sinew/locals.h"

static inline sinew_transform sinew__local_lane(const sinew_local_group *group, int lane)
{
    return (sinew_transform){
        .t = {(double)group->tx[lane], (double)group->ty[lane], (double)group->tz[lane]},
        .r = {(double)group->qx[lane], (double)group->qy[lane], (double)group->qz[lane], (double)group->qw[lane]},
        .s = {(double)group->sx[lane], (double)group->sy[lane], (double)group->sz[lane]}};
}

static inline void sinew__set_local_lane(sinew_local_group *group, int lane, const sinew_transform *local)
{
    group->tx[lane] = (float)local->t.x;
    group->ty[lane] = (float)local->t.y;
    group->tz[lane] = (float)local->t.z;
    group->qx[lane] = (float)local->r.x;
    group->qy[lane] = (float)local->r.y;
    group->qz[lane] = (float)local->r.z;
    group->qw[lane] = (float)local->r.w;
    group->sx[lane] = (float)local->s.x;
    group->sy[lane] = (float)local->s.y;
    group->sz[lane] = (float)local->s.z;
}

#endif
