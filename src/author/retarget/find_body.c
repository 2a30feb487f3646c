// Finding the parts of a body by the names and the hierarchy of its joints.
#include "author/retarget/retarget.h"

#include <string.h>

#include "core/base/arena.h"
#include "core/base/error.h"
#include "runtime/model/look_up.h"

// The parts of a body: their names, and which part follows which.

const int32_t sinew__needed_parts[SINEW__NEEDED_PARTS] = {
    SINEW_BODY_HIPS,
    SINEW_BODY_LEFT + SINEW_SIDE_THIGH,
    SINEW_BODY_LEFT + SINEW_SIDE_SHIN,
    SINEW_BODY_LEFT + SINEW_SIDE_FOOT,
    SINEW_BODY_RIGHT + SINEW_SIDE_THIGH,
    SINEW_BODY_RIGHT + SINEW_SIDE_SHIN,
    SINEW_BODY_RIGHT + SINEW_SIDE_FOOT,
};

#define FINGER(side, name) side name "1", side name "2", side name "3", side name "4"
#define SIDE(side)                                                                                                     \
    side "clavicle", side "upper_arm", side "forearm", side "hand", side "thigh", side "shin", side "foot",            \
        side "toes", FINGER(side, "thumb"), FINGER(side, "index"), FINGER(side, "middle"), FINGER(side, "ring"),       \
        FINGER(side, "pinky")

static const char *const names[] = {
    "hips",   "spine1", "spine2", "spine3", "spine4", "spine5", "spine6",      "spine7",
    "spine8", "neck1",  "neck2",  "neck3",  "neck4",  "head",   SIDE("left_"), SIDE("right_"),
};

_Static_assert(sizeof names / sizeof *names == SINEW_BODY_PART_COUNT, "a name for each part");

const char *sinew_body_part_name(int32_t part)
{
    return part >= 0 && part < SINEW_BODY_PART_COUNT ? names[part] : NULL;
}

/// Returns the part with a name, or SINEW_NONE.
static int32_t body_part_named(const char *name)
{
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (strcmp(names[part], name) == 0) return part;
    return SINEW_NONE;
}

int32_t sinew__side_part_of(int32_t part)
{
    return part < SINEW_BODY_LEFT    ? SINEW_NONE
           : part < SINEW_BODY_RIGHT ? part - SINEW_BODY_LEFT
                                     : part - SINEW_BODY_RIGHT;
}

int32_t sinew__body_part_after(int32_t part)
{
    const int32_t own = sinew__side_part_of(part);
    if (own == SINEW_NONE || own == SINEW_SIDE_CLAVICLE || own == SINEW_SIDE_TOES) return SINEW_NONE;
    if (own == SINEW_SIDE_HAND) return part - SINEW_SIDE_HAND + SINEW_SIDE_MIDDLE;
    if (own < SINEW_SIDE_THUMB) return part + 1;
    return (own - SINEW_SIDE_THUMB) % SINEW_BODY_FINGER_JOINTS == SINEW_BODY_FINGER_JOINTS - 1 ? SINEW_NONE : part + 1;
}

int32_t sinew__body_part_before(int32_t part)
{
    const int32_t own = sinew__side_part_of(part);
    if (own == SINEW_NONE || own == SINEW_SIDE_CLAVICLE || own == SINEW_SIDE_UPPER_ARM || own == SINEW_SIDE_THIGH)
        return SINEW_NONE;
    if (own < SINEW_SIDE_THUMB) return part - 1;
    return (own - SINEW_SIDE_THUMB) % SINEW_BODY_FINGER_JOINTS == 0 ? part - own + SINEW_SIDE_HAND : part - 1;
}

int32_t sinew__chain_length(const sinew_body_map *map, int32_t first, int32_t capacity)
{
    int32_t length = 0;
    while (length < capacity && map->joint[first + length] != SINEW_NONE) ++length;
    return length;
}

// A name is split into lower-case words: `mixamorig:LeftForeArm` → fore arm, left; `Bip01 L UpperArm` → bip 01 upper
// arm, left; `lShldrBend` → shldr bend, left. Its last words, without numbers, are looked up in a table.

typedef enum sinew__center_role { SINEW__ROLE_HIPS, SINEW__ROLE_NECK, SINEW__ROLE_HEAD } sinew__center_role;

/// `side` is SINEW_BODY_LEFT or _RIGHT, and `role` a sinew_side_part: of a finger its first part, for each of its
/// joints. Or `side` is SINEW_NONE, and `role` a sinew__center_role.
typedef struct sinew__joint_role {
    int32_t side;
    int32_t role; ///< SINEW_NONE: the name says nothing
    int32_t rank; ///< smaller is more certain, if several joints have the role
} sinew__joint_role;

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

static sinew__joint_role joint_role_of(const char *name)
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

/// What is known of a body while it is searched.
typedef struct body_search {
    const sinew_model *model;
    sinew__joint_role *roles; ///< [joint_count]
    sinew_body_map *map;
} body_search;

// ---- the hierarchy ------------------------------------------------------------------------------------------------

/// The joint that both have above them, or one of the two that is above the other; SINEW_NONE if no joint is above
/// both, or one of them is SINEW_NONE.
static int32_t common_ancestor(const sinew_model *model, int32_t a, int32_t b)
{
    while (a != b && a != SINEW_NONE && b != SINEW_NONE) { // parents have smaller indices
        if (a > b)
            a = model->joints[a].parent;
        else
            b = model->joints[b].parent;
    }
    return a == b ? a : SINEW_NONE;
}

static int is_at_or_below(const sinew_model *model, int32_t joint, int32_t above)
{
    return above != SINEW_NONE && common_ancestor(model, joint, above) == above;
}

static int32_t parent_of(const sinew_model *model, int32_t joint)
{
    return joint == SINEW_NONE ? SINEW_NONE : model->joints[joint].parent;
}

static int may_be_part(const sinew_joint *joint)
{
    return joint->kind == SINEW_JOINT_NULL || joint->kind == SINEW_JOINT_BONE;
}

// ---- limbs --------------------------------------------------------------------------------------------------------

/// The joint with a role at or below `above` (SINEW_NONE: anywhere): that with the most certain name, of those one
/// that deforms a mesh, of those the first in breadth-first order.
static int32_t find_role(const body_search *search, int32_t side, int32_t role, int32_t above)
{
    const sinew_model *model = search->model;
    int32_t best = SINEW_NONE;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew__joint_role *own = &search->roles[i];
        if (own->role != role || own->side != side || !may_be_part(&model->joints[i])) continue;
        if (above != SINEW_NONE && !is_at_or_below(model, i, above)) continue;
        if (best != SINEW_NONE) {
            const uint32_t deforms = model->joints[i].flags & SINEW_JOINT_DEFORMS,
                           best_deforms = model->joints[best].flags & SINEW_JOINT_DEFORMS;
            if (own->rank > search->roles[best].rank) continue;
            if (own->rank == search->roles[best].rank && deforms <= best_deforms) continue;
        }
        best = i;
    }
    return best;
}

/// Fills the first part of a limb that has no name of its own from its second: `shoulder`, `elbow`, `wrist`.
static void complete_limb(const body_search *search, int32_t side, int32_t first, int32_t second)
{
    int32_t *joints = search->map->joint + side;
    if (joints[first] != SINEW_NONE && !is_at_or_below(search->model, joints[second], joints[first]))
        joints[first] = SINEW_NONE;
    if (joints[first] == SINEW_NONE) joints[first] = parent_of(search->model, joints[second]);
}

static void find_limbs(const body_search *search, int32_t side)
{
    int32_t *joints = search->map->joint + side;
    for (int32_t part = SINEW_SIDE_CLAVICLE; part <= SINEW_SIDE_TOES; ++part)
        joints[part] = find_role(search, side, part, SINEW_NONE);
    complete_limb(search, side, SINEW_SIDE_UPPER_ARM, SINEW_SIDE_FOREARM);
    complete_limb(search, side, SINEW_SIDE_THIGH, SINEW_SIDE_SHIN);
    if (joints[SINEW_SIDE_CLAVICLE] == joints[SINEW_SIDE_UPPER_ARM] ||
        !is_at_or_below(search->model, joints[SINEW_SIDE_UPPER_ARM], joints[SINEW_SIDE_CLAVICLE]))
        joints[SINEW_SIDE_CLAVICLE] = SINEW_NONE;
}

/// The joints of a finger, each the first below the one before.
static void find_finger(const body_search *search, int32_t side, int32_t finger)
{
    int32_t above = search->map->joint[side + SINEW_SIDE_HAND], count = 0;
    for (int32_t i = 0; above != SINEW_NONE && i < search->model->joint_count; ++i) {
        if (count == SINEW_BODY_FINGER_JOINTS) break;
        if (search->roles[i].role != finger || search->roles[i].side != side) continue;
        if (!may_be_part(&search->model->joints[i]) || !is_at_or_below(search->model, i, above)) continue;
        search->map->joint[side + finger + count++] = above = i;
    }
}

// ---- the torso ----------------------------------------------------------------------------------------------------

static int is_above_legs_and_head(const body_search *search, int32_t joint)
{
    const int32_t *part = search->map->joint;
    const int32_t below[] = {part[SINEW_BODY_LEFT + SINEW_SIDE_THIGH], part[SINEW_BODY_RIGHT + SINEW_SIDE_THIGH],
                             part[SINEW_BODY_HEAD]};
    for (size_t i = 0; i < sizeof below / sizeof *below; ++i)
        if (below[i] != SINEW_NONE && !is_at_or_below(search->model, below[i], joint)) return 0;
    return 1;
}

/// The joint that is named so, if legs and head are below it; else the lowest of which that is true.
static int32_t find_hips(const body_search *search)
{
    const int32_t *part = search->map->joint;
    const int32_t named = find_role(search, SINEW_NONE, SINEW__ROLE_HIPS, SINEW_NONE);
    for (int32_t i = 0; named != SINEW_NONE && i < search->model->joint_count; ++i)
        if (search->roles[i].side == SINEW_NONE && search->roles[i].role == SINEW__ROLE_HIPS &&
            may_be_part(&search->model->joints[i]) && is_above_legs_and_head(search, i))
            return i;
    const int32_t legs = common_ancestor(search->model, part[SINEW_BODY_LEFT + SINEW_SIDE_THIGH],
                                         part[SINEW_BODY_RIGHT + SINEW_SIDE_THIGH]);
    const int32_t head = part[SINEW_BODY_HEAD];
    return head == SINEW_NONE || legs == SINEW_NONE ? legs : common_ancestor(search->model, legs, head);
}

/// Fills a chain with the joints from below `above` down to `last`; those nearest to `above` if there are too many.
static void fill_chain(const body_search *search, int32_t first, int32_t capacity, int32_t above, int32_t last)
{
    int32_t count = 0;
    for (int32_t i = last; i != above && i != SINEW_NONE; i = search->model->joints[i].parent) ++count;
    for (int32_t i = last; i != above && i != SINEW_NONE; i = search->model->joints[i].parent)
        if (--count < capacity) search->map->joint[first + count] = i;
}

/// The last joint of the spine: the one before the first that is named a neck, else the one above both arms.
static int32_t find_chest(const body_search *search, int32_t hips)
{
    const sinew_model *model = search->model;
    const int32_t *part = search->map->joint;
    const int32_t neck = find_role(search, SINEW_NONE, SINEW__ROLE_NECK, hips);
    if (neck != SINEW_NONE && is_at_or_below(model, part[SINEW_BODY_HEAD], neck)) {
        int32_t first = neck;
        for (int32_t i = neck; i != hips && i != SINEW_NONE; i = model->joints[i].parent)
            if (search->roles[i].side == SINEW_NONE && search->roles[i].role == SINEW__ROLE_NECK) first = i;
        return model->joints[first].parent;
    }
    const int32_t chest = common_ancestor(model, part[SINEW_BODY_LEFT + SINEW_SIDE_UPPER_ARM],
                                          part[SINEW_BODY_RIGHT + SINEW_SIDE_UPPER_ARM]);
    if (chest != SINEW_NONE) return is_at_or_below(model, chest, hips) ? chest : SINEW_NONE;
    return parent_of(model, part[SINEW_BODY_HEAD]); // a body without arms
}

/// A rig whose head has no name of its own (Rigify: `spine.006`): the end of the chain that continues the chest.
static int32_t find_unnamed_head(const body_search *search, int32_t chest)
{
    const sinew_model *model = search->model;
    int32_t head = SINEW_NONE, above = chest;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (joint->parent != above || above == SINEW_NONE || joint->kind != SINEW_JOINT_BONE) continue;
        if (!strstr(sinew_text(model, joint->name), "spine") && !strstr(sinew_text(model, joint->name), "neck"))
            continue;
        head = above = i;
    }
    return head;
}

static void find_torso(const body_search *search)
{
    const sinew_model *model = search->model;
    int32_t *part = search->map->joint;
    part[SINEW_BODY_HEAD] = find_role(search, SINEW_NONE, SINEW__ROLE_HEAD, SINEW_NONE);
    const int32_t hips = part[SINEW_BODY_HIPS] = find_hips(search);
    if (hips == SINEW_NONE) return;
    const int32_t chest = find_chest(search, hips);
    if (chest == SINEW_NONE) return;
    if (!is_at_or_below(model, part[SINEW_BODY_HEAD], chest)) part[SINEW_BODY_HEAD] = find_unnamed_head(search, chest);
    fill_chain(search, SINEW_BODY_SPINE, SINEW_BODY_SPINE_JOINTS, hips, chest);
    if (part[SINEW_BODY_HEAD] != SINEW_NONE && part[SINEW_BODY_HEAD] != chest)
        fill_chain(search, SINEW_BODY_NECK, SINEW_BODY_NECK_JOINTS, chest, parent_of(model, part[SINEW_BODY_HEAD]));
}

/// Leaves out what is not below the hips: joints of other objects that have such a name.
static void drop_strangers(const body_search *search)
{
    int32_t *part = search->map->joint;
    for (int32_t i = SINEW_BODY_LEFT; part[SINEW_BODY_HIPS] != SINEW_NONE && i < SINEW_BODY_PART_COUNT; ++i)
        if (part[i] != SINEW_NONE && !is_at_or_below(search->model, part[i], part[SINEW_BODY_HIPS]))
            part[i] = SINEW_NONE;
}

// ---- the map ------------------------------------------------------------------------------------------------------

static sinew_result check_needed(const sinew_body_map *map, sinew_error *error)
{
    for (int i = 0; i < SINEW__NEEDED_PARTS; ++i)
        if (map->joint[sinew__needed_parts[i]] == SINEW_NONE)
            return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: no joint for '%s'",
                               sinew_body_part_name(sinew__needed_parts[i]));
    return SINEW_OK;
}

sinew_result sinew_body_map_find(const sinew_model *model, sinew_body_map *out_map, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_map)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew__arena memory = {0};
    body_search search = {model, SINEW__ARENA_ARRAY(&memory, sinew__joint_role, model->joint_count), out_map};
    for (int32_t i = 0; i < SINEW_BODY_PART_COUNT; ++i) out_map->joint[i] = SINEW_NONE;
    if (!search.roles) return sinew__fail_memory(out_error);
    for (int32_t i = 0; i < model->joint_count; ++i)
        search.roles[i] = joint_role_of(sinew_text(model, model->joints[i].name));
    find_limbs(&search, SINEW_BODY_LEFT);
    find_limbs(&search, SINEW_BODY_RIGHT);
    find_torso(&search);
    drop_strangers(&search);
    for (int32_t finger = SINEW_SIDE_THUMB; finger < SINEW_SIDE_PART_COUNT; finger += SINEW_BODY_FINGER_JOINTS) {
        find_finger(&search, SINEW_BODY_LEFT, finger);
        find_finger(&search, SINEW_BODY_RIGHT, finger);
    }
    sinew__arena_free(&memory);
    return check_needed(out_map, out_error);
}

sinew_result sinew_body_map_set(const sinew_model *model, sinew_body_map *map, const char *part, const char *joint,
                                sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, map, part)) return SINEW_ERROR_INVALID_ARGUMENT;
    const int32_t index = body_part_named(part);
    int32_t found = SINEW_NONE;
    if (index == SINEW_NONE)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "unknown part of a body '%.60s'", part);
    const sinew_result result = joint && *joint ? sinew_model_find_joint(model, joint, &found, out_error) : SINEW_OK;
    if (result == SINEW_OK) map->joint[index] = found;
    return result;
}
