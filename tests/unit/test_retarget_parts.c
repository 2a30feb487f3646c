/// Parts of a body found by names and hierarchy, in rigs that are written as text: which joints are parts, and which
/// joints of the same names are not. Also the conditions that a map of a body must fulfil.
#include "author/retarget/retarget.h"
#include "support/cmocka_close.h"

#include <stdio.h>
#include <string.h>

#include "support/make_model.h"
#include "support/vary_model.h"

enum { MAX_JOINTS = 64, NAME_SIZE = 32, TEXT_SIZE = 2048 };

/// Makes joints of a text like "Root Hips<Root *Spine<Hips": the parent follows `<`. `*` deforms a mesh, `^` is a
/// light. Namespaces tell joints of one name apart: "a:Hips b:Hips<a:Hips".
static sinew_model *make_rig_of(const char *text)
{
    static char names[MAX_JOINTS][NAME_SIZE];
    char parent[NAME_SIZE];
    sinew_raw_joint joints[MAX_JOINTS];
    uint32_t flags[MAX_JOINTS] = {0};
    int count = 0;
    for (int used = 0; *text; text += used) {
        used = 0;
        if (*text == ' ') {
            used = 1;
            continue;
        }
        assert_true(count < MAX_JOINTS);
        const char mark = *text;
        if (mark == '*' || mark == '^') ++text;
        *parent = '\0';
        assert_true(sscanf(text, "%31[^ <]%n<%31[^ ]%n", names[count], &used, parent, &used) >= 1);
        int above = SINEW_NONE;
        for (int i = 0; i < count; ++i)
            if (strcmp(names[i], parent) == 0) above = i;
        assert_true((above == SINEW_NONE) == (*parent == '\0'));
        flags[count] = mark == '*' ? (uint32_t)SINEW_JOINT_DEFORMS : 0;
        joints[count] = (sinew_raw_joint){.name = names[count],
                                          .parent = above,
                                          .kind = mark == '^' ? SINEW_JOINT_LIGHT : SINEW_JOINT_BONE,
                                          .node = SINEW_NONE,
                                          .rest = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
        ++count;
    }
    sinew_model *model = make_model(&(sinew_raw_model){.joints = joints, .joint_count = count});
    for (int i = 0; i < count; ++i) {
        int32_t joint;
        assert_int_equal(sinew_model_find_joint(model, names[i], &joint, NULL), SINEW_OK);
        ((sinew_joint *)(uintptr_t)model->joints)[joint].flags |= flags[i];
    }
    return model;
}

static void assert_parts_of_form(const char *rig, const char *expected)
{
    sinew_model *model = make_rig_of(rig);
    sinew_body_map map;
    sinew_error error;
    char found[TEXT_SIZE] = "";
    if (sinew_body_map_find(model, &map, &error) != SINEW_OK) fail_msg("%s: %s", rig, error.message);
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) {
        const int32_t joint = map.joint[part];
        const size_t length = strlen(found);
        if (joint == SINEW_NONE) continue;
        snprintf(found + length, sizeof found - length, "%s%s=%s", length ? " " : "", sinew_body_part_name(part),
                 sinew_text(model, model->joints[joint].name));
    }
    assert_string_equal(found, expected);
    sinew_model_destroy(model);
}

/// Fails unless the parts of a rig are exactly the parts of a text like "hips=Hips spine1=Spine", also if another joint
/// comes first.
static void assert_parts(const char *rig, const char *expected)
{
    assert_parts_of_form(rig, expected);
    vary_models(&(model_variation){.has_more = 1});
    assert_parts_of_form(rig, expected);
    vary_models(NULL);
}

#define LEG(side, above) " " side "UpLeg<" above " " side "Leg<" side "UpLeg " side "Foot<" side "Leg"
#define ARM(side, above) " " side "Arm<" above " " side "ForeArm<" side "Arm " side "Hand<" side "ForeArm"
#define LEGS LEG("Left", "Hips") LEG("Right", "Hips")
#define LEFT_LEG " left_thigh=LeftUpLeg left_shin=LeftLeg left_foot=LeftFoot"
#define RIGHT_LEG " right_thigh=RightUpLeg right_shin=RightLeg right_foot=RightFoot"
#define LEFT_ARM " left_upper_arm=LeftArm left_forearm=LeftForeArm left_hand=LeftHand"
#define RIGHT_ARM " right_upper_arm=RightArm right_forearm=RightForeArm right_hand=RightHand"

static void hips_are_above_both_legs_and_the_head(void **state)
{
    (void)state;
    assert_parts("Hips Spine<Hips Head<Spine" LEGS, "hips=Hips spine1=Spine head=Head" LEFT_LEG RIGHT_LEG);
    // Joints of that name that are above one leg, or above the legs and not the head: their common ancestor.
    assert_parts("Root Hips<Root Spine<Hips Head<Spine" LEG("Left", "Root") LEG("Right", "Hips"),
                 "hips=Root spine1=Hips spine2=Spine head=Head" LEFT_LEG RIGHT_LEG);
    assert_parts("Root Hips<Root Spine<Hips Head<Spine" LEG("Left", "Hips") LEG("Right", "Root"),
                 "hips=Root spine1=Hips spine2=Spine head=Head" LEFT_LEG RIGHT_LEG);
    assert_parts("Root Hips<Root Spine<Root Head<Spine" LEGS, "hips=Root spine1=Spine head=Head" LEFT_LEG RIGHT_LEG);
    // Two joints of that name: the first that is above them.
    assert_parts("Root a:Hips<Root Hips<Root Spine<Hips Head<Spine" LEGS,
                 "hips=Hips spine1=Spine head=Head" LEFT_LEG RIGHT_LEG);
    assert_parts("a:Hips Hips<a:Hips Spine<Hips Head<Spine" LEGS,
                 "hips=a:Hips spine1=Hips spine2=Spine head=Head" LEFT_LEG RIGHT_LEG);
    // A light of that name, and no joint of it.
    assert_parts("^Hips Body<Hips Spine<Body Head<Spine" LEG("Left", "Body") LEG("Right", "Body"),
                 "hips=Body spine1=Spine head=Head" LEFT_LEG RIGHT_LEG);
    // Only legs.
    assert_parts("Root Body<Root" LEG("Left", "Body") LEG("Right", "Body"), "hips=Body" LEFT_LEG RIGHT_LEG);
}

static void necks_and_chests_divide_the_torso(void **state)
{
    (void)state;
    // A root that is named a neck is above the hips.
    assert_parts("Neck Hips<Neck Spine<Hips Neck1<Spine Head<Neck1" LEGS,
                 "hips=Hips spine1=Spine neck1=Neck1 head=Head" LEFT_LEG RIGHT_LEG);
    // Without a neck the chest is above both arms, and joints above it are the neck.
    assert_parts("Hips A<Hips B<A C<B Head<C" ARM("Left", "B") ARM("Right", "B") LEGS,
                 "hips=Hips spine1=A spine2=B neck1=C head=Head" LEFT_ARM LEFT_LEG RIGHT_ARM RIGHT_LEG);
    // The head is a child of the chest.
    assert_parts("Hips A<Hips Head<A" ARM("Left", "A") ARM("Right", "A") LEGS,
                 "hips=Hips spine1=A head=Head" LEFT_ARM LEFT_LEG RIGHT_ARM RIGHT_LEG);
    // A neck with a side, or beside the head, is none.
    assert_parts("Hips A<Hips Head<A LeftNeck<A" LEGS, "hips=Hips spine1=A head=Head" LEFT_LEG RIGHT_LEG);
    assert_parts("Hips A<Hips B<A Head<B Neck<A" LEGS, "hips=Hips spine1=A spine2=B head=Head" LEFT_LEG RIGHT_LEG);
    // Arms that begin at the hips have no chest.
    assert_parts("Hips A<Hips Head<A" ARM("Left", "Hips") ARM("Right", "Hips") LEGS,
                 "hips=Hips neck1=A head=Head" LEFT_ARM LEFT_LEG RIGHT_ARM RIGHT_LEG);
    // Chains with more joints than parts keep those next to the hips, and next to the chest.
    assert_parts(
        "Hips A<Hips B<A C<B D<C E<D F<E G<F H<G I<H J<I Neck<J N2<Neck N3<N2 N4<N3 N5<N4 N6<N5 N7<N6 Head<N7" LEGS,
        "hips=Hips spine1=A spine2=B spine3=C spine4=D spine5=E spine6=F spine7=G spine8=H neck1=Neck neck2=N2 "
        "neck3=N3 neck4=N4 head=Head" LEFT_LEG RIGHT_LEG);
}

/// As in Rigify: the head is the last joint of the chain that continues the chest.
static void a_chain_of_the_spine_ends_in_an_unnamed_head(void **state)
{
    (void)state;
    static const char parts[] =
        "hips=spine spine1=spine.001 neck1=spine.002 head=spine.003" LEFT_ARM LEFT_LEG RIGHT_ARM RIGHT_LEG;
#define LIMBS ARM("Left", "spine.001") ARM("Right", "spine.001") LEG("Left", "spine") LEG("Right", "spine")
    assert_parts("spine spine.001<spine hat<spine.001 spine.002<spine.001 spine.003<spine.002" LIMBS, parts);
    assert_parts("spine spine.001<spine ^spine.004<spine.001 spine.002<spine.001 spine.003<spine.002" LIMBS, parts);
    // A joint named so that is elsewhere.
    assert_parts(
        "Root Head<Root spine<Root spine.001<spine spine.002<spine.001 spine.003<spine.002" LIMBS,
        "hips=Root spine1=spine spine2=spine.001 neck1=spine.002 head=spine.003" LEFT_ARM LEFT_LEG RIGHT_ARM RIGHT_LEG);
}

static void limbs_are_completed_by_their_hierarchy(void **state)
{
    (void)state;
#define BODY "Hips Spine<Hips Neck<Spine Head<Neck" LEGS
#define TORSO "hips=Hips spine1=Spine neck1=Neck head=Head"
    // The first part has no name of its own, or one that is above another limb.
    assert_parts(BODY " A<Spine LeftForeArm<A LeftHand<LeftForeArm",
                 TORSO " left_upper_arm=A left_forearm=LeftForeArm left_hand=LeftHand" LEFT_LEG RIGHT_LEG);
    assert_parts(BODY " LeftArm<Spine A<Spine LeftForeArm<A LeftHand<LeftForeArm",
                 TORSO " left_upper_arm=A left_forearm=LeftForeArm left_hand=LeftHand" LEFT_LEG RIGHT_LEG);
    assert_parts("Hips Spine<Hips Head<Spine A<Hips LeftLeg<A LeftFoot<LeftLeg" LEG("Right", "Hips"),
                 "hips=Hips spine1=Spine head=Head left_thigh=A left_shin=LeftLeg left_foot=LeftFoot" RIGHT_LEG);
    // A shoulder is above its arm and is not its arm.
    assert_parts(BODY " RightShoulder<Spine" ARM("Right", "RightShoulder"),
                 TORSO LEFT_LEG " right_clavicle=RightShoulder" RIGHT_ARM RIGHT_LEG);
    assert_parts(BODY " RightShoulder<Spine" ARM("Right", "Spine"), TORSO LEFT_LEG RIGHT_ARM RIGHT_LEG);
    assert_parts(BODY " LeftShoulder<Spine LeftForeArm<LeftShoulder LeftHand<LeftForeArm",
                 TORSO " left_upper_arm=LeftShoulder left_forearm=LeftForeArm left_hand=LeftHand" LEFT_LEG RIGHT_LEG);
    // Of two joints of one name, the one that deforms a mesh, else the first.
    assert_parts(BODY " a:LeftArm<Spine *LeftArm<Spine LeftForeArm<LeftArm LeftHand<LeftForeArm",
                 TORSO LEFT_ARM LEFT_LEG RIGHT_LEG);
    assert_parts(BODY ARM("Left", "Spine") " a:LeftHand<LeftForeArm", TORSO LEFT_ARM LEFT_LEG RIGHT_LEG);
    assert_parts(BODY ARM("Left", "Spine") " *a:LeftHand<LeftForeArm *b:LeftHand<LeftForeArm",
                 TORSO " left_upper_arm=LeftArm left_forearm=LeftForeArm left_hand=a:LeftHand" LEFT_LEG RIGHT_LEG);
    // Another word for it is less certain, even if that joint deforms a mesh; a light is not a part.
    assert_parts(BODY " LeftArm<Spine LeftForeArm<LeftArm *LeftWrist<LeftForeArm LeftHand<LeftWrist",
                 TORSO LEFT_ARM LEFT_LEG RIGHT_LEG);
    assert_parts(BODY " LeftArm<Spine LeftForeArm<LeftArm ^a:LeftHand<LeftForeArm LeftHand<LeftForeArm",
                 TORSO LEFT_ARM LEFT_LEG RIGHT_LEG);
    // Joints of another object.
    assert_parts("Root LeftHand<Root LeftToeBase<Root Hips<Root Spine<Hips Neck<Spine Head<Neck" LEGS,
                 TORSO LEFT_LEG RIGHT_LEG);
}

static void fingers_are_below_their_hands(void **state)
{
    (void)state;
    assert_parts(BODY ARM("Left", "Spine") " LeftHandIndex1<LeftHand LeftHandIndex2<LeftHandIndex1 "
                                           "LeftHandIndex3<LeftHandIndex2 LeftHandIndex4<LeftHandIndex3 "
                                           "LeftHandIndex5<LeftHandIndex4 LeftHandPinky1<LeftHand",
                 TORSO LEFT_ARM LEFT_LEG " left_index1=LeftHandIndex1 left_index2=LeftHandIndex2 "
                                         "left_index3=LeftHandIndex3 left_index4=LeftHandIndex4 "
                                         "left_pinky1=LeftHandPinky1" RIGHT_LEG);
    // Elsewhere, of the other hand, beside the joint before, and a light.
    assert_parts(BODY ARM("Left", "Spine")
                     ARM("Right", "Spine") " LeftHandThumb1<Spine RightHandRing1<LeftHand "
                                           "RightHandMiddle1<RightHand RightHandMiddle2<RightHand "
                                           "^RightHandMiddle3<RightHandMiddle1",
                 TORSO LEFT_ARM LEFT_LEG RIGHT_ARM RIGHT_LEG " right_middle1=RightHandMiddle1");
}

/// Parts that a body needs, joints in use twice, and joints that are not below the part that they continue.
static void maps_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *part, *joint, *message; ///< joint NULL: none
    } wrong[] = {
        {"hips", NULL, "not a body: no joint for 'hips'"},
        {"right_foot", NULL, "not a body: no joint for 'right_foot'"},
        {"spine1", "Hips", "joint 'Hips' is both hips and spine1"},
        {"head", "Spine", "joint 'Spine' is both spine1 and head"},
        {"neck1", "LeftFoot", "neck1 'LeftFoot' is not below spine1 'Spine'"},
        {"spine1", "Root", "spine1 'Root' is not below hips 'Hips'"},
        {"left_forearm", "Neck", "joint 'Neck' is both neck1 and left_forearm"},
        {"left_index1", "Root", "left_index1 'Root' is not below left_hand 'LeftHand'"},
        {"right_toes", "LeftToeBase", "right_toes 'LeftToeBase' is not below right_foot 'RightFoot'"},
    };
    sinew_model *model =
        make_rig_of("Root Hips<Root Spine<Hips Neck<Spine Head<Neck" LEGS ARM("Left", "Spine") " LeftToeBase<LeftFoot");
    sinew_body_map found;
    assert_int_equal(sinew_body_map_find(model, &found, NULL), SINEW_OK);
    found.joint[SINEW_BODY_LEFT + SINEW_SIDE_TOES] = SINEW_NONE;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        sinew_body_map map = found;
        sinew_error error;
        assert_int_equal(sinew_body_map_set(model, &map, wrong[i].part, wrong[i].joint, &error), SINEW_OK);
        assert_int_not_equal(sinew_body_map_check(model, &map, &error), SINEW_OK);
        if (!strstr(error.message, wrong[i].message)) fail_msg("'%s', not '%s'", error.message, wrong[i].message);
    }
    sinew_model_destroy(model);
}

/// The chains of parts: a hand is continued by its middle finger, each finger by its joints, a leg by its toes.
static void parts_follow_each_other(void **state)
{
    (void)state;
    static const char *const chains[] = {"upper_arm forearm hand middle1 middle2 middle3 middle4",
                                         "thigh shin foot toes", "thumb1 thumb2 thumb3 thumb4",
                                         "pinky1 pinky2 pinky3 pinky4", "clavicle"};
    static const char *const begins[] = {"", "", "hand", "hand", ""}; // the part before the first
    for (int side = 0; side < 2; ++side)
        for (size_t i = 0; i < sizeof chains / sizeof *chains; ++i) {
            char before[NAME_SIZE] = "", name[NAME_SIZE];
            int32_t last = SINEW_NONE;
            if (*begins[i]) snprintf(before, sizeof before, "%s_%s", side ? "right" : "left", begins[i]);
            for (const char *at = chains[i]; *at; at += strcspn(at, " "), at += *at == ' ') {
                int32_t part = 0;
                snprintf(name, sizeof name, "%s_%.*s", side ? "right" : "left", (int)strcspn(at, " "), at);
                while (strcmp(sinew_body_part_name(part), name) != 0) ++part;
                if (last != SINEW_NONE) assert_int_equal(sinew__body_part_after(last), part);
                const char *found = sinew_body_part_name(sinew__body_part_before(part));
                assert_string_equal(found ? found : "", before);
                memcpy(before, name, sizeof before);
                last = part;
            }
            assert_int_equal(sinew__body_part_after(last), SINEW_NONE);
        }
    for (int32_t part = SINEW_BODY_HIPS; part <= SINEW_BODY_HEAD; ++part) {
        assert_int_equal(sinew__body_part_after(part), SINEW_NONE);
        assert_int_equal(sinew__body_part_before(part), SINEW_NONE);
    }
}

/// A chain ends at its first gap, at its capacity, or before it.
static void chains_are_as_long_as_they_are_filled(void **state)
{
    (void)state;
    static const int32_t chains[][2] = {{SINEW_BODY_SPINE, SINEW_BODY_SPINE_JOINTS_MAX},
                                        {SINEW_BODY_NECK, SINEW_BODY_NECK_JOINTS_MAX},
                                        {SINEW_BODY_RIGHT + SINEW_SIDE_RING, SINEW_BODY_FINGER_JOINTS_MAX}};
    for (size_t i = 0; i < sizeof chains / sizeof *chains; ++i)
        for (int32_t length = 0; length <= chains[i][1]; ++length) {
            sinew_body_map map;
            for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part) map.joint[part] = 7; // others do not count
            if (length < chains[i][1]) map.joint[chains[i][0] + length] = SINEW_NONE;
            assert_int_equal(sinew__chain_length(&map, chains[i][0], chains[i][1]), length);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hips_are_above_both_legs_and_the_head),
        cmocka_unit_test(necks_and_chests_divide_the_torso),
        cmocka_unit_test(a_chain_of_the_spine_ends_in_an_unnamed_head),
        cmocka_unit_test(limbs_are_completed_by_their_hierarchy),
        cmocka_unit_test(fingers_are_below_their_hands),
        cmocka_unit_test(maps_are_checked),
        cmocka_unit_test(parts_follow_each_other),
        cmocka_unit_test(chains_are_as_long_as_they_are_filled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
