// Rewrites a BVH so that Assimp reads it: keywords, names, numbers and the frame time.
#include "import/import_stages.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "core/base/affine.h"
#include "core/base/ascii.h"
#include "core/base/error.h"
#include "core/base/vec3.h"
#include "fbx/fbx_parse.h"
#include "import/collada/collada.h"

// ---- words --------------------------------------------------------------------------------------------------------

static int is_brace(char c)
{
    return c == '{' || c == '}';
}

/// Returns the first byte of the next word at or after `at`, and sets *out_end to its end. A brace is a word.
static char *next_word(char *at, const char *end, char **out_end)
{
    while (at < end && sinew__ascii_is_space(*at)) at++;
    *out_end = at + (at < end && is_brace(*at));
    while (*out_end < end && !is_brace(*at) && !is_brace(**out_end) && !sinew__ascii_is_space(**out_end)) ++*out_end;
    return at;
}

/// Whether the word from `from` to `to` equals `word` in any case of letters. If so, writes it in the case of `word`.
static int take(char *from, const char *to, const char *word)
{
    const size_t length = strlen(word);
    if ((size_t)(to - from) != length) return 0;
    for (size_t i = 0; i < length; ++i)
        if (sinew__ascii_lower(from[i]) != sinew__ascii_lower(word[i])) return 0;
    memcpy(from, word, length);
    return 1;
}

static int begins_number(const char *from, const char *to)
{
    const char *digit = from + (from < to && (*from == '-' || *from == '+'));
    digit += digit < to && (*digit == '.' || *digit == ',');
    return digit < to && *digit >= '0' && *digit <= '9';
}

/// Replaces commas in numbers. If no number has a point, the only comma inside a number becomes a point. All other
/// commas separate numbers and become blanks.
static void replace_commas(char *from, const char *end)
{
    char *to;
    int has_points = 0, has_commas = 0;
    for (char *at = from; (at = next_word(at, end, &to)) < end; at = to) {
        if (!begins_number(at, to)) continue;
        has_points |= memchr(at, '.', (size_t)(to - at)) != NULL;
        has_commas |= memchr(at, ',', (size_t)(to - at)) != NULL;
    }
    for (char *at = from; has_commas && (at = next_word(at, end, &to)) < end; at = to) {
        char *comma = begins_number(at, to) ? memchr(at, ',', (size_t)(to - at)) : NULL;
        const int is_point =
            comma && !has_points && comma + 1 < to && !memchr(comma + 1, ',', (size_t)(to - comma - 1));
        if (is_point) *comma = '.';
        for (; comma && !is_point && comma < to; ++comma)
            if (*comma == ',') *comma = ' ';
    }
}

/// Fails if a word is a number that is not finite: "nan", "-inf" and "1.#IND", as C libraries write them, or 1e999.
/// `place` is the word's offset in the original file, for the line and column of the message.
static sinew_result check_number(const import_pass *pass, size_t place, const char *from, const char *to,
                                 sinew_error *error)
{
    const size_t length = (size_t)(to - from);
    const char *word = from + (*from == '-' || *from == '+');
    double number = 0;
    int64_t integer;
    int is_integer;
    int is_finite = to - word < 3 || (strncasecmp(word, "nan", 3) != 0 && strncasecmp(word, "inf", 3) != 0);
    if (memchr(from, '#', length)) is_finite = 0;
    if (is_finite && (memchr(from, 'e', length) || memchr(from, 'E', length)) &&
        sinew__fbx_parse_number(from, to, &number, &integer, &is_integer))
        is_finite = isfinite(number);
    if (is_finite) return SINEW_OK;
    size_t line = 1, column = 1;
    for (size_t i = 0; i < place; ++i) {
        const unsigned char *c = &pass->bytes[i];
        const int ends = *c == '\n' || (*c == '\r' && c[1] != '\n');
        column = ends ? 1 : column + 1;
        line += (size_t)ends;
    }
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: line %zu, column %zu: '%.*s' is not a finite number", line,
                       column, (int)(length < 20 ? length : 20), from);
}

// ---- the hierarchy ------------------------------------------------------------------------------------------------

typedef struct bvh_text {
    import_pass *pass;
    char *text, *end;
    text_edits edits;
    name_table names;
    int32_t name_count;
    sinew_result result; ///< error of a number that is not finite
    sinew_error *error;
} bvh_text;

/// Replaces a name by one word that no other joint has. `at` is after ROOT or JOINT. Returns the end of the name; NULL
/// when out of memory.
static char *edit_name(bvh_text *bvh, char *at)
{
    sinew__arena *arena = &bvh->pass->arena;
    while (at < bvh->end && (*at == ' ' || *at == '\t')) at++;
    char *to = at;
    while (to < bvh->end && !is_brace(*to) && *to != '\n' && *to != '\r') to++;
    char *next = to;
    while (to > at && sinew__ascii_is_space(to[-1])) to--;
    const size_t length = (size_t)(to - at);
    const char *name = sinew__arena_text(arena, at, length), *word = name ? sinew__one_word(arena, name) : NULL;
    if (!word) return NULL;
    const int is_known = sinew__name_table_find(&bvh->names, name) >= 0;
    if (is_known) word = sinew__numbered_name(arena, word, (size_t)bvh->name_count);
    if (!is_known) sinew__name_table_add(&bvh->names, name, bvh->name_count);
    ++bvh->name_count;
    if (word && to < bvh->end && is_brace(*to)) word = sinew__arena_format(arena, "%s ", word);
    if (!word || strcmp(word, name) == 0) return word ? next : NULL;
    bvh->pass->has_numbered_names = 1;
    return sinew__text_edit_add(arena, &bvh->edits, (text_edit){(size_t)(at - bvh->text), length, word}) ? next : NULL;
}

/// Removes the name of an end site, which some programs write. `at` is after "End".
static char *tidy_end_site(const bvh_text *bvh, char *at)
{
    static const char site[] = " Site";
    char *to = memchr(at, '{', (size_t)(bvh->end - at));
    if (!to || (size_t)(to - at) < sizeof site - 1) return at;
    memset(at, ' ', (size_t)(to - at));
    memcpy(at, site, sizeof site - 1);
    return to;
}

/// Checks that the numbers among the next `count` words are finite.
static void check_numbers(bvh_text *bvh, char *at, size_t count)
{
    char *to;
    for (; bvh->result == SINEW_OK && count > 0 && (at = next_word(at, bvh->end, &to)) < bvh->end; at = to, count--)
        bvh->result = check_number(bvh->pass, (size_t)(at - bvh->text), at, to, bvh->error);
}

static void take_channel(char *from, const char *to)
{
    static const char *const words[] = {"HIERARCHY", "CHANNELS",  "Xposition", "Yposition",
                                        "Zposition", "Xrotation", "Yrotation", "Zrotation"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (take(from, to, words[i])) return;
}

/// Edits the names, keywords and numbers before MOTION. Returns the position after MOTION, or the end if none exists;
/// NULL when out of memory.
static char *edit_hierarchy(bvh_text *bvh)
{
    char *to;
    size_t joints = 0;
    for (const char *c = bvh->text; c < bvh->end; ++c) joints += *c == '{';
    if (!sinew__name_table_create(&bvh->pass->arena, joints + 1, &bvh->names)) return NULL;
    for (char *at = bvh->text; (at = next_word(at, bvh->end, &to)) < bvh->end; at = to) {
        if (take(at, to, "MOTION")) return to;
        if (take(at, to, "End"))
            to = tidy_end_site(bvh, to);
        else if ((take(at, to, "ROOT") || take(at, to, "JOINT")) && (size_t)bvh->name_count <= joints)
            to = edit_name(bvh, to);
        else if (take(at, to, "OFFSET"))
            check_numbers(bvh, to, 3);
        else
            take_channel(at, to);
        if (!to) return NULL;
    }
    return bvh->end;
}

// ---- the motion ---------------------------------------------------------------------------------------------------

/// Writes a label with its colon, without blanks before the colon and with one blank after it. Returns the position
/// after that, or `at` if the next word is not the label; NULL when out of memory.
static char *edit_label(bvh_text *bvh, char *at, const char *label)
{
    const size_t length = strlen(label);
    char *to, *from = next_word(at, bvh->end, &to);
    char *colon = memchr(from, ':', (size_t)(bvh->end - from));
    if (!colon || (size_t)(colon + 1 - from) < length || colon - from > 32) return at;
    const char *expected = label;
    for (const char *c = from; c <= colon; ++c) { // ignore blanks
        if (sinew__ascii_is_space(*c)) continue;
        while (*expected == ' ') expected++;
        if (sinew__ascii_lower(*c) != sinew__ascii_lower(*expected++)) return at;
    }
    if (*expected) return at;
    memset(from, ' ', (size_t)(colon + 1 - from));
    memcpy(colon + 1 - length, label, length);
    const int is_glued = colon + 1 < bvh->end && !sinew__ascii_is_space(colon[1]);
    const text_edit blank = {(size_t)(colon + 1 - bvh->text), 0, " "};
    return !is_glued || sinew__text_edit_add(&bvh->pass->arena, &bvh->edits, blank) ? colon + 1 : NULL;
}

/// Skips the next word if it is on the same line. Returns the position after the word, or `at`. *out_is_positive is
/// whether the word is a finite number above 0, which a frame time must be.
static char *skip_time(char *at, const char *end, int *out_is_positive)
{
    double number = 0;
    int64_t integer;
    int is_integer;
    char *to, *word = next_word(at, end, &to);
    *out_is_positive = 0;
    for (const char *c = at; c < word; ++c)
        if (*c == '\n' || *c == '\r') return at; // the number belongs to the next line
    const int is_number = sinew__fbx_parse_number(word, to, &number, &integer, &is_integer) != NULL;
    *out_is_positive = is_number && isfinite(number) && number > 0;
    return to;
}

/// Adds a frame time of 1/30 s, the rate of most recordings, if the file has no valid frame time, because Assimp would
/// reject the file. `at` is after MOTION. Returns 0 when out of memory.
static int edit_motion(bvh_text *bvh, char *at)
{
    import_pass *pass = bvh->pass;
    int is_positive = 0;
    char *count = edit_label(bvh, at, "Frames:"), *behind = NULL;
    if (!count || count == at) return count != NULL;
    (void)next_word(count, bvh->end, &behind);
    char *time = edit_label(bvh, behind, "Frame Time:"), *to = time;
    if (!time) return 0;
    if (time != behind) to = skip_time(time, bvh->end, &is_positive);
    check_numbers(bvh, to, SIZE_MAX);
    if (time != behind && is_positive) return 1;
    sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, NULL,
                       "the file states no frame time; it is read at 30 frames per second");
    memset(behind, ' ', (size_t)(to - behind));
    const text_edit usual = {(size_t)(behind - bvh->text), 0, "\nFrame Time: 0.0333333\n"};
    for (size_t i = bvh->edits.count; i-- > 0 && bvh->edits.items[i].at > usual.at;) bvh->edits.count = i;
    return sinew__text_edit_add(&pass->arena, &bvh->edits, usual);
}

sinew_result sinew__bvh_prepare(import_pass *pass, sinew_error *error)
{
    bvh_text bvh = {.pass = pass, .error = error};
    collada_text document = {.text = sinew__arena_text(&pass->arena, (const char *)pass->bytes, pass->size),
                             .size = pass->size};
    if (!document.text) return sinew__arena_fail(&pass->arena, error);
    bvh.text = document.text;
    bvh.end = document.text + document.size;
    if (document.size >= 3 && memcmp(document.text, "\xef\xbb\xbf", 3) == 0) memset(document.text, ' ', 3);
    replace_commas(bvh.text, bvh.end);
    char *motion = edit_hierarchy(&bvh);
    if (!motion || !edit_motion(&bvh, motion)) return sinew__arena_fail(&pass->arena, error);
    if (bvh.result != SINEW_OK) return bvh.result;
    if (!sinew__text_edits_apply(&pass->arena, &document, &bvh.edits)) return sinew__arena_fail(&pass->arena, error);
    pass->bytes = (const unsigned char *)document.text;
    pass->size = document.size;
    return SINEW_OK;
}

// ---- axes ---------------------------------------------------------------------------------------------------------

/// Whether a joint's name contains a word, in any case of letters.
static int is_called(const sinew_raw_joint *joint, const char *word)
{
    const size_t length = strlen(word);
    for (const char *c = joint->name ? joint->name : ""; *c; ++c)
        if (strncasecmp(c, word, length) == 0) return 1;
    return 0;
}

/// Returns the rotation of a joint in the first frame.
static sinew_quat first_rotation(const import_pass *pass, int32_t joint)
{
    const sinew_raw_clip *clip = pass->raw.clip_count > 0 ? &pass->raw.clips[0] : NULL;
    for (int32_t i = 0; clip && i < clip->track_count; ++i) {
        const sinew_raw_track *track = &clip->tracks[i];
        if (track->joint != joint || track->path != SINEW_TRACK_ROTATION || track->key_count == 0) continue;
        const double *value = track->keys[0].value;
        return (sinew_quat){value[0], value[1], value[2], value[3]};
    }
    return sinew__quat_identity();
}

/// Whether the body is upright along Z in the rest pose: its head is above the hips along Z, and its feet are below
/// them. The feet are checked because some files have all bones along one axis at rest. Bodies that the first frame
/// rotates upright along Y are excluded, because in their rest pose they are on their backs.
static int stands_along_z(import_pass *pass)
{
    const int32_t count = pass->raw.joint_count;
    sinew_vec3 *positions = SINEW__ARENA_ARRAY(&pass->arena, sinew_vec3, count), feet = {0}, head = {0};
    int32_t hips = SINEW_NONE, foot_count = 0, head_count = 0;
    for (int32_t i = 0; positions && i < count; ++i) {
        const sinew_raw_joint *joint = &pass->joints[i];
        const sinew_affine *rest = joint->rest_matrix;
        if (rest) positions[i] = (sinew_vec3){rest->row[0][3], rest->row[1][3], rest->row[2][3]};
        if (joint->parent != SINEW_NONE) positions[i] = sinew__vec3_add(positions[i], positions[joint->parent]);
        if (hips == SINEW_NONE && (is_called(joint, "hip") || is_called(joint, "pelvis"))) hips = i;
        if (head_count == 0 && is_called(joint, "head")) head = positions[i], head_count++;
        if (!is_called(joint, "foot") && !is_called(joint, "ankle")) continue;
        feet = sinew__vec3_add(feet, positions[i]);
        ++foot_count;
    }
    if (hips == SINEW_NONE && count > 0) hips = 0; // the root, whatever its name
    if (hips == SINEW_NONE || head_count == 0 || foot_count == 0) return 0;
    const sinew_vec3 up = sinew__vec3_normalize(sinew__vec3_subtract(head, positions[hips]), 0);
    const sinew_vec3 down =
        sinew__vec3_normalize(sinew__vec3_subtract(sinew__vec3_scale(feet, 1.0 / foot_count), positions[hips]), 0);
    sinew_quat rotation = sinew__quat_identity();
    for (int32_t i = hips; i != SINEW_NONE; i = pass->joints[i].parent)
        rotation = sinew__quat_multiply(first_rotation(pass, i), rotation);
    return up.z > 0.8 && down.z < -0.8 && sinew__quat_rotate(rotation, up).y < 0.8;
}

void sinew__bvh_find_up(import_pass *pass)
{
    const char given = pass->options ? pass->options->up : 0;
    if (given == 'Y' || (given != 'Z' && !stands_along_z(pass))) return;
    pass->raw.up = "+Z";
    pass->raw.front = "-Y";
    if (given == 'Z') return;
    sinew__import_warn(pass, IMPORT_WARNING_UP_AXIS, NULL, "its rest pose stands along Z: Z is its up axis");
}
