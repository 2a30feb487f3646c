#include "program/library/columns.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "program/library/find_clips.h"

// ---- the table ----------------------------------------------------------------------------------------------------

#define PLACE(type, field) (offsetof(type, field) + 1)
#define OF_FILE(field) .from = PLACE(library_file_values, field)
#define OF_MODEL(field) .of_model = 1, OF_FILE(record.field)
#define OF_CLIP(field) .from = PLACE(library_clip_record, field)
#define TO_FILE(field) .to_file = PLACE(library_file_row, field)
#define TO_MATCH(field) .to_match = PLACE(library_match, field)

#define FILES(column, sql_type) .table = LIBRARY_FILES, .name = #column, .type = sql_type, .sql = "f." #column
#define CLIPS(column, sql_type) .table = LIBRARY_CLIPS, .name = #column, .type = sql_type, .sql = "c." #column
#define RANGES(column, sql_type) .table = LIBRARY_RANGES, .name = #column, .type = sql_type, .sql = "r." #column
#define FINDINGS(column, sql_type) .table = LIBRARY_FINDINGS, .name = #column, .type = sql_type, .sql = "x." #column
#define WARNINGS(column, sql_type) .table = LIBRARY_WARNINGS, .name = #column, .type = sql_type
#define SIDE_FILES(column, sql_type) .table = LIBRARY_SIDE_FILES, .name = #column, .type = sql_type

/// Initializers of the columns whose tables show why a file failed.
#define REASON .shown = "f.error_code||coalesce(': '||f.error,'')", .title = "error"

#define DATE(column) .shown = "strftime('%Y-%m-%dT%H:%M:%SZ',f." #column ",'unixepoch')"

#define COUNT_FINDINGS(condition)                                                                                      \
    .sql = "(SELECT count(*) FROM findings x WHERE x.severity" condition " AND " LIBRARY_FINDINGS_OF_CLIP ")"

const library_column library_columns[] = {
    {FILES(id, "INTEGER"), .role = LIBRARY_KEY, .value = LIBRARY_WHOLE, TO_FILE(id)},
    {FILES(path, "BLOB"), .value = LIBRARY_PATH, OF_FILE(path), .update = "", TO_FILE(path), TO_MATCH(file),
     .key = "file", .csv_place = 1, .heading = "file", .word = "file", .kind = 't', .meaning = "path of the file",
     .searched = "CAST(f.path AS TEXT)"},
    {FILES(state, "TEXT"), .value = LIBRARY_STATE, OF_FILE(state), TO_FILE(state), TO_MATCH(state), .key = "state",
     .csv_place = 2, .word = "state", .kind = 't', .meaning = "ok, failed or vanished", REASON},
    {FILES(error_code, "TEXT"), .value = LIBRARY_TEXT, OF_FILE(error_code), TO_FILE(error_code), .word = "error",
     .kind = 't', .meaning = "why a file failed: damaged, timed-out …", REASON},
    {FILES(error, "TEXT"), .value = LIBRARY_TEXT, OF_FILE(error)},
    {FILES(format, "TEXT"), .value = LIBRARY_TEXT, OF_MODEL(format), .word = "format", .kind = 't',
     .meaning = "format of the file, as in 'FBX 7.4 binary'"},
    {FILES(skeleton, "TEXT"), .value = LIBRARY_TEXT, OF_MODEL(skeleton), .word = "skeleton", .kind = 't',
     .meaning = "fingerprint of joint names and parents"},
    {FILES(size, "INTEGER"), .value = LIBRARY_SIZE, OF_FILE(record.size), TO_FILE(size), .word = "size", .kind = 'n',
     .meaning = "bytes of the file"},
    {FILES(modified_ns, "INTEGER"), .value = LIBRARY_WHOLE, OF_FILE(record.modified), TO_FILE(modified)},
    {FILES(facts, "INTEGER"), .value = LIBRARY_WHOLE, OF_FILE(facts), TO_FILE(facts)},
    {FILES(seconds, "REAL"), .value = LIBRARY_SECONDS, OF_FILE(record.seconds), TO_FILE(seconds)},
    {FILES(unit_cm, "REAL"), .value = LIBRARY_REAL, OF_MODEL(unit_cm)},

    {CLIPS(id, "INTEGER"), .role = LIBRARY_KEY},
    {CLIPS(file, "INTEGER"), .role = LIBRARY_OWNER},
    {CLIPS(name, "TEXT"), .value = LIBRARY_NAME, OF_CLIP(name), TO_MATCH(clip), .key = "clip", .csv_place = 3,
     .heading = "clip", .word = "clip", .kind = 't', .meaning = "name of the clip"},
    {CLIPS(number, "INTEGER"), .role = LIBRARY_CLIP_NUMBER, .value = LIBRARY_ORDINAL, TO_MATCH(number), .key = "number",
     .csv_place = 4, .print = LIBRARY_PRINT_WHOLE},
    {CLIPS(seconds, "REAL"), .value = LIBRARY_REAL, OF_CLIP(seconds), TO_MATCH(seconds), .key = "seconds",
     .csv_place = 5, .print = LIBRARY_PRINT_NUMBER, .heading = "seconds", .decimals = 3, .word = "seconds", .kind = 'n',
     .meaning = "length of the clip"},
    {CLIPS(frames, "REAL"), .value = LIBRARY_REAL, OF_CLIP(frames), TO_MATCH(frames), .key = "frames", .csv_place = 6,
     .print = LIBRARY_PRINT_NUMBER, .word = "frames", .kind = 'n', .meaning = "length in frames of the file's rate"},
    {FILES(fps, "REAL"), .value = LIBRARY_REAL, OF_MODEL(fps), .word = "fps", .kind = 'n',
     .meaning = "frame rate of the file"},
    {CLIPS(speed, "REAL"), .value = LIBRARY_REAL, OF_CLIP(facts.travel.speed), TO_MATCH(speed), .key = "speed_m_s",
     .csv_place = 7, .print = LIBRARY_PRINT_NUMBER, .heading = "m/s", .decimals = 2, .word = "speed", .kind = 'n',
     .meaning = "metres per second along the ground, from start to end"},
    {CLIPS(path_speed, "REAL"), .value = LIBRARY_REAL, OF_CLIP(facts.travel.path_speed), TO_MATCH(path_speed),
     .key = "path_speed_m_s", .csv_place = 21, .print = LIBRARY_PRINT_NUMBER, .word = "path_speed", .kind = 'n',
     .meaning = "metres per second along the path over the ground"},
    {CLIPS(foot_speed, "REAL"), .value = LIBRARY_REAL, OF_CLIP(facts.travel.foot_speed), TO_MATCH(foot_speed),
     .key = "foot_speed_m_s", .csv_place = 22, .print = LIBRARY_PRINT_NUMBER, .word = "foot_speed", .kind = 'n',
     .meaning = "metres per second at which planted feet move in a clip in place"},
    {CLIPS(yaw_rate, "REAL"), .value = LIBRARY_REAL, OF_CLIP(facts.travel.yaw_rate), TO_MATCH(yaw_rate),
     .key = "yaw_rate_deg_s", .csv_place = 8, .print = LIBRARY_PRINT_NUMBER, .heading = "deg/s", .decimals = 1,
     .word = "yaw", .kind = 'n', .meaning = "degrees per second about the up axis"},
    {CLIPS(net_turn, "REAL"), .value = LIBRARY_REAL, OF_CLIP(facts.travel.net_turn), TO_MATCH(net_turn),
     .key = "net_turn_deg", .csv_place = 23, .print = LIBRARY_PRINT_NUMBER, .word = "net_turn", .kind = 'n',
     .meaning = "degrees about the up axis, counterclockwise; a full turn is 360"},
    {CLIPS(total_turn, "REAL"), .value = LIBRARY_REAL, OF_CLIP(facts.travel.total_turn), TO_MATCH(total_turn),
     .key = "total_turn_deg", .csv_place = 24, .print = LIBRARY_PRINT_NUMBER, .word = "total_turn", .kind = 'n',
     .meaning = "degrees that the clip turns, left and right added up"},
    {.word = "travels", .kind = 'f', .sql = "(c.speed>0.02)", .meaning = "the clip moves the character: speed>0.02"},
    {CLIPS(loop_error, "REAL"), .value = LIBRARY_REAL, OF_CLIP(facts.loop_error), TO_MATCH(loop_error),
     .key = "loop_error", .csv_place = 9, .print = LIBRARY_PRINT_NUMBER, .heading = "loop error", .decimals = 4,
     .word = "loop_error", .kind = 'n', .meaning = "seam between end and start, as a part of the character's size"},
    {CLIPS(loop_degrees, "REAL"), .value = LIBRARY_REAL, OF_CLIP(facts.loop_degrees), TO_MATCH(loop_degrees),
     .key = "loop_angle_deg", .csv_place = 25, .print = LIBRARY_PRINT_NUMBER, .word = "loop_angle", .kind = 'n',
     .meaning = "degrees of the seam between end and start"},
    {CLIPS(loops, "INTEGER"), .value = LIBRARY_KNOWN, OF_CLIP(facts.loops), TO_MATCH(loops), .key = "loop",
     .csv_place = 26, .print = LIBRARY_PRINT_YES, .word = "loop", .kind = 'f', .searched = "(c.loops=1)",
     .meaning = "the clip plays as a loop without a visible seam"},
    {CLIPS(loop_kind, "TEXT"), .value = LIBRARY_TEXT, OF_CLIP(facts.loop_kind), TO_MATCH(loop_kind), .key = "loop_kind",
     .csv_place = 30, .word = "loop_kind", .kind = 't',
     .meaning = "closed and open (loops), returns (ends as it began, and rests) or no"},
    {CLIPS(motion_start, "REAL"), .value = LIBRARY_REAL, OF_CLIP(facts.motion_start), TO_MATCH(motion_start),
     .key = "reference_pose", .csv_place = 27, .print = LIBRARY_PRINT_POSITIVE, .word = "reference_pose", .kind = 'f',
     .searched = "(c.motion_start>0)", .meaning = "the first frame is a reference pose, which facts leave out"},
    {CLIPS(moved_joints, "INTEGER"), .value = LIBRARY_COUNT, OF_CLIP(facts.moved_joints), .word = "moved", .kind = 'n',
     .meaning = "joints that the clip moves"},

    {FILES(joints, "INTEGER"), .value = LIBRARY_COUNT, OF_MODEL(joints), TO_MATCH(joints), .key = "joints",
     .csv_place = 10, .print = LIBRARY_PRINT_WHOLE, .heading = "joints", .word = "joints", .kind = 'n',
     .meaning = "joints of the file"},
    {FILES(meshes, "INTEGER"), .value = LIBRARY_COUNT, OF_MODEL(meshes), .word = "meshes", .kind = 'n',
     .meaning = "meshes of the file"},
    {FILES(vertices, "INTEGER"), .value = LIBRARY_COUNT, OF_MODEL(vertices), .word = "vertices", .kind = 'n',
     .meaning = "vertices of the file"},
    {FILES(triangles, "INTEGER"), .value = LIBRARY_COUNT, OF_MODEL(triangles), .word = "triangles", .kind = 'n',
     .meaning = "triangles of the file"},
    {FILES(materials, "INTEGER"), .value = LIBRARY_COUNT, OF_MODEL(materials), .word = "materials", .kind = 'n',
     .meaning = "materials of the file"},
    {FILES(textures, "INTEGER"), .value = LIBRARY_COUNT, OF_MODEL(textures), .word = "textures", .kind = 'n',
     .meaning = "textures of the file"},
    {FILES(warnings, "INTEGER"), .value = LIBRARY_COUNT, OF_MODEL(warning_count), .word = "warnings", .kind = 'n',
     .meaning = "warnings of the import"},
    {.word = "warned", .kind = 'f', .sql = "(f.warnings>0)", .meaning = "the import had warnings"},

    {CLIPS(contacts, "INTEGER"), .value = LIBRARY_KNOWN, OF_CLIP(facts.contacts), TO_MATCH(contacts), .key = "contacts",
     .csv_place = 14, .print = LIBRARY_PRINT_KNOWN, .word = "contacts", .kind = 'n',
     .meaning = "foot contacts of the clip"},
    {CLIPS(feet, "INTEGER"), .value = LIBRARY_KNOWN, OF_CLIP(facts.feet), TO_MATCH(feet), .key = "feet",
     .csv_place = 15, .print = LIBRARY_PRINT_KNOWN, .word = "feet", .kind = 'n', .meaning = "feet that have contacts"},
    {CLIPS(descriptor, "BLOB"), .value = LIBRARY_DESCRIPTION, OF_CLIP(facts.descriptor), TO_MATCH(descriptor),
     .details = LIBRARY_WITH_MOTIONS},
    {CLIPS(body, "BLOB"), .value = LIBRARY_BODY, OF_CLIP(body), TO_MATCH(body), .details = LIBRARY_WITH_MOTIONS},
    {CLIPS(heading, "BLOB"), .value = LIBRARY_HEADINGS, OF_CLIP(facts.heading), TO_MATCH(heading),
     .details = LIBRARY_WITH_MOTIONS},
    {CLIPS(poses, "BLOB"), .value = LIBRARY_POSE_LIST, OF_CLIP(poses), TO_MATCH(poses), .details = LIBRARY_WITH_POSES},

    // Joints of equal names share a row, which has the larger range.
    {RANGES(file, "INTEGER"), .role = LIBRARY_OWNER, .update = ""},
    {RANGES(clip, "INTEGER"), .role = LIBRARY_CLIP_NUMBER, .update = ""},
    {RANGES(joint, "TEXT"), .value = LIBRARY_NAME, .from = PLACE(library_joint_range, joint), .update = ""},
    {RANGES(degrees, "REAL"), .value = LIBRARY_REAL, .from = PLACE(library_joint_range, degrees),
     .update = "max(degrees,excluded.degrees)", .word = "range", .kind = 'j',
     .meaning = "range(JOINT): degrees between the rotations of a joint that differ most"},
    {RANGES(centimetres, "REAL"), .value = LIBRARY_REAL, .from = PLACE(library_joint_range, centimetres),
     .update = "max(centimetres,excluded.centimetres)", .word = "translation", .kind = 'j',
     .meaning = "translation(JOINT): distance between the farthest positions of a joint, in cm"},

    {WARNINGS(file, "INTEGER"), .role = LIBRARY_OWNER},
    {WARNINGS(code, "TEXT"), .value = LIBRARY_NAME, .from = PLACE(library_warning, code)},
    {WARNINGS(text, "TEXT"), .value = LIBRARY_NAME, .from = PLACE(library_warning, text)},

    {FINDINGS(file, "INTEGER"), .role = LIBRARY_OWNER},
    {FINDINGS(code, "TEXT"), .value = LIBRARY_NAME, .from = PLACE(library_finding, code), .word = "check", .kind = 'c',
     .meaning = "code of a finding of 'sinew check', as in check=W18"},
    {FINDINGS(severity, "TEXT"), .value = LIBRARY_NAME, .from = PLACE(library_finding, severity)},
    {FINDINGS(clip, "TEXT"), .value = LIBRARY_NAME, .from = PLACE(library_finding, clip)}, // NULL: the whole file
    {FINDINGS(node, "TEXT"), .value = LIBRARY_NAME, .from = PLACE(library_finding, node)},
    {FINDINGS(text, "TEXT"), .value = LIBRARY_NAME, .from = PLACE(library_finding, text)},
    {.word = "findings",
     .kind = 'n',
     COUNT_FINDINGS("<>'info'"),
     .meaning = "warnings and errors of 'sinew check', of the clip and of its file as a whole"},
    {.word = "errors", .kind = 'n', COUNT_FINDINGS("='error'"), .meaning = "errors among them"},

    {SIDE_FILES(file, "INTEGER"), .role = LIBRARY_OWNER},
    {SIDE_FILES(name, "BLOB"), .value = LIBRARY_BYTES, .from = PLACE(library_side_values, name)},
    {SIDE_FILES(path, "BLOB"), .value = LIBRARY_BYTES, .from = PLACE(library_side_values, path)},
    {SIDE_FILES(size, "INTEGER"), .value = LIBRARY_WHOLE_AT, .from = PLACE(library_side_values, size)},
    {SIDE_FILES(modified_ns, "INTEGER"), .value = LIBRARY_WHOLE_AT, .from = PLACE(library_side_values, modified)},

    {FILES(hash, "INTEGER"), .value = LIBRARY_WHOLE, OF_FILE(record.hash), TO_FILE(hash), TO_MATCH(hash), .key = "hash",
     .csv_place = 16, .print = LIBRARY_PRINT_HASH},
    {FILES(side_hash, "INTEGER"), .value = LIBRARY_OPTIONAL, OF_FILE(record.side_hash), TO_FILE(side_hash)},
    {FILES(drawn_hash, "INTEGER"), .role = LIBRARY_DRAWN, .value = LIBRARY_WHOLE, TO_FILE(drawn_hash)},
    {TO_MATCH(change), .key = "change", .csv_place = 17, .condition = LIBRARY_WITH_DATES},
    {FILES(added_s, "INTEGER"), .role = LIBRARY_ADDED, .value = LIBRARY_WHOLE, OF_FILE(now), .update = "",
     TO_FILE(added_s), TO_MATCH(added), .key = "added", .csv_place = 18, .print = LIBRARY_PRINT_DATE},
    {FILES(changed_s, "INTEGER"), .value = LIBRARY_WHOLE, OF_FILE(now),
     .update = "CASE WHEN hash=excluded.hash AND (side_hash IS NULL OR side_hash=excluded.side_hash) THEN changed_s"
               " ELSE excluded.changed_s END",
     TO_FILE(changed_s), TO_MATCH(changed), .key = "changed", .csv_place = 19, .print = LIBRARY_PRINT_DATE,
     .word = "changed", .kind = 'd', .meaning = "date of the last change that an update saw, as in changed>=2026-11-01",
     DATE(changed_s)},
    {FILES(vanished_s, "INTEGER"), .value = LIBRARY_WHOLE, .update = "NULL", TO_FILE(vanished_s), TO_MATCH(vanished),
     .key = "vanished", .csv_place = 20, .print = LIBRARY_PRINT_DATE, .word = "vanished", .kind = 'd',
     .meaning = "date on which an update missed the file", DATE(vanished_s)},

    {TO_MATCH(distance), .key = "distance", .csv_place = 11, .print = LIBRARY_PRINT_NUMBER,
     .condition = LIBRARY_IF_FINITE},
    {TO_MATCH(time), .key = "time_s", .csv_place = 13, .print = LIBRARY_PRINT_NUMBER, .condition = LIBRARY_IF_FINITE},
    {TO_MATCH(group), .key = "group", .csv_place = 12, .print = LIBRARY_PRINT_WHOLE, .condition = LIBRARY_IN_GROUPS},
    {TO_MATCH(is_exact), .key = "same_bytes", .print = LIBRARY_PRINT_YES, .condition = LIBRARY_IN_GROUPS},
    {TO_MATCH(is_mirrored), .key = "mirrored", .csv_place = 28, .print = LIBRARY_PRINT_YES,
     .condition = LIBRARY_IN_GROUPS},
    {TO_MATCH(rotation), .key = "rotated_deg", .csv_place = 29, .print = LIBRARY_PRINT_NUMBER,
     .condition = LIBRARY_IN_GROUPS},
};

const int library_column_count = sizeof library_columns / sizeof *library_columns;

const char *library_table_name(library_table table)
{
    static const char *const names[LIBRARY_TABLES] = {"",         "files",    "clips",     "ranges",
                                                      "warnings", "findings", "side_files"};
    return names[table];
}

// ---- writing ------------------------------------------------------------------------------------------------------

/// Returns whether statements that store measurements bind the column.
static int is_bound(const library_column *column, library_table table)
{
    return column->table == table &&
           (column->from || column->role == LIBRARY_OWNER || column->role == LIBRARY_CLIP_NUMBER);
}

static void put_updates(library_table table, sinew__buffer *out)
{
    const char *separator = " ON CONFLICT DO UPDATE SET ";
    for (int i = 0; i < library_column_count; ++i) {
        const library_column *column = &library_columns[i];
        if (column->table != table || (column->update ? !*column->update : !is_bound(column, table))) continue;
        sinew__buffer_format(out, "%s%s=", separator, column->name);
        if (column->update)
            sinew__buffer_put_text(out, column->update);
        else
            sinew__buffer_format(out, "excluded.%s", column->name);
        separator = ",";
    }
}

void library_put_insert(library_table table, sinew__buffer *out)
{
    int count = 0, has_updates = 0;
    sinew__buffer_format(out, "INSERT INTO %s(", library_table_name(table));
    for (int i = 0; i < library_column_count; ++i) {
        has_updates |= library_columns[i].table == table && library_columns[i].update != NULL;
        if (is_bound(&library_columns[i], table))
            sinew__buffer_format(out, "%s%s", count++ ? "," : "", library_columns[i].name);
    }
    sinew__buffer_put_text(out, ") VALUES(");
    for (int i = 0; i < count; ++i) sinew__buffer_put_text(out, i ? ",?" : "?");
    sinew__buffer_put_character(out, ')');
    if (has_updates) put_updates(table, out);
    if (table == LIBRARY_FILES) sinew__buffer_put_text(out, " RETURNING id");
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC); // binds NULL if text is NULL
}

static void bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, size_t size)
{
    sqlite3_bind_blob(statement, index, bytes, (int)size, SQLITE_STATIC); // binds NULL if bytes is NULL
}

static void bind_value(sqlite3_stmt *statement, int index, const library_column *column, const void *item)
{
    const void *at = (const char *)item + column->from - 1;
    const char *text = column->value >= LIBRARY_TEXT && column->value <= LIBRARY_BYTES ? *(const char *const *)at : "";
    const library_clip_record *clip = item; // valid for columns of LIBRARY_CLIPS
    switch (column->value) {
    case LIBRARY_REAL:
    case LIBRARY_SECONDS:
        sqlite3_bind_double(statement, index, *(const double *)at);
        break; // SQLite stores NaN as NULL
    case LIBRARY_COUNT:
    case LIBRARY_ORDINAL: sqlite3_bind_int(statement, index, *(const int32_t *)at); break;
    case LIBRARY_KNOWN:
        if (*(const int32_t *)at >= 0) sqlite3_bind_int(statement, index, *(const int32_t *)at);
        break;
    case LIBRARY_SIZE:
    case LIBRARY_WHOLE: sqlite3_bind_int64(statement, index, *(const int64_t *)at); break;
    case LIBRARY_OPTIONAL:
        if (*(const int64_t *)at) sqlite3_bind_int64(statement, index, *(const int64_t *)at);
        break;
    case LIBRARY_WHOLE_AT:
        if (*(const int64_t *const *)at) sqlite3_bind_int64(statement, index, **(const int64_t *const *)at);
        break;
    case LIBRARY_TEXT: bind_text(statement, index, text && *text ? text : NULL); break;
    case LIBRARY_NAME:
    case LIBRARY_STATE: bind_text(statement, index, text); break;
    case LIBRARY_PATH:
    case LIBRARY_BYTES: bind_bytes(statement, index, text, text ? strlen(text) : 0); break;
    case LIBRARY_DESCRIPTION:
        bind_bytes(statement, index, clip->facts.has_descriptor ? at : NULL, sizeof clip->facts.descriptor);
        break;
    case LIBRARY_HEADINGS:
        bind_bytes(statement, index, clip->facts.has_descriptor ? at : NULL, sizeof clip->facts.heading);
        break;
    case LIBRARY_BODY: bind_bytes(statement, index, clip->body, LIBRARY_BODY_DESCRIPTOR); break;
    case LIBRARY_POSE_LIST:
        bind_bytes(statement, index, clip->poses.features,
                   (size_t)clip->poses.count * LIBRARY_POSE_FEATURES * sizeof *clip->poses.features);
        break;
    }
}

void library_bind_row(sqlite3_stmt *statement, library_table table, int64_t file, int32_t clip, const void *item)
{
    const int is_model = table != LIBRARY_FILES || !((const library_file_values *)item)->error_code;
    int index = 0;
    for (int i = 0; i < library_column_count; ++i) {
        const library_column *column = &library_columns[i];
        if (!is_bound(column, table)) continue;
        sqlite3_bind_null(statement, ++index);
        if (column->role == LIBRARY_OWNER)
            sqlite3_bind_int64(statement, index, file);
        else if (column->role == LIBRARY_CLIP_NUMBER)
            sqlite3_bind_int(statement, index, clip);
        else if (is_model || !column->of_model)
            bind_value(statement, index, column, item);
    }
}

// ---- reading ------------------------------------------------------------------------------------------------------

enum { MAX_PATH_BYTES = 32768 }; // bytes: folders are nested up to 64 deep, and names have up to 255 bytes

int library_is_below(const char *path, size_t length)
{
    if (length == 0 || memchr(path, 0, length)) return 0;
    for (size_t at = 0, end; at <= length; at = end + 1) {
        const char *slash = memchr(path + at, '/', length - at);
        end = slash ? (size_t)(slash - path) : length;
        const size_t size = end - at;
        if (size == 0 || (size == 1 && path[at] == '.') || (size == 2 && path[at] == '.' && path[at + 1] == '.'))
            return 0;
    }
    return 1;
}

int library_is_finite(sqlite3_stmt *row, int column)
{
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_NULL:
    case SQLITE_INTEGER: return 1;
    case SQLITE_FLOAT: return isfinite(sqlite3_column_double(row, column));
    default: return 0;
    }
}

static sinew_result check_range(sqlite3_stmt *row, int index, int64_t least, int64_t most, const char *what,
                                sinew_error *error)
{
    const int type = sqlite3_column_type(row, index);
    const int64_t number = sqlite3_column_int64(row, index);
    if (type == SQLITE_NULL || (type == SQLITE_INTEGER && number >= least && number <= most)) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s is out of range", what);
}

static sinew_result check_path(sqlite3_stmt *row, int index, sinew_error *error)
{
    if (sqlite3_column_type(row, index) != SQLITE_BLOB ||
        !library_is_below(sqlite3_column_blob(row, index), (size_t)sqlite3_column_bytes(row, index)))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: a path leads out of the folder");
    if (sqlite3_column_bytes(row, index) > MAX_PATH_BYTES)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: a path has more than %d bytes", MAX_PATH_BYTES);
    return SINEW_OK;
}

static sinew_result check_state(sqlite3_stmt *row, int index, sinew_error *error)
{
    static const char *const states[] = {"ok", "failed", "vanished"};
    const int is_text = sqlite3_column_type(row, index) == SQLITE_TEXT;
    const char *word = is_text ? (const char *)sqlite3_column_text(row, index) : NULL;
    for (int i = 0; i < 3 && word; ++i)
        if (strcmp(word, states[i]) == 0) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: the state of a file is '%.40s'", word ? word : "");
}

/// Checks that an update can have written a value, because a database may be untrusted.
static sinew_result check_value(sqlite3_stmt *row, int index, library_value value, sinew_error *error)
{
    static const char number[] = "a number of a clip", size[] = "the size or time of a file";
    switch (value) {
    case LIBRARY_REAL:
        if (library_is_finite(row, index)) return SINEW_OK;
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: a number of a clip is not finite");
    case LIBRARY_SECONDS:
        if (library_is_finite(row, index) && sqlite3_column_double(row, index) >= 0) return SINEW_OK;
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s is out of range", size);
    case LIBRARY_COUNT:
    case LIBRARY_KNOWN: return check_range(row, index, 0, INT32_MAX, number, error);
    case LIBRARY_ORDINAL: return check_range(row, index, 1, INT32_MAX, number, error);
    case LIBRARY_SIZE: return check_range(row, index, 0, INT64_MAX, size, error);
    case LIBRARY_PATH: return check_path(row, index, error);
    case LIBRARY_STATE: return check_state(row, index, error);
    case LIBRARY_WHOLE:
    case LIBRARY_OPTIONAL:
    case LIBRARY_WHOLE_AT:
    case LIBRARY_TEXT:
    case LIBRARY_NAME:
    case LIBRARY_BYTES:
    case LIBRARY_DESCRIPTION:
    case LIBRARY_HEADINGS:
    case LIBRARY_BODY:
    case LIBRARY_POSE_LIST: return SINEW_OK;
    }
    return SINEW_OK;
}

const char *library_keep_text(sinew__arena *arena, sqlite3_stmt *row, int column)
{
    const int length = sqlite3_column_bytes(row, column);
    const char *text = sqlite3_column_blob(row, column);
    const char *kept = sinew__arena_text(arena, text ? text : "", (size_t)length);
    return kept ? kept : "";
}

/// Copies a value of exactly `size` bytes into the arena. Returns NULL if the value has another size.
static void *array_at(sinew__arena *arena, sqlite3_stmt *row, int index, size_t size)
{
    if (size == 0 || (size_t)sqlite3_column_bytes(row, index) != size) return NULL;
    void *array = sinew__arena_take(arena, 1, size);
    if (array) memcpy(array, sqlite3_column_blob(row, index), size);
    return array;
}

static float *descriptor_at(sinew__arena *arena, sqlite3_stmt *row, int index)
{
    float *descriptor = array_at(arena, row, index, LIBRARY_DESCRIPTOR * sizeof *descriptor);
    for (int i = 0; i < LIBRARY_DESCRIPTOR && descriptor; ++i)
        if (!isfinite(descriptor[i])) return NULL;
    return descriptor;
}

static library_poses poses_at(sinew__arena *arena, sqlite3_stmt *row, int index)
{
    const size_t size = (size_t)sqlite3_column_bytes(row, index), one = LIBRARY_POSE_FEATURES * sizeof(int16_t);
    if (size % one != 0 || size / one > LIBRARY_MAX_POSES) return (library_poses){0};
    int16_t *features = array_at(arena, row, index, size);
    return (library_poses){.features = features, .count = features ? (int32_t)(size / one) : 0};
}

static void read_value(sqlite3_stmt *row, int index, library_value value, sinew__arena *arena, void *out)
{
    const int is_null = sqlite3_column_type(row, index) == SQLITE_NULL;
    switch (value) {
    case LIBRARY_REAL: *(double *)out = is_null ? (double)NAN : sqlite3_column_double(row, index); break;
    case LIBRARY_SECONDS: *(double *)out = sqlite3_column_double(row, index); break;
    case LIBRARY_COUNT:
    case LIBRARY_ORDINAL: *(int32_t *)out = sqlite3_column_int(row, index); break;
    case LIBRARY_KNOWN: *(int32_t *)out = is_null ? -1 : sqlite3_column_int(row, index); break;
    case LIBRARY_SIZE:
    case LIBRARY_WHOLE:
    case LIBRARY_OPTIONAL: *(int64_t *)out = sqlite3_column_int64(row, index); break;
    case LIBRARY_TEXT:
    case LIBRARY_NAME:
    case LIBRARY_STATE:
    case LIBRARY_PATH:
    case LIBRARY_BYTES: // copied into the arena; without an arena, valid until the next row
        *(const char **)out = is_null ? NULL
                              : arena ? library_keep_text(arena, row, index)
                                      : (const char *)sqlite3_column_text(row, index);
        break;
    case LIBRARY_DESCRIPTION: *(float **)out = descriptor_at(arena, row, index); break;
    case LIBRARY_HEADINGS: *(int16_t **)out = array_at(arena, row, index, LIBRARY_HEADING * sizeof(int16_t)); break;
    case LIBRARY_BODY: *(int8_t **)out = array_at(arena, row, index, LIBRARY_BODY_DESCRIPTOR); break;
    case LIBRARY_WHOLE_AT: break; // never read
    case LIBRARY_POSE_LIST: *(library_poses *)out = poses_at(arena, row, index); break;
    }
}

/// Returns whether queries of files read the column.
static int is_of_file_row(const library_column *column)
{
    return column->to_file != 0;
}

sinew_result library_prepare_files(library_database *database, const char *tail, sqlite3_stmt **out_rows,
                                   sinew_error *out_error)
{
    sinew__buffer sql = {0};
    const char *separator = "SELECT ";
    for (int i = 0; i < library_column_count; ++i) {
        if (!is_of_file_row(&library_columns[i])) continue;
        sinew__buffer_format(&sql, "%s%s", separator, library_columns[i].sql);
        separator = ",";
    }
    sinew__buffer_format(&sql, " FROM files f %s", tail);
    sinew__buffer_put_character(&sql, '\0');
    const sinew_result result =
        sql.failed ? sinew__fail_memory(out_error) : library_prepare(database, sql.text, out_rows, out_error);
    sinew__buffer_free(&sql);
    return result;
}

sinew_result library_read_file_row(sqlite3_stmt *row, library_file_row *out_row, sinew_error *out_error)
{
    sinew_result result = SINEW_OK;
    *out_row = (library_file_row){0};
    for (int i = 0, index = 0; i < library_column_count && result == SINEW_OK; ++i) {
        const library_column *column = &library_columns[i];
        if (!is_of_file_row(column)) continue;
        result = check_value(row, index, column->value, out_error);
        if (result == SINEW_OK) read_value(row, index, column->value, NULL, (char *)out_row + column->to_file - 1);
        ++index;
    }
    if (result != SINEW_OK) return result;
    if (!out_row->path || !out_row->state) return sinew__fail_memory(out_error);
    out_row->path_length = strlen(out_row->path);
    out_row->is_current = out_row->facts == LIBRARY_FACTS;
    out_row->is_vanished = strcmp(out_row->state, "vanished") == 0;
    out_row->is_failed = strcmp(out_row->state, "failed") == 0;
    out_row->is_late = out_row->is_failed && out_row->facts == 0 && out_row->error_code &&
                       strcmp(out_row->error_code, sinew_result_code(SINEW_ERROR_TIMED_OUT)) == 0;
    return SINEW_OK;
}

/// Returns whether a search for `details` reads the column from `table`.
static int is_of_match(const library_column *column, library_table table, library_details details)
{
    return column->table == table && column->to_match &&
           (column->details == LIBRARY_FACTS_ONLY || column->details == details);
}

int library_put_match_columns(library_details details, sinew__buffer *out, int *out_of_files)
{
    int count = 0;
    for (library_table table = LIBRARY_FILES; table <= LIBRARY_CLIPS; ++table)
        for (int i = 0; i < library_column_count; ++i) {
            if (!is_of_match(&library_columns[i], table, details)) continue;
            sinew__buffer_format(out, "%s%s", count++ ? "," : "", library_columns[i].sql);
            if (table == LIBRARY_FILES) *out_of_files = count;
        }
    return count;
}

sinew_result library_read_match(sqlite3_stmt *row, library_details details, sinew__arena *arena,
                                struct library_match *out_match, sinew_error *out_error)
{
    int index = 0;
    *out_match = (library_match){.distance = (double)NAN, .time = (double)NAN};
    for (library_table table = LIBRARY_FILES; table <= LIBRARY_CLIPS; ++table)
        for (int i = 0; i < library_column_count; ++i) {
            const library_column *column = &library_columns[i];
            if (!is_of_match(column, table, details)) continue;
            const sinew_result result = check_value(row, index, column->value, out_error);
            if (result != SINEW_OK) return result;
            read_value(row, index++, column->value, arena, (char *)out_match + column->to_match - 1);
        }
    return SINEW_OK;
}
