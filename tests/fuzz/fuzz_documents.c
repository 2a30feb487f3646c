/// The small texts that strangers write for the program: the first byte chooses an expression of `library find`, a
/// contract, events of a model, a map of a body, a stored pose or a plan of shards. Accepted input must work: an
/// expression runs on a database, a contract has the values of its entries, and a posed model is finite.
#define _GNU_SOURCE // mkdtemp, pwrite
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "author/retarget/retarget.h"
#include "core/base/affine.h"
#include "core/base/glob.h"
#include "import/import_stages.h"
#include "program/check/contract.h"
#include "program/cli/posing/pose_edit_options.h"
#include "program/library/columns.h"
#include "program/library/database.h"
#include "program/library/find_clips.h"
#include "program/library/shards.h"
#include "support/make_body.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
int LLVMFuzzerInitialize(int *count, char ***words);

/// Files that are replaced by each input, and the kinds that read them.
static struct {
    library_database database;
    sinew_model *body;
    FILE *file;
    char path[40];
} stage;

/// A library with one file of one clip, in a folder that is removed at once.
static void make_library(void)
{
    char folder[] = "/tmp/fuzz_documents-XXXXXX", path[64];
    if (!mkdtemp(folder)) abort();
    snprintf(path, sizeof path, "%s/library.db", folder);
    if (library_open(path, LIBRARY_CREATE, 0, &stage.database, NULL) != SINEW_OK) abort();
    if (library_execute(&stage.database,
                        "INSERT INTO files(id,path,size,modified_ns,hash,facts,state,added_s,changed_s,seconds)"
                        " VALUES(1,CAST('a/walk.fbx' AS BLOB),1,1,1,1,'ok',1,1,1);"
                        "INSERT INTO clips(file,number,name,seconds,moved_joints) VALUES(1,1,'run',1,1);"
                        "INSERT INTO ranges(file,clip,joint,degrees,centimetres) VALUES(1,1,'hand',9,9);",
                        NULL) != SINEW_OK)
        abort();
    static const char *const endings[] = {"", "-wal", "-shm", "-writer"};
    for (int i = 0; i < 4; ++i) {
        snprintf(path, sizeof path, "%s/library.db%s", folder, endings[i]);
        remove(path);
    }
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *count, char ***words)
{
    (void)count;
    (void)words;
    make_library();
    stage.body = make_body(&(body_options){.has_clip = 1});
    stage.file = tmpfile();
    if (!stage.body || !stage.file) abort();
    snprintf(stage.path, sizeof stage.path, "/proc/self/fd/%d", fileno(stage.file));
    return 0;
}

/// Writes the file of the stage. Returns 0 for an empty one, which nothing reads.
static int write_file(const char *text, size_t size)
{
    if (size == 0) return 0;
    if (ftruncate(fileno(stage.file), 0) != 0 || pwrite(fileno(stage.file), text, size, 0) != (ssize_t)size) abort();
    return 1;
}

static void try_query(const char *text)
{
    library_query query;
    library_matches matches;
    sinew_error error = {0};
    const sinew_result parsed = library_parse_query(text, &query, &error);
    if (parsed == SINEW_OK) {
        if (library_find(&stage.database, &query, LIBRARY_FACTS_ONLY, &matches, &error) != SINEW_OK) {
            fprintf(stderr, "%s: %s\n", text, error.message);
            abort();
        }
        library_matches_free(&matches);
    } else if (parsed != SINEW_ERROR_INVALID_ARGUMENT && parsed != SINEW_ERROR_LIMIT) {
        abort();
    }
    library_query_free(&query);
}

/// The speed that the last entry that fits declares, found one by one.
static double declared_speed(const check_contract *contract, const char *file, const char *clip)
{
    double speed = (double)NAN;
    for (size_t i = 0; i < contract->clip_count; ++i) {
        const check_contract_clip *entry = &contract->clips[i];
        if (sinew__glob_matches(entry->file.glob, file) && sinew__glob_matches(entry->clip.glob, clip) &&
            !isnan(entry->terms.speed))
            speed = entry->terms.speed;
    }
    return speed;
}

static void try_contract(const char *text, size_t size)
{
    static const char *const files[] = {"walk.fbx", "a", "a[b].fbx", "\\*"};
    check_contract contract;
    sinew_error error = {0};
    if (check_contract_read(text, size, &contract, &error) == SINEW_OK) {
        for (int i = 0; i < 4; ++i) {
            check_file_terms terms;
            check_clip_terms found;
            if (check_file_terms_find(&contract, files[i], files[i], &terms, &error) != SINEW_OK ||
                check_file_terms_of_clip(&terms, files[3 - i], &found, &error) != SINEW_OK)
                abort();
            const double expected = declared_speed(&contract, files[i], files[3 - i]);
            if (!(found.speed == expected || (isnan(found.speed) && isnan(expected)))) abort();
            check_file_terms_free(&terms);
        }
    } else if (!error.message[0]) {
        abort();
    }
    check_contract_free(&contract);
}

static void try_events(const char *text, size_t size)
{
    sinew_raw_clip clips[] = {{.name = "Armature|run", .duration = 1}, {.name = "walk", .start = 5, .duration = -1}};
    import_pass pass = {.file_name = "a.fbx", .raw = {.clips = clips, .clip_count = 2, .fps = 30}};
    pass.arena.limit = 64 << 20;
    if (sinew__import_json_text(&pass, text, size, SINEW_NONE, "a.events.json")) {
        sinew_error error;
        if (sinew__import_events_finish(&pass, &error) == SINEW_OK)
            for (int32_t i = 0; i < clips[0].event_count; ++i)
                if (!(clips[0].events[i].time >= 0 && clips[0].events[i].time <= 1)) abort();
    }
    sinew__arena_free(&pass.arena);
}

static void try_map(const char *text, size_t size)
{
    sinew_body_map map;
    sinew_error error = {0};
    if (!write_file(text, size)) return;
    if (sinew__body_map_read(stage.body, stage.path, "character", &map, &error) != SINEW_OK) {
        if (!error.message[0]) abort();
        return;
    }
    for (int part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (map.joint[part] < SINEW_NONE || map.joint[part] >= stage.body->joint_count) abort();
}

static void try_pose(const char *text, size_t size)
{
    sinew__buffer said = {0};
    const cli_context context = {.held = &said};
    pose_edits edits = {.base = POSE_BASE_REST};
    sinew_pose *pose = NULL;
    sinew_error error;
    if (!write_file(text, size)) return;
    const int failed = cli_read_stored_pose(&context, stage.path, stage.body, &edits);
    if (failed && said.size == 0) abort();
    if (!failed && sinew_pose_create(stage.body, &pose, &error) == SINEW_OK) {
        sinew_pose_set_rest(stage.body, pose);
        if (sinew__pose_edits_apply(&edits, stage.body, pose, &error) == SINEW_OK)
            for (int32_t i = 0; i < stage.body->joint_count; ++i)
                if (!sinew__affine_is_finite(&pose->global[i])) abort();
    }
    sinew_pose_destroy(pose);
    sinew__pose_edits_free(&edits);
    sinew__buffer_free(&said);
}

static void try_plan(const char *text, size_t size)
{
    library_plan plan;
    sinew_error error = {0};
    if (library_read_plan(text, size, &plan, &error) != SINEW_OK) {
        if (!error.message[0]) abort();
        return;
    }
    for (size_t i = 0; i < plan.count; ++i)
        if (!library_is_below(plan.files[i].path, strlen(plan.files[i].path)) || !isfinite(plan.files[i].cost)) abort();
    library_plan_free(&plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0) return 0;
    char *text = malloc(size);
    if (!text) return 0;
    memcpy(text, bytes + 1, size - 1);
    text[size - 1] = '\0';
    switch (bytes[0] & 7) {
    case 0: try_query(text); break;
    case 1: try_contract(text, size - 1); break;
    case 2: try_events(text, size - 1); break;
    case 3: try_map(text, size - 1); break;
    case 4: try_pose(text, size - 1); break;
    default: try_plan(text, size - 1); break;
    }
    free(text);
    return 0;
}
