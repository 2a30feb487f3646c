#include "support/make_person.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "support/make_model.h"

enum { FPS = 30, MAX_FRAMES = 400 };

static const double pi = 3.14159265358979323846, thigh = 42, shin = 42, ankle = 8, hip_height = 88, hip_width = 10;

static sinew_quat about(double x, double y, double z, double degrees)
{
    const double s = sin(degrees * pi / 360);
    return (sinew_quat){x * s, y * s, z * s, cos(degrees * pi / 360)};
}

/// Position of the ankle, forward of the hip and above the ground. In the air it leaves and arrives with the speed of
/// the ground below the body.
static void ankle_at(double steps, double part, double *out_forward, double *out_height)
{
    const double stand = 0.6, reach = steps * stand / 2;
    *out_height = ankle;
    if (part < stand) {
        *out_forward = reach - steps * part;
        return;
    }
    const double t = (part - stand) / (1 - stand), t2 = t * t, t3 = t2 * t, slope = -steps * (1 - stand);
    *out_forward =
        (2 * t3 - 3 * t2 + 1) * -reach + (t3 - 2 * t2 + t) * slope + (3 * t2 - 2 * t3) * reach + (t3 - t2) * slope;
    *out_height += 12 * sin(pi * t) * sin(pi * t);
}

/// Bends thigh and shin so that the ankle is there; the foot stays level.
static void pose_leg(double steps, double part, int left, sinew_transform *locals)
{
    double forward, height;
    ankle_at(steps, part - floor(part), &forward, &height);
    const double down = hip_height - height, length = fmin(hypot(forward, down), (thigh + shin) * 0.9999);
    const double lean = atan2(forward, down) * 180 / pi,
                 bend = acos((length * length / 4) / (thigh * length / 2)) * 180 / pi; // of two bones of one length
    const double at_hip = -lean - bend, at_knee = 2 * bend; // about x: a positive angle brings what hangs back
    locals[left ? PERSON_LEFT_THIGH : PERSON_RIGHT_THIGH].r = about(1, 0, 0, at_hip);
    locals[left ? PERSON_LEFT_SHIN : PERSON_RIGHT_SHIN].r = about(1, 0, 0, at_knee);
    locals[left ? PERSON_LEFT_FOOT : PERSON_RIGHT_FOOT].r = about(1, 0, 0, -at_hip - at_knee);
}

static void pose_person(const person *of, int frame, sinew_transform locals[PERSON_JOINTS])
{
    const double time = (double)frame / FPS, swing = sin(2 * pi * time);
    locals[PERSON_HIPS].t.z += of->body * time;
    pose_leg(of->steps, time, 1, locals);
    pose_leg(of->steps, time + 0.5, 0, locals);
    locals[PERSON_SPINE].r = about(0, 1, 0, of->sway * swing);
    locals[PERSON_HEAD].r = about(0, 1, 0, -of->sway * swing);
    locals[PERSON_LEFT_ARM].r = about(1, 0, 0, of->steps / 6 * cos(2 * pi * time));
    locals[PERSON_RIGHT_ARM].r = about(1, 0, 0, -of->steps / 6 * cos(2 * pi * time));
    locals[PERSON_LEFT_FOREARM].r = about(1, 0, 0, -20 - of->steps / 12 * (1 + swing));
    locals[PERSON_RIGHT_FOREARM].r = about(1, 0, 0, -20 - of->steps / 12 * (1 - swing));
    if (of->fault) of->fault(frame, locals);
}

sinew_model *make_person(const person *of)
{
    static const char *const names[PERSON_JOINTS] = {
        "root",   "hips",      "spine",     "thigh.L", "thigh.R", "head",   "upper_arm.L", "upper_arm.R", "shin.L",
        "shin.R", "forearm.L", "forearm.R", "foot.L",  "foot.R",  "hand.L", "hand.R",      "toe.L",       "toe.R"};
    static const int parents[PERSON_JOINTS] = {
        SINEW_NONE,           PERSON_ROOT,      PERSON_HIPS,      PERSON_HIPS,       PERSON_HIPS,
        PERSON_SPINE,         PERSON_SPINE,     PERSON_SPINE,     PERSON_LEFT_THIGH, PERSON_RIGHT_THIGH,
        PERSON_LEFT_ARM,      PERSON_RIGHT_ARM, PERSON_LEFT_SHIN, PERSON_RIGHT_SHIN, PERSON_LEFT_FOREARM,
        PERSON_RIGHT_FOREARM, PERSON_LEFT_FOOT, PERSON_RIGHT_FOOT};
    static const double rest[PERSON_JOINTS][3] = {
        {0, 0, 0},   {0, hip_height, 0}, {0, 45, 0},  {hip_width, 0, 0}, {-hip_width, 0, 0}, {0, 40, 0},
        {18, 0, 0},  {-18, 0, 0},        {0, -42, 0}, {0, -42, 0},       {0, -28, 0},        {0, -28, 0},
        {0, -42, 0}, {0, -42, 0},        {0, -25, 0}, {0, -25, 0},       {0, -6, 14},        {0, -6, 14}};
    static sinew_track_key keys[PERSON_JOINTS][2][MAX_FRAMES];
    const int count = of->frames ? of->frames : 61;
    const double size = of->size > 0 ? of->size : 1;
    sinew_raw_joint joints[PERSON_JOINTS];
    sinew_raw_track tracks[2 * PERSON_JOINTS];
    sinew_transform stands[PERSON_JOINTS], locals[PERSON_JOINTS];
    for (int i = 0; i < PERSON_JOINTS; ++i) {
        stands[i] = (sinew_transform){{rest[i][0], rest[i][1], rest[i][2]}, {0, 0, 0, 1}, {1, 1, 1}};
        sinew_transform at_rest = stands[i];
        if (i == PERSON_HIPS) at_rest.t.y += of->lifted;
        if (i == PERSON_RIGHT_FOOT && of->right_shin > 0) at_rest.t.y = -of->right_shin;
        joints[i] = (sinew_raw_joint){
            .name = names[i], .parent = parents[i], .rest = at_rest, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
        joints[i].rest.t = sinew__vec3_scale(joints[i].rest.t, size);
        for (int k = 0; k < 2; ++k)
            tracks[2 * i + k] = (sinew_raw_track){.joint = i,
                                                  .node = SINEW_NONE,
                                                  .mesh = SINEW_NONE,
                                                  .morph = SINEW_NONE,
                                                  .path = k == 0 ? SINEW_TRACK_TRANSLATION : SINEW_TRACK_ROTATION,
                                                  .keys = keys[i][k],
                                                  .key_count = count,
                                                  .interpolation = SINEW_LINEAR};
    }
    for (int frame = 0; frame < count; ++frame) {
        memcpy(locals, stands, sizeof locals);
        pose_person(of, frame, locals);
        for (int i = 0; i < PERSON_JOINTS; ++i) {
            const sinew_transform *at = &locals[i];
            keys[i][0][frame] = (sinew_track_key){.time = (double)frame / FPS,
                                                  .value = {size * at->t.x, size * at->t.y, size * at->t.z}};
            keys[i][1][frame] =
                (sinew_track_key){.time = (double)frame / FPS, .value = {at->r.x, at->r.y, at->r.z, at->r.w}};
        }
    }
    const sinew_raw_clip clip = {
        .name = "walk", .duration = (double)(count - 1) / FPS, .tracks = tracks, .track_count = 2 * PERSON_JOINTS};
    return make_model(&(sinew_raw_model){.fps = FPS,
                                         .unit_cm = 1,
                                         .up = "+Y",
                                         .joints = joints,
                                         .joint_count = PERSON_JOINTS,
                                         .clips = &clip,
                                         .clip_count = 1});
}
