/// Finds clips of a library that match an expression, are similar to a motion or pose, or are copies.
#ifndef SINEW_PROGRAM_LIBRARY_FIND_CLIPS_H
#define SINEW_PROGRAM_LIBRARY_FIND_CLIPS_H

#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/buffer.h"
#include "program/library/columns.h"
#include "program/library/database.h"

// ---- dates ---------------------------------------------------------------------------------------------------------

// Dates of the Gregorian calendar, in UTC, as seconds since 1970.

/// Size of a time as text, in bytes. 21 are used; with fewer than 33 gcc warns of years that library_write_time never
/// writes.
enum { LIBRARY_DATE_SIZE = 40 };

/// Reads a date such as 2026-11-01, from 1970 to 9999, as the time at midnight. Returns the end of the date, or NULL
/// for other text.
const char *library_read_date(const char *text, int64_t *out_seconds);

/// Writes a time as 2026-11-01T12:30:00Z; "" before 1970 and after 9999.
void library_write_time(int64_t seconds, char out[LIBRARY_DATE_SIZE]);

// ---- expressions ---------------------------------------------------------------------------------------------------

// Converts expressions over facts of files and clips, such as `speed 1.2..1.6 and loop and joints>=50`, to SQL.
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
    LIBRARY_MAX_NESTING = 64, ///< parentheses and operators before them; SQLite's parser allows 100
    LIBRARY_MAX_SHOWN = 8,
};

/// A condition and its values. A zeroed one matches every clip.
typedef struct library_query {
    sinew__buffer sql;  ///< condition over the tables f (files) and c (clips)
    sinew__arena arena; ///< memory of the texts
    double numbers[LIBRARY_MAX_TERMS];
    const char *texts[LIBRARY_MAX_TERMS]; ///< [value_count]; NULL: the value is the number of that index
    int value_count;
    sinew__buffer shown; ///< SQL columns of facts that the expression uses and that tables do not always show, each
                         ///< after a comma
    const char *shown_titles[LIBRARY_MAX_SHOWN];
    int shown_count;
    int64_t since; ///< seconds since 1970: only files that were added, changed or vanished after it; 0: all
} library_query;

/// Parses an expression; an empty one matches every clip. SINEW_ERROR_INVALID_ARGUMENT quotes the part that is not
/// understood; SINEW_ERROR_LIMIT: it is too long or nested too deeply. Free the query even after a failure.
SINEW_NODISCARD sinew_result library_parse_query(const char *text, library_query *out_query, sinew_error *out_error);
void library_query_free(library_query *query);

/// Reads a date such as 2026-11-01 as seconds since 1970, at midnight UTC. SINEW_ERROR_INVALID_ARGUMENT.
SINEW_NODISCARD sinew_result library_parse_date(const char *text, int64_t *out_seconds, sinew_error *out_error);

/// Binds the values of a query to a statement that contains its condition.
void library_bind_query(const library_query *query, sqlite3_stmt *statement);

// ---- clips ---------------------------------------------------------------------------------------------------------

/// A clip, or a file without clips. Texts live in the list's arena. Unknown numbers are NaN.
typedef struct library_match {
    const char *file, *clip, *state; ///< `clip`: name of the clip; NULL: a file without clips
    int32_t number;                  ///< of the clip in its file, from 1; 0: a file without clips
    double seconds, frames, speed, yaw_rate, loop_error, path_speed, net_turn, total_turn, foot_speed, loop_degrees;
    double motion_start;   ///< seconds from the clip's start; above 0, the first frame is a reference pose
    int32_t loops;         ///< 1, 0, or −1: unknown
    const char *loop_kind; ///< NULL: unknown
    int32_t joints;
    uint64_t hash;
    int32_t contacts, feet;           ///< −1: unknown
    const char *change;               ///< change after the query's date: "added", "changed" or "vanished"
    int64_t added, changed, vanished; ///< seconds since 1970; `vanished` 0: the file exists
    double distance;                  ///< distance from the motion or pose that is searched, as in
                                      ///< library_motion_distance
    double time;                      ///< time when the clip comes nearest to the pose, in seconds from its start
    int32_t group;                    ///< number of the group of copies, from 1
    int32_t is_exact;                 ///< another file of the group has the same bytes
    int32_t is_mirrored;              ///< the clip is a mirror image of the group's first clip
    double rotation;                  ///< degrees about the up axis from the group's first clip; 0: none
    const char **shown;               ///< [shown_count] values of the facts in the expression; NULL: no value
    float *descriptor;                ///< [LIBRARY_DESCRIPTOR] or NULL
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

/// Lists the clips that match a condition, ordered by file and clip. Free *out_matches even after a failure.
/// SINEW_ERROR_OUT_OF_MEMORY, or an error of the database.
SINEW_NODISCARD sinew_result library_find(library_database *database, const library_query *query,
                                          library_details details, library_matches *out_matches,
                                          sinew_error *out_error);
void library_matches_free(library_matches *matches);

/// Sorts by the distance to a motion, and keeps the first `limit` clips. The matches must have been read with motions;
/// clips without one are dropped. `body` is a result of library_describe_body, or NULL. If it is given, clips that have
/// such a descriptor are also compared by library_body_distance, and the smaller of both distances counts.
void library_keep_alike(library_matches *matches, const float *descriptor, const int8_t *body, size_t limit);

/// Sorts by the distance between `pose` (library_describe_pose) and the clip's nearest pose, and keeps the first
/// `limit` clips. The matches must have been read with poses.
void library_keep_with_pose(library_matches *matches, const double pose[LIBRARY_POSE_FEATURES], size_t limit);

/// Keeps the clips that have copies, sorted by group. Copies are files with the same bytes, and moving clips of equal
/// length with the same motion, whatever their names, scale, exporter and side. Mirrored and rotated copies are marked.
/// The matches must have been read with motions.
SINEW_NODISCARD sinew_result library_keep_copies(library_matches *matches, sinew_error *out_error);

#endif
