/// Sides in names: sides of joint names as programs write them, names without one, and the names of the other side.
#include "support/cmocka_close.h"

#include <limits.h>
#include <string.h>
#include <strings.h>

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

/// The words of a part in the conventions of games and capture, and which part they are.
static const struct {
    const char *words[3];
    int32_t role;
} worded[] = {
    {{"clavicle"}, SINEW_SIDE_CLAVICLE},
    {{"upper", "arm"}, SINEW_SIDE_UPPER_ARM},
    {{"fore", "arm"}, SINEW_SIDE_FOREARM},
    {{"lower", "arm"}, SINEW_SIDE_FOREARM},
    {{"hand"}, SINEW_SIDE_HAND},
    {{"thigh"}, SINEW_SIDE_THIGH},
    {{"upper", "leg"}, SINEW_SIDE_THIGH},
    {{"lower", "leg"}, SINEW_SIDE_SHIN},
    {{"calf"}, SINEW_SIDE_SHIN},
    {{"foot"}, SINEW_SIDE_FOOT},
    {{"toe", "base"}, SINEW_SIDE_TOES},
    {{"hand", "thumb"}, SINEW_SIDE_THUMB},
    {{"hand", "index"}, SINEW_SIDE_INDEX},
    {{"middle"}, SINEW_SIDE_MIDDLE},
    {{"hand", "ring"}, SINEW_SIDE_RING},
    {{"hand", "pinky"}, SINEW_SIDE_PINKY},
    {{"tail"}, SINEW_NONE},
};

/// How words become a name: text between them, capitals (0 none, 1 of each word, 2 all), and text around them.
static const struct {
    const char *between;
    int capitals;
    const char *before, *after;
} spellings[] = {
    {"_", 0, "", ""},        {"_", 1, "", ""},         {".", 0, "", ""},     {" ", 1, "Bip01 ", ""},
    {"-", 0, "", ""},        {"", 1, "", ""},          {"_", 2, "", ""},     {"_", 0, "", "_01"},
    {"", 1, "", "1"},        {"_", 1, "J_Bip_", ""},   {"", 1, "hero:", ""}, {"", 1, "mixamorig:", ""},
    {"_", 0, "a|b|", "_02"}, {".", 0, "DEF-", ".001"},
};

static void put_word(char *name, const char *word, const char *between, int capitals, int is_first)
{
    if (!is_first) strcat(name, between);
    char *at = name + strlen(name);
    strcat(name, word);
    for (size_t i = 0; at[i]; ++i)
        if (capitals == 2 || (capitals == 1 && i == 0)) at[i] = (char)(at[i] - 'a' + 'A');
}

/// Every part, spelled in every way with its side as a word or a letter at either end, is that part of that side. With
/// a word of a helper between side and part it is none.
static void parts_are_read_in_every_spelling(void **state)
{
    (void)state;
    static const char *const side_names[][2] = {{"left", "right"}, {"l", "r"}};
    for (size_t part = 0; part < sizeof worded / sizeof *worded; ++part)
        for (size_t way = 0; way < sizeof spellings / sizeof *spellings; ++way)
            for (int form = 0; form < 16; ++form) { // right, letter, side at the end, helper
                const int is_right = form & 1, is_letter = (form >> 1) & 1, is_last = (form >> 2) & 1,
                          is_helper = (form >> 3) & 1, capitals = spellings[way].capitals;
                const char *between = spellings[way].between, *side = side_names[is_letter][is_right];
                char name[100] = "";
                int count = 0;
                if (!*between && capitals == 1 && is_letter && is_last) continue; // `HandL1` has the word `L1`
                strcat(name, spellings[way].before);
                if (!is_last) put_word(name, side, between, capitals, count++ == 0);
                if (is_helper) put_word(name, "twist", between, capitals, count++ == 0);
                for (int i = 0; i < 3 && worded[part].words[i]; ++i)
                    put_word(name, worded[part].words[i], between, capitals, count++ == 0);
                if (is_last) put_word(name, side, between, capitals, count++ == 0);
                strcat(name, spellings[way].after);
                const sinew__joint_role found = sinew__joint_role_of(name);
                const int32_t role = is_helper ? (int32_t)SINEW_NONE : worded[part].role;
                if (found.side != (is_right ? R : L)) fail_msg("'%s' is of side %d", name, (int)found.side);
                if (found.role != role) fail_msg("'%s' is part %d, expected %d", name, (int)found.role, (int)role);
                const sinew__name_side of_name = sinew__side_of_name(name);
                if (strncasecmp(name + of_name.at, side, of_name.length) != 0 || of_name.length != strlen(side))
                    fail_msg("'%s': the side is %zu bytes at %zu", name, of_name.length, of_name.at);
            }
}

/// Names that nearly are the name of a part, by the letters that are wrong; names of the other side are one farther.
static void names_are_near_by_their_letters(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int32_t side, role;
        int distance;
    } cases[] = {
        {"LeftFoot", L, SINEW_SIDE_FOOT, 0},       {"LeftFoot", R, SINEW_SIDE_FOOT, 1},
        {"LeftFooot", L, SINEW_SIDE_FOOT, 1},      {"LeftFooot1", L, SINEW_SIDE_FOOT, 1},
        {"LeftFooot", R, SINEW_SIDE_FOOT, 2},      {"hero_LeftFooot02", L, SINEW_SIDE_FOOT, 1},
        {"LeftShinn", L, SINEW_SIDE_SHIN, 1},      {"Hipps", NO_SIDE, SINEW__ROLE_HIPS, 1},
        {"LeftFoot", L, SINEW_SIDE_SHIN, INT_MAX}, {"wheel", L, SINEW_SIDE_FOOT, INT_MAX},
        {"", L, SINEW_SIDE_FOOT, INT_MAX},         {"12", L, SINEW_SIDE_FOOT, INT_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const int found = sinew__distance_from_role(cases[i].name, cases[i].side, cases[i].role);
        if (found != cases[i].distance)
            fail_msg("'%s' is %d from part %d of side %d, expected %d", cases[i].name, found, (int)cases[i].role,
                     (int)cases[i].side, cases[i].distance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_are_read_from_names),       cmocka_unit_test(any_bytes_are_a_name),
        cmocka_unit_test(parts_are_read_from_names),       cmocka_unit_test(parts_are_read_in_every_spelling),
        cmocka_unit_test(names_are_near_by_their_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
