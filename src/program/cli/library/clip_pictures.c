// Draws sheets and films of clips. `sinew render` runs as a separate process for each picture, for two reasons: to draw
// a film, a process copies itself, which must happen before it uses OpenGL; and a crash of a graphics driver then does
// not end the update.
#include "program/cli/library/library_commands.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/arena.h"
#include "core/platform/encoder_process.h"
#include "core/platform/file.h"
#include "core/platform/file_lock.h"
#include "core/platform/folder.h"
#include "core/platform/process.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/report.h"
#include "program/library/find_clips.h"
#include "program/library/update_library.h"
#include "sinew/load.h"

enum { MAX_WORDS = 32 };

/// Longest duration of a film in seconds: the start of a long clip shows its kind of motion.
static const double max_film_seconds = 10;

/// The state of drawing the pictures of a library.
typedef struct picture_run {
    const cli_context *context;
    const char *folder, *pictures;
    int has_films;
    cli_progress progress;
    cli_tally tally;
} picture_run;

// ---- names --------------------------------------------------------------------------------------------------------

/// Reads a name made by draw(): sixteen hexadecimal digits of a hash, a number, png or mp4. Returns the end of the
/// name; NULL if the name has another form.
static const char *read_name(const char *name, uint64_t *out_hash)
{
    static const char digits[] = "0123456789abcdef";
    char start[17] = "";
    if (strspn(name, digits) != 16 || name[16] != '-') return NULL;
    memcpy(start, name, 16);
    *out_hash = strtoull(start, NULL, 16);
    const char *number = name + 17, *end = number + strspn(number, "0123456789");
    return end > number && (strncmp(end, ".png", 4) == 0 || strncmp(end, ".mp4", 4) == 0) ? end + 4 : NULL;
}

// ---- one picture --------------------------------------------------------------------------------------------------

/// The words of a command line. Texts are in the arena or static.
typedef struct command_words {
    const char *words[MAX_WORDS]; ///< terminated by NULL
    int count;
    sinew__arena arena;
} command_words;

static void add_words(command_words *to, const char *const *words, int count)
{
    for (int i = 0; i < count; ++i) to->words[to->count++] = words[i];
}

static void add_picture_options(const library_match *clip, int is_film, command_words *to)
{
    if (is_film)
        add_words(to, (const char *[]){"--size", "240x180"}, 2);
    else
        add_words(to, (const char *[]){"--size", "160x120", "--sheet", "4x2"}, 4);
    if (is_film && (clip->motion_start > 0 || clip->seconds > max_film_seconds)) {
        // the range without a reference pose, at most as long as a film
        const double from = fmax(clip->motion_start, 0); // NaN becomes 0
        add_words(to,
                  (const char *[]){"--range", (sinew__arena_format(&to->arena, "%.9gs..%.9gs", from,
                                                                   fmin(from + max_film_seconds, clip->seconds)))},
                  2);
    }
    if (!(clip->frames > 0)) add_words(to, (const char *[]){"--fps", "30"}, 2); // the file has no frame rate
}

/// Runs the program and waits for its end. Returns 0, or the exit code after printing the error.
static int render(const picture_run *run, const library_match *clip, command_words *words)
{
    sinew__encoder_process process;
    char problem[256];
    sinew_error error;
    if (words->arena.failed) return cli_fail_memory(run->context);
    sinew_result result = sinew__encoder_process_start(words->words, -1, &process, &error);
    if (result == SINEW_OK && !sinew__encoder_process_finish(&process, problem, sizeof problem))
        result = sinew__fail(&error, SINEW_ERROR_WRITE, "cannot draw clip %d: %s", (int)clip->number,
                             problem + strspn(problem, " "));
    return result == SINEW_OK ? 0 : cli_fail(run->context, clip->file, &error);
}

/// Draws `HASH-NUMBER.extension` unless the file exists.
static int draw(const picture_run *run, const library_match *clip, int is_film)
{
    sinew__file_status status;
    command_words words = {.words = {sinew__own_program(), "render"}, .count = 2};
    const char *output =
                   sinew__arena_format(&words.arena, "%s/%016llx-%d.%s", run->pictures, (unsigned long long)clip->hash,
                                       (int)clip->number, is_film ? "mp4" : "png"),
               *path = sinew__arena_format(&words.arena, "%s/%s", run->folder, clip->file),
               *number = sinew__arena_format(&words.arena, "#%d", (int)clip->number);
    int code = 0;
    if (!output || !sinew__file_status_of_path(output, &status)) {
        sinew__buffer pattern = {0}; // doubles braces in the folder's name, so that they are not placeholders
        if (output) cli_put_name_pattern(&pattern, output);
        sinew__buffer_put_character(&pattern, '\0');
        words.arena.failed |= pattern.failed;
        add_words(&words, (const char *[]){"--quiet"}, 1);
        if (!run->context->cache) add_words(&words, (const char *[]){"--no-cache"}, 1);
        words.count += cli_put_load_words(run->context, &words.arena, words.words + words.count);
        add_picture_options(clip, is_film, &words);
        add_words(&words, (const char *[]){"--clip", number, "-o", pattern.text, "--", path}, 6);
        code = render(run, clip, &words);
        sinew__buffer_free(&pattern);
    }
    sinew__arena_free(&words.arena);
    return code;
}

// ---- all pictures -------------------------------------------------------------------------------------------------

/// Returns whether a program is in a folder of PATH.
static int has_program(const char *name)
{
    sinew__arena arena = {0};
    int found = 0;
    for (const char *folder = getenv("PATH"); folder && !found;) {
        const size_t length = strcspn(folder, ":");
        const char *path = sinew__arena_format(&arena, "%.*s/%s", (int)length, folder, name);
        found = path && sinew__is_program(path);
        folder = folder[length] ? folder + length + 1 : NULL;
    }
    sinew__arena_free(&arena);
    return found;
}

/// Draws the missing pictures. Returns 0, or the exit code after printing the error.
static int draw_all(picture_run *run, library_database *database)
{
    library_matches clips = {0};
    library_query query;
    sinew_error error;
    sinew_result result =
        library_parse_query("state=ok and seconds>=0", &query, &error); // files without clips have no seconds
    if (result == SINEW_OK) result = library_find(database, &query, LIBRARY_FACTS_ONLY, &clips, &error);
    library_query_free(&query);
    int failed = result == SINEW_OK ? 0 : cli_fail(run->context, NULL, &error);
    if (!failed) {
        run->progress = cli_progress_begin(run->context, "drawn", "clips", clips.count);
        for (size_t i = 0; i < clips.count; ++i) {
            // a clip that fails does not stop the others
            const int code = draw(run, &clips.items[i], 0);
            cli_count_file(&run->tally, code ? code : run->has_films ? draw(run, &clips.items[i], 1) : 0);
            cli_progress_add(&run->progress);
        }
        cli_progress_end(&run->progress);
        failed = cli_fail_some(run->context, &run->tally);
    }
    library_matches_free(&clips);
    return failed;
}

int cli_draw_library(const cli_context *context, library_database *database, const char *folder, const char *pictures)
{
    picture_run run = {.context = context, .folder = folder, .pictures = pictures, .has_films = has_program("ffmpeg")};
    int is_alone = 0, failed = cli_create_folder(context, pictures);
    if (failed) return failed;
    const int lock = sinew__folder_lock(pictures, &is_alone);
    // An update that was killed leaves pictures with the suffix of temporary files (file.h). They are removed if no
    // other update uses the folder.
    sinew__folder *inside = is_alone ? sinew__folder_read(pictures) : NULL;
    for (const char *name; inside && (name = sinew__folder_next(inside));) {
        uint64_t hash;
        sinew__file_status status;
        const char *rest = read_name(name, &hash);
        if (rest && sinew__is_temporary_suffix(rest) && sinew__folder_file_status(inside, name, &status))
            (void)sinew__folder_remove_file(inside, name); // on failure, a later update removes the file
    }
    sinew__folder_close(inside);
    sinew__folder_share(lock);
    if (!run.has_films)
        cli_warn(context, pictures, "sheets only: the program ffmpeg, which films need, is not in PATH");
    failed = draw_all(&run, database);
    sinew__file_unlock(lock);
    return failed;
}

// ---- removing -----------------------------------------------------------------------------------------------------

static int remove_pictures(const cli_context *context, const char *pictures, const library_numbers *hashes,
                           size_t *out_count)
{
    sinew__folder *folder = sinew__folder_read(pictures);
    sinew__file_status status;
    sinew_error error = {.result = SINEW_OK};
    uint64_t hash;
    if (!folder) sinew__fail(&error, SINEW_ERROR_NOT_FOUND, "cannot read this directory");
    for (const char *name; error.result == SINEW_OK && (name = sinew__folder_next(folder));) {
        const char *rest = read_name(name, &hash);
        if (!(rest && !*rest) || !library_has_number(hashes, (int64_t)hash) ||
            !sinew__folder_file_status(folder, name, &status))
            continue;
        if (sinew__folder_remove_file(folder, name))
            ++*out_count;
        else
            sinew__fail(&error, SINEW_ERROR_WRITE, "cannot remove %s", name);
    }
    sinew__folder_close(folder);
    return error.result == SINEW_OK ? 0 : cli_fail(context, pictures, &error);
}

int cli_remove_vanished_pictures(const cli_context *context, library_database *database, const char *pictures,
                                 size_t *out_count)
{
    library_numbers hashes;
    sinew_error error;
    const sinew_result result = library_list_vanished_hashes(database, &hashes, &error);
    const int failed =
        result == SINEW_OK ? remove_pictures(context, pictures, &hashes, out_count) : cli_fail(context, NULL, &error);
    library_numbers_free(&hashes);
    return failed;
}

int cli_remove_stale_pictures(const cli_context *context, library_database *database, const char *pictures)
{
    library_numbers hashes;
    sinew_error error;
    size_t removed = 0;
    sinew_result result = library_list_stale_hashes(database, &hashes, &error);
    const int failed = result == SINEW_OK && hashes.count ? remove_pictures(context, pictures, &hashes, &removed) : 0;
    if (result == SINEW_OK && !failed) result = library_mark_drawn(database, &error);
    library_numbers_free(&hashes);
    return result == SINEW_OK ? failed : cli_fail(context, NULL, &error);
}
