/// Retargeting and mirroring judged by separate measures: directions of limbs, heights of soles, slide of planted
/// feet, mirror images of joints and skins. 24 pairs of rigs and 12 mirrored ones, printed as two tables. The measures
/// use the construction of the rigs, nothing of the retargeter.
///
/// Motion capture in ../shared/corpus/motion is also a source, if it exists.
#include "author/edit/edits.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "sinew/import.h"
#include "sinew/pose.h"
#include "sinew/retarget.h"
#include "sinew/skin.h"
#include "sinew/with_clips.h"
#include "support/make_rig.h"

static const double pi = 3.14159265358979323846, leg_in_metres = 0.86;

// ---- rigs ----------------------------------------------------------------------------------------------------------

/// What imitates which family is in its title.
static const rig_options rigs[] = {
    {.title = "well made", .has_skin = 1, .bind = RIG_BIND_STANDS, .extras = RIG_TIPS, .has_clip = 1},
    {.title = "lying bind",
     .size = 100,
     .names = RIG_BLENDER,
     .arms_down = 40,
     .axes_seed = 3,
     .has_skin = 1,
     .bind = RIG_BIND_LIES,
     .extras = RIG_ROOT | RIG_TIPS,
     .has_clip = 1},
    {.title = "extra root",
     .size = 100,
     .names = RIG_UNREAL,
     .arms_down = 45,
     .axes_seed = 4,
     .legs = 1.1,
     .has_skin = 1,
     .extras = RIG_ROOT | RIG_IK | RIG_TWISTS,
     .has_clip = 1},
    {.title = "IK beside hips",
     .names = RIG_BLENDER,
     .arms_down = 20,
     .axes_seed = 6,
     .legs = 0.7,
     .feet = 0.85,
     .extras = RIG_IK | RIG_TIPS,
     .has_skin = 1,
     .bind = RIG_BIND_STANDS,
     .has_clip = 1},
    {.title = "rotated root",
     .size = 1,
     .names = RIG_MIXAMO,
     .axes_seed = 7,
     .extras = RIG_TURNED_ROOT,
     .bind = RIG_BIND_ON_SIDE,
     .has_skin = 1,
     .has_clip = 1},
    {.title = "short neck",
     .size = 10,
     .names = RIG_UNREAL,
     .legs = 0.6,
     .arms = 0.8,
     .hips = 1.3,
     .feet = 0.55,
     .extras = RIG_NO_NECK | RIG_TWISTS,
     .arms_down = 60,
     .has_clip = 1},
    {.title = "no toes",
     .names = RIG_MIXAMO,
     .legs = 0.9,
     .feet = 1.1,
     .extras = RIG_NO_TOES,
     .axes_seed = 11,
     .arms_down = 10,
     .has_skin = 1,
     .has_clip = 1},
    {.title = "Z up, sword",
     .size = 1,
     .is_z_up = 1,
     .names = RIG_BLENDER,
     .arms_down = 30,
     .axes_seed = 12,
     .extras = RIG_ROOT | RIG_SWORD,
     .has_skin = 1,
     .bind = RIG_BIND_STANDS,
     .has_clip = 1},
    {.title = "hip joints", .names = RIG_CMU, .size = 5, .extras = RIG_HIP_JOINTS | RIG_TIPS, .has_clip = 1},
    {.title = "rest dances",
     .names = RIG_MIXAMO,
     .size = 100,
     .axes_seed = 8,
     .rest = RIG_DANCES,
     .bind = RIG_BIND_STANDS,
     .has_skin = 1,
     .arms_down = 45,
     .has_clip = 1},
    {.title = "no bind, dances",
     .names = RIG_MIXAMO,
     .size = 100,
     .axes_seed = 8,
     .rest = RIG_DANCES,
     .arms_down = 45,
     .begins_standing = 1,
     .has_clip = 1},
    {.title = "rest lies",
     .names = RIG_UNREAL,
     .axes_seed = 9,
     .rest = RIG_LIES,
     .bind = RIG_BIND_LIES,
     .extras = RIG_ROOT,
     .has_clip = 1},
    {.title = "rest steps", .names = RIG_UNREAL, .axes_seed = 14, .rest = RIG_STEPS, .extras = RIG_ROOT, .has_clip = 1},
    {.title = "Japanese", .names = RIG_JAPANESE, .size = 12.5, .arms_down = 35, .extras = RIG_ROOT, .has_clip = 1},
    {.title = "below ground", .names = RIG_MIXAMO, .lowered = 0.25, .has_clip = 1},
    {.title = "legs only", .names = RIG_BLENDER, .extras = RIG_LEGS_ONLY, .legs = 1.2, .has_clip = 1},
    {.title = "plain names",
     .names = RIG_PLAIN_NAMES,
     .extras = RIG_ROOT,
     .axes_seed = 5,
     .has_skin = 1,
     .has_clip = 1},
};
enum {
    WELL_MADE,
    LYING_BIND,
    EXTRA_ROOT,
    IK_BONES,
    ROTATED_ROOT,
    SHORT_NECK,
    NO_TOES,
    Z_UP,
    HIP_JOINTS,
    DANCES,
    UNBOUND,
    LIES,
    STEPS,
    JAPANESE,
    BELOW,
    LEGS_ONLY,
    PLAIN,
    RIG_COUNT
};
_Static_assert(sizeof rigs / sizeof *rigs == RIG_COUNT, "a name for each rig");

// ---- who moves -----------------------------------------------------------------------------------------------------

enum { MAX_FRAMES = 400 };
static const double step = 1 / 30.0;

/// A body in a clip, in metres of a body with legs of 0.86: x left, y up, z front.
typedef struct actor {
    rig rig;
    int is_file;
    int32_t clip;
    double first; ///< seconds; frames before it do not belong to the motion
    int frames;
    sinew_pose *pose;
    int stands[2][MAX_FRAMES];
} actor;

static sinew_vec3 in_metres(const actor *on, sinew_vec3 v)
{
    return sinew__vec3_scale(sinew__quat_rotate(sinew__quat_conjugate(on->rig.axes), v),
                             leg_in_metres / on->rig.leg_length);
}

static sinew_vec3 at(const actor *on, int part)
{
    const sinew_affine *global = &on->pose->global[on->rig.joint[part]];
    return in_metres(on, (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]});
}

static sinew_vec3 sole_point(const actor *on, int side, int point)
{
    return in_metres(
        on, sinew__affine_point(&on->pose->global[on->rig.sole_joint[side][point]], on->rig.sole[side][point]));
}

static void pose_at(actor *on, int frame)
{
    sinew_pose_evaluate(on->rig.model, SINEW_ENGINE_EXACT, on->clip, on->first + frame * step, on->pose);
}

static void open_actor(actor *on, int32_t clip)
{
    on->clip = clip;
    on->frames = (int)((on->rig.model->clips[clip].duration - on->first) / step + 1e-6) + 1;
    if (on->frames > MAX_FRAMES) on->frames = MAX_FRAMES;
    assert_int_equal(sinew_pose_create(on->rig.model, &on->pose, NULL), SINEW_OK);
}

static actor made_actor(const rig_options *options)
{
    actor on = {.rig = make_rig(options), .first = options->begins_standing ? step : 0};
    open_actor(&on, 0);
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i < on.frames; ++i) on.stands[side][i] = rig_stands(side, on.first + i * step);
    return on;
}

static void close_actor(actor *on)
{
    sinew_pose_destroy(on->pose);
    sinew_model_destroy(on->rig.model);
}

/// A file: which joints are the parts, and what counts before its clip is motion.
typedef struct source_file {
    const char *title, *path;
    double first;
    const char *names[RIG_PARTS];
} source_file;

#define FOX_SIDE(side)                                                                                                 \
    "shoulder" side, "upper_arm" side, "forearm" side, "hand" side, NULL, "thigh" side, "shin" side, "foot" side,      \
        "toe" side
#define CC_SIDE(side)                                                                                                  \
    "CC_Base_" side "_Clavicle", "CC_Base_" side "_Upperarm", "CC_Base_" side "_Forearm", "CC_Base_" side "_Hand",     \
        "CC_Base_" side "_Mid1", "CC_Base_" side "_Thigh", "CC_Base_" side "_Calf", "CC_Base_" side "_Foot",           \
        "CC_Base_" side "_ToeBase"
#define CC_NAMES                                                                                                       \
    {                                                                                                                  \
        "CC_Base_Hip", "CC_Base_Waist", "CC_Base_Spine02", "CC_Base_NeckTwist01", "CC_Base_Head", CC_SIDE("L"),        \
            CC_SIDE("R")                                                                                               \
    }
static const source_file files[] = {
    {"fox walks", "samples/walk.fbx", 0, {"hips", NULL, NULL, NULL, "head", FOX_SIDE(".L"), FOX_SIDE(".R")}},
    {"capture 007_01", "../shared/corpus/motion/007_01.bvh", 0.1, CC_NAMES},
    {"capture 002_03", "../shared/corpus/motion/002_03.bvh", 0.1, CC_NAMES},
    {"capture 005_05", "../shared/corpus/motion/005_05.bvh", 0.1, CC_NAMES},
};
enum { FOX = RIG_COUNT, CAPTURED_WALK, CAPTURED_RUN, CAPTURED_DANCE };

static double limb_of(const actor *on, int first)
{
    return sinew__vec3_length(sinew__vec3_subtract(at(on, first), at(on, first + 1))) +
           sinew__vec3_length(sinew__vec3_subtract(at(on, first + 1), at(on, first + 2)));
}

/// A foot of a file is planted while its toes are slow and within 4 cm of the height of their lowest 5 %.
static void find_stances(actor *on)
{
    static sinew_vec3 toes[MAX_FRAMES];
    for (int side = 0; side < 2; ++side) {
        const int part = (side ? RIG_RIGHT : RIG_LEFT) + RIG_TOES;
        double low = (double)INFINITY;
        for (int i = 0; i < on->frames; ++i) {
            pose_at(on, i);
            toes[i] = at(on, part);
        }
        for (int i = 0; i < on->frames; ++i) {
            int below = 0;
            for (int k = 0; k < on->frames; ++k) below += toes[k].y < toes[i].y;
            if (below * 20 >= on->frames) low = fmin(low, toes[i].y);
        }
        for (int i = 0; i < on->frames; ++i) {
            const int a = i > 0 ? i - 1 : 0, b = i + 1 < on->frames ? i + 1 : i;
            const double speed = sinew__vec3_length(sinew__vec3_subtract(toes[b], toes[a])) / ((b - a) * step);
            on->stands[side][i] = speed < 0.2 && toes[i].y < low + 0.04;
        }
    }
}

/// Returns 0 if the file is missing.
static int file_actor(const source_file *file, actor *on)
{
    FILE *there = fopen(file->path, "rb");
    if (!there) return 0;
    fclose(there);
    sinew_error error;
    *on = (actor){
        .is_file = 1, .first = file->first, .rig = {.axes = sinew__quat_identity(), .leg_length = leg_in_metres}};
    if (sinew_model_import(file->path, NULL, &on->rig.model, &error) != SINEW_OK)
        fail_msg("%s: %s", file->path, error.message);
    for (int part = 0; part < RIG_PARTS; ++part) {
        on->rig.joint[part] = SINEW_NONE;
        if (file->names[part] &&
            sinew_model_find_joint(on->rig.model, file->names[part], &on->rig.joint[part], &error) != SINEW_OK)
            fail_msg("%s: %s", file->path, error.message);
    }
    open_actor(on, 0);
    pose_at(on, 0);
    on->rig.leg_length = (limb_of(on, RIG_LEFT + RIG_THIGH) + limb_of(on, RIG_RIGHT + RIG_THIGH)) / 2;
    for (int side = 0; side < 2; ++side)
        for (int point = 0; point < RIG_SOLE_POINTS; ++point) {
            const int part = (side ? RIG_RIGHT : RIG_LEFT) + (point == RIG_HEEL ? RIG_FOOT : RIG_TOES);
            on->rig.sole_joint[side][point] = on->rig.joint[part];
            on->rig.sole[side][point] = (sinew_vec3){0, 0, 0};
        }
    find_stances(on);
    return 1;
}

/// A character has no clips: its rest and its bind pose are all that is known.
static rig make_character(int which)
{
    rig_options options = rigs[which];
    options.has_clip = 0;
    return make_rig(&options);
}

static int make_actor(int which, actor *on)
{
    if (which >= RIG_COUNT) return file_actor(&files[which - RIG_COUNT], on);
    *on = made_actor(&rigs[which]);
    return 1;
}

static const char *title_of(int which)
{
    return which < RIG_COUNT ? rigs[which].title : files[which - RIG_COUNT].title;
}

// ---- figures -------------------------------------------------------------------------------------------------------

static double degrees_between(sinew_vec3 a, sinew_vec3 b)
{
    const double cosine = sinew__vec3_dot(a, b) / (sinew__vec3_length(a) * sinew__vec3_length(b));
    return acos(fmin(1, fmax(-1, cosine))) * 180 / pi;
}

typedef struct figures {
    double mean, worst;         ///< degrees between limbs
    double floats, sinks;       ///< metres: a planted sole above the ground; any sole at any time below it
    double source_slide, slide; ///< metres per second
    int flips;
} figures;

/// How fast the point of a sole moves that moves least of those that are low, per side and frame.
typedef struct slide_sum {
    sinew_vec3 last[RIG_SOLE_POINTS];
    int was;
    double sum;
    int count;
} slide_sum;

static double lowest_of(const actor *on, int side)
{
    double low = (double)INFINITY;
    for (int point = 0; point < RIG_SOLE_POINTS; ++point) low = fmin(low, sole_point(on, side, point).y);
    return low;
}

static void add_slide(const actor *on, int side, int stands, slide_sum *sum)
{
    const double low = lowest_of(on, side);
    double least = (double)INFINITY;
    for (int point = 0; point < RIG_SOLE_POINTS; ++point) {
        const sinew_vec3 now = sole_point(on, side, point), moved = sinew__vec3_subtract(now, sum->last[point]);
        if (now.y < low + 0.02 || on->is_file) least = fmin(least, hypot(moved.x, moved.z));
        sum->last[point] = now;
    }
    if (stands && sum->was) {
        sum->sum += least / step;
        ++sum->count;
    }
    sum->was = stands;
}

static const int limbs[] = {RIG_UPPER_ARM, RIG_FOREARM, RIG_THIGH, RIG_SHIN};
enum { LIMBS = 9 }; // both sides, and from the hips to the head

static int limb_direction(const actor *on, int limb, sinew_vec3 *out)
{
    const int part = limb == 8 ? RIG_HIPS : (limb < 4 ? RIG_LEFT : RIG_RIGHT) + limbs[limb % 4],
              end = limb == 8 ? (int)RIG_HEAD : part + 1;
    if (on->rig.joint[part] == SINEW_NONE || on->rig.joint[end] == SINEW_NONE) return 0;
    *out = sinew__vec3_subtract(at(on, end), at(on, part));
    return 1;
}

static figures compare_actors(actor *source, actor *character)
{
    figures found = {.sinks = 0};
    slide_sum own[2] = {{.was = 0}}, others[2] = {{.was = 0}};
    sinew_vec3 last[2][LIMBS];
    double sum = 0;
    int count = 0;
    for (int frame = 0; frame < source->frames; ++frame) {
        pose_at(source, frame);
        pose_at(character, frame);
        for (int limb = 0; limb < LIMBS; ++limb) {
            sinew_vec3 a, b;
            if (!limb_direction(source, limb, &a) || !limb_direction(character, limb, &b)) continue;
            const double degrees = degrees_between(a, b);
            // The torsos of two bodies bend elsewhere: their direction is a posture, not a limb's.
            if (limb < 8) {
                found.worst = fmax(found.worst, degrees);
                sum += degrees;
                ++count;
            }
            if (frame > 0 && degrees_between(b, last[1][limb]) > 60 && degrees_between(a, last[0][limb]) < 30)
                ++found.flips;
            found.flips += limb == 8 && degrees > 45;
            last[0][limb] = a;
            last[1][limb] = b;
        }
        for (int side = 0; side < 2; ++side) {
            const double low = lowest_of(character, side);
            const int stands = source->stands[side][frame];
            found.sinks = fmin(found.sinks, low);
            if (stands) found.floats = fmax(found.floats, fabs(low));
            add_slide(source, side, stands, &others[side]);
            add_slide(character, side, stands, &own[side]);
        }
    }
    found.mean = count > 0 ? sum / count : 0;
    found.slide = (own[0].sum + own[1].sum) / fmax(1, own[0].count + own[1].count);
    found.source_slide = (others[0].sum + others[1].sum) / fmax(1, others[0].count + others[1].count);
    return found;
}

// ---- pairs ---------------------------------------------------------------------------------------------------------

static const int pairs[][2] = {
    // source, character
    {WELL_MADE, LYING_BIND},     {LYING_BIND, WELL_MADE},     {WELL_MADE, EXTRA_ROOT}, {EXTRA_ROOT, IK_BONES},
    {WELL_MADE, IK_BONES},       {IK_BONES, SHORT_NECK},      {WELL_MADE, SHORT_NECK}, {ROTATED_ROOT, NO_TOES},
    {NO_TOES, ROTATED_ROOT},     {Z_UP, WELL_MADE},           {HIP_JOINTS, Z_UP},      {UNBOUND, WELL_MADE},
    {WELL_MADE, DANCES},         {LIES, EXTRA_ROOT},          {STEPS, WELL_MADE},      {STEPS, LYING_BIND},
    {BELOW, EXTRA_ROOT},         {LEGS_ONLY, WELL_MADE},      {JAPANESE, NO_TOES},     {FOX, WELL_MADE},
    {CAPTURED_WALK, EXTRA_ROOT}, {CAPTURED_WALK, SHORT_NECK}, {CAPTURED_RUN, NO_TOES}, {CAPTURED_DANCE, LYING_BIND},
};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static void clips_of_24_pairs_of_rigs_keep_limbs_and_contacts(void **state)
{
    (void)state;
    int failed = 0;
    print_message("%-16s %-16s %6s %6s %7s %7s %7s %7s %5s\n", "animation", "character", "limbs", "worst", "floats",
                  "sinks", "slides", "source", "flips");
    print_message("%-16s %-16s %6s %6s %7s %7s %7s %7s\n", "", "", "deg", "deg", "cm", "cm", "cm/s", "cm/s");
    for (int i = 0; i < PAIRS; ++i) {
        actor source;
        if (!make_actor(pairs[i][0], &source)) {
            print_message("%-16s %-16s skipped: the file is not there\n", title_of(pairs[i][0]), title_of(pairs[i][1]));
            continue;
        }
        const rig character = make_character(pairs[i][1]);
        const sinew_model *animations[] = {source.rig.model};
        sinew_model *joined;
        sinew_error error;
        if (sinew_model_create_with_clips(
                character.model, animations, 1,
                &(sinew_with_clips_options){.retarget = &(sinew_retarget_options){0}, .only_curves = true}, &joined,
                &error) != SINEW_OK) {
            print_message("%-16s %-16s refused: %s\n", title_of(pairs[i][0]), title_of(pairs[i][1]), error.message);
            ++failed;
            close_actor(&source);
            sinew_model_destroy(character.model);
            continue;
        }
        actor player = {.rig = character, .first = source.first};
        player.rig.model = joined;
        open_actor(&player, character.model->clip_count);
        const figures found = compare_actors(&source, &player);
        // Captured legs are nearly straight, and the ground below them goes up and down by 6 cm: their knees bend where
        // the feet of another body stand on one plane. Their mean is a bound, and what misses the others is marked.
        const int is_good = found.worst <= 6 && found.floats <= 0.015 && found.sinks >= -0.02 &&
                            found.slide <= found.source_slide + 0.01 && !found.flips,
                  is_bad = source.is_file ? found.mean > 6 || found.flips > 0 : !is_good;
        print_message("%-16s %-16s %6.1f %6.1f %7.1f %7.1f %7.1f %7.1f %5d%s\n", title_of(pairs[i][0]),
                      title_of(pairs[i][1]), found.mean, found.worst, 100 * found.floats, 100 * found.sinks,
                      100 * found.slide, 100 * found.source_slide, found.flips, is_good ? "" : " *");
        failed += is_bad;
        close_actor(&player);
        close_actor(&source);
        sinew_model_destroy(character.model);
    }
    if (failed) fail_msg("%d pairs of %d are not as they should be: *", failed, (int)PAIRS);
}

/// Returns a character that plays the first clip of another by its own proportions; the caller destroys the model of
/// `character` as well.
static actor retargeted_actor(const actor *source, const rig *character)
{
    const sinew_model *animations[] = {source->rig.model};
    actor player = {.rig = *character};
    sinew_error error;
    if (sinew_model_create_with_clips(
            character->model, animations, 1,
            &(sinew_with_clips_options){.retarget = &(sinew_retarget_options){0}, .only_curves = true},
            &player.rig.model, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    open_actor(&player, 0);
    return player;
}

/// A foot of half the size lifts its ankle less when its heel rises: the hips follow, or the leg that pushes off would
/// be straight by up to 8 degrees.
static void legs_keep_their_directions_above_shorter_feet(void **state)
{
    (void)state;
    const rig_options short_feet = {.title = "short feet", .feet = 0.5};
    actor source = made_actor(&rigs[WELL_MADE]);
    const rig character = make_rig(&short_feet);
    actor player = retargeted_actor(&source, &character);
    const figures found = compare_actors(&source, &player);
    print_message("limbs %.1f degrees, floats %.1f cm, sinks %.1f cm, slides %.1f cm/s\n", found.worst,
                  100 * found.floats, 100 * found.sinks, 100 * found.slide);
    assert_true(found.worst <= 6);
    assert_true(found.floats <= 0.015);
    assert_true(found.sinks >= -0.02);
    assert_true(found.slide <= found.source_slide + 0.01);
    close_actor(&player);
    close_actor(&source);
    sinew_model_destroy(character.model);
}

/// Soles 7 cm above the ground are in the air, 0.08 leg lengths: only the ankle gives the leg's position, not a sole of
/// another size.
static void legs_in_the_air_have_the_directions_of_the_animation(void **state)
{
    (void)state;
    const rig_options high_steps = {.title = "high steps", .lift = 0.11, .has_clip = 1},
                      short_feet = {.title = "short feet", .feet = 0.5};
    actor source = made_actor(&high_steps);
    const rig character = make_rig(&short_feet);
    actor player = retargeted_actor(&source, &character);
    int poses = 0;
    double worst = 0;
    for (int frame = 0; frame < source.frames; ++frame) {
        pose_at(&source, frame);
        pose_at(&player, frame);
        for (int limb = 0; limb < 8; ++limb) {
            sinew_vec3 a = {0, 0, 0}, b = a;
            if (limb % 4 < 2 || lowest_of(&source, limb / 4) < 0.07) continue;
            assert_true(limb_direction(&source, limb, &a) && limb_direction(&player, limb, &b));
            worst = fmax(worst, degrees_between(a, b));
            ++poses;
        }
    }
    print_message("%d poses of limbs, worst %.2f degrees\n", poses, worst);
    assert_true(poses > 20);
    assert_true(worst < 0.1);
    close_actor(&player);
    close_actor(&source);
    sinew_model_destroy(character.model);
}

/// Without toes and skin, only the ankles of a clip show which rotation of a foot is flat: the rest pose takes a step
/// or is on its back, so that its feet are tilted, or its origin is at the hips.
static void bodies_without_toes_and_skin_stand_on_the_ground(void **state)
{
    (void)state;
    static const rig_options sources[] = {
        {.title = "steps", .extras = RIG_NO_TOES | RIG_ROOT, .rest = RIG_STEPS, .has_clip = 1},
        {.title = "dances", .extras = RIG_NO_TOES, .rest = RIG_DANCES, .has_clip = 1},
        {.title = "lies", .extras = RIG_NO_TOES, .rest = RIG_LIES, .has_clip = 1},
        {.title = "below", .extras = RIG_NO_TOES, .rest = RIG_LIES, .lowered = 0.9, .has_clip = 1}};
    static const int characters[] = {WELL_MADE, EXTRA_ROOT, NO_TOES};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; ++i)
        for (size_t k = 0; k < sizeof characters / sizeof *characters; ++k) {
            actor source = made_actor(&sources[i]);
            const rig character = make_character(characters[k]);
            actor player = retargeted_actor(&source, &character);
            const figures found = compare_actors(&source, &player);
            print_message("%-8s %-12s limbs %.1f degrees, floats %.1f cm, sinks %.1f cm, slides %.1f of %.1f cm/s\n",
                          sources[i].title, title_of(characters[k]), found.worst, 100 * found.floats, 100 * found.sinks,
                          100 * found.slide, 100 * found.source_slide);
            assert_true(found.worst <= 6);
            assert_true(found.floats <= 0.015);
            assert_true(found.sinks >= -0.02);
            assert_true(found.slide <= found.source_slide + 0.01);
            close_actor(&player);
            close_actor(&source);
            sinew_model_destroy(character.model);
        }
}

/// The horizontal angle between the feet of two bodies, a mean over the frames with a planted sole.
static double mean_angle_of_feet(actor *source, actor *character)
{
    double sum = 0;
    int count = 0;
    for (int frame = 0; frame < source->frames; ++frame) {
        pose_at(source, frame);
        pose_at(character, frame);
        for (int side = 0; side < 2; ++side) {
            const int foot = (side ? RIG_RIGHT : RIG_LEFT) + RIG_FOOT;
            sinew_vec3 a = sinew__vec3_subtract(at(source, foot + 1), at(source, foot)),
                       b = sinew__vec3_subtract(at(character, foot + 1), at(character, foot));
            a.y = b.y = 0;
            if (!source->stands[side][frame]) continue;
            sum += degrees_between(a, b);
            ++count;
        }
    }
    return sum / fmax(1, count);
}

/// The only upright pose of this dance has a tilted foot; the directions of feet come from poses with flat
/// feet. The walk on uneven ground has no ground of its own, and its origin is at the hips of its first frame.
static void captured_bodies_far_from_their_origin_keep_feet_and_ground(void **state)
{
    (void)state;
    static const source_file dance = {"005_02", "../shared/corpus/motion/005_02.bvh", 0.1, CC_NAMES},
                             uneven = {"003_01", "../shared/corpus/motion/003_01.bvh", 0.1, CC_NAMES};
    const rig character = make_character(WELL_MADE);
    actor source;
    if (!file_actor(&dance, &source)) {
        sinew_model_destroy(character.model);
        skip();
    }
    actor player = retargeted_actor(&source, &character);
    player.first = source.first;
    const double degrees = mean_angle_of_feet(&source, &player);
    print_message("dance: feet %.1f degrees\n", degrees);
    assert_true(degrees < 10);
    close_actor(&player);
    close_actor(&source);

    assert_true(file_actor(&uneven, &source));
    player = retargeted_actor(&source, &character);
    player.first = source.first;
    const figures found = compare_actors(&source, &player);
    print_message("uneven ground: floats %.1f cm, sinks %.1f cm\n", 100 * found.floats, 100 * found.sinks);
    assert_true(found.floats < 0.2); // it goes up and down by 30 cm
    assert_true(found.sinks > -0.2);
    close_actor(&player);
    close_actor(&source);
    sinew_model_destroy(character.model);
}

/// The dancer kneels: feet lie on their insteps, and their soles are above their ankles.
static void ankles_stay_above_the_ground(void **state)
{
    (void)state;
    static const source_file dance = {"005_05", "../shared/corpus/motion/005_05.bvh", 0.1, CC_NAMES};
    const rig character = make_character(WELL_MADE);
    actor source;
    if (!file_actor(&dance, &source)) {
        sinew_model_destroy(character.model);
        skip();
    }
    actor player = retargeted_actor(&source, &character);
    player.first = source.first;
    double low = 1;
    for (int frame = 0; frame < source.frames; ++frame) {
        pose_at(&player, frame);
        low = fmin(low, fmin(at(&player, RIG_LEFT + RIG_FOOT).y, at(&player, RIG_RIGHT + RIG_FOOT).y));
    }
    print_message("lowest ankle %.1f cm\n", 100 * low);
    assert_true(low > 0);
    close_actor(&player);
    close_actor(&source);
    sinew_model_destroy(character.model);
}

// ---- mirrors -------------------------------------------------------------------------------------------------------

static const int mirrored[] = {WELL_MADE,  LYING_BIND, EXTRA_ROOT, IK_BONES, ROTATED_ROOT, Z_UP,
                               HIP_JOINTS, DANCES,     LIES,       STEPS,    JAPANESE,     PLAIN};
enum { MIRRORED = sizeof mirrored / sizeof *mirrored };

/// The part of the other side.
static int other_part(int part)
{
    return part < RIG_LEFT ? part : part < RIG_RIGHT ? part + RIG_SIDE_PARTS : part - RIG_SIDE_PARTS;
}

static sinew_vec3 reflected(sinew_vec3 v)
{
    return (sinew_vec3){-v.x, v.y, v.z};
}

static double distance(sinew_vec3 a, sinew_vec3 b)
{
    return sinew__vec3_length(sinew__vec3_subtract(a, b));
}

enum { MAX_POINTS = 512, MAX_NOTES = 400 };

/// The vertices of a rig's skin in the present pose, in metres. Returns their number.
static int skinned_points(const actor *on, sinew_vec3 out[MAX_POINTS])
{
    static float positions[3 * MAX_POINTS];
    if (on->rig.model->mesh_count == 0) return 0;
    const int32_t count = on->rig.model->meshes[0].vertex_count;
    assert_true(count <= MAX_POINTS);
    sinew_skin_mesh(on->rig.model, 0, SINEW_SKIN_AUTHORED, on->pose, NULL, positions, NULL);
    for (int32_t i = 0; i < count; ++i)
        out[i] = in_metres(
            on, (sinew_vec3){(double)positions[3 * i], (double)positions[3 * i + 1], (double)positions[3 * i + 2]});
    return count;
}

static void keep_note(void *user, const char *text)
{
    char *notes = user;
    const size_t length = strlen(notes);
    snprintf(notes + length, MAX_NOTES - length, "%s%s", length > 0 ? "; " : "", text);
}

static void twelve_mirrored_rigs_are_mirror_images(void **state)
{
    (void)state;
    int failed = 0;
    print_message("%-16s %8s %8s %8s  %s\n", "mirrored", "joints", "skin", "twice", "notes");
    print_message("%-16s %8s %8s %8s\n", "", "cm", "cm", "cm");
    for (int i = 0; i < MIRRORED; ++i) {
        actor source = made_actor(&rigs[mirrored[i]]);
        sinew_error error;
        actor once = {.rig = source.rig}, twice = {.rig = source.rig};
        char notes[MAX_NOTES] = "";
        const sinew__edit_options options = {.note = keep_note, .user = notes};
        sinew_result result = sinew__edit_mirror_clips(source.rig.model, NULL, &options, &once.rig.model, &error);
        if (result == SINEW_OK) result = sinew__edit_mirror_clips(once.rig.model, NULL, NULL, &twice.rig.model, &error);
        if (result != SINEW_OK) {
            print_message("%-16s refused: %s\n", title_of(mirrored[i]), error.message);
            ++failed;
            close_actor(&source);
            continue;
        }
        open_actor(&once, 0);
        open_actor(&twice, 0);
        double joints = 0, skin = 0, identity = 0;
        for (int frame = 0; frame < 2 * source.frames - 1; ++frame) { // at keys and between
            const double seconds = frame * step / 2;
            actor *all[] = {&source, &once, &twice};
            for (int k = 0; k < 3; ++k)
                sinew_pose_evaluate(all[k]->rig.model, SINEW_ENGINE_EXACT, 0, seconds, all[k]->pose);
            for (int part = 0; part < RIG_PARTS; ++part) {
                if (source.rig.joint[part] == SINEW_NONE) continue;
                joints = fmax(joints, distance(at(&once, part), reflected(at(&source, other_part(part)))));
                identity = fmax(identity, distance(at(&twice, part), at(&source, part)));
            }
            sinew_vec3 a[MAX_POINTS], b[MAX_POINTS];
            const int count = skinned_points(&source, a);
            assert_int_equal(skinned_points(&once, b), count);
            for (int k = 0; k < count; ++k) {
                double nearest = (double)INFINITY;
                for (int n = 0; n < count; ++n) nearest = fmin(nearest, distance(b[k], reflected(a[n])));
                skin = fmax(skin, nearest);
            }
        }
        const int is_good = joints < 0.001 && skin < 0.005 && identity < 0.001;
        print_message("%-16s %8.2f %8.2f %8.2f  %s%s\n", title_of(mirrored[i]), 100 * joints, 100 * skin,
                      100 * identity, is_good ? "" : "* ", notes);
        failed += !is_good;
        close_actor(&once);
        close_actor(&twice);
        close_actor(&source);
    }
    if (failed) fail_msg("%d mirrored rigs of %d are not as they should be: *", failed, (int)MIRRORED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips_of_24_pairs_of_rigs_keep_limbs_and_contacts),
        cmocka_unit_test(legs_keep_their_directions_above_shorter_feet),
        cmocka_unit_test(legs_in_the_air_have_the_directions_of_the_animation),
        cmocka_unit_test(bodies_without_toes_and_skin_stand_on_the_ground),
        cmocka_unit_test(captured_bodies_far_from_their_origin_keep_feet_and_ground),
        cmocka_unit_test(ankles_stay_above_the_ground),
        cmocka_unit_test(twelve_mirrored_rigs_are_mirror_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
