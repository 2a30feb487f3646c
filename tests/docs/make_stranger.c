/// make_stranger FILE: writes a `.sinew` file of the shape that downloads have: an empty take first, and clips that
/// start at frame 20. A body without meshes that swings an arm and the legs.
#include <stdio.h>

#include "sinew/memory.h"
#include "sinew/raw_model.h"

enum { JOINTS = 18, KEYS = 11, MOVED = 3, FPS = 30, FIRST_FRAME = 20 };

static const struct {
    const char *name;
    int32_t parent;
    sinew_vec3 at; ///< relative to the parent
} body[JOINTS] = {
    {"Hips", SINEW_NONE, {0, 90, 0}}, {"Spine", 0, {0, 20, 0}},         {"Neck", 1, {0, 30, 0}},
    {"Head", 2, {0, 10, 0}},          {"LeftArm", 1, {20, 25, 0}},      {"LeftForeArm", 4, {25, 0, -1}},
    {"LeftHand", 5, {25, 0, 1}},      {"RightArm", 1, {-20, 25, 0}},    {"RightForeArm", 7, {-25, 0, -1}},
    {"RightHand", 8, {-25, 0, 1}},    {"LeftUpLeg", 0, {10, 0, 0}},     {"LeftLeg", 10, {0, -45, 1}},
    {"LeftFoot", 11, {0, -40, -1}},   {"LeftToeBase", 12, {0, -5, 10}}, {"RightUpLeg", 0, {-10, 0, 0}},
    {"RightLeg", 14, {0, -45, 1}},    {"RightFoot", 15, {0, -40, -1}},  {"RightToeBase", 16, {0, -5, 10}}};

/// The joints that move, and by how many degrees about x, up to a half and back.
static const int32_t moved[MOVED] = {10, 14, 7};
static const double degrees[MOVED] = {30, -30, 60};

int main(int argc, char **argv)
{
    sinew_raw_joint joints[JOINTS];
    sinew_curve_key keys[MOVED][KEYS];
    sinew_raw_curve curves[MOVED];
    sinew_raw_channel channels[MOVED];
    const int64_t ticks = INT64_C(46186158000);
    sinew_model *model;
    sinew_error error;
    void *bytes;
    size_t size;
    if (argc != 2) return 2;
    for (int i = 0; i < JOINTS; ++i)
        joints[i] = (sinew_raw_joint){.name = body[i].name,
                                      .parent = body[i].parent,
                                      .node = SINEW_NONE,
                                      .kind = SINEW_JOINT_BONE,
                                      .rest = {body[i].at, {0, 0, 0, 1}, {1, 1, 1}}};
    for (int m = 0; m < MOVED; ++m) {
        for (int k = 0; k < KEYS; ++k)
            keys[m][k] = (sinew_curve_key){.ticks = ticks * (FIRST_FRAME + 3 * k) / FPS,
                                           .value = degrees[m] * (k < KEYS / 2 ? k : KEYS - 1 - k) / KEYS,
                                           .interpolation = SINEW_LINEAR};
        curves[m] = (sinew_raw_curve){.keys = keys[m], .key_count = KEYS};
        channels[m] = (sinew_raw_channel){.joint = moved[m],
                                          .mesh = SINEW_NONE,
                                          .morph = SINEW_NONE,
                                          .property = SINEW_CHANNEL_ROTATION,
                                          .curve = {&curves[m]}};
    }
    const sinew_raw_event step = {.track = "step", .text = "left", .time = 0.05};
    const sinew_raw_clip clips[] = {{.name = "Take 001", .duration = 0},
                                    {.name = "walk",
                                     .start = (double)FIRST_FRAME / FPS,
                                     .duration = 1,
                                     .channels = channels,
                                     .channel_count = MOVED,
                                     .events = &step,
                                     .event_count = 1},
                                    {.name = "wave",
                                     .start = (double)FIRST_FRAME / FPS,
                                     .duration = 1,
                                     .channels = channels + 2,
                                     .channel_count = 1}};
    const sinew_raw_model raw = {.fps = FPS, .joints = joints, .joint_count = JOINTS, .clips = clips, .clip_count = 3};
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK ||
        sinew_model_save(model, &bytes, &size, &error) != SINEW_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    FILE *file = fopen(argv[1], "wb");
    const int ok = file && fwrite(bytes, 1, size, file) == size;
    if (file && fclose(file) != 0) return 1;
    sinew_free(bytes);
    sinew_model_destroy(model);
    return !ok;
}
