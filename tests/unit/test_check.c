// What sinew check says of a leg made in code, and of copies of it with one fault each. Every fault is planted a little
// beyond its limit, and once a little within it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/check/check_limits.h"
#include "program/check/check_model.h"
#include "program/check/clip_names.h"
#include "support/cmocka_close.h"
#include "support/finding_numbers.h"
#include "support/make_model.h"
#include "support/vary_model.h"

enum { JOINTS = 4, FRAMES = 31, MAX_KEYS = 64, VERTICES = 4 };

static const double pi = 3.14159265358979323846;
#define TICKS INT64_C(46186158000)

/// Root, Hip, Knee, Foot, ten units apart along y; a square of skin on Hip and Knee. One clip of a second at 30 frames
/// per second: the knee rotates about z by 10 sin(2πt) degrees, a test sets the hip's x. size: √(2² + 20²).
typedef struct leg {
    sinew_raw_joint joints[JOINTS];
    sinew_transform_stack stacks[JOINTS];
    sinew_raw_skin_joint skin_joints[4];
    float positions[VERTICES * 3], texcoords[VERTICES * 2], normals[VERTICES * 3];
    uint32_t influence_start[VERTICES + 1], polygon_sizes[2], corners[8];
    sinew_raw_influence influences[VERTICES * 6];
    sinew_raw_mesh mesh;
    sinew_curve_key keys[3][MAX_KEYS]; ///< of the knee's rotation, the hip's x and the foot's scale
    sinew_raw_curve curves[3];
    sinew_raw_channel channels[3];
    sinew_track_key track_keys[MAX_KEYS];
    sinew_raw_track track;
    sinew_raw_clip clip;
    sinew_raw_material material;
    sinew_raw_texture texture;
    sinew_raw_warning warning;
    sinew_raw_model raw;
} leg;

static sinew_curve_key key_at(double frame, double value)
{
    return (sinew_curve_key){
        .ticks = (int64_t)llround(frame * (double)TICKS / 30), .value = value, .interpolation = SINEW_LINEAR};
}

static void make_joints(leg *it)
{
    static const char *const names[JOINTS] = {"Root", "Hip", "Knee", "Foot"};
    for (int32_t i = 0; i < JOINTS; ++i) {
        it->stacks[i] = (sinew_transform_stack){.translation = {0, i ? 10 : 0, 0}, .scaling = {1, 1, 1}};
        it->joints[i] = (sinew_raw_joint){
            .name = names[i], .parent = i - 1, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE, .stack = &it->stacks[i]};
    }
}

static void make_mesh(leg *it)
{
    static const float positions[] = {-1, 0, 0, 1, 0, 0, 1, 20, 0, -1, 20, 0}, texcoords[] = {0, 0, 1, 0, 1, 1, 0, 1};
    memcpy(it->positions, positions, sizeof positions);
    memcpy(it->texcoords, texcoords, sizeof texcoords);
    for (uint32_t i = 0; i < VERTICES; ++i) {
        it->normals[3 * i + 2] = 1;
        it->influence_start[i] = i;
        it->influences[i] = (sinew_raw_influence){i < 2 ? 0 : 1, 1};
        it->corners[i] = i;
    }
    it->influence_start[VERTICES] = VERTICES;
    for (int32_t i = 0; i < 2; ++i) it->skin_joints[i] = (sinew_raw_skin_joint){.joint = 1 + i, .node = SINEW_NONE};
    it->polygon_sizes[0] = 4;
    it->mesh = (sinew_raw_mesh){.name = "Skin",
                                .node = SINEW_NONE,
                                .positions = it->positions,
                                .normals = it->normals,
                                .texcoords = it->texcoords,
                                .vertex_count = VERTICES,
                                .polygon_sizes = it->polygon_sizes,
                                .polygon_count = 1,
                                .corner_vertices = it->corners,
                                .corner_count = 4,
                                .influence_start = it->influence_start,
                                .influences = it->influences,
                                .skin_joints = it->skin_joints,
                                .skin_joint_count = 2};
}

static void make_clip(leg *it)
{
    static const int32_t joints[] = {2, 1, 3};
    static const uint32_t properties[] = {SINEW_CHANNEL_ROTATION, SINEW_CHANNEL_TRANSLATION, SINEW_CHANNEL_SCALING};
    static const double values[3][3] = {{0, 0, 0}, {0, 10, 0}, {1, 1, 1}};
    for (int32_t i = 0; i < FRAMES; ++i) {
        it->keys[0][i] = key_at(i, 10 * sin(2 * pi * i / (FRAMES - 1)));
        it->keys[1][i] = key_at(i, 0);
        it->keys[2][i] = key_at(i, 1);
    }
    for (int i = 0; i < 3; ++i) {
        it->curves[i] = (sinew_raw_curve){.keys = it->keys[i], .key_count = i == 0 ? FRAMES : 2};
        it->channels[i] =
            (sinew_raw_channel){.joint = joints[i], .mesh = SINEW_NONE, .morph = SINEW_NONE, .property = properties[i]};
        memcpy(it->channels[i].value, values[i], sizeof values[i]);
        it->channels[i].curve[i == 0 ? 2 : 0] = &it->curves[i];
        it->keys[i][1] = i == 0 ? it->keys[i][1] : key_at(FRAMES - 1, i == 1 ? 0 : 1);
    }
    it->clip = (sinew_raw_clip){
        .name = "swing", .is_default = 1, .duration = -1, .channels = it->channels, .channel_count = 3};
}

static void make_leg(leg *it)
{
    memset(it, 0, sizeof *it);
    make_joints(it);
    make_mesh(it);
    make_clip(it);
    it->raw = (sinew_raw_model){.fps = 30,
                                .joints = it->joints,
                                .joint_count = JOINTS,
                                .meshes = &it->mesh,
                                .mesh_count = 1,
                                .clips = &it->clip,
                                .clip_count = 1,
                                .warnings = &it->warning};
}

/// A key per frame for one of the curves; `value` of the frame.
static void set_curve(leg *it, int curve, double (*value)(int32_t frame, double parameter), double parameter)
{
    for (int32_t i = 0; i < FRAMES; ++i) it->keys[curve][i] = key_at(i, value(i, parameter));
    it->curves[curve].key_count = FRAMES;
}

static const char *joint_name(int joint)
{
    static const char *const names[JOINTS] = {"Root", "Hip", "Knee", "Foot"};
    return names[joint];
}

// ---- running the checks -------------------------------------------------------------------------------------------

typedef struct checked {
    check_contract contract;
    check_report report;
    check_file_facts facts;
} checked;

static void check_at(checked *it, const leg *of, const char *path, const char *contract)
{
    sinew_error error;
    memset(it, 0, sizeof *it);
    check_contract_init(&it->contract);
    if (contract && check_contract_read(contract, strlen(contract), &it->contract, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    const check_selection selection = {.levels = it->contract.levels, .level_count = it->contract.level_count};
    sinew_model *model = make_model(&of->raw);
    if (check_model(model, path, NULL, NULL, &it->contract, &selection, &it->report, &it->facts, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_numbers_are_stated(&it->report);
    sinew_model_destroy(model);
}

static void free_checked(checked *it)
{
    sinew__arena_free(&it->report.arena);
    check_contract_free(&it->contract);
}

static const check_finding *finding_of(const check_report *report, const char *code)
{
    for (size_t i = 0; i < report->count; ++i)
        if (strcmp(report->findings[i].code, code) == 0) return &report->findings[i];
    return NULL;
}

static int count_of(const check_report *report, const char *code)
{
    int count = 0;
    for (size_t i = 0; i < report->count; ++i) count += strcmp(report->findings[i].code, code) == 0;
    return count;
}

static int is_same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static int is_same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/// Words that select clips and joints may be numbers, which are others beside others.
static void assert_same_finding(const check_finding *a, const check_finding *b, const char *where)
{
    if (strcmp(a->code, b->code) != 0) fail_msg("%s instead of %s is found %s: %s", b->code, a->code, where, b->text);
    const int names_axes = strstr(where, "cycled") && (strcmp(a->code, "W18") == 0 || strcmp(a->code, "W29") == 0);
    if ((!names_axes && !is_same_text(a->text, b->text)) || !is_same_text(a->unit, b->unit) ||
        !is_same_text(a->clip, b->clip) || !is_same_text(a->node, b->node) || a->severity != b->severity ||
        a->count != b->count || !is_same_number(a->time, b->time) || !is_same_number(a->measured, b->measured) ||
        !is_same_number(a->expected, b->expected) || !is_same_text(a->mend, b->mend) ||
        !is_same_text(a->mend_value, b->mend_value) || a->command_count != b->command_count)
        fail_msg("%s is another %s: %s, %s", a->code, where, a->text, b->text);
    for (int i = 0; i < a->command_count; ++i)
        if (*a->command[i] != '#' && strcmp(a->command[i], b->command[i]) != 0)
            fail_msg("%s has another command %s: %s, %s", a->code, where, a->command[i], b->command[i]);
}

/// Fails if the findings of the clip, or without a clip of the mesh, are others than before.
static void assert_same_findings(const check_report *before, const check_report *after, const char *clip,
                                 const char *mesh)
{
    size_t at = 0;
    for (size_t i = 0; i < before->count; ++i) {
        const check_finding *a = &before->findings[i];
        if (clip ? !is_same_text(a->clip, clip) : a->clip || !is_same_text(a->node, mesh)) continue;
        if (strcmp(a->code, "W21") == 0) continue; // its poses are shared among the clips
        while (at < after->count &&
               !(strcmp(after->findings[at].code, a->code) == 0 && is_same_text(after->findings[at].clip, a->clip) &&
                 is_same_text(after->findings[at].node, a->node)))
            ++at;
        if (at == after->count) fail_msg("%s is not found beside another: %s", a->code, a->text);
        assert_same_finding(a, &after->findings[at++], "beside another");
    }
}

/// Findings of a clip are the same after a clip that stands still, and findings of a mesh after another mesh.
static void check_beside_others(const leg *of, const char *contract, const check_report *alone)
{
    static const float positions[] = {-0.5f, 9, 0, 0.5f, 9, 0, 0, 10, 0}, texcoords[] = {0, 0, 1, 0, 0, 1};
    static const uint32_t three = 3;
    static const char all[] = "{\"clips\":[{";
    char of_clip[512];
    checked it;
    leg beside = *of;
    sinew_raw_clip clips[2] = {{.name = "before", .duration = 0.5}, *of->raw.clips};
    beside.raw.clips = clips;
    beside.raw.clip_count = 2;
    if (contract && strncmp(contract, all, sizeof all - 1) == 0 && !strstr(contract, "\"clip\"")) { // only of this clip
        snprintf(of_clip, sizeof of_clip, "%s\"clip\":\"%s\",%s", all, clips[1].name, contract + sizeof all - 1);
        check_at(&it, &beside, "samples/leg.fbx", of_clip);
    } else {
        check_at(&it, &beside, "samples/leg.fbx", contract);
    }
    assert_same_findings(alone, &it.report, clips[1].name, NULL);
    free_checked(&it);
    if (of->raw.mesh_count != 1) return;
    const sinew_raw_mesh meshes[2] = {{.name = "Before",
                                       .node = SINEW_NONE,
                                       .positions = positions,
                                       .texcoords = texcoords,
                                       .vertex_count = 3,
                                       .polygon_sizes = &three,
                                       .polygon_count = 1},
                                      *of->raw.meshes};
    beside = *of;
    beside.raw.meshes = meshes;
    beside.raw.mesh_count = 2;
    check_at(&it, &beside, "samples/leg.fbx", contract);
    assert_same_findings(alone, &it.report, NULL, meshes[1].name);
    free_checked(&it);
}

/// Findings that name the unit of the file or the model's joints and meshes by their number.
static int is_of_the_form(const check_finding *finding)
{
    static const char *const codes[] = {"W13", "W21", "W27"}; // W21: its poses are shared among the clips
    if (is_same_text(finding->clip, vary_model_clip) || is_same_text(finding->node, vary_model_mesh)) return 1;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; ++i)
        if (strcmp(finding->code, codes[i]) == 0) return 1;
    return 0;
}

/// Joints are found by their names: the order may be another one.
static void assert_same_facts(const check_file_facts *a, const check_file_facts *b, const model_variation *how)
{
    const int more = how->has_more && a->clip_count > 0;
    assert_int_equal(b->clip_count, a->clip_count + more);
    assert_int_equal(b->joint_count, a->joint_count);
    assert_int_equal(b->max_influences, a->max_influences);
    assert_close(b->size, a->size, 1e-9 * a->size);
    for (int32_t i = 0; i < a->clip_count; ++i) {
        const check_clip_facts *own = &a->clips[i], *other = &b->clips[i + more];
        assert_string_equal(other->name, own->name);
        assert_close(other->duration, own->duration, 1e-9);
        assert_close(other->fps, own->fps, 0);
        assert_int_equal(other->loop, own->loop);
        assert_int_equal(other->is_on_frames, own->is_on_frames);
        assert_int_equal(other->step_count, own->step_count);
        if (!isnan(own->travel)) assert_close(other->travel, own->travel, 1e-6);
        assert_int_equal(isnan(other->travel), isnan(own->travel));
        assert_int_equal(isnan(other->ground.ground), isnan(own->ground.ground));
        if (own->step_count > 0) assert_close(other->step_phase, own->step_phase, 1e-9);
        assert_true(is_same_text(other->step_foot, own->step_foot));
    }
    for (int32_t i = 0; i < a->joint_count; ++i) {
        const int32_t parent = a->joints[i].parent;
        int found = 0;
        for (int32_t k = 0; k < b->joint_count; ++k) {
            if (strcmp(b->joints[k].name, a->joints[i].name) != 0) continue;
            const int32_t above = b->joints[k].parent;
            found += (parent == SINEW_NONE) == (above == SINEW_NONE) &&
                     (parent == SINEW_NONE || strcmp(b->joints[above].name, a->joints[parent].name) == 0);
        }
        assert_true(found > 0);
    }
}

/// Findings are the same whatever else is in the file, in any order of joints, and in any unit.
static void check_in_other_forms(const leg *of, const char *contract, const check_report *alone,
                                 const check_file_facts *facts)
{
    for (int i = 0; i < MODEL_VARIATIONS; ++i) {
        const model_variation *how = &model_variations[i];
        size_t at = 0;
        checked it;
        if (how->rotation.y != 0 && !how->has_cycled_axes) continue; // joints have FBX stacks
        if (how->rotation.x != 0 && !how->has_cycled_axes) continue;
        if (how->has_more && (contract || of->raw.clip_count == 0 || of->raw.mesh_count == 0)) continue;
        if (how->size > 0 && contract && strstr(contract, "ground")) continue; // is in the unit of the file
        vary_models(how);
        check_at(&it, of, "samples/leg.fbx", contract);
        vary_models(NULL);
        assert_same_facts(facts, &it.facts, how);
        for (size_t k = 0; k < it.report.count; ++k) {
            const check_finding *b = &it.report.findings[k];
            if (is_of_the_form(b)) continue;
            while (at < alone->count && is_of_the_form(&alone->findings[at])) ++at;
            if (at == alone->count) fail_msg("%s is found only %s: %s", b->code, how->title, b->text);
            assert_same_finding(&alone->findings[at++], b, how->title);
        }
        while (at < alone->count && is_of_the_form(&alone->findings[at])) ++at;
        if (at < alone->count) fail_msg("%s is not found %s", alone->findings[at].code, how->title);
        free_checked(&it);
    }
}

/// Checks a leg and returns how many findings have the code; *out_measured is the first finding's.
static int findings(const leg *of, const char *contract, const char *code, double *out_measured)
{
    checked it;
    check_at(&it, of, "samples/leg.fbx", contract);
    const check_finding *first = finding_of(&it.report, code);
    if (out_measured) *out_measured = first ? first->measured : (double)NAN;
    const int count = count_of(&it.report, code);
    if (of->raw.clip_count == 1) check_beside_others(of, contract, &it.report);
    check_in_other_forms(of, contract, &it.report, &it.facts);
    free_checked(&it);
    return count;
}

static int is_unjudged(const check_report *report, const char *code)
{
    for (size_t i = 0; i < report->unjudged_count; ++i)
        if (strcmp(report->unjudged[i].code, code) == 0) return 1;
    return 0;
}

#define FINDS(of, contract, code) assert_int_equal(findings(of, contract, code, NULL), 1)
#define ACCEPTS(of, contract, code) assert_int_equal(findings(of, contract, code, NULL), 0)

// ---- the file and its meshes --------------------------------------------------------------------------------------

static void a_good_leg_has_no_warnings(void **state)
{
    (void)state;
    leg it;
    checked result;
    make_leg(&it);
    check_at(&result, &it, "samples/leg.fbx", NULL);
    for (size_t i = 0; i < result.report.count; ++i)
        if (result.report.findings[i].severity > SINEW_SEVERITY_INFO)
            fail_msg("%s: %s", result.report.findings[i].code, result.report.findings[i].text);
    assert_int_equal(count_of(&result.report, "L04"), 1); // it closes
    assert_string_equal(finding_of(&result.report, "L04")->clip, "swing");
    free_checked(&result);
}

static void files_without_clips_or_meshes_are_noted(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    ACCEPTS(&it, NULL, "W01");
    ACCEPTS(&it, NULL, "W02");
    it.raw.clip_count = it.raw.mesh_count = 0;
    FINDS(&it, NULL, "W01");
    FINDS(&it, NULL, "W02");
}

static void units_other_than_centimetres_are_noted(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    ACCEPTS(&it, NULL, "W13");
    it.raw.unit_cm = 2.54;
    checked found;
    check_at(&found, &it, "samples/leg.fbx", NULL);
    assert_int_equal(count_of(&found.report, "W13"), 1);
    assert_null(finding_of(&found.report, "W13")->clip); // it is of the file
    free_checked(&found);
}

enum { BODY = 15 };

/// A person in T-pose with toes that point along z; lengths in metres.
static void make_body(sinew_raw_joint joints[BODY])
{
    static const char *const names[BODY] = {"Hips",         "Spine",      "Head",        "LeftUpLeg", "LeftLeg",
                                            "LeftFoot",     "RightUpLeg", "RightLeg",    "RightFoot", "LeftToeBase",
                                            "RightToeBase", "LeftArm",    "LeftForeArm", "RightArm",  "RightForeArm"};
    static const int32_t parents[BODY] = {SINEW_NONE, 0, 1, 0, 3, 4, 0, 6, 7, 5, 8, 1, 11, 1, 13};
    static const sinew_vec3 offsets[BODY] = {{0, 1, 0},     {0, 0.2, 0},      {0, 0.4, 0},      {0.1, 0, 0},
                                             {0, -0.5, 0},  {0, -0.45, 0},    {-0.1, 0, 0},     {0, -0.5, 0},
                                             {0, -0.45, 0}, {0, -0.05, 0.15}, {0, -0.05, 0.15}, {0.2, 0.3, 0},
                                             {0.3, 0, 0},   {-0.2, 0.3, 0},   {-0.3, 0, 0}};
    for (int i = 0; i < BODY; ++i)
        joints[i] = (sinew_raw_joint){.name = names[i],
                                      .parent = parents[i],
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {.t = offsets[i], .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
}

static void swap_names(sinew_raw_joint joints[BODY])
{
    static const int32_t pairs[][2] = {{3, 6}, {4, 7}, {5, 8}, {9, 10}, {11, 13}, {12, 14}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        const char *name = joints[pairs[i][0]].name;
        joints[pairs[i][0]].name = joints[pairs[i][1]].name;
        joints[pairs[i][1]].name = name;
    }
}

/// Legs of 0.95 units, 0.491 of an adult's height: a body of 1.93 cm, 1.93 m or 193 m.
static void bodies_of_an_implausible_size_are_found(void **state)
{
    (void)state;
    sinew_raw_joint joints[BODY];
    make_body(joints);
    leg it = {.raw = {.fps = 30, .unit_cm = 100, .joints = joints, .joint_count = BODY}};
    ACCEPTS(&it, NULL, "W27");
    it.raw.unit_cm = 1;
    FINDS(&it, NULL, "W27");
    it.raw.unit_cm = 10000;
    double measured = 0;
    assert_int_equal(findings(&it, NULL, "W27", &measured), 1);
    assert_close(measured, 193.5, 0.1);
}

/// Names with the other side, which are on the wrong side of a body whose toes say where its front is.
static void swapped_sides_are_found(void **state)
{
    (void)state;
    sinew_raw_joint joints[BODY];
    double measured = 0;
    make_body(joints);
    leg it = {.raw = {.fps = 30, .unit_cm = 100, .joints = joints, .joint_count = BODY}};
    ACCEPTS(&it, NULL, "W28");
    for (int i = 9; i <= 10; ++i) { // toes out by 50 degrees
        const double sign = i == 9 ? 1 : -1;
        joints[i].rest.t = (sinew_vec3){sign * 0.15 * sin(50 * pi / 180), -0.05, 0.15 * cos(50 * pi / 180)};
    }
    ACCEPTS(&it, NULL, "W28");
    make_body(joints);
    joints[9].rest.t.z = -0.15; // one foot
    ACCEPTS(&it, NULL, "W28");
    joints[9].rest.t.z = joints[10].rest.t.z = 0; // nowhere
    ACCEPTS(&it, NULL, "W28");
    make_body(joints);
    swap_names(joints);
    assert_int_equal(findings(&it, NULL, "W28", &measured), 1);
    assert_close(measured, 180, 1e-6);
    joints[0].rest.r = (sinew_quat){0, 1, 0, 0}; // it looks back, with its names
    FINDS(&it, NULL, "W28");
    make_body(joints);
    joints[0].rest.r = (sinew_quat){0, 1, 0, 0};
    ACCEPTS(&it, NULL, "W28");
    make_body(joints);
    joints[0].rest.s.x = -1; // in a mirror the left is on the other side
    ACCEPTS(&it, NULL, "W28");
    make_body(joints);
    for (int i = 3; i < BODY; ++i) joints[i].name = "Limb"; // names without sides
    ACCEPTS(&it, NULL, "W28");
}

/// Feet without toe joints: their skin reaches from 5 cm at the back of the ankle to 20 cm in front of it.
static void swapped_sides_of_feet_without_toes_are_found(void **state)
{
    (void)state;
    enum { POINTS = 8 };
    sinew_raw_joint joints[BODY];
    float positions[POINTS * 3];
    uint32_t influence_start[POINTS + 1], polygon_sizes[] = {4, 4}, corners[POINTS];
    sinew_raw_influence influences[POINTS];
    const sinew_raw_skin_joint skin_joints[] = {{.joint = 5, .node = SINEW_NONE}, {.joint = 8, .node = SINEW_NONE}};
    make_body(joints);
    joints[9].name = joints[10].name = "Limb";
    for (uint32_t i = 0; i < POINTS; ++i) {
        const uint32_t foot = i / 4, corner = i % 4;
        positions[3 * i] = (foot == 0 ? 0.1f : -0.1f) + (corner == 1 || corner == 2 ? 0.04f : -0.04f);
        positions[3 * i + 1] = 0;
        positions[3 * i + 2] = corner < 2 ? -0.05f : 0.2f;
        influences[i] = (sinew_raw_influence){(int32_t)foot, 1};
        influence_start[i] = corners[i] = i;
    }
    influence_start[POINTS] = POINTS;
    const sinew_raw_mesh mesh = {.name = "Shoes",
                                 .node = SINEW_NONE,
                                 .positions = positions,
                                 .vertex_count = POINTS,
                                 .polygon_sizes = polygon_sizes,
                                 .polygon_count = 2,
                                 .corner_vertices = corners,
                                 .corner_count = POINTS,
                                 .influence_start = influence_start,
                                 .influences = influences,
                                 .skin_joints = skin_joints,
                                 .skin_joint_count = 2};
    leg it = {
        .raw = {.fps = 30, .unit_cm = 100, .joints = joints, .joint_count = BODY, .meshes = &mesh, .mesh_count = 1}};
    ACCEPTS(&it, NULL, "W28");
    swap_names(joints);
    FINDS(&it, NULL, "W28");
    it.raw.mesh_count = 0;
    ACCEPTS(&it, NULL, "W28");
}

/// A rotation about x by 90 degrees lays an upright body along y on its face, its head along z.
static void bodies_that_never_stand_are_found(void **state)
{
    (void)state;
    const sinew_quat lies = {sin(pi / 4), 0, 0, cos(pi / 4)}, stands = {0, 0, 0, 1},
                     leans = {sin(pi / 9), 0, 0, cos(pi / 9)}; // by 40 degrees
    sinew_raw_joint joints[BODY];
    make_body(joints);
    sinew_track_key keys[2] = {{.time = 0}, {.time = 1}};
    const sinew_raw_track track = {.joint = 0,
                                   .node = SINEW_NONE,
                                   .mesh = SINEW_NONE,
                                   .morph = SINEW_NONE,
                                   .path = SINEW_TRACK_ROTATION,
                                   .keys = keys,
                                   .key_count = 2,
                                   .interpolation = SINEW_LINEAR};
    const sinew_raw_clip clip = {.name = "lie", .duration = 1, .tracks = &track, .track_count = 1};
    leg it = {.raw = {.fps = 30, .unit_cm = 100, .up = "+Y", .joints = joints, .joint_count = BODY, .clips = &clip}};
    const struct {
        sinew_quat rest, first, last;
        int clips, is_found;
    } cases[] = {
        {stands, stands, stands, 0, 0}, {stands, lies, lies, 1, 0},   {lies, lies, lies, 0, 1},
        {lies, lies, lies, 1, 1},       {lies, stands, stands, 1, 0}, {lies, lies, stands, 1, 0},
        {leans, leans, leans, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        checked result;
        const sinew_quat *ends[] = {&cases[i].first, &cases[i].last};
        joints[0].rest.r = cases[i].rest;
        for (int k = 0; k < 2; ++k)
            memcpy(keys[k].value, &(double[4]){ends[k]->x, ends[k]->y, ends[k]->z, ends[k]->w}, sizeof(double[4]));
        it.raw.clip_count = cases[i].clips;
        check_at(&result, &it, "samples/body.fbx", NULL);
        assert_int_equal(count_of(&result.report, "W29"), cases[i].is_found);
        if (cases[i].is_found) {
            const check_finding *found = finding_of(&result.report, "W29");
            assert_string_equal(found->text, "the body never stands: its trunk points along +Z, and up is +Y");
            assert_int_equal(found->severity, cases[i].clips ? SINEW_SEVERITY_WARNING : SINEW_SEVERITY_INFO);
        }
        free_checked(&result);
    }
    make_body(joints); // on four feet: the trunk along z, and the legs down
    joints[1].rest.t = (sinew_vec3){0, 0, 0.4};
    joints[2].rest.t = (sinew_vec3){0, 0, 0.4};
    it.raw.clip_count = 0;
    ACCEPTS(&it, NULL, "W29");
    it.raw.up = "+Z", it.raw.front = "-Y";
    make_body(joints); // Z is up, and the body is upright along Y
    FINDS(&it, NULL, "W29");
    const double half = acos(1 / sqrt(3)) / 2; // along 1 1 1, which is nobody's axis
    joints[0].rest.r = (sinew_quat){sin(half) / sqrt(2), 0, -sin(half) / sqrt(2), cos(half)};
    ACCEPTS(&it, NULL, "W29");
}

/// Each axis may be up, and the trunk may point along each.
static void a_trunk_along_any_other_axis_never_stands(void **state)
{
    (void)state;
    static const char *const axes[] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
    const double r = sqrt(0.5);
    const sinew_quat from_y[] = {{0, 0, -r, r}, {0, 0, r, r}, {0, 0, 0, 1}, {1, 0, 0, 0}, {r, 0, 0, r}, {-r, 0, 0, r}};
    for (int up = 0; up < 6; ++up)
        for (int trunk = 0; trunk < 6; ++trunk) {
            sinew_raw_joint joints[BODY];
            char expected[100];
            checked result;
            make_body(joints);
            joints[0].rest.r = from_y[trunk];
            const leg it = {.raw = {.fps = 30,
                                    .unit_cm = 100,
                                    .up = axes[up],
                                    .front = up < 2 ? "+Y" : "+X",
                                    .joints = joints,
                                    .joint_count = BODY}};
            check_at(&result, &it, "body.fbx", NULL);
            const check_finding *found = finding_of(&result.report, "W29");
            assert_int_equal(found != NULL, up != trunk);
            snprintf(expected, sizeof expected, "the body never stands: its trunk points along %s, and up is %s",
                     axes[trunk], axes[up]);
            if (found) assert_string_equal(found->text, expected);
            free_checked(&result);
        }
}

static void import_warnings_have_the_code_that_covers_theirs(void **state)
{
    (void)state;
    static const char *const codes[][2] = {{"I02", "W11"}, {"I03", "W17"}, {"I05", "I05"}};
    leg it;
    make_leg(&it);
    it.raw.warning_count = 1;
    for (size_t i = 0; i < 3; ++i) {
        it.warning = (sinew_raw_warning){codes[i][0], "Knee", "a text", SINEW_SEVERITY_WARNING};
        for (size_t k = 0; k < 3; ++k) assert_int_equal(findings(&it, NULL, codes[k][1], NULL), k == i);
        ACCEPTS(&it, "{\"levels\":{\"W11\":\"off\",\"W17\":\"off\",\"I05\":\"off\"}}", codes[i][1]);
    }
}

static void vertices_without_weights_are_counted(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    ACCEPTS(&it, NULL, "W04");
    it.influences[0].weight = 0;
    checked found;
    check_at(&found, &it, "leg.fbx", NULL);
    assert_int_equal(count_of(&found.report, "W04"), 1);
    assert_int_equal(finding_of(&found.report, "W04")->count, 1);
    assert_close(finding_of(&found.report, "W04")->measured, 0, 0); // of a sum of 1
    assert_close(finding_of(&found.report, "W04")->expected, 1, 0);
    assert_int_equal(count_of(&found.report, "W05"), 0); // no weights at all are the other finding
    assert_null(strstr(finding_of(&found.report, "W04")->text, "not a number"));
    free_checked(&found);
    it.raw.warning_count = 1;
    it.warning = (sinew_raw_warning){"I04", "Skin", "2 weights are not finite", SINEW_SEVERITY_WARNING};
    check_at(&found, &it, "leg.fbx", NULL);
    assert_non_null(strstr(finding_of(&found.report, "W04")->text, "those in the file are not a number"));
    free_checked(&found);
}

static void weights_that_do_not_sum_to_one_are_found(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    it.influences[1].weight = 0.991f;
    ACCEPTS(&it, NULL, "W05");
    it.influences[1].weight = 0.98f;
    assert_int_equal(findings(&it, NULL, "W05", &measured), 1);
    assert_close(measured, 0.98, 1e-6);
}

/// The first vertex has an influence of the hip and one of the knee, which moves with it by ±10°.
static void share_first_vertex(leg *it, float second)
{
    for (uint32_t i = VERTICES; i > 1; --i) it->influences[i] = it->influences[i - 1];
    it->influences[0] = (sinew_raw_influence){0, 1 - second};
    it->influences[1] = (sinew_raw_influence){1, second};
    for (uint32_t i = 1; i <= VERTICES; ++i) it->influence_start[i] = i + 1;
}

static void dropped_influences_are_measured_by_skinning(void **state)
{
    (void)state;
    static const char one[] = "{\"limits\":{\"influences\":1}}", two[] = "{\"limits\":{\"influences\":2}}";
    leg it;
    double measured;
    make_leg(&it);
    share_first_vertex(&it, 0.25f);
    ACCEPTS(&it, two, "W21");
    assert_int_equal(findings(&it, one, "W21", &measured), 1);
    // The vertex is √(1² + 20²) from the knee, which rotates by up to 10°: a chord of 2 r sin 5°, and a quarter of the
    // chord.
    const double chord = 2 * sqrt(401) * sin(5 * pi / 180);
    assert_in_range((int)(measured * 1000), (int)(chord * 250 * 0.99), (int)(chord * 250));
}

/// The knee is bent by 10° in one frame only, the first or the last one: all poses count.
static void dropped_influences_are_measured_in_every_pose(void **state)
{
    (void)state;
    for (int at = 0; at < 2; ++at) {
        leg it;
        double measured;
        make_leg(&it);
        share_first_vertex(&it, 0.25f);
        for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = i == (at ? FRAMES - 2 : 0) ? 10 : 0;
        if (at) it.keys[0][FRAMES - 1].value = 10; // the last pose is before the end
        assert_int_equal(findings(&it, "{\"limits\":{\"influences\":1}}", "W21", &measured), 1);
        assert_close(measured, 2 * sqrt(401) * sin(5 * pi / 180) / 4, 1e-4);
    }
}

/// The influences of the second of two meshes.
static void influences_of_every_mesh_are_counted(void **state)
{
    (void)state;
    static const char one[] = "{\"limits\":{\"influences\":1}}";
    leg plain, shared;
    checked found;
    make_leg(&plain);
    make_leg(&shared);
    share_first_vertex(&shared, 0.25f);
    sinew_raw_mesh meshes[2] = {plain.mesh, shared.mesh};
    meshes[1].name = "Shared";
    for (int first = 0; first < 2; ++first) {
        plain.raw.meshes = meshes;
        plain.raw.mesh_count = 2;
        check_at(&found, &plain, "leg.fbx", one);
        assert_int_equal(count_of(&found.report, "W21"), 1);
        assert_string_equal(finding_of(&found.report, "W21")->node, "Shared");
        assert_int_equal(finding_of(&found.report, "W21")->count, 1);
        free_checked(&found);
        const sinew_raw_mesh last = meshes[1];
        meshes[1] = meshes[0], meshes[0] = last;
    }
}

static void vertices_far_from_their_joint_are_found(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    it.skin_joints[2] = (sinew_raw_skin_joint){.joint = 3, .node = SINEW_NONE};
    it.skin_joints[3] = (sinew_raw_skin_joint){.joint = 0, .node = SINEW_NONE};
    it.mesh.skin_joint_count = 4;
    it.influences[0].skin_joint = 1; // (−1, 0) follows the knee at (0, 20), two levels below the root at (0, 0)
    ACCEPTS(&it, NULL, "W22");
    it.influences[0].skin_joint = 2; // the foot at (0, 30), three levels below
    assert_int_equal(findings(&it, NULL, "W22", &measured), 1);
    assert_close(measured, sqrt(901), 1e-6);
    it.positions[1] = 29; // close to the foot
    ACCEPTS(&it, NULL, "W22");
    it.positions[1] = 0;
    for (int k = 0; k < 3; ++k) it.stacks[0].scaling[k] = 2; // all of it is twice as large
    for (int i = 0; i < 3 * VERTICES; ++i) it.positions[i] *= 2;
    assert_int_equal(findings(&it, NULL, "W22", &measured), 1);
    assert_close(measured, 2 * sqrt(901), 1e-5);
}

/// The edge between the vertices 1 and 2, (4, 20 ± 0.5) `half` times, follows the hip below the knee and the knee above
/// it. Rotated by 90° about (0, 20) its upper end is at (−0.5, 24) `half` times.
static void edges_that_a_bend_stretches_are_found(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = 90.0 * i / (FRAMES - 1);
    const float positions[] = {-1, 0, 0, 4, 19.5f, 0, 4, 20.5f, 0, -1, 20.5f, 0};
    memcpy(it.positions, positions, sizeof positions);
    assert_int_equal(findings(&it, NULL, "W22", &measured), 1);
    assert_close(measured, 4.5 * sqrt(2), 1e-3);
    checked found; // the bend is held from the middle of the clip on: sample 30 of 0 to 59 is the first after it
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = fmin(90, 180.0 * i / (FRAMES - 1));
    check_at(&found, &it, "leg.fbx", NULL);
    assert_close(finding_of(&found.report, "W22")->time, 30.0 / 59, 1e-9);
    free_checked(&found);
    for (int32_t i = 0; i < FRAMES; ++i)
        it.keys[0][i].value = 35.0 * i / (FRAMES - 1); // 2 · √16.25 · sin(7.1° + 17.5°)
    FINDS(&it, NULL, "W22");
    for (int32_t i = 0; i < FRAMES; ++i)
        it.keys[0][i].value = 25.0 * i / (FRAMES - 1); // 2 · √16.25 · sin(7.1° + 12.5°)
    ACCEPTS(&it, NULL, "W22");
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = 90.0 * i / (FRAMES - 1);
    it.positions[4] = 18; // a coarse mesh: (4, 18) to (−2, 24) is √72, 2.1 times 4
    it.positions[7] = 22;
    ACCEPTS(&it, NULL, "W22");
}

/// The bend is there in the first frame only, or in the last; and the edge belongs to the second of two polygons, a
/// quad after a triangle.
static void edges_of_every_polygon_and_pose_are_measured(void **state)
{
    (void)state;
    static const float positions[] = {-1, 0, 0, 4, 19.5f, 0, 4, 20.5f, 0, -1, 20.5f, 0};
    static const uint32_t corners[] = {0, 1, 0, 3, 0, 1, 2};
    leg it;
    double measured;
    checked found;
    make_leg(&it);
    memcpy(it.positions, positions, sizeof positions);
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = i == 0 ? 90 : 0;
    assert_int_equal(findings(&it, NULL, "W22", &measured), 1);
    assert_close(measured, 4.5 * sqrt(2), 1e-3);
    check_at(&found, &it, "leg.fbx", NULL);
    assert_close(finding_of(&found.report, "W22")->time, 0, 0);
    free_checked(&found);
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = i == FRAMES - 1 ? 90 : 0;
    assert_int_equal(findings(&it, NULL, "W22", &measured), 1);
    assert_close(measured, 4.5 * sqrt(2), 1e-3);
    memcpy(it.corners, corners, sizeof corners); // it is the third edge of the quad
    it.polygon_sizes[0] = 3, it.polygon_sizes[1] = 4;
    it.mesh.polygon_count = 2;
    it.mesh.corner_count = 7;
    assert_int_equal(findings(&it, NULL, "W22", &measured), 1);
    check_at(&found, &it, "leg.fbx", NULL);
    assert_int_equal(finding_of(&found.report, "W22")->count, 2); // of the edge from 1 to 2
    free_checked(&found);
}

/// One of its ends follows both joints equally: then the same edge is a smooth bend.
static void an_edge_with_a_blended_end_is_smooth(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = 90.0 * i / (FRAMES - 1);
    const float positions[] = {-1, 0, 0, 4, 19.5f, 0, 4, 20.5f, 0, -1, 20.5f, 0};
    memcpy(it.positions, positions, sizeof positions);
    const sinew_raw_influence influences[] = {{0, 1}, {0, 1}, {0, 0.5f}, {1, 0.5f}, {1, 1}};
    const uint32_t starts[] = {0, 1, 2, 4, 5};
    memcpy(it.influences, influences, sizeof influences);
    memcpy(it.influence_start, starts, sizeof starts);
    ACCEPTS(&it, NULL, "W22");
}

/// Without a clip nothing bends, which is said.
static void hard_edges_without_a_clip_are_not_judged(void **state)
{
    (void)state;
    leg it;
    checked found;
    make_leg(&it);
    it.raw.clip_count = 0;
    check_at(&found, &it, "leg.fbx", NULL);
    assert_true(is_unjudged(&found.report, "W22"));
    free_checked(&found);
}

/// A ring of eight vertices around the knee, half of it and half of the hip, twisted about the bone.
static void make_twisted_ring(leg *it, float positions[24], uint32_t starts[9], sinew_raw_influence influences[16],
                              uint32_t corners[8], double degrees)
{
    static const uint32_t size[] = {8};
    make_leg(it);
    for (uint32_t i = 0; i < 8; ++i) {
        const double angle = 2 * pi * i / 8;
        positions[3 * i] = (float)cos(angle);
        positions[3 * i + 1] = 20;
        positions[3 * i + 2] = (float)sin(angle);
        starts[i + 1] = 2 * (i + 1);
        influences[2 * i] = (sinew_raw_influence){0, 0.5f};
        influences[2 * i + 1] = (sinew_raw_influence){1, 0.5f};
        corners[i] = i;
    }
    starts[0] = 0;
    it->mesh.positions = positions;
    it->mesh.normals = it->mesh.texcoords = NULL;
    it->mesh.vertex_count = it->mesh.corner_count = 8;
    it->mesh.influence_start = starts;
    it->mesh.influences = influences;
    it->mesh.polygon_sizes = size;
    it->mesh.corner_vertices = corners;
    it->channels[0].curve[2] = NULL;
    it->channels[0].curve[1] = &it->curves[0];
    for (int32_t i = 0; i < FRAMES; ++i) it->keys[0][i].value = degrees;
}

static void a_surface_that_collapses_by_twisting_is_found(void **state)
{
    (void)state;
    leg it;
    double measured;
    float positions[24];
    uint32_t starts[9], corners[8];
    sinew_raw_influence influences[16];
    make_twisted_ring(&it, positions, starts, influences, corners, 100); // cos 50° = 0.64 of the width
    ACCEPTS(&it, NULL, "W23");
    make_twisted_ring(&it, positions, starts, influences, corners, 150);
    assert_int_equal(findings(&it, NULL, "W23", &measured), 1);
    assert_close(measured, 100 * cos(75 * pi / 180), 1e-3);
}

/// Twisted evenly over the clip, it is thinnest at the end. Neither another clip before it nor its length matter.
static void a_surface_that_is_twisted_more_and_more_is_thinnest_at_the_end(void **state)
{
    (void)state;
    leg it;
    checked found;
    double measured;
    float positions[24];
    uint32_t starts[9], corners[8];
    sinew_raw_influence influences[16];
    make_twisted_ring(&it, positions, starts, influences, corners, 150);
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = 150.0 * i / (FRAMES - 1);
    assert_int_equal(findings(&it, NULL, "W23", &measured), 1);
    assert_close(measured, 100 * cos(75 * pi / 180), 1e-3);
    check_at(&found, &it, "leg.fbx", NULL);
    assert_close(finding_of(&found.report, "W23")->time, 1, 1e-9);
    assert_int_equal(finding_of(&found.report, "W23")->count, 8);
    assert_string_equal(finding_of(&found.report, "W23")->node, "Knee");
    free_checked(&found);
}

/// The order of the two joints in the skin does not matter.
static void a_ring_is_of_a_joint_and_its_parent(void **state)
{
    (void)state;
    leg it;
    float positions[24];
    uint32_t starts[9], corners[8];
    sinew_raw_influence influences[16];
    make_twisted_ring(&it, positions, starts, influences, corners, 150);
    it.skin_joints[0].joint = 2;
    it.skin_joints[1].joint = 1;
    FINDS(&it, NULL, "W23");
    it.skin_joints[1].joint = 0; // the root is not the parent of the knee
    ACCEPTS(&it, NULL, "W23");
}

/// Five vertices have no width that counts, six have. A mesh that follows it, which begins with a vertex of the same
/// joint, adds none.
static void a_ring_has_six_vertices(void **state)
{
    (void)state;
    leg it;
    float positions[24];
    uint32_t starts[9], corners[8], size;
    sinew_raw_influence influences[16];
    for (size = 5; size <= 6; ++size) {
        make_twisted_ring(&it, positions, starts, influences, corners, 150);
        it.mesh.polygon_sizes = &size;
        it.mesh.vertex_count = it.mesh.corner_count = (int32_t)size;
        sinew_raw_mesh meshes[2] = {it.mesh, it.mesh};
        meshes[1].name = "Other";
        for (int count = 1; count <= 2; ++count) {
            it.raw.meshes = meshes;
            it.raw.mesh_count = count;
            assert_int_equal(findings(&it, NULL, "W23", NULL), size == 6 ? count : 0);
        }
    }
}

/// The ring is bent: its vertices are 0.3 above and below the knee, and stay there while the others approach the bone.
static void a_bent_ring_collapses_by_less(void **state)
{
    (void)state;
    leg it;
    double measured;
    float positions[24];
    uint32_t starts[9], corners[8];
    sinew_raw_influence influences[16];
    make_twisted_ring(&it, positions, starts, influences, corners, 150);
    for (int i = 0; i < 8; ++i) positions[3 * i + 1] = i % 2 ? 20.3f : 19.7f;
    assert_int_equal(findings(&it, NULL, "W23", &measured), 1);
    assert_close(measured, 100 * sqrt((pow(cos(75 * pi / 180), 2) + 0.09) / 1.09), 1e-3);
}

/// A ring at the hip, which does not move, before the ring at the knee.
static void each_ring_of_a_mesh_is_measured(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {8, 8};
    leg it;
    double measured;
    float positions[48];
    uint32_t starts[17], corners[16];
    sinew_raw_influence influences[32];
    make_twisted_ring(&it, positions + 24, starts, influences + 16, corners, 150);
    it.skin_joints[2] = (sinew_raw_skin_joint){.joint = 0, .node = SINEW_NONE};
    it.mesh.skin_joint_count = 3;
    for (uint32_t i = 0; i < 16; ++i) {
        starts[i] = 2 * i;
        corners[i] = i;
        if (i >= 8) continue;
        memcpy(positions + 3 * i, positions + 24 + 3 * i, 3 * sizeof(float));
        positions[3 * i + 1] = 10;
        influences[2 * i] = (sinew_raw_influence){2, 0.5f};
        influences[2 * i + 1] = (sinew_raw_influence){0, 0.5f};
    }
    starts[16] = 32;
    it.mesh.positions = positions;
    it.mesh.influences = influences;
    it.mesh.polygon_sizes = sizes;
    it.mesh.polygon_count = 2;
    it.mesh.vertex_count = it.mesh.corner_count = 16;
    assert_int_equal(findings(&it, NULL, "W23", &measured), 1);
    assert_close(measured, 100 * cos(75 * pi / 180), 1e-3);
}

static void triangles_without_area_repeated_or_flipped_are_found(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    ACCEPTS(&it, NULL, "M01");
    it.polygon_sizes[0] = it.polygon_sizes[1] = 3;
    it.mesh.polygon_count = 2;
    it.mesh.corner_count = 6;
    const uint32_t repeated[] = {0, 1, 2, 2, 0, 1}, apart[] = {0, 1, 2, 0, 2, 3};
    memcpy(it.corners, apart, sizeof apart);
    ACCEPTS(&it, NULL, "M01");
    memcpy(it.corners, repeated, sizeof repeated);
    FINDS(&it, NULL, "M01");
    memcpy(it.corners, apart, sizeof apart);
    it.positions[0] = 1; // the first triangle is a line
    FINDS(&it, NULL, "M01");
    it.positions[0] = -1;
    for (int i = 0; i < VERTICES; ++i) it.normals[3 * i + 2] = -1;
    FINDS(&it, NULL, "M01");
}

/// The first mesh is the leg's, the second one has its positions and a triangle twice.
static void the_triangles_of_every_mesh_are_judged(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {3, 3}, repeated[] = {0, 1, 2, 2, 0, 1};
    leg it;
    checked found;
    make_leg(&it);
    sinew_raw_mesh meshes[2] = {it.mesh, it.mesh};
    meshes[1].name = "Copy";
    meshes[1].polygon_sizes = sizes;
    meshes[1].polygon_count = 2;
    meshes[1].corner_vertices = repeated;
    meshes[1].corner_count = 6;
    it.raw.meshes = meshes;
    it.raw.mesh_count = 2;
    check_at(&found, &it, "samples/leg.fbx", NULL);
    assert_int_equal(count_of(&found.report, "M01"), 1);
    assert_string_equal(finding_of(&found.report, "M01")->node, "Copy");
    free_checked(&found);
}

/// The corners of the leg's two triangles are shared: a normal of one of them is seen in one or in both.
static void normals_without_a_direction_and_opposed_ones_are_found(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.normals[2] = 0; // of length 0
    FINDS(&it, NULL, "M01");
    it.normals[2] = (float)NAN;
    FINDS(&it, NULL, "M01");
    it.normals[2] = -1; // one of four corners points to the back; the mean of the others does not
    FINDS(&it, NULL, "M01");
    it.normals[2] = 1;
    ACCEPTS(&it, NULL, "M01");
    for (int corner = 0; corner < VERTICES; ++corner) { // of the triangles 0 1 2 and 0 2 3
        static const int triangles[] = {2, 1, 2, 1};
        double measured;
        it.normals[3 * corner + 2] = 0;
        assert_int_equal(findings(&it, NULL, "M01", &measured), 1);
        assert_close(measured, triangles[corner], 0);
        it.normals[3 * corner + 2] = -1;
        assert_int_equal(findings(&it, NULL, "M01", &measured), 1);
        assert_close(measured, triangles[corner], 0);
        it.normals[3 * corner + 2] = 1;
    }
    it.normals[0] = 0.95f; // to the side, and a little to the back
    it.normals[2] = -0.3f;
    ACCEPTS(&it, NULL, "M01");
    it.normals[0] = 0;
    it.normals[2] = 1;
    for (int axis = 0; axis < 2; ++axis) { // the same square, seen along x and along y
        for (size_t i = 0; i < VERTICES; ++i) {
            float *p = it.positions + 3 * i, *n = it.normals + 3 * i;
            const float moved[3] = {p[2], p[0], p[1]}, turned[3] = {n[2], n[0], n[1]};
            memcpy(p, moved, sizeof moved);
            memcpy(n, turned, sizeof turned);
        }
        ACCEPTS(&it, NULL, "M01");
        it.normals[axis] = -1;
        FINDS(&it, NULL, "M01");
        it.normals[axis] = -0.3f; // to the side, and a little to the back
        it.normals[2] = 0.95f;
        ACCEPTS(&it, NULL, "M01");
        it.normals[axis] = 1;
        it.normals[2] = 0;
        checked found; // all of them point to the back
        for (size_t i = 0; i < VERTICES; ++i) it.normals[3 * i + (size_t)axis] = -1;
        check_at(&found, &it, "leg.fbx", NULL);
        assert_non_null(strstr(finding_of(&found.report, "M01")->text, "2 of its 2 triangles have normals that point"));
        free_checked(&found);
        for (size_t i = 0; i < VERTICES; ++i) it.normals[3 * i + (size_t)axis] = 1;
    }
}

static void a_joint_without_a_size_is_found(void **state)
{
    (void)state;
    leg it;
    checked found;
    make_leg(&it);
    it.stacks[3].scaling[1] = 0;
    it.raw.clip_count = 0; // without clips a scale is a note
    check_at(&found, &it, "samples/leg.fbx", NULL);
    assert_int_equal(count_of(&found.report, "W20"), 1);
    assert_int_equal(finding_of(&found.report, "W20")->severity, SINEW_SEVERITY_INFO);
    assert_non_null(strstr(finding_of(&found.report, "W20")->text, "have no size"));
    free_checked(&found);
}

static void a_mesh_without_texture_coordinates_is_noted(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.mesh.texcoords = NULL;
    FINDS(&it, NULL, "M01");
}

// ---- textures -----------------------------------------------------------------------------------------------------

static void give_texture(leg *it, const char *path)
{
    static const int32_t slots[] = {0, 0};
    it->texture = (sinew_raw_texture){.path = path};
    it->material = (sinew_raw_material){.name = "Cloth", .texture = 0, .base_color = {1, 1, 1, 1}};
    it->mesh.polygon_materials = slots;
    it->raw.materials = &it->material;
    it->raw.material_count = 1;
    it->raw.textures = &it->texture;
    it->raw.texture_count = 1;
}

static void a_mesh_with_a_texture_needs_texture_coordinates(void **state)
{
    (void)state;
    leg it;
    for (int has_texture = 0; has_texture < 2; ++has_texture) {
        checked found;
        make_leg(&it);
        give_texture(&it, "textures/character.png");
        it.material.texture = has_texture ? 0 : SINEW_NONE;
        it.mesh.texcoords = NULL;
        check_at(&found, &it, "samples/leg.fbx", NULL);
        assert_int_equal(count_of(&found.report, "M01"), 1);
        assert_int_equal(finding_of(&found.report, "M01")->severity,
                         has_texture ? SINEW_SEVERITY_WARNING : SINEW_SEVERITY_INFO);
        free_checked(&found);
    }
}

// Run in the source folder: samples/textures/character.png is 1024 × 1024.
static void textures_are_found_where_their_path_says(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    give_texture(&it, "textures/character.png");
    ACCEPTS(&it, NULL, "T01");
    FINDS(&it, "{\"limits\":{\"texture_size\":256}}", "T01");
    give_texture(&it, "character.png"); // is in textures/
    FINDS(&it, NULL, "T01");
    give_texture(&it, "C:\\art\\textures\\character.png");
    FINDS(&it, NULL, "T01");
    give_texture(&it, "textures/none.png");
    FINDS(&it, NULL, "T01");
}

// Run in the source folder, like the test above.
static void findings_of_textures_say_what_is_wrong(void **state)
{
    (void)state;
    static const char absolute[] = "has an absolute path; it is found by its name alone",
                      elsewhere[] = "is found elsewhere than its path says";
    static const struct {
        const char *path, *contract, *text;
    } cases[] = {
        {"textures/character.png", NULL, NULL},
        {"textures\\character.png", NULL, NULL},
        {"textures/character.png", "{\"limits\":{\"texture_size\":1024}}", NULL},
        {"textures/character.png", "{\"limits\":{\"texture_size\":1023}}", "has 1024 × 1024 pixels, the limit is 1023"},
        {"character.png", NULL, elsewhere},
        {"maps/character.png", NULL, elsewhere},
        {"C:\\art\\textures\\character.png", NULL, absolute},
        {"C:/art/character.png", NULL, absolute},
        {"\\art\\textures\\character.png", NULL, absolute},
        {"/art/textures/character.png", NULL, absolute},
        {"textures/none.png", NULL, "the texture is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        leg it;
        checked found;
        make_leg(&it);
        give_texture(&it, cases[i].path);
        check_at(&found, &it, "samples/leg.fbx", cases[i].contract);
        if (count_of(&found.report, "T01") != (cases[i].text != NULL))
            fail_msg("case %d, %s: %d findings", (int)i, cases[i].path, count_of(&found.report, "T01"));
        if (cases[i].text) {
            assert_string_equal(finding_of(&found.report, "T01")->text, cases[i].text);
            assert_string_equal(finding_of(&found.report, "T01")->node, cases[i].path);
            assert_int_equal(finding_of(&found.report, "T01")->severity, SINEW_SEVERITY_WARNING);
            assert_string_equal(finding_of(&found.report, "T01")->command[0], "info");
        }
        free_checked(&found);
    }
}

/// An image whose sides are not powers of two is noted, beside its size.
static void sides_of_textures_are_powers_of_two(void **state)
{
    (void)state;
    static const struct {
        uint8_t width, height;
        int is_noted, is_large;
    } cases[] = {{8, 8, 0, 0}, {1, 16, 0, 0}, {6, 8, 1, 0}, {8, 6, 1, 0}, {33, 8, 1, 1}, {8, 64, 0, 1}, {64, 8, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const uint8_t bytes[] = {0x89, 'P', 'N', 'G',
                                 13,   10,  26,  10,
                                 0,    0,   0,   13,
                                 'I',  'H', 'D', 'R',
                                 0,    0,   0,   cases[i].width,
                                 0,    0,   0,   cases[i].height,
                                 8,    6,   0,   0,
                                 0};
        const sinew_raw_texture texture = {.path = "a", .format = "png", .bytes = bytes, .byte_count = sizeof bytes};
        char large[80], odd[80];
        leg it;
        checked found;
        int count = 0;
        make_leg(&it);
        give_texture(&it, "a");
        it.raw.textures = &texture;
        check_at(&found, &it, "leg.fbx", "{\"limits\":{\"texture_size\":32}}");
        snprintf(large, sizeof large, "has %d × %d pixels, the limit is 32", cases[i].width, cases[i].height);
        snprintf(odd, sizeof odd, "has %d × %d pixels, which are not powers of two", cases[i].width, cases[i].height);
        for (size_t k = 0; k < found.report.count; ++k) {
            const check_finding *one = &found.report.findings[k];
            if (strcmp(one->code, "T01") != 0) continue;
            ++count;
            const int is_size = strcmp(one->text, large) == 0;
            if (!is_size) assert_string_equal(one->text, odd);
            assert_true(is_size ? cases[i].is_large : cases[i].is_noted);
            assert_int_equal(one->severity, is_size ? SINEW_SEVERITY_WARNING : SINEW_SEVERITY_INFO);
        }
        assert_int_equal(count, cases[i].is_noted + cases[i].is_large);
        free_checked(&found);
    }
}

/// Two textures that the file contains, of 8 × 8 and 8 × 512 pixels; then three files, the third is the first.
static void every_texture_is_judged_once(void **state)
{
    (void)state;
    static const uint8_t small[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D',
                                    'R',  0,   0,   0,   8,  0,  0,  0,  8, 8, 6, 0,  0,   0},
                         large[] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D',
                                    'R',  0,   0,   0,   8,  0,  0,  2,  0, 8, 6, 0,  0,   0};
    const sinew_raw_texture embedded[] = {{.path = "a", .format = "png", .bytes = small, .byte_count = sizeof small},
                                          {.path = "b", .format = "png", .bytes = large, .byte_count = sizeof large}},
                            files[] = {{.path = "none.png"}, {.path = "other.png"}, {.path = "none.png"}};
    leg it;
    checked found;
    make_leg(&it);
    give_texture(&it, "a");
    it.raw.textures = embedded;
    it.raw.texture_count = 2;
    ACCEPTS(&it, NULL, "T01");
    check_at(&found, &it, "leg.fbx", "{\"limits\":{\"texture_size\":256}}");
    assert_int_equal(count_of(&found.report, "T01"), 1);
    assert_non_null(strstr(finding_of(&found.report, "T01")->text, "512"));
    free_checked(&found);
    it.raw.textures = files;
    it.raw.texture_count = 3;
    assert_int_equal(findings(&it, NULL, "T01", NULL), 2);
}

// ---- the rig ------------------------------------------------------------------------------------------------------

static void joints_of_one_name_are_found(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.joints[3].name = "knee"; // another name
    ACCEPTS(&it, NULL, "W12");
    it.joints[3].name = "Knee";
    FINDS(&it, NULL, "W12");
    it.joints[3].name = "Foot";
    sinew_raw_joint joints[JOINTS + 2]; // with two lamps, which do not belong to the character
    memcpy(joints, it.joints, sizeof it.joints);
    for (int i = JOINTS; i < JOINTS + 2; ++i)
        joints[i] = (sinew_raw_joint){
            .name = "Lamp", .parent = SINEW_NONE, .node = SINEW_NONE, .rest = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    it.raw.joints = joints;
    it.raw.joint_count = JOINTS + 2;
    ACCEPTS(&it, NULL, "W12");
    joints[JOINTS].kind = joints[JOINTS + 1].kind = SINEW_JOINT_BONE;
    FINDS(&it, NULL, "W12");
}

static void scales_at_rest_and_animated_are_found(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    it.raw.clip_count = 0;
    it.stacks[0].scaling[0] = it.stacks[0].scaling[1] = it.stacks[0].scaling[2] = 1.0005;
    ACCEPTS(&it, NULL, "W20");
    for (int i = 0; i < 3; ++i) it.stacks[0].scaling[i] = 100;
    assert_int_equal(findings(&it, NULL, "W20", &measured), 1);
    assert_close(measured, 100, 1e-9);
    static const struct {
        double scale[3], measured;
        const char *text;
    } rests[] = {{{1, 0.5, 1}, 0.5, "not uniform"},
                 {{1, 1, 1.5}, 1.5, "not uniform"},
                 {{1, -1, 1}, -1, "negative"},
                 {{2, 1, -0.5}, -0.5, "negative"}};
    for (size_t i = 0; i < sizeof rests / sizeof *rests; ++i) {
        checked found;
        make_leg(&it);
        memcpy(it.stacks[3].scaling, rests[i].scale, sizeof rests[i].scale);
        check_at(&found, &it, "leg.fbx", NULL);
        assert_close(finding_of(&found.report, "W20")->measured, rests[i].measured, 1e-9);
        assert_non_null(strstr(finding_of(&found.report, "W20")->text, rests[i].text));
        free_checked(&found);
    }
    make_leg(&it);
    it.keys[2][1].value = 1.0005;
    ACCEPTS(&it, NULL, "W20");
    it.keys[2][1].value = 1.01;
    FINDS(&it, NULL, "W20");
    it.channels[2].curve[0] = NULL; // along y
    it.channels[2].curve[1] = &it.curves[2];
    assert_int_equal(findings(&it, NULL, "W20", &measured), 1);
    assert_close(measured, 1.01, 1e-9);
    it.clip.channel_count = 0; // as of a glTF
    it.clip.tracks = &it.track;
    it.clip.track_count = 1;
    it.track = (sinew_raw_track){.joint = 2,
                                 .node = SINEW_NONE,
                                 .mesh = SINEW_NONE,
                                 .morph = SINEW_NONE,
                                 .path = SINEW_TRACK_SCALE,
                                 .keys = it.track_keys,
                                 .key_count = 2,
                                 .interpolation = SINEW_LINEAR};
    static const double ends[][2] = {{1.01, 1.01}, {0.98, 0.98}, {1.0005, 0}};
    for (int i = 0; i < 3; ++i) {
        it.track_keys[0] = (sinew_track_key){0, {1, 1, 1}};
        it.track_keys[1] = (sinew_track_key){1, {1, ends[i][0], 1}};
        assert_int_equal(findings(&it, NULL, "W20", &measured), i < 2);
        if (i < 2) assert_close(measured, ends[i][1], 1e-9);
    }
}

/// Of scales at rest that are not uniform the one farthest from 1 is stated, whichever joint has it.
static void the_largest_scale_at_rest_is_stated(void **state)
{
    (void)state;
    for (int first = 0; first < JOINTS; ++first)
        for (int second = 0; second < JOINTS; ++second) {
            leg it;
            checked found;
            if (first == second) continue;
            make_leg(&it);
            it.stacks[first].scaling[0] = 1.9;
            it.stacks[second].scaling[1] = 1.5;
            check_at(&found, &it, "leg.fbx", NULL);
            const check_finding *uneven = finding_of(&found.report, "W20");
            assert_string_equal(uneven->text, "the scale at rest is not uniform, 1.9 here (joints: 2)");
            assert_string_equal(uneven->node, joint_name(first));
            assert_close(uneven->measured, 1.9, 1e-9);
            assert_int_equal(uneven->severity, SINEW_SEVERITY_WARNING);
            free_checked(&found);
            it.raw.clip_count = 0; // nothing plays
            check_at(&found, &it, "leg.fbx", NULL);
            assert_int_equal(finding_of(&found.report, "W20")->severity, SINEW_SEVERITY_INFO);
            free_checked(&found);
        }
}

/// Of an animated scale the value farthest from 1 is stated, whichever axis has it. A scale that is not uniform, and
/// stays so, is not animated.
static void the_largest_animated_scale_is_stated(void **state)
{
    (void)state;
    static const struct {
        double last[3], measured;
        int is_found;
    } cases[] = {{{1.5, 1.1, 1}, 1.5, 1},    {{1.1, 1.5, 1}, 1.5, 1}, {{1, 1.1, 1.5}, 1.5, 1},
                 {{1.5, 1, 1.1}, 1.5, 1},    {{0.3, 1.5, 1}, 0.3, 1}, {{1.0005, 1, 1}, (double)NAN, 0},
                 {{1, 1, 1}, (double)NAN, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        for (int is_track = 0; is_track < 2; ++is_track) {
            leg it;
            double measured;
            sinew_curve_key keys[3][2];
            sinew_raw_curve curves[3];
            make_leg(&it);
            for (int axis = 0; axis < 3; ++axis) {
                keys[axis][0] = key_at(0, 1);
                keys[axis][1] = key_at(30, cases[i].last[axis]);
                curves[axis] = (sinew_raw_curve){.keys = keys[axis], .key_count = 2};
                it.channels[2].curve[axis] = &curves[axis];
            }
            if (is_track) {
                it.clip.channel_count = 0;
                it.clip.tracks = &it.track;
                it.clip.track_count = 1;
                it.track = (sinew_raw_track){.joint = 3,
                                             .node = SINEW_NONE,
                                             .mesh = SINEW_NONE,
                                             .morph = SINEW_NONE,
                                             .path = SINEW_TRACK_SCALE,
                                             .keys = it.track_keys,
                                             .key_count = 2,
                                             .interpolation = SINEW_LINEAR};
                it.track_keys[0] = (sinew_track_key){0, {1, 1, 1}};
                it.track_keys[1].time = 1;
                memcpy(it.track_keys[1].value, cases[i].last, sizeof cases[i].last);
            }
            assert_int_equal(findings(&it, NULL, "W20", &measured), cases[i].is_found);
            if (cases[i].is_found) assert_close(measured, cases[i].measured, 1e-9);
            if (!is_track) continue;
            const double uneven[4] = {2, 1, 0.5};
            for (int k = 0; k < 2; ++k) memcpy(it.track_keys[k].value, uneven, sizeof uneven);
            ACCEPTS(&it, NULL, "W20");
        }
}

static void a_bind_pose_that_differs_from_the_rest_is_noted(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    it.joints[1].flags = SINEW_JOINT_HAS_BIND;
    it.joints[1].bind_global = turn_z(0.9, 0, 10);
    ACCEPTS(&it, NULL, "D04");
    it.joints[1].bind_global = turn_z(2, 0, 10);
    assert_int_equal(findings(&it, NULL, "D04", &measured), 1);
    assert_close(measured, 2, 1e-9);
}

static void a_clip_that_shall_start_at_rest_does(void **state)
{
    (void)state;
    static const char contract[] = "{\"clips\":[{\"starts_at_rest\":true}]}";
    leg it;
    make_leg(&it);
    ACCEPTS(&it, contract, "D04");
    it.keys[0][0].value = 5;
    FINDS(&it, contract, "D04");
    ACCEPTS(&it, NULL, "D04");
    it.keys[0][0].value = 0;
    it.channels[1].joint = 3; // the last joint, half its length aside
    it.keys[1][0].value = it.keys[1][1].value = 5;
    FINDS(&it, contract, "D04");
}

// ---- keys ---------------------------------------------------------------------------------------------------------

static void clips_of_one_frame_are_found(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.clip.duration = 0.4 / 30;
    FINDS(&it, NULL, "W06");
    it.clip.duration = 1.0 / 30;
    ACCEPTS(&it, NULL, "W06");
}

static void a_span_beyond_the_last_key_is_found(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.clip.duration = 1 + 0.4 / 30;
    ACCEPTS(&it, NULL, "W07");
    it.raw.fps = 8;
    it.clip.duration = 1.0625; // half a frame, which both numbers are exactly
    ACCEPTS(&it, NULL, "W07");
    it.raw.fps = 30;
    it.clip.duration = 1.5;
    FINDS(&it, NULL, "W07");
}

/// Programs begin at frame 0 or 1; the rate is 30.
static void a_late_start_is_noted(void **state)
{
    (void)state;
    static const double accepted[] = {0, 1.0 / 30, -1.0 / 30}, noted[] = {2.0 / 30, 1, -0.5};
    leg it;
    make_leg(&it);
    for (int i = 0; i < 3; ++i) {
        it.clip.start = accepted[i];
        ACCEPTS(&it, NULL, "W25");
        it.clip.start = noted[i];
        FINDS(&it, NULL, "W25");
    }
}

static void names_that_programs_give_are_noted(void **state)
{
    (void)state;
    static const char *const own[] = {"walk", "Take 2", "Armature"}, *const given[] = {"mixamo.com", "Take 001",
                                                                                       "Armature|walk"};
    leg it;
    make_leg(&it);
    for (int i = 0; i < 3; ++i) {
        it.clip.name = own[i];
        ACCEPTS(&it, NULL, "W26");
        it.clip.name = given[i];
        FINDS(&it, NULL, "W26");
    }
}

/// Blender writes the armature, the action and sometimes a layer.
static void the_name_of_an_action_is_behind_its_armature(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"Armature|walk", "walk"},
                                           {"Armature|walk|Layer0", "walk"},
                                           {"Armature|", NULL},
                                           {"Armature|mixamo.com|Layer0", NULL},
                                           {"Armature|Take 001", NULL},
                                           {"walk", NULL},
                                           {"Rig|walk", NULL},
                                           {"Armature", NULL},
                                           {"Armature|Armature|walk", "Armature"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        sinew__arena memory = {0};
        const char *found = check_clip_own_name(names[i][0], &memory);
        if (!is_same_text(found, names[i][1])) fail_msg("'%s' has the name '%s'", names[i][0], found ? found : "none");
        sinew__arena_free(&memory);
    }
}

static void keys_between_frames_are_noted(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.keys[0][5] = key_at(5.04, it.keys[0][5].value);
    ACCEPTS(&it, NULL, "W08");
    it.keys[0][5] = key_at(5.5, it.keys[0][5].value);
    it.keys[0][9] = key_at(9.5, it.keys[0][9].value);
    checked found;
    check_at(&found, &it, "samples/leg.fbx", NULL);
    assert_int_equal(count_of(&found.report, "W08"), 1);
    assert_close(finding_of(&found.report, "W08")->measured, 2, 0);
    assert_close(finding_of(&found.report, "W08")->time, 5.5 / 30, 1e-9); // of the first
    free_checked(&found);
}

static void stepped_keys_are_noted(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.keys[1][0].interpolation = SINEW_STEP; // between equal values
    ACCEPTS(&it, NULL, "W14");
    it.keys[0][3].interpolation = SINEW_STEP;
    FINDS(&it, NULL, "W14");
    sinew_raw_track tracks[2]; // as of a glTF: the finding names the first of two joints
    for (int i = 0; i < 2; ++i)
        tracks[i] = (sinew_raw_track){.joint = 1 + i,
                                      .node = SINEW_NONE,
                                      .mesh = SINEW_NONE,
                                      .morph = SINEW_NONE,
                                      .path = SINEW_TRACK_TRANSLATION,
                                      .keys = it.track_keys,
                                      .key_count = 2,
                                      .interpolation = SINEW_STEP};
    it.track_keys[0] = (sinew_track_key){0, {0, 10, 0}};
    it.track_keys[1] = (sinew_track_key){1, {0, 12, 0}};
    it.clip.channel_count = 0;
    it.clip.tracks = tracks;
    it.clip.track_count = 2;
    checked found;
    check_at(&found, &it, "samples/leg.glb", NULL);
    assert_int_equal(count_of(&found.report, "W14"), 1);
    assert_close(finding_of(&found.report, "W14")->measured, 2, 0);
    assert_string_equal(finding_of(&found.report, "W14")->node, "Hip");
    free_checked(&found);
}

static void rotations_by_more_than_half_a_turn_are_noted(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.curves[0].key_count = 2;
    it.keys[0][0] = key_at(0, 0);
    it.keys[0][1] = key_at(30, 180);
    ACCEPTS(&it, NULL, "W15");
    it.keys[0][1] = key_at(30, 190);
    FINDS(&it, NULL, "W15");
    ACCEPTS(&it, NULL, "W18");
}

static void euler_angles_that_jump_are_found(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.keys[0][15].value = 95; // 14 and 16 are at 2.1 degrees at most
    ACCEPTS(&it, NULL, "W18");
    it.keys[0][15].value = 105;
    checked found;
    check_at(&found, &it, "samples/leg.fbx", NULL);
    assert_int_equal(count_of(&found.report, "W18"), 1);
    assert_non_null(strstr(finding_of(&found.report, "W18")->text, "rotation Z jumps between two frames, 2 times"));
    free_checked(&found);
    ACCEPTS(&it, NULL, "W15");
    it.channels[0].curve[0] = &it.curves[1]; // the x of the hip, which is still, for the rotation about x
    for (int jumps = 0; jumps < 2; ++jumps) {
        for (int32_t i = 0; i < FRAMES; ++i) it.keys[1][i] = key_at(i, jumps && i == 20 ? 120 : 0);
        it.curves[1].key_count = FRAMES;
        check_at(&found, &it, "samples/leg.fbx", NULL);
        assert_non_null(
            strstr(finding_of(&found.report, "W18")->text, jumps ? "rotation X/Z jumps" : "rotation Z jumps"));
        free_checked(&found);
    }
}

/// A joint that moves no mesh shows by its bones: here by the bone to the foot, along y.
static void flips_of_a_joint_without_a_mesh_show_by_its_bones(void **state)
{
    (void)state;
    for (int axis = 0; axis < 3; ++axis)
        for (int is_skinned = 0; is_skinned < 2; ++is_skinned) {
            leg it;
            make_leg(&it);
            it.keys[0][15].value = 105;
            it.channels[0].curve[2] = NULL;
            it.channels[0].curve[axis] = &it.curves[0];
            for (int i = 0; i < VERTICES && !is_skinned; ++i) it.influences[i].skin_joint = 0;
            it.mesh.skin_joint_count = 1 + is_skinned;
            assert_int_equal(findings(&it, NULL, "W18", NULL), is_skinned || axis != 1);
        }
}

/// x + 180, 180 − y, z + 180 is the same rotation. Stepped keys play it identically.
static void euler_angles_that_play_identically_are_no_flip(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    for (int axis = 0; axis < 3; ++axis) {
        it.channels[0].curve[axis] = &it.curves[axis];
        it.curves[axis].key_count = FRAMES;
        for (int32_t i = 0; i < FRAMES; ++i) {
            it.keys[axis][i] = key_at(i, (axis == 1 ? (i < 15 ? 20 : 160) : (i < 15 ? 0 : 180)));
            it.keys[axis][i].interpolation = SINEW_STEP;
        }
    }
    it.clip.channel_count = 1;
    ACCEPTS(&it, NULL, "W18");
    for (int axis = 0; axis < 3; ++axis)
        for (int32_t i = 0; i < FRAMES; ++i) it.keys[axis][i].interpolation = SINEW_LINEAR;
    FINDS(&it, NULL, "W18"); // between the two frames it leads through other rotations
}

/// A player takes the shorter arc between linear keys, whatever their signs; a cubic leads through other rotations.
static void quaternions_whose_sign_shows_are_found(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.clip.channel_count = 0;
    it.clip.tracks = &it.track;
    it.clip.track_count = 1;
    it.track = (sinew_raw_track){.joint = 2,
                                 .node = SINEW_NONE,
                                 .mesh = SINEW_NONE,
                                 .morph = SINEW_NONE,
                                 .path = SINEW_TRACK_ROTATION,
                                 .keys = it.track_keys,
                                 .key_count = 3,
                                 .interpolation = SINEW_LINEAR};
    for (int i = 0; i < 3; ++i) it.track_keys[i] = (sinew_track_key){i / 2.0, {0, 0, sin(i * 0.1), cos(i * 0.1)}};
    ACCEPTS(&it, NULL, "W18");
    for (int i = 0; i < 4; ++i) it.track_keys[1].value[i] = -it.track_keys[1].value[i];
    ACCEPTS(&it, NULL, "W18");
    static const sinew_track_key tangents[6]; // level
    it.track.interpolation = SINEW_CUBIC;
    it.track.tangents = tangents;
    checked found;
    check_at(&found, &it, "samples/leg.glb", NULL);
    assert_int_equal(count_of(&found.report, "W18"), 1);
    assert_close(finding_of(&found.report, "W18")->measured, 2, 0); // from the second key and to it
    assert_close(finding_of(&found.report, "W18")->expected, 0, 0);
    free_checked(&found);
    for (int i = 0; i < 4; ++i) it.track_keys[1].value[i] = -it.track_keys[1].value[i];
    ACCEPTS(&it, NULL, "W18");
}

/// Only one component differs in sign between two keys of a cubic, which then leads through other rotations.
static void signs_of_each_component_are_compared(void **state)
{
    (void)state;
    static const sinew_track_key tangents[6]; // level
    for (int axis = 0; axis < 4; ++axis) {
        leg it;
        make_leg(&it);
        it.clip.channel_count = 0;
        it.clip.tracks = &it.track;
        it.clip.track_count = 1;
        it.track = (sinew_raw_track){.joint = 2,
                                     .node = SINEW_NONE,
                                     .mesh = SINEW_NONE,
                                     .morph = SINEW_NONE,
                                     .path = SINEW_TRACK_ROTATION,
                                     .keys = it.track_keys,
                                     .tangents = tangents,
                                     .key_count = 3,
                                     .interpolation = SINEW_CUBIC};
        for (int i = 0; i < 3; ++i) {
            it.track_keys[i] = (sinew_track_key){.time = i / 2.0};
            it.track_keys[i].value[axis] = i == 1 ? -sqrt(0.9) : sqrt(0.9);
            it.track_keys[i].value[(axis + 1) % 4] = sqrt(0.1);
        }
        FINDS(&it, NULL, "W18");
        it.track_keys[1].value[axis] = sqrt(0.9);
        ACCEPTS(&it, NULL, "W18");
    }
}

/// A cubic whose keys have one value may leave it between them: by any handle of any key.
static void cubic_keys_of_one_value_may_have_an_effect(void **state)
{
    (void)state;
    for (int at = -1; at < 8; ++at) {
        leg it;
        make_leg(&it);
        for (int i = 0; i < 4; ++i) {
            it.keys[1][i] = key_at(10 * i, 3);
            it.keys[1][i].interpolation = SINEW_CUBIC;
            it.keys[1][i].in_time = i ? -0.1f : 0;
            it.keys[1][i].out_time = i < 3 ? 0.1f : 0;
        }
        it.curves[1].key_count = 4;
        if (at >= 0 && at % 2 == 0) it.keys[1][at / 2].in_value = 0.5f;
        if (at >= 0 && at % 2 == 1) it.keys[1][at / 2].out_value = 0.5f;
        assert_int_equal(findings(&it, NULL, "W19", NULL), at < 0);
    }
}

static void channels_that_never_change_are_noted_with_their_bytes(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    ACCEPTS(&it, NULL, "W19"); // two keys hold a value
    for (int i = 0; i < 10; ++i) it.keys[1][i] = key_at(i, 3);
    it.curves[1].key_count = 10;
    assert_int_equal(findings(&it, NULL, "W19", &measured), 1);
    assert_close(measured, 9 * 12, 0);
    for (int i = 0; i < 10; ++i) { // any key may be the other one
        it.keys[1][i].value = 3.001;
        ACCEPTS(&it, NULL, "W19");
        it.keys[1][i].value = 3;
    }
}

// ---- loops and travel ---------------------------------------------------------------------------------------------

static const char loop[] = "{\"clips\":[{\"loop\":true}]}", open_loop[] = "{\"clips\":[{\"loop\":\"open\"}]}";

static void a_loop_that_does_not_close_is_found(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    it.keys[0][FRAMES - 1].value = 0.2; // 0.2° at the knee: 0.035 of the foot's ten units, 0.17 % of the leg
    ACCEPTS(&it, loop, "L01");
    it.keys[0][FRAMES - 1].value = 3;
    assert_int_equal(findings(&it, loop, "L01", &measured), 1);
    assert_close(measured, 2 * 10 * sin(1.5 * pi / 180),
                 1e-9); // the chord of the foot is the larger share of its limit
    ACCEPTS(&it, NULL, "L01");
    ACCEPTS(&it, NULL, "L04");
}

static double ramp(int32_t frame, double height)
{
    return height * frame / (FRAMES - 1);
}

static void a_loop_may_travel(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    set_curve(&it, 1, ramp, 50);
    ACCEPTS(&it, loop, "L01");
}

/// Up and down along a parabola: smooth inside, a corner at the seam.
static double hop(int32_t frame, double height)
{
    const double t = frame / (FRAMES - 1.0);
    return 4 * height * t * (1 - t);
}

static void a_loop_whose_velocity_jumps_is_found(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    ACCEPTS(&it, loop, "L02");
    set_curve(&it, 0, hop, 1); // the foot leaves with 4 °/s and returns with −4 °/s: no one sees that
    ACCEPTS(&it, loop, "L02");
    set_curve(&it, 0, hop, 40);
    assert_int_equal(findings(&it, loop, "L02", &measured), 1);
    ACCEPTS(&it, loop, "L01");
}

static void a_pose_that_is_held_at_the_seam_is_found(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    ACCEPTS(&it, loop, "L03");
    FINDS(&it, open_loop, "L03"); // its last frame is the first
    it.keys[0][FRAMES - 2].value = it.keys[0][FRAMES - 1].value;
    FINDS(&it, loop, "L03");
    checked found;
    check_at(&found, &it, "leg.fbx", loop);
    const check_finding *held = finding_of(&found.report, "L03");
    assert_string_equal(held->text, "the last two frames are the same pose, while the character moves");
    assert_close(held->measured, 2, 0);
    assert_close(held->expected, 1, 0);
    assert_string_equal(held->unit, "frames");
    assert_close(held->time, 1, 1e-9);
    free_checked(&found);
    make_leg(&it);
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = 10 * sin(2 * pi * i / FRAMES);
    ACCEPTS(&it, open_loop, "L03");
    ACCEPTS(&it, open_loop, "L01");
}

/// The knee slows down: by 5 degrees into the second frame and by 1 into the last. It returns by 4 in the frame after
/// the last, which is not more than it moves in one, or by 8, which is.
static void an_open_loop_may_go_on_as_fast_as_it_begins(void **state)
{
    (void)state;
    leg it;
    for (int far = 0; far < 2; ++far) {
        make_leg(&it);
        for (int32_t i = 0; i < FRAMES; ++i) {
            const double left = (FRAMES - 1.0 - i) / (FRAMES - 1), last = far ? -8 : -4;
            it.keys[0][i].value = i == 0 ? 0 : last + (5 - last) * left * left;
        }
        it.keys[0][1].value = 5;
        it.keys[0][FRAMES - 2].value = it.keys[0][FRAMES - 1].value + 1;
        assert_int_equal(findings(&it, open_loop, "L01", NULL), far);
    }
}

static void clips_in_place_and_travelling_ones_are_as_declared(void **state)
{
    (void)state;
    static const char in_place[] = "{\"clips\":[{\"in_place\":true}]}",
                      travels[] = "{\"clips\":[{\"in_place\":false}]}";
    leg it;
    double measured;
    make_leg(&it);
    set_curve(&it, 1, ramp, 1); // 1 of 20.1 is just below 5 %
    ACCEPTS(&it, in_place, "R01");
    assert_int_equal(findings(&it, travels, "R01", &measured), 1);
    set_curve(&it, 1, ramp, 2);
    assert_int_equal(findings(&it, in_place, "R01", &measured), 1);
    assert_close(measured, 2, 1e-9);
    ACCEPTS(&it, travels, "R01");
}

static void the_declared_speed_is_that_of_the_clip(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    set_curve(&it, 1, ramp, 100); // 1 m in 1 s
    ACCEPTS(&it, "{\"clips\":[{\"speed\":1.04}]}", "R01");
    assert_int_equal(findings(&it, "{\"clips\":[{\"speed\":1.1}]}", "R01", &measured), 1);
    assert_close(measured, 1, 1e-9);
}

/// The whole leg is elsewhere in the first frame, and bent; a frame later it moves as ever.
static void a_reference_pose_in_the_first_frame_is_found(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    ACCEPTS(&it, NULL, "R06");
    set_curve(&it, 1, ramp, 0);
    it.keys[1][0].value = 30;
    it.keys[0][0].value = 80;
    assert_int_equal(findings(&it, NULL, "R06", &measured), 1);
    assert_close(measured, 30, 5); // plus the knee's rotation
    ACCEPTS(&it, NULL, "W18");
    ACCEPTS(&it, "{\"clips\":[{\"in_place\":true}]}", "R01"); // without it the clip stays
    it.keys[1][1].value = 20;                                 // two more frames on the way: the motion is as fast
    it.keys[1][2].value = 0;
    ACCEPTS(&it, NULL, "R06");
}

/// Keys every quarter of a frame, and with them a line from the reference pose to the next frame, with and without a
/// rate in the file. A movement that takes as long, but goes on, is none.
static void a_reference_pose_before_keys_between_frames_is_found(void **state)
{
    (void)state;
    for (int k = 0; k < 4; ++k) {
        leg it;
        make_leg(&it);
        it.raw.fps = k % 2 == 0 ? 30 : 0;
        for (int32_t i = 0; i < MAX_KEYS; ++i) {
            it.keys[1][i] = key_at(i / 4.0, k < 2 ? fmax(0, 30 - 7.5 * i) : 7.5 * i);
            it.keys[0][i] = key_at(i / 4.0, k < 2 ? fmax(0, 80 - 20 * i) : 0);
        }
        it.curves[0].key_count = it.curves[1].key_count = MAX_KEYS;
        assert_int_equal(findings(&it, NULL, "R06", NULL), k < 2);
    }
}

// ---- repairs ------------------------------------------------------------------------------------------------------

/// Fails unless the only finding of a code names the clip and this option of `edit` with this value. Numbers of the
/// value are compared within 1e-6.
static void repairs(const leg *of, const char *contract, const char *code, const char *option, const char *value)
{
    checked it;
    check_at(&it, of, "samples/leg.fbx", contract);
    const check_finding *found = finding_of(&it.report, code);
    assert_int_equal(count_of(&it.report, code), 1);
    if (!is_same_text(found->mend, option)) fail_msg("%s: '%s', not '%s'", code, found->mend, option);
    if (option) assert_string_equal(found->mend_clip, of->clip.name);
    double actual = 0, expected = 0;
    const int is_number = value && sscanf(value, "%lf", &expected) == 1 && found->mend_value &&
                          sscanf(found->mend_value, "%lf", &actual) == 1;
    if (is_number)
        assert_close(actual, expected, 1e-6);
    else if (!is_same_text(found->mend_value, value))
        fail_msg("%s: '%s', not '%s'", code, found->mend_value, value);
    free_checked(&it);
}

/// As `repairs`, for an option that a range of time follows.
static void trims(const leg *of, const char *contract, const char *code, double from, double to)
{
    double found[2] = {0, (double)INFINITY};
    checked it;
    check_at(&it, of, "samples/leg.fbx", contract);
    const check_finding *finding = finding_of(&it.report, code);
    assert_int_equal(count_of(&it.report, code), 1);
    assert_string_equal(finding->mend, "trim");
    assert_true(sscanf(finding->mend_value, "%lfs..%lfs", &found[0], &found[1]) >= 1);
    assert_close(found[0], from, 1e-6);
    if (isfinite(to))
        assert_close(found[1], to, 1e-6);
    else
        assert_non_null(strstr(finding->mend_value, "..end"));
    free_checked(&it);
}

static void findings_name_the_edit_that_repairs_them(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.keys[0][FRAMES - 1].value = 3; // a seam is spread over 0.2 s, six frames
    repairs(&it, loop, "L01", "close", "6");
    it.raw.fps = 60;
    repairs(&it, loop, "L01", "close", "12");
    make_leg(&it);
    for (int32_t i = 0; i < 5; ++i) it.keys[0][i] = key_at(i, i); // 4 frames, the whole clip
    it.curves[0].key_count = 5;
    it.keys[1][1] = key_at(4, 0);
    it.keys[2][1] = key_at(4, 1);
    repairs(&it, loop, "L01", "close", "4");
    repairs(&it, open_loop, "L01", NULL, NULL);
    make_leg(&it);
    set_curve(&it, 0, hop, 40);
    repairs(&it, loop, "L02", "close", "6");
    make_leg(&it);
    it.keys[0][FRAMES - 2].value = it.keys[0][FRAMES - 1].value;
    trims(&it, loop, "L03", 0, 29 / 30.0);
    make_leg(&it);
    trims(&it, open_loop, "L03", 0, 29 / 30.0);
    set_curve(&it, 1, ramp, 2);
    repairs(&it, "{\"clips\":[{\"in_place\":true}]}", "R01", "in-place", NULL);
    set_curve(&it, 1, ramp, 100); // 1 m/s
    repairs(&it, "{\"clips\":[{\"speed\":1.25}]}", "R01", "speed", "1.25");
    repairs(&it, "{\"clips\":[{\"speed\":0}]}", "R01", NULL, NULL);
    make_leg(&it);
    set_curve(&it, 1, ramp, 0);
    it.keys[1][0].value = 30;
    it.keys[0][0].value = 80;
    trims(&it, NULL, "R06", 1 / 30.0, (double)INFINITY);
    make_leg(&it);
    it.clip.duration = 1.5;
    trims(&it, NULL, "W07", 0, 1);
    it.clip.duration = 0.5; // keys after the end
    trims(&it, NULL, "W07", 0, 0.5);
    make_leg(&it);
    it.clip.start = 1;
    repairs(&it, NULL, "W25", "start", "0s");
    make_leg(&it);
    it.clip.name = "Take 001";
    repairs(&it, NULL, "W26", "name-clips", "file");
    make_leg(&it);
    repairs(&it, "{\"clips\":[{\"duration\":0.8}]}", "D02", "speed", "1.25");
    it.raw.fps = 60; // its keys are on the grid of 30 frames per second
    repairs(&it, "{\"clips\":[{\"fps\":30}]}", "D02", "fps", "30");
}

/// Speeds may differ by 5 % of the declared one, and by 0.5 cm/s of slower ones than 10 cm/s.
static void slow_clips_may_differ_by_a_twentieth_of_ten_centimetres_per_second(void **state)
{
    (void)state;
    static const char slow[] = "{\"clips\":[{\"speed\":0.05}]}";
    leg it;
    make_leg(&it);
    set_curve(&it, 1, ramp, 5.4);
    ACCEPTS(&it, slow, "R01");
    set_curve(&it, 1, ramp, 5.6);
    FINDS(&it, slow, "R01");
    set_curve(&it, 1, ramp, 4.4);
    FINDS(&it, slow, "R01");
}

static void one_bad_key_pops(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    it.keys[0][12].value += 4;
    ACCEPTS(&it, NULL, "R04");
    it.keys[0][12].value += 21;
    assert_int_equal(findings(&it, NULL, "R04", &measured), 1);
    it.keys[0][12].interpolation = SINEW_STEP; // whoever steps one key of a joint lets it jump
    ACCEPTS(&it, NULL, "R04");
}

/// A solver that flips goes on flipping: for two frames, and again and again.
static void a_joint_that_flips_several_times_pops(void **state)
{
    (void)state;
    static const int32_t series[][6] = {{12, 13}, {12, 13, 14}, {12, 14}, {12, 15}, {12, 14, 16}, {12, 13, 15, 16, 18}};
    leg it;
    for (size_t k = 0; k < sizeof series / sizeof *series; ++k) {
        make_leg(&it);
        for (int i = 0; series[k][i] != 0; ++i) it.keys[0][series[k][i]].value += 24;
        FINDS(&it, NULL, "R04");
    }
}

/// Three units per frame are more than half of the foot's jump, and a viewer who follows the leg does not see
/// them.
static void a_joint_that_flips_while_the_character_travels_pops(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    set_curve(&it, 1, ramp, 90);
    ACCEPTS(&it, NULL, "R04");
    it.keys[0][12].value += 24;
    FINDS(&it, NULL, "R04");
}

/// The hip rotates, and only the foot is far enough from it to be seen to jump, by 1.7: in space while the leg stays in
/// place, and relative to the hip while it travels by 5 units per frame.
static void a_pop_names_the_joint_that_causes_it(void **state)
{
    (void)state;
    for (int travels = 0; travels < 2; ++travels) {
        leg it;
        checked result;
        make_leg(&it);
        if (travels) set_curve(&it, 1, ramp, 150);
        it.stacks[2].translation[1] = 2;
        it.channels[0].joint = 1;
        ACCEPTS(&it, NULL, "R04");
        it.keys[0][12].value += 8;
        check_at(&result, &it, "samples/leg.fbx", NULL);
        assert_int_equal(count_of(&result.report, "R04"), 1);
        assert_string_equal(finding_of(&result.report, "R04")->node, "Hip");
        free_checked(&result);
    }
}

/// The foot leaves its bone by 2.5 and the knee rotates by 10 degrees, which moves the foot by 1.7.
static void the_larger_of_two_movements_causes_a_pop(void **state)
{
    (void)state;
    leg it;
    checked result;
    make_leg(&it);
    it.channels[1].joint = 3;
    it.channels[1].curve[0] = NULL;
    it.channels[1].curve[1] = &it.curves[1];
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[1][i] = key_at(i, i == 12 ? 12.5 : 10);
    it.curves[1].key_count = FRAMES;
    it.keys[0][12].value += 10;
    check_at(&result, &it, "samples/leg.fbx", NULL);
    assert_int_equal(count_of(&result.report, "R04"), 1);
    assert_string_equal(finding_of(&result.report, "R04")->node, "Foot");
    free_checked(&result);
}

/// A knee that twists about its own bone moves no joint, but the surface of the limb, which is half a limb from the
/// bone: twice the half thickness of 0.025 times the size, √404, by the chord of half the angle.
static void a_twist_moves_the_surface(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    it.channels[0].curve[2] = NULL;
    it.channels[0].curve[1] = &it.curves[0];
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[0][i].value = i == 12 ? 40 : 0;
    assert_int_equal(findings(&it, NULL, "R04", &measured), 1);
    assert_close(measured, 2 * 0.025 * sqrt(404) * 2 * sin(10 * pi / 180), 1e-4);
    it.keys[0][12].value = 20; // below 25 degrees
    ACCEPTS(&it, NULL, "R04");
}

static double blink(int32_t frame, double degrees)
{
    const double t = (frame - 15) / 3.0;
    return fabs(t) < 1 ? degrees * 0.5 * (1 + cos(pi * t)) : 0;
}

static void a_fast_but_smooth_movement_does_not_pop(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    set_curve(&it, 0, blink, 60);
    ACCEPTS(&it, NULL, "R04");
}

/// The foot swings down fast, strikes in frame 15 and bends by some degrees for one frame: less than it moved before.
static double strike(int32_t frame, double degrees)
{
    return frame < 15 ? 90 - 6.0 * frame : frame == 15 ? degrees : 0;
}

static void a_pop_that_is_smaller_than_the_motion_around_it_is_not_seen(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    set_curve(&it, 0, strike, 4);
    ACCEPTS(&it, NULL, "R04");
    set_curve(&it, 0, strike, 40);
    FINDS(&it, NULL, "R04");
}

static double shift(int32_t frame, double amplitude)
{
    return amplitude * (1 - cos(2 * pi * frame / (FRAMES - 1)));
}

/// The foot moves the upper edge; the knee is still. The hip moves along `axis`. The leg is 20 long.
static void make_planted_leg(leg *it, int axis, double amplitude)
{
    make_leg(it);
    it->skin_joints[2] = (sinew_raw_skin_joint){.joint = 3, .node = SINEW_NONE};
    it->mesh.skin_joint_count = 3;
    it->influences[2].skin_joint = it->influences[3].skin_joint = 2;
    set_curve(it, 0, hop, 0);
    set_curve(it, 1, shift, amplitude);
    for (int32_t i = 0; i < FRAMES; ++i) it->keys[1][i].value += axis == 1 ? 10 : 0;
    it->channels[1].curve[0] = NULL;
    it->channels[1].curve[axis] = &it->curves[1];
}

static void a_planted_foot_does_not_slide(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_planted_leg(&it, 0, 0.8); // to and back by 1.6: 8 % of the leg
    ACCEPTS(&it, NULL, "R02");
    make_planted_leg(&it, 0, 1.5);
    assert_int_equal(findings(&it, NULL, "R02", &measured), 1);
    assert_close(measured, 15, 0.5);
    ACCEPTS(&it, NULL, "R03");
    for (int32_t i = 0; i < FRAMES; ++i) it.keys[1][i].value = fmax(0, (i - 18) / 4.0); // by 3 until the last frame
    assert_int_equal(findings(&it, NULL, "R02", &measured), 1);
    assert_close(measured, 15, 1e-6);
}

static void a_planted_foot_neither_hovers_nor_sinks(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_planted_leg(&it, 1, 0.4); // 4 % of the leg
    ACCEPTS(&it, NULL, "R03");
    make_planted_leg(&it, 1, 0.7);
    assert_int_equal(findings(&it, NULL, "R03", &measured), 1);
    assert_close(measured, 7, 0.5);
    ACCEPTS(&it, NULL, "R02");
}

static double tremble(int32_t frame, double degrees)
{
    return degrees * sin(2 * pi * 12 * frame / 30.0);
}

static double sway(int32_t frame, double degrees)
{
    return degrees * sin(2 * pi * 4 * frame / 30.0);
}

static void trembling_above_eight_hertz_is_noted(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    it.curves[0].key_count = 0;
    enum { LONG = 60 };
    for (int32_t i = 0; i < LONG; ++i) it.keys[0][i] = key_at(i, tremble(i, 1));
    it.curves[0].key_count = LONG;
    double measured;
    assert_int_equal(findings(&it, NULL, "R05", &measured), 1);
    assert_close(measured, sin(36 * pi / 180), 0.01); // median of 5 phases: 0, ±36° and ±72° from a zero
    for (int32_t i = 0; i < LONG; ++i) it.keys[0][i] = key_at(i, tremble(i, 0.2)); // 0.14° root mean square
    ACCEPTS(&it, NULL, "R05");
    for (int32_t i = 0; i < LONG; ++i) it.keys[0][i] = key_at(i, sway(i, 1));
    ACCEPTS(&it, NULL, "R05");
}

/// A sine of 12.3 Hz on a slow sway, at several rates: its median is sin 45° of its amplitude, 1°.
static void trembling_is_the_same_at_any_rate(void **state)
{
    (void)state;
    static const double rates[] = {48, 60, 96, 120};
    for (size_t n = 0; n < sizeof rates / sizeof *rates; ++n) {
        static sinew_curve_key keys[181];
        leg it;
        double measured;
        const int count = (int)(1.5 * rates[n]) + 1;
        make_leg(&it);
        it.raw.fps = rates[n];
        for (int i = 0; i < count; ++i) {
            const double seconds = i / rates[n];
            keys[i] = key_at(30 * seconds, sin(2 * pi * 12.3 * seconds + 0.3) + 3 * sin(2 * pi * seconds));
        }
        it.curves[0].keys = keys;
        it.curves[0].key_count = count;
        assert_int_equal(findings(&it, NULL, "R05", &measured), 1);
        assert_close(measured, sin(pi / 4), 0.08);
    }
}

// ---- the contract -------------------------------------------------------------------------------------------------

/// Every third frame repeats. One joint may be keyed so. If two joints repeat, frames were lost.
static void frames_of_one_joint_may_repeat(void **state)
{
    (void)state;
    for (int joints = 1; joints <= 2; ++joints) {
        leg it;
        make_leg(&it);
        for (int k = 0; k < joints; ++k) {
            for (int32_t i = 0; i < FRAMES; ++i) {
                const int32_t shown = i % 3 == 2 ? i - 1 : i;
                it.keys[k][i] = key_at(i, 10 * sin(2 * pi * shown / (FRAMES - 1)));
            }
            it.curves[k].key_count = FRAMES;
        }
        it.channels[1].property = SINEW_CHANNEL_ROTATION; // of the hip, about x
        it.channels[1].value[1] = 0;
        assert_int_equal(findings(&it, NULL, "R07", NULL), joints == 2);
    }
}

static void required_joints_exist_and_move(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    ACCEPTS(&it, "{\"clips\":[{\"requires\":[\"Kn*\",\"Hip\"]}]}", "D01");
    FINDS(&it, "{\"clips\":[{\"requires\":[\"Hand\"]}]}", "D01");
    FINDS(&it, "{\"clips\":[{\"requires\":[\"Root\"]}]}", "D01"); // has no keys
}

static void rate_and_duration_are_as_declared(void **state)
{
    (void)state;
    leg it;
    make_leg(&it);
    ACCEPTS(&it, "{\"clips\":[{\"fps\":30,\"duration\":1.01}]}", "D02");
    FINDS(&it, "{\"clips\":[{\"duration\":1.1}]}", "D02");
    it.raw.fps = 8;
    ACCEPTS(&it, "{\"clips\":[{\"duration\":1.0625}]}", "D02"); // half a frame, which both numbers are exactly
    it.raw.fps = 30;
    assert_int_equal(findings(&it, "{\"clips\":[{\"fps\":25}]}", "D02", NULL), 2); // the rate, and keys off its grid
    ACCEPTS(&it, "{\"clips\":[{\"clip\":\"other*\",\"fps\":25}]}", "D02");
}

static void skin_below_the_ground_is_found(void **state)
{
    (void)state;
    leg it;
    double measured;
    make_leg(&it);
    ACCEPTS(&it, "{\"clips\":[{\"ground\":0}]}", "W24");
    assert_int_equal(findings(&it, "{\"clips\":[{\"ground\":1}]}", "W24", &measured), 1);
    assert_close(measured, 0, 1e-5); // the lower edge stays at 0: the hip does not move
    static const struct {
        const char *up, *front;
        double lowest;
    } axes[] = {{"+Y", "+Z", 0}, {"+Z", "-Y", 7}, {"+X", "+Z", -1}};
    for (int i = 0; i < VERTICES; ++i) it.positions[3 * i + 2] = 7;
    it.clip.channel_count = 0;
    for (int i = 0; i < 3; ++i) {
        it.raw.up = axes[i].up, it.raw.front = axes[i].front;
        assert_int_equal(findings(&it, "{\"clips\":[{\"ground\":9}]}", "W24", &measured), 1);
        assert_close(measured, axes[i].lowest, 1e-5);
    }
}

static void levels_are_those_of_the_contract(void **state)
{
    (void)state;
    leg it;
    checked result;
    make_leg(&it);
    it.influences[1].weight = 0.5f;
    check_at(&result, &it, "leg.fbx", "{\"levels\":{\"W05\":\"error\"}}");
    assert_int_equal(finding_of(&result.report, "W05")->severity, SINEW_SEVERITY_ERROR);
    free_checked(&result);
    ACCEPTS(&it, "{\"levels\":{\"W05\":\"off\"}}", "W05");
}

static void what_cannot_be_judged_is_said(void **state)
{
    (void)state;
    static const char *const expected[] = {"L01", "R01", "W24", "R02", "D01"};
    leg it;
    checked result;
    make_leg(&it);
    it.joints[3].name = "Tip"; // no foot
    check_at(&result, &it, "leg.fbx", NULL);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i)
        if (!is_unjudged(&result.report, expected[i])) fail_msg("nothing is said of %s", expected[i]);
    free_checked(&result);
}

/// A check says that it could not judge if and only if the contract leaves it out.
static void checks_are_judged_by_their_declarations(void **state)
{
    (void)state;
    static const struct {
        const char *term, *unjudged, *judged;
    } cases[] = {
        {NULL, "L01 L02 L03 R01 W24 D01 D02 D03 D05", "L04 W22 R04 R07"},
        {"\"loop\":true", "R01 W24", "L01 L02 L03 D01 D02 D03"},
        {"\"loop\":\"open\"", "L02 R01", "L01 L03"},
        {"\"loop\":false", "R01 W24", "L01 L02 L03 L04"},
        {"\"in_place\":true", "L01 L02 L03 W24", "R01 D01"},
        {"\"in_place\":false", "L01 W24", "R01"},
        {"\"speed\":1", "L01 W24", "R01"},
        {"\"ground\":0", "L01 R01", "W24"},
        {"\"fps\":30", "L01 R01 W24", "D02"},
    };
    leg it;
    make_leg(&it);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        checked result;
        char contract[100], code[8];
        if (cases[i].term) snprintf(contract, sizeof contract, "{\"clips\":[{%s}]}", cases[i].term);
        check_at(&result, &it, "leg.fbx", cases[i].term ? contract : NULL);
        for (int is_judged = 0; is_judged < 2; ++is_judged) {
            const char *codes = is_judged ? cases[i].judged : cases[i].unjudged;
            for (int used = 0; sscanf(codes, "%7s%n", code, &used) == 1; codes += used)
                if (is_unjudged(&result.report, code) == is_judged)
                    fail_msg("%s is %sjudged with %s", code, is_judged ? "not " : "", cases[i].term);
        }
        for (size_t k = 0; k < result.report.unjudged_count; ++k) {
            const check_unjudged *of = &result.report.unjudged[k];
            if (strcmp(of->code, "D05") != 0 && !is_same_text(of->clip, "swing")) fail_msg("%s of no clip", of->code);
            assert_true(strlen(of->reason) > 10);
        }
        free_checked(&result);
    }
}

/// A held pose is cut off if more than two frames remain: the first one, the last one that moves, and one between.
static void a_held_pose_of_a_short_clip_is_not_cut_off(void **state)
{
    (void)state;
    for (int count = 3; count <= 5; ++count) {
        leg it;
        make_leg(&it);
        for (int i = 0; i < count; ++i) it.keys[0][i] = key_at(i, i < count - 1 ? i : i - 1);
        it.curves[0].key_count = count;
        it.keys[1][1] = key_at(count - 1, 0);
        it.keys[2][1] = key_at(count - 1, 1);
        if (count == 3)
            repairs(&it, "{\"clips\":[{\"loop\":true}]}", "L03", NULL, NULL);
        else
            trims(&it, "{\"clips\":[{\"loop\":true}]}", "L03", 0, (count - 2) / 30.0);
    }
}

static void contracts_with_errors_are_refused_by_line(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{", "line 1: "},
        {"[]", "line 1: '': expected an object, found an array"},
        {"{\n\"levels\":{\"W99\":\"off\"}}", "line 2: unknown code 'W99'"},
        {"{\"levels\":{\"W05\":\"loud\"}}", "line 1: 'W05': expected \"off\""},
        {"{\"clip\":[]}", "line 1: unknown key 'clip'"},
        {"{\"clips\":[{\"loops\":true}]}", "line 1: unknown key 'loops'"},
        {"{\"clips\":[{\"loop\":1}]}", "line 1: 'loop': expected true, false"},
        {"{\"clips\":[{\"fps\":0}]}", "line 1: 'fps' is out of range"},
        {"{\"limits\":{\"influences\":1.5}}", "line 1: 'influences': expected a whole number"},
        {"{\"schema\":\"sinew.contract/2\"}", "line 1: 'schema': expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        check_contract contract;
        sinew_error error;
        assert_int_not_equal(check_contract_read(cases[i][0], strlen(cases[i][0]), &contract, &error), SINEW_OK);
        if (strncmp(error.message, cases[i][1], strlen(cases[i][1])) != 0)
            fail_msg("'%s', expected '%s'", error.message, cases[i][1]);
        check_contract_free(&contract);
    }
}

/// `below` is the end of the path below the checked folder, or NULL.
static double speed_below(const char *contract_text, const char *path, const char *below, const char *clip)
{
    check_contract contract;
    check_file_terms terms;
    check_clip_terms found;
    sinew_error error;
    if (check_contract_read(contract_text, strlen(contract_text), &contract, &error) != SINEW_OK ||
        check_file_terms_find(&contract, path, below, &terms, &error) != SINEW_OK ||
        check_file_terms_of_clip(&terms, clip, &found, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    check_file_terms_free(&terms);
    check_contract_free(&contract);
    return found.speed;
}

static double speed_of(const char *contract_text, const char *file, const char *clip)
{
    return speed_below(contract_text, file, NULL, clip);
}

/// Entries that name a file are looked up, others are matched, and the last of all that fit counts.
static void later_entries_override_earlier_ones(void **state)
{
    (void)state;
#define CLIPS(...) "{\"clips\":[" __VA_ARGS__ "]}"
#define ENTRY(file, clip, speed) "{\"file\":\"" file "\",\"clip\":\"" clip "\",\"speed\":" speed "}"
    assert_close(speed_of(CLIPS(ENTRY("*", "*", "1") "," ENTRY("leg.fbx", "run", "2")), "leg.fbx", "run"), 2, 0);
    assert_close(speed_of(CLIPS(ENTRY("leg.fbx", "run", "2") "," ENTRY("*", "*", "1")), "leg.fbx", "run"), 1, 0);
    static const char many[] =
        CLIPS(ENTRY("z.fbx", "run", "1") "," ENTRY("a.fbx", "run", "2") "," ENTRY("l*", "walk", "3") "," ENTRY(
            "leg.fbx", "r?n", "4") "," ENTRY("leg.fbx", "walk", "5") "," ENTRY("le\\\\g.fbx", "run", "6"));
    assert_close(speed_of(many, "leg.fbx", "run"), 6, 0);
    assert_close(speed_of(many, "leg.fbx", "ran"), 4, 0);
    assert_close(speed_of(many, "leg.fbx", "walk"), 5, 0);
    assert_close(speed_of(many, "lag.fbx", "walk"), 3, 0);
    assert_close(speed_of(many, "a.fbx", "run"), 2, 0);
    assert_true(isnan(speed_of(many, "b.fbx", "run")));
#undef ENTRY
#undef CLIPS
}

/// Two files of one name in two folders have entries of their own, wherever the checked folder is.
static void entries_name_paths_below_the_checked_folder(void **state)
{
    (void)state;
    static const char two[] = "{\"clips\":[{\"file\":\"walk.fbx\",\"speed\":1},{\"file\":\"old/walk.fbx\",\"speed\":2},"
                              "{\"file\":\"old/run.fbx\",\"speed\":3},{\"file\":\"new/run.fbx\",\"speed\":4},"
                              "{\"file\":\"old/idle.fbx\",\"speed\":5}]}";
    static const struct {
        const char *path;
        int folder; // bytes of the path that name the checked folder; 0: the file was named
        double speed;
    } cases[] = {
        {"art/walk.fbx", 4, 1},
        {"art/old/walk.fbx", 4, 2},
        {"moved/away/old/walk.fbx", 11, 2},
        {"art/new/walk.fbx", 4, (double)NAN},
        {"art/old/run.fbx", 8, 3}, // a folder below the one that was learned
        {"art/old/walk.fbx", 0, 2},
        {"walk.fbx", 0, 1},
        {"other/walk.fbx", 0, 1},
        {"new/run.fbx", 0, 4},
        {"run.fbx", 0, (double)NAN}, // either
        {"idle.fbx", 0, 5},
        {"other/idle.fbx", 0, 5},
        {"other/idle.fbx", 6, (double)NAN},
        {"bold/walk.fbx", 5, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const char *below = cases[i].folder ? cases[i].path + cases[i].folder : NULL;
        const double speed = speed_below(two, cases[i].path, below, "walk");
        if (!(speed == cases[i].speed || (isnan(speed) && isnan(cases[i].speed))))
            fail_msg("case %d, %s: %g, expected %g", (int)i, cases[i].path, speed, cases[i].speed);
    }
    static const char globs[] = "{\"clips\":[{\"file\":\"w*.fbx\",\"speed\":1},{\"file\":\"old/*.fbx\",\"speed\":2}]}";
    assert_close(speed_below(globs, "art/new/walk.fbx", "new/walk.fbx", "walk"), 1, 0);
    assert_close(speed_below(globs, "art/old/walk.fbx", "old/walk.fbx", "walk"), 2, 0);
    assert_close(speed_below(globs, "art/old/walk.fbx", "walk.fbx", "walk"), 2, 0);
    assert_close(speed_of(globs, "art/old/walk.fbx", "walk"), 2, 0);
    assert_true(isnan(speed_below(globs, "old/new/run.fbx", "run.fbx", "run")) == 0); // `*` is also /
    assert_true(isnan(speed_below(globs, "art/bold/run.fbx", "bold/run.fbx", "run")));
}

/// What matching may cost is a number of steps, of all clips of a file and of the joints that are required of them.
static void matching_ends_at_its_limit(void **state)
{
    (void)state;
    static const char text[] = "{\"clips\":[{\"clip\":\"*a*a*b\"}]}";
    char name[1001] = "";
    memset(name, 'a', sizeof name - 1);
    check_contract contract;
    check_file_terms terms;
    check_clip_terms found;
    sinew_error error;
    assert_int_equal(check_contract_read(text, strlen(text), &contract, NULL), SINEW_OK);
    assert_int_equal(check_file_terms_find(&contract, "leg.fbx", NULL, &terms, NULL), SINEW_OK);
    const uint64_t before = terms.work;
    assert_int_equal(check_file_terms_of_clip(&terms, name, &found, NULL), SINEW_OK);
    assert_true(terms.work >= 1000 && terms.work < 10000); // once over the name, whatever the stars
    const uint64_t work = terms.work - before;
    terms.work = CHECK_CONTRACT_MAX_WORK - work; // the last step is the limit
    assert_int_equal(check_file_terms_of_clip(&terms, name, &found, NULL), SINEW_OK);
    terms.work = CHECK_CONTRACT_MAX_WORK - work + 1;
    assert_int_equal(check_file_terms_of_clip(&terms, name, &found, NULL), SINEW_ERROR_LIMIT);
    terms.work = CHECK_CONTRACT_MAX_WORK - 500;
    assert_int_equal(check_file_terms_of_clip(&terms, name, &found, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message,
                        "matching its clips with those of the contract takes more than 2147483648 steps");
    check_file_terms_free(&terms);
    check_contract_free(&contract);
    static char long_pattern[SINEW__CONTRACT_MAX_PATTERN + 100];
    memset(long_pattern, '*', sizeof long_pattern);
    const int start = snprintf(long_pattern, sizeof long_pattern, "{\"clips\":[{\"file\":\"");
    long_pattern[start] = '*';
    memcpy(long_pattern + sizeof long_pattern - 5, "\"}]}", 5);
    assert_int_equal(check_contract_read(long_pattern, sizeof long_pattern - 1, &contract, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "line 1: 'file' has more than 4096 bytes");
    check_contract_free(&contract);
}

// ---- sets ---------------------------------------------------------------------------------------------------------

/// A file is compared with others by these facts.
static void facts_are_of_all_meshes_joints_and_clips(void **state)
{
    (void)state;
    static const char character[] = "{\"characters\":{\"leg\":\"*.fbx\"}}";
    leg plain, shared;
    make_leg(&shared);
    share_first_vertex(&shared, 0.25f);
    for (int last = 0; last < 2; ++last) {
        make_leg(&plain);
        checked found;
        sinew_raw_mesh meshes[2] = {last ? plain.mesh : shared.mesh, last ? shared.mesh : plain.mesh};
        sinew_raw_clip clips[2] = {plain.clip, plain.clip};
        meshes[1].name = "Other";
        clips[1].name = "other";
        clips[1].duration = 0.5;
        leg it = plain;
        it.raw.meshes = meshes;
        it.raw.clips = clips;
        it.raw.mesh_count = it.raw.clip_count = 2;
        it.raw.unit_cm = 2;
        check_at(&found, &it, "leg.fbx", character);
        const check_file_facts *facts = &found.facts;
        assert_int_equal(facts->max_influences, 2);
        assert_string_equal(facts->path, "leg.fbx");
        assert_string_equal(facts->character, "leg");
        assert_int_equal(facts->joint_count, JOINTS);
        for (int i = 0; i < JOINTS; ++i) {
            assert_string_equal(facts->joints[i].name, it.joints[i].name);
            assert_int_equal(facts->joints[i].parent, i - 1);
            assert_close(facts->joints[i].rest.row[1][3], i ? 20 : 0, 1e-9); // cm
            assert_close(facts->joints[i].rest.row[0][0], 1, 1e-9);
            assert_false(facts->joints[i].has_bind);
        }
        assert_int_equal(facts->clip_count, 2);
        for (int i = 0; i < 2; ++i) {
            assert_string_equal(facts->clips[i].name, clips[i].name);
            assert_close(facts->clips[i].duration, i ? 0.5 : 1, 1e-9);
            assert_close(facts->clips[i].fps, 30, 0);
            assert_int_equal(facts->clips[i].loop, i ? CHECK_LOOP_NONE : CHECK_LOOP_CLOSED);
            assert_int_equal(facts->clips[i].is_on_frames, 1);
            assert_int_equal(facts->clips[i].step_count, 0);
        }
        free_checked(&found);
        set_curve(&plain, 1, ramp, 50); // 50 units of 2 cm
        plain.keys[1][FRAMES - 2].ticks += 300000000;
        it.raw.clip_count = 1;
        check_at(&found, &it, "leg.fbx", NULL);
        assert_null(found.facts.character);
        assert_close(found.facts.clips[0].travel, 100, 0.1);
        assert_int_equal(found.facts.clips[0].is_on_frames, 0);
        free_checked(&found);
    }
}

/// Findings of the second of two files.
/// A file belongs to the character whose pattern its name matches.
static void files_belong_to_characters_by_name(void **state)
{
    (void)state;
    static const char contract[] =
        "{\"characters\":{\"hero\":\"hero*.fbx\",\"crowd\":\"man*.fbx\",\"wolf\":\"wolf.fbx\"}}";
    static const struct {
        const char *path, *character;
    } cases[] = {{"hero_run.fbx", "hero"}, {"man3.fbx", "crowd"}, {"wolf.fbx", "wolf"}, {"cat.fbx", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        leg it;
        checked found;
        make_leg(&it);
        check_at(&found, &it, cases[i].path, contract);
        if (cases[i].character)
            assert_string_equal(found.facts.character, cases[i].character);
        else
            assert_null(found.facts.character);
        free_checked(&found);
    }
}

/// Facts do not contain a helper in a chain: the joint below it belongs to the joint above it.
static void facts_leave_out_helpers(void **state)
{
    (void)state;
    for (int helper = 0; helper < JOINTS; ++helper) {
        leg it;
        checked found;
        make_leg(&it);
        it.joints[helper].flags = SINEW_JOINT_HELPER;
        it.raw.mesh_count = 0;
        check_at(&found, &it, "leg.fbx", "{\"characters\":{\"leg\":\"*.fbx\"}}");
        assert_int_equal(found.facts.joint_count, JOINTS - 1);
        for (int k = 0; k < JOINTS - 1; ++k) {
            assert_string_equal(found.facts.joints[k].name, joint_name(k < helper ? k : k + 1));
            assert_int_equal(found.facts.joints[k].parent, k - 1);
        }
        free_checked(&found);
    }
}

static int set_findings(const leg *first, const leg *second, const char *contract, const char *code)
{
    checked a, b;
    check_at(&a, first, "a.fbx", contract);
    check_at(&b, second, "b.fbx", contract);
    const check_member members[] = {{&a.facts, &a.report}, {&b.facts, &b.report}};
    const int before = count_of(&b.report, code);
    check_sets(members, 2, &(check_selection){0});
    const int count = count_of(&b.report, code) - before;
    assert_int_equal(count_of(&a.report, "D05"), 0);
    free_checked(&a);
    free_checked(&b);
    return count;
}

static void skeletons_of_one_character_are_equal(void **state)
{
    (void)state;
    static const char one[] = "{\"characters\":{\"leg\":\"*.fbx\"}}", two[] = "{\"characters\":{\"leg\":\"a.fbx\"}}";
    leg first, second;
    make_leg(&first);
    make_leg(&second);
    assert_int_equal(set_findings(&first, &second, one, "D05"), 0);
    second.stacks[3].translation[1] = 10.05;
    assert_int_equal(set_findings(&first, &second, one, "D05"), 0);
    second.stacks[3].translation[1] = 11; // a longer shin
    assert_int_equal(set_findings(&first, &second, one, "D05"), 1);
    assert_int_equal(set_findings(&first, &second, two, "D05"), 0);
    make_leg(&second);
    second.joints[3].parent = 1;
    second.stacks[3].translation[1] = 10;
    assert_int_equal(set_findings(&first, &second, one, "D05"), 1);
    make_leg(&second);
    second.joints[3].name = "Toe";
    assert_int_equal(set_findings(&first, &second, one, "D05"), 2); // one is missing, one is new
}

static void bind_poses_of_one_character_are_equal(void **state)
{
    (void)state;
    static const char one[] = "{\"characters\":{\"leg\":\"*.fbx\"}}";
    leg first, second;
    make_leg(&first);
    make_leg(&second);
    first.joints[1].flags = second.joints[1].flags = SINEW_JOINT_HAS_BIND;
    first.joints[1].bind_global = second.joints[1].bind_global = turn_z(0, 0, 10);
    assert_int_equal(set_findings(&first, &second, one, "D04"), 0);
    second.joints[1].bind_global = turn_z(3, 0, 10);
    assert_int_equal(set_findings(&first, &second, one, "D04"), 1);
}

static void clips_of_a_sync_group_have_one_length(void **state)
{
    (void)state;
    static const char group[] = "{\"clips\":[{\"sync_group\":\"walks\"}]}";
    leg first, second;
    make_leg(&first);
    make_leg(&second);
    assert_int_equal(set_findings(&first, &second, group, "D03"), 0);
    second.clip.duration = 1.2;
    assert_int_equal(set_findings(&first, &second, group, "D03"), 1);
    assert_int_equal(set_findings(&first, &second, NULL, "D03"), 0);
    make_leg(&second);
    second.raw.fps = 60;
    assert_int_equal(set_findings(&first, &second, group, "D03"), 1);
}

/// The second clip of each file is in the group, the first is not.
static void each_clip_has_its_own_sync_group(void **state)
{
    (void)state;
    static const char group[] = "{\"clips\":[{\"clip\":\"swing\",\"sync_group\":\"walks\"}]}";
    leg legs[2];
    sinew_raw_clip clips[2][2];
    for (int i = 0; i < 2; ++i) {
        make_leg(&legs[i]);
        clips[i][0] = clips[i][1] = legs[i].clip;
        clips[i][0].name = "other";
        legs[i].raw.clips = clips[i];
        legs[i].raw.clip_count = 2;
    }
    clips[1][0].duration = 0.5;
    assert_int_equal(set_findings(&legs[0], &legs[1], group, "D03"), 0);
    clips[1][1].duration = 1.2;
    assert_int_equal(set_findings(&legs[0], &legs[1], group, "D03"), 1);
}

/// Lifts the foot for half of the clip, from frame `lift` on.
static void make_stepping_leg(leg *it, int32_t lift)
{
    make_planted_leg(it, 1, 0);
    for (int32_t i = 0; i < FRAMES; ++i) {
        const double t = ((i - lift + FRAMES - 1) % (FRAMES - 1)) / 15.0;
        it->keys[1][i].value = 10 + (t < 1 ? 8 * sin(pi * t) * sin(pi * t) : 0);
    }
}

static void clips_of_a_sync_group_step_together(void **state)
{
    (void)state;
    static const char group[] = "{\"clips\":[{\"sync_group\":\"walks\"}]}";
    leg first, second;
    make_stepping_leg(&first, 0);
    make_stepping_leg(&second, 2); // 7 % of the clip later
    assert_int_equal(set_findings(&first, &second, group, "D03"), 0);
    make_stepping_leg(&second, 10);
    assert_int_equal(set_findings(&first, &second, group, "D03"), 1);
    make_stepping_leg(&second, 28); // as much before it, over the seam
    assert_int_equal(set_findings(&first, &second, group, "D03"), 0);
}

/// Steps twice in the clip, from frame `lift` on.
static void make_twice_stepping_leg(leg *it, int32_t lift)
{
    make_planted_leg(it, 1, 0);
    for (int32_t i = 0; i < FRAMES; ++i) {
        const double t = ((i - lift + FRAMES - 1) % 15) / 8.0;
        it->keys[1][i].value = 10 + (t < 1 ? 8 * sin(pi * t) * sin(pi * t) : 0);
    }
}

/// Of two steps, either may be the first: clips that are half of their length apart step together.
static void clips_of_two_steps_are_in_phase_at_either(void **state)
{
    (void)state;
    static const char group[] = "{\"clips\":[{\"sync_group\":\"walks\"}]}";
    leg first, second;
    make_twice_stepping_leg(&first, 8);  // touches down at 1 and 16 of 30 frames
    make_twice_stepping_leg(&second, 6); // at 14 and 29
    checked found[2];
    check_at(&found[0], &first, "a.fbx", group);
    check_at(&found[1], &second, "b.fbx", group);
    for (int i = 0; i < 2; ++i) {
        assert_int_equal(found[i].facts.clips[0].step_count, 2);
        assert_close(found[i].facts.clips[0].step_phase, i ? 0.467 : 0.033, 0.034);
        free_checked(&found[i]);
    }
    assert_int_equal(set_findings(&first, &second, group, "D03"), 0);
    make_twice_stepping_leg(&second, 0);
    assert_int_equal(set_findings(&first, &second, group, "D03"), 1);
}

/// The second and the third of three files lack one texture, which is one finding in the second; the first file has
/// other findings. In two folders it may be two textures.
static void a_texture_that_several_files_lack_is_one_finding(void **state)
{
    (void)state;
    static const char *const paths[][3] = {{"art/a.fbx", "art/b.fbx", "art/c.fbx"},
                                           {"art/a.fbx", "art/b.fbx", "more/c.fbx"}};
    for (int folders = 0; folders < 2; ++folders) {
        leg legs[3];
        checked found[3];
        check_member members[3];
        for (int i = 0; i < 3; ++i) {
            make_leg(&legs[i]);
            if (i > 0) give_texture(&legs[i], "none.png");
            legs[i].raw.unit_cm = 2; // W13
            check_at(&found[i], &legs[i], paths[folders][i], NULL);
            members[i] = (check_member){&found[i].facts, &found[i].report};
            assert_int_equal(count_of(&found[i].report, "T01"), i > 0);
        }
        check_sets(members, 3, &(check_selection){0});
        for (int i = 0; i < 3; ++i)
            assert_int_equal(count_of(&found[i].report, "T01"), i == 1 || (i == 2 && folders == 1));
        const check_finding *kept = finding_of(&found[1].report, "T01");
        if (folders == 0) {
            assert_int_equal(kept->count, 2);
            assert_non_null(strstr(kept->text, "2 of the checked files name it"));
        } else {
            assert_string_equal(kept->text, "the texture is missing");
        }
        for (int i = 0; i < 3; ++i) free_checked(&found[i]);
    }
}

/// Entries of one file are in their order: later ones override earlier ones.
static void later_entries_of_a_file_override_earlier_ones(void **state)
{
    (void)state;
    static const char text[] = "{\"clips\":[{\"file\":\"b.fbx\",\"speed\":1},{\"file\":\"a.fbx\",\"speed\":2},"
                               "{\"file\":\"b.fbx\",\"speed\":3},{\"file\":\"a.fbx\",\"speed\":4},"
                               "{\"file\":\"b.fbx\",\"speed\":5}]}";
    assert_close(speed_of(text, "a.fbx", "walk"), 4, 0);
    assert_close(speed_of(text, "b.fbx", "walk"), 5, 0);
    assert_close(speed_of(text, "art/a.fbx", "walk"), 4, 0);
    assert_close(speed_of(text, "art/b.fbx", "walk"), 5, 0);
    // Entries of one file in the order of their terms, among many.
    char many[4096] = "{\"clips\":[";
    for (int i = 0; i < 40; ++i) {
        const size_t length = strlen(many);
        snprintf(many + length, sizeof many - length, "%s{\"file\":\"%c.fbx\",\"speed\":%d}", i ? "," : "", 'a' + i % 4,
                 i);
    }
    strcat(many, "]}");
    for (int k = 0; k < 4; ++k) {
        const char path[] = {"abcd"[k], '.', 'f', 'b', 'x', 0};
        assert_close(speed_of(many, path, "walk"), 36 + k, 0);
    }
}

// ---- wherever a fault is --------------------------------------------------------------------------------------------

static void no_weight_at(leg *it, int at)
{
    it->influences[at].weight = 0;
}

static void wrong_weight_at(leg *it, int at)
{
    it->influences[at].weight = 0.9f + 0.01f * (float)at;
}

/// Gives another influence to a vertex.
static void share_at(leg *it, int at)
{
    for (int i = VERTICES; i > at + 1; --i) it->influences[i] = it->influences[i - 1];
    it->influences[at + 1] = (sinew_raw_influence){1 - it->influences[at].skin_joint, 0.25f};
    it->influences[at].weight = 0.75f;
    for (int i = at + 1; i <= VERTICES; ++i) ++it->influence_start[i];
}

static void no_normal_at(leg *it, int at)
{
    it->normals[3 * at + 2] = 0;
}

static void stretched_at(leg *it, int at)
{
    it->stacks[at].scaling[2] = 1.5;
}

static void mirrored_at(leg *it, int at)
{
    it->stacks[at].scaling[at % 3] = -1;
}

static void without_size_at(leg *it, int at)
{
    it->stacks[at].scaling[at % 3] = 0;
}

static void bound_elsewhere_at(leg *it, int at)
{
    for (int i = 0; i < JOINTS; ++i) {
        it->joints[i].flags = SINEW_JOINT_HAS_BIND;
        it->joints[i].bind_global = turn_z(i == at ? 2 : 0, 0, 10 * i);
    }
}

static void between_frames_at(leg *it, int at)
{
    it->keys[0][at + 1].ticks += TICKS / 300; // 0.1 frames
}

static void stepped_at(leg *it, int at)
{
    it->keys[0][at].interpolation = SINEW_STEP;
    it->keys[0][at + 1].value += 0.5;
}

static void popping_at(leg *it, int at)
{
    it->keys[0][at + 2].value += 25;
}

/// From the second frame on: a jump after the first one is a reference pose.
static void flipping_at(leg *it, int at)
{
    for (int i = at + 2; i < FRAMES; ++i) it->keys[0][i].value += 120;
}

/// Four keys, 60° apart but for one pair.
static void turning_at(leg *it, int at)
{
    for (int i = 0; i < 4; ++i) it->keys[0][i] = key_at(10 * i, 60 * i + (i > at ? 130 : 0));
    it->curves[0].key_count = 4;
}

static void idle_channel_at(leg *it, int at)
{
    static const double still[] = {4, 0, 1};
    for (int i = 0; i < 10; ++i) it->keys[at][i] = key_at(i * 30 / 9.0, still[at]);
    it->curves[at].key_count = 10;
}

/// Each fault, planted at each position: one finding, which names the position.
static void a_fault_is_found_wherever_it_is(void **state)
{
    (void)state;
    enum { OF_MESH, OF_JOINT, OF_KNEE, OF_CHANNEL };
    static const struct {
        const char *code;
        void (*plant)(leg *it, int at);
        int positions, of;
        const char *contract;
    } faults[] = {
        {"W04", no_weight_at, VERTICES, OF_MESH, NULL},
        {"W05", wrong_weight_at, VERTICES, OF_MESH, NULL},
        {"W21", share_at, VERTICES, OF_MESH, "{\"limits\":{\"influences\":1}}"},
        {"M01", no_normal_at, VERTICES, OF_MESH, NULL},
        {"W20", mirrored_at, JOINTS, OF_JOINT, NULL},
        {"W20", without_size_at, JOINTS, OF_JOINT, NULL},
        {"W20", stretched_at, JOINTS, OF_JOINT, NULL},
        {"D04", bound_elsewhere_at, JOINTS, OF_JOINT, NULL},
        {"W08", between_frames_at, FRAMES - 2, OF_KNEE, NULL},
        {"W14", stepped_at, FRAMES - 1, OF_KNEE, NULL},
        {"W18", flipping_at, FRAMES - 2, OF_KNEE, NULL},
        {"W15", turning_at, 3, OF_KNEE, NULL},
        {"R04", popping_at, FRAMES - 4, OF_KNEE, NULL},
        {"W19", idle_channel_at, 3, OF_CHANNEL, NULL},
    };
    static const int animated[] = {2, 1, 3};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i)
        for (int at = 0; at < faults[i].positions; ++at) {
            leg it;
            checked result;
            make_leg(&it);
            faults[i].plant(&it, at);
            check_at(&result, &it, "samples/leg.fbx", faults[i].contract);
            const check_finding *found = finding_of(&result.report, faults[i].code);
            if (!found) fail_msg("%s is not found at position %d", faults[i].code, at);
            const int is_key = faults[i].plant == between_frames_at;
            const char *node = faults[i].of == OF_MESH      ? "Skin"
                               : faults[i].of == OF_JOINT   ? joint_name(at)
                               : faults[i].of == OF_CHANNEL ? joint_name(animated[at])
                                                            : "Knee";
            if (!is_key && strcmp(found->node, node) != 0)
                fail_msg("%s at position %d is of %s, expected %s", faults[i].code, at, found->node, node);
            if (faults[i].plant == no_weight_at || faults[i].plant == wrong_weight_at || faults[i].plant == share_at ||
                faults[i].of == OF_JOINT || faults[i].plant == stepped_at || is_key)
                assert_int_equal(found->count, 1);
            if (faults[i].plant == wrong_weight_at) {
                char vertex[40];
                snprintf(vertex, sizeof vertex, "of vertex %d sum", at);
                assert_non_null(strstr(found->text, vertex));
                assert_close(found->measured, 0.9 + 0.01 * at, 1e-6);
            }
            if (faults[i].plant == flipping_at) assert_close(found->time, (at + 1) / 30.0, 1e-6);
            if (faults[i].plant == turning_at) {
                assert_close(found->time, at / 3.0, 1e-6);
                assert_close(found->measured, 190, 1e-6);
            }
            if (is_key) assert_close(found->time, (at + 1.1) / 30, 1e-6);
            if (faults[i].plant == popping_at) assert_close(found->time, (at + 2) / 30.0, 1.01 / 30);
            free_checked(&result);
        }
}

// ---- every number ---------------------------------------------------------------------------------------------------

static void two_weights_missing(leg *it, int at)
{
    no_weight_at(it, at);
    no_weight_at(it, at + 2);
}

static void two_weights_wrong(leg *it, int at)
{
    it->influences[at].weight = 0.9f;
    it->influences[3].weight = 1.25f;
}

static void two_joints_stretched(leg *it, int at)
{
    stretched_at(it, at);
    it->stacks[3].scaling[0] = 0.5;
}

static void two_joints_mirrored(leg *it, int at)
{
    mirrored_at(it, at);
    it->stacks[3].scaling[1] = -1;
}

static void same_names(leg *it, int at)
{
    it->joints[3].name = it->joints[at].name;
}

static void cut_polygon(leg *it, const uint32_t corners[6])
{
    memcpy(it->corners, corners, 6 * sizeof *corners);
    it->polygon_sizes[0] = it->polygon_sizes[1] = 3;
    it->mesh.polygon_count = 2;
    it->mesh.corner_count = 6;
}

static void triangle_twice(leg *it, int at)
{
    (void)at;
    cut_polygon(it, (const uint32_t[]){0, 1, 2, 2, 0, 1});
}

static void triangle_without_area(leg *it, int at)
{
    (void)at;
    cut_polygon(it, (const uint32_t[]){0, 1, 2, 0, 2, 3});
    it->positions[0] = 1;
}

static void all_normals_back(leg *it, int at)
{
    (void)at;
    for (int i = 0; i < VERTICES; ++i) it->normals[3 * i + 2] = -1;
}

static void no_texcoords(leg *it, int at)
{
    (void)at;
    it->mesh.texcoords = NULL;
}

static void two_keys_between(leg *it, int at)
{
    between_frames_at(it, at);
    between_frames_at(it, at + 5);
}

static void one_channel_stepped(leg *it, int at)
{
    stepped_at(it, at);
}

static void two_flips(leg *it, int at)
{
    flipping_at(it, at);
    flipping_at(it, at + 10);
}

static void describe(const check_finding *of, char *out, size_t size)
{
    snprintf(out, size, "%d %s/%s: %s | %.6g of %.6g %s, %lld at %.5g |", (int)of->severity, of->clip ? of->clip : "-",
             of->node ? of->node : "-", of->text, of->measured, of->expected, of->unit ? of->unit : "-",
             (long long)of->count, of->time);
    for (int i = 0; i < of->command_count; ++i) {
        const size_t length = strlen(out);
        snprintf(out + length, size - length, " %s", of->command[i]);
    }
}

/// Severity, clip and joint or mesh, text, measured and expected number, count, time and command of findings. By
/// arithmetic: 120.85 is 120 + 10 (sin 72° − sin 60°), 4.329 is the chord of 25° at 10 cm, and the limits of L01
/// and R01 are 0.25 % and 5 % of the size, √(2² + 20²) cm.
static void every_number_of_a_finding_is_right(void **state)
{
    (void)state;
    static const struct {
        const char *code, *contract;
        void (*plant)(leg *it, int at);
        int at;
        const char *expected;
    } cases[] = {
        {"W04", NULL, two_weights_missing, 1,
         "1 -/Skin: 2 of its vertices have no weights; they stay where the mesh is | 0 of 1 -, 2 at nan | render "
         "--clip none --colors influences -o W04.png"},
        {"W05", NULL, two_weights_wrong, 1,
         "1 -/Skin: the weights of 2 of its vertices do not sum to 1; those of vertex 3 sum to 1.25 | 1.25 of 1 -, 2 "
         "at nan | render --clip none --colors influences -o W05.png"},
        {"W12", NULL, same_names, 1,
         "1 -/Hip: 2 joints have this name; clips and sockets find one of them | 2 of 1 -, 2 at nan | tree --rest"},
        {"W20", NULL, two_joints_stretched, 1,
         "1 -/Hip: the scale at rest is not uniform, 1.5 here (joints: 2) | 1.5 of 1 -, 2 at nan | tree --rest"},
        {"W20", NULL, two_joints_mirrored, 1,
         "1 -/Hip: a scale at rest is negative, -1 here (joints: 2) | -1 of 1 -, 2 at nan | tree --rest"},
        {"W20", NULL, without_size_at, 2,
         "1 -/Knee: a scale at rest is 0: the joint and all below it have no size, 0 here (joints: 1) | 0 of 1 -, 1 at "
         "nan | tree --rest"},
        {"D04", NULL, bound_elsewhere_at, 2,
         "0 -/Knee: the bind pose differs from the rest pose by 2 degrees and 0 cm (joints: 1) | 2 of 0 deg, 1 at nan "
         "| tree --rest"},
        {"M01", NULL, triangle_twice, 0,
         "1 -/Skin: 1 of its 2 triangles repeat another triangle | 1 of 0 -, 1 at nan | render --clip none --edges -o "
         "M01.png"},
        {"M01", NULL, triangle_without_area, 0,
         "1 -/Skin: 1 of its 2 triangles have no area | 1 of 0 -, 1 at nan | render --clip none --edges -o M01.png"},
        {"M01", NULL, all_normals_back, 0,
         "1 -/Skin: 2 of its 2 triangles have normals that point to their back | 2 of 0 -, 2 at nan | render --clip "
         "none --edges -o M01.png"},
        {"M01", NULL, no_normal_at, 1,
         "1 -/Skin: 1 of its 2 triangles have a normal without a direction | 1 of 0 -, 1 at nan | render --clip none "
         "--edges -o M01.png"},
        {"M01", NULL, no_texcoords, 0,
         "0 -/Skin: the mesh has no texture coordinates | nan of nan -, -1 at nan | info"},
        {"W08", NULL, two_keys_between, 3,
         "0 swing/-: 2 of 31 keyframes are between frames at 30 frames per second | 2 of 0 -, 2 at 0.13667 | keys "
         "--clip swing"},
        {"W14", NULL, one_channel_stepped, 3,
         "0 swing/Knee: 1 channels have stepped keys | 1 of 0 -, 1 at nan | keys --clip swing --joints Knee"},
        {"W15", NULL, turning_at, 1,
         "0 swing/Knee: rotates by more than half a turn between two keys: 190 degrees at 0.3333 s | 190 of 180 deg, "
         "-1 at 0.33333 | keys --clip swing --joints Knee"},
        {"W18", NULL, two_flips, 4,
         "1 swing/Knee: rotation Z jumps between two frames, 2 times, at most: 120.9 degrees at 0.1667 s | 120.85 of "
         "180 deg, -1 at 0.16667 | render --clip swing --at 0.1666s --joint Knee -o W18.png"},
        {"W19", NULL, idle_channel_at, 1,
         "0 swing/Hip: 1 curves never change; 9 of their keys, about 108 bytes, have no effect | 108 of 0 bytes, 9 at "
         "nan | keys --clip swing --joints Hip"},
        {"D04", "{\"clips\":[{\"starts_at_rest\":true}]}", popping_at, -2,
         "1 swing/Knee: the first frame differs from the rest pose by 25 degrees and 0 cm (joints: 1) | 25 of 0 deg, 1 "
         "at 0 | render --clip swing --at 0.0000s --joint Knee -o D04.png"},
        {"D01", "{\"clips\":[{\"requires\":[\"Tail\"]}]}", one_channel_stepped, 3,
         "2 swing/-: the required joint 'Tail' is missing | nan of nan -, -1 at nan | tree --rest"},
        {"D02", "{\"clips\":[{\"fps\":24}]}", one_channel_stepped, 3,
         "1 swing/-: the file has 30 frames per second, declared are 24 | 30 of 24 fps, -1 at nan | info"},
        {"D02", "{\"clips\":[{\"duration\":1.5}]}", one_channel_stepped, 3,
         "1 swing/-: the clip lasts 1.000 s, declared are 1.500 s | 1 of 1.5 s, -1 at nan | info"},
        {"L01", "{\"clips\":[{\"loop\":\"closed\"}]}", popping_at, 28,
         "2 swing/Foot: the loop does not close: the last pose is 4.329 cm and 25 degrees from the first | 4.32879 of "
         "0.0502494 cm, -1 at 1 | render --clip swing --at 1.0000s --joint Foot -o L01.png"},
        {"R01", "{\"clips\":[{\"in_place\":false}]}", one_channel_stepped, 3,
         "2 swing/Hip: declared to travel, but moves 0 cm only | 0 of 1.00499 cm, -1 at 1 | render --clip swing --at "
         "1.0000s --trail Hip -o R01.png"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        leg it;
        checked result;
        char found[512];
        make_leg(&it);
        cases[i].plant(&it, cases[i].at);
        check_at(&result, &it, "samples/leg.fbx", cases[i].contract);
        const check_finding *finding = finding_of(&result.report, cases[i].code);
        if (!finding) fail_msg("case %d: no %s", (int)i, cases[i].code);
        describe(finding, found, sizeof found);
        if (strcmp(found, cases[i].expected) != 0)
            fail_msg("case %d: %s\n is %s\n not %s", (int)i, cases[i].code, found, cases[i].expected);
        free_checked(&result);
    }
}

/// Keys at the ends of a clip have no path on one side.
static void the_ends_of_a_clip_do_not_pop(void **state)
{
    (void)state;
    static const int frames[] = {0, 1, FRAMES - 2, FRAMES - 1};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; ++i) {
        leg it;
        make_leg(&it);
        it.keys[0][frames[i]].value += 25;
        ACCEPTS(&it, NULL, "R04");
    }
}

/// Each component of each path of a track may be the one that changes. Four keys of 16 bytes: one counts.
static void tracks_that_never_change_are_noted(void **state)
{
    (void)state;
    static const uint32_t paths[] = {SINEW_TRACK_TRANSLATION, SINEW_TRACK_ROTATION, SINEW_TRACK_SCALE};
    static const double values[][4] = {{-3, 2, -1, 0}, {-0.5, 0.5, -0.5, 0.5}, {1, 1, 1, 0}};
    for (int path = 0; path < 3; ++path)
        for (int n = -1; n < 4 * (path == 1 ? 4 : 3); ++n) {
            const int changed = n < 0 ? n : n / 4;
            leg it;
            double measured;
            make_leg(&it);
            it.clip.channel_count = 0;
            it.clip.tracks = &it.track;
            it.clip.track_count = 1;
            it.track = (sinew_raw_track){.joint = 2,
                                         .node = SINEW_NONE,
                                         .mesh = SINEW_NONE,
                                         .morph = SINEW_NONE,
                                         .path = paths[path],
                                         .keys = it.track_keys,
                                         .key_count = 4,
                                         .interpolation = SINEW_LINEAR};
            for (int i = 0; i < 4; ++i) {
                it.track_keys[i].time = i / 3.0;
                memcpy(it.track_keys[i].value, values[path], sizeof values[path]);
            }
            if (changed >= 0) it.track_keys[n % 4].value[changed] += 0.01;
            assert_int_equal(findings(&it, NULL, "W19", &measured), changed < 0);
            if (changed < 0) assert_close(measured, 3 * 16, 0);
        }
}

/// A weight of a morph, and a path of a joint that the file lacks: only the first can have keys without effect.
static void tracks_of_morphs_that_never_change_are_noted(void **state)
{
    (void)state;
    const int32_t vertex = 1;
    const float moved[] = {0, 1, 0};
    const sinew_raw_shape shape = {.vertices = &vertex, .positions = moved, .count = 1};
    const sinew_raw_morph morph = {.name = "Smile", .shapes = &shape, .shape_count = 1};
    for (int kind = 0; kind < 2; ++kind)
        for (int changes = 0; changes < 2; ++changes) {
            leg it;
            checked found;
            make_leg(&it);
            it.mesh.morphs = &morph;
            it.mesh.morph_count = 1;
            it.clip.channel_count = 0;
            it.clip.tracks = &it.track;
            it.clip.track_count = 1;
            it.track = (sinew_raw_track){.joint = SINEW_NONE,
                                         .node = SINEW_NONE,
                                         .mesh = kind == 0 ? 0 : SINEW_NONE,
                                         .morph = kind == 0 ? 0 : SINEW_NONE,
                                         .path = kind == 0 ? SINEW_TRACK_MORPH_WEIGHT : SINEW_TRACK_ROTATION,
                                         .keys = it.track_keys,
                                         .key_count = 4,
                                         .interpolation = SINEW_LINEAR};
            for (int i = 0; i < 4; ++i) it.track_keys[i] = (sinew_track_key){i / 3.0, {0.5, 0, 0, 0}};
            if (kind == 1)
                for (int i = 0; i < 4; ++i) it.track_keys[i].value[3] = sqrt(0.75);
            if (changes) it.track_keys[2].value[0] = -it.track_keys[2].value[0];
            check_at(&found, &it, "face.glb", NULL);
            assert_int_equal(count_of(&found.report, "W19"), kind == 0 && !changes);
            free_checked(&found);
            it.track.interpolation = SINEW_STEP;
            check_at(&found, &it, "face.glb", NULL);
            assert_int_equal(count_of(&found.report, "W14"), kind == 0 && changes);
            free_checked(&found);
        }
}

/// The second of two files, in a unit of 2 cm, with another joint each time.
static void joints_that_differ_between_files_are_measured(void **state)
{
    (void)state;
    static const char one[] = "{\"characters\":{\"leg\":\"*.fbx\"}}";
    for (int kind = 0; kind < 3; ++kind) // length, rest rotation, bind pose
        for (int joint = 0; joint < JOINTS; ++joint) {
            leg legs[2];
            checked found[2];
            for (int i = 0; i < 2; ++i) {
                make_leg(&legs[i]);
                legs[i].raw.unit_cm = 2;
                for (int k = 0; k < JOINTS; ++k) {
                    legs[i].joints[k].flags = SINEW_JOINT_HAS_BIND;
                    legs[i].joints[k].bind_global = turn_z(i == 1 && kind == 2 && k == joint ? 4 : 0, 0, 10 * k);
                }
            }
            if (kind == 0) legs[1].stacks[joint].translation[1] += 1;
            if (kind == 1) legs[1].stacks[joint].rotation[2] = 5;
            for (int i = 0; i < 2; ++i) check_at(&found[i], &legs[i], i ? "b.fbx" : "a.fbx", one);
            const size_t before = found[1].report.count;
            check_sets((check_member[]){{&found[0].facts, &found[0].report}, {&found[1].facts, &found[1].report}}, 2,
                       &(check_selection){0});
            const int may_differ = kind < 2 && joint < 2; // translations and rotations of the first two levels
            assert_int_equal(found[1].report.count - before, !may_differ);
            if (!may_differ) {
                const check_finding *last = &found[1].report.findings[before];
                assert_string_equal(last->code, kind == 2 ? "D04" : "D05");
                assert_string_equal(last->node, joint_name(joint));
                assert_close(last->measured, kind == 0 ? 22 : kind == 1 ? 5 : 4, 1e-6);
                assert_close(last->expected, kind == 0 ? 20 : 0, 1e-6);
                assert_string_equal(last->unit, kind == 0 ? "cm" : "deg");
                assert_int_equal(last->severity, kind == 2 ? SINEW_SEVERITY_WARNING : SINEW_SEVERITY_ERROR);
                assert_string_equal(last->command[0], "tree");
                assert_int_equal(last->command_count, 1);
                assert_non_null(strstr(last->text, "a.fbx"));
            }
            for (int i = 0; i < 2; ++i) free_checked(&found[i]);
        }
}

/// Joints of the third level and below count if they rest more than a degree from the first file; the worst is named.
static void rests_that_differ_between_files_are_counted(void **state)
{
    (void)state;
    static const struct {
        double knee, foot, measured;
        const char *node, *text;
    } cases[] = {
        {0.5, 5, 5, "Foot", "rests 5 degrees from its rest in a.fbx (joints: 1)"},
        {5, 0.5, 5, "Knee", "rests 5 degrees from its rest in a.fbx (joints: 1)"},
        {5, 7, 7, "Foot", "rests 7 degrees from its rest in a.fbx (joints: 2)"},
        {7, 5, 7, "Knee", "rests 7 degrees from its rest in a.fbx (joints: 2)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        leg first, second;
        checked found[2];
        make_leg(&first);
        make_leg(&second);
        second.stacks[2].rotation[2] = cases[i].knee;
        second.stacks[3].rotation[2] = cases[i].foot;
        second.stacks[0].rotation[2] = second.stacks[1].rotation[2] = 20; // root and hips may
        check_at(&found[0], &first, "a.fbx", "{\"characters\":{\"leg\":\"*.fbx\"}}");
        check_at(&found[1], &second, "b.fbx", "{\"characters\":{\"leg\":\"*.fbx\"}}");
        check_sets((check_member[]){{&found[0].facts, &found[0].report}, {&found[1].facts, &found[1].report}}, 2,
                   &(check_selection){0});
        const check_finding *last = &found[1].report.findings[found[1].report.count - 1];
        assert_int_equal(count_of(&found[1].report, "D05"), 1);
        assert_string_equal(last->text, cases[i].text);
        assert_string_equal(last->node, cases[i].node);
        assert_close(last->measured, cases[i].measured, 1e-9);
        for (int k = 0; k < 2; ++k) free_checked(&found[k]);
    }
}

/// Of several joints the one is named that exceeds its limit most: a degree, or 0.5 % of the size, 0.1005 units.
static void the_joint_that_is_bound_farthest_is_named(void **state)
{
    (void)state;
    static const struct {
        double degrees[JOINTS], up[JOINTS];
        int count, joint;
        const char *text;
    } cases[] = {
        {{2, 0, 0, 0}, {0}, 1, 0, "by 2 degrees and 0 cm (joints: 1)"},
        {{2, 3, 0, 0}, {0}, 2, 1, "by 3 degrees and 0 cm (joints: 2)"},
        {{0, 3, 2, 0}, {0}, 2, 1, "by 3 degrees and 0 cm (joints: 2)"},
        {{0, 0, 2, 3}, {0}, 2, 3, "by 3 degrees and 0 cm (joints: 2)"},
        {{0, 0.9, 0, 0}, {0, 0, 0.1, 0.11}, 1, 3, "by 0 degrees and 0.11 cm (joints: 1)"},
        {{0, 2, 0, 0}, {0, 0, 0.5, 0}, 2, 2, "by 0 degrees and 0.5 cm (joints: 2)"}, // 5 times its limit
        {{0, 6, 0, 0}, {0, 0, 0.5, 0}, 2, 1, "by 6 degrees and 0 cm (joints: 2)"},
        {{0, 0, 6, 0}, {0, 0, 0.2, 0.5}, 2, 2, "by 6 degrees and 0.2 cm (joints: 2)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        leg it;
        checked found;
        make_leg(&it);
        for (int k = 0; k < JOINTS; ++k) {
            it.joints[k].flags = SINEW_JOINT_HAS_BIND;
            it.joints[k].bind_global = turn_z(cases[i].degrees[k], 0, 10 * k + cases[i].up[k]);
        }
        check_at(&found, &it, "leg.fbx", NULL);
        const check_finding *bind = finding_of(&found.report, "D04");
        assert_non_null(bind);
        assert_int_equal(count_of(&found.report, "D04"), 1);
        if (!strstr(bind->text, cases[i].text)) fail_msg("case %d: %s", (int)i, bind->text);
        assert_int_equal(bind->count, cases[i].count);
        assert_string_equal(bind->node, joint_name(cases[i].joint));
        assert_int_equal(bind->severity, SINEW_SEVERITY_INFO);
        free_checked(&found);
    }
}

/// Files of a contract are found by their names without folders, in whatever order it has them.
static void files_are_found_by_name_in_any_order(void **state)
{
    (void)state;
    static const char *const files[] = {"m/bow.fbx", "k/arm.fbx", "x/cut.fbx", "n/dip.fbx", "a/cut2.fbx"};
    enum { FILES = sizeof files / sizeof *files };
    for (int first = 0; first < FILES; ++first)
        for (int step = 1; step < FILES; ++step) {
            char contract[1024] = "{\"clips\":[";
            for (int i = 0; i < FILES; ++i) {
                const int k = (first + i * step) % FILES;
                const size_t length = strlen(contract);
                snprintf(contract + length, sizeof contract - length, "%s{\"file\":\"%s\",\"speed\":%d}", i ? "," : "",
                         files[k], k + 1);
            }
            strcat(contract, "]}");
            for (int k = 0; k < FILES; ++k) {
                assert_close(speed_of(contract, strchr(files[k], '/') + 1, "walk"), k + 1, 0);
                assert_close(speed_of(contract, files[k], "walk"), k + 1, 0);
            }
            assert_true(isnan(speed_of(contract, "arms.fbx", "walk")));
            assert_true(isnan(speed_of(contract, "zip.fbx", "walk")));
            assert_true(isnan(speed_of(contract, "a.fbx", "walk")));
        }
}

/// Two vertices at 30 and 29 from the foot that moves them, in the second of two meshes, whose joints come in any
/// order.
static void the_vertex_farthest_from_its_joint_is_named(void **state)
{
    (void)state;
    for (int32_t order = 0; order < 4; ++order) {
        leg it;
        checked found;
        sinew_raw_mesh meshes[2];
        sinew_raw_skin_joint joints[4];
        make_leg(&it);
        for (int32_t i = 0; i < 4; ++i)
            joints[(i + order) % 4] = (sinew_raw_skin_joint){.joint = (int32_t[]){1, 2, 3, 0}[i],
                                                             .node = SINEW_NONE}; // hip, knee, foot, root
        meshes[0] = it.mesh;                                                      // of hip and knee
        sinew_raw_influence influences[VERTICES];
        for (int i = 0; i < VERTICES; ++i) {
            influences[i] = it.influences[i];
            influences[i].skin_joint = (influences[i].skin_joint + order) % 4;
        }
        influences[0].skin_joint = influences[1].skin_joint = (2 + order) % 4;
        float positions[VERTICES * 3];
        memcpy(positions, it.positions, sizeof positions);
        positions[0] = 0, positions[3] = 0, positions[4] = 1; // (0, 0) and (0, 1); the root is at (0, 0)
        meshes[1] = it.mesh;
        meshes[1].name = "Far";
        meshes[1].positions = positions;
        meshes[1].influences = influences;
        meshes[1].skin_joints = joints;
        meshes[1].skin_joint_count = 4;
        it.raw.meshes = meshes;
        it.raw.mesh_count = 2;
        check_at(&found, &it, "leg.fbx", NULL);
        assert_int_equal(count_of(&found.report, "W22"), 1);
        const check_finding *far = finding_of(&found.report, "W22");
        assert_string_equal(far->text, "2 of its vertices are far from every joint that moves them: one is 30 cm from "
                                       "'Foot', and 0 cm from another joint");
        assert_string_equal(far->node, "Far");
        assert_int_equal(far->count, 2);
        free_checked(&found);
    }
}

/// The skin of the still leg is 2 wide along x and 20 high along y; 1 % of its size is 0.201.
static void the_ground_is_below_along_any_axis(void **state)
{
    (void)state;
    static const struct {
        const char *up;
        double lowest;
        int count;
    } cases[] = {{"+X", -1, 2}, {"-X", -1, 2}, {"+Y", 0, 2}, {"-Y", -20, 2}, {"+Z", 0, 4}, {"-Z", 0, 4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        for (int is_found = 0; is_found < 2; ++is_found) {
            leg it;
            checked found;
            char contract[60];
            const double ground = cases[i].lowest + (is_found ? 0.21 : 0.19);
            snprintf(contract, sizeof contract, "{\"clips\":[{\"ground\":%.2f}]}", ground);
            make_leg(&it);
            it.raw.up = cases[i].up;
            it.raw.front = cases[i].up[1] == 'Z' ? "+Y" : "+Z";
            it.raw.unit_cm = 3;
            it.clip.channel_count = 0;
            it.clip.duration = 1;
            check_at(&found, &it, "samples/leg.fbx", contract);
            assert_int_equal(count_of(&found.report, "W24"), is_found);
            if (is_found) {
                const check_finding *below = finding_of(&found.report, "W24");
                assert_close(below->measured, 3 * cases[i].lowest, 1e-6);
                assert_close(below->expected, 3 * ground, 1e-6);
                assert_int_equal(below->count, cases[i].count);
                assert_close(below->time, 0, 0);
                assert_string_equal(below->node, "Skin");
            }
            free_checked(&found);
        }
}

/// Half a frame is the limit, at the rate of the clip, and at 30 frames per second without one.
static void clips_of_a_sync_group_differ_by_half_a_frame(void **state)
{
    (void)state;
    static const char group[] = "{\"clips\":[{\"sync_group\":\"walks\"}]}";
    static const struct {
        double fps, seconds;
        int is_found;
    } cases[] = {{30, 0.016, 0}, {30, 0.018, 1}, {30, -0.016, 0}, {30, -0.018, 1},
                 {60, 0.008, 0}, {60, 0.009, 1}, {0, 0.016, 0},   {0, 0.018, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        leg first, second;
        make_leg(&first);
        make_leg(&second);
        first.clip.duration = 1;
        second.clip.duration = 1 + cases[i].seconds;
        first.raw.fps = second.raw.fps = cases[i].fps;
        assert_int_equal(set_findings(&first, &second, group, "D03"), cases[i].is_found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_leg_has_no_warnings),
        cmocka_unit_test(files_without_clips_or_meshes_are_noted),
        cmocka_unit_test(units_other_than_centimetres_are_noted),
        cmocka_unit_test(bodies_of_an_implausible_size_are_found),
        cmocka_unit_test(swapped_sides_are_found),
        cmocka_unit_test(swapped_sides_of_feet_without_toes_are_found),
        cmocka_unit_test(bodies_that_never_stand_are_found),
        cmocka_unit_test(a_trunk_along_any_other_axis_never_stands),
        cmocka_unit_test(import_warnings_have_the_code_that_covers_theirs),
        cmocka_unit_test(vertices_without_weights_are_counted),
        cmocka_unit_test(weights_that_do_not_sum_to_one_are_found),
        cmocka_unit_test(dropped_influences_are_measured_by_skinning),
        cmocka_unit_test(dropped_influences_are_measured_in_every_pose),
        cmocka_unit_test(influences_of_every_mesh_are_counted),
        cmocka_unit_test(vertices_far_from_their_joint_are_found),
        cmocka_unit_test(edges_that_a_bend_stretches_are_found),
        cmocka_unit_test(edges_of_every_polygon_and_pose_are_measured),
        cmocka_unit_test(an_edge_with_a_blended_end_is_smooth),
        cmocka_unit_test(hard_edges_without_a_clip_are_not_judged),
        cmocka_unit_test(a_surface_that_collapses_by_twisting_is_found),
        cmocka_unit_test(a_surface_that_is_twisted_more_and_more_is_thinnest_at_the_end),
        cmocka_unit_test(a_ring_is_of_a_joint_and_its_parent),
        cmocka_unit_test(a_ring_has_six_vertices),
        cmocka_unit_test(a_bent_ring_collapses_by_less),
        cmocka_unit_test(each_ring_of_a_mesh_is_measured),
        cmocka_unit_test(triangles_without_area_repeated_or_flipped_are_found),
        cmocka_unit_test(the_triangles_of_every_mesh_are_judged),
        cmocka_unit_test(normals_without_a_direction_and_opposed_ones_are_found),
        cmocka_unit_test(a_joint_without_a_size_is_found),
        cmocka_unit_test(a_mesh_without_texture_coordinates_is_noted),
        cmocka_unit_test(a_mesh_with_a_texture_needs_texture_coordinates),
        cmocka_unit_test(textures_are_found_where_their_path_says),
        cmocka_unit_test(findings_of_textures_say_what_is_wrong),
        cmocka_unit_test(sides_of_textures_are_powers_of_two),
        cmocka_unit_test(every_texture_is_judged_once),
        cmocka_unit_test(joints_of_one_name_are_found),
        cmocka_unit_test(scales_at_rest_and_animated_are_found),
        cmocka_unit_test(the_largest_scale_at_rest_is_stated),
        cmocka_unit_test(the_largest_animated_scale_is_stated),
        cmocka_unit_test(a_bind_pose_that_differs_from_the_rest_is_noted),
        cmocka_unit_test(a_clip_that_shall_start_at_rest_does),
        cmocka_unit_test(clips_of_one_frame_are_found),
        cmocka_unit_test(a_span_beyond_the_last_key_is_found),
        cmocka_unit_test(a_late_start_is_noted),
        cmocka_unit_test(names_that_programs_give_are_noted),
        cmocka_unit_test(the_name_of_an_action_is_behind_its_armature),
        cmocka_unit_test(keys_between_frames_are_noted),
        cmocka_unit_test(stepped_keys_are_noted),
        cmocka_unit_test(rotations_by_more_than_half_a_turn_are_noted),
        cmocka_unit_test(euler_angles_that_jump_are_found),
        cmocka_unit_test(flips_of_a_joint_without_a_mesh_show_by_its_bones),
        cmocka_unit_test(euler_angles_that_play_identically_are_no_flip),
        cmocka_unit_test(quaternions_whose_sign_shows_are_found),
        cmocka_unit_test(signs_of_each_component_are_compared),
        cmocka_unit_test(cubic_keys_of_one_value_may_have_an_effect),
        cmocka_unit_test(channels_that_never_change_are_noted_with_their_bytes),
        cmocka_unit_test(a_loop_that_does_not_close_is_found),
        cmocka_unit_test(a_loop_may_travel),
        cmocka_unit_test(a_loop_whose_velocity_jumps_is_found),
        cmocka_unit_test(a_pose_that_is_held_at_the_seam_is_found),
        cmocka_unit_test(an_open_loop_may_go_on_as_fast_as_it_begins),
        cmocka_unit_test(clips_in_place_and_travelling_ones_are_as_declared),
        cmocka_unit_test(the_declared_speed_is_that_of_the_clip),
        cmocka_unit_test(slow_clips_may_differ_by_a_twentieth_of_ten_centimetres_per_second),
        cmocka_unit_test(findings_name_the_edit_that_repairs_them),
        cmocka_unit_test(a_pop_that_is_smaller_than_the_motion_around_it_is_not_seen),
        cmocka_unit_test(a_planted_foot_does_not_slide),
        cmocka_unit_test(a_planted_foot_neither_hovers_nor_sinks),
        cmocka_unit_test(a_reference_pose_in_the_first_frame_is_found),
        cmocka_unit_test(a_reference_pose_before_keys_between_frames_is_found),
        cmocka_unit_test(one_bad_key_pops),
        cmocka_unit_test(a_joint_that_flips_several_times_pops),
        cmocka_unit_test(a_joint_that_flips_while_the_character_travels_pops),
        cmocka_unit_test(a_pop_names_the_joint_that_causes_it),
        cmocka_unit_test(the_larger_of_two_movements_causes_a_pop),
        cmocka_unit_test(a_twist_moves_the_surface),
        cmocka_unit_test(a_fast_but_smooth_movement_does_not_pop),
        cmocka_unit_test(trembling_above_eight_hertz_is_noted),
        cmocka_unit_test(trembling_is_the_same_at_any_rate),
        cmocka_unit_test(frames_of_one_joint_may_repeat),
        cmocka_unit_test(required_joints_exist_and_move),
        cmocka_unit_test(rate_and_duration_are_as_declared),
        cmocka_unit_test(skin_below_the_ground_is_found),
        cmocka_unit_test(levels_are_those_of_the_contract),
        cmocka_unit_test(what_cannot_be_judged_is_said),
        cmocka_unit_test(checks_are_judged_by_their_declarations),
        cmocka_unit_test(a_held_pose_of_a_short_clip_is_not_cut_off),
        cmocka_unit_test(contracts_with_errors_are_refused_by_line),
        cmocka_unit_test(later_entries_override_earlier_ones),
        cmocka_unit_test(entries_name_paths_below_the_checked_folder),
        cmocka_unit_test(matching_ends_at_its_limit),
        cmocka_unit_test(skeletons_of_one_character_are_equal),
        cmocka_unit_test(bind_poses_of_one_character_are_equal),
        cmocka_unit_test(clips_of_a_sync_group_have_one_length),
        cmocka_unit_test(each_clip_has_its_own_sync_group),
        cmocka_unit_test(clips_of_a_sync_group_step_together),
        cmocka_unit_test(clips_of_two_steps_are_in_phase_at_either),
        cmocka_unit_test(a_texture_that_several_files_lack_is_one_finding),
        cmocka_unit_test(later_entries_of_a_file_override_earlier_ones),
        cmocka_unit_test(facts_are_of_all_meshes_joints_and_clips),
        cmocka_unit_test(files_belong_to_characters_by_name),
        cmocka_unit_test(facts_leave_out_helpers),
        cmocka_unit_test(a_fault_is_found_wherever_it_is),
        cmocka_unit_test(every_number_of_a_finding_is_right),
        cmocka_unit_test(the_ends_of_a_clip_do_not_pop),
        cmocka_unit_test(tracks_that_never_change_are_noted),
        cmocka_unit_test(tracks_of_morphs_that_never_change_are_noted),
        cmocka_unit_test(joints_that_differ_between_files_are_measured),
        cmocka_unit_test(rests_that_differ_between_files_are_counted),
        cmocka_unit_test(the_joint_that_is_bound_farthest_is_named),
        cmocka_unit_test(files_are_found_by_name_in_any_order),
        cmocka_unit_test(the_vertex_farthest_from_its_joint_is_named),
        cmocka_unit_test(clips_of_a_sync_group_differ_by_half_a_frame),
        cmocka_unit_test(the_ground_is_below_along_any_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
