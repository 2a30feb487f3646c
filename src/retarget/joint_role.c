/// A name is split into lower-case words: `mixamorig:LeftForeArm` → fore arm, left; `Bip01 L UpperArm` → bip 01 upper
/// arm, left; `lShldrBend` → shldr bend, left. Its last words, without numbers, are looked up in a table.
#include "retarget/joint_role.h"

#include <string.h>

#include "model/joint_name.h"

enum { MAX_WORDS = 12, WORD_SIZE = 24, KEY_SIZE = MAX_WORDS * WORD_SIZE };

typedef struct name_words {
    char word[MAX_WORDS][WORD_SIZE];
    int count;
    int32_t side; ///< SINEW_BODY_LEFT, _RIGHT or SINEW_NONE
} name_words;

typedef struct role_row {
    const char *key;
    int32_t role;
} role_row;

/// The more certain name of a role comes first: a rig with `knee` calls its thigh `leg`.
static const role_row side_rows[] = {
    {"clavicle", SINEW_SIDE_CLAVICLE},  // Unreal, Biped, Character Creator, CMU
    {"collar", SINEW_SIDE_CLAVICLE},    // Daz
    {"shoulder", SINEW_SIDE_CLAVICLE},  // Mixamo, MotionBuilder, Unity, VRM, Rigify
    {"upperarm", SINEW_SIDE_UPPER_ARM}, // Unreal, Unity, VRM, Rigify, Biped, Character Creator
    {"uparm", SINEW_SIDE_UPPER_ARM},
    {"shldrbend", SINEW_SIDE_UPPER_ARM}, // Daz Genesis 3 and 8
    {"shldr", SINEW_SIDE_UPPER_ARM},     // Daz before
    {"humerus", SINEW_SIDE_UPPER_ARM},   // CMU
    {"arm", SINEW_SIDE_UPPER_ARM},       // Mixamo, MotionBuilder, BVH
    {"forearm", SINEW_SIDE_FOREARM},     // Mixamo, MotionBuilder, Rigify, Biped, Character Creator
    {"lowerarm", SINEW_SIDE_FOREARM},    // Unreal, Unity, VRM
    {"forearmbend", SINEW_SIDE_FOREARM}, // Daz
    {"lowarm", SINEW_SIDE_FOREARM},
    {"radius", SINEW_SIDE_FOREARM},  // CMU
    {"elbow", SINEW_SIDE_FOREARM},   // BVH
    {"hand", SINEW_SIDE_HAND},       // all but
    {"wrist", SINEW_SIDE_HAND},      // CMU, BVH
    {"thigh", SINEW_SIDE_THIGH},     // Unreal, Rigify, Biped, Character Creator
    {"upleg", SINEW_SIDE_THIGH},     // Mixamo, MotionBuilder, BVH
    {"upperleg", SINEW_SIDE_THIGH},  // Unity, VRM
    {"thighbend", SINEW_SIDE_THIGH}, // Daz
    {"femur", SINEW_SIDE_THIGH},     // CMU
    {"hip", SINEW_SIDE_THIGH},       // BVH
    {"shin", SINEW_SIDE_SHIN},       // Rigify, Daz
    {"calf", SINEW_SIDE_SHIN},       // Unreal, Biped, Character Creator
    {"lowerleg", SINEW_SIDE_SHIN},   // Unity, VRM
    {"lowleg", SINEW_SIDE_SHIN},
    {"tibia", SINEW_SIDE_SHIN},   // CMU
    {"knee", SINEW_SIDE_SHIN},    // BVH
    {"leg", SINEW_SIDE_SHIN},     // Mixamo, MotionBuilder, BVH
    {"foot", SINEW_SIDE_FOOT},    // all but
    {"ankle", SINEW_SIDE_FOOT},   // BVH
    {"toebase", SINEW_SIDE_TOES}, // Mixamo, MotionBuilder, VRM, Character Creator
    {"toes", SINEW_SIDE_TOES},    // Unity, CMU
    {"toe", SINEW_SIDE_TOES},     // Rigify, Biped, Daz
    {"ball", SINEW_SIDE_TOES},    // Unreal
    {0},
};

static const role_row center_rows[] = {
    {"hips", SINEW__ROLE_HIPS},      // Mixamo, MotionBuilder, Unity, VRM, BVH
    {"pelvis", SINEW__ROLE_HIPS},    // Unreal, Biped
    {"hip", SINEW__ROLE_HIPS},       // Daz, Character Creator
    {"neck", SINEW__ROLE_NECK},      // Mixamo, Unreal, Unity, VRM, Biped
    {"lowerneck", SINEW__ROLE_NECK}, // CMU
    {"necklower", SINEW__ROLE_NECK}, // Daz
    {"necktwist", SINEW__ROLE_NECK}, // Character Creator
    {"head", SINEW__ROLE_HEAD},      // all but Rigify
    {0},
};

static const role_row finger_words[] = {
    {"thumb", SINEW_SIDE_THUMB}, {"index", SINEW_SIDE_INDEX}, {"middle", SINEW_SIDE_MIDDLE}, {"mid", SINEW_SIDE_MIDDLE},
    {"ring", SINEW_SIDE_RING},   {"pinky", SINEW_SIDE_PINKY}, {"little", SINEW_SIDE_PINKY},  {0},
};

/// Words of joints that follow or control a part of the body and are none.
static const char *const excluded_words[] = {
    "ik",         "fk",         "pole", "target", "ctrl",     "control", "twist",  "roll",   "helper",
    "end",        "nub",        "tip",  "site",   "socket",   "weapon",  "prop",   "attach", "slot",
    "corrective", "mch",        "org",  "tweak",  "bulge",    "muscle",  "offset", "nail",   "adjustment",
    "carpal",     "metacarpal", "palm", "share",  "effector", NULL};

// ---- words --------------------------------------------------------------------------------------------------------

static int is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_letter(char c)
{
    return is_upper(c) || (c >= 'a' && c <= 'z');
}

/// Whether a word begins at `at`, the letter or digit before which is `at[-1]`.
static int begins_word(const char *at)
{
    if (is_digit(*at) != is_digit(at[-1])) return 1;
    if (!is_upper(*at)) return 0;
    return !is_upper(at[-1]) || (is_letter(at[1]) && !is_upper(at[1])); // `L` in `Left`, `H` in `LHip`
}

static void split_words(const char *name, name_words *out)
{
    size_t length = 0;
    out->count = 0;
    for (const char *at = name; *at; ++at) {
        if (!is_letter(*at) && !is_digit(*at)) {
            length = 0;
            continue;
        }
        if (length == 0 || begins_word(at)) {
            if (out->count == MAX_WORDS) return;
            memset(out->word[out->count++], 0, WORD_SIZE);
            length = 0;
        }
        if (length + 1 < WORD_SIZE) out->word[out->count - 1][length] = (char)(is_upper(*at) ? *at - 'A' + 'a' : *at);
        ++length;
    }
}

static void remove_word(name_words *words, int index)
{
    memmove(words->word[index], words->word[index + 1], (size_t)(words->count - index - 1) * WORD_SIZE);
    --words->count;
}

static int32_t side_of_word(const char *word)
{
    if (strcmp(word, "l") == 0 || strcmp(word, "left") == 0) return SINEW_BODY_LEFT;
    if (strcmp(word, "r") == 0 || strcmp(word, "right") == 0) return SINEW_BODY_RIGHT;
    return SINEW_NONE;
}

static const role_row *find_row(const role_row *rows, const char *key)
{
    for (; rows->key; ++rows)
        if (strcmp(rows->key, key) == 0) return rows;
    return NULL;
}

/// Splits a side off the start of a word of a known part: `lfemur`, `lthumb`, `leftarm`.
static int32_t split_side(char *word)
{
    static const struct {
        const char *prefix;
        int32_t side;
    } prefixes[] = {
        {"left", SINEW_BODY_LEFT}, {"right", SINEW_BODY_RIGHT}, {"l", SINEW_BODY_LEFT}, {"r", SINEW_BODY_RIGHT}};
    if (find_row(side_rows, word) || find_row(finger_words, word)) return SINEW_NONE;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; ++i) {
        const size_t length = strlen(prefixes[i].prefix);
        if (strncmp(word, prefixes[i].prefix, length) != 0) continue;
        if (!find_row(side_rows, word + length) && !find_row(finger_words, word + length)) continue;
        memmove(word, word + length, strlen(word + length) + 1);
        return prefixes[i].side;
    }
    return SINEW_NONE;
}

static void find_side(name_words *words)
{
    words->side = SINEW_NONE;
    for (int i = 0; i < words->count; ++i) {
        words->side = side_of_word(words->word[i]);
        if (words->side == SINEW_NONE) continue;
        remove_word(words, i);
        return;
    }
    for (int i = 0; i < words->count && words->side == SINEW_NONE; ++i) words->side = split_side(words->word[i]);
}

static int is_excluded(const name_words *words, int count)
{
    for (int i = 0; i < count; ++i)
        for (const char *const *word = excluded_words; *word; ++word)
            if (strcmp(words->word[i], *word) == 0) return 1;
    return 0;
}

// ---- roles --------------------------------------------------------------------------------------------------------

/// Biped numbers fingers: `Finger0` is the thumb, `Finger11` the second joint of the index finger.
static int32_t numbered_finger(const name_words *words, int index)
{
    if (strcmp(words->word[index], "finger") != 0 || index + 1 == words->count) return SINEW_NONE;
    const char digit = words->word[index + 1][0];
    return digit >= '0' && digit <= '4' ? SINEW_SIDE_THUMB + (digit - '0') * SINEW_BODY_FINGER_JOINTS : SINEW_NONE;
}

static int32_t finger_of(const name_words *words)
{
    for (int i = 0; i < words->count; ++i) {
        const role_row *row = find_row(finger_words, words->word[i]);
        const int32_t role = row ? row->role : numbered_finger(words, i);
        if (role == SINEW_SIDE_THUMB && i + 1 < words->count && strcmp(words->word[i + 1], "metacarpal") == 0)
            return role; // VRM counts it as the first joint of the thumb
        if (role != SINEW_NONE) return is_excluded(words, words->count) ? SINEW_NONE : role;
    }
    return SINEW_NONE;
}

/// Looks up the last words, first all of them, then fewer. Words before those may be a prefix of the rig.
static const role_row *find_suffix(const name_words *words, const role_row *rows)
{
    int count = words->count;
    while (count > 0 && is_digit(words->word[count - 1][0])) --count;
    for (int first = 0; first < count; ++first) {
        char key[KEY_SIZE] = "";
        for (int i = first; i < count; ++i) strcat(key, words->word[i]);
        const role_row *row = find_row(rows, key);
        if (row) return is_excluded(words, first) ? NULL : row;
    }
    return NULL;
}

sinew__joint_role sinew__joint_role_of(const char *name)
{
    name_words words;
    split_words(sinew__short_joint_name(name), &words);
    find_side(&words);
    const role_row *rows = words.side == SINEW_NONE ? center_rows : side_rows;
    const int32_t finger = words.side == SINEW_NONE ? SINEW_NONE : finger_of(&words);
    if (finger != SINEW_NONE) return (sinew__joint_role){words.side, finger, 0};
    const role_row *row = find_suffix(&words, rows);
    return row ? (sinew__joint_role){words.side, row->role, (int32_t)(row - rows)}
               : (sinew__joint_role){words.side, SINEW_NONE, 0};
}
