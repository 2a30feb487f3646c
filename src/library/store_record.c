#include "library/store_record.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/buffer.h"
#include "platform/file.h"

// ---- statements ---------------------------------------------------------------------------------------------------

static const struct {
    size_t offset;
    const char *sql;
} statement_texts[] = {
    {offsetof(library_statements, insert_file),
     "INSERT INTO files(path,size,modified_ns,hash,facts,state,error_code,error,added_s,changed_s,seconds,format,"
     "skeleton,unit_cm,fps,joints,meshes,vertices,triangles,materials,textures,warnings,"
     "side_hash)"
     " VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22)"
     " ON CONFLICT(path) DO UPDATE SET size=?2,modified_ns=?3,hash=?4,facts=?5,state=?6,error_code=?7,error=?8,"
     "changed_s=CASE WHEN hash=?4 AND (side_hash IS NULL OR side_hash=?22) THEN changed_s ELSE ?9 "
     "END,side_hash=?22,vanished_s=NULL,seconds=?10,format=?11,skeleton=?12,unit_cm=?13,fps=?14,joints=?15,meshes=?16,"
     "vertices=?17,triangles=?18,materials=?19,textures=?20,warnings=?21"
     " RETURNING id"},
    {offsetof(library_statements, delete_clips), "DELETE FROM clips WHERE file=?1"},
    {offsetof(library_statements, delete_ranges), "DELETE FROM ranges WHERE file=?1"},
    {offsetof(library_statements, delete_warnings), "DELETE FROM warnings WHERE file=?1"},
    {offsetof(library_statements, delete_findings), "DELETE FROM findings WHERE file=?1"},
    {offsetof(library_statements, delete_side_files), "DELETE FROM side_files WHERE file=?1"},
    {offsetof(library_statements, insert_clip),
     "INSERT INTO "
     "clips(file,number,name,seconds,frames,speed,yaw_rate,loop_error,moved_joints,descriptor,contacts,feet,poses,body,"
     "path_speed,net_turn,total_turn,foot_speed,loop_degrees,loops,motion_start,heading)"
     " VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22)"},
    // Joints with one name share a row, with the larger ranges.
    {offsetof(library_statements, insert_range),
     "INSERT INTO ranges(file,clip,joint,degrees,centimetres) VALUES(?1,?2,?3,?4,?5) ON CONFLICT DO UPDATE"
     " SET degrees=max(degrees,?4),centimetres=max(centimetres,?5)"},
    {offsetof(library_statements, insert_warning), "INSERT INTO warnings(file,code,text) VALUES(?1,?2,?3)"},
    {offsetof(library_statements, insert_finding),
     "INSERT INTO findings(file,code,severity,clip,node,text) VALUES(?1,?2,?3,?4,?5,?6)"},
    {offsetof(library_statements, insert_side_file),
     "INSERT INTO side_files(file,name,path,size,modified_ns) VALUES(?1,?2,?3,?4,?5)"},
    {offsetof(library_statements, touch_file),
     "UPDATE files SET size=?2,modified_ns=?3,vanished_s=NULL,"
     "state=CASE WHEN state='vanished' THEN CASE WHEN error_code IS NULL THEN 'ok' ELSE 'failed' END ELSE state END"
     " WHERE path=?1"},
    {offsetof(library_statements, move_file),
     "UPDATE files SET path=?2,modified_ns=?3,vanished_s=NULL,"
     "state=CASE WHEN error_code IS NULL THEN 'ok' ELSE 'failed' END WHERE id=?1"},
    // Paths that are not absolute are below the folder of the model, whose length in bytes is ?3.
    {offsetof(library_statements, move_side_files),
     "UPDATE side_files SET path=CAST(?2||substr(path,?3+1) AS BLOB)"
     " WHERE file=?1 AND path IS NOT NULL AND substr(path,1,1)<>CAST('/' AS BLOB)"},
    {offsetof(library_statements, mark_vanished),
     "UPDATE files SET state='vanished',vanished_s=?2 WHERE id=?1 AND state<>'vanished'"},
};

enum { STATEMENTS = sizeof statement_texts / sizeof *statement_texts };

static sqlite3_stmt **statement_at(library_statements *statements, int index)
{
    return (sqlite3_stmt **)(void *)((char *)statements + statement_texts[index].offset);
}

sinew_result library_statements_create(library_database *database, library_statements *out_statements,
                                       sinew_error *out_error)
{
    *out_statements = (library_statements){0};
    sinew_result result = SINEW_OK;
    for (int i = 0; i < STATEMENTS && result == SINEW_OK; ++i)
        result = library_prepare(database, statement_texts[i].sql, statement_at(out_statements, i), out_error);
    if (result != SINEW_OK) library_statements_free(out_statements);
    return result;
}

void library_statements_free(library_statements *statements)
{
    for (int i = 0; i < STATEMENTS; ++i) sqlite3_finalize(*statement_at(statements, i));
    *statements = (library_statements){0};
}

// ---- values -------------------------------------------------------------------------------------------------------

static void bind_bytes(sqlite3_stmt *statement, int index, const char *path)
{
    sqlite3_bind_blob(statement, index, path, (int)strlen(path), SQLITE_STATIC);
}

/// NULL for an empty text.
static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
    if (*text)
        sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, index);
}

/// Whether the next update measures the file again: the failure says something about the machine rather than about the
/// file, or there was not enough time once.
static int is_to_be_repeated(const library_record *record)
{
    switch (record->error.result) {
    case SINEW_ERROR_TIMED_OUT: return !record->is_retry;
    case SINEW_ERROR_OUT_OF_MEMORY:
    case SINEW_ERROR_CANCELLED:
    case SINEW_ERROR_NO_WORKER:
    case SINEW_ERROR_NO_SANDBOX:
    case SINEW_ERROR_SYSTEM: return 1;
    default: return 0;
    }
}

static void bind_file(sqlite3_stmt *statement, const char *path, int64_t now, const library_record *record)
{
    const int is_model = record->error.result == SINEW_OK;
    bind_bytes(statement, 1, path);
    sqlite3_bind_int64(statement, 2, (int64_t)record->size);
    sqlite3_bind_int64(statement, 3, record->modified);
    sqlite3_bind_int64(statement, 4, (int64_t)record->hash);
    sqlite3_bind_int(statement, 5, is_to_be_repeated(record) ? 0 : LIBRARY_FACTS);
    bind_text(statement, 6, is_model ? "ok" : "failed");
    bind_text(statement, 7, is_model ? "" : sinew_result_code(record->error.result));
    bind_text(statement, 8, is_model ? "" : record->error.message);
    sqlite3_bind_int64(statement, 9, now);
    sqlite3_bind_double(statement, 10, record->seconds);
    for (int i = 11; i <= 22; ++i) sqlite3_bind_null(statement, i);
    if (record->side_hash) sqlite3_bind_int64(statement, 22, (int64_t)record->side_hash);
    if (!is_model) return;
    bind_text(statement, 11, record->format);
    bind_text(statement, 12, record->skeleton);
    sqlite3_bind_double(statement, 13, record->unit_cm);
    sqlite3_bind_double(statement, 14, record->fps);
    sqlite3_bind_int(statement, 15, record->joints);
    sqlite3_bind_int(statement, 16, record->meshes);
    sqlite3_bind_int(statement, 17, record->vertices);
    sqlite3_bind_int(statement, 18, record->triangles);
    sqlite3_bind_int(statement, 19, record->materials);
    sqlite3_bind_int(statement, 20, record->textures);
    sqlite3_bind_int(statement, 21, record->warning_count);
}

static void bind_clip(sqlite3_stmt *statement, int64_t file, int32_t number, const library_clip_record *clip)
{
    const library_clip_facts *facts = &clip->facts;
    sqlite3_bind_int64(statement, 1, file);
    sqlite3_bind_int(statement, 2, number);
    sqlite3_bind_text(statement, 3, clip->name, -1, SQLITE_STATIC);
    sqlite3_bind_double(statement, 4, clip->seconds);
    sqlite3_bind_double(statement, 5, clip->frames);
    sqlite3_bind_double(statement, 6, facts->travel.speed); // NULL for NaN
    sqlite3_bind_double(statement, 7, facts->travel.yaw_rate);
    sqlite3_bind_double(statement, 15, facts->travel.path_speed);
    sqlite3_bind_double(statement, 16, facts->travel.net_turn);
    sqlite3_bind_double(statement, 17, facts->travel.total_turn);
    sqlite3_bind_double(statement, 18, facts->travel.foot_speed);
    sqlite3_bind_double(statement, 8, facts->has_loop ? facts->loop_error : (double)NAN);
    sqlite3_bind_double(statement, 19, facts->has_loop ? facts->loop_degrees : (double)NAN);
    sqlite3_bind_null(statement, 20);
    if (facts->has_loop) sqlite3_bind_int(statement, 20, facts->loops);
    sqlite3_bind_double(statement, 21, facts->motion_start);
    sqlite3_bind_int(statement, 9, facts->moved_joints);
    sqlite3_bind_blob(statement, 10, facts->has_descriptor ? facts->descriptor : NULL, (int)sizeof facts->descriptor,
                      SQLITE_STATIC);
    sqlite3_bind_blob(statement, 22, facts->has_descriptor ? facts->heading : NULL, (int)sizeof facts->heading,
                      SQLITE_STATIC);
    if (clip->poses.features)
        sqlite3_bind_blob(statement, 13, clip->poses.features,
                          clip->poses.count * LIBRARY_POSE_FEATURES * (int)sizeof *clip->poses.features, SQLITE_STATIC);
    else
        sqlite3_bind_null(statement, 13);
    sqlite3_bind_blob(statement, 14, clip->body, LIBRARY_BODY_DESCRIPTOR, SQLITE_STATIC); // NULL for NULL
    sqlite3_bind_null(statement, 11);
    sqlite3_bind_null(statement, 12);
    if (!facts->has_feet) return;
    sqlite3_bind_int(statement, 11, facts->contacts);
    sqlite3_bind_int(statement, 12, facts->feet);
}

// ---- storing ------------------------------------------------------------------------------------------------------

static sinew_result store_file(library_database *database, library_statements *statements, const char *path,
                               int64_t now, const library_record *record, int64_t *out_id, sinew_error *error)
{
    bind_file(statements->insert_file, path, now, record);
    sinew_result result = SINEW_OK;
    if (sqlite3_step(statements->insert_file) == SQLITE_ROW)
        *out_id = sqlite3_column_int64(statements->insert_file, 0);
    else
        result = library_fail(database, error);
    sqlite3_reset(statements->insert_file);
    return result;
}

static sinew_result clear_details(library_database *database, library_statements *statements, int64_t id,
                                  sinew_error *error)
{
    sqlite3_stmt *const deletions[] = {statements->delete_clips, statements->delete_ranges, statements->delete_warnings,
                                       statements->delete_findings, statements->delete_side_files};
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i < sizeof deletions / sizeof *deletions && result == SINEW_OK; ++i) {
        sqlite3_bind_int64(deletions[i], 1, id);
        result = library_run(database, deletions[i], error);
    }
    return result;
}

static sinew_result store_clip(library_database *database, library_statements *statements, int64_t file, int32_t number,
                               const library_clip_record *clip, sinew_error *error)
{
    sqlite3_stmt *range = statements->insert_range;
    bind_clip(statements->insert_clip, file, number, clip);
    sinew_result result = library_run(database, statements->insert_clip, error);
    for (int32_t i = 0; i < clip->range_count && result == SINEW_OK; ++i) {
        sqlite3_bind_int64(range, 1, file);
        sqlite3_bind_int(range, 2, number);
        sqlite3_bind_text(range, 3, clip->ranges[i].joint, -1, SQLITE_STATIC);
        sqlite3_bind_double(range, 4, clip->ranges[i].degrees);
        sqlite3_bind_double(range, 5, clip->ranges[i].centimetres);
        result = library_run(database, range, error);
    }
    return result;
}

static sinew_result store_warnings(library_database *database, sqlite3_stmt *statement, int64_t file,
                                   const library_record *record, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < record->warning_count && result == SINEW_OK; ++i) {
        sqlite3_bind_int64(statement, 1, file);
        sqlite3_bind_text(statement, 2, record->warnings[i].code, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, record->warnings[i].text, -1, SQLITE_STATIC);
        result = library_run(database, statement, error);
    }
    return result;
}

static sinew_result store_findings(library_database *database, sqlite3_stmt *statement, int64_t file,
                                   const library_record *record, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < record->finding_count && result == SINEW_OK; ++i) {
        const library_finding *finding = &record->findings[i];
        sqlite3_bind_int64(statement, 1, file);
        sqlite3_bind_text(statement, 2, finding->code, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, finding->severity, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 4, finding->clip, -1, SQLITE_STATIC); // NULL: the whole file
        sqlite3_bind_text(statement, 5, finding->node, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 6, finding->text, -1, SQLITE_STATIC);
        result = library_run(database, statement, error);
    }
    return result;
}

/// The path of a side file relative to the folder of the library, as that of the model at `path` is. NULL when out of
/// memory.
static const char *side_path(const library_side_file *file, const char *path, sinew__buffer *out)
{
    out->size = 0;
    if (file->path[0] != '/') sinew__buffer_put(out, path, sinew__folder_length(path));
    sinew__buffer_put(out, file->path, strlen(file->path) + 1);
    return out->failed ? NULL : out->text;
}

static sinew_result store_side_file(library_database *database, sqlite3_stmt *statement, const char *path,
                                    const library_side_file *file, sinew__buffer *text, sinew_error *error)
{
    const char *found = file->path ? side_path(file, path, text) : NULL;
    if (file->path && !found) return sinew__fail_memory(error);
    bind_bytes(statement, 2, file->name);
    for (int i = 3; i <= 5; ++i) sqlite3_bind_null(statement, i);
    if (found) {
        bind_bytes(statement, 3, found);
        sqlite3_bind_int64(statement, 4, (int64_t)file->size);
        sqlite3_bind_int64(statement, 5, file->modified);
    }
    return library_run(database, statement, error);
}

static sinew_result store_side_files(library_database *database, sqlite3_stmt *statement, int64_t id, const char *path,
                                     const library_record *record, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    sinew__buffer text = {0};
    sqlite3_bind_int64(statement, 1, id);
    for (int32_t i = 0; i < record->side_file_count && result == SINEW_OK; ++i)
        result = store_side_file(database, statement, path, &record->side_files[i], &text, error);
    sinew__buffer_free(&text);
    return result;
}

sinew_result library_store(library_database *database, library_statements *statements, const char *path, int64_t now,
                           const library_record *record, sinew_error *out_error)
{
    int64_t id = 0;
    sinew_result result = store_file(database, statements, path, now, record, &id, out_error);
    if (result == SINEW_OK) result = clear_details(database, statements, id, out_error);
    for (int32_t i = 0; i < record->clip_count && result == SINEW_OK; ++i)
        result = store_clip(database, statements, id, i + 1, &record->clips[i], out_error);
    if (result == SINEW_OK) result = store_warnings(database, statements->insert_warning, id, record, out_error);
    if (result == SINEW_OK) result = store_findings(database, statements->insert_finding, id, record, out_error);
    if (result == SINEW_OK)
        result = store_side_files(database, statements->insert_side_file, id, path, record, out_error);
    return result;
}

sinew_result library_touch(library_database *database, library_statements *statements, const char *path, uint64_t size,
                           int64_t modified, sinew_error *out_error)
{
    bind_bytes(statements->touch_file, 1, path);
    sqlite3_bind_int64(statements->touch_file, 2, (int64_t)size);
    sqlite3_bind_int64(statements->touch_file, 3, modified);
    return library_run(database, statements->touch_file, out_error);
}

sinew_result library_move(library_database *database, library_statements *statements, int64_t id, const char *from,
                          const char *path, int64_t modified, sinew_error *out_error)
{
    sqlite3_bind_int64(statements->move_file, 1, id);
    bind_bytes(statements->move_file, 2, path);
    sqlite3_bind_int64(statements->move_file, 3, modified);
    const sinew_result result = library_run(database, statements->move_file, out_error);
    if (result != SINEW_OK) return result;
    sqlite3_bind_int64(statements->move_side_files, 1, id);
    sqlite3_bind_blob(statements->move_side_files, 2, path, (int)sinew__folder_length(path), SQLITE_STATIC);
    sqlite3_bind_int64(statements->move_side_files, 3, (int64_t)sinew__folder_length(from));
    return library_run(database, statements->move_side_files, out_error);
}

sinew_result library_mark_vanished(library_database *database, library_statements *statements, int64_t id, int64_t now,
                                   sinew_error *out_error)
{
    sqlite3_bind_int64(statements->mark_vanished, 1, id);
    sqlite3_bind_int64(statements->mark_vanished, 2, now);
    return library_run(database, statements->mark_vanished, out_error);
}
