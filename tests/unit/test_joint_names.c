/// Sides in names: sides of joint names as programs write them, names without one, and the names of the other side.
#include "support/cmocka_close.h"

#include <string.h>

#include "author/retarget/joint_names.h"

typedef struct named_side {
    const char *name;
    int32_t side;
    const char *other; ///< NULL: none
} named_side;

enum { L = SINEW_BODY_LEFT, R = SINEW_BODY_RIGHT, NO_SIDE = SINEW_NONE };

/// Conventions of CMU, Acclaim, Unreal, Blender, Mixamo, Biped, VRM, Daz, MikuMikuDance and of morphs of faces.
static const named_side sides[] = {
    {"LHipJoint", L, "RHipJoint"},
    {"rhip", R, "lhip"},
    {"LThumb", L, "RThumb"},
    {"lfemur", L, "rfemur"},
    {"l_hand_01", L, "r_hand_01"},
    {"hand_r", R, "hand_l"},
    {"Hand_L.001", L, "Hand_R.001"},
    {"hand.L", L, "hand.R"},
    {"handL", L, "handR"},
    {"left-hand", L, "right-hand"},
    {"mixamorig:LeftHand", L, "mixamorig:RightHand"},
    {"mixamorig1_RightHand", R, "mixamorig1_LeftHand"},
    {"LEFT_ARM", L, "RIGHT_ARM"},
    {"lefthand", L, "righthand"},
    {"handright", R, "handleft"},
    {"handrgt", R, "handlft"},
    {"lftfoot", L, "rgtfoot"},
    {"Bip01 L UpperArm", L, "Bip01 R UpperArm"},
    {"J_Bip_R_Index1", R, "J_Bip_L_Index1"},
    {"rShldrBend", R, "lShldrBend"},
    {"arm_lft_01", L, "arm_rgt_01"},
    {"eyeBlinkLeft", L, "eyeBlinkRight"},
    {"step left", L, "step right"},
    {"\xe5\xb7\xa6\xe8\x85\x95", L, "\xe5\x8f\xb3\xe8\x85\x95"}, // 左腕, 右腕
    {"\xe8\x85\x95_R", R, "\xe8\x85\x95_L"},
    // The word counts, not the letter before it.
    {"R_LeftHand", L, "R_RightHand"},
    // No sides: letters inside words, a vertebra, plain names.
    {"L0", NO_SIDE, NULL},
    {"L5", NO_SIDE, NULL},
    {"L9", NO_SIDE, NULL},
    {"L5 bone", L, "R5 bone"},
    {"Root", NO_SIDE, NULL},
    {"Spine1", NO_SIDE, NULL},
    {"leg", NO_SIDE, NULL},
    {"ring", NO_SIDE, NULL},
    {"radius", NO_SIDE, NULL},
    {"Roll", NO_SIDE, NULL},
    {"LOD0", NO_SIDE, NULL},
    {"lower", NO_SIDE, NULL},
    {"Bone.001", NO_SIDE, NULL},
    {"", NO_SIDE, NULL},
    {"cleft", NO_SIDE, NULL},
    {"bright", NO_SIDE, NULL},
    {"\xef", NO_SIDE, NULL}, // half a character
    {"\xef\xbc", NO_SIDE, NULL},
};

static void sides_are_read_from_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; ++i) {
        sinew__arena memory = {0};
        const char *other = sinew__name_of_other_side(sides[i].name, &memory);
        if (sinew__side_of_name(sides[i].name).side != sides[i].side) fail_msg("'%s': another side", sides[i].name);
        if (!other != !sides[i].other || (other && strcmp(other, sides[i].other) != 0))
            fail_msg("'%s': the other side is '%s'", sides[i].name, other ? other : "none");
        if (other) assert_string_equal(sinew__name_of_other_side(other, &memory), sides[i].name);
        sinew__arena_free(&memory);
    }
}

/// Names of any length and of any bytes end somewhere: a word of 40 letters, twenty words, bytes that are no UTF-8.
static void any_bytes_are_a_name(void **state)
{
    (void)state;
    char name[200];
    for (int byte = 1; byte < 256; ++byte) {
        memset(name, byte, sizeof name - 1);
        name[sizeof name - 1] = '\0';
        for (size_t i = 7; i < sizeof name - 1; i += 40) name[i] = '_';
        (void)sinew__joint_role_of(name);
    }
    assert_int_equal(sinew__side_of_name("a_b_c_d_e_f_g_h_i_j_k_m_n_o_L").side, SINEW_NONE); // words are limited
}

/// Which part a name is: full-width digits and words of MikuMikuDance, and suffixes of a part that are not a number.
static void parts_are_read_from_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int32_t side, role;
    } parts[] = {
        {"rhip", R, SINEW_SIDE_THIGH},
        {"\xe5\xb7\xa6\xe8\xb6\xb3\xe9\xa6\x96", L, SINEW_SIDE_FOOT},              // 左足首
        {"\xe5\x8f\xb3\xe4\xba\xba\xe6\x8c\x87\xef\xbc\x91", R, SINEW_SIDE_INDEX}, // 右人指１
        {"\xe5\xb7\xa6\xe8\xb6\xb3\xef\xbc\xa9\xef\xbc\xab", L, SINEW_NONE},       // 左足ＩＫ
        {"\xe9\xa0\xad", NO_SIDE, SINEW__ROLE_HEAD},                               // 頭
        {"hand_l_ik", L, SINEW_NONE},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        const sinew__joint_role role = sinew__joint_role_of(parts[i].name);
        if (role.side != parts[i].side || role.role != parts[i].role) fail_msg("'%s': another part", parts[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_are_read_from_names),
        cmocka_unit_test(any_bytes_are_a_name),
        cmocka_unit_test(parts_are_read_from_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
