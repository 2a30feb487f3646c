/// Clips of a library that meet an expression, are alike, or are copies.
#ifndef SINEW_PROGRAM_LIBRARY_FIND_CLIPS_H
#define SINEW_PROGRAM_LIBRARY_FIND_CLIPS_H

#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "program/library/columns.h"
#include "program/library/database.h"

// ---- dates ---------------------------------------------------------------------------------------------------------

// Dates of the Gregorian calendar as seconds since 1970, in UTC.

/// Bytes for a time. It takes 21; with fewer than 33, gcc warns of years that library_write_time never writes.
enum { LIBRARY_DATE_SIZE = 40 };

/// Reads a date as in 2026-11-01, from 1970 to 9999, at midnight. Returns the end of the date, or NULL for other text.
const char *library_read_date(const char *text, int64_t *out_seconds);

/// Writes a time as in 2026-11-01T12:30:00Z; before 1970 and after 9999 it writes nothing.
void library_write_time(int64_t seconds, char out[LIBRARY_DATE_SIZE]);

// ---- expressions ---------------------------------------------------------------------------------------------------

// Expressions over the facts of files and clips, as in `speed 1.2..1.6 and loop and joints>=50`, as SQL.
//
//     expression = term { ("and" | "or") term }        "and" binds more tightly
//     term       = "not" term | "(" expression ")" | fact | word
//     fact       = number ("<" | "<=" | "=" | ">=" | ">" | "!=") value
//                | number value ".." value
//                | text-field ("=" | "!=") pattern
//                | flag
//     number     = number-field | joint-field "(" pattern ")"
//     word       = part of a path or of a clip's name, or a pattern of one with * and ?

enum {
    LIBRARY_MAX_QUERY = 4096,
    LIBRARY_MAX_TERMS = 256,
    LIBRARY_MAX_NESTING = 64, ///< of parentheses and of operators before them; SQLite's parser allows 100
    LIBRARY_MAX_SHOWN = 8,
};

/// A condition with its values. Zeroed: every clip.
typedef struct library_query {
    sinew__buffer sql;  ///< of the tables f (files) and c (clips)
    sinew__arena arena; ///< of the texts
    double numbers[LIBRARY_MAX_TERMS];
    const char *texts[LIBRARY_MAX_TERMS]; ///< NULL: the number of that index
    int value_count;
    sinew__buffer shown; ///< columns of facts in the expression that a list does not have, each after a comma
    const char *shown_titles[LIBRARY_MAX_SHOWN];
    int shown_count;
    int64_t since; ///< only files that were added, changed or vanished since then, in seconds since 1970; 0: all
} library_query;

/// Parses an expression; an empty one is every clip. SINEW_ERROR_INVALID_ARGUMENT quotes the part that is not
/// understood; SINEW_ERROR_LIMIT: it is too long or nested too deep. Free the query also after a failure.
SINEW_NODISCARD sinew_result library_parse_query(const char *text, library_query *out_query, sinew_error *out_error);
void library_query_free(library_query *query);

/// Reads a date as in 2026-11-01, at midnight UTC, as seconds since 1970. SINEW_ERROR_INVALID_ARGUMENT.
SINEW_NODISCARD sinew_result library_parse_date(const char *text, int64_t *out_seconds, sinew_error *out_error);

/// Sets the values of a statement whose condition is the query's.
void library_bind_query(const library_query *query, sqlite3_stmt *statement);

// ---- clips ---------------------------------------------------------------------------------------------------------

/// A clip, or a file without clips. Texts are in the list's arena. Numbers that are not known are NaN.
typedef struct library_match {
    const char *file, *clip, *state; ///< clip NULL: a file without clips
    int32_t number;                  ///< of the clip, from 1; 0: a file without clips
    double seconds, frames, speed, yaw_rate, loop_error, path_speed, net_turn, total_turn, foot_speed, loop_degrees;
    double motion_start;   ///< seconds; more than 0: the first frame is a reference pose
    int32_t loops;         ///< 1, 0, or −1: not known
    const char *loop_kind; ///< NULL: not known
    int32_t joints;
    uint64_t hash;
    int32_t contacts, feet;           ///< −1: not known
    const char *change;               ///< since the date of the query: added, changed or vanished
    int64_t added, changed, vanished; ///< seconds since 1970; `vanished` 0: present
    double distance;                  ///< to the clip or pose that is searched (library_motion_distance)
    double time;                      ///< when the clip comes nearest to the pose, in seconds from its start
    int32_t group;                    ///< of copies, from 1
    int32_t is_exact;                 ///< another file of the group has the same bytes
    int32_t is_mirrored;              ///< the first clip of the group is its mirror image
    double rotation;                  ///< degrees about the vertical from the first clip of the group; 0: none
    const char **shown;               ///< [shown_count] values of facts in the expression; NULL: no value
    float *descriptor;                ///< or NULL
    int16_t *heading;                 ///< [LIBRARY_HEADING] or NULL
    library_poses poses;
    int8_t *body; ///< [LIBRARY_BODY_DESCRIPTOR] or NULL
} library_match;

typedef struct library_matches {
    library_match *items; ///< [count]
    size_t count, capacity;
    const char *shown_titles[LIBRARY_MAX_SHOWN];
    int shown_count;
    sinew__arena arena;
} library_matches;

/// Lists the clips that meet a condition, in the order of files and clips.
/// Free *out_matches also after a failure. SINEW_ERROR_OUT_OF_MEMORY, or a failure of the database.
SINEW_NODISCARD sinew_result library_find(library_database *database, const library_query *query,
                                          library_details details, library_matches *out_matches,
                                          sinew_error *out_error);
void library_matches_free(library_matches *matches);

/// Sorts by the distance to a motion and keeps the first `limit`. Needs motions; drops clips without one. `body` is the
/// result of library_describe_body, or NULL: it compares clips of bodies, and the smaller distance counts.
void library_keep_alike(library_matches *matches, const float *descriptor, const int8_t *body, size_t limit);

/// Sorts by the distance of the nearest pose to `pose` (library_describe_pose) and keeps the first `limit`. Needs
/// poses.
void library_keep_with_pose(library_matches *matches, const double pose[LIBRARY_POSE_FEATURES], size_t limit);

/// Keeps the clips that have copies, sorted by group: files with the same bytes, moving or not, and clips of
/// the same length with the same motion, regardless of names, scale, exporter and side. Copies that are
/// mirrored or rotated are marked. Needs motions.
SINEW_NODISCARD sinew_result library_keep_copies(library_matches *matches, sinew_error *out_error);

#endif
