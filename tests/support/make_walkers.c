#include "support/make_walkers.h"

#include <math.h>

#include "support/make_model.h"
#include "support/make_pose.h"

enum { STEPS = 120 }; ///< keys of a turn

static sinew_raw_track hips_track(sinew_track_path path, const sinew_track_key *keys, int32_t count)
{
    return (sinew_raw_track){
        .joint = 1, .node = SINEW_NONE, .path = path, .keys = keys, .key_count = count, .interpolation = SINEW_LINEAR};
}

sinew_model *make_walkers(const int *order)
{
    static const sinew_raw_joint joints[] = {
        {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE, .rest = {{0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}}},
        {.name = "hips", .parent = 0, .node = SINEW_NONE, .rest = {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}},
        {.name = "hand", .parent = 1, .node = SINEW_NONE, .rest = {{1, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}}};
    static const sinew_track_key walk[2] = {{.value = {0, 1, 0}}, {.time = 1, .value = {0, 1, 2}}},
                                 run[2] = {{.value = {0, 1.2, 0}}, {.time = 0.6, .value = {0, 1.2, 3}}},
                                 ahead[2] = {{.value = {0, 1, 0}}, {.time = 2, .value = {0, 1, 2}}},
                                 idle[3] = {{.value = {0, 1, 0}},
                                            {.time = 1.5, .value = {0.01, 1, 0}},
                                            {.time = 3, .value = {0, 1, 0}}},
                                 pose[1] = {{.value = {0, 0.5, 0}}};
    static const sinew_raw_event walk_events[] = {{"step", "left", 0.25, 0},
                                                  {"step", "right", 0.75, 0},
                                                  {"start", NULL, 0, 0},
                                                  {"end", NULL, 1, 0}},
                                 run_events[] = {{"step", "left", 0.1, 0}, {"step", "right", 0.4, 0}},
                                 turn_events[] = {{"step", "left", 0.5, 0}, {"step", "right", 1.5, 0}};
    static sinew_track_key turn[STEPS + 1];
    for (int i = 0; i <= STEPS; ++i) {
        const double half = acos(-1) / 4 * i / STEPS;
        turn[i] = (sinew_track_key){.time = 2.0 * i / STEPS, .value = {0, sin(half), 0, cos(half)}};
    }
    const sinew_raw_track walk_track = hips_track(SINEW_TRACK_TRANSLATION, walk, 2),
                          run_track = hips_track(SINEW_TRACK_TRANSLATION, run, 2),
                          turn_tracks[2] = {hips_track(SINEW_TRACK_TRANSLATION, ahead, 2),
                                            hips_track(SINEW_TRACK_ROTATION, turn, STEPS + 1)},
                          idle_track = hips_track(SINEW_TRACK_TRANSLATION, idle, 3),
                          pose_track = hips_track(SINEW_TRACK_TRANSLATION, pose, 1);
    const sinew_raw_clip clips[WALKER_CLIPS] = {
        {.name = "walk",
         .duration = 1,
         .tracks = &walk_track,
         .track_count = 1,
         .events = walk_events,
         .event_count = 4},
        {.name = "run",
         .duration = 0.6,
         .tracks = &run_track,
         .track_count = 1,
         .events = run_events,
         .event_count = 2},
        {.name = "turn",
         .duration = 2,
         .tracks = turn_tracks,
         .track_count = 2,
         .events = turn_events,
         .event_count = 2},
        {.name = "idle", .duration = 3, .tracks = &idle_track, .track_count = 1},
        {.name = "pose", .duration = 0, .tracks = &pose_track, .track_count = 1}};
    sinew_raw_clip ordered[WALKER_CLIPS];
    for (int i = 0; i < WALKER_CLIPS; ++i) ordered[i] = clips[order ? order[i] : i];
    const sinew_raw_model raw = {
        .joints = joints, .joint_count = 3, .clips = ordered, .clip_count = WALKER_CLIPS, .up = "+Y"};
    return make_baked(make_model(&raw), NULL);
}
