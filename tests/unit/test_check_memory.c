/// Memory runs out at the n-th request of a check, for every n: it ends with a report or with an error that says so,
/// and nothing leaks. A person who walks badly, a rig with a skin, and an arm with FBX curves, each under a
/// contract.
#include "program/check/check_model.h"
#include "program/check/contract.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "sinew/import.h"
#include "support/make_model.h"
#include "support/make_person.h"
#include "support/make_rig.h"
#include "support/strike_memory.h"

typedef struct check_input {
    const sinew_model *model;
    const char *contract;
} check_input;

/// Two files of one collection.
static sinew_result check(const void *input, uint64_t *out_result, sinew_error *out_error)
{
    const check_input *in = input;
    check_contract contract;
    check_report reports[2] = {{.count = 0}};
    check_file_facts facts[2];
    check_contract_init(&contract);
    sinew_result result = check_contract_read(in->contract, strlen(in->contract), &contract, out_error);
    const check_selection selection = {.levels = contract.levels, .level_count = contract.level_count};
    *out_result = 0;
    for (int i = 0; i < 2 && result == SINEW_OK; ++i)
        result = check_model(in->model, i ? "b/hero.fbx" : "a/hero.fbx", NULL, NULL, &contract, &selection, &reports[i],
                             &facts[i], out_error);
    if (result == SINEW_OK) {
        const check_member members[2] = {{&facts[0], &reports[0]}, {&facts[1], &reports[1]}};
        check_sets(members, 2, &selection);
        for (int i = 0; i < 2 && result == SINEW_OK; ++i) {
            check_report_sort(&reports[i]);
            if (reports[i].arena.failed) result = sinew__fail_memory(out_error);
            for (size_t k = 0; k < reports[i].count; ++k) {
                const check_finding *finding = &reports[i].findings[k];
                *out_result = *out_result * 31 + hash_of(finding->text, strlen(finding->text));
            }
        }
    }
    for (int i = 0; i < 2; ++i) sinew__arena_free(&reports[i].arena);
    check_contract_free(&contract);
    return result;
}

static const char contract[] = "{\"characters\":{\"hero\":\"*\"},\"levels\":{\"W13\":\"error\"},\"clips\":["
                               "{\"file\":\"*.fbx\",\"loop\":\"closed\",\"fps\":24,\"duration\":3,\"ground\":1,"
                               "\"in_place\":true,\"requires\":[\"tail\",\"*h*\"],\"starts_at_rest\":true,"
                               "\"sync_group\":\"walks\"},"
                               "{\"file\":\"hero.fbx\",\"speed\":1.2},{\"file\":\"a/hero.fbx\",\"in_place\":false}]}";

/// A frame that pops, an arm that freezes, and a scale.
static void spoil(int frame, sinew_transform locals[PERSON_JOINTS])
{
    if (frame == 12) locals[PERSON_LEFT_THIGH].r = (sinew_quat){0, 0.5, 0, 0.8660254};
    if (frame > 2 && frame < 14) locals[PERSON_RIGHT_FOREARM].r = (sinew_quat){0, 0, 0, 1};
    locals[PERSON_HIPS].t.y += 0.8 * frame;
}

static void checks_of_a_person_survive(void **state)
{
    (void)state;
    sinew_model *model = make_person(&(person){.body = 90, .steps = 140, .frames = 32, .fault = spoil});
    survives(check, &(check_input){model, contract});
    sinew_model_destroy(model);
}

static void checks_of_a_rig_with_a_skin_survive(void **state)
{
    (void)state;
    const rig made = make_rig(&(rig_options){
        .size = 7, .has_skin = 1, .bind = RIG_BIND_LIES, .rest = RIG_DANCES, .has_clip = 1, .extras = RIG_ROOT});
    survives(check, &(check_input){made.model, contract});
    sinew_model_destroy(made.model);
}

/// A ring of eight vertices around the knee, half of it and half of the hip. The knee is twisted by 150°, which leaves
/// cos 75° of the ring's width: W23.
static void checks_of_a_ring_that_collapses_survive(void **state)
{
    (void)state;
    enum { COUNT = 8 };
    static const char *const names[] = {"Root", "Hip", "Knee"};
    const double pi = 3.14159265358979323846;
    sinew_raw_joint joints[3];
    float positions[3 * COUNT];
    uint32_t starts[COUNT + 1], corners[COUNT];
    sinew_raw_influence influences[2 * COUNT];
    for (int i = 0; i < 3; ++i)
        joints[i] = (sinew_raw_joint){.name = names[i],
                                      .parent = i - 1,
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {.t = {0, i ? 10 : 0, 0}, .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    for (uint32_t i = 0; i < COUNT; ++i) {
        positions[3 * i] = (float)cos(2 * pi * i / COUNT);
        positions[3 * i + 1] = 20;
        positions[3 * i + 2] = (float)sin(2 * pi * i / COUNT);
        starts[i] = 2 * i;
        influences[2 * i] = (sinew_raw_influence){0, 0.5f};
        influences[2 * i + 1] = (sinew_raw_influence){1, 0.5f};
        corners[i] = i;
    }
    starts[COUNT] = 2 * COUNT;
    const uint32_t size = COUNT;
    const sinew_raw_skin_joint skin_joints[] = {{.joint = 1, .node = SINEW_NONE}, {.joint = 2, .node = SINEW_NONE}};
    const sinew_raw_mesh mesh = {.name = "Skin",
                                 .node = SINEW_NONE,
                                 .positions = positions,
                                 .vertex_count = COUNT,
                                 .polygon_sizes = &size,
                                 .polygon_count = 1,
                                 .corner_vertices = corners,
                                 .corner_count = COUNT,
                                 .influence_start = starts,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 2};
    const sinew_track_key key = {.value = {0, sin(75 * pi / 180), 0, cos(75 * pi / 180)}};
    const sinew_raw_track track = {.joint = 2,
                                   .node = SINEW_NONE,
                                   .mesh = SINEW_NONE,
                                   .morph = SINEW_NONE,
                                   .path = SINEW_TRACK_ROTATION,
                                   .keys = &key,
                                   .key_count = 1};
    const sinew_raw_clip clip = {.name = "twist", .duration = 1, .tracks = &track, .track_count = 1};
    sinew_model *model = make_model(&(sinew_raw_model){.fps = 30,
                                                       .joints = joints,
                                                       .joint_count = 3,
                                                       .meshes = &mesh,
                                                       .mesh_count = 1,
                                                       .clips = &clip,
                                                       .clip_count = 1});
    survives(check, &(check_input){model, "{\"clips\":[]}"});
    sinew_model_destroy(model);
}

static void checks_of_a_file_survive(void **state)
{
    (void)state;
    sinew_model *model;
    sinew_error error;
    if (sinew_model_import("tests/data/arm.fbx", NULL, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    survives(check, &(check_input){model, contract});
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checks_of_a_person_survive),
        cmocka_unit_test(checks_of_a_rig_with_a_skin_survive),
        cmocka_unit_test(checks_of_a_ring_that_collapses_survive),
        cmocka_unit_test(checks_of_a_file_survive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
