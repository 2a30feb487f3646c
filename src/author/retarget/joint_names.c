// Finds the side and the body part that a joint's name states.
#include "author/retarget/joint_names.h"

#include <limits.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/word_table.h"
#include "runtime/model/look_up.h"

// A name is split into lower-case words: `mixamorig:LeftForeArm` → fore arm, left; `Bip01 L UpperArm` → bip 01 upper
// arm, left; `lShldrBend` → shldr bend, left. Its last words, without numbers, are looked up in a table.

enum { MAX_WORDS = 12, WORD_SIZE = 24, KEY_SIZE = MAX_WORDS * WORD_SIZE };

typedef struct name_word {
    char text[WORD_SIZE]; ///< lower-case
    size_t size;          ///< size of `text` in bytes
    size_t at, length;    ///< position and length of the word in the name, bytes
} name_word;

typedef struct name_words {
    const char *name;
    name_word word[MAX_WORDS];
    int count;
    sinew__name_side found;
} name_words;

typedef struct role_row {
    const char *key;
    int32_t role;
} role_row;

/// Names of the parts of a side. If several joints have one part, the name that is listed first wins: a rig with `knee`
/// calls its thigh `leg`.
static const role_row side_rows[] = {
    {"clavicle", SINEW_SIDE_CLAVICLE},  // Unreal, Biped, Character Creator, CMU
    {"collar", SINEW_SIDE_CLAVICLE},    // Daz
    {"shoulder", SINEW_SIDE_CLAVICLE},  // Mixamo, MotionBuilder, Unity, VRM, Rigify
    {"upperarm", SINEW_SIDE_UPPER_ARM}, // Unreal, Unity, VRM, Rigify, Biped, Character Creator
    {"uparm", SINEW_SIDE_UPPER_ARM},
    {"shldrbend", SINEW_SIDE_UPPER_ARM}, // Daz Genesis 3 and 8
    {"shldr", SINEW_SIDE_UPPER_ARM},     // Daz before Genesis 3
    {"humerus", SINEW_SIDE_UPPER_ARM},   // CMU
    {"arm", SINEW_SIDE_UPPER_ARM},       // Mixamo, MotionBuilder, BVH
    {"forearm", SINEW_SIDE_FOREARM},     // Mixamo, MotionBuilder, Rigify, Biped, Character Creator
    {"lowerarm", SINEW_SIDE_FOREARM},    // Unreal, Unity, VRM
    {"forearmbend", SINEW_SIDE_FOREARM}, // Daz
    {"lowarm", SINEW_SIDE_FOREARM},
    {"radius", SINEW_SIDE_FOREARM},  // CMU
    {"elbow", SINEW_SIDE_FOREARM},   // BVH
    {"hand", SINEW_SIDE_HAND},       // all except the ones of `wrist`
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
    {"foot", SINEW_SIDE_FOOT},    // all except the ones of `ankle`
    {"ankle", SINEW_SIDE_FOOT},   // BVH
    {"toebase", SINEW_SIDE_TOES}, // Mixamo, MotionBuilder, VRM, Character Creator
    {"toes", SINEW_SIDE_TOES},    // Unity, CMU
    {"toe", SINEW_SIDE_TOES},     // Rigify, Biped, Daz
    {"ball", SINEW_SIDE_TOES},    // Unreal
    {"肩", SINEW_SIDE_CLAVICLE},  // MikuMikuDance, from here on
    {"腕", SINEW_SIDE_UPPER_ARM},
    {"ひじ", SINEW_SIDE_FOREARM},
    {"手首", SINEW_SIDE_HAND},
    {"足", SINEW_SIDE_THIGH},
    {"ひざ", SINEW_SIDE_SHIN},
    {"足首", SINEW_SIDE_FOOT},
    {"つま先", SINEW_SIDE_TOES},
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
    {"head", SINEW__ROLE_HEAD},      // all except Rigify
    {"センター", SINEW__ROLE_HIPS},  // MikuMikuDance, from here on
    {"下半身", SINEW__ROLE_HIPS},    {"首", SINEW__ROLE_NECK}, {"頭", SINEW__ROLE_HEAD}, {0},
};

static const role_row finger_words[] = {
    {"thumb", SINEW_SIDE_THUMB},   {"index", SINEW_SIDE_INDEX},
    {"middle", SINEW_SIDE_MIDDLE}, {"mid", SINEW_SIDE_MIDDLE},
    {"ring", SINEW_SIDE_RING},     {"pinky", SINEW_SIDE_PINKY},
    {"little", SINEW_SIDE_PINKY},  {"親指", SINEW_SIDE_THUMB},
    {"人指", SINEW_SIDE_INDEX},    {"人差指", SINEW_SIDE_INDEX},
    {"中指", SINEW_SIDE_MIDDLE},   {"薬指", SINEW_SIDE_RING},
    {"小指", SINEW_SIDE_PINKY},    {0},
};

/// Words that mark joints which follow or control a body part, but are not one.
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

/// Whether a character is a letter; bytes from 0x80 on are parts of UTF-8 characters and count as letters.
static int is_letter(char c)
{
    return is_upper(c) || (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

/// Reads a character as ASCII and returns its length in bytes. Full-width letters and digits, as in `人指１`, are
/// converted to ASCII.
static size_t read_character(const char *at, char *out)
{
    const unsigned char *byte = (const unsigned char *)at;
    *out = *at;
    if (byte[0] != 0xef || (byte[1] != 0xbc && byte[1] != 0xbd) || byte[2] < 0x80 || byte[2] > 0xbf) return 1;
    const int code = (byte[1] == 0xbc ? 0x20 : 0x60) + byte[2] - 0x80; // U+FF01 … U+FF5E
    if (code <= 0x20 || code >= 0x7f) return 1;
    *out = (char)code;
    return 3;
}

/// Whether a word begins at `at`, with the letter or digit `c` after the character `before`.
static int begins_word(const char *at, char c, char before)
{
    if (is_digit(c) != is_digit(before)) return 1;
    if (!is_upper(c)) return 0;
    return !is_upper(before) || (is_letter(at[1]) && !is_upper(at[1])); // `L` in `Left`, `H` in `LHip`
}

static void split_words(const char *name, name_words *out)
{
    char before = '\0';
    out->count = 0;
    for (const char *at = name; *at;) {
        char c = '\0';
        const size_t whole = strncmp(at, "左", 3) == 0 || strncmp(at, "右", 3) == 0 ? 3 : 0, // a side is one character
                                                                                             // and one word
            bytes = whole ? whole : read_character(at, &c);
        if (whole || is_letter(c) || is_digit(c)) {
            if (whole || before == '\0' || begins_word(at, c, before)) {
                if (out->count == MAX_WORDS) return;
                out->word[out->count++] = (name_word){.at = (size_t)(at - name)};
            }
            name_word *word = &out->word[out->count - 1];
            for (size_t i = 0; i < (whole ? whole : 1); ++i)
                if (word->size + 1 < WORD_SIZE) word->text[word->size++] = whole ? at[i] : sinew__ascii_lower(c);
            word->length = (size_t)(at - name) + bytes - word->at;
        }
        before = whole || !(is_letter(c) || is_digit(c)) ? '\0' : c;
        at += bytes;
    }
}

static const role_row *find_row(const role_row *rows, const char *key)
{
    for (; rows->key; ++rows)
        if (strcmp(rows->key, key) == 0) return rows;
    return NULL;
}

/// Words for the left and the right side; single letters are last, because they are the least certain.
static const char *const side_words[][2] = {{"left", "right"}, {"左", "右"}, {"lft", "rgt"}, {"l", "r"}};
enum { SIDE_WORDS = sizeof side_words / sizeof *side_words, SIDE_LETTERS = SIDE_WORDS - 1 };

static int is_part_name(const char *word)
{
    return find_row(side_rows, word) || find_row(finger_words, word);
}

/// Stores the side that a word states: `length` bytes from byte `skipped` of the word. `row` and `column` are indices
/// in side_words.
static void set_side(name_words *words, int index, size_t skipped, size_t length, int row, int column)
{
    const name_word *word = &words->word[index];
    words->found = (sinew__name_side){
        .side = column ? SINEW_BODY_RIGHT : SINEW_BODY_LEFT, .at = word->at + skipped, .length = length};
    const char *other = side_words[row][1 - column], *own = words->name + words->found.at;
    for (size_t i = 0; other[i]; ++i) // `Left` → `Right`, `LEFT` → `RIGHT`
        words->found.other[i] = is_upper(own[i > 0 && length > 1 ? 1 : 0]) ? (char)(other[i] - 'a' + 'A') : other[i];
}

/// Finds a word that states a side, stores the side and removes the word.
static int take_side_word(name_words *words, int row)
{
    for (int i = 0; i < words->count; ++i)
        for (int column = 0; column < 2; ++column) {
            const name_word *word = &words->word[i];
            if (strcmp(word->text, side_words[row][column]) != 0) continue;
            const int is_vertebra = row == SIDE_LETTERS && words->count == 2 && i == 0 &&
                                    is_digit(words->word[1].text[0]) && words->word[1].at == 1;
            if (is_vertebra) continue;
            set_side(words, i, 0, word->length, row, column);
            memmove(&words->word[i], &words->word[i + 1], (size_t)(words->count - i - 1) * sizeof *words->word);
            --words->count;
            return 1;
        }
    return 0;
}

/// Splits a side off a word that also names a known part: `lfemur`, `lthumb`, `leftarm`, `handright`.
static int split_side(name_words *words, int index)
{
    name_word *word = &words->word[index];
    if (is_part_name(word->text)) return 0;
    for (int row = 0; row < SIDE_WORDS; ++row)
        for (int column = 0; column < 2; ++column) {
            const size_t length = strlen(side_words[row][column]);
            if (word->size <= length) continue;
            const size_t rest = word->size - length;
            if (strncmp(word->text, side_words[row][column], length) == 0 && is_part_name(word->text + length)) {
                set_side(words, index, 0, length, row, column);
                memmove(word->text, word->text + length, rest + 1);
                word->size = rest;
                return 1;
            }
            char part[WORD_SIZE] = "";
            memcpy(part, word->text, rest);
            if (row == SIDE_LETTERS || strcmp(word->text + rest, side_words[row][column]) != 0 || !is_part_name(part))
                continue;
            set_side(words, index, word->length - length, length, row, column);
            memcpy(word->text, part, sizeof part);
            word->size = rest;
            return 1;
        }
    return 0;
}

/// Splits a name into words, and removes the words of its side.
static name_words read_name(const char *name)
{
    name_words words = {.name = name, .found = {.side = SINEW_NONE}};
    split_words(name, &words);
    for (int row = 0; row < SIDE_WORDS; ++row)
        if (take_side_word(&words, row)) return words;
    for (int i = 0; i < words.count; ++i)
        if (split_side(&words, i)) return words;
    return words;
}

sinew__name_side sinew__side_of_name(const char *name)
{
    const char *own = sinew__short_joint_name(name);
    name_words words = read_name(own);
    words.found.at += (size_t)(own - name);
    return words.found;
}

const char *sinew__name_of_other_side(const char *name, sinew__arena *memory)
{
    const sinew__name_side side = sinew__side_of_name(name);
    if (side.side == SINEW_NONE) return NULL;
    const char *head = sinew__arena_text(memory, name, side.at);
    return head ? sinew__arena_format(memory, "%s%s%s", head, side.other, name + side.at + side.length) : NULL;
}

static int is_excluded(const name_words *words, int count)
{
    for (int i = 0; i < count; ++i)
        for (const char *const *word = excluded_words; *word; ++word)
            if (strcmp(words->word[i].text, *word) == 0) return 1;
    return 0;
}

// ---- roles --------------------------------------------------------------------------------------------------------

/// Returns the finger of a Biped name, which numbers fingers: `Finger0` is the thumb, `Finger11` the second joint of
/// the index finger. SINEW_NONE for other names.
static int32_t numbered_finger(const name_words *words, int index)
{
    if (strcmp(words->word[index].text, "finger") != 0 || index + 1 == words->count) return SINEW_NONE;
    const char digit = words->word[index + 1].text[0];
    return digit >= '0' && digit <= '4' ? SINEW_SIDE_THUMB + (digit - '0') * SINEW_BODY_FINGER_JOINTS_MAX : SINEW_NONE;
}

static int32_t finger_of(const name_words *words)
{
    for (int i = 0; i < words->count; ++i) {
        const role_row *row = find_row(finger_words, words->word[i].text);
        const int32_t role = row ? row->role : numbered_finger(words, i);
        if (role == SINEW_SIDE_THUMB && i + 1 < words->count && strcmp(words->word[i + 1].text, "metacarpal") == 0)
            return role; // VRM counts it as the first joint of the thumb
        if (role != SINEW_NONE) return is_excluded(words, words->count) ? SINEW_NONE : role;
    }
    return SINEW_NONE;
}

/// Looks up the last words: first all of them, then fewer and fewer, because the first words may be a prefix of the
/// rig.
static const role_row *find_suffix(const name_words *words, const role_row *rows)
{
    int count = words->count;
    while (count > 0 && is_digit(words->word[count - 1].text[0])) --count;
    for (int first = 0; first < count; ++first) {
        char key[KEY_SIZE] = "";
        for (int i = first; i < count; ++i) strcat(key, words->word[i].text);
        const role_row *row = find_row(rows, key);
        if (row) return is_excluded(words, first) ? NULL : row;
    }
    return NULL;
}

sinew__joint_role sinew__joint_role_of(const char *name)
{
    const name_words words = read_name(sinew__short_joint_name(name));
    const int32_t side = words.found.side;
    const role_row *rows = side == SINEW_NONE ? center_rows : side_rows;
    const int32_t finger = side == SINEW_NONE ? SINEW_NONE : finger_of(&words);
    if (finger != SINEW_NONE) return (sinew__joint_role){side, finger, 0};
    const role_row *row = find_suffix(&words, rows);
    return row ? (sinew__joint_role){side, row->role, (int32_t)(row - rows)} : (sinew__joint_role){side, SINEW_NONE, 0};
}

int sinew__distance_from_role(const char *name, int32_t side, int32_t role)
{
    const name_words words = read_name(sinew__short_joint_name(name));
    int count = words.count, nearest = INT_MAX;
    while (count > 0 && is_digit(words.word[count - 1].text[0])) --count;
    for (const role_row *row = side == SINEW_NONE ? center_rows : side_rows; row->key; ++row) {
        if (row->role != role) continue;
        for (int first = 0; first < count; ++first) {
            char key[KEY_SIZE] = "";
            for (int i = first; i < count; ++i) strcat(key, words.word[i].text);
            const int distance = sinew__word_distance(key, row->key);
            if (distance < nearest && sinew__word_is_near(row->key, distance)) nearest = distance;
        }
    }
    return nearest < INT_MAX ? nearest + (words.found.side != side) : INT_MAX;
}
